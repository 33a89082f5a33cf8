"""Where the pips of a tile are, on whatever it is drawn."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

_DIAGONAL: Final = MappingProxyType({2: (-1, None, 1), 3: (-1, 0, 1)})
"""Two and three lie on the diagonal: for each row, the side its pip is on."""
PIP_ROWS: Final = (
    *((0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1), (2, 0, 2), (2, 1, 2), (3, 0, 3), (3, 1, 3), (3, 2, 3), (3, 3, 3)),
    *((4, 2, 4), (4, 3, 4), (4, 4, 4), (5, 3, 5), (5, 4, 5), (5, 5, 5), (6, 4, 6), (6, 5, 6), (6, 6, 6)),
)
"""Pips in the upper, middle and lower row of a half that lies across, for every number."""


def pip_columns(number: int, gap: int) -> tuple[tuple[int, ...], ...]:
    """Where the pips of a half that lies across are: for each of its three rows, cells from its middle.

    Args:
        number: 0 to 18.
        gap: cells from pip to pip in a row of three, an even number.
    """
    if number in _DIAGONAL:
        return tuple(() if side is None else (side * gap,) for side in _DIAGONAL[number])
    most = max(PIP_ROWS[number])
    # Rows of five and six stand closer together, as on real tiles, so that every half has the same size.
    step = {5: max(2, gap - 1), 6: 2}.get(most, 2 * gap if most == 2 else gap)
    return tuple(_row_columns(count, most, step) for count in PIP_ROWS[number])


def _row_columns(count: int, most: int, step: int) -> tuple[int, ...]:
    if count == most - 1 and most in (3, 5):
        # Eight and fourteen are nine and fifteen without the pip in the middle.
        return tuple(column for column in _row_columns(most, most, step) if column)
    return tuple((2 * place - count + 1) * step // 2 for place in range(count))
