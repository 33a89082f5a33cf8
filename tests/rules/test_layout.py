"""The farmyard: laws over layouts grown by legal plays, and the places where they are easily got wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.layout import End, Layout, Outlook
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.rulings import finish_text, outlook_text
from scorekeeper.rules.tiles import SETS, tile_count, tiles_of_set
from tests.rules.layouts import ARMS, laid, tile


@st.composite
def grown(draw: st.DrawFn) -> list[Layout]:
    """Every layout on the way to one that was grown by legal plays, doubles first where the draw says so."""
    highest = draw(st.sampled_from(SETS))
    layout = Layout(highest, draw(st.integers(0, highest)), draw(st.sampled_from([4, 6])))
    steps = [layout, layout.place(layout.start_double)]
    for number in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        options = [(free, end.on) for free in steps[-1].unseen() for end in steps[-1].legal_plays(free)]
        if number % 2:
            options = [option for option in options if option[0].is_double] or options
        if not options:
            break
        steps.append(steps[-1].place(*options[number % len(options)]))
    return steps


@settings(max_examples=40)
@given(grown())
def test_laws(steps: list[Layout]) -> None:
    for layout in steps[1:]:
        finished = [foot for foot in layout.feet if not layout.room(foot)]
        assert len(layout.feet) - len(finished) <= 1
        assert len(layout.ends) == layout.arms + 2 * len(layout.feet)
        if layout.stage == "open":
            assert layout.open_ends == layout.ends
            assert len(layout.open_ends) == layout.arms + 2 * len(finished)
        tiles = [lying.tile for lying in layout.placed]
        assert len(set(tiles)) == len(tiles)
        unseen = list(layout.unseen())
        assert sorted(tiles + unseen) == sorted(tiles_of_set(layout.highest))
        assert layout.off_table == {
            number: sum(number in free for free in unseen) for number in range(layout.highest + 1)
        }
        assert layout.is_dead == (not any(layout.legal_plays(free) for free in unseen))
        assert layout.open_values == tuple(sorted({end.number for end in layout.open_ends}))


@settings(max_examples=20)
@given(grown())
def test_what_is_carried_over_is_what_would_be_counted(steps: list[Layout]) -> None:
    for layout in steps:
        counted = Layout(layout.highest, layout.start, layout.arms, layout.placed)
        assert counted == layout
        assert counted.ends == layout.ends
        assert counted.off_table == layout.off_table
        assert counted.foot == layout.foot
        assert [end.on for end in counted.ends] == [end.on for end in layout.ends]


@settings(max_examples=20)
@given(grown(), st.integers(0, 10_000))
def test_a_play_is_legal_exactly_where_no_fault_is_found(steps: list[Layout], pick: int) -> None:
    layout = steps[-1]
    unseen = list(layout.unseen())
    if unseen:
        free = unseen[pick % len(unseen)]
        faultless = {lying.tile for lying in layout.placed if layout.place_fault(free, lying.tile) is None}
        assert {end.on for end in layout.legal_plays(free)} == faultless
        aim = layout.aim(free)
        assert (layout.place_fault(free, aim) is None) == bool(faultless)


def test_empty_table() -> None:
    empty = Layout(9, 9)
    assert empty.stage == "find_start"
    assert empty.ends == empty.open_ends == ()
    assert empty.open_values == ()
    assert (empty.arms_left, empty.toes_left, empty.foot) == (4, 0, None)
    assert empty.fits(tile("9-9"))
    assert not empty.fits(tile("9-8"))
    assert empty.aim(tile("9-8")) is None
    assert not empty.is_dead
    assert empty.can_be_finished
    assert empty.outlook() == Outlook(None, 1, 55)


def test_arms_then_open() -> None:
    layout = laid(9, *ARMS[:-1])
    assert (layout.stage, layout.arms_left, layout.open_values) == ("arms", 1, (9,))
    assert layout.legal_plays(tile("9-0")) == (End(tile("9-9"), 9),)
    assert layout.legal_plays(tile("4-3")) == ()
    assert layout.aim(tile("4-3")) == tile("9-4")
    assert layout.aim(tile("3-2")) == tile("9-9")
    layout = laid(9, *ARMS)
    assert (layout.stage, layout.open_values) == ("open", (0, 1, 4, 6))
    assert layout.legal_plays(tile("6-4")) == (End(tile("9-4"), 4), End(tile("9-6"), 6))
    assert [lying.tile for lying in layout.children(tile("9-9"))] == [tile(t.split("@")[0]) for t in ARMS[1:]]


@pytest.mark.parametrize("arms", [4, 6])
def test_as_many_arms_as_the_house_plays(arms: int) -> None:
    layout = laid(9, "9-9", *(f"9-{n}@9-9" for n in range(arms)), arms=arms)
    assert layout.stage == "open"
    assert len(layout.open_ends) == arms
    assert layout.place_fault(tile("9-8"), tile("9-9")) == "ERR_END_COVERED"


def test_foot() -> None:
    layout = laid(9, *ARMS, "4-4@9-4", "4-2@4-4")
    assert (layout.stage, layout.foot, layout.toes_left, layout.open_values) == ("foot", tile("4-4"), 2, (4,))
    assert layout.place_fault(tile("2-0"), tile("4-2")) == "ERR_FOOT_PENDING"
    assert layout.place_fault(tile("9-8"), tile("9-9")) == "ERR_FOOT_PENDING"
    assert layout.aim(tile("6-5")) == tile("9-6")
    assert layout.can_be_finished
    assert finish_text(layout) is None
    layout = layout.place(tile("4-0"), tile("4-4")).place(tile("5-4"), tile("4-4"))
    assert (layout.stage, layout.foot, layout.open_values) == ("open", None, (0, 1, 2, 5, 6))
    assert layout.place_fault(tile("4-3"), tile("4-4")) == "ERR_END_COVERED"


def test_a_foot_that_can_never_be_finished() -> None:
    plays = ("3-3", "4-3@3-3", "3-1@3-3", "3-2@3-3", "5-3@3-3", "4-1@3-1", "4-2@4-3", "2-0@3-2", "4-0@2-0", "4-4@4-1")
    layout = laid(6, *plays)
    assert layout.off_table[4] == 2
    assert not layout.is_dead
    assert not layout.can_be_finished
    assert finish_text(layout) == (
        "The foot 4-4 can never be finished: it needs 3 more, and tiles with 4 off the table: 2."
    )
    assert layout.outlook() == Outlook(None, 2, 18)
    assert outlook_text(layout.outlook()) == "Cannot tell whether anybody can play: 2 tiles that fit are unseen (A14)."
    assert layout.outlook(boneyard_empty=True) == Outlook(False, 2, 18)
    assert "so the 2 tiles that fit are in hands" in outlook_text(layout.outlook(boneyard_empty=True))
    layout = layout.place(tile("6-4"), tile("4-4")).place(tile("5-4"), tile("4-4"))
    assert layout.is_dead
    assert layout.outlook() == Outlook(True, 0, 16)
    assert outlook_text(layout.outlook()).startswith("Blocked")


def test_wrong_plays_that_stand_can_leave_the_arms_short() -> None:
    layout = laid(6, "6-6", "6-0@6-6", "6-1@6-0", "6-2@6-1", "6-3@6-2", "6-4@6-3")
    assert (layout.stage, layout.arms_left, layout.off_table[6]) == ("arms", 3, 1)
    assert finish_text(layout) == "The arms can never all be filled: tiles with 6 still off the table: 1."


def test_duties_left_by_wrong_plays_are_served_arms_first_then_the_oldest_foot() -> None:
    layout = laid(9, *ARMS[:-1], "4-4@9-4", "6-6@9-6")
    assert (layout.stage, layout.open_values, len(layout.ends)) == ("arms", (9,), 8)
    assert layout.place_fault(tile("4-2"), tile("4-4")) == "ERR_ARMS_FIRST"
    layout = layout.place(tile("9-0"), tile("9-9"))
    assert (layout.stage, layout.foot) == ("foot", tile("4-4"))
    assert layout.place_fault(tile("6-2"), tile("6-6")) == "ERR_FOOT_PENDING"
    for toe in ("4-0", "4-1", "4-2"):
        layout = layout.place(tile(toe), tile("4-4"))
    assert (layout.stage, layout.foot, layout.open_values) == ("foot", tile("6-6"), (6,))


@pytest.mark.parametrize(("free", "number"), [(None, 7), (5, 5), (7, 7), (3, 7)])
def test_the_free_end_of_a_tile_that_matches_nothing(free: int | None, number: int) -> None:
    layout = laid(9, *ARMS).place(tile("7-5"), tile("9-4"), free)
    assert layout.number_at(tile("7-5")) == number


@pytest.mark.parametrize(
    ("what", "on"), [("9-4", "9-6"), ("10-4", "9-4"), ("4-3", "9-9"), ("4-3", "8-8"), ("9-8", None)]
)
def test_what_cannot_lie_there_is_not_placed(what: str, on: str | None) -> None:
    with pytest.raises(RuleError):
        laid(9, *ARMS).place(tile(what), None if on is None else tile(on))


def test_tiles_outside_the_set_fit_nowhere() -> None:
    layout = laid(9, *ARMS)
    assert not layout.fits(tile("10-4"))
    assert layout.legal_plays(tile("12-1")) == ()
    assert layout.outlook().unseen == tile_count(9) - 5
