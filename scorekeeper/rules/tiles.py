"""Tiles and the sets they come in (R2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

SETS: Final = (6, 9, 12, 15, 18)
"""The sets that are played with, by the number on their highest double."""

_TILE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino; its two numbers are kept high first, so that a tile equals itself turned round."""

    high: int
    low: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The tile written "9-4", either number first.

        Raises:
            ValueError: the text is not two numbers of one or two digits with a hyphen between.
        """
        match = _TILE.fullmatch(text)
        if match is None:
            raise ValueError(f"not a tile: {text!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __contains__(self, number: int) -> bool:
        return number in (self.high, self.low)

    @property
    def pips(self) -> int:
        """Pips on both halves; the double-blank has none."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same number (R19)."""
        return self.high == self.low

    def other(self, number: int) -> int:
        """The number at the other end from `number`.

        Raises:
            ValueError: `number` is not on this tile.
        """
        if number == self.high:
            return self.low
        if number == self.low:
            return self.high
        raise ValueError(f"{number} is not on {self}")


DOUBLE_BLANK: Final = Tile(0, 0)


@cache
def tiles_of_set(highest: int) -> tuple[Tile, ...]:
    """All tiles of the double-`highest` set, heaviest numbers first (rules, arithmetic)."""
    return tuple(Tile(high, low) for high in range(highest, -1, -1) for low in range(high, -1, -1))


def tile_count(highest: int) -> int:
    """How many tiles the double-`highest` set has: 28, 55, 91, 136, 190."""
    return (highest + 1) * (highest + 2) // 2


def pips_of_set(highest: int) -> int:
    """All pips of the double-`highest` set: 168, 495, 1092, 2040, 3420."""
    return highest * (highest + 1) * (highest + 2) // 2


def pips_off_table(highest: int, double: int) -> int:
    """The most pips that hands can hold in the round that `double` starts (C3, C4)."""
    return pips_of_set(highest) - 2 * double


def doubles_down(highest: int, lowest: int = 0) -> Iterator[int]:
    """The doubles from the highest down to `lowest`, by their number (R10, H9)."""
    return iter(range(highest, lowest - 1, -1))
