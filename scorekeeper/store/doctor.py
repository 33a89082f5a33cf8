"""Looking over a data folder: where it is, whether all of it reads, what lies there that should not; and mending it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from stat import S_ISREG

from scorekeeper.rules.course import state
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.store.datafolder import DataFolder
from scorekeeper.store.faults import Fault
from scorekeeper.store.filenames import KEPT, id_of
from scorekeeper.store.protocol import SetAside, StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_tables
from scorekeeper.store.trash import TrashedFile
from scorekeeper.store.wholefile import is_missing, names_in
from scorekeeper.text import _


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be."""

    text: str
    """A sentence that names the file or the match."""
    harm: bool = True
    """Whether something cannot be used; False for what is only in the way."""


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


class Doctor(DataFolder):
    """Looks over one data folder."""

    def examine(self) -> Report:
        """What there is, without changing anything."""
        exists = os.path.lexists(self.places.root)
        good: dict[str, str] = {}
        findings = [*self._folders(), *self._matches(good)] if exists else []
        findings += [*self._app(), *self._recent(good), *self._made_again(), *self._leftovers()] if exists else []
        return Report(str(self.places.root), exists, len(good), len(self._trash()), tuple(findings), self.asides.all())

    def _folders(self) -> Iterator[Finding]:
        places = self.places
        for folder in (places.root, places.matches, places.previous, places.trash, places.set_aside, places.locks):
            try:
                is_folder = folder.is_dir()
            except OSError:
                is_folder = True  # it cannot be seen, and so cannot be read either
            if not is_folder:
                if os.path.lexists(folder):
                    yield Finding(_("{path} is no folder.").format(path=folder))
            elif not os.access(folder, os.R_OK | os.X_OK):
                yield Finding(_("Nothing can be read from {path}.").format(path=folder))
            elif not os.access(folder, os.W_OK):
                yield Finding(_("Nothing can be written to {path}.").format(path=folder))

    def _names(self) -> list[str]:
        with suppress(StoreError):
            return names_in(self.places.matches)
        return []

    def _trash(self) -> list[TrashedFile]:
        """What lies in the trash as far as it can be seen, older than 30 days too."""
        with suppress(StoreError):
            return self.files.bin.files()
        return []

    def _matches(self, good: dict[str, str]) -> Iterator[Finding]:
        """What is wrong with match files; `good` gets the state of each that reads, by id."""
        seen: dict[str, str] = {}
        for name in self._names():
            match_id = id_of(name)
            if match_id is None:
                if not _is_temporary(name):
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
                yield Finding(_("{name} cannot be read: {why}").format(name=name, why=error))
                continue
            good[match_id] = state(match)
            for problem in check_match(match):
                yield Finding(str(Fault(match_id, problem)))

    def _app(self) -> Iterator[Finding]:
        try:
            self.app.check()
        except (StoreError, Unreadable) as error:
            yield Finding(_("{name} cannot be read: {why}").format(name=self.places.app.name, why=error))

    def _recent(self, good: dict[str, str]) -> Iterator[Finding]:
        with suppress(StoreError):
            listed = self.files.recent.read()
            live = {match_id for match_id, how in good.items() if how == "live"}
            # Of a match that cannot be read nobody knows.
            unread = {id_of(name) or "" for name in self._names()} - good.keys()
            if good and (listed is None or listed.live.keys() - listed.doubtful - unread != live - listed.doubtful):
                yield Finding(_("The list of unfinished matches is not up to date."), harm=False)

    def _made_again(self) -> Iterator[Finding]:
        for file in (self.files.listing.index.file, self.files.digest_file.file):
            text = None
            if _is_no_file(file.path):
                text = _("{name} is no file, so that all matches are read every time.")
            elif file.is_damaged():
                text = _("{name} cannot be read; whoever lists the matches next makes it again.")
            if text is not None:
                yield Finding(text.format(name=file.path.name), harm=False)

    def _leftovers(self) -> Iterator[Finding]:
        for path in self._temporaries():
            yield Finding(_("{path} was left by a write that broke off.").format(path=path), harm=False)
        for path in self._orphans():
            yield Finding(_("{name} is gone, but there is a copy from before its last change.").format(name=path.name))
        oldest = self.clock() - KEPT
        old = sum(each.deleted < oldest for each in self._trash())
        if old:
            yield Finding(_("Matches deleted more than 30 days ago: {count}.").format(count=old), harm=False)

    def _temporaries(self) -> list[Path]:
        found = [self.places.restoring] if os.path.lexists(self.places.restoring) else []
        for folder in (self.places.root, self.places.matches, self.places.set_aside):
            with suppress(StoreError):
                found += [folder / name for name in names_in(folder) if _is_temporary(name)]
        return found

    def _orphans(self) -> list[Path]:
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

    def repair(self) -> tuple[str, ...]:
        """Mend what can be mended; gives a sentence for each thing done. Nothing that cannot be read is lost.

        Raises:
            StoreError: something could not be written.
        """
        if not os.path.lexists(self.places.root):
            return ()
        before = {each.path for each in self.asides.all()}
        done: list[str] = []
        self._mend_names()
        self.files.summaries()
        self.app.mend()
        done += list(self._bring_back())
        for path in self._temporaries():
            with self.locks.hold(self._lock_of(path)):
                with suppress(OSError):
                    rmtree(path) if path == self.places.restoring else path.unlink()
                done.append(_("Removed {path}.").format(path=path))
        count = self.files.empty_trash()
        if count:
            done.append(_("Removed for good from the trash: {count}.").format(count=count))
        done += self._list_again()
        told = [each.text for each in self.asides.told()]
        silent = (each for each in self.asides.all() if each.path not in before)
        done += [*told, *(each.reason for each in silent if not any(each.path in text for text in told))]
        return tuple(done)

    def _mend_names(self) -> None:
        """Set aside all but the newest of files that have one id."""
        by_id: dict[str, list[str]] = {}
        for name in self._names():
            match_id = id_of(name)
            if match_id is not None:
                by_id.setdefault(match_id.lower(), []).append(name)
        for match_id, names in by_id.items():
            if len(names) > 1:
                with self.locks.hold(self.locks.match(match_id)):
                    ranked = sorted(names, key=self._rank)
                    for name in ranked[:-1]:
                        reason = _("{name} has the same id as {other}.").format(name=name, other=ranked[-1])
                        self.asides.put(self.places.matches / name, reason)

    def _rank(self, name: str) -> tuple[int, str]:
        try:
            return self.files.file.read(self.places.matches / name).match.revision, name
        except (StoreError, Unreadable):
            return -1, name

    def _bring_back(self) -> Iterator[str]:
        for path in self._orphans():
            of_app = path == self.app.previous
            with suppress(OSError, Unreadable, StoreError), self.locks.hold(self._lock_of(path)):
                read_tables(path) if of_app else self.files.file.read(path)
                os.link(path, self.places.app if of_app else self.places.matches / path.name)
                yield _("Brought back {name} as it was before its last change.").format(name=path.name)

    def _list_again(self) -> list[str]:
        """Make the list of recent matches and the index anew."""
        for path in (self.places.index, self.places.digests):
            if _is_no_file(path):
                with self.locks.hold(path.stem):
                    self.asides.put(path, _("{name} was no file.").format(name=path.name))
            with suppress(OSError):
                path.unlink()
        try:
            before = self.files.recent.read()
        except StoreError:
            self.files.recent.make_room()
            before = None
        self.files.which.make_again()
        after = self.files.recent.read()
        if after is None or (before is not None and before.live == after.live):
            return []
        return [_("Made the list of unfinished matches again.")]

    def _lock_of(self, path: Path) -> str:
        """The lock that whoever writes a file or its temporary one holds."""
        name = path.name[1:].removesuffix(".tmp") if _is_temporary(path.name) else path.name
        match_id = id_of(name)
        return self.locks.match(match_id) if match_id is not None else name.removesuffix(".json")


def _is_no_file(path: Path) -> bool:
    try:
        return not S_ISREG(path.stat().st_mode)
    except OSError as error:  # a link that leads nowhere is none; of what cannot be seen nothing is known
        return is_missing(error) and os.path.islink(path)  # noqa: PTH114


def _is_temporary(name: str) -> bool:
    return name.startswith(".") and name.endswith(".tmp")
