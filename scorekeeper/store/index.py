"""Summaries of all matches, so that a list of them needs no look into their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from scorekeeper.rules.course import State
from scorekeeper.rules.scoring import Line, Status
from scorekeeper.rules.summary import Summary
from scorekeeper.store.locks import Locks
from scorekeeper.store.remembered import Entry, Progress, Remembered, Stamp, follow, without_collecting

_VERSION: Final = 1


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

        def made(name: str) -> tuple[Summary, Entry] | None:
            summary = read(name)
            return None if summary is None else (summary, _entry(summary))

        with without_collecting():
            known = self.file.read()
            found, entries = follow(files, known, _summary, made, progress)
        if entries != known:
            self.file.write(entries)
        return found

    @staticmethod
    def in_order(summaries: Mapping[str, Summary]) -> tuple[Summary, ...]:
        """The last finished first, then the others, the last changed first; of one moment by the names of files."""

        def key(item: tuple[str, Summary]) -> tuple[bool, float, str]:
            name, summary = item
            over = summary.state == "finished"
            return over, _moment((summary.finished if over else None) or summary.updated or summary.created), name

        return tuple(summary for _name, summary in sorted(summaries.items(), key=key, reverse=True))


def _entry(summary: Summary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "set": summary.set,
        "state": summary.state,
        "rounds": [summary.rounds_planned, summary.rounds_played, summary.next_double],
        "times": [summary.created, summary.updated, summary.finished, summary.stopped],
        "note": summary.note,
        "lines": [
            [line.name, line.status, line.catch_up, line.total, line.zero_rounds, line.lowest_nonzero, line.place]
            for line in summary.lines
        ],
        "players": list(summary.player_ids),
    }


def _summary(entry: Mapping[str, Any]) -> Summary:
    planned, played, double = entry["rounds"]
    created, updated, finished, stopped = entry["times"]
    return Summary(
        entry["id"],
        entry["set"],
        cast(State, entry["state"]),
        planned,
        played,
        double,
        created,
        updated,
        finished,
        stopped,
        entry["note"],
        tuple(
            Line(seat, name, cast(Status, status), (), catch_up, total, zeros, lowest, place)
            for seat, (name, status, catch_up, total, zeros, lowest, place) in enumerate(entry["lines"])
        ),
        tuple(entry["players"]),
    )


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
