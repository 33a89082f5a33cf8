"""One TinyDB file a match: kept whole or not at all, read without a lock, never overwritten when it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.summary import Summary, summarise
from scorekeeper.store.codec import TooNew, read_journal
from scorekeeper.store.database import open_database
from scorekeeper.store.documents import draft_document, journal_document
from scorekeeper.store.filenames import file_name, id_of
from scorekeeper.store.index import Index, Progress, in_order, match_files
from scorekeeper.store.locks import Locks
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import NoSuchMatch, Outdated, SetAside, StoreError, Trashed
from scorekeeper.store.recent import Recent, RecentList, stamp_of
from scorekeeper.store.setaside import SetAsides
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.trash import TrashBin
from scorekeeper.store.wholefile import make_folder, move, read_whole
from scorekeeper.text import _

MATCH_TABLE: Final = "match"
DRAFT_TABLE: Final = "draft"
_REMEMBERED: Final = 8


class MatchFiles:
    """The matches of one data folder; see `protocol.Matches` for what each call promises."""

    def __init__(self, places: Places, locks: Locks, asides: SetAsides, clock: Callable[[], datetime]) -> None:
        """Name the folder; nothing is read or made yet."""
        self.places = places
        self.locks = locks
        self.asides = asides
        self.bin = TrashBin(places.trash, clock)
        self.recent = Recent(places.recent, locks)
        self.index = Index(places.index, locks)
        self._names: dict[str, str] = {}
        """Names of files by id in lower case, as far as they are known."""
        self._sound: dict[str, tuple[bytes, int, int]] = {}
        """The last few files that were read or written here, with the revision and the next round in each."""

    # Where a match is

    def _scan(self) -> dict[str, str]:
        with suppress(OSError):
            names = sorted(path.name for path in self.places.matches.iterdir())
            self._names = {found.lower(): name for name in names if (found := id_of(name)) is not None}
            return self._names
        self._names = {}
        return self._names

    def _locate(self, match_id: str) -> Path | None:
        """The file of a match; None where there is none."""
        key = match_id.lower()
        for names in (self._known_names, self._recent_names, self._scan):
            name = names().get(key)
            if name is not None and (path := self.places.matches / name).exists():
                self._names[key] = name
                return path
        return None

    def _known_names(self) -> dict[str, str]:
        return self._names

    def _recent_names(self) -> dict[str, str]:
        listed = self.recent.read()
        if listed is None:
            return {}
        pairs = [*listed.live.items(), *([] if listed.last is None else [listed.last])]
        return {match_id.lower(): name for match_id, name in pairs}

    def find(self, beginning: str) -> str:
        """See `protocol.Matches.find`."""
        ids = {key: id_of(name) or "" for key, name in self._scan().items()}
        return _meant(ids, beginning, _("There is no match “{beginning}”."))

    # Reading

    def load(self, match_id: str) -> Journal:
        """See `protocol.Matches.load`."""
        path = self._locate(match_id)
        if path is None:
            raise self._no_such(match_id)
        try:
            return self._read(path)
        except TooNew as error:
            raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error
        except Unreadable:
            return self._recovered(path)

    def _read(self, path: Path) -> Journal:
        """The journal in a file.

        Raises:
            NoSuchMatch: it is gone.
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        match_id = id_of(path.name) or ""
        database = open_database(path)
        with database.file.together():
            document = database.named_table(MATCH_TABLE).named(match_id)
            raw = database.file.raw
            if raw is None:
                raise self._no_such(match_id)
            draft = database.named_table(DRAFT_TABLE).named(match_id)
        journal = read_journal(document, draft)
        if journal.match.id != match_id:
            raise Unreadable(_("It holds another match, {id}.").format(id=journal.match.id))
        self._remember(match_id, raw, journal)
        return journal

    def _remember(self, match_id: str, raw: bytes | None, journal: Journal) -> None:
        self._sound.pop(match_id, None)
        if raw is not None:
            self._sound[match_id] = (raw, journal.match.revision, journal.match.next_round)
        while len(self._sound) > _REMEMBERED:
            del self._sound[next(iter(self._sound))]

    def _current(self, path: Path) -> tuple[int, int]:
        """Revision and next round of a file. What was read before is known by its bytes, so it is not parsed again."""
        match_id = id_of(path.name) or ""
        known = self._sound.get(match_id)
        if known is None or read_whole(path) != known[0]:
            journal = self._read(path)
            return journal.match.revision, journal.match.next_round
        return known[1], known[2]

    def _no_such(self, match_id: str) -> NoSuchMatch:
        if any(gone.id.lower() == match_id.lower() for gone in self.bin.kept()):
            return NoSuchMatch(_("The match {id} was deleted; it can be brought back.").format(id=match_id))
        return NoSuchMatch(_("There is no match {id}.").format(id=match_id))

    # Writing

    def create(self, journal: Journal) -> None:
        """See `protocol.Matches.create`."""
        match = journal.match
        with self.locks.hold(self.locks.match(match.id)):
            if match.id.lower() in self._scan():
                raise StoreError(_("There is a match {id} already; ids differ by more than case.").format(id=match.id))
            self._recents()
            make_folder(self.places.matches)
            path = self.places.matches / file_name(match)
            self._put(path, journal, previous=None, begin=True)
            self._names[match.id.lower()] = path.name

    def save(self, journal: Journal, *, based_on: int) -> None:
        """See `protocol.Matches.save`."""
        match_id = journal.match.id
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self._locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            previous: Path | None = self.places.previous / path.name
            try:
                revision, _next = self._current(path)
            except TooNew as error:
                raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error
            except Unreadable as error:
                # Whoever saves holds the match itself, so only what cannot be read has to be kept.
                self._put_aside(path, str(error))
                revision, previous = based_on, None
            if revision != based_on:
                raise Outdated(
                    _("Nothing was saved: the match was changed in another window meanwhile."), self._read(path)
                )
            self._put(path, journal, previous=previous)

    def _put(self, path: Path, journal: Journal, *, previous: Path | None, begin: bool = False) -> None:
        """Write a match, and tell the list of recent ones where it has to know. The caller holds the match's lock."""
        match_id = journal.match.id
        live = state(journal.match) == "live"
        listed = self.recent.read()
        known = (listed is None and not begin) or (listed is not None and listed.knows(match_id, live))
        if not known:
            self.recent.change(lambda each: each.doubting(match_id, path.name), begin=begin)
        database = open_database(path, previous=previous)
        with database.file.together(afresh=True):
            database.named_table(MATCH_TABLE).put(match_id, journal_document(journal))
            if journal.draft is not None and journal.draft.round == journal.match.next_round:
                database.named_table(DRAFT_TABLE).put(match_id, draft_document(journal.draft))
        self._remember(match_id, database.file.raw, journal)
        if not known:
            with suppress(StoreError):  # the match is saved, and the list says that it is doubtful
                self.recent.change(lambda each: each.settled(match_id, path.name, live))

    def save_draft(self, match_id: str, draft: Draft | None) -> None:
        """See `protocol.Matches.save_draft`."""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self._locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            try:
                revision, next_round = self._current(path)
            except Unreadable as error:
                raise StoreError(_("{path} cannot be read. {why}").format(path=path, why=error)) from error
            match_id = id_of(path.name) or ""
            database = open_database(path)
            table = database.named_table(DRAFT_TABLE)
            with database.file.together():
                if draft is not None and draft.texts and draft.round == next_round:
                    table.put(match_id, draft_document(draft))
                elif table.named(match_id) is not None:
                    table.put_all({})
            if database.file.raw is not None:
                self._sound[match_id] = (database.file.raw, revision, next_round)

    # Damage

    def _put_aside(self, path: Path, why: str) -> str:
        """Set a damaged file aside; gives the sentence about it. The caller holds the match's lock."""
        reason = _("{name} could not be read: {why}").format(name=path.name, why=why)
        target = self.asides.put(path, reason)
        self._sound.pop(id_of(path.name) or "", None)
        return _("{reason} It was set aside as {path}.").format(reason=reason, path=target)

    def _recovered(self, path: Path) -> Journal:
        """The journal of a damaged file, from what is left of it or from the copy before the last change.

        Raises:
            StoreError: there is neither; the sentence says where the file was put.
        """
        match_id = id_of(path.name) or ""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            try:
                return self._read(path)  # somebody else may have mended it meanwhile
            except Unreadable as error:
                why = str(error)
            rest = _rest_of(path, match_id)
            told = self._put_aside(path, why)
            if rest is None:
                with suppress(StoreError, Unreadable):
                    kept = self.places.previous / path.name
                    rest = self._read(kept)
            if rest is None:
                with suppress(StoreError):
                    self.recent.change(lambda each: each.without(match_id))
                raise StoreError(told)
            self._put(path, rest, previous=None)
            return rest

    # Which match

    def _recents(self) -> RecentList:
        """The list of recent matches, made again where it is missing."""
        found = self.recent.read()
        if found is None:
            self.summaries()
            found = self.recent.read()
        return found or self._listed_again(self._summaries(None)[0])

    def _listed_again(self, summaries: dict[str, Summary]) -> RecentList:
        ordered = sorted(summaries.items(), key=lambda item: item[1].updated)
        found = RecentList()
        for name, summary in ordered:
            found = found.settled(summary.id, name, summary.state == "live")
        return found

    def open_ids(self) -> tuple[str, ...]:
        """See `protocol.Matches.open_ids`."""
        listed = self._recents()
        found: list[tuple[int, str]] = []
        for match_id, name in listed.live.items():
            stamp = stamp_of(self.places.matches / name)
            if stamp is not None and (match_id not in listed.doubtful or self._is_live(match_id)):
                found.append((stamp[0], match_id))
        # Sorting keeps the order of the list where two files have one time.
        return tuple(match_id for _at, match_id in sorted(found, key=lambda pair: -pair[0]))

    def _is_live(self, match_id: str) -> bool:
        try:
            return state(self.load(match_id).match) == "live"
        except StoreError:
            return False

    def last_id(self) -> str | None:
        """See `protocol.Matches.last_id`."""
        listed = self._recents()
        names = set(listed.live.values())
        if listed.last is None or not (self.places.matches / listed.last[1]).exists():
            names = set(self._scan().values())
        else:
            names.add(listed.last[1])
        stamps = [(stamp[0], name) for name in names if (stamp := stamp_of(self.places.matches / name)) is not None]
        return id_of(max(stamps)[1]) if stamps else None

    def summaries(self, progress: Progress | None = None) -> tuple[Summary, ...]:
        """See `protocol.Matches.summaries`. What cannot be read is set aside and left out."""
        found, whole = self._summaries(progress)
        if whole and found:
            with suppress(StoreError):
                listed = self.recent.read()
                if listed is None:
                    self.recent.write(self._listed_again(found))
                else:
                    self._mend_recents(listed, found)
        return in_order(found)

    def _summaries(self, progress: Progress | None) -> tuple[dict[str, Summary], bool]:
        files = {name: stamp for name, stamp in match_files(self.places.matches).items() if id_of(name) is not None}
        whole = True

        def told(done: int, of: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, of)
            return whole

        return self.index.summaries(files, self._summary_of, told), whole

    def _summary_of(self, name: str) -> Summary | None:
        try:
            return summarise(self.load(id_of(name) or "").match)
        except StoreError:
            return None

    def _mend_recents(self, listed: RecentList, summaries: dict[str, Summary]) -> None:
        """Take into the list what came into the folder without us, and out of it what is live no more."""
        for name, summary in summaries.items():
            if (summary.state == "live") != (summary.id in listed.live):
                self._tell_recent(summary.id, name)

    def _tell_recent(self, match_id: str, name: str) -> None:
        """Have the list say whether a match is live that was not changed by us."""
        with suppress(StoreError):  # the list is made again or mended when all matches are looked at
            self.recent.change(lambda each: each.doubting(match_id, name))
            live = self._is_live(match_id)
            self.recent.change(lambda each: each.corrected(match_id, name, live))

    # The trash

    def delete(self, match_id: str, at: str) -> None:
        """See `protocol.Matches.delete`."""
        with self.locks.hold(self.locks.match(match_id), begin=False):
            path = self._locate(match_id)
            if path is None:
                raise self._no_such(match_id)
            self.bin.put(path, at)
            self._names.pop(match_id.lower(), None)
            with suppress(OSError):
                (self.places.previous / path.name).unlink()
            with suppress(StoreError):  # what is listed without a file is passed over
                self.recent.change(lambda each: each.without(id_of(path.name) or ""))
        self.bin.empty()

    def trash(self) -> tuple[Trashed, ...]:
        """See `protocol.Matches.trash`."""
        return self.bin.kept()

    def restore(self, beginning: str) -> str:
        """See `protocol.Matches.restore`."""
        kept = {gone.id.lower(): gone.id for gone in self.bin.kept()}
        match_id = _meant(kept, beginning, _("There is no deleted match “{beginning}”."))
        with self.locks.hold(self.locks.match(match_id), begin=False):
            if match_id.lower() in self._scan():
                raise StoreError(_("There is a match {id} already, which is not deleted.").format(id=match_id))
            found = next((each for each in self.bin.files() if each.id == match_id), None)
            if found is None:
                raise self._no_such(match_id)
            move(found.path, self.places.matches / found.name)
            self._names[match_id.lower()] = found.name
        self._tell_recent(match_id, found.name)
        return match_id

    # Watching

    def stamp(self, match_id: str) -> object:
        """See `protocol.Matches.stamp`."""
        name = self._names.get(match_id.lower())
        path = self._locate(match_id) if name is None else self.places.matches / name
        return None if path is None else stamp_of(path)

    def set_aside(self) -> tuple[SetAside, ...]:
        """See `protocol.Matches.set_aside`."""
        return self.asides.all()


def _meant(ids: dict[str, str], beginning: str, none: str) -> str:
    """The one id of `ids` (by lower case) that begins so; a whole one wins.

    Raises:
        NoSuchMatch: none or several do; `none` is the sentence for none.
    """
    key = beginning.lower()
    if key in ids:
        return ids[key]
    found = sorted(whole for lower, whole in ids.items() if key and lower.startswith(key))
    if len(found) == 1:
        return found[0]
    if not found:
        raise NoSuchMatch(none.format(beginning=beginning[:64]))
    some = ", ".join(found[:5]) + (", …" if len(found) > 5 else "")
    raise NoSuchMatch(
        _("“{beginning}” is the beginning of several ids: {ids}.").format(beginning=beginning[:64], ids=some)
    )


def _rest_of(path: Path, match_id: str) -> Journal | None:
    """The match in a file of which only the undo history or the draft is damaged, without those."""
    with suppress(StoreError, Unreadable):
        document: Any = open_database(path).named_table(MATCH_TABLE).named(match_id)
        if isinstance(document, dict):
            journal = read_journal({**document, "undo": [], "redo": []})
            return journal if journal.match.id == match_id else None
    return None
