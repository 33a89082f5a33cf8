"""What a round's sheet can never be: every check by itself, all at once, and against every deal that can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.checks import check_double, check_hands, unusual
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import SETS, Tile, tiles_of_set
from tests.strategies import dealt_hands

NAMES = ("Ana", "Boris", "Chi", "Dan", "Eva", "Fran")


def table(seats: int, highest: int = 9, **changes: object) -> Match:
    return Match("m", highest, tuple(Player(name) for name in NAMES[:seats])).edit(**changes)


def found(row: str, double: int = 9, *, highest: int = 9, on_table: str = "") -> tuple[Problem, ...]:
    """The problems of a row as typed, "0 23* 6-5+4-1"; "." is a player who has no number."""
    hands = [None if text == "." else parse_hand(text, highest) for text in row.split()]
    lying = frozenset(map(Tile.parse, on_table.split()))
    return check_hands(table(len(hands), highest), 1, double, hands, on_table=lying)


def brief(problems: Iterable[Problem]) -> list[tuple[str, tuple[int, ...]]]:
    return [(problem.rule, problem.seats) for problem in problems]


FINE = [
    ("0 23 41 17", 9), ("5 23 41 17", 9), ("0 477", 9), ("0* 477", 9), ("0* 0", 9), ("0/ 1", 9), ("0 0*", 9),
    ("0 495", 0), ("1 2 2 3 3", 9), ("1 2 2 3", 0), ("2 2 3 3 4", 9), ("3 3 3", 9), ("1* 2", 9), ("6-5+4-1 4-2", 9),
    ("1-0 2", 9), ("0-0 1-0 2-0 1-1", 2), ("0 1-1", 2),
]  # fmt: skip


@pytest.mark.parametrize(("row", "double"), FINE)
def test_what_can_be(row: str, double: int) -> None:
    assert found(row, double) == ()


WRONG = [
    # C1, C2: out and the double-blank
    ("0 0 5", 9, [("C1", (0, 1))], ["Ana and Boris cannot both be out: one player at most has no tile left (C1)."]),
    ("0 0 0/ 5", 9, [("C1", (0, 1, 2))], ["Ana, Boris and Chi cannot all be out"]),
    ("5* 6*", 9, [("C2", (0, 1))], ["Ana and Boris cannot both hold the double-blank: the set has one (C2)."]),
    ("5* 6* 0*", 9, [("C2", (0, 1, 2))], ["Ana, Boris and Chi cannot all hold the double-blank"]),
    ("0 6*", 0, [("C2", (1,))], ["Boris cannot hold the double-blank: it started this round"]),
    ("6-5+0-0 9", 0, [("C2", (0,))], ["Ana cannot hold the double-blank: it started this round"]),
    ("5* 6*", 0, [("C2", (0, 1))], ["Ana and Boris cannot hold the double-blank"]),
    # C3, C4: too many pips
    ("0 478", 9, [("C3", (1,))], ["Boris cannot hold 478 pips: all tiles but 9-9 have 477 (C3)."]),
    ("500 600", 9, [("C3", (0,)), ("C3", (1,))], ["Ana cannot hold 500 pips", "Boris cannot hold 600 pips"]),
    ("240 238", 9, [("C4", (0, 1))], ["All hands together cannot hold 478 pips: all tiles but 9-9 have 477 (C4)."]),
    ("500 240 238", 9, [("C3", (0,)), ("C4", (1, 2))], ["Ana cannot hold 500 pips", "cannot hold 478 pips"]),
    # C5: small hands, with the hands whose tiles are known
    ("1 1 9", 9, [("C5", (0, 1))], ["Only 1-0 has one pip, so these hands cannot be: Ana 1 and Boris 1 (C5)."]),
    ("1 1 1", 9, [("C5", (0, 1, 2))], ["cannot be: Ana 1, Boris 1 and Chi 1 (C5)."]),
    ("2 9 2 2 2", 9, [("C5", (0, 2, 3, 4))], ["Ana 2, Chi 2, Dan 2 and Eva 2 (C5)."]),
    ("2 2 2", 9, [("C5", (0, 1, 2))], ["too few small tiles to make these hands side by side: Ana 2, Boris 2 and"]),
    ("2 2", 1, [("C5", (0, 1))], ["Ana 2 and Boris 2 (C5)"]),
    ("3 3 3 3", 9, [("C5", (0, 1, 2, 3))], ["Ana 3, Boris 3, Chi 3 and Dan 3"]),
    ("1 3 3 3", 9, [("C5", (0, 1, 2, 3))], ["Ana 1, Boris 3, Chi 3 and Dan 3"]),
    ("2 2 3 3 3", 9, [("C5", (0, 1, 2, 3, 4))], ["Ana 2, Boris 2, Chi 3, Dan 3 and Eva 3"]),
    ("2 3 3 3", 1, [("C5", (0, 1, 2, 3))], ["Ana 2, Boris 3, Chi 3 and Dan 3"]),
    ("1-0 1", 9, [("C5", (0, 1))], ["Only 1-0 has one pip, so these hands cannot be: Ana 1-0 and Boris 1 (C5)."]),
    ("9-8+1-0 1", 9, [("C5", (0, 1))], ["Ana 9-8+1-0 and Boris 1 (C5)."]),
    ("1* 1", 9, [("C5", (0, 1))], ["Ana 1* and Boris 1 (C5)."]),
    ("2-0+1-1 9 2", 9, [("C5", (0, 2))], ["Ana 2-0+1-1 and Chi 2 (C5)."]),
    ("1-0+2-0 1 2 2", 9, [("C5", (0, 1)), ("C5", (0, 2, 3))], ["Ana 2-0+1-0 and Boris 1", "Chi 2 and Dan 2"]),
    # C6: tiles
    ("6-5 5-6 4", 9, [("C6", (0, 1))], ["Ana and Boris cannot both hold 6-5: a set has every tile once (C6)."]),
    ("0 9-9", 9, [("C6", (1,))], ["Boris cannot hold 9-9: it started this round and lies on the table (C6)."]),
]  # fmt: skip


@pytest.mark.parametrize(("row", "double", "expected", "said"), WRONG, ids=[f"{row[0]} / {row[1]}" for row in WRONG])
def test_what_cannot_be(row: str, double: int, expected: list[tuple[str, tuple[int, ...]]], said: list[str]) -> None:
    problems = found(row, double)
    assert brief(problems)[: len(expected)] == expected
    for problem, part in zip(problems, said, strict=False):
        assert part in problem.text
    for problem in problems:
        assert problem.round == 1
        assert problem.text.endswith(f"({problem.rule}).")


def test_all_problems_of_a_round_at_once() -> None:
    expected = [("C1", (0, 1)), ("C2", (2, 3)), ("C3", (5,)), ("C5", (3, 4))]
    assert brief(found("0 0 6* 1* 1 500")) == expected
    expected = [("C2", (1, 2)), ("C4", (0, 1, 2, 3, 4)), ("C6", (0,)), ("C6", (0, 1)), ("C5", (3, 4))]
    assert brief(found("9-9+6-5 6-5* 450* 1 1")) == expected
    problems = found("0 . 0 .", 9)
    assert brief(problems) == [("R25", (1,)), ("R25", (3,)), ("C1", (0, 2))]
    assert problems[0].text == "Boris has no number yet; blank is not zero (R25)."
    # The same tile twice, and two ones beside it: one kind of problem does not hide the other.
    assert brief(found("6-5 6-5 1 1")) == [("C6", (0, 1)), ("C5", (2, 3))]


def test_a_row_that_is_still_typed() -> None:
    match = table(3)
    assert check_hands(match, 1, 9, [Hand(5), None, None], partly=True) == ()
    assert check_hands(match, 1, 9, [Hand(5)], partly=True) == ()
    assert brief(check_hands(match, 1, 9, [Hand(0), None, Hand(0)], partly=True)) == [("C1", (0, 2))]


def test_numbers_of_players_who_were_not_there() -> None:
    match = table(3, players=(Player("Ana", left=1), Player("Boris"), Player("Chi", joined=3), Player("Dan")))
    problems = check_hands(match, 2, 8, [Hand(5), Hand(6), Hand(0), Hand(9)])
    assert brief(problems) == [("A30", (0,)), ("A29", (2,))]
    assert "Ana left before round 2" in problems[0].text
    assert "Chi joined after round 2" in problems[1].text
    assert check_hands(match, 2, 8, [None, Hand(6), None, Hand(9)]) == ()


def test_rows_of_a_wrong_length() -> None:
    match = table(2)
    assert brief(check_hands(match, 1, 9, [Hand(0)])) == [("R25", (1,))]
    (problem,) = check_hands(match, 1, 9, [Hand(0), Hand(3), Hand(4)])
    assert problem.text == "Round 1 has one place for each seat of the match: 2, not 3."
    assert problem.round == 1


@pytest.mark.parametrize(
    ("hand", "rule", "said"),
    [
        (Hand(-1), "C3", "cannot hold -1 pips; pips are whole numbers from 0"),
        (Hand(5, out_on_double=True), "H6", "still holds tiles"),
        (Hand(0, True, out_on_double=True), "C2", "cannot be out and hold the double-blank"),
        (Hand(10, tiles=(Tile(6, 5),)), "C6", "tiles come to 11 pips without the double-blank, but the row says 10"),
        (Hand(11, tiles=(Tile(6, 5), Tile(0, 0))), "C6", "11 pips with the double-blank, but the row says 11 without"),
        (Hand(22, tiles=(Tile(6, 5), Tile(5, 6))), "C6", "same tile twice"),
        (Hand(19, tiles=(Tile(10, 9),)), "C6", "cannot hold 10-9: it is not in a double-9 set"),
        (Hand(8, tiles=(Tile(9, -1),)), "C6", "cannot hold 9--1"),
    ],
)
def test_hands_that_only_a_file_can_hold(hand: Hand, rule: str, said: str) -> None:
    problems = check_hands(table(2), 1, 9, [hand, Hand(7)])
    assert any(problem.rule == rule and said in problem.text and problem.seats == (0,) for problem in problems)


def test_tiles_that_lie_on_the_table() -> None:
    assert brief(found("6-5 9", on_table="6-5 9-9")) == [("C6", (0,))]
    assert "Ana cannot hold 6-5: it lies on the table (C6)." in found("6-5 9", on_table="6-5")[0].text
    assert brief(found("23* 0", on_table="9-9 9-0 0-0")) == [("C6", (0,))]
    assert brief(found("0* 9", on_table="0-0")) == [("C6", (0,))]
    assert brief(found("0-0 9", on_table="0-0")) == [("C6", (0,))]
    assert brief(found("0* 9", 0, on_table="0-0")) == [("C2", (0,))]
    # A small tile on the table is in no hand either.
    assert brief(found("1 9", on_table="1-0")) == [("C5", (0,))]
    assert brief(found("2 2", on_table="1-1")) == [("C5", (0, 1))]
    assert found("2 9", on_table="1-1") == ()


# Small hands against every way to give out the small tiles.

SMALL_TILES = [Tile(high, low) for high in range(5) for low in range(high + 1) if 1 <= high + low <= 4]


@cache
def possible(players: int, taken: frozenset[Tile]) -> frozenset[tuple[int, ...]]:
    """Every row of pips up to four that some way of giving out the small tiles makes, found by giving out each."""
    rows = {(0,) * players}
    for tile in SMALL_TILES:
        if tile in taken:
            continue
        rows |= {
            (*row[:seat], row[seat] + tile.pips, *row[seat + 1 :])
            for row in rows
            for seat in range(players)
            if row[seat] + tile.pips <= 4
        }
    return frozenset(rows)


def fine(players: int, double: int) -> frozenset[tuple[int, ...]]:
    return possible(players, frozenset({Tile(double, double)}))


def small_problems(sizes: Sequence[int], double: int, known: Sequence[Tile] = ()) -> list[tuple[int, ...]]:
    """The seats of every C5 problem, where the last player holds the known tiles, if any."""
    hands = [Hand(pips) for pips in sizes]
    if known:
        hands.append(Hand(sum(tile.pips for tile in known), Tile(0, 0) in known, tiles=tuple(known)))
    problems = check_hands(table(len(hands)), 1, double, hands)
    assert {problem.rule for problem in problems} <= {"C5"}
    return [problem.seats for problem in problems]


@pytest.mark.parametrize("double", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_small_hands_against_every_way(players: int, double: int) -> None:
    ways = fine(players, double)
    for sizes in combinations_with_replacement(range(1, 5), players):
        problems = small_problems(sizes, double)
        assert (problems == []) == (sizes in ways), sizes
        for seats in problems:
            # Nobody is named who is not part of something that cannot be and could be without that hand.
            culprits = tuple(sizes[seat] for seat in seats)
            for seat, pips in enumerate(culprits):
                others = culprits[:seat] + culprits[seat + 1 :]
                assert any(
                    some in fine(len(some), double) and (*some, pips) not in fine(len(some) + 1, double)
                    for count in range(len(others) + 1)
                    for some in combinations(others, count)
                )


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.lists(st.sampled_from([*SMALL_TILES, Tile(9, 5), Tile(0, 0)]), min_size=1, max_size=5, unique=True),
    st.sampled_from([1, 2, 8]),
)
def test_small_hands_beside_known_tiles(sizes: list[int], known: list[Tile], double: int) -> None:
    held = [tile for tile in known if tile != Tile(double, double)] or [Tile(9, 6)]
    ways = possible(len(sizes), frozenset({Tile(double, double), *held}))
    assert (small_problems(sizes, double, held) == []) == (tuple(sizes) in ways)


def test_many_small_hands_are_judged_in_time() -> None:
    players = tuple(Player(f"P{seat}") for seat in range(100))
    problems = check_hands(table(2, players=players), 1, 9, [Hand(4)] * 100)
    assert len(problems) >= 1
    assert {problem.rule for problem in problems} == {"C5", "C6"}


def test_hands_hold_no_more_tiles_than_are_off_the_table() -> None:
    on_table = frozenset(tile for tile in tiles_of_set(6) if tile not in (Tile(6, 5), Tile(4, 1), Tile(3, 0)))
    hands = [parse_hand("6-5+4-1", 6), Hand(9), Hand(8)]
    players = tuple(Player(name) for name in ("Ana", "Boris", "Chi"))
    match = table(3, players=players).edit(set=6)
    problems = check_hands(match, 1, 6, hands, on_table=on_table)
    assert [problem.text for problem in problems if problem.rule == "C6"] == [
        "All hands together hold 4 tiles at least, and only 3 are off the table (C6)."
    ]
    assert [problem.rule for problem in check_hands(match, 1, 6, hands)] == []


def test_where_the_layout_is_kept_hands_have_no_more_pips_than_are_off_the_table() -> None:
    on_table = frozenset(tile for tile in tiles_of_set(6) if tile not in (Tile(6, 5), Tile(4, 1)))
    match = table(2).edit(set=6)
    problems = check_hands(match, 1, 6, [Hand(0), Hand(17)], on_table=on_table)
    assert [problem.text for problem in problems] == [
        "Boris cannot hold 17 pips: the tiles off the table have 16 (C3)."
    ]


@settings(max_examples=200)
@given(st.sampled_from(SETS), st.integers(2, 8), st.integers(0, 2**32), st.data())
def test_what_was_dealt_is_never_refused(highest: int, players: int, seed: int, data: st.DataObject) -> None:
    double = data.draw(st.integers(0, highest))
    match = Match("m", highest, tuple(Player(f"P{seat}") for seat in range(players)))
    hands = dealt_hands(Random(seed), highest, double, range(players), players, show=0.5)
    assert check_hands(match, 1, double, hands) == ()
    # Nor is the whole set in one hand.
    everything = tuple(tile for tile in tiles_of_set(highest) if tile != Tile(double, double))
    whole = Hand(sum(tile.pips for tile in everything), double != 0, False, everything)
    assert check_hands(match, 1, double, [whole, *[Hand(0)] + [None] * (players - 2)], partly=True) == ()


# C7: the double

DRAWN = [HouseRules(missing_double=way) for way in ("draw", "draw_all", "set_aside")]  # type: ignore[arg-type]


def after(*doubles: int, house: HouseRules) -> Match:
    return table(2, house=house, rounds=tuple(Round(double, (Hand(0), Hand(9))) for double in doubles))


@pytest.mark.parametrize("house", DRAWN)
def test_the_highest_double_not_yet_played(house: HouseRules) -> None:
    match = after(9, 8, house=house)
    assert check_double(match, 3, 7) == ()
    assert check_double(match, 1, 9) == ()
    for double, said in [
        (9, "9-9 has had its round already"),
        (6, "started by 7-7, the highest double not yet played, not 6-6"),
        (10, "10-10 is not in a double-9 set"),
        (-1, "is not in a double-9 set"),
    ]:
        (problem,) = check_double(match, 3, double)
        assert (problem.rule, problem.round, problem.seats) == ("C7", 3, ())
        assert said in problem.text


def test_skipped_doubles_come_back() -> None:
    match = after(8, 9, 5, house=HouseRules(missing_double="skip"))
    assert all(check_double(match, 4, double) == () for double in (7, 6, 4, 0))
    assert [problem.rule for problem in check_double(match, 4, 5)] == ["C7"]


def test_burned_doubles_do_not() -> None:
    match = after(8, 5, house=HouseRules(missing_double="burn"))
    assert all(check_double(match, 3, double) == () for double in (4, 0))
    assert "7-7 was burned" in check_double(match, 3, 7)[0].text
    assert "5-5 has had its round already" in check_double(match, 3, 5)[0].text
    assert check_double(match, 2, 5) == ()


def test_no_double_below_the_last() -> None:
    match = after(9, 8, house=HouseRules(last_double=8))
    assert "The last double of this match is 8-8; 7-7 has no round" in check_double(match, 3, 7)[0].text
    whole = after(*range(9, -1, -1), house=HouseRules())
    assert "has had its round already" in check_double(whole, 11, 0)[0].text
    burned = after(9, 0, house=HouseRules(missing_double="burn"))
    assert "Every double of this match has had its round" in check_double(burned, 3, 5)[0].text


@pytest.mark.parametrize(
    ("highest", "players", "pips", "rare"),
    [
        (9, 4, 121, False),
        (9, 4, 122, True),
        (9, 2, 188, False),
        (9, 2, 189, True),
        (12, 8, 130, True),
        (9, 3, 400, False),
    ],
)
def test_a_word_about_rare_hands(highest: int, players: int, pips: int, rare: bool) -> None:
    text = unusual(table(2, highest), range(players), Hand(pips))
    assert text == (f"{pips} pips are rare for one hand; worth a second look." if rare else None)
