"""A new match before it is started, as far as somebody has typed it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.house import STANDARD, HouseRules


@dataclass(frozen=True, slots=True)
class Unstarted:
    """A set-up that was left before it was a match; a frozen value."""

    names: tuple[str, ...] = ()
    """In seat order."""
    chosen_set: int | None = None
    """The set that somebody chose; None to follow the number of players (R2)."""
    chosen_size: int | None = None
    """The hand size that somebody chose; None to follow set and players (R5, H10)."""
    house: HouseRules = STANDARD
    typed: str = ""
    """What stood in the box for the next name."""
