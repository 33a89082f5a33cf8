"""Summaries of all matches, so that a list of them needs no look into their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from sys import intern
from typing import Any, Final, cast

from scorekeeper.rules.course import State
from scorekeeper.rules.scoring import Line, Status
from scorekeeper.rules.summary import Summary
from scorekeeper.store.locks import Locks
from scorekeeper.store.remembered import Progress, Remembered, Stamp, follow, without_collecting

_VERSION: Final = 2


class Index:
    """The index in its file."""

    def __init__(self, path: Path, locks: Locks) -> None:
        """Name the file; it is made when the first match is found that it does not know."""
        self.file = Remembered(path, locks, "index", _VERSION)

    def summaries(
        self, files: Mapping[str, Stamp], read: Callable[[str], Summary | None], progress: Progress | None = None
    ) -> dict[str, Summary]:
        """The summary of every file that can be read.

        Args:
            files: names of the match files with what `os.stat` says of them.
            read: makes the summary of a file from the file itself; None where that cannot be.
            progress: told (done, of) while files are read; returns False to break off with those done so far.
        """

        with without_collecting():
            all_of_them = follow(files, self.file.read(), _Reader().summary, read, progress)
        found = all_of_them.found
        if all_of_them.is_new:
            self.file.write((name, stamp, _value(each)) for name, stamp, each in all_of_them.remembered(files))
        return found

    @staticmethod
    def in_order(summaries: Mapping[str, Summary]) -> tuple[Summary, ...]:
        """The last finished first, then the others, the last changed first; of one moment by the names of files."""

        def key(item: tuple[str, Summary]) -> tuple[bool, float, str]:
            name, summary = item
            over = summary.state == "finished"
            return over, _moment((summary.finished if over else None) or summary.updated or summary.created), name

        return tuple(summary for _name, summary in sorted(summaries.items(), key=key, reverse=True))


def _value(summary: Summary) -> list[Any]:
    return [
        [summary.id, summary.set, summary.state],
        [summary.rounds_planned, summary.rounds_played, summary.next_double],
        [summary.created, summary.updated, summary.finished, summary.stopped],
        summary.note,
        [
            [line.name, line.status, line.catch_up, line.total, line.zero_rounds, line.lowest_nonzero, line.place]
            for line in summary.lines
        ],
        summary.player_ids,
    ]


class _Reader:
    """Reads remembered summaries; thousands repeat the same few names and tables, which are kept once."""

    def __init__(self) -> None:
        self.tables: dict[tuple[str | None, ...], tuple[str | None, ...]] = {}

    def summary(self, value: Any) -> Summary:
        """What was remembered as `value`."""
        (match_id, highest, how), (planned, played, double), (created, updated, finished, stopped), note, lines, ids = (
            value
        )
        return Summary(
            match_id,
            highest,
            cast(State, intern(how)),
            planned,
            played,
            double,
            created,
            # Mostly the same moment, which is kept once.
            finished if updated == finished else updated,
            finished,
            stopped,
            note,
            tuple(
                # Thousands of matches repeat the same few names.
                Line(seat, intern(name), cast(Status, intern(status)), (), catch_up, total, zeros, lowest, place)
                for seat, (name, status, catch_up, total, zeros, lowest, place) in enumerate(lines)
            ),
            self.tables.setdefault(table := tuple(ids), table),
        )


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
