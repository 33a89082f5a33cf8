"""What is typed for one hand: the grammar, every refusal with its sentence, and that nothing else ever happens."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.rules.entry import LONGEST, EntryError, hand_text, parse_hand, worth
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Hand
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import DOUBLE_BLANK, SETS, Tile, pips_of_set, tiles_of_set


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


ACCEPTED = [
    ("23", Hand(23), 23),
    ("0", Hand(0, tiles=()), 0),
    ("00", Hand(0), 0),
    ("007", Hand(7), 7),
    ("0" * 500 + "7", Hand(7), 7),
    ("0/", Hand(0, out_on_double=True), 0),
    ("0d", Hand(0, out_on_double=True), 0),
    ("00/", Hand(0, out_on_double=True), 0),
    ("23*", Hand(23, double_blank=True), 73),
    ("23b", Hand(23, double_blank=True), 73),
    ("*", Hand(0, double_blank=True, tiles=(DOUBLE_BLANK,)), 50),
    ("0*", Hand(0, double_blank=True), 50),
    ("0b", Hand(0, double_blank=True), 50),
    ("0-0", Hand(0, double_blank=True), 50),
    ("12+9+2", Hand(23), 23),
    ("0+0", Hand(0), 0),
    ("12+9*", Hand(21, double_blank=True), 71),
    ("6-5", Hand(11, tiles=tiles("6-5")), 11),
    ("5-6", Hand(11, tiles=tiles("6-5")), 11),
    ("06-05", Hand(11, tiles=tiles("6-5")), 11),
    ("6-5+4-1+0-0", Hand(16, True, tiles=tiles("6-5 4-1 0-0")), 66),
    ("6-5+4-1*", Hand(16, True, tiles=tiles("6-5 4-1 0-0")), 66),
    ("9-9+1-0", Hand(19, tiles=tiles("9-9 1-0")), 19),
    ("6-5+10", Hand(21), 21),
    ("10+0-0", Hand(10, True), 60),
    ("0+0-0", Hand(0, True), 50),
    (" 23 ", Hand(23), 23),
    ("\t23*\n", Hand(23, True), 73),
    ("\u300023\u00a0", Hand(23), 23),
    ("12 + 9 +2 *", Hand(23, True), 73),
    (" * ", Hand(0, True), 50),
    ("2３", Hand(23), 23),
    ("２３＊", Hand(23, True), 73),
    ("６－５＋４－１", Hand(16, tiles=tiles("6-5 4-1")), 16),
    ("０／", Hand(0, out_on_double=True), 0),
    ("477", Hand(477), 477),
]


@pytest.mark.parametrize(
    ("text", "hand", "points"), ACCEPTED, ids=[repr(text[:20]) for text, _hand, _points in ACCEPTED]
)
def test_accepted(text: str, hand: Hand, points: int) -> None:
    assert parse_hand(text, 9) == hand
    assert hand.points(STANDARD) == points


# typed, what its sentence has to say, its rule, whether more typing could mend it
REFUSED = [
    ("", "a player who went out has 0", "", True),
    ("   ", "a player who went out has 0", "", True),
    ("-1", "below zero", "C3", False),
    ("- 1", "neither a number of pips nor a tile", "", False),
    ("12+-1", "“-1” is below zero", "C3", False),
    ("1.5", "not a whole number", "C3", False),
    ("1,5", "not a whole number", "C3", False),
    ("-1.5", "not a whole number", "C3", False),
    (".5", "not a whole number", "C3", False),
    ("1e3", "neither a number of pips nor a tile", "", False),
    ("1_0", "neither a number of pips nor a tile", "", False),
    ("0x10", "neither a number of pips nor a tile", "", False),
    ("1 2", "neither a number of pips nor a tile", "", False),
    ("O", "letter O", "", False),
    ("o", "letter O", "", False),
    ("1O", "letter O", "", False),
    ("6-O", "letter O", "", False),
    ("oops", "neither a number of pips nor a tile", "", False),
    ("12+", "not finished", "", True),
    ("12 + ", "not finished", "", True),
    ("6-5+", "not finished", "", True),
    ("6-", "not finished", "", True),
    ("12+6-", "not finished", "", True),
    ("+", "nothing beside it", "", False),
    ("+5", "nothing beside it", "", False),
    ("5++5", "nothing beside it", "", False),
    ("12+*", "nothing beside it", "", False),
    ("9-10", "9-10 is not in a double-9 set; its numbers go from 0 to 9", "C6", False),
    ("10-9", "10-9 is not in a double-9 set", "C6", False),
    ("99999-1", "not in a double-9 set", "C6", False),
    ("6-5+5-6", "6-5 is there twice", "C6", False),
    ("0-0+0-0", "0-0 is there twice", "C6", False),
    ("0-0*", "as 0-0 and as “*”", "C6", False),
    ("0-0b", "as 0-0 and as “b”", "C6", False),
    ("b", "“b” needs a number before it, such as 0b", "", False),
    ("/", "only after a plain 0", "H6", False),
    ("d", "only after a plain 0", "H6", False),
    ("5/", "only after a plain 0", "H6", False),
    ("0*/", "only after a plain 0", "H6", False),
    ("0-0/", "only after a plain 0", "H6", False),
    ("0+0/", "only after a plain 0", "H6", False),
    ("0//", "only after a plain 0", "H6", False),
    ("0/*", "neither a number of pips nor a tile", "", False),
    ("**", "neither a number of pips nor a tile", "", False),
    ("23**", "neither a number of pips nor a tile", "", False),
    ("23B", "neither a number of pips nor a tile", "", False),
    ("*23", "neither a number of pips nor a tile", "", False),
    ("-", "neither a number of pips nor a tile", "", False),
    ("--", "neither a number of pips nor a tile", "", False),
    ("-6-5", "neither a number of pips nor a tile", "", False),
    ("6-5-4", "neither a number of pips nor a tile", "", False),
    ("6–5", "neither a number of pips nor a tile", "", False),
    ("٢٣", "other digits than 0 to 9", "", False),
    ("२", "other digits than 0 to 9", "", False),
    ("²", "neither a number of pips nor a tile", "", False),
    ("½", "neither a number of pips nor a tile", "", False),
    ("1000", "more pips than a whole double-9 set has, 495", "C3", False),
    ("9" * 900, "more pips than a whole double-9 set", "C3", False),
    ("1" * 10_000, "too long for one hand", "", False),
    ("1+" * 5_000, "too long for one hand", "", False),
    ("\x1b[31m5", "neither a number of pips nor a tile", "", False),
    ("\u202e5", "neither a number of pips nor a tile", "", False),
    ("[red]5", "neither a number of pips nor a tile", "", False),
    ("{item}", "neither a number of pips nor a tile", "", False),
    ("NaN", "neither a number of pips nor a tile", "", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said", "rule", "unfinished"), REFUSED, ids=[repr(row[0][:20]) for row in REFUSED])
def test_refused_with_a_sentence(text: str, said: str, rule: str, unfinished: bool) -> None:
    with pytest.raises(EntryError) as raised:
        parse_hand(text, 9)
    (problem,) = raised.value.problems
    assert said in problem.text
    assert (problem.rule, raised.value.unfinished) == (rule, unfinished)
    assert not rule or f"({rule})" in problem.text
    assert problem.text.endswith(".")
    assert problem.text.isprintable()
    assert len(problem.text) <= 120


@pytest.mark.parametrize("highest", SETS)
def test_a_whole_set_can_be_typed(highest: int) -> None:
    whole = tiles_of_set(highest)
    text = "+".join(map(str, whole))
    assert len(text) <= LONGEST
    assert parse_hand(text, highest).tiles == whole
    assert hand_text(parse_hand(text, highest)) == text


GRAMMAR = st.text("0123456789-+*/bd oO.,９＊", max_size=14)
ANYTHING = st.one_of(st.text(st.characters(exclude_categories=()), max_size=30), GRAMMAR)


def parsed(text: str, highest: int) -> Hand | Problem:
    """The hand, or the one problem with it."""
    try:
        return parse_hand(text, highest)
    except EntryError as error:
        (problem,) = error.problems
        return problem


@given(ANYTHING, st.sampled_from(SETS))
@example("999+999", 9)
@example("\ud800", 9)
@example("0" * LONGEST, 9)
@example("-" * LONGEST, 9)
@example("1-1+" * (LONGEST // 4), 18)
def test_nothing_but_a_hand_or_an_entry_error(text: str, highest: int) -> None:
    found = parsed(text, highest)
    if isinstance(found, Hand):
        assert found.pips >= 0
        assert found.pips > pips_of_set(highest) or parse_hand(hand_text(found), highest) == found
    else:
        assert found.text.isprintable()
        assert found.text.endswith(".")


@given(st.integers(0, 1000), ANYTHING.filter(bool))
def test_ten_thousand_characters(seed: int, text: str) -> None:
    with pytest.raises(EntryError):
        parse_hand("x" + (text * 10_000)[:10_000], 9)


def said_by_the_grammar(text: str, highest: int) -> tuple[int, bool, bool] | None:
    """Pips, double-blank and out on a double, read a second way from the grammar of the design; None for no hand."""
    if text == "*":
        return 0, True, False
    if re.fullmatch(r"0+[/d]", text):
        return 0, False, True
    found = re.fullmatch(r"((?:\d+-\d+|\d+)(?:\+(?:\d+-\d+|\d+))*)([*b]?)", text, re.ASCII)
    if found is None:
        return None
    pips, ends = 0, []
    for item in found[1].split("+"):
        numbers = [int(number) for number in item.split("-")]
        pips += sum(numbers)
        if len(numbers) == 2:
            ends.append(frozenset(numbers))
    blank = [frozenset({0})] if found[2] else []
    if len(set(ends + blank)) < len(ends + blank) or any(number > highest for end in ends for number in end):
        return None
    return pips, frozenset({0}) in ends + blank, False


@given(st.text("0012569-++*/bd", max_size=9), st.sampled_from([6, 9]))
def test_the_grammar_read_twice(text: str, highest: int) -> None:
    expected = said_by_the_grammar(text, highest)
    hand = parsed(text, highest)
    if isinstance(hand, Problem):
        # A number with more digits than all pips together is refused here already, and by C3 in any case.
        assert expected is None or (expected[0] > pips_of_set(highest) and hand.rule == "C3")
        return
    assert (hand.pips, hand.double_blank, hand.out_on_double) == expected
    if hand.tiles is not None:
        assert sum(tile.pips for tile in hand.tiles) == hand.pips
        assert (DOUBLE_BLANK in hand.tiles) == hand.double_blank


HAND_TILES = st.lists(st.sampled_from(tiles_of_set(9)), unique=True, max_size=12)


@given(HAND_TILES, st.booleans(), st.booleans())
def test_a_hand_and_its_text(held: list[Tile], known: bool, out_on_double: bool) -> None:
    pips = sum(tile.pips for tile in held)
    hand = Hand(pips, DOUBLE_BLANK in held, out_on_double and not held, tuple(held) if known else None)
    assert parse_hand(hand_text(hand), 9) == hand


@pytest.mark.parametrize(
    ("text", "house", "said"),
    [
        ("23*", STANDARD, "23* = 73"),
        ("23*", HouseRules(double_blank=25), "23* = 48"),
        ("23*", HouseRules(double_blank=0), "23* = 23"),
        ("*", STANDARD, "0* = 50"),
        ("23", STANDARD, "23"),
        ("12+9+2", STANDARD, "23"),
        ("6-5+0-0", STANDARD, "11* = 61"),
        ("0", STANDARD, "0"),
        ("0/", STANDARD, "0/ = 0"),
        ("0/", HouseRules(out_on_double=50), "0/ = 50"),
    ],
)
def test_what_an_entry_comes_to(text: str, house: HouseRules, said: str) -> None:
    assert worth(parse_hand(text, 9), house) == said
