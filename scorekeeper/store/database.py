"""The door to TinyDB, which is imported by the first who goes through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.store.storage import Database


def open_database(path: Path, *, previous: Path | None = None, one_of_many: bool = False) -> Database:
    """The database in the file `path`, see `storage.AtomicStorage`; nothing is read or made yet."""
    # TinyDB takes longer to import than a short command to run.
    from scorekeeper.store.storage import Database  # noqa: PLC0415

    return Database(path, previous=previous, one_of_many=one_of_many)
