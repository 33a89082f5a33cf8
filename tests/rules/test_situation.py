"""Situations set as they lie: what can be said of a tile, and what cannot be known."""

from __future__ import annotations

import pytest

from scorekeeper.rules.layout import Layout
from scorekeeper.rules.situation import Situation
from scorekeeper.rules.tiles import Tile


def tile(text: str) -> Tile:
    return Tile.parse(text)


ARMS = Situation(9, 9, 2, (4, 6))
OPEN = Situation(9, 9, 4, (0, 1, 4, 6))
FOOT = Situation(9, 9, 4, (0, 1, 6, 2), foot=4, toes=1)


@pytest.mark.parametrize(
    ("situation", "what", "code", "rule"),
    [
        (ARMS, "9-1", "OK_ARM", "R15"),
        (ARMS, "6-1", "ERR_ARMS_FIRST", "R15"),
        (ARMS, "3-1", "ERR_NO_MATCH", "R13"),
        (ARMS, "9-9", "ERR_TILE_ALREADY_PLAYED", "R2"),
        (ARMS, "10-9", "ERR_TILE_NOT_IN_SET", "R2"),
        (OPEN, "6-1", "OK_EXTEND", "R13"),
        (OPEN, "9-8", "ERR_NO_MATCH", "R13"),
        (FOOT, "4-3", "OK_TOE", "R21"),
        (FOOT, "4-4", "ERR_TILE_ALREADY_PLAYED", "R2"),
        (FOOT, "6-1", "ERR_FOOT_PENDING", "R21"),
        (FOOT, "8-7", "ERR_NO_MATCH", "R13"),
        (Situation(9, 9, 5, (4, 6, 1, 0, 2), arms=6), "4-1", "ERR_ARMS_FIRST", "R15"),
    ],
)
def test_ask(situation: Situation, what: str, code: str, rule: str) -> None:
    assert situation.problems() == ()
    answer = situation.ask(tile(what))
    assert (answer.code, answer.rule, answer.legal) == (code, rule, code.startswith("OK"))
    assert answer.reason.endswith(".")
    assert bool(answer.unknown) == answer.legal


def test_the_answer_says_what_it_cannot_know() -> None:
    assert OPEN.ask(tile("6-1")).unknown == (
        "The tiles on the table were not named: whether 6-1 lies there already cannot be told.",
    )
    named = Situation(9, 9, 4, (0, 1, 4, 6), seen=frozenset({tile("6-1")}))
    assert named.ask(tile("6-1")).code == "ERR_TILE_ALREADY_PLAYED"
    assert named.ask(tile("4-1")).unknown == (
        "Whether 4-1 is among the tiles on the table that were not named cannot be told.",
    )


@pytest.mark.parametrize(
    ("situation", "finishable", "blocked", "fitting"),
    [
        (OPEN, True, None, 34),
        (FOOT, None, None, 7),
        # Seven tiles with a 4 in a double-six set: the foot's double, its base and two toes, and three ends.
        (Situation(6, 3, 4, (4, 4, 4, 5, 6), foot=4, toes=2), False, True, 0),
        (Situation(6, 3, 4, (4, 4, 5, 6), foot=4, toes=2), None, None, 1),
        (Situation(6, 3, 4, (4, 4, 5), foot=4, toes=1), None, None, 2),
        (Situation(6, 3, 4, (4, 4, 4), foot=4, toes=1), False, None, 1),
        (Situation(6, 6, 3, (6, 6, 6)), False, True, 0),
    ],
)
def test_what_numbers_prove(situation: Situation, finishable: bool | None, blocked: bool | None, fitting: int) -> None:
    assert situation.problems() == ()
    assert situation.can_be_finished is finishable
    assert (situation.outlook().blocked, situation.outlook().fitting) == (blocked, fitting)


def test_with_every_tile_named_it_proves_what_a_kept_layout_proves() -> None:
    plays = ("4-3@3-3", "3-1@3-3", "3-2@3-3", "5-3@3-3", "4-1@3-1", "4-2@4-3", "2-0@3-2", "4-0@2-0", "4-4@4-1",
             "6-4@4-4", "5-4@4-4")  # fmt: skip
    layout = Layout(6, 3).place(tile("3-3"))
    for play in plays:
        what, on = play.split("@")
        layout = layout.place(tile(what), tile(on))
    ends = tuple(end.number for end in layout.ends if not end.on.is_double)
    situation = Situation(
        6, 3, 4, ends, foot=4, toes=2, seen=frozenset(lying.tile for lying in layout.placed)
    )  # fmt: skip
    assert situation.outlook() == layout.outlook()
    assert [situation.most_off_table(number) for number in range(7)] == list(layout.off_table.values())


@pytest.mark.parametrize(
    ("situation", "rule"),
    [
        (Situation(9, 10, 0), "R2"),
        (Situation(9, 9, 4, (11,)), "R2"),
        (Situation(9, 9, 5), "R15"),
        (Situation(9, 9, 4, foot=9), "A18"),
        (Situation(9, 9, 4, foot=4, toes=3), "R21"),
        (Situation(9, 9, 4, toes=1), "R21"),
        (Situation(9, 9, 3, foot=4), "R15"),
        (Situation(6, 3, 4, (4, 4, 4, 4), foot=4, toes=2), "R2"),
    ],
)
def test_what_cannot_lie_there(situation: Situation, rule: str) -> None:
    assert [problem.rule for problem in situation.problems()] == [rule]
