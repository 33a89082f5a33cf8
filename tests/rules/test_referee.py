"""Turns, draws, passes and blocks, one interplay of rules at a time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.layout import End
from scorekeeper.rules.playrecord import judge_record
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Action, Draw, Pass, Play, Ruling, State, judge, new_round, replay
from scorekeeper.rules.rulings import FLAG_RULE, flag_text
from scorekeeper.rules.tiles import Tile
from tests.rules.brute_referee import invented_round

ON = HouseRules(draws="until_playable")
MUST = HouseRules(drawn_tile="must")
OUT = HouseRules(dead_position="draw_out")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def act(text: str, player: int | None) -> Action:
    """An action written "9-4 on 9-9", "9-9", "draw", "draw 9-4" or "pass", of the player whose turn it is or "2: pass";
    a "!" at the end says that a wrong play stands."""
    if ":" in text:
        seat, text = text.split(":")
        player = int(seat)
    assert player is not None
    words = text.split()
    match words:
        case ["pass"]:
            return Pass(player)
        case ["draw", *what]:
            return Draw(player, tile(what[0]) if what else None)
        case [what]:
            return Play(player, tile(what))
        case [what, "on", where, *stands]:
            return Play(player, tile(what), tile(where), stands == ["!"])
    raise AssertionError(text)


def start(
    *dealt: str, highest: int = 9, double: int = 9, boneyard: int = 20, house: HouseRules = STANDARD, first: int = 0
) -> State:
    """A round with known hands; without any, of two players whose hands of five are not seen."""
    hands = [[tile(text) for text in hand.split()] for hand in dealt]
    counts = [len(hand) for hand in hands] or [5, 5]
    return new_round(highest, double, counts, boneyard, first, house, hands or None)


def follow(state: State, *actions: str) -> Ruling:
    """The last of the rulings; all before it must be legal."""
    ruling: Ruling | None = None
    for text in actions:
        assert ruling is None or ruling.legal, (text, ruling)
        ruling = judge(state, act(text, state.turn if state.turn is not None else 0))
        state = ruling.state
    assert ruling is not None
    return ruling


ARMS = ("9-9", "9-4 on 9-9", "9-6 on 9-9", "9-1 on 9-9", "9-0 on 9-9")


@pytest.mark.parametrize(
    ("state", "actions", "code", "rule", "flags"),
    [
        # The search for the starting double, hands not seen.
        (start(), "pass", "ERR_MUST_DRAW", "R11", ""),
        (start(boneyard=0), "draw", "ERR_BONEYARD_EMPTY", "R18", ""),
        (start(boneyard=0), "pass", "ERR_MUST_DRAW", "R11", ""),
        (start(), "9-4 on 9-9", "ERR_NOT_STARTING_DOUBLE", "R9", ""),
        (start(), "9-9 on 9-9", "ERR_NO_SUCH_TARGET", "R13", ""),
        (start(), "9-4 on 9-9 !", "ERR_NOT_STARTING_DOUBLE", "R9", ""),
        (start(), "draw", "OK_DRAW_START", "R11", ""),
        (start(), "draw 5-4, draw 9-9", "OK_DRAW_START", "R11", "START_FOUND"),
        (start(), "draw 9-9, draw", "ERR_START_IS_HELD", "R11", ""),
        (start(), "draw 9-9, pass", "ERR_START_IS_HELD", "R11", ""),
        (start(), "draw 9-9, 1: draw", "ERR_NOT_YOUR_TURN", "R14", ""),
        (start(), "draw 9-9, 9-8", "ERR_NOT_STARTING_DOUBLE", "R9", ""),
        (start(), "draw 9-9, 9-9", "OK_START", "R9", ""),
        (start(), "draw 10-9", "ERR_TILE_NOT_IN_SET", "R2", ""),
        # A drawn face is not remembered, so the same tile may turn up again.
        (start(), "draw 5-4, draw 5-4", "OK_DRAW_START", "R11", ""),
        # The search with known hands.
        (start("9-9 5-4", "8-1 7-0"), "draw 5-5", "ERR_START_IS_HELD", "R11", ""),
        (start("9-9 5-4", "8-1 7-0"), "pass", "ERR_START_IS_HELD", "R11", ""),
        (start("9-9 5-4", "8-1 7-0", first=1), "draw 5-5", "ERR_START_IS_HELD", "R11", ""),
        (start("9-9 5-4", "8-1 7-0"), "8-1", "ERR_NOT_IN_HAND", "R6", ""),
        (start("9-9 5-4", "8-1 7-0"), "5-4", "ERR_NOT_STARTING_DOUBLE", "R9", ""),
        (start("5-5 5-4", "8-1 7-0"), "9-9", "ERR_NOT_IN_HAND", "R6", ""),
        (start("5-5 5-4", "8-1 7-0"), "pass", "ERR_MUST_DRAW", "R11", ""),
        (start("5-5 5-4", "8-1 7-0"), "draw 7-0", "ERR_TILE_NOT_IN_BONEYARD", "R7", ""),
        (start("5-5 5-4", "8-1 7-0"), "draw 9-9, 9-9", "OK_START", "R9", ""),
        (start("9-9", "8-1 7-0"), "9-9", "OK_START", "R9", "WENT_OUT"),
        # Precedence where several things are wrong.
        (start(), "9-9, 0: 12-9 on 7-7", "ERR_NOT_YOUR_TURN", "R14", ""),
        (start(), "9-9, 12-9 on 7-7", "ERR_TILE_NOT_IN_SET", "R2", ""),
        (start("9-9 5-4", "9-1 7-0"), "9-9, 9-9 on 7-7", "ERR_TILE_ALREADY_PLAYED", "R2", ""),
        (start("9-9 5-4", "9-1 7-0"), "9-9, 6-5 on 7-7", "ERR_NOT_IN_HAND", "R6", ""),
        (start(), "9-9, 6-5 on 7-7", "ERR_NO_SUCH_TARGET", "R13", ""),
        (start(), "9-9, 9-5", "ERR_NO_SUCH_TARGET", "R13", ""),
        (start(), "9-9, 9-5 on 9-5", "ERR_NO_SUCH_TARGET", "R13", ""),
        (start(), "9-9, 9-5 on 9-9, 6-6 on 9-5", "ERR_ARMS_FIRST", "R15", ""),
        (start(), (*ARMS, "4-4 on 9-4", "3-2 on 9-9"), "ERR_FOOT_PENDING", "R21", ""),
        (start(), (*ARMS, "4-4 on 9-4", "3-2 on 4-4"), "ERR_NO_MATCH", "R13", ""),
        (start(), (*ARMS, "3-2 on 9-9"), "ERR_END_COVERED", "R13", ""),
        (start(), (*ARMS, "3-2 on 9-4"), "ERR_NO_MATCH", "R13", ""),
        (start(boneyard=0), "9-9, draw 9-9", "ERR_BONEYARD_EMPTY", "R18", ""),
        (start(), "9-9, draw 9-9", "ERR_TILE_ALREADY_PLAYED", "R2", ""),
        (start(boneyard=1), "9-9, draw, draw", "ERR_ALREADY_DREW", "A9", ""),
        (start("9-9 5-4", "9-1 7-0", boneyard=0), "9-9, draw", "ERR_HAS_LEGAL_PLAY", "A7", ""),
        # Passing.
        (start(), "9-9, pass", "ERR_MUST_DRAW", "R16", ""),
        (start(boneyard=0), "9-9, pass", "OK_PASS", "R18", ""),
        (start(boneyard=1), "9-9, draw, pass", "OK_PASS", "A9", ""),
        (start("9-9 5-4", "9-1 7-0"), "9-9, pass", "ERR_HAS_LEGAL_PLAY", "A7", ""),
        (start("9-9 5-4", "8-1 7-0"), "9-9, draw 9-2", "OK_DRAW", "R16", "DRAWN_PLAYABLE"),
        (start("9-9 5-4", "8-1 7-0"), "9-9, draw 9-2, pass", "OK_PASS_KEPT", "A8", ""),
        (start("9-9 5-4", "8-1 7-0"), "9-9, draw 9-2, pass, draw 6-5, pass, pass", "ERR_HAS_LEGAL_PLAY", "A7", ""),
        (start(), "9-9, draw 9-2, pass", "OK_PASS_KEPT", "A8", ""),
        # What was drawn is forgotten with the turn where hands are not seen.
        (start(), "9-9, draw 9-2, pass, draw, pass, pass", "ERR_MUST_DRAW", "R16", ""),
        # H5.
        (start("9-9 5-4", "8-1 7-0", house=MUST), "9-9, draw 9-2, pass", "ERR_HAS_LEGAL_PLAY", "H5", ""),
        (start("9-9 5-4", "8-1 7-0", house=MUST), "9-9, draw 6-2, pass", "OK_PASS", "A9", ""),
        (start(house=MUST), "9-9, draw 9-2, pass", "ERR_HAS_LEGAL_PLAY", "H5", ""),
        (start(house=MUST), "9-9, draw, pass", "OK_PASS", "A9", ""),
        (start(house=MUST), "9-9, draw 9-2, 9-3 on 9-9", "OK_ARM", "R15", ""),
        # H4.
        (start(house=ON), "9-9, draw 6-2, draw 5-2", "OK_DRAW", "R16", ""),
        (start(house=ON), "9-9, draw 6-2, pass", "ERR_MUST_DRAW", "R16", ""),
        (start(house=ON), "9-9, draw, draw", "OK_DRAW", "R16", ""),
        (start(house=ON), "9-9, draw, pass", "OK_PASS", "A9", ""),
        (start(house=ON), "9-9, draw 6-2, draw, pass", "OK_PASS", "A9", ""),
        (start(house=ON), "9-9, draw 9-2, draw", "ERR_ALREADY_DREW", "A9", ""),
        (start(house=ON), "9-9, draw 9-2, pass", "OK_PASS_KEPT", "A8", ""),
        (start(house=ON, boneyard=1), "9-9, draw 6-2, pass", "OK_PASS", "A9", ""),
        (start(house=ON, boneyard=1), "9-9, draw 6-2, draw", "ERR_BONEYARD_EMPTY", "R18", ""),
        (start("9-9 5-4", "8-1 7-0", house=ON), "9-9, draw 6-2, draw 9-2", "OK_DRAW", "R16", "DRAWN_PLAYABLE"),
        (start("9-9 5-4", "8-1 7-0", house=ON), "9-9, draw 9-2, draw 6-2", "ERR_ALREADY_DREW", "A9", ""),
        (start("9-9 5-4", "8-1 7-0", house=ON), "9-9, draw 6-2, 9-2 on 9-9", "ERR_NOT_IN_HAND", "R6", ""),
        # The last tile.
        (start("9-9 4-2", "9-4"), "9-9, 9-4 on 9-9", "OK_ARM", "R15", "WENT_OUT"),
        (start("9-9 4-2", "9-4"), "9-9, 9-4 on 9-9, 0: pass", "ERR_ROUND_OVER", "R24", ""),
        (start("9-9 9-6 9-0", "9-4 9-1 4-4 5-5"), (*ARMS, "pass"), "ERR_ROUND_OVER", "R24", ""),
        (start("9-9 9-6 9-0 5-5", "9-4 9-1 4-4"), (*ARMS, "4-4 on 9-4"), "OK_EXTEND", "R13", "FOOT_OPENED WENT_OUT"),
        # A32: what was wrong and lies there.
        (start(), "9-9, 9-5 on 9-9, 5-3 on 9-5 !", "OK_STANDS", "A32", ""),
        (start(), "9-9, 9-5 on 9-9, 5-5 on 9-5 !", "OK_STANDS", "A32", "FOOT_OPENED"),
        (start(), (*ARMS, "4-4 on 9-4", "6-5 on 9-6 !"), "OK_STANDS", "A32", ""),
        (start(), (*ARMS, "3-2 on 9-4 !"), "OK_STANDS", "A32", ""),
        (start(), (*ARMS[:-1], "7-5 on 9-9 !"), "OK_STANDS", "A32", "ARMS_COMPLETE"),
        (start(), (*ARMS[:-1], "7-7 on 9-9 !"), "OK_STANDS", "A32", "ARMS_COMPLETE FOOT_OPENED"),
        (start(), "9-9, 0: 9-5 on 9-9 !", "OK_STANDS", "A32", ""),
        (start(), "9-9, 9-5 on 9-9 !", "OK_ARM", "R15", ""),
        (start(), (*ARMS, "4-4 on 9-4", "5-3 on 9-9 !"), "ERR_FOOT_PENDING", "R21", ""),
        (start(), (*ARMS, "5-3 on 9-9 !"), "ERR_END_COVERED", "R13", ""),
        (start(), (*ARMS, "5-3 on 5-5 !"), "ERR_NO_SUCH_TARGET", "R13", ""),
        (start(), (*ARMS, "12-4 on 9-4 !"), "ERR_TILE_NOT_IN_SET", "R2", ""),
        (start(), (*ARMS, "9-6 on 9-4 !"), "ERR_TILE_ALREADY_PLAYED", "R2", ""),
        (start("9-9 5-4", "8-1 7-0"), "9-9, 9-3 on 9-9 !", "ERR_NOT_IN_HAND", "R6", ""),
        (start("9-9 5-4", "8-1"), "9-9, 8-1 on 9-9 !", "OK_STANDS", "A32", "WENT_OUT"),
    ],
)
def test_ruling(state: State, actions: str | tuple[str, ...], code: str, rule: str, flags: str) -> None:
    texts = [text.strip() for text in actions.split(",")] if isinstance(actions, str) else list(actions)
    ruling = follow(state, *texts)
    assert (ruling.code, ruling.rule, " ".join(ruling.flags)) == (code, rule, flags)
    assert ruling.legal == code.startswith("OK")
    assert ruling.reason.endswith(".")
    assert "{" not in ruling.reason


def test_after_an_out_of_turn_play_that_stands_play_goes_on_to_its_left() -> None:
    state = new_round(9, 9, [5, 5, 5], 40)
    ruling = follow(state, "9-9", "2: 9-5 on 9-9 !")
    assert ruling.state.turn == 0
    assert ruling.state.counts == (4, 5, 4)


DEAD = (
    "3-3", "4-3 on 3-3", "3-1 on 3-3", "3-2 on 3-3", "5-3 on 3-3", "4-1 on 3-1", "4-2 on 4-3", "6-5 on 5-3",
    "2-0 on 3-2", "4-0 on 2-0", "4-4 on 4-1", "6-4 on 4-4",
)  # fmt: skip


def dying(house: HouseRules, boneyard: int) -> State:
    """A double-six round one toe before every tile with a 4 lies on the table."""
    state = new_round(6, 3, [9, 8], boneyard, house=house)
    return follow(state, *DEAD).state


def test_a_dead_position_ends_the_round_at_once() -> None:
    ruling = follow(dying(HouseRules(), 7), "5-4 on 4-4")
    assert ruling.flags == ("DEAD_POSITION", "BLOCKED")
    assert (ruling.state.phase, ruling.state.turn, ruling.state.ended_by) == ("over", None, "blocked")
    assert ruling.state.open_values == ()
    assert judge(ruling.state, Pass(0)).code == "ERR_ROUND_OVER"


def test_under_h8_a_dead_position_is_played_out() -> None:
    state = dying(OUT, 2)
    ruling = follow(state, "5-4 on 4-4")
    assert ruling.flags == ("DEAD_POSITION",)
    assert ruling.state.turn == 1
    assert follow(ruling.state, "draw").flags == ()
    assert follow(ruling.state, "draw", "pass").flags == ("DEAD_POSITION",)
    last = follow(ruling.state, "draw", "pass", "draw")
    assert (last.flags, last.state.boneyard, last.state.phase) == ((), 0, "foot")
    assert follow(last.state, "pass").flags == ("DEAD_POSITION", "BLOCKED")


def test_under_h8_with_an_empty_boneyard_a_dead_position_ends_the_round_at_once() -> None:
    assert follow(dying(OUT, 0), "5-4 on 4-4").flags == ("DEAD_POSITION", "BLOCKED")


def test_under_h8_and_h4_one_player_draws_the_boneyard_out() -> None:
    state = follow(dying(HouseRules(dead_position="draw_out", draws="until_playable"), 2), "5-4 on 4-4").state
    assert follow(state, "draw 6-6", "pass").code == "ERR_MUST_DRAW"
    assert follow(state, "draw 6-6", "draw 5-5", "pass").flags == ("DEAD_POSITION", "BLOCKED")


def test_going_out_comes_before_a_block() -> None:
    ruling = follow(new_round(6, 3, [7, 7], 5), *DEAD, "5-4 on 4-4")
    assert ruling.flags == ("WENT_OUT",)
    assert (ruling.state.ended_by, ruling.state.out) == ("out", 0)
    assert ruling.state.layout.is_dead


def test_with_six_arms_the_sixth_completes_them() -> None:
    six = start(house=HouseRules(arms=6))
    fifth = follow(six, *ARMS, "9-2 on 9-9")
    assert (fifth.flags, fifth.state.phase, fifth.state.layout.arms_left) == ((), "arms", 1)
    assert follow(fifth.state, "9-3 on 9-9").flags == ("ARMS_COMPLETE",)


def test_known_hands_need_the_drawn_tile_named() -> None:
    state = follow(start("9-9 5-4", "8-1 7-0"), "9-9").state
    with pytest.raises(RuleError, match="names its tile"):
        judge(state, Draw(1))


def test_what_a_screen_asks() -> None:
    state = follow(start("9-9 5-4 4-3", "9-4 7-0 8-4"), "9-9", "9-4 on 9-9").state
    assert state.playable(0) == ()
    assert state.legal_plays(tile("9-5")) == (End(tile("9-9"), 9),)
    assert state.outlook().blocked is None
    over = follow(start("9-9", "9-4 7-0"), "9-9").state
    assert over.playable(1) == ()
    assert over.legal_plays(tile("9-4")) == ()


def test_every_flag_has_its_sentence() -> None:
    sentences = {flag_text(flag) for flag in FLAG_RULE}
    assert len(sentences) == len(FLAG_RULE)
    assert all(sentence.endswith(".") for sentence in sentences)


def played(seed: int) -> tuple[State, tuple[Action, ...], tuple[Ruling, ...]]:
    record: dict[str, Any] = invented_round(seed)
    judged = judge_record(record)
    hands = None if record["dealt"] is None else [[tile(text) for text in hand] for hand in record["dealt"]]
    house = HouseRules(**record["house_rules"])
    begin = new_round(
        record["set"], tile(record["start_double"]).high, record["counts"], record["boneyard_count"], record["first"],
        house, hands,
    )  # fmt: skip
    return begin, judged.actions, judged.rulings


@settings(max_examples=25)
@given(st.integers(0, 10_000_000))
def test_laws(seed: int) -> None:
    begin, actions, rulings = played(seed)
    before = begin
    total = sum(begin.counts) + begin.boneyard
    stood = False
    for ruling in rulings:
        state, layout = ruling.state, ruling.state.layout
        stood = stood or ruling.code == "OK_STANDS"
        assert ruling.legal == (state != before)
        assert ruling.legal or not ruling.flags
        assert sum(state.counts) + state.boneyard + len(layout.placed) == total
        assert len({lying.tile for lying in layout.placed}) == len(layout.placed)
        if state.hands is not None:
            held = [free for hand in state.hands for free in hand]
            assert len(set(held)) == len(held) == sum(state.counts)
            assert not any(free in layout for free in held)
        if layout.placed:
            assert len(layout.ends) == layout.arms + 2 * len(layout.feet)
        assert stood or sum(layout.room(foot) > 0 for foot in layout.feet) <= 1
        dead = bool(layout.placed) and not any(layout.fits(free) for free in layout.unseen())
        if state.ended_by == "blocked":
            assert dead
            assert state.house.dead_position == "ends" or state.boneyard == 0
        elif dead and state.ended_by is None:
            assert state.house.dead_position == "draw_out"
        assert (state.turn is None) == (state.ended_by is not None)
        before = state
    # Taking steps back is playing fewer of them.
    half = len(actions) // 2
    assert replay(begin, actions[:half]) == rulings[:half]


@settings(max_examples=10)
@given(st.integers(0, 10_000_000))
def test_asking_changes_nothing(seed: int) -> None:
    begin, _actions, rulings = played(seed)
    for state in [begin, *(ruling.state for ruling in rulings[::7])]:
        shown = repr(state)
        values = state.layout.open_values, state.layout.ends, dict(state.layout.off_table)
        for player in range(len(state.counts)):
            asked: list[Action] = [Pass(player), Draw(player, tile("1-0"))]
            asked += [Play(player, free, state.layout.aim(free)) for free in list(state.layout.unseen())[::9]]
            for action in asked:
                assert judge(state, action) == judge(state, action)
        assert repr(state) == shown
        assert values == (state.layout.open_values, state.layout.ends, dict(state.layout.off_table))
