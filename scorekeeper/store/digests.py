"""Digests of all finished matches, in a file of their own that only whoever asks for figures reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scorekeeper.rules.digest import MatchDigest, digest, from_list
from scorekeeper.rules.match import Match
from scorekeeper.store.locks import Locks
from scorekeeper.store.recent import stamp_of
from scorekeeper.store.remembered import (
    FilesNow,
    Progress,
    Remembered,
    Stamp,
    follow,
    is_old,
    line_of,
    name_in,
    value_in,
    without_collecting,
)

_VERSION: Final = 3
"""Grows when the same match would give another digest."""

_IDS: Final = "ids"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is kept of a match that is not finished: who sits there, by their ids."""

    ids: tuple[str, ...]


Kept = tuple[bytes, MatchDigest | Unfinished]
"""What is kept of a match, after its head."""


class Digests:
    """The digests in their file, and in memory once they were asked for."""

    def __init__(self, path: Path, locks: Locks, folder: Path) -> None:
        """Name the file and the folder of the matches; nothing is read yet."""
        self.file = Remembered(path, locks, "digests", _VERSION)
        self.folder = folder
        self._held: list[Kept] | None = None
        self._stamp: Stamp | None = None
        """What the folder's stamp was when `_all` was made."""
        self._all: tuple[MatchDigest, ...] = ()
        self.waiting: frozenset[str] = frozenset()
        """The ids of players in matches that are not finished, as of when `all` was last asked for."""

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

        def made(name: str, head: bytes) -> Kept | None:
            match = read(name)
            return None if match is None else (head, digest(match) or _unfinished(match))

        files = FilesNow(self.folder, is_match)
        whole = True

        def told(done: int, of: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, of)
            return whole

        held = self._held
        with without_collecting():
            if held is None:
                now = follow(files, self.file.read(), _kept, _name_of, made, told)
            else:
                known = ((each[0], each) for each in held)
                now = follow(files, known, lambda _head, each: each, _name_of, made, told)
        if now.is_new or held is None:
            self._held = now.known + now.new
        if now.is_new:
            self.file.write(line_of(head, _stored(each)) for head, each in self._held or ())
        every = [each for _head, each in (*now.known, *now.new)]
        digests = tuple(each for each in every if type(each) is MatchDigest)
        self.waiting = (
            frozenset(player_id for each in every if type(each) is Unfinished for player_id in each.ids)
            if len(digests) < len(every)
            else frozenset()
        )
        if digests != self._all:
            self._all = digests
        self._stamp = stamp if whole else None
        return self._all


def _unfinished(match: Match) -> Unfinished:
    return Unfinished(tuple(player.id for player in match.players if player.id is not None))


def _stored(each: MatchDigest | Unfinished) -> object:
    return {_IDS: each.ids} if isinstance(each, Unfinished) else each


def _kept(head: bytes, line: bytes) -> Kept:
    stored = value_in(line)
    return head, Unfinished(tuple(map(str, stored[_IDS]))) if isinstance(stored, dict) else from_list(stored)


def _name_of(kept: Kept) -> str:
    return name_in(kept[0])
