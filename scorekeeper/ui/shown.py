"""Names and other free text on the screen: as they are, never as markup, and as wide as their column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from textual.widgets import Static

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


def wrap(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells, broken between words, and within one only where it is longer."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while cell_len(word) > width:
            part = set_cell_size(word, width).rstrip()
            lines.append(part)
            word = word[len(part) :]
        line = word
    return [*lines, line] if line else lines


def put_text(static: Static, text: str) -> None:
    """Put text into a `Static`; one that says it already costs no new layout, which counts while keys come."""
    if str(static.content) != text:
        static.update(text)
