"""Looking over a data folder: where it is, whether all of it reads, what lies there that should not; and mending it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from scorekeeper.rules.course import state
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.store.datafolder import DataFolder
from scorekeeper.store.faults import Fault
from scorekeeper.store.filenames import KEPT, id_of
from scorekeeper.store.protocol import SetAside, StoreError
from scorekeeper.store.strictjson import Unreadable
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
        exists = self.places.root.is_dir()
        good: dict[str, str] = {}
        findings = [*self._folder(), *self._matches(good)] if exists else []
        findings += [*self._app(), *self._recent(good), *self._leftovers()] if exists else []
        return Report(
            str(self.places.root), exists, len(good), len(self.files.trash()), tuple(findings), self.asides.all()
        )

    def _folder(self) -> Iterator[Finding]:
        if not os.access(self.places.root, os.W_OK | os.X_OK):
            yield Finding(_("Nothing can be written to {path}.").format(path=self.places.root))

    def _names(self) -> list[str]:
        with suppress(OSError):
            return sorted(path.name for path in self.places.matches.iterdir())
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
            if good and (listed is None or set(listed.live) - listed.doubtful != live - listed.doubtful):
                yield Finding(_("The list of unfinished matches is not up to date."), harm=False)

    def _leftovers(self) -> Iterator[Finding]:
        for path in self._temporaries():
            yield Finding(_("{path} was left by a write that broke off.").format(path=path), harm=False)
        for path in self._orphans():
            yield Finding(
                _("{name} is gone from the matches, but there is a copy from before its last change.").format(
                    name=path.name
                )
            )
        oldest = self.clock() - KEPT
        old = sum(each.deleted < oldest for each in self.files.bin.files())
        if old:
            yield Finding(_("Matches deleted more than 30 days ago: {count}.").format(count=old), harm=False)

    def _temporaries(self) -> list[Path]:
        found = [self.places.restoring] if self.places.restoring.is_dir() else []
        for folder in (self.places.root, self.places.matches, self.places.set_aside):
            with suppress(OSError):
                found += sorted(path for path in folder.iterdir() if _is_temporary(path.name))
        return found

    def _orphans(self) -> list[Path]:
        """Copies of matches that are neither among the matches nor in the trash."""
        names = set(self._names()) | {each.name for each in self.files.bin.files()}
        ids = {(id_of(name) or "").lower() for name in names}
        with suppress(OSError):
            return sorted(
                path
                for path in self.places.previous.iterdir()
                if (match_id := id_of(path.name)) is not None and match_id.lower() not in ids
            )
        return []

    def repair(self) -> tuple[str, ...]:
        """Mend what can be mended; gives a sentence for each thing done. Nothing that cannot be read is lost.

        Raises:
            StoreError: something could not be written.
        """
        if not self.places.root.is_dir():
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
                    rmtree(path) if path.is_dir() else path.unlink()
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
            with suppress(OSError, Unreadable, StoreError), self.locks.hold(self.locks.match(id_of(path.name) or "")):
                self.files.file.read(path)
                os.link(path, self.places.matches / path.name)
                yield _("Brought back {name} as it was before its last change.").format(name=path.name)

    def _list_again(self) -> list[str]:
        """Make the list of recent matches and the index anew."""
        for path in (self.places.index, self.places.digests):
            with suppress(OSError):
                path.unlink()
        before = self.files.recent.read()
        self.files.which.make_again()
        after = self.files.recent.read()
        if after is None or (before is not None and before.live == after.live):
            return []
        return [_("Made the list of unfinished matches again.")]

    def _lock_of(self, path: Path) -> str:
        """The lock that whoever writes a temporary file holds."""
        name = path.name if path == self.places.restoring else path.name[1:].removesuffix(".tmp")
        match_id = id_of(name)
        return self.locks.match(match_id) if match_id is not None else name.removesuffix(".json")


def _is_temporary(name: str) -> bool:
    return name.startswith(".") and name.endswith(".tmp")
