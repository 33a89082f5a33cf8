"""Names and other free text on the screen: as they are, never as markup, and as wide as their column."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

ELLIPSIS: Final = "…"


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells: padded on the right, or cut with an ellipsis; wide letters are never halved."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    if width < 2:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1).rstrip() + ELLIPSIS, width)


def fit_right(text: str, width: int) -> str:
    """`text` in exactly `width` cells at the right edge, or cut with an ellipsis."""
    size = cell_len(text)
    return " " * (width - size) + text if size <= width else fit(text, width)


def fit_middle(text: str, width: int) -> str:
    """`text` in exactly `width` cells in the middle, or cut with an ellipsis."""
    size = cell_len(text)
    if size > width:
        return fit(text, width)
    left = (width - size) // 2
    return " " * left + text + " " * (width - size - left)
