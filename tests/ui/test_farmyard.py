"""The drawing of the farmyard: everything is in it once, nothing overlaps, and the signs say what is what."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from scorekeeper.rules.layout import Layout
from scorekeeper.rules.tiles import SETS, Tile
from scorekeeper.ui.widgets.farmyard import Farmyard
from scorekeeper.ui.widgets.farmyard_lines import (
    FITS,
    LATER,
    NEVER,
    OPEN,
    WRONG,
    Drawing,
    Ghost,
    Scene,
    draw,
    draw_to_fit,
)  # fmt: skip
from scorekeeper.ui.widgets.farmyard_plan import SCALES, Scale
from tests.rules.layouts import ARMS, full_double_eighteen, grown, laid, tile

SMALL = Scale(False)


FOOT = (*ARMS, "4-4@9-4", "4-3@4-4")


def text_of(drawing: Drawing) -> str:
    return "\n".join(drawing.text())


def overlaps(drawing: Drawing) -> list[tuple[int, str]]:
    """Pieces that begin before the one on their left ends."""
    found = []
    for y in drawing.rows:
        end = drawing.left
        for x, text, _ink in drawing.pieces(y):
            if x < end:
                found.append((y, text))
            end = max(end, x + len(text))
    return found


layouts = st.builds(
    grown,
    st.sampled_from(SETS),
    st.integers(1, 30),
    seed=st.integers(0, 10_000),
    arms=st.sampled_from([4, 6]),
    start=st.sampled_from([None, 0, 3]),
)


@settings(max_examples=30, deadline=None)
@given(layouts, st.sampled_from(SCALES))
def test_everything_is_drawn_once_and_nothing_overlaps(layout: Layout, scale: Scale) -> None:
    drawing = draw(Scene(layout, layout.placed[-1].tile), scale)
    assert not overlaps(drawing)
    signs = sum(ink in ("open", "later", "never") for row in drawing.rows.values() for _x, _text, ink in row)
    assert signs == len(layout.ends)
    if not scale.tall:
        flat = re.findall(r"[\[«](\d+)│(\d+)[\]»]", text_of(drawing))
        expected = Counter(lying.tile for lying in layout.placed if not lying.tile.is_double)
        assert Counter(Tile(int(one), int(other)) for one, other in flat) == expected
        doubles = re.findall(r"[\[«](\d+)[\]»]", text_of(drawing))
        assert len(doubles) == 2 * (len(layout.feet) + 1)


@settings(max_examples=30, deadline=None)
@given(layouts)
def test_tiles_that_touch_match(layout: Layout) -> None:
    lines = text_of(draw(Scene(layout), SMALL))
    assert all(one == other for one, other in re.findall(r"(\d+)\]\[(\d+)│", lines))


@settings(max_examples=30, deadline=None)
@given(layouts, st.integers(30, 120), st.integers(6, 40))
def test_folding_hides_tiles_but_no_double_no_end_and_never_the_newest(layout: Layout, width: int, height: int) -> None:
    scene = Scene(layout, layout.placed[-1].tile)
    drawing = draw_to_fit(scene, width, height)
    assert not overlaps(drawing)
    pieces = [piece for row in drawing.rows.values() for piece in row]
    assert any(ink == "new" for _x, _text, ink in pieces)
    assert sum(ink in ("open", "later", "never") for _x, _text, ink in pieces) == len(layout.ends)
    whole = draw(scene, drawing.scale)
    assert drawing.width <= whole.width
    assert drawing.height == whole.height
    if not drawing.scale.tall:
        flat = len(re.findall(r"\d│\d", text_of(drawing)))
        folded = sum(int(number) for number in re.findall(r"╌(\d+)╌", text_of(drawing)))
        assert flat + folded == len(layout.placed) - len(layout.feet) - 1
        # What is folded is folded because there was no room for it.
        assert not folded or whole.width + 2 * len(str(layout.highest)) + 3 > width


def test_the_first_foot_as_a_picture() -> None:
    drawn = draw(Scene(laid(9, *FOOT), tile("4-3")), SMALL).text()
    assert drawn == [
        "                [4]╱○",
        "          ╭[9│4][─]─«4│3»·",
        "·[0│9]╲[9]╯     [4]╲○",
        "       [─]",
        "·[6│9]╱[9]╲[9│1]·",
    ]


@pytest.mark.parametrize("scale", SCALES)
def test_the_picture_grows_to_both_sides(scale: Scale) -> None:
    drawing = draw(Scene(laid(9, *ARMS)), scale)
    assert drawing.left < -5
    assert drawing.right > 5
    assert abs(drawing.left + drawing.right) <= 1


def inks(scene: Scene, scale: Scale = SMALL) -> Counter[object]:
    return Counter(ink for row in draw(scene, scale).rows.values() for _x, _text, ink in row)


def test_signs_of_the_ends() -> None:
    arms = text_of(draw(Scene(laid(9, "9-9", "9-4@9-9")), SMALL))
    assert (arms.count(OPEN), arms.count(LATER)) == (3, 1)
    foot = text_of(draw(Scene(laid(9, *FOOT)), SMALL))
    assert (foot.count(OPEN), foot.count(LATER)) == (2, 4)
    free = text_of(draw(Scene(laid(9, *ARMS)), SMALL))
    assert (free.count(OPEN), free.count(LATER)) == (4, 0)
    over = text_of(draw(Scene(laid(9, *ARMS), over=True), SMALL))
    assert (over.count(OPEN), over.count(LATER)) == (0, 4)


def test_ends_of_a_foot_that_can_never_be_finished() -> None:
    plays = ("3-3", "4-3@3-3", "3-1@3-3", "3-2@3-3", "5-3@3-3", "4-1@3-1", "4-2@4-3", "6-5@5-3", "2-0@3-2", "4-0@2-0")
    layout = laid(6, *plays, "4-4@4-1", "6-4@4-4")
    assert not layout.can_be_finished
    drawn = text_of(draw(Scene(layout), SMALL))
    assert (drawn.count(OPEN), drawn.count(NEVER)) == (1, 1)


def test_the_newest_tile_has_a_sign_of_its_own() -> None:
    layout = laid(9, *FOOT)
    assert "«4│3»" in text_of(draw(Scene(layout, tile("4-3")), SMALL))
    assert text_of(draw(Scene(layout, tile("4-4")), SMALL)).count("«4»") == 2
    assert "╔" in text_of(draw(Scene(layout, tile("4-3")), SCALES[0]))


def test_a_tile_that_is_wrong_and_stands_has_a_sign() -> None:
    layout = laid(9, *ARMS, "5-3@9-4", "7-7@9-6")
    drawn = text_of(draw(Scene(layout, standing=frozenset({tile("5-3"), tile("7-7")})), SMALL))
    assert f"3{WRONG}5" in drawn
    assert f"[{WRONG}]" in drawn


def test_a_typed_tile_is_shown_where_it_would_lie() -> None:
    layout = laid(9, *ARMS)
    scene = Scene(layout, fits=frozenset({tile("9-4"), tile("9-6")}), ghost=Ghost(tile("6-4"), tile("9-4"), 6, True))
    drawn = text_of(draw(scene, SMALL))
    assert "[9│4]‹4│6›" in drawn
    assert drawn.count(FITS) == 1
    refused = Scene(layout, ghost=Ghost(tile("5-3"), tile("9-6"), 5, False))
    assert f"{NEVER}5│3{NEVER}[6│9]" in text_of(draw(refused, SMALL))


def test_a_typed_toe_is_shown_once() -> None:
    scene = Scene(laid(9, *FOOT), ghost=Ghost(tile("4-2"), tile("4-4"), 2, True), fits=frozenset({tile("4-4")}))
    drawn = text_of(draw(scene, SMALL))
    assert (drawn.count("‹4│2›"), drawn.count(FITS)) == (1, 1)


def test_before_the_first_tile_its_place_is_shown() -> None:
    drawing = draw(Scene(Layout(9, 9)), SCALES[0])
    assert inks(Scene(Layout(9, 9))) == {"later": 9}
    assert " 9 " in text_of(drawing)


def test_a_wrong_double_on_an_arm_is_drawn_as_a_foot() -> None:
    layout = laid(9, "9-9", "9-4@9-9", "7-7@9-9")
    drawn = draw(Scene(layout, standing=frozenset({tile("7-7")})), SMALL)
    assert not overlaps(drawn)
    assert text_of(drawn).count("[7]") == 2


def test_every_size_is_used_when_there_is_room_for_it() -> None:
    layout = grown(9, 14, seed=3)
    sizes = [draw_to_fit(Scene(layout), width, height).scale for width, height in ((120, 40), (100, 14), (80, 12))]
    assert [scale.tall for scale in sizes] == [True, False, False]
    layout = grown(9, 40, seed=3)
    assert draw_to_fit(Scene(layout), 40, 20).width < draw_to_fit(Scene(layout), 40, 20, folding=False).width


def test_a_double_nine_round_fits_the_smallest_screen_it_is_meant_for() -> None:
    for seed in range(5):
        layout = grown(9, 55, seed=seed)
        drawing = draw_to_fit(Scene(layout), 80, 13)
        assert drawing.width <= 80


def test_a_full_double_eighteen_is_drawn_without_overlaps() -> None:
    layout = full_double_eighteen()
    drawing = draw_to_fit(Scene(layout, layout.placed[-1].tile), 104, 32)
    assert drawing.width <= 104
    assert not overlaps(drawing)


class Yard(App[None]):
    """A farmyard and nothing else."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.farmyard = Farmyard(layout)
        self.pointed: list[Tile] = []

    def compose(self) -> ComposeResult:
        yield self.farmyard

    def on_farmyard_end_clicked(self, event: Farmyard.EndClicked) -> None:
        self.pointed.append(event.on)

    def lines(self) -> list[str]:
        return [self.farmyard.render_line(y).text for y in range(self.farmyard.size.height)]


async def test_the_window_follows_the_newest_tile_and_can_be_moved() -> None:
    layout = full_double_eighteen()
    app = Yard(layout)
    async with app.run_test(size=(60, 14)) as pilot:
        for seen in (layout.placed[-1].tile, layout.placed[-2].tile, layout.placed[-9].tile):
            app.farmyard.show(Scene(layout, seen))
            await pilot.pause()
            assert any("«" in line for line in app.lines()), seen
        moved = app.lines()
        while app.farmyard.pan(0, -3):
            pass
        await pilot.pause()
        assert app.lines() != moved
        assert "▾" in "".join(app.lines())
        assert "▴" not in "".join(app.lines())
        assert all(len(line) == 60 for line in app.lines())
        while app.farmyard.pan(0, 3):
            pass
        assert "▴" in "".join(app.lines())


async def test_whoever_points_at_an_end_is_told_which() -> None:
    layout = laid(9, *FOOT)
    app = Yard(layout)
    async with app.run_test(size=(80, 13)) as pilot:
        app.farmyard.show(Scene(layout, tile("4-3")))
        await pilot.pause()
        corner = app.farmyard._corner
        for spot in app.farmyard.drawing.spots:
            await pilot.click(app.farmyard, offset=(spot.x - corner[0], spot.y - corner[1]))
        await pilot.pause()
        assert set(app.pointed) == {end.on for end in layout.ends}


async def test_unfolded_all_of_every_line_is_there() -> None:
    layout = grown(9, 55, seed=5)
    app = Yard(layout)
    async with app.run_test(size=(50, 14)):
        assert "╌" in text_of(app.farmyard.drawing)
        app.farmyard.fold(False)
        assert "╌" not in text_of(app.farmyard.drawing)
