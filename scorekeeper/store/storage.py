"""TinyDB on files that are written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table

from scorekeeper.store.strictjson import dump
from scorekeeper.store.tables import Tables, read_tables
from scorekeeper.store.wholefile import write_whole


class AtomicStorage(Storage):
    """One JSON file of tables.

    Unlike TinyDB's own it never leaves half a file, and takes no damaged file for a new one: an empty file, `null` and
    tables of another shape are `Unreadable`.
    """

    def __init__(self, path: Path, *, previous: Path | None = None, one_of_many: bool = False) -> None:
        """Name the file; nothing is read or made yet.

        Args:
            path: the file.
            previous: where the file as it was before a write is kept.
            one_of_many: as for `wholefile.write_whole`.
        """
        self.path = path
        self.previous = previous
        self.one_of_many = one_of_many
        self.raw: bytes | None = None
        """The file as it was last read or written here."""
        self._held: Tables | None = None
        self._together = False
        self._changed = False

    def read(self) -> Tables | None:
        """The tables; None where there is no file.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        if self._held is not None:
            return self._held
        tables, self.raw = read_tables(self.path)
        if self._together:
            self._held = tables
        return tables

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Write the tables, whole or not at all.

        Raises:
            StoreError: they could not be written; the file is as it was.
        """
        if self._together:
            self._held = cast(Tables, data)
            self._changed = True
            return
        # Half a letter, which JSON can spell and UTF-8 cannot, is in no name that is shown.
        raw = dump(data).encode(errors="ignore")
        write_whole(self.path, raw, previous=self.previous, one_of_many=self.one_of_many)
        self.raw = raw

    @contextmanager
    def together(self, *, afresh: bool = False) -> Iterator[None]:
        """Read once and write once, at the end, whatever is done to the tables within; nothing after an exception.

        Args:
            afresh: whether to begin with no tables, so that nothing need be read.
        """
        self._together, self._changed, self._held = True, False, {} if afresh else None
        try:
            yield
            held, changed = self._held, self._changed
        finally:
            self._together, self._changed, self._held = False, False, None
        if changed:
            self.write(held or {})


class NamedTable(Table):
    """A table whose documents go by names of ours."""

    document_id_class = str  # type: ignore[assignment]

    def named(self, name: str) -> dict[str, Any] | None:
        """The document of that name, which must not be changed; None where there is none."""
        return cast("dict[str, Any] | None", self._read_table().get(name))

    def documents(self) -> dict[str, dict[str, Any]]:
        """All documents by name, which must not be changed."""
        return cast("dict[str, dict[str, Any]]", self._read_table())

    def put(self, name: str, document: Mapping[str, Any]) -> None:
        """Keep a document in place of whatever went by that name; TinyDB's own `update` would merge them."""
        self._update_table(lambda table: cast(Any, table).__setitem__(name, dict(document)))

    def put_all(self, documents: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep these documents and no others."""

        def fill(table: Any) -> None:
            table.clear()
            table.update(documents)

        self._update_table(fill)


class Database(TinyDB):
    """A TinyDB of named documents in one file that is written whole or not at all."""

    table_class = NamedTable
    default_storage_class = AtomicStorage  # type: ignore[assignment]

    @property
    def file(self) -> AtomicStorage:
        """The storage behind the tables."""
        return cast(AtomicStorage, self.storage)

    def named_table(self, name: str) -> NamedTable:
        """The table of that name."""
        return cast(NamedTable, self.table(name))
