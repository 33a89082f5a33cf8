"""Which scores two players can have side by side in one round: what the tiles allow, whatever was played (C1 to C5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.tiles import pips_off_table, tiles_of_set


class _Held(NamedTuple):
    """One way to come to a score."""

    pips: int
    blank: bool
    out: bool


@dataclass(frozen=True, slots=True)
class ScorePairs:
    """The scores that two players can have side by side, in points, in the round that one double starts.

    They rest on what is certain under every house rule and all that a score sheet accepts: nobody's hand is limited by
    how many tiles a hand may have or by what had to be played before the round could end. Where four players or more
    hold nearly all tiles it may allow a pair that is short of a light tile or two, never the other way round.
    """

    highest: int
    """The set."""
    double: int
    """The number on the starting double, which is in no hand."""
    house: HouseRules
    """H2 and H6 turn tiles into points."""
    others: int
    """Players in the round besides the two; each of them but one who went out holds a tile too (A16)."""
    pips: int = field(init=False)
    """The most that all hands together can hold (C4)."""
    _least: tuple[int, ...] = field(init=False, repr=False)
    """The fewest pips that so many other hands can have without the double-blank."""

    def __post_init__(self) -> None:
        light = sorted(tile.pips for tile in tiles_of_set(self.highest))[1:]
        if self.double:
            light.remove(2 * self.double)
        least = (0, *accumulate(light))
        object.__setattr__(self, "pips", pips_off_table(self.highest, self.double))
        # A table with more players than tiles plays something else; nothing can be told of its hands.
        object.__setattr__(self, "_least", least if self.others < len(least) else (0,) * (self.others + 1))

    def can_be(self, one: int, other: int) -> bool:
        """Whether one player can score `one` points and another `other` in this round."""
        return any(self._fit(first, second) for first in self._ways(one) for second in self._ways(other))

    @property
    def largest_margin(self) -> int:
        """By how many points one player can beat another at most: with 0 against all that is left to hold."""
        return _largest_margin(self)

    @property
    def largest_sum(self) -> int:
        """No two players together score more."""
        return self.pips + (self.house.double_blank if self.double else 0) + self.house.out_on_double

    def _ways(self, points: int) -> Iterator[_Held]:
        if points in (0, self.house.out_on_double):
            yield _Held(0, False, True)
        if points > 0:
            yield _Held(points, False, False)
        if self.double and points >= self.house.double_blank:
            yield _Held(points - self.house.double_blank, True, False)

    def _fit(self, one: _Held, other: _Held) -> bool:
        if (one.out and other.out) or (one.blank and other.blank):
            return False
        holding = self.others
        if holding and not (one.out or other.out):
            holding -= 1
        if holding and self.double and not (one.blank or other.blank):
            holding -= 1
        rest = self.pips - one.pips - other.pips
        if rest < self._least[holding]:
            return False
        # What is in neither hand is made of tiles as well, so it can be short of the same ones (C5).
        parts = (one.pips, other.pips, rest)
        return parts.count(1) < 2 and (self.double != 1 or parts.count(2) < 2)


@lru_cache(maxsize=256)
def score_pairs(highest: int, double: int, house: HouseRules, others: int) -> ScorePairs:
    """The pairs of one round, see `ScorePairs`; made once for each way to play."""
    return ScorePairs(highest, double, house, others)


@lru_cache(maxsize=256)
def _largest_margin(pairs: ScorePairs) -> int:
    return next(points for points in range(pairs.largest_sum, -1, -1) if pairs.can_be(0, points))
