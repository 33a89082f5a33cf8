"""The form of a TinyDB file, tables of named documents, read without importing TinyDB: most runs only read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scorekeeper.store.strictjson import Unreadable, parse
from scorekeeper.store.wholefile import read_whole
from scorekeeper.text import _

Tables = dict[str, dict[str, dict[str, Any]]]


def read_tables(path: Path) -> tuple[Tables | None, bytes | None]:
    """The tables in a file and its bytes; None and None where there is no file.

    TinyDB itself takes an empty file and `null` for a new database; here they are damage.

    Raises:
        StoreError: the disk does not give it.
        Unreadable: it is damaged.
    """
    raw = read_whole(path)
    return (None, None) if raw is None else (tables_in(raw), raw)


def read_table(path: Path, name: str) -> dict[str, dict[str, Any]]:
    """The documents of one table by name; none where there is no file or no such table. Raises as `read_tables`."""
    tables, _raw = read_tables(path)
    return (tables or {}).get(name, {})


def tables_in(raw: bytes) -> Tables:
    """The tables that the bytes of a file spell.

    Raises:
        Unreadable: it is damaged.
    """
    value, twice = parse(raw)
    if twice:
        raise Unreadable(_("“{key}” stands twice in one object.").format(key=twice[0][:40]))
    if not isinstance(value, dict) or not all(
        isinstance(table, dict) and all(isinstance(document, dict) for document in table.values())
        for table in value.values()
    ):
        raise Unreadable(_("It holds no tables."))
    return value
