"""Dominoes as they are drawn: every pip there, every half the same size, nothing told by colour alone."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.color import Color

from scorekeeper.rules.pips import pip_columns
from scorekeeper.rules.tiles import SETS, Tile, tiles_of_set
from scorekeeper.ui.widgets.domino import (
    IVORY,
    PIP,
    PIP_COLOURS,
    Domino,
    DominoSize,
    domino_lines,
    domino_text,
)

NUMBERS = range(SETS[-1] + 1)


def halves(lines: list[str]) -> tuple[str, str]:
    """Both halves of a drawn tile, without its border."""
    rows = [re.fullmatch(r"│(.*)│(.*)│", line) for line in lines[1:-1]]
    return "\n".join(row[1] for row in rows if row), "\n".join(row[2] for row in rows if row)


@pytest.mark.parametrize("size", ["large", "medium"])
def test_every_half_of_every_set_has_its_pips(size: DominoSize) -> None:
    for tile in tiles_of_set(SETS[-1]):
        left, right = halves(domino_lines(tile, size=size))
        assert (left.count(PIP), right.count(PIP)) == (tile.high, tile.low), tile


@pytest.mark.parametrize("size", ["large", "medium"])
def test_a_half_looks_the_same_turned_round(size: DominoSize) -> None:
    for number in NUMBERS:
        half = halves(domino_lines(Tile(number, number), size=size))[0]
        assert half == half[::-1], number


@pytest.mark.parametrize("size", ["large", "medium", "row"])
def test_lines_are_equally_wide_and_carry_both_digits(size: DominoSize) -> None:
    for tile in tiles_of_set(SETS[-1]):
        lines = domino_lines(tile, size=size)
        assert len({cell_len(line) for line in lines}) == 1, tile
        assert re.findall(r"\d+", lines[-1]) == [str(tile.high), str(tile.low)]


def test_large_tiles_are_all_of_one_size() -> None:
    sizes = {(len(lines[0]), len(lines)) for tile in tiles_of_set(18) if (lines := domino_lines(tile))}
    assert sizes == {(33, 9)}


def test_pips_never_touch_and_never_leave_the_half() -> None:
    for number in NUMBERS:
        for gap in (2, 4):
            for row in pip_columns(number, gap):
                assert all(right - left >= 2 for left, right in pairwise(row)), number
        assert all(abs(column) < 7 for row in pip_columns(number, 4) for column in row), number


@pytest.mark.parametrize(
    ("tile", "drawn"),
    [
        (Tile(9, 9), "╭───────┬───────╮\n│ ● ● ● │ ● ● ● │\n│ ● ● ● │ ● ● ● │\n│ ● ● ● │ ● ● ● │\n╰── 9 ──┴── 9 ──╯"),
        (Tile(8, 3), "╭───────┬───────╮\n│ ● ● ● │ ●     │\n│ ●   ● │   ●   │\n│ ● ● ● │     ● │\n╰── 8 ──┴── 3 ──╯"),
        (Tile(6, 0), "╭───────┬───────╮\n│ ● ● ● │       │\n│       │       │\n│ ● ● ● │       │\n╰── 6 ──┴── 0 ──╯"),
    ],
)
def test_known_tiles(tile: Tile, drawn: str) -> None:
    assert "\n".join(domino_lines(tile, size="medium")) == drawn


def test_one_row() -> None:
    assert domino_lines(Tile(9, 4), size="row") == ["[9│4]"]
    assert domino_lines(Tile(12, 12), size="row") == ["[12│12]"]


def luminance(colour: str) -> float:
    parts = [
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_every_number_has_its_own_colour_that_can_be_read_on_ivory() -> None:
    assert len(set(PIP_COLOURS)) == len(PIP_COLOURS) == len(NUMBERS)
    for colour in PIP_COLOURS:
        assert (luminance(IVORY) + 0.05) / (luminance(colour) + 0.05) > 3.5, colour


def test_pips_and_digits_have_the_colour_of_their_number() -> None:
    text = domino_text(Tile(12, 3), size="medium")
    coloured = {
        (str(span.style.color.name), text.plain[span.start : span.end])
        for span in text.spans
        if not isinstance(span.style, str) and span.style.color
    }
    assert coloured == {
        (PIP_COLOURS[12], PIP),
        (PIP_COLOURS[12], "1"),
        (PIP_COLOURS[12], "2"),
        (PIP_COLOURS[3], PIP),
        (PIP_COLOURS[3], "3"),
    }


class Table(App[None]):
    """A table with one domino on it."""

    def __init__(self, domino: Domino) -> None:
        super().__init__()
        self.domino = domino

    def compose(self) -> ComposeResult:
        yield self.domino


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (140, 40)])
async def test_the_widget_is_as_large_as_its_tile(size: tuple[int, int]) -> None:
    app = Table(Domino(Tile(9, 9)))
    async with app.run_test(size=size) as pilot:
        assert app.domino.size == (33, 9)
        app.domino.show(Tile(18, 18), size="medium")
        await pilot.pause()
        assert app.domino.size == (29, 5)
        assert app.domino.tile == Tile(18, 18)
        app.domino.show(Tile(0, 0), size="row")
        await pilot.pause()
        assert app.domino.size == (5, 1)
        app.domino.show(None)
        await pilot.pause()
        assert not app.domino.display
        app.domino.show(Tile(7, 7), size="large")
        await pilot.pause()
        shown = "\n".join(app.domino.render_line(row).text for row in range(9))
        assert shown == "\n".join(domino_lines(Tile(7, 7)))
