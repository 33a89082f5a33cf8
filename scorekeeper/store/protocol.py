"""How the rest of the product reaches what is kept: a small protocol that another kind of store could answer too.

Everything that goes wrong below comes out as a `StoreError` whose text is one sentence for people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scorekeeper.rules.house import HouseRules
    from scorekeeper.rules.journal import Draft, Journal
    from scorekeeper.rules.summary import Summary


class StoreError(Exception):
    """Something could not be kept or read; its text is one sentence for people. Nothing was half written."""


class Outdated(StoreError):
    """A save was based on a revision that is no longer the last; nothing was written.

    Attributes:
        current: the match as it stands now.
    """

    def __init__(self, text: str, current: Journal) -> None:
        super().__init__(text)
        self.current = current


class NoSuchMatch(StoreError):
    """No match, or more than one, begins with what was given."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file that could not be read: where it is now, and one sentence on why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Trashed:
    """A deleted match that can still be brought back."""

    id: str
    deleted: str
    """When, ISO 8601."""


class Matches(Protocol):
    """The matches of one data folder."""

    def create(self, journal: Journal) -> None:
        """Keep a new match.

        Raises:
            StoreError: its id is taken, or it could not be written.
        """

    def save(self, journal: Journal, *, based_on: int) -> None:
        """Keep a changed match with its undo history and draft, whole or not at all.

        Args:
            journal: the match as it is to be.
            based_on: the revision that was loaded and changed.

        Raises:
            Outdated: somebody else saved in between; carries the current journal.
            StoreError: it could not be written; what was there is untouched.
        """

    def save_draft(self, match_id: str, draft: Draft | None) -> None:
        """Keep what is half typed, apart from the revision; None clears it, as does a draft for a recorded round."""

    def load(self, match_id: str) -> Journal:
        """The match with its undo history and draft.

        Raises:
            NoSuchMatch: there is none of that whole id.
            StoreError: it cannot be read; the sentence says what was set aside and where.
        """

    def find(self, beginning: str) -> str:
        """The whole id that `beginning` stands for, without regard to case; a whole id always wins.

        Raises:
            NoSuchMatch: none or several begin so.
        """

    def open_ids(self) -> tuple[str, ...]:
        """Ids of the live matches, the last changed first. Costs the same however many matches are kept."""

    def last_id(self) -> str | None:
        """Id of the match changed last, live or not; None where there is none."""

    def summaries(self, progress: Callable[[int, int], bool] | None = None) -> tuple[Summary, ...]:
        """All matches: the last finished first, then the others, the last changed first.

        Args:
            progress: told (done, of) while the list is made again; returns False to break off.
        """

    def delete(self, match_id: str, at: str) -> None:
        """Move a match to the trash, from where it can be brought back for 30 days."""

    def restore(self, beginning: str) -> str:
        """Bring a deleted match back; gives its whole id."""

    def trash(self) -> tuple[Trashed, ...]:
        """What can still be brought back, the last deleted first."""

    def stamp(self, match_id: str) -> object:
        """Something that compares unequal once the match was saved, by whom ever; cheap enough to ask every 0.3 s."""

    def set_aside(self) -> tuple[SetAside, ...]:
        """Files that could not be read since this store was opened or earlier, still lying where they were put."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who plays at this house."""

    id: str
    name: str
    archived: bool = False


class Players(Protocol):
    """The players that a house knows."""

    def known(self) -> tuple[KnownPlayer, ...]:
        """Everybody, the last seen first."""

    def identify(self, names: Iterable[str]) -> tuple[str, ...]:
        """The id of each name, new ones being remembered; names are compared by `same_name_key`."""


class Settings(Protocol):
    """What a house prefers."""

    def get(self, key: str, default: str = "") -> str:
        """The setting `key` ("theme", "language", ...), or the default."""

    def put(self, key: str, value: str) -> None:
        """Keep a setting."""

    def last_house_rules(self) -> HouseRules:
        """The house rules of the last match that was started; the standard ones before the first."""

    def put_last_house_rules(self, house: HouseRules) -> None:
        """Keep the house rules of a match that was started."""


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that one data folder keeps."""

    folder: str
    matches: Matches
    players: Players
    settings: Settings


def names_of(players: Sequence[KnownPlayer]) -> tuple[str, ...]:
    """The names to offer while a name is typed."""
    return tuple(player.name for player in players if not player.archived)
