"""A change that goes through every match, the deleted ones too: each is written whole under its own lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from scorekeeper.rules.journal import Journal
from scorekeeper.store.filenames import id_of, trashed
from scorekeeper.store.matches import MatchFiles
from scorekeeper.store.protocol import BrokenOff, NoSuchMatch
from scorekeeper.store.recent import stamp_of
from scorekeeper.store.remembered import Progress, Stamp, files_in
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import disk_trouble, read_whole, sync_folder
from scorekeeper.text import _


class Round:
    """One way round all matches, or several: what was seen is looked at again only where it changed meanwhile."""

    def __init__(
        self, files: MatchFiles, is_meant: Callable[[str, bytes], bool], change: Callable[[Journal], Journal]
    ) -> None:
        """Say what is to be done.

        Args:
            files: the matches.
            is_meant: tells from the id of a match and the bytes of its file whether it has to be read at all.
            change: gives the journal as it is to be, itself where nothing is to be changed.
        """
        self.files = files
        self.is_meant = is_meant
        self.change = change
        self.changed = 0
        self._seen: dict[Path, Stamp | None] = {}

    def go(self, progress: Progress | None = None) -> None:
        """Look at every match that was not seen yet, or has changed since.

        Raises:
            BrokenOff: `progress` said so.
            StoreError: a match could not be written; those before it are changed.
        """
        paths = [
            path
            for folder in (self.files.places.matches, self.files.places.trash)
            for name, stamp in files_in(folder).items()
            if _id(name) and self._seen.get(path := folder / name) != stamp
        ]
        try:
            for done, path in enumerate(paths, start=1):
                self._look_at(path)
                if progress is not None and not progress(done, len(paths)):
                    raise BrokenOff(_("Broken off. What is done is whole; repeating it does the rest."))
        finally:
            for folder in {path.parent for path in paths}:
                sync_folder(folder)

    def _look_at(self, path: Path) -> None:
        match_id = _id(path.name)
        # What cannot be read stays as it is; whoever loads it hears of it.
        try:
            raw = read_whole(path)
        except Unreadable:
            return
        if raw is not None and self.is_meant(match_id, raw):
            locks = self.files.locks
            with locks.hold(locks.match(match_id), begin=False):
                self.changed += self._rewritten(path)
        self._seen[path] = stamp_of(path)

    def _rewritten(self, path: Path) -> bool:
        file = self.files.file
        try:
            before = file.read(path)
        except (NoSuchMatch, Unreadable):
            return False
        after = self.change(before)
        if after is before:
            return False
        previous = self.files.places.previous / path.name if path.parent == self.files.places.matches else None
        try:
            times = path.stat()
            file.write(path, after, previous=previous, one_of_many=True)
            # Which match was played last is told by these times.
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        except OSError as error:
            raise disk_trouble(error, path) from error
        return True


def _id(name: str) -> str:
    gone = trashed(name)
    return id_of(name) or ("" if gone is None else gone[2])
