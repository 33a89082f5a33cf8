"""A domino with its pips, as lines of text and as a widget."""

from __future__ import annotations

from typing import Final, Literal

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from scorekeeper.rules.pips import PIP_ROWS, pip_columns
from scorekeeper.rules.tiles import Tile

DominoSize = Literal["large", "medium", "row"]
"""Large: 9 lines, 33 cells. Medium: 5 lines, 17 cells up to 9-9 and 29 for 18-18. Row: one line such as "[9│9]"."""

PIP: Final = "●"

IVORY: Final = "#f3ecd8"
INK: Final = "#4a4335"
_EDGE: Final = "#8d8265"
PIP_COLOURS: Final = (
    *(INK, "#1f7fc0", "#2a8237", "#cc2525", "#7c4a1e", "#2342b8", "#a06b00", "#c4318c", "#007d78", "#6d2aa5"),
    *("#c9560a", "#23232b", "#686e75", "#861430", "#66720f", "#16275c", "#a3489c", "#1d5230", "#5b4a8a"),
)
"""A colour for each number, as coloured sets have them; readable on ivory. The digit always stands beside it."""


def _half_width(tile: Tile, size: DominoSize) -> int:
    if size == "large":
        return 15
    return 2 * max(3, *PIP_ROWS[tile.high]) + 1


def _half(number: int, size: DominoSize, width: int) -> list[str]:
    gap, between = (4, 1) if size == "large" else (2, 0)
    rows = []
    for columns in pip_columns(number, gap):
        cells = [" "] * width
        for column in columns:
            cells[width // 2 + column] = PIP
        rows.append("".join(cells))
    blank = " " * width
    if not between:
        return rows
    return [blank, rows[0], blank, rows[1], blank, rows[2], blank]


def domino_lines(tile: Tile, *, size: DominoSize = "large") -> list[str]:
    """The tile lying across, its higher number on the left; all lines are equally many cells wide.

    The digits of both numbers stand in its lower edge, so that nobody has to count eighteen pips.
    """
    if size == "row":
        return [f"[{tile.high}│{tile.low}]"]
    width = _half_width(tile, size)
    left, right = _half(tile.high, size, width), _half(tile.low, size, width)
    feet = [f" {number} ".center(width, "─") for number in (tile.high, tile.low)]
    return [
        f"╭{'─' * width}┬{'─' * width}╮",
        *(f"│{one}│{two}│" for one, two in zip(left, right, strict=True)),
        f"╰{feet[0]}┴{feet[1]}╯",
    ]


def domino_text(tile: Tile, *, size: DominoSize = "large") -> Text:
    """The same lines in the colours of a real tile: ivory, with the pips of each number in its own colour."""
    lines = domino_lines(tile, size=size)
    text = Text("\n".join(lines), style=Style(color=_EDGE, bgcolor=IVORY), no_wrap=True, end="")
    start = 0
    for line in lines:
        bar = line.index("│") if size == "row" else len(line) // 2
        for column, cell in enumerate(line):
            if cell == PIP or cell.isdecimal():
                number = tile.high if column < bar else tile.low
                style = Style(color=PIP_COLOURS[number], bold=True)
                text.stylize(style, start + column, start + column + 1)
        start += len(line) + 1
    return text


class Domino(Static):
    """A domino lying across, as the starting double does; nothing where there is no tile."""

    DEFAULT_CSS = """
    Domino {
        width: auto;
        height: auto;
    }
    """

    def __init__(
        self,
        tile: Tile | None = None,
        *,
        size: DominoSize = "large",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(_drawn(tile, size), id=id, classes=classes)
        self._tile = tile
        self._domino_size: DominoSize = size
        self.display = tile is not None

    @property
    def tile(self) -> Tile | None:
        """The tile that is shown."""
        return self._tile

    def show(self, tile: Tile | None, *, size: DominoSize | None = None) -> None:
        """Show another tile, or none; in another size where one is given."""
        size = size or self._domino_size
        if (tile, size) != (self._tile, self._domino_size):
            self._tile, self._domino_size = tile, size
            self.display = tile is not None
            self.update(_drawn(tile, size))


def _drawn(tile: Tile | None, size: DominoSize) -> Text:
    return Text() if tile is None else domino_text(tile, size=size)
