"""Straight lines of braille dots, several in one picture, each with the seat whose line it is (pure)."""

from __future__ import annotations

from typing import Final

_BLANK: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of a cell's 4 rows of 2 dots in the braille block of Unicode."""


class Canvas:
    """Braille cells, 2 x 4 dots each; a dot once set stays, so lines that cross never break each other.

    The cells of the seat that is singled out, which must be drawn first, are left to its line alone.
    """

    def __init__(self, columns: int, rows: int, single: int | None = None) -> None:
        self.columns = columns
        self.rows = rows
        self._single = single
        self._bits = [[0] * columns for _row in range(rows)]
        self._owner: list[list[int | None]] = [[None] * columns for _row in range(rows)]

    def dot(self, x: int, y: int, seat: int) -> None:
        """Set the dot `x` from the left and `y` from the top; its cell belongs to the first who draws in it."""
        column, row = x // 2, y // 4
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return
        owner = self._owner[row][column]
        if owner is None:
            self._owner[row][column] = seat
        elif owner != seat and owner == self._single:
            return
        self._bits[row][column] |= _DOTS[y % 4][x % 2]

    def line(self, start: tuple[int, int], end: tuple[int, int], seat: int, *, every: int = 1) -> None:
        """Set the dots between two, or every second, third, ... of them."""
        for number, (x, y) in enumerate(dots_between(start, end)):
            if number % every == 0:
                self.dot(x, y, seat)

    def cell(self, column: int, row: int) -> tuple[str, int | None]:
        """A cell's letter, a space where no dot is set, and whose it is."""
        bits = self._bits[row][column]
        return (chr(_BLANK + bits) if bits else " "), self._owner[row][column]


def dots_between(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Every dot of a straight line, both ends included, each beside or diagonal to the one before."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y))
    if not steps:
        return [start]
    return [(x + nearest((to_x - x) * step, steps), y + nearest((to_y - y) * step, steps)) for step in range(steps + 1)]


def nearest(numerator: int, denominator: int) -> int:
    """The whole number nearest to a fraction, the greater of two that are as near."""
    return (2 * numerator + denominator) // (2 * denominator)
