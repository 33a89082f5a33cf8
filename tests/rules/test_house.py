"""House rules: what each switch may be, what is suggested, and what a deal cannot be."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.house import (
    CHOICES,
    MOST_PLAYERS,
    PRESETS,
    RULE_NUMBERS,
    STANDARD,
    TARGET_LIMIT,
    HouseRules,
    boneyard_after_deal,
    deal_problem,
    differences,
    house_rule_problem,
    parse_house_rule,
    suggested_hand_size,
    suggested_set,
)
from scorekeeper.rules.tiles import SETS, tile_count


def test_the_standard_is_the_standard() -> None:
    """Column "Standard" of the rules, H1 to H11."""
    assert HouseRules() == STANDARD == PRESETS["standard"]
    assert [getattr(STANDARD, key) for key in RULE_NUMBERS] == ["draw", 50, 4, "one", "may", 0, "ends", 0, None]
    assert list(RULE_NUMBERS) == [field.name for field in fields(HouseRules)]
    assert all(getattr(STANDARD, key) == values[0] for key, values in CHOICES.items())
    assert differences(STANDARD) == {}


@pytest.mark.parametrize("highest", SETS)
def test_everything_offered_is_allowed(highest: int) -> None:
    for key, values in CHOICES.items():
        assert [house_rule_problem(key, value, highest) for value in values] == [None] * len(values)
    assert all(house_rule_problem("last_double", double, highest) is None for double in range(highest))
    assert all(house_rule_problem("target", total, highest) is None for total in (None, 1, 300, TARGET_LIMIT))
    for rules in PRESETS.values():
        assert all(house_rule_problem(key, getattr(rules, key), highest) is None for key in RULE_NUMBERS)


WRONG = [
    ("double_blank", 30), ("double_blank", 50.0), ("double_blank", True), ("double_blank", False),
    ("double_blank", "50"), ("double_blank", None), ("double_blank", [50]), ("arms", 8), ("arms", 4.0),
    ("missing_double", "drop"), ("missing_double", 0), ("draws", "two"), ("drawn_tile", ""), ("out_on_double", 25),
    ("dead_position", None), ("last_double", 9), ("last_double", -1), ("last_double", "1"), ("last_double", None),
    ("last_double", True), ("last_double", 1.0), ("target", 0), ("target", -1), ("target", TARGET_LIMIT + 1),
    ("target", "300"), ("target", 300.0), ("target", True), ("target", float("nan")), ("target", 10**5000),
    ("hand_size", 7), ("", 1), ("colour", "red"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), WRONG, ids=[f"{key}-{n}" for n, (key, _value) in enumerate(WRONG)])
def test_a_wrong_value_has_a_sentence(key: str, value: object) -> None:
    text = house_rule_problem(key, value, 9)
    assert text is not None
    assert text.endswith(".")
    assert len(text) < 250
    assert RULE_NUMBERS.get(key, "there are missing_double") in text


@given(st.text(), st.one_of(st.text(), st.integers(), st.floats(), st.binary(), st.lists(st.text())))
def test_what_a_file_says_cannot_harm_the_sentence(key: str, value: Any) -> None:
    for sentence in (house_rule_problem(key, value, 9), house_rule_problem("arms", value, 9)):
        assert sentence is None or all(letter.isprintable() for letter in sentence)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("double_blank=25", "double_blank", 25),
        (" missing_double = skip ", "missing_double", "skip"),
        ("target=none", "target", None),
        ("target=300", "target", 300),
        ("last_double=none", "last_double", "none"),
        ("target=-1", "target", "-1"),
        ("target=12345678901234567890", "target", "12345678901234567890"),
        ("target=٣", "target", "٣"),
        ("a=b=c", "a", "b=c"),
    ],
)
def test_a_house_rule_as_typed(text: str, key: str, value: object) -> None:
    assert parse_house_rule(text) == (key, value)


@pytest.mark.parametrize("text", ["", "=", "double_blank", "double_blank=", "=25", "\x1b[2J"])
def test_no_house_rule(text: str) -> None:
    with pytest.raises(ValueError, match="KEY=VALUE") as raised:
        parse_house_rule(text)
    assert "\x1b" not in str(raised.value)


@given(st.sampled_from(sorted(CHOICES)), st.data())
def test_differences_make_the_house_rules_again(key: str, data: st.DataObject) -> None:
    rules = replace(STANDARD, **{key: data.draw(st.sampled_from(CHOICES[key]))})
    assert HouseRules(**differences(rules)) == rules  # type: ignore[arg-type]
    assert rules.drops == (rules.missing_double in ("skip", "burn"))


def test_suggested_sets() -> None:
    """Set suggested: -9 for 2 to 7, -12 for 8 to 12, -15 for 13 to 18, -18 for 19 to 26."""
    expected = {**dict.fromkeys(range(2, 8), 9), **dict.fromkeys(range(8, 13), 12)}
    expected |= {**dict.fromkeys(range(13, 19), 15), **dict.fromkeys(range(19, 27), 18)}
    assert {players: suggested_set(players) for players in range(2, MOST_PLAYERS + 1)} == expected


# The tables of the rules, hand sizes, for 2, 3, 4, ... players.
HAND_SIZES = {
    6: [7, 7, 5, 4, 3],
    9: [21, 14, 7, 7, 7, 7, 6],
    12: [15, 15, 15, 12, 12, 7, 7, 7, 7, 7, 7],
    15: [18, 18, 18, 15, 15] + [9] * 8 + [7] * 4,
    18: [18, 18, 18, 15, 15] + [9] * 13 + [7] * 7,
}


@pytest.mark.parametrize("highest", SETS)
def test_suggested_hand_sizes(highest: int) -> None:
    sizes = HAND_SIZES[highest]
    assert [suggested_hand_size(highest, players) for players in range(2, len(sizes) + 2)] == sizes
    for players in range(1, tile_count(highest)):
        size = suggested_hand_size(highest, players)
        assert size >= 1
        assert deal_problem(highest, players, size) is None


def test_eight_players_with_seven_tiles() -> None:
    """A11: 56 tiles, but the set has 55."""
    assert boneyard_after_deal(9, 8, 7) == -1
    text = deal_problem(9, 8, 7) or ""
    assert "8 players with 7 tiles need 56, and the double-9 set has 55" in text
    assert "6 tiles each, or a double-12 set" in text
    assert deal_problem(9, 8, 6) is None


@pytest.mark.parametrize(
    ("highest", "players", "size", "said"),
    [
        (9, 11, 5, "4 tiles each, or a double-12 set"),  # none left to draw is too few as well
        (18, 19, 10, "9 tiles each would do"),
        (6, 28, 1, "only 28 tiles: too few for 28 players"),
    ],
)
def test_deals_that_cannot_work(highest: int, players: int, size: int, said: str) -> None:
    assert said in (deal_problem(highest, players, size) or "")
