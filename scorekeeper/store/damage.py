"""Match files that cannot be read: what is left of them goes on, and what they held is set aside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from scorekeeper.rules.journal import Journal
from scorekeeper.store.codec import TooNew
from scorekeeper.store.filenames import id_of
from scorekeeper.store.locks import BRIEF, Locks
from scorekeeper.store.matchfile import MatchFile
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import NoSuchMatch, StoreError
from scorekeeper.store.recent import Recent
from scorekeeper.store.setaside import Lost, SetAsides, copy_reason, moved, reason_of
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.trash import TrashedFile
from scorekeeper.text import _, ngettext


class Damage:
    """What is done about the damaged matches of one data folder."""

    def __init__(
        self,
        places: Places,
        locks: Locks,
        asides: SetAsides,
        recent: Recent,
        file: MatchFile,
        put: Callable[[Path, Journal], None],
    ) -> None:
        """Name what it works with; nothing is read yet.

        Args:
            places: where everything lies.
            locks: the locks of the data folder.
            asides: where damaged files go.
            recent: the list of recent matches.
            file: reads match files.
            put: writes a match in the place of its file; the lock of the match is held.
        """
        self.places = places
        self.locks = locks
        self.asides = asides
        self.recent = recent
        self.file = file
        self.put = put

    def _rest(self, path: Path, name: str) -> tuple[Journal, str, str | None] | None:
        """What is left of a damaged match, a sentence on what that is, and its id if its last change is lost.

        That is all but its past, else the copy from before its last change, else None.

        Args:
            path: the damaged file.
            name: its name among the matches.

        Raises:
            StoreError: there is a copy, but the disk does not give it.
        """
        rest = self.file.rest_of(path)
        if rest is not None:
            told = _("The match {id} is whole, but nothing in it can be undone, and what was half typed is gone.")
            return rest, told.format(id=rest.match.id), None
        with suppress(NoSuchMatch, Unreadable):
            match = (rest := self.file.read(self.places.previous / name)).match
            told = ngettext(
                "The match {id} goes on from revision {revision}, before its last change, with {count} round.",
                "The match {id} goes on from revision {revision}, before its last change, with {count} rounds.",
                len(match.rounds),
            )
            return rest, told.format(id=match.id, revision=match.revision, count=len(match.rounds)), match.id
        return None

    def recovered(self, path: Path) -> Journal:
        """The journal of a damaged file, from what is left of it or from the copy before the last change; that is told.

        Raises:
            Lost: there is neither; the sentence says where the file was put.
            StoreError: nothing can be written.
        """
        match_id = id_of(path.name) or ""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            try:
                return self.file.read(path)  # somebody else may have mended it meanwhile
            except Unreadable as error:
                reason = reason_of(path.name, error)
            found = self._rest(path, path.name)
            self.file.forget(path)
            if found is None:
                raise self._lost(path, match_id, reason)
            rest, follows, went_back = found
            target = self.asides.keep(path, f"{reason} {follows}")
            self.put(path, rest)
            self.asides.tell(moved(f"{reason} {follows}", target), went_back=went_back)
            return rest

    def _lost(self, path: Path, match_id: str, reason: str) -> Lost:
        told = moved(reason, self.asides.put(path, reason))
        with suppress(StoreError):
            told = f"{told} {self.put_bad_copy_aside(path.name)}".rstrip()
        with suppress(StoreError):
            self.recent.change(lambda each: each.without(match_id), wait=BRIEF)
        return Lost(told)

    def rest_as_it_lies(self, path: Path, damage: Unreadable, stuck: StoreError) -> Journal:
        """What is left of a damaged match that has to stay where it is; that is told.

        Raises:
            StoreError: there is nothing left.
        """
        reason = reason_of(path.name, damage)
        found = self._rest(path, path.name)
        if found is None:
            self.asides.note(path, reason)
            raise StoreError(f"{reason} {stuck}") from stuck
        rest, follows, went_back = found
        self.asides.note(path, f"{reason} {follows}")
        self.asides.tell(f"{reason} {follows} {stuck}", went_back=went_back)
        return rest

    def put_bad_copy_aside(self, name: str) -> str:
        """Set aside a copy that cannot be read; gives a sentence, "" where there is none. The match's lock is held.

        Raises:
            StoreError: the disk does not give it, or it cannot be moved.
        """
        copy = self.places.previous / name
        try:
            self.file.read(copy)
        except (NoSuchMatch, TooNew):
            return ""
        except Unreadable as error:
            reason = copy_reason(name, error)
            return moved(reason, self.asides.put(copy, reason))
        return ""

    def need_rest(self, gone: TrashedFile) -> None:
        """Refuse to bring back a deleted match of which nothing is left; it stays in the trash.

        Raises:
            StoreError: nothing is left of it.
        """
        try:
            self.file.read(gone.path)
        except TooNew:
            return
        except Unreadable as error:
            if self._rest(gone.path, gone.name) is None:
                told = _("The deleted match {id} cannot be brought back; its file cannot be read: {why}")
                raise StoreError(told.format(id=gone.id, why=error)) from error
