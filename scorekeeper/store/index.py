"""Summaries of all matches in one file that can be thrown away: it is made again from the match files.

Saving never touches it. Whoever asks for the summaries reads the files that are newer than what it says of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from scorekeeper.rules.course import State
from scorekeeper.rules.scoring import Line, Status
from scorekeeper.rules.summary import Summary
from scorekeeper.store.database import open_database
from scorekeeper.store.locks import Locks
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_tables

_VERSION: Final = 1
_YOUNG: Final = 3_000_000_000
"""Nanoseconds within which a file may change twice with one time; what is younger is read again next time."""

Stamp = tuple[int, int, int]
Progress = Callable[[int, int], bool]


class Index:
    """The index in its file."""

    def __init__(self, path: Path, locks: Locks) -> None:
        """Name the file; it is made when the first match is found that it does not know."""
        self.path = path
        self.locks = locks

    def summaries(
        self, files: Mapping[str, Stamp], read: Callable[[str], Summary | None], progress: Progress | None = None
    ) -> dict[str, Summary]:
        """The summary of every file that can be read.

        Args:
            files: names of the match files with what `os.stat` says of them.
            read: makes the summary of a file from the file itself; None where that cannot be.
            progress: told (done, of) while files are read; returns False to break off with those done so far.
        """
        known = self._known()
        found: dict[str, Summary] = {}
        stored: dict[str, dict[str, Any]] = {}
        missing: list[str] = []
        for name, stamp in files.items():
            entry = known.get(name, {})
            try:
                if entry.get("stamp") == list(stamp):
                    found[name] = _summary(entry)
                    stored[name] = entry
                    continue
            except (KeyError, TypeError, ValueError):
                pass  # an entry of another form is made again like one that is missing
            missing.append(name)
        youngest = time.time_ns() - _YOUNG
        for done, name in enumerate(missing, start=1):
            summary = read(name)
            if summary is not None:
                found[name] = summary
                stamp = files[name]
                stored[name] = _entry(summary, stamp if stamp[0] < youngest else (0, 0, 0))
            if progress is not None and not progress(done, len(missing)):
                break
        if stored != known:
            # The list on the screen does not depend on it, and the next one to ask tries again.
            with suppress(StoreError):
                self._write(stored)
        return found

    def _known(self) -> dict[str, dict[str, Any]]:
        try:
            tables, _raw = read_tables(self.path, trusted=True)
        except (StoreError, Unreadable):
            return {}
        if tables is None or tables.get("about", {}).get("index") != {"version": _VERSION}:
            return {}
        return tables.get("matches", {})

    def _write(self, stored: Mapping[str, Mapping[str, Any]]) -> None:
        with self.locks.hold("index"):
            database = open_database(self.path, trusted=True)
            with database.file.together(afresh=True):
                database.named_table("about").put("index", {"version": _VERSION})
                database.named_table("matches").put_all(stored)

    @staticmethod
    def files_in(folder: Path) -> dict[str, Stamp]:
        """Every file in `folder`, by name, with what tells whether it changed; none where there is no such folder."""
        found: dict[str, Stamp] = {}
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    status = entry.stat()
                    found[entry.name] = (status.st_mtime_ns, status.st_size, status.st_ino)
        return found

    @staticmethod
    def in_order(summaries: Mapping[str, Summary]) -> tuple[Summary, ...]:
        """The last finished first, then the others, the last changed first; of one moment by the names of files."""

        def key(item: tuple[str, Summary]) -> tuple[bool, float, str]:
            name, summary = item
            over = summary.state == "finished"
            return over, _moment((summary.finished if over else None) or summary.updated or summary.created), name

        return tuple(summary for _name, summary in sorted(summaries.items(), key=key, reverse=True))


def _entry(summary: Summary, stamp: Stamp) -> dict[str, Any]:
    return {
        "stamp": list(stamp),
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
