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
from scorekeeper.store.setaside import SetAsides
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

        Raises:
            StoreError: the disk does not give it.
        """
        try:
            return self._documents(self.path, table)
        except Unreadable as error:
            self._recover(error)
        try:
            return self._documents(self.path, table)
        except Unreadable:
            return {}

    def check(self) -> None:
        """Read the file and leave it as it is.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        self._documents(self.path, "")

    def _documents(self, path: Path, table: str) -> Documents:
        return read_table(path, table)

    def _recover(self, error: Unreadable) -> None:
        # Where nothing can be moved, what was damaged stays, and its players and settings are not there.
        with suppress(StoreError), self.locks.hold("app"):
            self._recover_locked(error)

    def _recover_locked(self, error: Unreadable) -> None:
        try:
            self._documents(self.path, "")
        except Unreadable:
            reason = _("{name} could not be read: {why}").format(name=self.path.name, why=error)
            self.asides.put(self.path, reason)
            with suppress(Unreadable):
                raw = read_whole(self.previous)
                if raw is not None:
                    self._documents(self.previous, "")
                    write_whole(self.path, raw)

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
