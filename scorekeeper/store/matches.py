"""One TinyDB file a match: kept whole or not at all, read without a lock, never overwritten when it cannot be read."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.store.codec import TooNew
from scorekeeper.store.filenames import file_name, id_of
from scorekeeper.store.locks import BRIEF, Locks
from scorekeeper.store.matchfile import MatchFile
from scorekeeper.store.matchfolder import MatchFolder, meant
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import Deleted, NoSuchMatch, Outdated, SetAside, StoreError, Trashed
from scorekeeper.store.recent import Recent
from scorekeeper.store.setaside import Lost, SetAsides, reason_of
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.whichmatches import WhichMatches
from scorekeeper.store.wholefile import folder_gone, is_there, make_folder, move
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.match import Match
    from scorekeeper.rules.summary import Summary
    from scorekeeper.store.damage import Damage
    from scorekeeper.store.digests import Digests
    from scorekeeper.store.index import Book
    from scorekeeper.store.listing import Listing
    from scorekeeper.store.remembered import Progress
    from scorekeeper.store.trash import TrashBin


class MatchFiles:
    """The matches of one data folder; see `protocol.Matches` for what each call promises."""

    def __init__(self, places: Places, locks: Locks, asides: SetAsides, clock: Callable[[], datetime]) -> None:
        """Name the folder; nothing is read or made yet."""
        self.places = places
        self.locks = locks
        self.asides = asides
        self.clock = clock
        self.recent = Recent(places.recent, locks, asides)
        self.folder = MatchFolder(places.matches, self.recent)
        self.file = MatchFile()
        self.which = WhichMatches(self.recent, self.folder, self._is_live, lambda: self.listing.by_name())

    # These are not there before somebody asks for them: opening a match that is sound needs none.

    @cached_property
    def bin(self) -> TrashBin:
        """Deleted matches."""
        from scorekeeper.store.trash import TrashBin  # noqa: PLC0415

        return TrashBin(self.places.trash, self.clock)

    @cached_property
    def damage(self) -> Damage:
        """What is done about matches that cannot be read."""
        from scorekeeper.store.damage import Damage  # noqa: PLC0415

        return Damage(self.places, self.locks, self.asides, self.recent, self.file, self._put_again)

    @cached_property
    def listing(self) -> Listing:
        """All matches for lists of them."""
        from scorekeeper.store.listing import Listing  # noqa: PLC0415

        return Listing(self.places, self.locks, self.recent, self.which, self._loaded)

    @cached_property
    def digest_file(self) -> Digests:
        """What finished matches say about their players."""
        from scorekeeper.store.digests import Digests  # noqa: PLC0415

        return Digests(self.places.digests, self.locks, self.places.matches)

    def find(self, beginning: str) -> str:
        """See `protocol.Matches.find`."""
        ids = {key: id_of(name) or "" for key, name in self.folder.scan().items()}
        try:
            return meant(ids, beginning, _("There is no match “{beginning}”."))
        except NoSuchMatch as error:
            raise self._deleted(beginning) or error from None

    # Reading

    def load(self, match_id: str) -> Journal:
        """See `protocol.Matches.load`."""
        path = self.folder.locate(match_id)
        if path is None:
            raise self._no_such(match_id)
        try:
            return self.file.read(path)
        except TooNew as error:
            raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error
        except Unreadable as error:
            try:
                return self.damage.recovered(path)
            except Lost:
                raise
            except StoreError as stuck:  # nothing can be written; what is left can be read all the same
                return self.damage.rest_as_it_lies(path, error, stuck)

    def _no_such(self, match_id: str) -> StoreError:
        if self.locks.have_vanished:
            return folder_gone(self.places.matches)
        return self._deleted(match_id) or NoSuchMatch(_("There is no match {id}.").format(id=match_id))

    def _deleted(self, match_id: str) -> Deleted | None:
        """What to say of a match that lies in the trash, if one of that whole id does."""
        for gone in self.bin.kept():
            if gone.id.lower() == match_id.lower():
                return Deleted(
                    _(
                        "The match {id} was deleted; “scorekeeper restore {id}”, or Ctrl+Z in the list of matches, "
                        "brings it back."
                    ).format(id=gone.id)
                )
        return None

    # Writing

    def create(self, journal: Journal) -> None:
        """See `protocol.Matches.create`."""
        match = journal.match
        with self.locks.hold(self.locks.match(match.id)):
            path = self.places.matches / file_name(match)
            if self.folder.has(match.id) or is_there(path):
                raise StoreError(_("There is a match {id} already; ids differ by more than case.").format(id=match.id))
            self.which.get_ready()
            make_folder(self.places.matches)
            self._put(path, journal, previous=None, begin=True)
            self.folder.came(match.id, path.name)

    def save(self, journal: Journal, *, based_on: int) -> None:
        """See `protocol.Matches.save`."""
        match_id = journal.match.id
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self.folder.locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            previous: Path | None = self.places.previous / path.name
            try:
                revision, _next = self.file.current(path)
            except TooNew as error:
                raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error
            except Unreadable as error:
                # Whoever saves holds the match itself, so only what cannot be read has to be kept.
                self.file.forget(path)
                reason = reason_of(path.name, error)
                follows = _("The match {id} was written again as whoever saved it had it.").format(id=match_id)
                self.asides.keep_and_tell(path, f"{reason} {follows}")
                revision, previous = based_on, None
            if revision != based_on:
                raise Outdated(
                    _("Nothing was saved: the match was changed in another window meanwhile."), self.file.read(path)
                )
            self._put(path, journal, previous=previous)

    def _put(self, path: Path, journal: Journal, *, previous: Path | None, begin: bool = False) -> None:
        """Write a match, and tell the list of recent ones where it has to know. The caller holds the match's lock."""
        match_id = journal.match.id
        live = state(journal.match) == "live"
        with self.which.changing(match_id, path, live, begin=begin) as one_of_many:
            self.file.write(path, journal, previous=previous, one_of_many=one_of_many)

    def _put_again(self, path: Path, journal: Journal) -> None:
        """Write what is left of a damaged match in its place; what was there is no copy to keep."""
        self._put(path, journal, previous=None)

    def together(self, matches: Sequence[Match]) -> AbstractContextManager[None]:
        """See `protocol.Matches.together`."""
        return self.which.together(matches)

    def save_draft(self, match_id: str, draft: Draft | None) -> None:
        """See `protocol.Matches.save_draft`."""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self.folder.locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            try:
                with self.which.last(path):
                    self.file.write_draft(path, draft)
            except Unreadable as error:
                raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error

    # Which match

    def open_ids(self) -> tuple[str, ...]:
        """See `protocol.Matches.open_ids`."""
        return self.which.open_ids()

    def last_id(self) -> str | None:
        """See `protocol.Matches.last_id`."""
        return self.which.last_id()

    def _loaded(self, match_id: str) -> Match | None:
        """A match for somebody who asked for many; what cannot be read is told and left out."""
        try:
            return self.load(match_id).match
        except NoSuchMatch:
            return None  # deleted meanwhile
        except StoreError as error:
            self.asides.tell(str(error))
            return None

    def _is_live(self, match_id: str) -> bool | None:
        """Whether a match is live; None where the disk does not give it."""
        try:
            return state(self.load(match_id).match) == "live"
        except (NoSuchMatch, Lost):
            return False
        except StoreError as error:
            return False if isinstance(error.__cause__, TooNew) else None

    def summaries(self, progress: Progress | None = None) -> tuple[Summary, ...]:
        """See `protocol.Matches.summaries`."""
        return self.listing.summaries(progress)

    def book(self, progress: Progress | None = None) -> Book:
        """See `protocol.Matches.book`."""
        return self.listing.book(progress)

    def first_of_book(self, most: int) -> tuple[Summary, ...]:
        """See `protocol.Matches.first_of_book`."""
        return self.listing.first(most)

    def digests(self, progress: Progress | None = None) -> tuple[MatchDigest, ...]:
        """See `protocol.Matches.digests`. What cannot be read is set aside, told and left out."""
        found = self.digest_file.all(
            lambda name: id_of(name) is not None, lambda name: self._loaded(id_of(name) or ""), progress
        )
        if not found:
            self.listing.need_folder()
        return found

    # The trash

    def delete(self, match_id: str, at: str) -> None:
        """See `protocol.Matches.delete`."""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self.folder.locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            self.bin.put(path, at)
            self.folder.went(match_id)
            self._forget_previous(path.name)
            with suppress(StoreError):  # what is listed without a file is passed over
                self.recent.change(lambda each: each.without(id_of(path.name) or ""), wait=BRIEF)
        self.empty_trash()

    def _forget_previous(self, name: str) -> None:
        """Remove the copy of a match that is gone, so that nobody takes the match for a lost one."""
        with suppress(OSError):
            if not os.path.lexists(self.places.matches / name):
                (self.places.previous / name).unlink()

    def empty_trash(self) -> int:
        """Remove for good what was deleted more than 30 days ago; gives how many."""
        gone = self.bin.empty()
        for name in gone:
            self._forget_previous(name)
        return len(gone)

    def trash(self) -> tuple[Trashed, ...]:
        """See `protocol.Matches.trash`."""
        return self.bin.kept()

    def restore(self, beginning: str) -> str:
        """See `protocol.Matches.restore`."""
        kept = {gone.id.lower(): gone.id for gone in self.bin.kept()}
        match_id = meant(kept, beginning, _("There is no deleted match “{beginning}”."))
        with self.locks.hold(self.locks.match(match_id), begin=False):
            if self.folder.has(match_id):
                raise StoreError(_("There is a match {id} already, which is not deleted.").format(id=match_id))
            found = next((each for each in self.bin.files() if each.id == match_id), None)
            if found is None:
                raise self._no_such(match_id)
            self.damage.need_rest(found)
            self.which.doubt({match_id: found.name})
            move(found.path, self.places.matches / found.name)
            self.folder.came(match_id, found.name)
        self.which.look_at({match_id: found.name})
        return match_id

    # Watching

    def stamp(self, match_id: str) -> object:
        """See `protocol.Matches.stamp`."""
        return self.folder.stamp(match_id)

    def set_aside(self) -> tuple[SetAside, ...]:
        """See `protocol.Matches.set_aside`."""
        return self.asides.all()
