"""A store that keeps everything in memory and answers as one on disk does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from scorekeeper.rules.course import state
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.names import same_name_key
from scorekeeper.rules.summary import Summary, list_order, summarise
from scorekeeper.rules.unstarted import Unstarted
from scorekeeper.store.protocol import KnownPlayer, NoSuchMatch, Outdated, SetAside, Store, StoreError, Trashed


class MemoryMatches:
    """Matches by id, with a trash."""

    def __init__(self) -> None:
        self.kept: dict[str, Journal] = {}
        self.deleted: dict[str, tuple[Journal, str]] = {}
        self.aside: tuple[SetAside, ...] = ()
        self.broken = ""
        """A sentence that every write fails with; "" for writes that work."""

    def _need_disk(self) -> None:
        if self.broken:
            raise StoreError(self.broken)

    def create(self, journal: Journal) -> None:
        self._need_disk()
        if any(kept.casefold() == journal.match.id.casefold() for kept in self.kept):
            raise StoreError("There is a match of that id already.")
        self.kept[journal.match.id] = journal

    def save(self, journal: Journal, *, based_on: int) -> None:
        self._need_disk()
        current = self.load(journal.match.id)
        if current.match.revision != based_on:
            raise Outdated("The match was changed in another window.", current)
        self.kept[journal.match.id] = journal

    def save_draft(self, match_id: str, draft: Draft | None) -> None:
        self._need_disk()
        journal = self.load(match_id)
        if draft is None or draft.round == journal.match.next_round:
            self.kept[match_id] = replace(journal, draft=draft)

    def load(self, match_id: str) -> Journal:
        if match_id not in self.kept:
            raise NoSuchMatch(f"There is no match “{match_id}”.")
        return self.kept[match_id]

    def find(self, beginning: str) -> str:
        found = [kept for kept in self.kept if kept.casefold().startswith(beginning.casefold())]
        if len(found) != 1:
            raise NoSuchMatch(f"There is no single match “{beginning}”.")
        return found[0]

    def _by_change(self) -> list[Journal]:
        return sorted(self.kept.values(), key=lambda j: datetime.fromisoformat(j.match.updated), reverse=True)

    def open_ids(self) -> tuple[str, ...]:
        return tuple(journal.match.id for journal in self._by_change() if state(journal.match) == "live")

    def last_id(self) -> str | None:
        return next((journal.match.id for journal in self._by_change()), None)

    def summaries(self, progress: Callable[[int, int], bool] | None = None) -> tuple[Summary, ...]:
        every = [summarise(journal.match) for journal in self._by_change()]
        finished = [summary for summary in every if summary.finished is not None]
        finished.sort(key=lambda summary: datetime.fromisoformat(str(summary.finished)), reverse=True)
        return (*finished, *(summary for summary in every if summary.finished is None))

    def book(self, progress: Callable[[int, int], bool] | None = None) -> tuple[Summary, ...]:
        return tuple(sorted(self.summaries(progress), key=list_order, reverse=True))

    def first_of_book(self, most: int) -> tuple[Summary, ...]:
        return self.book()[:most]

    def delete(self, match_id: str, at: str) -> None:
        self._need_disk()
        self.deleted[match_id] = (self.load(match_id), at)
        del self.kept[match_id]

    def restore(self, beginning: str) -> str:
        self._need_disk()
        for match_id in self.deleted:
            if match_id.startswith(beginning):
                self.kept[match_id] = self.deleted.pop(match_id)[0]
                return match_id
        raise NoSuchMatch(f"There is no deleted match “{beginning}”.")

    def trash(self) -> tuple[Trashed, ...]:
        return tuple(Trashed(match_id, at) for match_id, (_journal, at) in reversed(self.deleted.items()))

    def stamp(self, match_id: str) -> object:
        journal = self.kept.get(match_id)
        return None if journal is None else (journal.match.revision, journal.match.rounds)

    def set_aside(self) -> tuple[SetAside, ...]:
        return self.aside


class MemoryPlayers:
    """Players in the order in which they were last seen."""

    def __init__(self, *names: str) -> None:
        self.players = [KnownPlayer(f"p{number}", name) for number, name in enumerate(names, start=1)]

    def known(self) -> tuple[KnownPlayer, ...]:
        return tuple(self.players)

    def identify(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._id(name) for name in names)

    def _id(self, name: str) -> str:
        for player in self.players:
            if same_name_key(player.name) == same_name_key(name):
                return player.id
        self.players.append(KnownPlayer(f"p{len(self.players) + 1}", name))
        return self.players[-1].id


class MemorySettings:
    """Settings and the last house rules."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.house = STANDARD
        self.left: Unstarted | None = None

    def get(self, key: str, default: str = "") -> str:
        return self.values.get(key, default)

    def put(self, key: str, value: str) -> None:
        self.values[key] = value

    def last_house_rules(self) -> HouseRules:
        return self.house

    def put_last_house_rules(self, house: HouseRules) -> None:
        self.house = house

    def unstarted(self) -> Unstarted | None:
        return self.left

    def put_unstarted(self, unstarted: Unstarted | None) -> None:
        self.left = unstarted


def memory_store(*known: str) -> Store:
    """An empty store that knows these players."""
    return Store("memory", MemoryMatches(), MemoryPlayers(*known), MemorySettings())
