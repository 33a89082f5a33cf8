"""The one small file with players and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from scorekeeper.store.database import open_database
from scorekeeper.store.locks import Locks
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.setaside import SetAsides, moved
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_table
from scorekeeper.store.wholefile import read_whole, write_whole
from scorekeeper.text import _

T = TypeVar("T")
Documents = Mapping[str, Mapping[str, Any]]


class AppFile:
    """Tables of players and settings. A damaged file is set aside, and the one before its last change stands in."""

    def __init__(self, places: Places, locks: Locks, asides: SetAsides) -> None:
        """Name the file; it is made by the first change."""
        self.path = places.app
        self.previous = places.previous / places.app.name
        self.locks = locks
        self.asides = asides

    def read(self, table: str) -> Documents:
        """The documents of a table by name, not to be changed; none where the file is missing or damaged for good.

        Where the disk does not give it, what was before its last change stands in, which is told.
        """
        try:
            return self._documents(self.path, table)
        except Unreadable as error:
            self._recover(error)
        except StoreError as error:
            stands_in = self._previous_if_given()
            self.asides.tell(str(error) if stands_in is None else f"{error} {self._follows(stands_in)}")
        for path in (self.path, self.previous):
            with suppress(Unreadable, StoreError):
                return self._documents(path, table)
        return {}

    def check(self) -> None:
        """Read the file and leave it as it is.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        self._documents(self.path, "")

    def mend(self) -> None:
        """Put what there is before its last change in the place of a damaged file, which is set aside.

        Raises:
            StoreError: it could not be written; the file is where it was.
        """
        try:
            self.check()
        except Unreadable as error:
            with self.locks.hold("app"):
                self._recover_locked(error)

    def _documents(self, path: Path, table: str) -> Documents:
        return read_table(path, table)

    def _recover(self, error: Unreadable) -> None:
        try:
            with self.locks.hold("app"):
                self._recover_locked(error)
        except StoreError:
            # Where nothing can be moved, what was damaged stays where it is.
            reason = self._reason(error, self._previous_if_given())
            self.asides.note(self.path, reason)
            self.asides.tell(reason)

    def _reason(self, error: Unreadable, previous: bytes | None) -> str:
        reason = _("{name} could not be read: {why}").format(name=self.path.name, why=error)
        return f"{reason} {self._follows(previous)}"

    @staticmethod
    def _follows(previous: bytes | None) -> str:
        if previous is None:
            return _("The list of known players and the settings begin anew; no match is touched.")
        return _("Known players and settings are as they were before their last change.")

    def _previous(self) -> bytes | None:
        """The file as it was before its last change, where there is one that can be read.

        Raises:
            StoreError: the disk does not give it.
        """
        with suppress(Unreadable):
            self._documents(self.previous, "")
            return read_whole(self.previous)
        return None

    def _previous_if_given(self) -> bytes | None:
        with suppress(StoreError):
            return self._previous()
        return None

    def _recover_locked(self, error: Unreadable) -> None:
        try:
            self._documents(self.path, "")
        except Unreadable:
            raw = self._previous()
            if raw is None:
                self.asides.put_and_tell(self.path, self._reason(error, None))
            else:
                target = self.asides.keep(self.path, self._reason(error, raw))
                write_whole(self.path, raw)
                self.asides.tell(moved(self._reason(error, raw), target))

    def change(self, table: str, change: Callable[[dict[str, dict[str, Any]]], T]) -> T:
        """Let `change` work on a copy of a table's documents and keep them; gives what it gives.

        Raises:
            StoreError: it could not be written; the file is as it was.
        """
        with self.locks.hold("app"):
            try:
                self._documents(self.path, table)
            except Unreadable as error:
                self._recover_locked(error)
            database = open_database(self.path, previous=self.previous)
            with database.file.together():
                named = database.named_table(table)
                before = named.documents()
                after = {name: dict(document) for name, document in before.items()}
                result = change(after)
                if after != before:
                    named.put_all(after)
            return result
