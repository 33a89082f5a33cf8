"""Digests of all finished matches, in a file of their own that only whoever asks for figures reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from scorekeeper.rules.digest import MatchDigest, digest, from_list
from scorekeeper.rules.match import Match
from scorekeeper.store.locks import Locks
from scorekeeper.store.recent import stamp_of
from scorekeeper.store.remembered import (
    Progress,
    Remembered,
    Stamp,
    files_in,
    follow,
    is_old,
    without_collecting,
)

_VERSION: Final = 2
"""Grows when the same match would give another digest."""

Kept = tuple[MatchDigest | None]
"""What is kept of a match; None for one that is not finished."""


class Digests:
    """The digests in their file, and in memory once they were asked for."""

    def __init__(self, path: Path, locks: Locks, folder: Path) -> None:
        """Name the file and the folder of the matches; nothing is read yet."""
        self.file = Remembered(path, locks, "digests", _VERSION)
        self.folder = folder
        self._held: list[tuple[str, Stamp, Kept]] | None = None
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

        def made(name: str) -> Kept | None:
            match = read(name)
            return None if match is None else (digest(match),)

        files = {name: stamp for name, stamp in files_in(self.folder).items() if is_match(name)}
        whole = True

        def told(done: int, of: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, of)
            return whole

        held = self._held
        with without_collecting():
            if held is None:
                now = follow(files, self.file.read(), _kept, made, told)
            else:
                now = follow(files, held, lambda kept: kept, made, told)
        if now.is_new or held is None:
            self._held = list(now.remembered(files))
        if now.is_new:
            self.file.write(self._held or ())
        digests = tuple(each for (each,) in now.found.values() if each is not None)
        if digests != self._all:
            self._all = digests
        self._stamp = stamp if whole else None
        return self._all


def _kept(value: Any) -> Kept:
    (stored,) = value
    return (None if stored is None else from_list(stored),)
