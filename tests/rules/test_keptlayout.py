"""A kept layout: undo to any depth, both ways as text, and what is put right afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.match import Hand
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Action, Draw, Pass, Play, judge
from scorekeeper.rules.situation import Situation
from scorekeeper.rules.tiles import Tile, tile_count
from tests.rules.brute_referee import invented_round


def tile(text: str) -> Tile:
    return Tile.parse(text)


def kept(
    *plays: str, house: HouseRules = STANDARD, counts: Sequence[int] = (7, 7, 7), boneyard: int = 34
) -> KeptLayout:
    """A double-nine layout after plays "9-4", each where it is likeliest meant, "draw" and "pass"."""
    layout = KeptLayout(9, 9, tuple(counts), boneyard, house=house)
    for text in plays:
        turn = layout.state.turn
        assert turn is not None
        action = {"draw": Draw(turn), "pass": Pass(turn)}.get(text)
        layout = layout.record(action or layout.choices(tile(text))[0])
    return layout


ARMS = ("9-9", "9-4", "9-6", "9-1", "9-0")
FULL = (*ARMS, "4-4", "draw", "4-3", "6-4", "draw", "pass", "4-1", "3-2")


def invented(seed: int) -> KeptLayout:
    """A round that somebody else made up, hands not seen, with its legal actions recorded."""
    record = invented_round(seed)
    layout = KeptLayout(
        record["set"],
        tile(record["start_double"]).high,
        tuple(record["counts"]),
        record["boneyard_count"],
        record["first"],
        HouseRules(**record["house_rules"]),
    )
    for step in record["steps"]:
        action = _action(step["action"])
        if layout.ask(action).legal:
            layout = layout.record(action)
    return layout


def _action(step: dict[str, object]) -> Action:
    player = step["player"]
    assert isinstance(player, int)
    named = tile(str(step["tile"])) if step.get("tile") else None
    if step["do"] == "draw":
        return Draw(player, named)
    if step["do"] == "pass" or named is None:
        return Pass(player)
    on = tile(str(step["on"])) if step.get("on") else None
    return Play(player, named, on, bool(step.get("stands")))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1_000_000), st.integers(0, 400))
def test_undo_is_fewer_actions_and_redo_brings_them_back(seed: int, steps: int) -> None:
    layout = invented(seed)
    back = layout
    for _step in range(min(steps, len(layout.actions))):
        back = back.undo()
    assert back.state == KeptLayout.from_lines(back.lines(), layout.house).state
    assert back.actions == layout.actions[: len(back.actions)]
    state = back.before
    for action in back.actions:
        state = judge(state, action).state
    assert back.state == state
    again = back
    while again.undone:
        again = again.redo()
    assert (again, again.rulings) == (layout, layout.rulings)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1_000_000))
def test_lines_are_read_back(seed: int) -> None:
    layout = invented(seed)
    if layout.actions:
        layout = layout.undo()
    read = KeptLayout.from_lines(layout.lines(), layout.house)
    assert (read, read.rulings) == (layout, layout.rulings)
    assert all(len(line) < 60 for line in layout.lines())


SET_AS_IT_LIES = Situation(9, 9, 4, (0, 1, 6), foot=4, toes=1, boneyard_empty=True, seen=frozenset({tile("9-4")}))


@pytest.mark.parametrize(
    "layout",
    [
        kept(),
        kept(*FULL),
        kept(*FULL).drop(),
        kept().with_situation(SET_AS_IT_LIES),
        kept().with_situation(Situation(9, 9, 0)),
        KeptLayout(9, 9, (7, 7), 40, 1, laid_out=True),
        kept(*ARMS).record(Play(2, tile("5-3"), tile("9-4"), stands=True, free=5)),
        kept().record(Draw(0, tile("5-3"))),
    ],
)
def test_everything_that_is_kept_is_read_back(layout: KeptLayout) -> None:
    assert KeptLayout.from_lines(layout.lines()) == layout


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["layout 9 9"],
        ["layout 9 9", "first 0", "tiles 7 7", "boneyard x"],
        ["layout 8 8", "first 0", "tiles 7 7", "boneyard 1"],
        ["layout 9 10", "first 0", "tiles 7 7", "boneyard 1"],
        ["layout 9 9", "first 2", "tiles 7 7", "boneyard 1"],
        ["layout 9 9", "first 0", "tiles", "boneyard 1"],
        ["layout 9 9", "first 0", "tiles 7 -7", "boneyard 1"],
        ["layout 9 9 9", "first 0", "tiles 7 7", "boneyard 1"],
        ["0 9-9", "layout 9 9", "first 0", "tiles 7 7", "boneyard 1"],
        *(
            ["layout 9 9", "first 0", "tiles 7 7", "boneyard 30", line]
            for line in (
                "0", "2 9-9", "0 nine", "0 9-9 in 3-3", "0 9-9 on", "0 9-9 free", "0 draw 3", "undone", "undone 0",
                "situation 4", "situation 4 x 0 boneyard", "situation 4 - 0 boneyard seen 3",
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_layout_is_refused(lines: list[str]) -> None:
    with pytest.raises(RuleError, match="cannot be read"):
        KeptLayout.from_lines(lines)


def test_what_other_house_rules_refuse_is_taken_back_and_not_lost() -> None:
    four = kept(*FULL)
    six = KeptLayout.from_lines(four.lines(), HouseRules(arms=6))
    assert len(six.actions) == len(ARMS)
    assert KeptLayout.from_lines(six.lines(), STANDARD).undone == six.undone
    back = KeptLayout.from_lines(six.lines(), STANDARD)
    while back.undone:
        back = back.redo()
    assert back == four


def test_the_layout_of_the_round_to_come() -> None:
    match = changes.start("m", "2026-11-30T18:00:00+01:00", ["Ana", "Boris", "Chi"], 9, 7, STANDARD)
    match = changes.set_starter(match, 2)
    layout = KeptLayout.begin(match)
    assert (layout.start, layout.first, layout.counts, layout.boneyard) == (9, 2, (7, 7, 7), 34)
    assert layout.belongs_to(match)
    played = changes.record_round(match, (Hand(0), Hand(3), Hand(4)))
    assert not layout.belongs_to(played)
    assert KeptLayout.begin(played).start == 8


def test_a_double_laid_out_lies_there_already_and_its_starter_plays_to_it() -> None:
    house = HouseRules(missing_double="set_aside")
    match = changes.start("m", "2026-11-30T18:00:00+01:00", ["Ana", "Boris"], 6, 7, house)
    layout = KeptLayout.begin(changes.set_starter(match, 1))
    assert (layout.boneyard, layout.state.turn, layout.newest) == (13, 1, tile("6-6"))
    layout = layout.record(layout.choices(tile("6-1"))[0])
    assert layout.state.counts == (7, 6)


def test_a_finished_match_has_no_layout() -> None:
    match = changes.start("m", "2026-11-30T18:00:00+01:00", ["Ana", "Boris"], 6, 7, HouseRules(last_double=5))
    for _round in range(2):
        match = changes.record_round(match, (Hand(0), Hand(3)))
    with pytest.raises(RuleError):
        KeptLayout.begin(match)


def test_choices_are_where_it_may_lie_and_otherwise_where_it_matches() -> None:
    open_to_all = kept(*ARMS)
    assert [play.on for play in open_to_all.choices(tile("6-4"))] == [tile("9-4"), tile("9-6")]
    toes_first = open_to_all.record(Play(2, tile("4-4"), tile("9-4")))
    assert [play.on for play in toes_first.choices(tile("6-4"))] == [tile("4-4")]
    assert toes_first.choices(tile("6-1"))[0].on in (tile("9-6"), tile("9-1"))
    assert toes_first.ask(toes_first.choices(tile("6-1"))[0]).code == "ERR_FOOT_PENDING"


def test_a_tile_that_matches_nothing_is_offered_both_ways_round_where_it_stands() -> None:
    layout = kept(*ARMS)
    choices = layout.choices(tile("5-3"), 1, stands=True)
    assert len(choices) == 2 * 4
    assert {play.free for play in choices} == {5, 3}
    assert all(play.player == 1 for play in choices)


def test_another_first_player_moves_everything_round() -> None:
    layout = kept(*FULL)
    turned = layout.with_first(2)
    assert [action.player for action in turned.actions[:3]] == [2, 0, 1]
    assert turned.layout == layout.layout
    assert turned.with_first(0) == layout


def test_hands_put_right_change_the_beginning() -> None:
    layout = kept(*FULL)
    counts, boneyard = layout.state.counts, layout.state.boneyard
    fixed = layout.with_hands([counts[0] + 1, counts[1], counts[2]], boneyard - 1)
    assert fixed.state.counts == (counts[0] + 1, counts[1], counts[2])
    assert fixed.state.boneyard == boneyard - 1
    assert (fixed.counts, fixed.boneyard) == ((8, 7, 7), 33)
    assert fixed.layout == layout.layout


@pytest.mark.parametrize(
    ("counts", "boneyard", "told"),
    [
        ([7, 7], 20, "each of the 3 players"),
        ([7, 7, -1], 20, "each of the 3 players"),
        ([7, 7, 7], tile_count(9), "only 50 tiles off the table"),
    ],
)
def test_hands_that_cannot_be_are_refused(counts: list[int], boneyard: int, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        kept(*ARMS).with_hands(counts, boneyard)


def test_somebody_out_too_early_goes_on_once_the_hand_is_put_right() -> None:
    layout = kept("9-9", counts=(1, 7), boneyard=20)
    assert layout.state.out == 0
    on = layout.with_hands([1, 7], 19)
    assert (on.state.ended_by, on.state.turn) == (None, 1)


def test_a_dropped_layout_proves_nothing_until_it_is_taken_up() -> None:
    layout = kept(*ARMS).drop()
    assert layout.lying == ()
    assert layout.undo().lying == tuple(tile(text) for text in ARMS)


def test_the_tiles_that_stand_are_known() -> None:
    layout = kept(*ARMS)
    stood = layout.record(Play(2, tile("5-3"), tile("9-4"), stands=True), Play(0, tile("6-5"), tile("9-6")))
    assert stood.standing == {tile("5-3")}
    assert stood.undo().undo() == KeptLayout.from_lines([*layout.lines(), *_undone(stood)])


def _undone(layout: KeptLayout) -> list[str]:
    return [line for line in layout.undo().undo().lines() if line.startswith("undone")]


def test_a_refused_action_is_not_recorded() -> None:
    layout = kept(*ARMS)
    with pytest.raises(RuleError, match="5-3 has no 4"):
        layout.record(Play(2, tile("5-3"), tile("9-4")))
    with pytest.raises(RuleError):
        kept().undo()
    with pytest.raises(RuleError):
        kept().redo()


def test_recording_forgets_what_was_undone() -> None:
    layout = kept(*ARMS).undo()
    assert layout.undone
    assert not layout.record(layout.choices(tile("9-5"))[0]).undone


def test_the_search_for_the_double() -> None:
    layout = kept("draw", "draw")
    assert layout.is_searching
    found = layout.record(Draw(2, tile("9-9")), Play(2, tile("9-9")))
    assert found.state.counts == (8, 8, 7)
    assert not found.is_searching
