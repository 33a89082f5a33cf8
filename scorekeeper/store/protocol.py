"""How the rest of the product reaches what is kept: a small protocol that another kind of store could answer too.

Everything that goes wrong below comes out as a `StoreError` whose text is one sentence for people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.house import HouseRules
    from scorekeeper.rules.journal import Draft, Journal
    from scorekeeper.rules.match import Match
    from scorekeeper.rules.summary import Summary
    from scorekeeper.rules.unstarted import Unstarted


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


class Deleted(NoSuchMatch):
    """The match lies in the trash."""


class NoSuchPlayer(StoreError):
    """Nobody is called so, or several are."""


class BrokenOff(StoreError):
    """Something long was broken off between two matches. What is done is whole; repeating it does the rest."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file that could not be read: where it is now, and one sentence on why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a person has to hear about a file that could not be read, though something else stood in for it."""

    text: str
    """One sentence or more."""
    went_back: str | None = None
    """The id of the match that stands as it was before its last change, because the file after it is damaged."""


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

    def together(self, matches: Sequence[Match]) -> AbstractContextManager[None]:
        """Create and save these matches within the block, each whole, at less cost than one by one.

        Raises:
            StoreError: it could not be prepared; nothing was written.
        """

    def save_draft(self, match_id: str, draft: Draft | None) -> None:
        """Keep what is half typed, apart from the revision; None clears it, one for another round changes nothing."""

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

        Raises:
            StoreError: the data folder was there before and is gone.
        """

    def book(self, progress: Callable[[int, int], bool] | None = None) -> Sequence[Summary]:
        """All matches in the order of `summary.list_order`, each made when it is looked at: little room for thousands.

        Args:
            progress: as for `summaries`.

        Raises:
            StoreError: as `summaries`.
        """

    def first_of_book(self, most: int) -> tuple[Summary, ...]:
        """About so many matches with which `book` begins, at the same cost however many are kept.

        Each is as it stands now. What came, went or changed elsewhere since `book` was last asked for may be missing.
        """

    def digests(self, progress: Callable[[int, int], bool] | None = None) -> tuple[MatchDigest, ...]:
        """What every finished match says about its players, in no order; see `Players.digests` for figures.

        Args:
            progress: as for `summaries`.

        Raises:
            StoreError: as `summaries`.
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

    def find(self, name: str) -> KnownPlayer:
        """The player who is called so, compared by `same_name_key`, or has this whole id.

        Raises:
            NoSuchPlayer: nobody is, or several are; the sentence names their ids.
        """

    def rename(self, player_id: str, name: str, progress: Callable[[int, int], bool] | None = None) -> int:
        """Give a player another name in every match, its past included; gives how many matches were changed.

        Every match is written whole, with its next revision. Broken off, it is completed by repeating it.

        Args:
            player_id: whose name it is.
            name: the new one.
            progress: told (done, of) while the matches are looked through; returns False to break off.

        Raises:
            NoSuchPlayer: there is none of that id.
            BrokenOff: `progress` said so; the player still has the old name.
            StoreError: the name cannot be or is that of somebody else, or a match could not be written.
        """

    def merge(self, player_id: str, into: str, progress: Callable[[int, int], bool] | None = None) -> int:
        """Make one player of two: the matches of `player_id` become those of `into`, whose name stays.

        It cannot be taken back. Gives and raises what `rename` does; StoreError too where both sat in one match.
        """

    def archive(self, player_id: str, archived: bool = True) -> None:
        """Offer a player no longer where names are typed, or again. Figures and matches stay; playing brings back.

        Raises:
            NoSuchPlayer: there is none of that id.
            StoreError: it could not be written.
        """

    def other_ids(self) -> Mapping[str, str]:
        """Ids that matches give to known players and that are not their own, each with the one that is."""

    def recognise(self, matches: Sequence[Match], same: Mapping[str, str] | None = None) -> tuple[Match, ...]:
        """Know the players of matches that come from elsewhere, before these are kept; gives the matches to keep.

        A player with an id that is known is the same; others are known by name, or new. Only where an id that may well
        have been given twice is that of somebody with another name here does the match get another id.

        Args:
            matches: as they come.
            same: the `other_ids` of where they come from, if they are told.

        Raises:
            StoreError: it could not be written.
        """

    def follow_names(self, matches: Sequence[Match]) -> None:
        """Call everybody as the matches do whose name stands in none of them any more; for names changed elsewhere.

        Args:
            matches: those that came from there, and are kept.

        Raises:
            StoreError: it could not be written.
        """

    def digests(self, progress: Callable[[int, int], bool] | None = None) -> tuple[MatchDigest, ...]:
        """What every finished match says about its players, each under the id by which the house knows them.

        For all figures; in the order in which they were finished. The same object while nothing changed, and asking
        again is cheap then.

        Args:
            progress: as for `Matches.summaries`.
        """

    def seats(self) -> Mapping[str, frozenset[str]]:
        """The ids of the matches that everybody sat in, finished or not, by `digest.identity` as in `digests`."""


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

    def unstarted(self) -> Unstarted | None:
        """What was typed for a new match that was not started yet; None where there is none."""

    def put_unstarted(self, unstarted: Unstarted | None) -> None:
        """Keep what is typed for a new match, or nothing."""


def _nothing_to_tell() -> tuple[Told, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that one data folder keeps."""

    folder: str
    matches: Matches
    players: Players
    settings: Settings
    told: Callable[[], tuple[Told, ...]] = _nothing_to_tell
    """Gives what came up since it was last asked, each once, and costs nothing: whoever loads or lists asks afterwards.

    What was raised as a `StoreError` is not among it.
    """


def names_of(players: Sequence[KnownPlayer]) -> tuple[str, ...]:
    """The names to offer while a name is typed."""
    return tuple(player.name for player in players if not player.archived)
