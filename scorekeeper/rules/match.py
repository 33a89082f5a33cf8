"""A match and its parts: frozen values, tuples all through, nothing computed that the rounds already say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.tiles import DOUBLE_BLANK, Tile


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody's seat in one match."""

    name: str
    id: str | None = None
    """Who it is across matches; None where nobody said."""
    joined: int = 1
    """The first round played, from 1 (A29)."""
    left: int | None = None
    """The last round played; None while still at the table (A30)."""
    catch_up: int = 0
    """Points a late player started with (A29)."""

    @property
    def is_late(self) -> bool:
        """Whether the player joined after the first round."""
        return self.joined > 1

    def plays(self, number: int) -> bool:
        """Whether the player is in round `number`, from 1."""
        return self.joined <= number and (self.left is None or number <= self.left)


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player held at the end of a round (R25)."""

    pips: int
    """Pips left, without the double-blank; 0 without the double-blank is a player who went out (A16)."""
    double_blank: bool = False
    """Whether the double-blank was left too (R26)."""
    out_on_double: bool = False
    """Whether a player who went out did so with a double (H6)."""
    tiles: tuple[Tile, ...] | None = None
    """The tiles themselves with the double-blank among them, heaviest first; None where nobody said."""

    def __post_init__(self) -> None:
        if self.tiles is not None:
            object.__setattr__(self, "tiles", tuple(sorted(self.tiles, reverse=True)))
        elif self.pips == 0:
            # Every other tile has pips, so the whole hand is known.
            object.__setattr__(self, "tiles", (DOUBLE_BLANK,) if self.double_blank else ())

    @property
    def is_out(self) -> bool:
        """Whether no tile is left (A16)."""
        return self.pips == 0 and not self.double_blank

    def points(self, house: HouseRules) -> int:
        """Points for this hand (R25, R26) under H2 and H6."""
        return (
            self.pips
            + (house.double_blank if self.double_blank else 0)
            + (house.out_on_double if self.out_on_double else 0)
        )


@dataclass(frozen=True, slots=True)
class Round:
    """One double's worth of play, as it ended."""

    double: int
    """The number on the double that started it."""
    hands: tuple[Hand | None, ...]
    """One for each seat of the match; None for a player who was not in the round, which is not zero (A29)."""
    starter: int | None = None
    """The seat that started it, where the table said."""
    note: str = ""

    @property
    def out(self) -> int | None:
        """The seat that went out; None for a blocked round (R24)."""
        return next((seat for seat, hand in self.played() if hand.is_out), None)

    @property
    def double_blank(self) -> int | None:
        """The seat that was left with the double-blank, if any."""
        return next((seat for seat, hand in self.played() if hand.double_blank), None)

    def played(self) -> Iterator[tuple[int, Hand]]:
        """Seat and hand of everybody who was in the round."""
        for seat, hand in enumerate(self.hands):
            if hand is not None:
                yield seat, hand


@dataclass(frozen=True, slots=True)
class Change:
    """An entry in the log of what was changed after it was recorded; the log only grows."""

    at: str
    """When, ISO 8601 with the offset of the place."""
    what: str
    """"correction", "undo", "redo", "join", "leave", "name", "note", "stop", "resume", "drop" or "starter"."""
    round: int | None = None
    """The round it is about, from 1."""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PinnedRuling:
    """A ruling that the table wanted to keep with a round."""

    at: str
    round: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its rounds, and what was agreed before the first."""

    id: str
    set: int
    """The number on the highest double: 6, 9, 12, 15 or 18 (R2)."""
    players: tuple[Player, ...]
    """In seat order, clockwise; every seat number is an index into it."""
    rounds: tuple[Round, ...] = ()
    hand_size: int = 7
    """Tiles each player takes (R5, H10)."""
    house: HouseRules = STANDARD
    created: str = ""
    """Times are kept as ISO 8601 text with the offset of the place, so that a local date stays what it was."""
    updated: str = ""
    finished: str | None = None
    """When the last round was recorded; whether the match is over is computed, see `course.state`."""
    stopped: str | None = None
    """When the match was stopped early (A28)."""
    note: str = ""
    revision: int = 0
    """Grows by one with every change."""
    drops: int = 0
    """Doubles dropped for the round to come (H1 `skip` and `burn`)."""
    starter: int | None = None
    """The seat that starts the round to come, where it is known already."""
    shuffler: int | None = None
    """The seat that shuffled for round 1 (A3)."""
    corrections: tuple[Change, ...] = ()
    rulings: tuple[PinnedRuling, ...] = ()

    def edit(self, **changes: Any) -> Self:
        """The same match but for these fields."""
        return replace(self, **changes)

    @property
    def next_round(self) -> int:
        """The number of the round to come, from 1."""
        return len(self.rounds) + 1

    def seats_in(self, number: int) -> tuple[int, ...]:
        """The seats that play round `number`, in seat order."""
        return tuple(seat for seat, player in enumerate(self.players) if player.plays(number))

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that play the round to come."""
        return self.seats_in(self.next_round)
