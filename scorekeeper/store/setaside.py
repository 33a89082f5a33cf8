"""What could not be read: put where nothing overwrites it, with a text beside it that says why."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from scorekeeper.store.protocol import SetAside, StoreError, Told
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import move, read_whole, write_whole
from scorekeeper.text import _

_REASON: Final = ".why.txt"
_LONGEST_REASON: Final = 4096


class SetAsides:
    """The files of one data folder that could not be read."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        """Name the folder; it is made when something is put there."""
        self.folder = folder
        self.clock = clock
        self._stuck: dict[Path, SetAside] = {}
        self._to_tell: list[Told] = []
        self._told: set[str] = set()

    def tell(self, text: str, *, went_back: str | None = None) -> None:
        """Have a person hear of something that nothing is raised for; the same words only once.

        Args:
            text: one sentence or more.
            went_back: the id of a match that stands as it was before its last change.
        """
        if text not in self._told:
            self._told.add(text)
            self._to_tell.append(Told(text, went_back))

    def told(self) -> tuple[Told, ...]:
        """What has to be told since this was last asked."""
        found = tuple(self._to_tell)
        del self._to_tell[: len(found)]
        return found

    def put(self, path: Path, reason: str) -> Path:
        """Move a file here; gives where it is now. The caller holds the file's lock.

        Raises:
            StoreError: it cannot be moved; then it is listed where it is.
        """
        stamp = f"{self.clock():%Y%m%dT%H%M%S}"
        target = self.folder / f"{stamp}_{path.name}"
        count = 1
        while target.exists():
            count += 1
            target = self.folder / f"{stamp}-{count}_{path.name}"
        try:
            move(path, target)
        except StoreError:
            self.note(path, reason)
            raise
        with contextlib.suppress(StoreError):
            write_whole(target.with_name(target.name + _REASON), (reason + "\n").encode())
        return target

    def put_and_tell(self, path: Path, reason: str, *, went_back: str | None = None) -> None:
        """Move a file here as `put` does, and tell why and where it is. The caller holds the file's lock.

        Raises:
            StoreError: as `put`; the reason is told all the same.
        """
        try:
            target = self.put(path, reason)
        except StoreError:
            self.tell(reason, went_back=went_back)
            raise
        self.tell(moved(reason, target), went_back=went_back)

    def note(self, path: Path, reason: str) -> None:
        """List a file that has to stay where it is."""
        self._stuck[path] = SetAside(str(path), reason)

    def all(self) -> tuple[SetAside, ...]:
        """What lies here, the last first, and what could not be moved."""
        try:
            names = sorted((path.name for path in self.folder.iterdir()), reverse=True)
        except OSError:
            names = []
        found = [
            SetAside(str(self.folder / name), self._reason(name))
            for name in names
            if not name.endswith((_REASON, ".tmp"))
        ]
        return (*(stuck for path, stuck in self._stuck.items() if path.exists()), *found)

    def _reason(self, name: str) -> str:
        try:
            raw = read_whole(self.folder / (name + _REASON), _LONGEST_REASON)
        except (StoreError, Unreadable):
            raw = None
        return raw.decode(errors="replace").strip() if raw else _("It could not be read.")


def moved(reason: str, target: Path) -> str:
    """The reason with where the file is now."""
    return _("{reason} It was set aside as {path}.").format(reason=reason, path=target)
