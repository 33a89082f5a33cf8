"""Points, places and what decided them: worked tables, and laws against a comparison written a second time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.scoring import (
    Line,
    Standings,
    explain,
    explain_place,
    round_points,
    separated_by,
    standings,
    totals,
)
from scorekeeper.rules.summary import summarise
from tests.strategies import matches

NAMES = ("Ana", "Boris", "Chi", "Dan", "Eva")


def table(*columns: Sequence[int | None], players: Sequence[Player] = (), house: HouseRules = STANDARD) -> Match:
    """A match whose players scored these points a round, one column a player; no more is asked of it."""
    players = players or tuple(Player(name) for name in NAMES[: len(columns)])
    rounds = tuple(
        Round(9 - number, tuple(None if points is None else Hand(points) for points in row))
        for number, row in enumerate(zip(*columns, strict=True))
    )
    return Match("m", 9, tuple(players), rounds, house=house)


def places(result: Standings) -> list[int | None]:
    return [line.place for line in result.lines]


TABLES = [
    ("alone", [(0, 6), (21, 0), (33, 9)], [1, 2, 3], "total", "Ana has the fewest points: 6."),
    (
        "zero rounds",
        [(0, 0, 8), (0, 7, 1)],
        [1, 2],
        "zero_rounds",
        "Ana and Boris are level with 8 points. Ana has the most zero rounds and is first: Ana 2 and Boris 1 (R28).",
    ),
    (
        "level with one point",
        [(0, 1), (1, 0)],
        [1, 1],
        "shared",
        "Ana and Boris are level with 1 point. Each has 1 zero round (R28). "
        "The lowest round above zero is 1 for each (R29). Ana and Boris share first place (A24).",
    ),
    (
        "lowest round above zero",
        [(0, 2, 6), (0, 4, 4), (9, 9, 9)],
        [1, 2, 3],
        "lowest_nonzero",
        "Ana and Boris are level with 8 points. Each has 1 zero round (R28). "
        "Ana has the lowest round above zero and is first: Ana 2 and Boris 4 (R29).",
    ),
    (
        "three level, zero rounds, then two share the second place",
        [(0, 0, 9), (0, 4, 5), (5, 4, 0), (30, 0, 0)],
        [1, 2, 2, 4],
        "zero_rounds",
        "Ana, Boris and Chi are level with 9 points. "
        "Ana has the most zero rounds and is first: Ana 2, Boris 1 and Chi 1 (R28).",
    ),
    (
        "three level, both tiebreakers are needed (A26)",
        [(0, 4, 5), (0, 3, 6), (2, 3, 4)],
        [2, 1, 3],
        "lowest_nonzero",
        "Ana, Boris and Chi are level with 9 points. "
        "Ana and Boris have the most zero rounds: Ana 1, Boris 1 and Chi 0 (R28). "
        "Boris has the lowest round above zero and is first: Ana 4 and Boris 3 (R29).",
    ),
    (
        "two of four share, the fifth is alone (A24)",
        [(0, 3, 6), (0, 6, 3), (0, 4, 5), (1, 4, 4), (0, 0, 10)],
        [1, 1, 3, 4, 5],
        "shared",
        "Ana, Boris, Chi and Dan are level with 9 points. "
        "Ana, Boris and Chi have the most zero rounds: Ana 1, Boris 1, Chi 1 and Dan 0 (R28). "
        "Ana and Boris have the lowest round above zero: Ana 3, Boris 3 and Chi 4 (R29). "
        "Ana and Boris share first place (A24).",
    ),
    (
        "nobody has a round above zero (A25)",
        [(0, 0), (0, 0)],
        [1, 1],
        "shared",
        "Ana and Boris are level with 0 points. Each has 2 zero rounds (R28). "
        "None of them has a round above zero (A25). Ana and Boris share first place (A24).",
    ),
    (
        "no zero round at all",
        [(4, 5), (3, 6)],
        [2, 1],
        "lowest_nonzero",
        "Ana and Boris are level with 9 points. Each has 0 zero rounds (R28). "
        "Boris has the lowest round above zero and is first: Ana 4 and Boris 3 (R29).",
    ),
]


@pytest.mark.parametrize(
    ("columns", "ranks", "decided_by", "text"), [row[1:] for row in TABLES], ids=[r[0] for r in TABLES]
)
def test_worked_tables(columns: list[tuple[int, ...]], ranks: list[int], decided_by: str, text: str) -> None:
    result = standings(table(*columns))
    assert places(result) == ranks
    assert result.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert result.decided_by == decided_by
    assert result.explanation == text


def test_no_round_above_zero_loses_to_one_that_is() -> None:
    """A25 between players level in total and zero rounds: only a late player's catch-up can bring that about."""
    players = (Player("Ana"), Player("Boris", joined=2, catch_up=9))
    result = standings(table((9, 0), (None, 0), players=players))
    assert [(line.total, line.zero_rounds, line.lowest_nonzero) for line in result.lines] == [(9, 1, 9), (9, 1, None)]
    assert places(result) == [1, 2]
    assert result.decided_by == "lowest_nonzero"
    assert "Ana 9 and Boris none (R29)" in result.explanation


PLACES = [
    (
        [(0, 6), (21, 0), (33, 9)],
        [
            "Ana has the fewest points: 6.",
            "Boris has a total of 21; 1 player has fewer: Ana 6 (R27).",
            "Chi has a total of 42; 2 players have fewer: Ana 6 and Boris 21 (R27).",
        ],
        ["total", "total", "total"],
    ),
    (
        [(0, 0, 1), (0, 4, 5), (5, 4, 0), (0, 0, 9), (1, 3, 5)],
        [
            "Ana has the fewest points: 1.",
            "Boris has a total of 9; 1 player has fewer: Ana 1 (R27). Boris, Chi, Dan and Eva are level with 9 points. "
            "More zero rounds come first: Boris 1, Chi 1, Dan 2 and Eva 0 (R28). "
            "The lowest round above zero is 4 for each (R29). Boris and Chi share place 3 (A24).",
            "Chi has a total of 9; 1 player has fewer: Ana 1 (R27). Boris, Chi, Dan and Eva are level with 9 points. "
            "More zero rounds come first: Boris 1, Chi 1, Dan 2 and Eva 0 (R28). "
            "The lowest round above zero is 4 for each (R29). Boris and Chi share place 3 (A24).",
            "Dan has a total of 9; 1 player has fewer: Ana 1 (R27). Boris, Chi, Dan and Eva are level with 9 points. "
            "More zero rounds come first: Boris 1, Chi 1, Dan 2 and Eva 0 (R28).",
            "Eva has a total of 9; 1 player has fewer: Ana 1 (R27). Boris, Chi, Dan and Eva are level with 9 points. "
            "More zero rounds come first: Boris 1, Chi 1, Dan 2 and Eva 0 (R28).",
        ],
        ["total", "shared", "shared", "zero_rounds", "zero_rounds"],
    ),
    (
        [(4, 5), (3, 6)],
        [
            "Ana and Boris are level with 9 points. Each has 0 zero rounds (R28). "
            "The lowest round above zero decides: Ana 4 and Boris 3 (R29).",
            "Ana and Boris are level with 9 points. Each has 0 zero rounds (R28). "
            "Boris has the lowest round above zero and is first: Ana 4 and Boris 3 (R29).",
        ],
        ["lowest_nonzero", "lowest_nonzero"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("columns", "texts", "separated"), PLACES)
def test_why_a_place(columns: list[tuple[int, ...]], texts: list[str], separated: list[str]) -> None:
    lines = standings(table(*columns)).lines
    assert [explain_place(lines, seat) for seat in range(len(columns))] == texts
    assert [separated_by(lines, seat) for seat in range(len(columns))] == separated


@pytest.mark.parametrize(
    ("hand", "house", "points", "zero_round"),
    [
        (Hand(0), STANDARD, 0, True),
        (Hand(23), STANDARD, 23, False),
        (Hand(23, True), STANDARD, 73, False),
        (Hand(0, True), STANDARD, 50, False),  # A33: by points, after the double-blank
        (Hand(0, True), HouseRules(double_blank=0), 0, True),
        (Hand(23, True), HouseRules(double_blank=0), 23, False),
        (Hand(23, True), HouseRules(double_blank=25), 48, False),
        (Hand(0, True), HouseRules(double_blank=25), 25, False),
        (Hand(0, True), HouseRules(double_blank=100), 100, False),
        (Hand(0, out_on_double=True), STANDARD, 0, True),
        (Hand(0, out_on_double=True), HouseRules(out_on_double=50), 50, False),
    ],
)
def test_points_under_house_rules(hand: Hand, house: HouseRules, points: int, zero_round: bool) -> None:
    """H2 and H6; a zero round is one of 0 points, whoever was out."""
    match = Match("m", 9, (Player("Ana"), Player("Boris")), (Round(9, (hand, Hand(1))),), house=house)
    line = standings(match).lines[0]
    assert round_points(match, 1) == (points, 1)
    assert (line.total, line.zero_rounds) == (points, int(zero_round))
    assert line.lowest_nonzero == (points or None)


def test_late_and_left() -> None:
    """The example of the form: a late player's catch-up is in the total and in no tiebreaker, who left has no place."""
    players = (Player("Ana"), Player("Boris", left=2), Player("Chi", joined=2, catch_up=21))
    match = table((0, 6, 9), (21, 0, None), (None, 32, 0), players=players)
    result = standings(match)
    assert places(result) == [1, None, 2]
    assert [line.status for line in result.lines] == ["playing", "left", "late"]
    assert [line.total for line in result.lines] == [15, 21, 53]
    assert [line.rounds for line in result.lines] == [(0, 6, 9), (21, 0, None), (None, 32, 0)]
    assert [line.lowest_nonzero for line in result.lines] == [6, 21, 32]
    assert [line.seat for line in result.by_place()] == [0, 2, 1]
    assert explain_place(result.lines, 1) == "Boris left and has no place; the total stays 21 (A30)."
    assert separated_by(result.lines, 1) is None


def test_who_left_wins_nothing_and_ties_with_nobody() -> None:
    players = (Player("Ana"), Player("Boris", left=1), Player("Chi"))
    result = standings(table((5, 5), (0, None), (5, 5), players=players))
    assert result.winners == (0, 2)
    assert "Boris" not in result.explanation
    late = (Player("Ana"), Player("Boris", joined=2, left=2, catch_up=1), Player("Chi"))
    assert standings(table((5, 5), (None, 0), (6, 5), players=late)).lines[1].status == "left"


def test_everybody_left() -> None:
    result = standings(table((5,), (0,), players=(Player("Ana", left=1), Player("Boris", left=1))))
    assert (result.winners, result.decided_by, result.explanation) == ((), None, "")
    assert places(result) == [None, None]


def test_looking_back_to_a_round() -> None:
    """Nobody has a place before joining; who left later is there as at that time."""
    players = (Player("Ana"), Player("Boris", left=2), Player("Chi", joined=3, catch_up=30))
    match = table((1, 2, 3), (0, 1, None), (None, None, 0), players=players)
    assert places(standings(match, 1)) == [2, 1, None]
    assert explain_place(standings(match, 1).lines, 2) == "Chi has not joined yet (A29)."
    assert [line.rounds for line in standings(match, 1).lines] == [(1,), (0,), (None,)]
    assert places(standings(match, 3)) == [1, None, 2]
    before = standings(match, 0)
    assert places(before) == [1, 1, None]
    assert (before.winners, before.decided_by, before.explanation) == ((), None, "")


def better(one: Line, other: Line) -> bool:
    """R27, R28, R29 and A25, told again step by step from the rounds themselves."""
    points = [[value for value in line.rounds if value is not None] for line in (one, other)]
    sums = [sum(values) + line.catch_up for values, line in zip(points, (one, other), strict=True)]
    if sums[0] != sums[1]:
        return sums[0] < sums[1]
    zeros = [len([value for value in values if value == 0]) for values in points]
    if zeros[0] != zeros[1]:
        return zeros[0] > zeros[1]
    above = [sorted(value for value in values if value != 0) for values in points]
    if not above[0] or not above[1]:
        return bool(above[0]) and not above[1]
    return above[0][0] < above[1][0]


SMALL_TABLES = st.integers(2, 5).flatmap(
    lambda players: st.lists(
        st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=players, max_size=players), min_size=1, max_size=4
    )
)


@given(SMALL_TABLES, st.data())
def test_places_are_a_brute_force_comparison(rows: list[list[int]], data: st.DataObject) -> None:
    columns = list(zip(*rows, strict=True))
    players = tuple(
        Player(NAMES[seat], catch_up=data.draw(st.sampled_from([0, 0, 1, 3]))) for seat in range(len(columns))
    )
    result = standings(table(*columns, players=players))
    for line in result.lines:
        assert line.place == 1 + sum(better(other, line) for other in result.lines)
        assert all((line.key < other.key) == better(line, other) for other in result.lines)
    winners = [line for line in result.lines if not any(better(other, line) for other in result.lines)]
    assert result.winners == tuple(line.seat for line in winners)
    level = [line for line in result.lines if line.total == winners[0].total]
    if len(level) == 1:
        decided_by = "total"
    elif len(winners) > 1:
        decided_by = "shared"
    else:
        rivals = [line.zero_rounds for line in level if line is not winners[0]]
        decided_by = "lowest_nonzero" if winners[0].zero_rounds in rivals else "zero_rounds"
    assert result.decided_by == decided_by
    assert result.explanation.count(".") <= 4
    assert all(line.name in result.explanation for line in level)
    assert (decided_by, result.explanation) == explain(result.lines)


@settings(max_examples=60)
@given(matches(most_moves=15))
def test_totals_are_rounds_and_catch_up(match: Match) -> None:
    result = standings(match)
    for seat, player in enumerate(match.players):
        points = [round_points(match, number)[seat] for number in range(1, len(match.rounds) + 1)]
        assert result.lines[seat].rounds == tuple(points)
        assert result.lines[seat].total == totals(match)[seat] == player.catch_up + sum(p or 0 for p in points)
        assert all((value is None) != player.plays(number) for number, value in enumerate(points, start=1))
    for line in result.lines:
        assert (line.place is None) == (match.players[line.seat].left is not None)
        assert explain_place(result.lines, line.seat).count(line.name) >= 1 or not match.rounds


@settings(max_examples=60)
@given(matches(most_moves=15), st.randoms(use_true_random=False))
def test_places_do_not_depend_on_seats(match: Match, rng: Random) -> None:
    order = list(range(len(match.players)))
    rng.shuffle(order)
    moved = match.edit(
        players=tuple(match.players[seat] for seat in order),
        rounds=tuple(row_moved(row, order) for row in match.rounds),
    )
    one, other = standings(match), standings(moved)
    assert [one.lines[seat].place for seat in order] == places(other)
    assert one.decided_by == other.decided_by
    assert sorted(one.winners) == sorted(order[seat] for seat in other.winners)


def row_moved(row: Round, order: list[int]) -> Round:
    return Round(row.double, tuple(row.hands[seat] for seat in order))


@settings(max_examples=40)
@given(matches(most_moves=15))
def test_a_summary_says_what_the_match_says(match: Match) -> None:
    summary, result = summarise(match), standings(match)
    assert summary.winners == tuple(match.players[seat].name for seat in result.winners)
    assert summary.decided_by == result.decided_by
    assert summary.explanation == result.explanation


def test_a_match_is_a_value() -> None:
    match = changes.start("m", "", ["Ana", "Boris"], 9, 7, STANDARD)
    match = changes.record_round(match, [Hand(0), Hand(23, True)])
    assert hash(match) == hash(match.edit())
    assert match == match.edit()
