"""Reports: figures agree with the scorer, columns stay straight, and no name can do harm in any form."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
import wcwidth
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.report.cells import cut, left, right, width
from scorekeeper.report.facts import json_text, match_facts, summary_facts
from scorekeeper.report.markdown import escaped, match_markdown
from scorekeeper.report.plain import history_text, match_text
from scorekeeper.report.scoresheet import matches_html
from scorekeeper.rules import changes
from scorekeeper.rules.digest import digest
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import standings
from scorekeeper.rules.summary import summarise
from scorekeeper.ui.widgets.matchlist import date_text, search_text
from tests.strategies import NASTY_NAMES, matches, names, played
from tests.three import recorded, three_players


@pytest.fixture
def three() -> Match:
    return three_players()


def test_facts_are_in_the_documented_form_and_order(three: Match) -> None:
    expected = {
        "id": "k3f9", "set": 9, "state": "live", "rounds_planned": 10, "rounds_played": 2, "next_double": 7,
        "winners": ["Ana"], "decided_by": "total", "explanation": "Ana has the fewest points: 6.",
        "players": [
            {"name": "Ana", "seat": 0, "place": 1, "total": 6, "rounds": [0, 6], "zero_rounds": 1, "lowest_nonzero": 6,
             "status": "playing", "catch_up": 0},
            {"name": "Boris", "seat": 1, "place": None, "total": 21, "rounds": [21, 0], "zero_rounds": 1,
             "lowest_nonzero": 21, "status": "left", "catch_up": 0},
            {"name": "Chi", "seat": 2, "place": 2, "total": 53, "rounds": [None, 32], "zero_rounds": 0,
             "lowest_nonzero": 32, "status": "late", "catch_up": 21},
        ],
    }  # fmt: skip
    assert json.dumps(match_facts(three)) == json.dumps(expected)


def test_facts_before_the_first_round() -> None:
    facts = match_facts(played("a", ["Ana", "Boris"], 0).match)
    assert (facts["winners"], facts["decided_by"], facts["explanation"]) == ([], None, "")
    assert [player["place"] for player in facts["players"]] == [1, 1]
    assert [player["rounds"] for player in facts["players"]] == [[], []]


def test_the_list_has_the_same_facts_without_rounds_and_with_times(three: Match) -> None:
    facts = match_facts(three)
    for player in facts["players"]:
        del player["rounds"]
    expected = facts | {"created": "2026-11-30T18:02:11+01:00", "finished": None}
    assert json.dumps(summary_facts(summarise(three))) == json.dumps(expected)


@given(matches(most_moves=12))
@settings(max_examples=40)
def test_facts_say_what_the_scorer_says(match: Match) -> None:
    facts = json.loads(json_text(match_facts(match)))
    placed = standings(match)
    assert facts["winners"] == [match.players[seat].name for seat in placed.winners]
    assert facts["decided_by"] == placed.decided_by
    for player in facts["players"]:
        assert len(player["rounds"]) == facts["rounds_played"]
        assert player["total"] == player["catch_up"] + sum(points or 0 for points in player["rounds"])


def test_the_table_in_full(three: Match) -> None:
    assert match_text(changes.set_note(three, "Blue table", 1)) == (
        "Match k3f9, double-9 set, 2026-11-30, 2 of 10 rounds played, 7-7 starts the next\n"
        "Tiles in a hand: 21 (H10)\n"
        "House rules: standard\n"
        "\n"
        "Round     Ana  Boris  Chi\n"
        "-------------------------\n"
        "9-9         0     21    -  started by Boris\n"
        "8-8         6      0   32\n"
        "-------------------------\n"
        "Catch-up               21\n"
        "Total       6     21   53\n"
        "Place       1      -    2\n"
        "\n"
        "1  Ana     6\n"
        "2  Chi    53  joined in round 2 with 21 points\n"
        "-  Boris  21  left after round 2\n"
        "\n"
        "Ana has the fewest points: 6.\n"
        "\n"
        "Round 1 (9-9): Blue table\n"
    )


def test_signs_blocked_rounds_and_house_rules_are_told() -> None:
    match = changes.start("m", "", ["Ana", "Boris"], 9, 21, HouseRules(out_on_double=50))
    match = recorded(recorded(match, "0/", "3*"), "5", "7")
    lines = match_text(match).splitlines()
    assert lines[0] == "Match m, double-9 set, 2 of 10 rounds played, 7-7 starts the next"
    assert lines[1] == "Tiles in a hand: 21 (H10)"
    assert lines[2].endswith("50 points (H6)")
    assert lines[6] == "9-9     50/     53*"
    assert lines[7] == "8-8      5       7   blocked"
    assert "* left with the double-blank" in lines
    assert "/ went out on a double" in lines


@pytest.mark.parametrize(
    ("rounds", "stopped", "house", "expected"),
    [
        (0, False, STANDARD, "0 of 10 rounds played, 9-9 starts the next"),
        (2, True, STANDARD, "stopped after 2 of 10 rounds"),
        (10, False, STANDARD, "finished after 10 rounds"),
        (1, False, HouseRules(target=100_000), "1 round played, 8-8 starts the next"),
        (1, True, HouseRules(target=100_000), "stopped after 1 round"),
    ],
)
def test_how_far_a_match_has_come(rounds: int, stopped: bool, house: HouseRules, expected: str) -> None:
    match = played("m", ["Ana", "Boris"], rounds).match.edit(house=house)
    if stopped:
        match = changes.stop(match, "2026-11-30T23:00:00+01:00")
    assert match_text(match).splitlines()[0].endswith(expected)
    assert expected in match_markdown(match).splitlines()[0]
    assert expected in history_text([summarise(match)])


def test_a_match_that_ends_after_midnight_goes_by_one_day_everywhere() -> None:
    match = played("m", ["Ana", "Boris"], 10).match
    over = match.edit(created="2026-12-31T22:30:00+01:00", finished="2027-01-01T00:30:00+01:00")
    for told in (
        match_text(over), match_markdown(over), matches_html([over]), history_text([summarise(over)]),
        date_text(summarise(over)), search_text(summarise(over)),
    ):  # fmt: skip
        assert "2027-01-01" in told
        assert "2026-12-31" not in told
    counted = digest(over)
    assert counted is not None
    assert counted.date == date_text(summarise(over))
    stopped = changes.stop(played("m", ["Ana", "Boris"], 2).match, "2027-01-01T00:30:00+01:00")
    assert date_text(summarise(stopped)) in match_text(stopped)


def test_nobody_has_a_place_before_the_first_round() -> None:
    match = played("m", ["Ana", "Boris"], 0).match
    assert "Place    -      -\n\n-  Ana    0\n-  Boris  0\n" in match_text(match)
    assert "| Place |  |  |\n" in match_markdown(match)


@given(matches(most_moves=12), st.integers(20, 200))
@settings(max_examples=40)
def test_every_column_ends_in_the_same_cell(match: Match, columns: int) -> None:
    table = match_text(match, columns).split("\n\n")[1].splitlines()
    legend = [line for line in table if line.startswith(("* ", "/ "))]
    sign = 1 if legend else 0
    rows = table[2 : 2 + len(match.rounds)]
    total, _place = table[len(table) - len(legend) - 2 : len(table) - len(legend)]
    assert width(table[0]) + sign == width(total) + sign == width(table[1])
    ends = [figure.end() for figure in re.finditer(r"[0-9]+", total)]
    for line, row in zip(rows, match.rounds, strict=True):
        assert line.startswith(f"{row.double}-{row.double} ")
        assert all(line[end - 1] in "0123456789-" and line[end : end + 1] in ("", " ", "*", "/") for end in ends)


def test_ten_players_with_long_names_stay_within_eighty_cells() -> None:
    long = [f"{letter} very long name that goes on" for letter in "ABCDEFGHIJ"]
    match = played("m", long, 13, highest=12).match
    table = match_text(match).split("\n\n")[1]
    assert max(width(line) for line in table.splitlines() if "started" not in line and "blocked" not in line) <= 80


def test_names_that_are_the_same_once_cut_are_told_apart_by_seat() -> None:
    match = played("m", ["Alexandra the elder of the house", "Alexandra the elder of the garden"], 1).match
    heads = match_text(match, 40).splitlines()[4].split("  ")
    assert [head.strip()[:2] for head in heads if "Alex" in head] == ["1 ", "2 "]


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_nothing_printed_drives_a_terminal(name: str) -> None:
    match = changes.start("m", "", [f"e{name}"[:40], "Boris"], 9, 21, STANDARD)
    match = changes.set_note(recorded(match, "0", "5"), "a\x1b[2Jb\u202ec")
    for text in (match_text(match), match_markdown(match), history_text([summarise(match)])):
        assert not [letter for letter in text if unicodedata.category(letter) == "Cc" and letter != "\n"]
        assert "\u202e" not in text


@pytest.mark.parametrize(
    "text",
    ["Ana", "漢字", "👩‍👩‍👧", "❤️", "🇭🇷", "e\u0301", "👍🏽", "ｱｲｳ", "한글", "مرحبا", "नमस्ते", "1️⃣", "ไทย", "…", ""],
)
def test_cells_agree_with_what_terminals_count(text: str) -> None:
    assert width(text) == wcwidth.wcswidth(text)


@given(names(), st.integers(1, 50))
def test_cut_text_fits_and_filled_text_fills(name: str, cells: int) -> None:
    short = cut(name, cells)
    assert width(short) <= cells
    assert short == name or short.endswith("…")
    assert width(left(short, cells)) == width(right(short, cells)) == cells


def test_markdown_in_full(three: Match) -> None:
    assert match_markdown(three) == (
        "### Match k3f9, double-9 set, 2026-11-30, 2 of 10 rounds played, 7-7 starts the next\n"
        "\n"
        "- Tiles in a hand: 21 (H10)\n"
        "- House rules: standard\n"
        "\n"
        "| Round | Ana | Boris | Chi |  |\n"
        "|---|---:|---:|---:|---|\n"
        "| 9-9 | 0 | 21 |  | started by Boris |\n"
        "| 8-8 | 6 | 0 | 32 |  |\n"
        "| Catch-up |  |  | 21 |  |\n"
        "| Total | 6 | 21 | 53 |  |\n"
        "| Place | 1 |  | 2 |  |\n"
        "\n"
        "Result: Ana has the fewest points: 6.\n"
        "\n"
        "- Boris: left after round 2\n"
        "- Chi: joined in round 2 with 21 points\n"
    )


@given(matches(most_moves=10))
@settings(max_examples=30)
def test_names_do_not_break_the_markdown_table(match: Match) -> None:
    rows = [line for line in match_markdown(match).splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1


def test_markdown_signs_are_text() -> None:
    assert escaped("a|b *c* [d](e) <f> `g` #h") == r"a\|b \*c\* \[d\](e) \<f\> \`g\` \#h"
