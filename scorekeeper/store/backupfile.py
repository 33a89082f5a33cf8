"""The form of a backup, and what is taken from a file that says it is one: nothing that is not checked.

    about.json            what it is, its version, when it was made
    app.json              players and settings
    matches/NAME.json     every match with its past and what is half typed, as it lies in the data folder
    trash/NAME.json       deleted matches that can still be brought back

It is a zip file. Nothing else is taken from one, nothing goes anywhere but to the place that its name stands for, and
no more is read than a data folder of ours can hold.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scorekeeper.rules.journal import Journal
from scorekeeper.rules.names import name_problem
from scorekeeper.store.faults import ID, shown
from scorekeeper.store.filenames import id_of, trashed
from scorekeeper.store.identities import name_in
from scorekeeper.store.matchfile import journal_in
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import Unreadable, parse
from scorekeeper.store.tables import Tables, tables_in
from scorekeeper.text import _

FORMAT: Final = "chicken-foot-backup"
VERSION: Final = 1
ABOUT: Final = "about.json"
APP: Final = "app.json"
MATCHES: Final = "matches/"
TRASH: Final = "trash/"
_MOST_OF_ONE: Final = 16 * 1024 * 1024
"""Bytes of one file in it; a match of a thousand corrections has not half a million."""
_MOST_AT_ONCE: Final = 32 * 1024 * 1024
"""Bytes read in one piece: the list of the files in it, which of 100,000 matches has 9 MB and is all in memory."""
_MOST_IN_ALL: Final = 4 * 1024 * 1024 * 1024
_MOST_FILES: Final = 300_000
_MOST_FAULTS: Final = 100
_LONGEST_VALUE: Final = 1000
_DAMAGE: Final = (Unreadable, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What reading a file of a zip may say about it."""

Entries = dict[str, dict[str, Any]]


class BadBackup(StoreError):
    """A file is no backup, or one with faults; the text names them, one a line."""


@dataclass(frozen=True, slots=True)
class Member:
    """One match in a backup."""

    path: str
    """In the zip file."""
    id: str
    revision: int
    updated: str

    @property
    def name(self) -> str:
        """The name of its file in a data folder."""
        return name_of(self.path)


class _InPieces(io.BufferedReader):
    """A file of which nobody reads more in one piece than a sound backup needs."""

    def read(self, size: int | None = -1, /) -> bytes:
        """As every file does it."""
        if size is not None and size > _MOST_AT_ONCE:
            raise zipfile.BadZipFile
        return super().read(size)


@contextmanager
def opened(source: Path) -> Iterator[zipfile.ZipFile]:
    """The zip file of that name.

    Raises:
        BadBackup: it is no ordinary file.
        zipfile.BadZipFile, ValueError, OSError: as `zipfile.ZipFile` does.
    """
    # Without O_NONBLOCK a pipe would be waited for.
    descriptor = os.open(source, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with _InPieces(io.FileIO(descriptor)) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadBackup(_("{path} is no backup: it is not an ordinary file.").format(path=source))
        with zipfile.ZipFile(file) as archive:
            yield archive


class BackupFile:
    """What a zip file holds, as far as it is a backup."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Look at the names and sizes only.

        Raises:
            BadBackup: it is no backup, or one of a later version, or it holds what a backup does not.
        """
        self.archive = archive
        infos = archive.infolist()
        if len(infos) > _MOST_FILES or sum(info.file_size for info in infos) > _MOST_IN_ALL:
            raise BadBackup(_("It is no backup of ours: it holds too much."))
        faults: list[str] = []
        self.sizes: dict[str, int] = {}
        for info in infos:
            name = info.orig_filename
            plain = not info.flag_bits & 1 and info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
            if not _belongs(name) or name != info.filename or not plain:
                faults.append(_("{name} does not belong in a backup.").format(name=shown(name)))
            elif name in self.sizes:
                faults.append(_("{name} is in it twice.").format(name=shown(name)))
            elif info.file_size > _MOST_OF_ONE:
                faults.append(_("{name} is too large.").format(name=shown(name)))
            self.sizes[name] = info.file_size
        if ABOUT not in self.sizes:
            raise BadBackup(_("It is no backup of ours."))
        _need_none(faults)
        self._need_version()
        self.names = [name for name in self.sizes if name.startswith((MATCHES, TRASH))]
        self.trash = [name for name in self.names if name.startswith(TRASH)]
        self.players: Entries = {}
        self.settings: Entries = {}

    def _need_version(self) -> None:
        try:
            about, _twice = parse(self.bytes_of(ABOUT))
        except _DAMAGE:
            about = None
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise BadBackup(_("It is no backup of ours."))
        version = about.get("version")
        if type(version) is not int or version < 1:
            raise BadBackup(_("It is no backup of ours."))
        if version > VERSION:
            raise BadBackup(
                _("It was written by a later Scorekeeper (version {version}); this one reads up to {known}.").format(
                    version=version, known=VERSION
                )
            )

    def bytes_of(self, name: str) -> bytes:
        """What one file in it holds; never more than it is said to."""
        with self.archive.open(name) as file:
            return file.read(self.sizes[name] + 1)

    def check(self, tell: Callable[[int], None]) -> list[Member]:
        """Read everything and give the matches.

        Raises:
            BadBackup: something in it is damaged or can never be.
        """
        faults: list[str] = []
        members: list[Member] = []
        seen: dict[str, str] = {}
        for done, path in enumerate(self.names, start=1):
            name = name_of(path)
            try:
                journal = match_in(self.bytes_of(path), name)
            except _DAMAGE as error:
                faults.append(_("{name} cannot be read: {why}").format(name=path, why=shown(str(error))))
                continue
            match = journal.match
            if path.startswith(MATCHES):
                if match.id.lower() in seen:
                    faults.append(
                        _("{name} and {other} have the same id.").format(name=path, other=seen[match.id.lower()])
                    )
                seen[match.id.lower()] = path
                members.append(Member(path, match.id, match.revision, match.updated))
            tell(done)
        if APP in self.sizes:
            try:
                tables = tables_in(self.bytes_of(APP))
                self.players, self.settings = _players(tables), _settings(tables)
            except _DAMAGE as error:
                faults.append(_("{name} cannot be read: {why}").format(name=APP, why=shown(str(error))))
        _need_none(faults)
        return members


def _belongs(name: str) -> bool:
    if name in (ABOUT, APP):
        return True
    if name.startswith(MATCHES):
        return id_of(name.removeprefix(MATCHES)) is not None
    return name.startswith(TRASH) and trashed(name.removeprefix(TRASH)) is not None


def _need_none(faults: list[str]) -> None:
    if faults:
        more = [_("… and {count} more.").format(count=len(faults) - _MOST_FAULTS)] if len(faults) > _MOST_FAULTS else []
        raise BadBackup("\n".join([*faults[:_MOST_FAULTS], *more]))


def name_of(path: str) -> str:
    """The name that a file in a backup has in a data folder."""
    return path.split("/")[1]


def match_in(raw: bytes, name: str) -> Journal:
    """The match in the bytes of a file of that name, which may be one of the trash.

    Raises:
        Unreadable: it is damaged.
    """
    return journal_in(tables_in(raw), id_of(name) or id_in_trash(name))


def id_in_trash(name: str) -> str:
    """The id of the match in a file of the trash; "" for none."""
    gone = trashed(name)
    return "" if gone is None else gone[2]


def _players(tables: Tables) -> Entries:
    """The documents of players, as far as they are such."""
    found: Entries = {}
    for player_id, document in tables.get("players", {}).items():
        if not ID.fullmatch(player_id):
            continue
        into = document.get("into")
        if isinstance(into, str) and ID.fullmatch(into):
            found[player_id] = {"into": into}
        elif name_problem(name_in(document)) is None:
            seen, also = document.get("seen"), document.get("also")
            found[player_id] = {
                "name": name_in(document),
                "archived": document.get("archived") is True,
                "seen": seen if isinstance(seen, str) else "",
            }
            if isinstance(also, list) and all(isinstance(each, str) for each in also):
                found[player_id]["also"] = also
    return found


def _settings(tables: Tables) -> Entries:
    """The settings, as far as they are such."""
    return {
        key: {"value": document["value"]}
        for key, document in tables.get("settings", {}).items()
        if _is_plain(document.get("value"))
    }


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(each is None or type(each) in (int, str) for each in value.values())
    return isinstance(value, str) and len(value) <= _LONGEST_VALUE
