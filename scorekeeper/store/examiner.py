"""Looking over a data folder: where it is, whether all of it reads, what lies there that should not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from scorekeeper.rules.course import state
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.store.appfile import PLAYERS
from scorekeeper.store.codec import TooNew
from scorekeeper.store.datafolder import DataFolder
from scorekeeper.store.faults import Fault
from scorekeeper.store.filenames import KEPT, id_of
from scorekeeper.store.protocol import SetAside, StoreError
from scorekeeper.store.setaside import copy_reason
from scorekeeper.store.strangers import Met, introduced, meet, some_of
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_table
from scorekeeper.store.trash import TrashedFile
from scorekeeper.store.wholefile import is_dead_link, is_missing, names_in
from scorekeeper.text import _, ngettext


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be."""

    text: str
    """A sentence that names the file or the match."""
    harm: bool = True
    """Whether something cannot be used; False for what is only in the way."""
    mends: bool = True
    """Whether `repair` does something about it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a data folder."""

    folder: str
    exists: bool
    matches: int
    """Matches that read well."""
    trash: int
    """Deleted matches that can be brought back."""
    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
    stuck: tuple[SetAside, ...]
    """What should have been set aside and could not be moved: it is where it was."""


class Examiner(DataFolder):
    """Looks over one data folder."""

    def examine(self) -> Report:
        """What there is, without changing anything."""
        exists = os.path.lexists(self.places.root)
        good: dict[str, str] = {}
        met: dict[str, Met] = {}
        findings = [*self._folders(), *self._matches(good, met)] if exists else []
        findings += [*self._app(), *self._strangers(met), *self._recent(good)] if exists else []
        findings += [*self._made_again(), *self._copies(), *self._leftovers()] if exists else []
        return Report(
            str(self.places.root), exists, len(good), len(self.trashed()), tuple(findings),
            self.asides.lying(), self.asides.stuck(),
        )  # fmt: skip

    def _folders(self) -> Iterator[Finding]:
        places = self.places
        for folder in (places.root, places.matches, places.previous, places.trash, places.set_aside, places.locks):
            try:
                is_folder = folder.is_dir()
            except OSError:
                is_folder = True  # it cannot be seen, and so cannot be read either
            if not is_folder:
                if os.path.lexists(folder):
                    yield Finding(_("{path} is no folder.").format(path=folder), mends=False)
            elif not os.access(folder, os.R_OK | os.X_OK):
                yield Finding(_("Nothing can be read from {path}.").format(path=folder), mends=False)
            elif not os.access(folder, os.W_OK):
                yield Finding(_("Nothing can be written to {path}.").format(path=folder), mends=False)

    def names(self) -> list[str]:
        """The names of everything among the matches, as far as they can be seen."""
        with suppress(StoreError):
            return names_in(self.places.matches)
        return []

    def trashed(self) -> list[TrashedFile]:
        """What lies in the trash as far as it can be seen, older than 30 days too."""
        with suppress(StoreError):
            return self.files.bin.files()
        return []

    def _matches(self, good: dict[str, str], met: dict[str, Met]) -> Iterator[Finding]:
        """What is wrong with match files; `good` gets the state of each that reads, by id, `met` the people in it."""
        seen: dict[str, str] = {}
        for name in self.names():
            match_id = id_of(name)
            if match_id is None:
                if not is_temporary(name):
                    yield Finding(
                        _("{name} among the matches is none of ours; nothing reads it.").format(name=name), harm=False
                    )
                continue
            if match_id.lower() in seen:
                yield Finding(
                    _("{name} and {other} have the same id; only the later one is used.").format(
                        name=name, other=seen[match_id.lower()]
                    )
                )
            seen[match_id.lower()] = name
            try:
                match = self.files.file.read(self.places.matches / name).match
            except (StoreError, Unreadable) as error:
                yield _unread(_("{name} cannot be read: {why}"), name, error)
                continue
            good[match_id] = state(match)
            meet(met, ((player.id, player.name) for player in match.players), match.updated)
            for problem in check_match(match):
                yield Finding(str(Fault(match_id, problem)), mends=False)

    def _app(self) -> Iterator[Finding]:
        if os.path.lexists(self.app.path):  # else see `_leftovers`
            try:
                self.app.check()
            except (StoreError, Unreadable) as error:
                yield _unread(_("{name} cannot be read: {why}"), self.app.path.name, error)
            try:
                with suppress(StoreError):
                    self.app.check_copy()
            except Unreadable as error:
                yield Finding(copy_reason(self.app.path.name, error), harm=False)

    def _strangers(self, met: dict[str, Met]) -> Iterator[Finding]:
        """People of the matches whom the house does not know."""
        with suppress(StoreError, Unreadable):
            self.app.check()
            names = [str(each["name"]) for each in introduced(read_table(self.app.path, PLAYERS), met).values()]
            if names:
                told = ngettext(
                    "{count} player of the matches is not known: {names}.",
                    "{count} players of the matches are not known: {names}.",
                    len(names),
                )
                yield Finding(told.format(count=len(names), names=some_of(names)))

    def _copies(self) -> Iterator[Finding]:
        """What is no copy of a match that is there, and is in the way of one."""
        for path in self.no_copies():
            yield Finding(copy_reason(path.name, Unreadable(_("It is not an ordinary file."))), harm=False)

    def no_copies(self) -> list[Path]:
        with suppress(StoreError):
            orphans = set(self.orphans())
            paths = [self.places.previous / name for name in names_in(self.places.previous)]
            return [
                path for path in paths if path not in orphans and id_of(path.name) is not None and not is_file(path)
            ]
        return []

    def _recent(self, good: dict[str, str]) -> Iterator[Finding]:
        with suppress(StoreError):
            listed = self.files.recent.read()
            live = {match_id for match_id, how in good.items() if how == "live"}
            # Of a match that cannot be read nobody knows.
            unread = {id_of(name) or "" for name in self.names()} - good.keys()
            if good and (listed is None or listed.live.keys() - listed.doubtful - unread != live - listed.doubtful):
                yield Finding(_("The list of unfinished matches is not up to date."), harm=False)

    def _made_again(self) -> Iterator[Finding]:
        for file in (self.files.listing.index.file, self.files.digest_file.file):
            text = None
            if is_in_the_way(file.path):
                text = _("{name} is no file, so that all matches are read every time.")
            elif is_dead_link(file.path) or file.is_damaged():
                text = _("{name} cannot be read; whoever lists the matches next makes it again.")
            if text is not None:
                yield Finding(text.format(name=file.path.name), harm=False)

    def _leftovers(self) -> Iterator[Finding]:
        for path in self.temporaries():
            yield Finding(_("{path} was left by a write that broke off.").format(path=path), harm=False)
        for path in self.orphans():
            try:
                self.read_copy(path)
            except (StoreError, Unreadable) as error:
                gone = _("{name} is gone, and the copy of it from before its last change cannot be read: {why}")
                yield _unread(gone, path.name, error)
                continue
            yield Finding(_("{name} is gone, but there is a copy from before its last change.").format(name=path.name))
        for each in self.trashed():
            try:
                self.files.file.read(each.path)
            except (StoreError, Unreadable) as error:
                told = _("{name} in the trash cannot be read: {why}").format(name=each.path.name, why=error)
                yield Finding(told, harm=False, mends=False)
        oldest = self.clock() - KEPT
        old = sum(each.deleted < oldest for each in self.trashed())
        if old:
            yield Finding(_("Matches deleted more than 30 days ago: {count}.").format(count=old), harm=False)

    def temporaries(self) -> list[Path]:
        found = [self.places.restoring] if os.path.lexists(self.places.restoring) else []
        for folder in (self.places.root, self.places.matches, self.places.set_aside):
            with suppress(StoreError):
                found += [folder / name for name in names_in(folder) if is_temporary(name)]
        return found

    def orphans(self) -> list[Path]:
        """Copies of what is gone: of matches that are not in the trash either, and of players and settings."""
        found: list[Path] = []
        with suppress(StoreError):  # where it cannot be seen what is there, nothing is known to be gone
            names = {*names_in(self.places.matches), *(each.name for each in self.files.bin.files())}
            ids = {(id_of(name) or "").lower() for name in names}
            for name in names_in(self.places.previous):
                match_id = id_of(name)
                if match_id is not None and match_id.lower() not in ids:
                    found.append(self.places.previous / name)
            if not os.path.lexists(self.places.app) and os.path.lexists(self.app.previous):
                found.append(self.app.previous)
        return found

    def read_copy(self, path: Path) -> None:
        """Read a copy from before a last change.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it stands in for nothing.
        """
        self.app.check_copy() if path == self.app.previous else self.files.file.read(path)


def is_file(path: Path) -> bool:
    """Whether that is an ordinary file; what cannot be seen is taken for one."""
    try:
        return S_ISREG(path.stat().st_mode)
    except OSError as error:
        return not is_missing(error)


def is_in_the_way(path: Path) -> bool:
    """Whether something there is neither a file nor gives way to one: a folder, or a link to what is no file."""
    return not is_file(path) and (path.is_dir() or (path.is_symlink() and not is_dead_link(path)))


def _unread(text: str, name: str, error: Exception) -> Finding:
    """That a file cannot be read; what the disk does not give, or a later version wrote, is left as it is."""
    mends = isinstance(error, Unreadable) and not isinstance(error, TooNew)
    return Finding(text.format(name=name, why=error), mends=mends)


def is_temporary(name: str) -> bool:
    return name.startswith(".") and name.endswith(".tmp")
