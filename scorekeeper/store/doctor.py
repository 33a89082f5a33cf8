"""Mending a data folder: what cannot be used is set aside, what there is a copy of is brought back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

from scorekeeper.store.appfile import PLAYERS, UNSURE
from scorekeeper.store.examiner import Examiner, is_file, is_in_the_way, is_temporary
from scorekeeper.store.filenames import KEPT, id_of
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.setaside import moved
from scorekeeper.store.strangers import introduce, introduced, met_in
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import write_whole
from scorekeeper.text import _


class Doctor(Examiner):
    """Looks over one data folder, and mends it."""

    def repair(self) -> tuple[str, ...]:
        """Mend what can be mended; gives a sentence for each thing done. Nothing that cannot be read is lost.

        Raises:
            StoreError: something could not be written.
        """
        if not os.path.lexists(self.places.root):
            return ()
        before = {each.path for each in self.asides.lying()}
        done: list[str] = []
        self._mend_names()
        self.files.summaries()
        self.app.mend()
        done += [*self._bring_back(), *self._put_copies_aside()]
        self._know_again()
        done += self._clear_away()
        count = self.files.empty_trash()
        if count:
            done.append(_("Removed for good from the trash: {count}.").format(count=count))
        done += [*self._put_old_aside(), *self._list_again()]
        told = [each.text for each in self.asides.told()]
        silent = (each for each in self.asides.lying() if each.path not in before)
        done = [*filter(None, done), *told]
        return (*done, *(each.reason for each in silent if not any(each.path in text for text in done)))

    def _clear_away(self) -> Iterator[str]:
        for path in self.temporaries():
            with self.locks.hold(self._lock_of(path)):
                try:
                    rmtree(path) if path == self.places.restoring else path.unlink()
                except OSError:  # a folder of that name, perhaps with something in it
                    with suppress(StoreError):
                        reason = _("{name} was in the way of writing.").format(name=path.name)
                        yield moved(reason, self.asides.put(path, reason))
                    continue
                yield _("Removed {path}.").format(path=path)

    def _put_old_aside(self) -> Iterator[str]:
        """Set aside what was in the trash for too long and cannot be removed, as it is no file."""
        oldest = self.clock() - KEPT
        for each in self.trashed():
            if each.deleted < oldest and not is_file(each.path):
                with suppress(StoreError), self.locks.hold(self.locks.match(each.id)):
                    reason = _("{name} in the trash was no file.").format(name=each.path.name)
                    yield moved(reason, self.asides.put(each.path, reason))

    def _know_again(self) -> None:
        """Know whoever sits in a match."""
        met = met_in(self.files.summaries())
        documents = self.app.read(PLAYERS)
        if UNSURE in documents or introduced(documents, met):
            introduce(self.app, met)

    def _mend_names(self) -> None:
        """Set aside all but the newest of files that have one id."""
        by_id: dict[str, list[str]] = {}
        for name in self.names():
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
        """Put copies of matches that are gone in their places."""
        for path in self.orphans():
            if path == self.app.previous:
                continue  # `AppFile.mend` has done it, where it can be read
            with suppress(OSError, Unreadable, StoreError), self.locks.hold(self._lock_of(path)):
                self.files.file.read(path)
                _give_name(path, self.places.matches / path.name)
                yield _("Brought back {name} as it was before its last change.").format(name=path.name)

    def _put_copies_aside(self) -> Iterator[str]:
        """Set aside the copies that stand in for nothing, as they cannot be read or are in the way of better ones."""
        for path in (self.app.previous, *self.orphans(), *self.no_copies()):
            with suppress(StoreError):  # what stays is found again by whoever looks
                try:
                    self.read_copy(path)
                except Unreadable:
                    of_app = path == self.app.previous
                    with self.locks.hold(self._lock_of(path)):
                        yield (
                            self.app.put_bad_copy_aside() if of_app else self.files.damage.put_bad_copy_aside(path.name)
                        )

    def _list_again(self) -> list[str]:
        """Make the list of recent matches and the index anew."""
        for path in (self.places.index, self.places.digests):
            if is_in_the_way(path):
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
        name = path.name[1:].removesuffix(".tmp") if is_temporary(path.name) else path.name
        match_id = id_of(name)
        return self.locks.match(match_id) if match_id is not None else name.removesuffix(".json")


def _give_name(path: Path, target: Path) -> None:
    """Give a copy the name of what it was made of as well; on a disk where no file has two names it is copied."""
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:
        write_whole(target, path.read_bytes())
