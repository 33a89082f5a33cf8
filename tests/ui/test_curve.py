"""The curve: lines that never break, labels that never overlap, readable without colour."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.scoring import standings, totals
from scorekeeper.ui.themes import DARK, LIGHT
from scorekeeper.ui.widgets.braille import dots_between
from scorekeeper.ui.widgets.chart import (
    LEADER,
    Chart,
    ChartLine,
    Drawing,
    draw,
    place_labels,
    places_chart,
    points_chart,
    tick_step,
)
from scorekeeper.ui.widgets.curve import Curve, seat_colour
from tests.ui.people import NAMES, match_of, ten_players

SIZES = [(80, 24), (40, 20), (140, 40), (46, 14), (20, 5), (24, 12)]
BRAILLE_BITS = {(x, y): bit for y, row in enumerate([(1, 8), (2, 16), (4, 32), (64, 128)]) for x, bit in enumerate(row)}


def dots(drawing: Drawing) -> set[tuple[int, int]]:
    """Every dot that is set, from the left and from the top of the whole drawing."""
    found = set()
    for row, line in enumerate(drawing.text):
        column = 0
        for letter in line:
            if 0x2800 <= ord(letter) <= 0x28FF:
                bits = ord(letter) - 0x2800
                found |= {(2 * column + x, 4 * row + y) for (x, y), bit in BRAILLE_BITS.items() if bits & bit}
            column += cell_len(letter)
    return found


def one_line(values: list[int], seat: int = 0, name: str = "A") -> ChartLine:
    return ChartLine(seat, name, 0, tuple(values), "0", leads=False)


def chart_of(*lines: ChartLine) -> Chart:
    rounds = max(len(line.values) + line.start for line in lines) - 1
    return Chart(lines, tuple(range(rounds, 0, -1)), 0, 0, best_on_top=False)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("single", [None, 3])
def test_every_row_is_exactly_as_wide_as_asked(width: int, height: int, single: int | None) -> None:
    for chart in (points_chart(ten_players()), places_chart(ten_players())):
        drawing = draw(chart, width, height, single=single)
        assert [cell_len(row) for row in drawing.text] == [width] * height


def test_too_small_a_room_stays_empty() -> None:
    assert draw(points_chart(ten_players()), 19, 30).text == [" " * 19] * 30
    assert draw(points_chart(ten_players()), 60, 4).text == [" " * 60] * 4
    assert draw(points_chart(ten_players()), 0, 0).text == []


@given(st.tuples(*[st.integers(-40, 40)] * 4))
def test_dots_of_a_line_touch_each_other(ends: tuple[int, int, int, int]) -> None:
    path = dots_between((ends[0], ends[1]), (ends[2], ends[3]))
    assert (path[0], path[-1]) == (ends[:2], ends[2:])
    assert all(max(abs(to[0] - at[0]), abs(to[1] - at[1])) == 1 for at, to in pairwise(path))


@given(
    st.integers(2, 4).flatmap(
        lambda count: st.lists(
            st.lists(st.integers(0, 90), min_size=count + 1, max_size=count + 1), min_size=1, max_size=5
        )
    ),
    st.sampled_from(SIZES),
)
def test_no_line_is_broken_where_others_cross_it(rows: list[list[int]], size: tuple[int, int]) -> None:
    lines = [one_line(values, seat) for seat, values in enumerate(rows)]
    drawing = draw(chart_of(*lines), *size)
    axis = drawing.text[0].index("┤" if "┤" in drawing.text[0] else "│") + 1
    left, right = 2 * axis, 2 * (drawing.label_column - 3) - 1
    top = int(next(text for text in drawing.text if "┤" in text).split("┤")[0])
    found = dots(drawing)
    high = 4 * (size[1] - 2) - 3
    for values in rows:
        apart = (right - left) / (len(values) - 1)
        for x in range(left, right + 1):
            number = min(int((x - left) / apart), len(values) - 2)
            share = (x - left) / apart - number
            value = values[number] + (values[number + 1] - values[number]) * share
            y = high + 1 - value * high / max(top, 1)
            steep = abs(values[number + 1] - values[number]) * high / max(top, 1) / apart
            assert any((x, near) in found for near in range(int(y - steep - 2), int(y + steep + 3))), (values, x)


def test_a_line_alone_is_one_connected_stroke() -> None:
    drawing = draw(chart_of(one_line([0, 40, 41, 120, 120])), 50, 16)
    edge = 2 * (drawing.label_column - 3)
    todo = {dot for dot in dots(drawing) if dot[0] < edge}
    reached = [min(todo)]
    todo.remove(reached[0])
    while reached:
        x, y = reached.pop()
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & todo
        todo -= near
        reached += near
    assert not todo


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 14), (140, 40)])
def test_everybody_is_named_at_the_line_end_with_the_total(width: int, height: int) -> None:
    match = ten_players()
    drawing = draw(points_chart(match), width, height)
    sums = totals(match)
    assert sorted(seat for seat in drawing.labels if seat is not None) == list(range(10)), "no label hides another"
    for row, seat in enumerate(drawing.labels):
        if seat is None:
            continue
        label = "".join(piece.text for piece in drawing.rows[row] if piece.role in ("name", "figure"))
        assert label[1:3] == match.players[seat].name[:2]
        assert label.split()[-1] == str(sums[seat])
        assert (label[0] == LEADER) == (seat in standings(match).winners)


def test_labels_stand_in_the_order_of_the_line_ends() -> None:
    match = ten_players()
    sums = totals(match)
    shown = [sums[seat] for seat in draw(points_chart(match), 80, 12).labels if seat is not None]
    assert shown == sorted(shown, reverse=True)
    order = [line.seat for line in standings(match).by_place() if line.place]
    assert [seat for seat in draw(places_chart(match), 80, 40).labels if seat in order] == order


def test_more_players_than_rows_are_counted_and_the_one_singled_out_is_always_named() -> None:
    match = ten_players()
    last = standings(match).by_place()[-2].seat
    drawing = draw(points_chart(match), 60, 8)
    assert "+5" in drawing.text[5]
    assert last not in drawing.labels
    assert last in draw(points_chart(match), 60, 8, single=last).labels


@given(st.lists(st.integers(0, 19), max_size=20), st.integers(0, 12))
def test_labels_get_rows_of_their_own_in_order(wanted: list[int], spare: int) -> None:
    rows = max(len(wanted) + spare, 20)
    placed = place_labels(sorted(wanted), rows)
    assert len(placed) == len(wanted)
    assert all(below > above for above, below in pairwise(placed))
    assert all(0 <= row < rows for row in placed)


def test_labels_with_room_stand_where_they_want() -> None:
    assert place_labels([1, 4, 9], 12) == [1, 4, 9]
    assert place_labels([5, 5, 5], 12) == [4, 5, 6]
    assert place_labels([0, 0, 0, 9], 10) == [0, 1, 2, 9]
    assert place_labels([9, 9, 9], 10) == [7, 8, 9]


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [(1, 5, 1), (7, 3, 5), (9, 9, 1), (100, 5, 20), (101, 5, 50), (999, 4, 500), (3455, 7, 500)],
)
def test_ticks_are_round_numbers(span: int, most: int, step: int) -> None:
    assert tick_step(span, most) == step


def test_axes_carry_the_points_and_the_doubles_of_the_rounds() -> None:
    drawing = draw(points_chart(ten_players()), 90, 24)
    assert drawing.text[-1].split() == ["12-12", "11-11", "10-10", "9-9", "8-8"]
    ticks = [int(text.split("┤")[0]) for text in drawing.text if "┤" in text]
    assert ticks[-1] == 0
    assert ticks[0] >= max(totals(ten_players()))
    narrow = draw(points_chart(match_of([(0, 9)] * 10)), 40, 12).text[-1].split()
    assert narrow == [str(double) for double in range(9, -1, -1)]


@pytest.mark.parametrize("rounds", [1, 3, 6, 7, 10, 13, 19])
def test_no_double_is_missing_among_others_on_the_axis(rounds: int) -> None:
    line = one_line(list(range(rounds + 1)))
    chart = replace(chart_of(line), doubles=tuple(range(rounds - 1, -1, -1)))
    for width in range(max(24, rounds + 16), 90):
        told = [int(name.split("-")[0]) for name in draw(chart, width, 12).text[-1].split()]
        assert told[-1] == 0
        assert len({above - below for above, below in pairwise(told)}) <= 1, (width, told)


def test_late_players_start_late_with_their_catch_up_and_leavers_stop() -> None:
    lines = {line.seat: line for line in points_chart(ten_players()).lines}
    assert (lines[4].start, lines[4].values) == (2, (88, 121, 137, 137))
    assert (lines[7].start, lines[7].values) == (0, (0, 60, 97, 108))
    assert len(lines[0].values) == 6


def test_places_follow_the_standings_after_each_round() -> None:
    match = ten_players()
    for line in places_chart(match).lines:
        for number, place in line.points:
            assert standings(match, number).lines[line.seat].place == place
        assert line.figure == (str(standings(match).lines[line.seat].place) if line.seat != 7 else "–")


def test_one_is_singled_out_without_colour() -> None:
    values = ([0, 50, 100], [0, 20, 30])
    chart = chart_of(one_line(values[0], 0), one_line(values[1], 1))
    plain, single = dots(draw(chart, 60, 20)), dots(draw(chart, 60, 20, single=0))
    upper = {dot for dot in plain if dot[1] < 30 and dot[0] < 80}
    assert upper < {dot for dot in single if dot[1] < 30 and dot[0] < 80}, "the line is whole, and thicker"
    lower = [len({dot for dot in every if dot[1] > 55 and 40 < dot[0] < 80}) for every in (plain, single)]
    assert lower[1] < lower[0] * 0.7, "the others are dotted"


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_match_that_has_hardly_begun(rounds: int) -> None:
    match = match_of([(0, 12, 5)] * rounds, players=[Player("Ana"), Player("Boris"), Player("Chi")])
    for chart in (points_chart(match), places_chart(match)):
        text = "\n".join(draw(chart, 60, 12).text)
        if chart.lines:
            assert all(name in text for name in ("Ana", "Boris", "Chi"))


@pytest.mark.parametrize("dark", [True, False])
def test_twelve_seats_have_colours_of_their_own(dark: bool) -> None:
    assert len({seat_colour(seat, dark=dark) for seat in range(12)}) == 12
    assert seat_colour(12, dark=dark) == seat_colour(0, dark=dark)


class Beside(App[None]):
    """A curve alone on the screen."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.curve = Curve(can_focus=True)
        self.match = match
        self.picked: list[int | None] = []

    def compose(self) -> ComposeResult:
        yield self.curve

    def on_mount(self) -> None:
        self.curve.show(self.match)

    def on_curve_picked(self, message: Curve.Picked) -> None:
        self.picked.append(message.seat)

    def shown(self) -> list[str]:
        """What the widget shows, row by row."""
        return [self.curve.render_line(row).text for row in range(self.curve.size.height)]


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (140, 40)])
async def test_the_widget_draws_again_in_the_room_there_is(size: tuple[int, int]) -> None:
    app = Beside(ten_players())
    async with app.run_test(size=size) as pilot:
        assert app.shown() == draw(points_chart(app.match), *size).text
        await pilot.resize_terminal(61, 17)
        await pilot.pause()
        assert app.shown() == draw(points_chart(app.match), 61, 17).text
        app.curve.show(app.match, mode="places")
        await pilot.pause()
        assert app.shown() == draw(places_chart(app.match), 61, 17).text
        await pilot.resize_terminal(10, 3)
        await pilot.pause()
        assert "".join(app.shown()).strip() == ""


async def test_names_are_shown_as_they_are() -> None:
    app = Beside(ten_players())
    async with app.run_test(size=(200, 30)):
        text = "\n".join(app.shown())
        assert all(name in text for name in NAMES)


async def test_a_click_on_a_name_singles_out_and_again_nobody() -> None:
    app = Beside(match_of([(0, 30, 60)]))
    async with app.run_test(size=(60, 16)) as pilot:
        drawing = draw(points_chart(app.match), 60, 16)
        where = (drawing.label_column + 1, drawing.labels.index(1))
        for expected in (1, None, 1):
            await pilot.click(Curve, offset=where)
            assert app.curve.single == expected
        await pilot.click(Curve, offset=(9, 3))
        assert app.picked == [1, None, 1, None]


async def test_keys_go_through_the_players_and_change_the_mode() -> None:
    app = Beside(match_of([(0, 30, 60)]))
    async with app.run_test(size=(60, 16)) as pilot:
        app.curve.focus()
        await pilot.press("down", "down", "down", "down", "up", "p")
        assert app.picked == [0, 1, 2, None, 2]
        assert app.curve.mode == "places"


async def test_colours_follow_the_theme() -> None:
    app = Beside(match_of([(0, 30, 60)]))
    app.register_theme(DARK)
    app.register_theme(LIGHT)
    app.theme = DARK.name
    async with app.run_test(size=(60, 16)) as pilot:

        def colours() -> set[str]:
            strips = [app.curve.render_line(row) for row in range(app.curve.size.height)]
            return {
                segment.style.color.name
                for strip in strips
                for segment in strip
                if segment.style and segment.style.color
            }

        assert {seat_colour(seat, dark=True) for seat in range(3)} < colours()
        app.theme = LIGHT.name
        await pilot.pause()
        assert {seat_colour(seat, dark=False) for seat in range(3)} < colours()
        assert not {seat_colour(seat, dark=True) for seat in range(3)} & colours()
