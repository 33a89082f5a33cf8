"""What is remembered of every match file, in one file that can be thrown away: it is made again from the match files.

Saving a match never touches it. Whoever asks reads the match files that are newer than what is remembered of them.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from scorekeeper.store.database import open_database
from scorekeeper.store.locks import Locks
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_tables

_YOUNG: Final = 3_000_000_000
"""Nanoseconds within which a file may change twice with one time; what is younger is read again next time."""
_NEVER: Final = (0, 0, 0)

Stamp = tuple[int, int, int]
Progress = Callable[[int, int], bool]
Entry = dict[str, Any]
T = TypeVar("T")


class Remembered:
    """Entries by the names of match files, kept in a file; each has what `os.stat` said of its match file."""

    def __init__(self, path: Path, locks: Locks, kind: str, version: int) -> None:
        """Name the file; it is made when the first match is found that it does not know.

        Args:
            path: the file.
            locks: the locks of the data folder; its own is called like the file.
            kind: what the entries are.
            version: the form of the entries; those of any other are made again.
        """
        self.path = path
        self.locks = locks
        self.kind = kind
        self.version = version

    def read(self) -> dict[str, Entry]:
        """All entries; none where the file is missing, damaged or of another version."""
        try:
            tables, _raw = read_tables(self.path, trusted=True)
        except (StoreError, Unreadable):
            return {}
        if tables is None or tables.get("about", {}).get(self.kind) != {"version": self.version}:
            return {}
        return tables.get("matches", {})

    def write(self, entries: Mapping[str, Entry]) -> None:
        """Keep these entries and no others, if that can be; the next one to ask tries again."""
        with suppress(StoreError), self.locks.hold(self.path.stem):
            database = open_database(self.path, trusted=True)
            with database.file.together(afresh=True):
                database.named_table("about").put(self.kind, {"version": self.version})
                database.named_table("matches").put_all(entries)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Collect no garbage meanwhile: tens of thousands of values are made here that all stay, at half the price then."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def follow(
    files: Mapping[str, Stamp],
    known: Mapping[str, Entry],
    found_in: Callable[[Entry], T],
    read: Callable[[str], tuple[T, Entry] | None],
    progress: Progress | None = None,
) -> tuple[dict[str, T], dict[str, Entry]]:
    """What every file says, from its entry where that is up to date, else from the file; and the entries of today.

    Args:
        files: names of the match files with their stamps.
        known: entries by name.
        found_in: gives what an entry says; KeyError, TypeError or ValueError for one of another form.
        read: gives what the file itself says and its entry; None where that cannot be.
        progress: told (done, of) while files are read; returns False to break off with those done so far.
    """
    found: dict[str, T] = {}
    entries: dict[str, Entry] = {}
    missing: list[str] = []
    for name, stamp in files.items():
        entry = known.get(name)
        if entry is not None and entry.get("stamp") == list(stamp):
            # An entry of another form is made again like one that is missing.
            with suppress(KeyError, TypeError, ValueError):
                found[name] = found_in(entry)
                entries[name] = entry
                continue
        missing.append(name)
    youngest = time.time_ns() - _YOUNG
    for done, name in enumerate(missing, start=1):
        made = read(name)
        if made is not None:
            found[name], entry = made
            stamp = files[name]
            entries[name] = {"stamp": list(stamp if stamp[0] < youngest else _NEVER), **entry}
        if progress is not None and not progress(done, len(missing)):
            break
    return found, entries


def is_old(stamp: Stamp) -> bool:
    """Whether what has this stamp would have another one by now if it had changed again."""
    return stamp[0] < time.time_ns() - _YOUNG


def files_in(folder: Path) -> dict[str, Stamp]:
    """Every file in `folder`, by name, with what tells whether it changed; none where there is no such folder."""
    found: dict[str, Stamp] = {}
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat()
                found[entry.name] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found
