"""A small list of the live matches and of the one changed last, so that starting costs the same with any number.

It is written only when a match becomes live or ceases to be, or another one than before is changed. A match whose state
is about to change stands in it as doubtful first: whoever finds it so after a crash has a look at that one match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from scorekeeper.store.database import open_database
from scorekeeper.store.filenames import id_of
from scorekeeper.store.locks import Locks
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.setaside import SetAsides
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import read_table
from scorekeeper.store.wholefile import disk_trouble, is_dead_link, is_missing, leads_nowhere
from scorekeeper.text import _

_TABLE: Final = "recent"
_NAME: Final = "list"


Changed = tuple[str, bool]
"""The name of a match's file, and whether the match is live."""


@dataclass(frozen=True, slots=True)
class RecentList:
    """Ids with the names of their files."""

    live: Mapping[str, str] = field(default_factory=dict)
    """Live matches, and perhaps doubtful ones."""
    last: tuple[str, str] | None = None
    """The match that was changed last and is not live."""
    doubtful: frozenset[str] = frozenset()

    def knows(self, match_id: str, live: bool) -> bool:
        """Whether nothing has to be written after a change of that match."""
        if match_id in self.doubtful or live != (match_id in self.live):
            return False
        return live or (self.last is not None and self.last[0] == match_id)

    def doubting(self, names: Mapping[str, str]) -> RecentList:
        """The list while these matches are being changed: ids with the names of their files."""
        return replace(self, live={**self.live, **names}, doubtful=self.doubtful | names.keys())

    def settled(self, changed: Mapping[str, Changed]) -> RecentList:
        """The list after these matches were changed, the last changed last."""
        last = self.last
        for match_id, (name, live) in changed.items():
            if not live:
                last = (match_id, name)
            elif last is not None and last[0] == match_id:
                last = None
        first = {match_id: name for match_id, (name, live) in reversed(list(changed.items())) if live}
        kept = {other: file for other, file in self.live.items() if other not in changed}
        return RecentList({**first, **kept}, last, self.doubtful - changed.keys())

    def corrected(self, found: Mapping[str, Changed]) -> RecentList:
        """The list with these matches among the live ones or not, and the last changed one as it was.

        One that is doubtful no longer was changed by somebody who knows better.
        """
        found = {match_id: changed for match_id, changed in found.items() if match_id in self.doubtful}
        settled = self.settled(found)
        is_live = self.last is not None and found.get(self.last[0], ("", False))[1]
        return settled if self.last is None or is_live else replace(settled, last=self.last)

    def without(self, *ids: str) -> RecentList:
        """The list after these matches are gone."""
        kept = {other: file for other, file in self.live.items() if other not in ids}
        last = self.last if self.last is None or self.last[0] not in ids else None
        return RecentList(kept, last, self.doubtful.difference(ids))


class Recent:
    """The list in its file."""

    def __init__(self, path: Path, locks: Locks, asides: SetAsides) -> None:
        """Name the file; it is made by the first change."""
        self.path = path
        self.locks = locks
        self.asides = asides
        self._seen: tuple[object, RecentList] | None = None

    def read(self) -> RecentList | None:
        """The list; None where it is missing or damaged, so that it has to be made again.

        Raises:
            StoreError: the disk does not give it.
        """
        stamp = stamp_now(self.path)
        if stamp is None:
            return None
        if self._seen is not None and self._seen[0] == stamp:
            return self._seen[1]
        found = self._read()
        if found is not None:
            self._seen = (stamp, found)
        return found

    def _read(self) -> RecentList | None:
        with suppress(Unreadable):
            return self._strictly_read()
        return None

    def _strictly_read(self) -> RecentList | None:
        """The list; None where there is none.

        Raises:
            StoreError: the disk does not give it.
            Unreadable: it is damaged.
        """
        document = read_table(self.path, _TABLE).get(_NAME)
        return None if document is None else _list_of(document)

    def change(
        self, change: Callable[[RecentList], RecentList], *, begin: bool = False, wait: float | None = None
    ) -> None:
        """Change the list. One that is missing stays so unless `begin`, as it has to be made from all matches.

        Args:
            change: gives the list as it is to be.
            begin: whether one is begun where there is none.
            wait: as for `Locks.hold`.

        Raises:
            StoreError: it could not be written.
        """
        with self.locks.hold("recent", wait=wait):
            before = self._read()
            if before is None and not begin:
                return
            after = change(before or RecentList())
            if after != before:
                self._write(after)

    def write(self, made: Callable[[], RecentList], *, wait: float | None = None) -> None:
        """Put a list that is made from all matches in place of whatever is there.

        Args:
            made: gives it; nobody else can write the list meanwhile.
            wait: as for `Locks.hold`.

        Raises:
            StoreError: it could not be written.
        """
        with self.locks.hold("recent", wait=wait):
            self._write(made())

    def make_room(self) -> None:
        """Set aside a list that the disk does not give.

        Raises:
            StoreError: it cannot be moved.
        """
        with self.locks.hold("recent"):
            try:
                self._read()
            except StoreError as error:
                self.asides.put_and_tell(self.path, str(error))

    def _write(self, found: RecentList) -> None:
        try:
            self._strictly_read()
        except Unreadable as error:
            reason = _("{name} could not be read: {why}").format(name=self.path.name, why=error)
            follows = _("The list of unfinished matches is made again; nothing is lost.")
            with suppress(StoreError):  # then it is written over, as it can be made again
                self.asides.keep_and_tell(self.path, f"{reason} {follows}")
            if is_dead_link(self.path):
                with suppress(OSError):
                    self.path.unlink()
        database = open_database(self.path)
        with database.file.together(afresh=True):
            database.named_table(_TABLE).put(
                _NAME,
                {
                    "live": [list(pair) for pair in found.live.items()],
                    "last": None if found.last is None else list(found.last),
                    "doubtful": sorted(found.doubtful),
                },
            )
        self._seen = None


def _list_of(document: Mapping[str, Any]) -> RecentList:
    live, last, doubtful = document.get("live"), document.get("last"), document.get("doubtful")
    if not isinstance(live, list) or not isinstance(doubtful, list):
        raise _no_list()
    for pair in [*live, *([] if last is None else [last])]:
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
            raise _no_list()
        if id_of(pair[1]) != pair[0]:  # a name that leads elsewhere, to the folder itself even
            raise _no_list()
    if not all(isinstance(part, str) for part in doubtful):
        raise _no_list()
    return RecentList(dict(live), None if last is None else (last[0], last[1]), frozenset(doubtful))


def _no_list() -> Unreadable:
    return Unreadable(_("It holds no list of matches."))


def stamp_of(path: Path) -> tuple[int, int, int] | None:
    """What changes whenever a file is written anew; None where there is none, or none to be seen."""
    try:
        return stamp_now(path)
    except StoreError:
        return None


def stamp_now(path: Path) -> tuple[int, int, int] | None:
    """What changes whenever a file is written anew; None where there is none.

    A link that leads nowhere is a file that cannot be read.

    Raises:
        StoreError: the disk does not say.
    """
    try:
        found = path.stat()
    except OSError as error:
        try:
            found = path.lstat()
        except OSError:
            if is_missing(error):
                return None
            raise disk_trouble(error, path, reading=True) from error
        if not leads_nowhere(path, error):
            raise disk_trouble(error, path, reading=True) from error
    return found.st_mtime_ns, found.st_size, found.st_ino
