"""The one small file with players and settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from scorekeeper.store.database import open_database
from scorekeeper.store.locks import Locks
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.setaside import SetAsides, copy_reason, moved
from scorekeeper.store.strictjson import Unreadable, dump
from scorekeeper.store.tables import Tables, read_tables
from scorekeeper.store.wholefile import write_whole
from scorekeeper.text import _

T = TypeVar("T")
Documents = Mapping[str, Mapping[str, Any]]

PLAYERS: Final = "players"
SETTINGS: Final = "settings"
UNSURE: Final = "?"
"""The name of a document among the players, which is no id: it says that an older copy stands in, so that people may
be missing who sit in matches."""


class _Gone(Unreadable):
    """There is no file, though there was one: its copy is there."""


class AppFile:
    """Tables of players and settings. A damaged file is set aside, and the one before its last change stands in.

    So it does for one that is gone.
    """

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
            return self._checked().get(table, {})
        except Unreadable as error:
            self._recover(error)
        except StoreError as error:
            stands_in = self._previous_if_given()
            self.asides.tell(str(error) if stands_in is None else f"{error} {self._follows(stands_in)}")
        for path in (self.path, self.previous):
            with suppress(Unreadable, StoreError):
                if (tables := _tables(path)) is not None:
                    return tables.get(table, {})
        return {}

    def check(self) -> None:
        """Read the file and leave it as it is.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it is damaged, or gone though there is a copy.
        """
        self._checked()

    def _checked(self) -> Tables:
        """The tables; none where nothing was ever written. Raises as `check`."""
        tables = _tables(self.path)
        if tables is None and os.path.lexists(self.previous):
            raise _Gone(_("It is gone."))
        return tables or {}

    def check_copy(self) -> None:
        """Read the copy from before the last change, where there is one, and leave it as it is. Raises as `check`."""
        _tables(self.previous)

    def mend(self) -> None:
        """Put what there is before its last change in the place of a damaged file, which is set aside.

        Raises:
            StoreError: it could not be written; the file is where it was.
        """
        try:
            self.check()
        except Unreadable:
            with self.locks.hold("app"):
                self._recover_locked()

    def put_bad_copy_aside(self) -> str:
        """Set aside a copy that cannot be read; gives a sentence, "" where there is none. The lock is held.

        Raises:
            StoreError: the disk does not give it, or it cannot be moved.
        """
        try:
            self.check_copy()
        except Unreadable as error:
            reason = copy_reason(self.path.name, error)
            return moved(reason, self.asides.put(self.previous, reason))
        return ""

    def _recover(self, error: Unreadable) -> None:
        try:
            with self.locks.hold("app"):
                self._recover_locked()
        except StoreError:
            # Where nothing can be moved, what was damaged stays where it is.
            reason = self._reason(error, self._previous_if_given())
            self.asides.note(self.path, reason)
            self.asides.tell(reason)

    def _reason(self, error: Unreadable, previous: Tables | None) -> str:
        if isinstance(error, _Gone):
            reason = _("{name} is gone.").format(name=self.path.name)
        else:
            reason = _("{name} could not be read: {why}").format(name=self.path.name, why=error)
        return f"{reason} {self._follows(previous)}"

    @staticmethod
    def _follows(previous: Tables | None) -> str:
        if previous is None:
            return _("The settings begin anew; of the players, those are known who sit in a match.")
        return _("Known players and settings are as they were before their last change.")

    def _previous(self) -> Tables | None:
        """The file as it was before its last change, where there is one that can be read.

        Raises:
            StoreError: the disk does not give it.
        """
        with suppress(Unreadable):
            return _tables(self.previous)
        return None

    def _previous_if_given(self) -> Tables | None:
        with suppress(StoreError):
            return self._previous()
        return None

    def _recover_locked(self) -> None:
        try:
            self.check()
        except Unreadable as error:
            previous = self._previous()
            reason = told = self._reason(error, previous)
            is_gone = isinstance(error, _Gone)
            if previous is None:
                if not is_gone:
                    told = moved(reason, self.asides.put(self.path, reason))
                told = f"{told} {self.put_bad_copy_aside()}".rstrip()
            else:
                if not is_gone:
                    told = moved(reason, self.asides.keep(self.path, reason))
                tables = {**previous, PLAYERS: {**previous.get(PLAYERS, {}), UNSURE: {"copy": True}}}
                write_whole(self.path, dump(tables).encode(errors="ignore"))
            self.asides.tell(told)

    def change(self, table: str, change: Callable[[dict[str, dict[str, Any]]], T]) -> T:
        """Let `change` work on a copy of a table's documents and keep them; gives what it gives.

        Raises:
            StoreError: it could not be written; the file is as it was.
        """
        with self.locks.hold("app"):
            try:
                self.check()
            except Unreadable:
                self._recover_locked()
            database = open_database(self.path, previous=self.previous)
            with database.file.together():
                named = database.named_table(table)
                before = named.documents()
                after = {name: dict(document) for name, document in before.items()}
                result = change(after)
                if after != before:
                    named.put_all(after)
            return result


def _tables(path: Path) -> Tables | None:
    """The tables in the file or its copy; None where there is none.

    Raises:
        StoreError: the disk does not give it.
        Unreadable: it is damaged, or the file of something else.
    """
    tables, _raw = read_tables(path)
    # Whatever was written here last, one of them is in it.
    if tables is not None and PLAYERS not in tables and SETTINGS not in tables:
        raise Unreadable(_("It holds neither players nor settings."))
    return tables
