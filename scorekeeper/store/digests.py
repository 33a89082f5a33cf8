"""Digests of all finished matches, in a file of their own that only whoever asks for figures reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from scorekeeper.rules.digest import MatchDigest, digest, from_list
from scorekeeper.rules.match import Match
from scorekeeper.store.locks import Locks
from scorekeeper.store.recent import stamp_of
from scorekeeper.store.remembered import (
    Entry,
    Progress,
    Remembered,
    Stamp,
    files_in,
    follow,
    is_old,
    without_collecting,
)

_VERSION: Final = 1
"""Grows when the same match would give another digest."""


class Digests:
    """The digests in their file, and in memory once they were asked for."""

    def __init__(self, path: Path, locks: Locks, folder: Path) -> None:
        """Name the file and the folder of the matches; nothing is read yet."""
        self.file = Remembered(path, locks, "digests", _VERSION)
        self.folder = folder
        self._entries: dict[str, Entry] | None = None
        self._stamp: Stamp | None = None
        """What the folder's stamp was when `_all` was made."""
        self._all: tuple[MatchDigest, ...] = ()

    def all(
        self, is_match: Callable[[str], bool], read: Callable[[str], Match | None], progress: Progress | None = None
    ) -> tuple[MatchDigest, ...]:
        """The digest of every finished match that can be read, in no order; the same object while nothing changed.

        Args:
            is_match: tells from its name whether a file is a match.
            read: gives the match in a file; None where it cannot be read.
            progress: told (done, of) while files are read; returns False to break off with those done so far.
        """
        # Every save puts a new file in the place of the old one, which changes the folder.
        stamp = stamp_of(self.folder)
        if stamp is not None and stamp == self._stamp and is_old(stamp):
            return self._all

        def made(name: str) -> tuple[MatchDigest | None, Entry] | None:
            match = read(name)
            if match is None:
                return None
            found = digest(match)
            return found, {"digest": found}

        files = {name: stamp for name, stamp in files_in(self.folder).items() if is_match(name)}
        whole = True

        def told(done: int, of: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, of)
            return whole

        with without_collecting():
            known = self.file.read() if self._entries is None else self._entries
            found, entries = follow(files, known, _digest, made, told)
        if _changed(entries, known):
            self.file.write(entries)
        self._entries = entries
        digests = tuple(each for each in found.values() if each is not None)
        if digests != self._all:
            self._all = digests
        self._stamp = stamp if whole else None
        return self._all


def _digest(entry: Entry) -> MatchDigest | None:
    stored = entry["digest"]
    if stored is None or isinstance(stored, MatchDigest):
        return stored
    entry["digest"] = found = from_list(stored)
    return found


def _changed(entries: Mapping[str, Entry], known: Mapping[str, Entry]) -> bool:
    return len(entries) != len(known) or any(known.get(name) is not entry for name, entry in entries.items())
