"""Deleted matches, kept for 30 days."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.store.filenames import KEPT, trashed, trashed_name
from scorekeeper.store.protocol import Trashed
from scorekeeper.store.wholefile import move, names_in


@dataclass(frozen=True, slots=True, order=True)
class TrashedFile:
    """A file in the trash."""

    deleted: datetime
    name: str
    """Its name when it was among the matches."""
    id: str
    path: Path


class TrashBin:
    """The trash folder of one data folder."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        """Name the folder; it is made when something is put there."""
        self.folder = folder
        self.clock = clock

    def put(self, path: Path, at: str) -> None:
        """Move a match's file here; `at` is when, ISO 8601.

        Raises:
            StoreError: it cannot be moved; it is where it was.
        """
        try:
            deleted = datetime.fromisoformat(at)
        except ValueError:
            deleted = self.clock()
        if deleted.utcoffset() is None:
            deleted = deleted.astimezone()
        move(path, self.folder / trashed_name(path.name, deleted))

    def files(self) -> list[TrashedFile]:
        """Everything that lies here, the last deleted first.

        Raises:
            StoreError: the disk does not give it.
        """
        known = ((name, trashed(name)) for name in names_in(self.folder))
        return sorted((TrashedFile(*gone, self.folder / name) for name, gone in known if gone), reverse=True)

    def kept(self) -> tuple[Trashed, ...]:
        """What can still be brought back, the last deleted first. Raises as `files`."""
        oldest = self.clock() - KEPT
        return tuple(Trashed(each.id, each.deleted.isoformat()) for each in self.files() if each.deleted >= oldest)

    def empty(self) -> list[str]:
        """Remove for good what was deleted more than 30 days ago; gives the names that files had. Raises as `files`."""
        oldest = self.clock() - KEPT
        gone = []
        for each in self.files():
            if each.deleted < oldest:
                with suppress(OSError):
                    each.path.unlink()
                    gone.append(each.name)
        return gone
