"""What could not be read: put where nothing overwrites it, with a text beside it that says why."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import Final

from scorekeeper.store.protocol import SetAside, StoreError, Told
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import make_folder, move, names_in, read_whole, sync_folder, write_whole
from scorekeeper.text import _

_REASON: Final = ".why.txt"
_LONGEST_REASON: Final = 4096


class Lost(StoreError):
    """A match cannot be read, nothing is left of it, and its file was set aside."""


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
        try:
            target = self._free(path)
            move(path, target)
        except StoreError:
            self.note(path, reason)
            raise
        self._say_why(target, reason)
        return target

    def keep(self, path: Path, reason: str) -> Path:
        """Keep a file here that is about to be replaced; gives where. The caller holds the file's lock.

        Until it is replaced it stays where it is too, so that whoever comes after a crash finds it and does the same.
        On disks that cannot have one file under two names it is moved.

        Raises:
            StoreError: as `put`.
        """
        target = self._kept_before(path)
        # Of a link itself only the link would be kept, and what it leads to be replaced.
        if target is None and not os.path.islink(path):  # noqa: PTH114
            with contextlib.suppress(OSError, StoreError):
                free = self._free(path)
                os.link(path, free)
                sync_folder(self.folder)
                target = free
        if target is None:
            return self.put(path, reason)
        self._say_why(target, reason)
        return target

    def _kept_before(self, path: Path) -> Path | None:
        """Where the same file is kept already, as it was not replaced then."""
        with contextlib.suppress(OSError):
            for each in self.folder.glob(f"*_{escape(path.name)}"):
                with contextlib.suppress(OSError):  # a link that leads nowhere is kept there too
                    if each.samefile(path):
                        return each
        return None

    def _free(self, path: Path) -> Path:
        """A name here that nothing has.

        Raises:
            StoreError: there can be no such folder.
        """
        make_folder(self.folder)
        stamp = f"{self.clock():%Y%m%dT%H%M%S}"
        target = self.folder / f"{stamp}_{path.name}"
        count = 1
        while os.path.lexists(target):
            count += 1
            target = self.folder / f"{stamp}-{count}_{path.name}"
        return target

    def _say_why(self, target: Path, reason: str) -> None:
        with contextlib.suppress(StoreError):
            write_whole(target.with_name(target.name + _REASON), (reason + "\n").encode(errors="replace"))

    def keep_and_tell(self, path: Path, reason: str, *, went_back: str | None = None) -> None:
        """Keep a file here as `keep` does, and tell why and where it is. The caller holds the file's lock.

        Raises:
            StoreError: as `put`; the reason is told all the same.
        """
        self._tell_of(self.keep, path, reason, went_back)

    def put_and_tell(self, path: Path, reason: str) -> None:
        """Move a file here as `put` does, and tell why and where it is. The caller holds the file's lock.

        Raises:
            StoreError: as `put`; the reason is told all the same.
        """
        self._tell_of(self.put, path, reason, None)

    def _tell_of(self, put: Callable[[Path, str], Path], path: Path, reason: str, went_back: str | None) -> None:
        try:
            target = put(path, reason)
        except StoreError:
            self.tell(reason, went_back=went_back)
            raise
        self.tell(moved(reason, target), went_back=went_back)

    def note(self, path: Path, reason: str) -> None:
        """List a file that has to stay where it is."""
        self._stuck[path] = SetAside(str(path), reason)

    def all(self) -> tuple[SetAside, ...]:
        """What lies here, the last first, and before it what could not be moved."""
        return (*self.stuck(), *self.lying())

    def stuck(self) -> tuple[SetAside, ...]:
        """What was to be put here since this was made, but had to stay where it is."""
        return tuple(
            each for path, each in self._stuck.items() if os.path.lexists(path) and self._kept_before(path) is None
        )

    def lying(self) -> tuple[SetAside, ...]:
        """What lies here, the last first."""
        names: list[str] = []
        with contextlib.suppress(StoreError):
            names = names_in(self.folder)[::-1]
        return tuple(
            SetAside(str(self.folder / name), self._reason(name))
            for name in names
            if not name.endswith((_REASON, _REASON + ".tmp"))
        )

    def _reason(self, name: str) -> str:
        try:
            raw = read_whole(self.folder / (name + _REASON), _LONGEST_REASON)
        except (StoreError, Unreadable):
            raw = None
        return raw.decode(errors="replace").strip() if raw else _("It could not be read.")


def moved(reason: str, target: Path) -> str:
    """The reason with where the file is now."""
    return _("{reason} It was set aside as {path}.").format(reason=reason, path=target)


def copy_reason(name: str, why: Unreadable) -> str:
    """Why the copy of a file cannot stand in for it."""
    return _("The copy of {name} from before its last change could not be read: {why}").format(name=name, why=why)


def reason_of(name: str, why: Unreadable) -> str:
    """Why a file is set aside."""
    return _("{name} could not be read: {why}").format(name=name, why=why)
