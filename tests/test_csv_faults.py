"""CSV that contradicts itself: every fault is named with row, player, what stands there and what would have to."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from scorekeeper.report.fromcsv import NotOurCsv, read_rounds_csv
from scorekeeper.report.spreadsheet import ROUND_COLUMNS, rounds_csv
from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Match
from tests.three import recorded, three_players


@pytest.fixture
def three() -> Match:
    return three_players()


def table() -> Match:
    """Four rounds of three with every flag: CSV of it has round 1 in lines 2 to 4, round 4 in lines 11 to 13."""
    match = changes.start("k3f9", "2026-11-30T18:02:11+01:00", ["Ana", "Boris", "Chi"], 9, 14, STANDARD)
    match = recorded(match, "0", "23", "12", starter=1)
    match = recorded(match, "5", "41+0-0", "9")
    match = recorded(match, "8", "3", "0/")
    return recorded(match, "0", "0-0", "14")


def mutated(text: str, cells: Mapping[tuple[int, str], str] = MappingProxyType({}), *, without: str = "") -> str:
    """CSV with other cells, each named by its line and column, and without the rows that a pattern finds."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for (line, column), cell in cells.items():
        rows[line - 1][rows[0].index(column)] = cell
    out = io.StringIO(newline="")
    csv.writer(out).writerows(row for row in rows if not without or not re.search(without, ",".join(row)))
    return out.getvalue()


def faults_of(text: str) -> list[str]:
    """What is said against CSV; an error where nothing is."""
    with pytest.raises(NotOurCsv) as refused:
        read_rounds_csv(text)
    return str(refused.value).splitlines()


CONTRADICTIONS = [
    # line and column of a cell of `table`, what it says instead, and the one fault that is named
    (3, "pips", "33", "Line 3, Boris, round 1: points is “23”; it would have to be “33”: 33 pips."),
    (3, "points", "33", "Line 3, Boris, round 1: points is “33”; it would have to be “23”: 23 pips."),
    (3, "points", "", "Line 3, Boris, round 1: points is empty; it would have to be “23”: 23 pips."),
    (3, "total", "500", "Line 3, Boris, round 1: total is “500”; it would have to be “23”: 0 so far and 23 in this"),
    (9, "total", "116", "Line 9, Boris, round 3: total is “116”; it would have to be “117”: 114 so far and 3 in this"),
    (9, "total", "", "Line 9, Boris, round 3: total is empty; it would have to be “117”"),
    (6, "points", "66", "Line 6, Boris, round 2: points is “66”; it would have to be “91”: 41 pips and 50 for the"
     " double-blank (H2), as in line 12."),
    (10, "points", "50", "Line 10, Chi, round 3: points is “50”; it would have to be “0”: 0 pips and 0 for going out on"
     " a double (H6)."),
    (3, "out", "1", "Line 3, Boris, round 1: out is “1”; it would have to be “0”: 23 pips are left."),
    (12, "out", "1", "Line 12, Boris, round 4: out is “1”; it would have to be “0”: the double-blank is left."),
    (2, "out", "0", "Line 2, Ana, round 1: out is “0”; it would have to be “1”: no pips and no double-blank are left."),
    (3, "out", "yes", "Line 3, Boris, round 1: out is “yes”; it would have to be “0” for no or “1” for yes."),
    (3, "out_on_double", "1", "Line 3, Boris, round 1: out_on_double is “1”; it would have to be “0”: 23 pips are"),
    (3, "double_blank", "7", "Line 3, Boris, round 1: double_blank is “7”; it would have to be “0” for no"),
    (3, "double_blank", "", "Line 3, Boris, round 1: double_blank is empty; it would have to be “0” for no"),
    (6, "double_blank", "0", "Line 6, Boris, round 2: points is “91”; it would have to be “41”: 41 pips."),
    (5, "double_blank", "1", "Line 6, Boris, round 2: double_blank is “1”, and it is for Ana in line 5 too; two players"
     " cannot hold the double-blank"),
    (3, "pips", "x", "Line 3, Boris, round 1: pips is “x”; it would have to be a whole number from 0"),
    (3, "pips", "", "Line 3, Boris, round 1: pips is empty, but double_blank is “0”; both are empty for somebody who"),
    (3, "seat", "x", "Line 3: seat is “x”; it would have to be a whole number from 0"),
    (3, "seat", "", "Line 3: seat is empty; it would have to be a whole number from 0"),
    (3, "seat", "0", "Line 3, Boris, round 1: seat 0 is that of Ana in line 2."),
    (3, "seat", "5", "Line 3, Boris, round 1: seat is “5”; it would have to be “1”: line 6 has it so."),
    (2, "seat", "2", "Line 2, Ana, round 1: seat 2 is that of Chi in line 4."),
    (5, "round", "0", "Line 5: round is “0”; it would have to be a whole number from 1 to 19."),
    (6, "round", "1", "Line 6, Boris, round 1: line 3 is about the same player and round."),
    (2, "player", "Anna", "Line 2, Anna, round 1: seat 0 is that of Ana in line 5."),
    (2, "player", "", "Line 2, seat 0, round 1: player is empty."),
    (6, "set", "6", "Line 6, Boris, round 2: set is “6”; it would have to be “9”: line 2 has it so."),
    (2, "set", "6", "Line 2, Ana, round 1: set is “6”; it would have to be “9”: line 3 has it so."),
    (6, "double", "7", "Line 6, Boris, round 2: double is “7”; it would have to be “8”: line 5 has it so."),
    (2, "starter", "Chi", "Line 2, Ana, round 1: starter is “Chi”; it would have to be “Boris”: line 3 has it so."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "column", "cell", "sentence"), CONTRADICTIONS)
def test_a_cell_that_contradicts_others_is_named_with_what_it_would_have_to_be(
    line: int, column: str, cell: str, sentence: str
) -> None:
    [fault] = faults_of(mutated(rounds_csv([table()]), {(line, column): cell}))
    assert fault.startswith(sentence)


@pytest.mark.parametrize(
    ("cells", "without", "sentences"),
    [
        ({}, ",9,2,8,,Boris", ["k3f9, round 2: there is no row for Boris, seat 1; who is not in a round has a row"]),
        ({}, ",9,1,9,Boris,Boris", ["k3f9, round 1: there is no row for Boris, seat 1"]),
        ({}, ",9,4,6,,Chi", ["k3f9, round 4: there is no row for Chi, seat 2"]),
        ({}, ",Boris,1,", ["k3f9: there is no row for seat 1, but there is one for seat 2"]),
        ({}, ",9,2,8,", ["k3f9: there is no row for round 2, but there is one for round 4."]),
        ({(3, "match_id"): "x"}, "", ["k3f9, round 1: there is no row for Boris", "x: there is no row for seat 0"]),
        (
            dict.fromkeys([(6, column) for column in ROUND_COLUMNS[8:]], ""), "",
            ["Line 6, Boris, round 2: pips is empty, but Boris is in rounds 1 and 3", "Line 9, Boris, round 3: total"],
        ),
        ({(3, "pips"): "0"}, "", ["Line 3, Boris, round 1: pips is “0” without the double-blank, and it is for Ana in"
          " line 2 too; two players cannot be out (C1).", "Line 3, Boris, round 1: points is “23”"]),
        ({(3, "points"): "55", (3, "total"): "500", (3, "pips"): "7"}, "",
         ["Line 3, Boris, round 1: points is “55”; it would have to be “7”", "Line 3, Boris, round 1: total is “500”",
          "Line 6, Boris, round 2: total is “114”; it would have to be “98”: 7 so far and 91 in this round."]),
        ({(line, "starter"): "Dan" for line in (2, 3, 4)}, "",
         ["Line 2, Ana, round 1: starter is “Dan”; it would have to be somebody who is in round 1, or empty."]),
    ],
)  # fmt: skip
def test_rows_that_are_missing_or_contradict_others_are_named(
    cells: dict[tuple[int, str], str], without: str, sentences: list[str]
) -> None:
    faults = faults_of(mutated(rounds_csv([table()]), cells, without=without))
    assert [fault.startswith(sentence) for fault, sentence in zip(faults, sentences, strict=True)] == [True] * len(
        faults
    )


def test_house_rules_are_those_that_every_row_shows() -> None:
    mild = rounds_csv([table().edit(house=HouseRules(double_blank=25, out_on_double=50))])
    assert read_rounds_csv(mild)["matches"][0]["house_rules"] == {"double_blank": 25, "out_on_double": 50}
    # Points and total of one row agree on 25, those of the other on 50.
    both = {(6, "points"): "66", (6, "total"): "89", (9, "total"): "92", (12, "total"): "142"}
    [fault] = faults_of(mutated(rounds_csv([table()]), both))
    assert fault.endswith("it would have to be “91”: 41 pips and 50 for the double-blank (H2), as in line 12.")


def test_house_rules_that_are_told_decide() -> None:
    text = rounds_csv([table().edit(house=HouseRules(double_blank=25, target=500))])
    assert "house_rules" in text
    assert read_rounds_csv(text)["matches"][0]["house_rules"] == {"double_blank": 25, "target": 500}
    faults = faults_of(text.replace("double_blank=25 ", ""))
    assert [fault.split(", as")[0] for fault in faults] == [
        "Line 6, Boris, round 2: points is “66”; it would have to be “91”: 41 pips and 50 for the double-blank (H2)",
        "Line 12, Boris, round 4: points is “25”; it would have to be “50”: 0 pips and 50 for the double-blank (H2)",
    ]
    assert all(fault.endswith(", as house_rules says.") for fault in faults)


LATE = [
    # line and column of a cell of `three_players` in full, what it says instead, and the one fault that is named
    (7, "total", "31", "Line 7, Chi, round 2: total is “31”; it would have to be “53”: 21 so far and 32 in this"),
    (7, "total", "54", "Line 7, Chi, round 2: total is “54”; it would have to be “53”"),
    (7, "catch_up", "22", "Line 7, Chi, round 2: catch_up is “22”, but “21” in line 4; one of the two is wrong."),
    (3, "left", "1", "Line 6, Boris, round 2: left is “2”, but “1” in line 3; one of the two is wrong."),
    (5, "drops", "x", "Line 5, Ana, round 2: drops is “x”; it would have to be a whole number from 0"),
    (4, "tiles", "9|1", "Line 4, Chi, round 1: pips is empty, but tiles is “9|1”; both are empty for somebody who"),
    (4, "points", "7", "Line 4, Chi, round 1: pips is empty, but points is “7”; both are empty for somebody who"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "column", "cell", "sentence"), LATE)
def test_who_came_or_left_is_told_in_full_and_has_to_be_so(
    three: Match, line: int, column: str, cell: str, sentence: str
) -> None:
    [fault] = faults_of(mutated(rounds_csv([three], full=True), {(line, column): cell}))
    assert fault.startswith(sentence)


def test_a_catch_up_shows_in_the_first_total_only_of_who_came_late(three: Match) -> None:
    text = rounds_csv([three])
    assert read_rounds_csv(mutated(text, {(7, "total"): "60"}))["matches"][0]["players"][2]["catch_up"] == 28
    [fault] = faults_of(mutated(text, {(7, "total"): "31"}))
    assert fault.startswith("Line 7, Chi, round 2: total is “31”; it would have to be “32” or more")
    full = rounds_csv([three], full=True)
    there = {(line, "catch_up"): "5" for line in (2, 5)}
    [fault] = faults_of(mutated(full, there))
    assert fault == (
        "Line 2, Ana, round 1: catch_up is “5”; it would have to be empty: Ana is there from round 1 on (A29)."
    )
    [fault] = faults_of(mutated(full, {(line, "left"): "1" for line in (3, 6)}))
    assert fault.startswith("Line 6, Boris, round 2: left is “1”; it would have to be “2” or empty: that is the last")


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ("match_id,", "id,", "the columns match_id are missing"),
        ("starter,", "seat,", "The column seat is there twice."),
        (",Ana,0,0", ',"Ana,0,0', "is no CSV"),
        (",21,21", ",21,21,7", "Line 3: “7” is in a column without a name."),
    ],
)
def test_text_that_is_no_table_of_rounds(three: Match, wrong: str, right: str, sentence: str) -> None:
    text = rounds_csv([three.edit(players=tuple(replace(player, left=None) for player in three.players))])
    assert wrong in text
    [fault] = faults_of(text.replace(wrong, right, 1))
    assert sentence in fault


def test_no_more_faults_are_named_than_anybody_reads() -> None:
    head, row = ",".join(ROUND_COLUMNS), "m,,9,1,9,,Ana,0,5,0,0,0,6,6"
    faults = faults_of("\r\n".join([head, *(row.replace("m,", f"m{at},") for at in range(1500))]))
    assert len(faults) == 1001
    assert "these are the first 1000" in faults[-1]
