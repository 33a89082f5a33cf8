"""One match in one TinyDB file: a table for the match with its past, and one for what is half typed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.store.codec import read_journal
from scorekeeper.store.database import open_database
from scorekeeper.store.documents import draft_document, journal_document
from scorekeeper.store.filenames import id_of, trashed
from scorekeeper.store.protocol import NoSuchMatch
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import Tables, read_table, read_tables
from scorekeeper.store.wholefile import read_whole
from scorekeeper.text import _

_MATCH: Final = "match"
_DRAFT: Final = "draft"
_REMEMBERED: Final = 8


def _id(path: Path) -> str:
    """The id of the match in a file, which may lie in the trash."""
    gone = trashed(path.name)
    return id_of(path.name) or ("" if gone is None else gone[2])


def journal_in(tables: Tables, match_id: str) -> Journal:
    """The journal of that match in the tables of its file.

    Raises:
        Unreadable: it is damaged or that of another match.
    """
    document, draft = (tables.get(name, {}).get(match_id) for name in (_MATCH, _DRAFT))
    journal = read_journal(document, draft)
    if journal.match.id != match_id:
        raise Unreadable(_("It holds another match, {id}.").format(id=journal.match.id))
    return journal


class MatchFile:
    """Reads and writes match files. Writers hold the match's lock."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._sound: dict[Path, tuple[bytes, int, int]] = {}
        """The last few files that were read or written here, with the revision and the next round in each."""

    def read(self, path: Path) -> Journal:
        """The journal in a file, which is left as it is whatever is found.

        Raises:
            NoSuchMatch: there is no such file.
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        match_id = _id(path)
        tables, raw = read_tables(path)
        if tables is None:
            raise NoSuchMatch(_("There is no match {id}.").format(id=match_id))
        journal = journal_in(tables, match_id)
        self._remember(path, raw, journal.match.revision, journal.match.next_round)
        return journal

    def _remember(self, path: Path, raw: bytes | None, revision: int, next_round: int) -> None:
        self._sound.pop(path, None)
        if raw is not None:
            self._sound[path] = (raw, revision, next_round)
        # Another thread may be reading summaries meanwhile, so nothing here goes over the dictionary itself.
        for other in list(self._sound)[:-_REMEMBERED]:
            self._sound.pop(other, None)

    def forget(self, path: Path) -> None:
        """Trust no longer what was read of a file."""
        self._sound.pop(path, None)

    def current(self, path: Path) -> tuple[int, int]:
        """Revision and next round of a file. What was read before is known by its bytes and not parsed again.

        Raises:
            NoSuchMatch, StoreError, Unreadable: as `read`.
        """
        known = self._sound.get(path)
        if known is None or read_whole(path) != known[0]:
            journal = self.read(path)
            return journal.match.revision, journal.match.next_round
        return known[1], known[2]

    def write(self, path: Path, journal: Journal, *, previous: Path | None = None, one_of_many: bool = False) -> None:
        """Write a match with its past and its draft, if that is for the round to come, in place of whatever is there.

        Args:
            path: the file.
            journal: what it is to hold.
            previous: where the file as it was is kept.
            one_of_many: as for `wholefile.write_whole`.

        Raises:
            StoreError: it could not be written; the file is as it was.
        """
        match_id = journal.match.id
        database = open_database(path, previous=previous, one_of_many=one_of_many)
        with database.file.together(afresh=True):
            database.named_table(_MATCH).put(match_id, journal_document(journal))
            if journal.draft is not None and journal.draft.round == journal.match.next_round:
                database.named_table(_DRAFT).put(match_id, draft_document(journal.draft))
        self._remember(path, database.file.raw, journal.match.revision, journal.match.next_round)

    def write_draft(self, path: Path, draft: Draft | None) -> None:
        """Keep what is half typed, or nothing where it is None or empty.

        One for another round than the one to come is of a window that has not seen it yet: it changes nothing.

        Raises:
            NoSuchMatch, StoreError, Unreadable: as `read` and `write`.
        """
        revision, next_round = self.current(path)
        if draft is not None and draft.round != next_round:
            return
        match_id = _id(path)
        database = open_database(path)
        table = database.named_table(_DRAFT)
        with database.file.together():
            if draft is not None and not draft.is_empty:
                table.put(match_id, draft_document(draft))
            elif table.named(match_id) is not None:
                table.put_all({})
        self._remember(path, database.file.raw, revision, next_round)

    def rest_of(self, path: Path) -> Journal | None:
        """The match in a file of which only the undo history or the draft is damaged, without those; else None.

        Raises:
            StoreError: the disk does not give it.
        """
        match_id = _id(path)
        with suppress(Unreadable):
            document = read_table(path, _MATCH).get(match_id)
            if document is not None:
                journal = read_journal({**document, "undo": [], "redo": []})
                return journal if journal.match.id == match_id else None
        return None
