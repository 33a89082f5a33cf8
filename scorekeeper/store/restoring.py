"""Restoring a backup: everything is checked and written beside its place first, and moved there at the end."""

from __future__ import annotations

import os
import struct
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from scorekeeper.rules.journal import Journal
from scorekeeper.rules.superseding import superseded
from scorekeeper.store.backupfile import (
    BackupFile,
    BadBackup,
    Entries,
    Member,
    id_in_trash,
    match_in,
    name_of,
    opened,
)
from scorekeeper.store.codec import TooNew
from scorekeeper.store.datafolder import DataFolder
from scorekeeper.store.filenames import id_of
from scorekeeper.store.identities import Identities, name_in
from scorekeeper.store.matchfile import MatchFile
from scorekeeper.store.protocol import BrokenOff, NoSuchMatch, StoreError
from scorekeeper.store.remembered import Progress, files_in
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import disk_trouble, is_there, make_folder, sync_folder
from scorekeeper.text import _, listing, ngettext

_MOST_NAMED: Final = 10
"""Ids that are named one by one in a sentence."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was there, and what came out of a backup."""

    there: int
    """Matches that were there before."""
    new: tuple[str, ...]
    """Ids of matches that were not there."""
    replaced: tuple[str, ...]
    """Ids of matches that were there with a lower revision."""
    kept: tuple[str, ...]
    """Ids of matches that were there with the same revision or a higher one, and stayed."""
    trash: int
    """Deleted matches that can be brought back again."""
    players: int
    """Players who were not known."""

    def sentences(self) -> list[str]:
        """What came of it, for people; the matches by their ids where they are few."""
        found = [
            ngettext("{count} match was there.", "{count} matches were there.", self.there).format(count=self.there),
            *_some(self.new, _("New: {matches}.")),
            *_some(self.replaced, _("Replaced by a later revision: {matches}.")),
            *_some(self.kept, _("Kept as they were: {matches}.")),
        ]
        if self.trash:
            told = ngettext(
                "{count} deleted match can be brought back.", "{count} deleted matches can be brought back.", self.trash
            )
            found.append(told.format(count=self.trash))
        if self.players:
            told = ngettext("{count} new player.", "{count} new players.", self.players)
            found.append(told.format(count=self.players))
        return found


def _some(ids: Sequence[str], told: str) -> list[str]:
    """The sentence `told` about these matches; none where there is none."""
    if not ids:
        return []
    many = ngettext("{count} match", "{count} matches", len(ids)).format(count=len(ids))
    return [told.format(matches=listing(ids) if len(ids) <= _MOST_NAMED else many)]


@dataclass(frozen=True, slots=True)
class _Move:
    """A match that is written beside its place."""

    staged: Path
    target: Path
    id: str
    is_new: bool
    based_on: int | None = None
    """The revision that is to be replaced; None where there is none, or one that cannot be read."""


class Restoring(DataFolder):
    """Restores backups into one data folder."""

    def restore(self, source: Path, progress: Progress | None = None) -> Restored:
        """Restore a backup: players and matches that are not there, and matches that are there in a lower revision.

        Args:
            source: the backup.
            progress: told (done, of) while matches are checked and written; returns False to break off.

        Raises:
            BadBackup: it is none, or something in it is wrong; nothing was changed.
            BrokenOff: `progress` said so; nothing was changed.
            StoreError: the disk does not give or take something; nothing was changed, unless while files are moved
                to their places, which repeating completes.
        """
        try:
            with opened(source) as archive:
                return self._restore(BackupFile(archive), progress)
        except FileNotFoundError:
            raise StoreError(_("There is no file {path}.").format(path=source)) from None
        except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, struct.error):
            # What zipfile says about a damaged or hostile file.
            raise BadBackup(_("{path} is no backup, or it is damaged.").format(path=source)) from None
        except OSError as error:
            raise disk_trouble(error, source, reading=True) from error

    def _restore(self, backup: BackupFile, progress: Progress | None) -> Restored:
        of = 2 * len(backup.names)
        members = backup.check(lambda done: _tell(progress, done, of))
        existed = is_there(self.places.root)
        try:
            # Two at once would write to the same files beside their places.
            with self.locks.hold("restoring"):
                return self._restore_alone(backup, members, progress)
        finally:
            if not existed:
                self._leave_nothing()

    def _restore_alone(self, backup: BackupFile, members: Sequence[Member], progress: Progress | None) -> Restored:
        there = {(id_of(name) or "").lower(): name for name in files_in(self.places.matches) if id_of(name)}
        found: dict[str, list[str]] = {"new": [], "replaced": [], "kept": []}
        moves: list[_Move] = []
        of = 2 * len(backup.names)
        try:
            for done, member in enumerate(members, start=len(backup.names) + 1):
                move = self._staged(backup, member, there.get(member.id.lower()))
                found["kept" if move is None else "new" if move.is_new else "replaced"].append(member.id)
                moves += [] if move is None else [move]
                _tell(progress, done, of)
            gone = self._staged_trash(backup, {*there, *(each.lower() for each in found["new"])})
            sync_folder(self.places.restoring)
            players = self._know(backup)
            self._put_all(moves, gone)
        finally:
            rmtree(self.places.restoring, ignore_errors=True)
        new, replaced, kept = (tuple(found[kind]) for kind in ("new", "replaced", "kept"))
        return Restored(len(there), new, replaced, kept, len(gone), players)

    def _put_all(self, moves: Sequence[_Move], gone: Sequence[tuple[Path, Path]]) -> None:
        if moves:
            self.files.which.doubt({id_of(move.target.name) or "": move.target.name for move in moves})
        for move in moves:
            self._put(move)
        for staged, target in gone:
            make_folder(target.parent)
            try:
                staged.replace(target)
            except OSError as error:
                raise disk_trouble(error, target) from error
        sync_folder(self.places.matches)
        sync_folder(self.places.trash)
        if moves:
            self._forget_recent()

    def _leave_nothing(self) -> None:
        """Remove a data folder that was made for a backup of which nothing came."""
        lock = self.places.locks / "restoring.lock"
        with suppress(OSError):
            if [*self.places.root.iterdir(), *self.places.locks.iterdir()] == [self.places.locks, lock]:
                lock.unlink()
                self.places.locks.rmdir()
            self.places.root.rmdir()

    def _forget_recent(self) -> None:
        """Have the list of unfinished matches made again from all matches by whoever asks for it next."""
        with self.locks.hold("recent"), suppress(FileNotFoundError):
            self.places.recent.unlink()

    def _staged(self, backup: BackupFile, member: Member, name: str | None) -> _Move | None:
        """A match written beside its place; None where what is there stays. `name` is the file that is there."""
        if name is None:
            staged = self._stage(member.name, backup.bytes_of(member.path))
            _set_time(staged, member.updated)
            return _Move(staged, self.places.matches / member.name, member.id, is_new=True)
        try:
            here = self._here(name)
        except NoSuchMatch:  # it was deleted meanwhile
            return self._staged(backup, member, None)
        base = None if here is None else here.match.revision
        if base is not None and member.revision <= base:
            return None
        # Its name here, and perhaps its id in other letters.
        journal = match_in(backup.bytes_of(member.path), member.name)
        journal = replace(journal, match=journal.match.edit(id=id_of(name)))
        if here is not None:
            journal = superseded(here, journal)
        make_folder(self.places.restoring)
        staged = self.places.restoring / name
        MatchFile().write(staged, journal)
        _set_time(staged, member.updated)
        return _Move(staged, self.places.matches / name, member.id, is_new=False, based_on=base)

    def _staged_trash(self, backup: BackupFile, here: set[str]) -> list[tuple[Path, Path]]:
        """Deleted matches that are neither among the matches nor in the trash here, written beside their place."""
        here |= {each.id.lower() for each in self.files.bin.files()}
        return [
            (self._stage(name, backup.bytes_of(path)), self.places.trash / name)
            for path in backup.trash
            if id_in_trash(name := name_of(path)).lower() not in here
        ]

    def _here(self, name: str) -> Journal | None:
        """A match that is there; None where it cannot be read."""
        try:
            return self.files.file.read(self.places.matches / name)
        except TooNew as error:
            raise StoreError(_("{name} cannot be read: {why}").format(name=name, why=error)) from error
        except Unreadable:
            return None

    def _stage(self, name: str, raw: bytes) -> Path:
        make_folder(self.places.restoring)
        path = self.places.restoring / name
        try:
            with path.open("wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise disk_trouble(error, path) from error
        return path

    def _put(self, move: _Move) -> None:
        """Move a match to its place, unless somebody changed what is there meanwhile: that is the later one."""
        with self.locks.hold(self.locks.match(move.id)):
            if move.is_new and self.files.folder.has(move.id):
                return
            if not move.is_new:
                here = self._here(move.target.name) if is_there(move.target) else None
                if (None if here is None else here.match.revision) != move.based_on:
                    return
                if here is None:
                    reason = _("{name} could not be read; a backup took its place.").format(name=move.target.name)
                    self.asides.keep_and_tell(move.target, reason)
                else:
                    self._keep_previous(move.target)
            make_folder(move.target.parent)
            try:
                move.staged.replace(move.target)
            except OSError as error:
                raise disk_trouble(error, move.target) from error
            self.files.folder.came(move.id, move.target.name)

    def _keep_previous(self, target: Path) -> None:
        previous = self.places.previous / target.name
        with suppress(OSError):
            self.places.previous.mkdir(mode=0o700, exist_ok=True)
            previous.unlink(missing_ok=True)
            os.link(target, previous)

    def _know(self, backup: BackupFile) -> int:
        """Know the players of the backup who are not known, and keep settings that are not set; gives how many."""

        def add_players(documents: Entries) -> int:
            before = Identities(documents)
            for player_id, document in backup.players.items():
                here = before.named(name_in(document))
                if player_id not in documents:
                    documents[player_id] = {"into": here} if here is not None else document
            return len(Identities(documents).players) - len(before.players)

        def add_settings(documents: dict[str, dict[str, Any]]) -> None:
            for key, document in backup.settings.items():
                documents.setdefault(key, document)

        if backup.settings:
            self.app.change("settings", add_settings)
        return self.app.change("players", add_players) if backup.players else 0


def _set_time(path: Path, updated: str) -> None:
    """Which match was played last is told by the times of the files."""
    with suppress(ValueError, OverflowError, OSError):
        at = int(datetime.fromisoformat(updated).timestamp() * 1_000_000_000)
        os.utime(path, ns=(at, at))


def _tell(progress: Progress | None, done: int, of: int) -> None:
    if progress is not None and not progress(done, of):
        raise BrokenOff(_("Broken off; nothing was changed."))
