"""CSV both ways: what it says, what it cannot say, and that no cell is a formula to a spreadsheet."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.report.facts import match_facts
from scorekeeper.report.fromcsv import NotOurCsv, as_match_file, read_rounds_csv
from scorekeeper.report.spreadsheet import (
    MATCH_COLUMNS,
    ROUND_COLUMNS,
    guarded,
    matches_csv,
    rounds_csv,
    unguarded,
)
from scorekeeper.rules import changes
from scorekeeper.rules.course import state
from scorekeeper.rules.house import STANDARD, HouseRules, suggested_hand_size
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import standings
from scorekeeper.store.codec import read_match_file
from tests.strategies import matches
from tests.three import recorded, three_players


@pytest.fixture
def three() -> Match:
    return three_players()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"), ("＝1", "'＝1"),
        ("'=1", "''=1"), ("'Bob", "'Bob"), ("Ana", "Ana"), ("1=2", "1=2"), ("", ""),
    ],
)  # fmt: skip
def test_a_spreadsheet_gets_no_formula(text: str, expected: str) -> None:
    assert guarded(text) == expected


@given(st.text() | st.text("'=+-@a"))
def test_the_guard_comes_off_again(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(tuple("=+-@\t\r＝＋－＠"))


def test_csv_of_rounds(three: Match) -> None:
    rows = [
        "match_id,created,set,round,double,starter,player,seat,pips,double_blank,out,out_on_double,points,total",
        "k3f9,2026-11-30T18:02:11+01:00,9,1,9,Boris,Ana,0,0,0,1,0,0,0",
        "k3f9,2026-11-30T18:02:11+01:00,9,1,9,Boris,Boris,1,21,0,0,0,21,21",
        "k3f9,2026-11-30T18:02:11+01:00,9,1,9,Boris,Chi,2,,,,,,",
        "k3f9,2026-11-30T18:02:11+01:00,9,2,8,,Ana,0,6,0,0,0,6,6",
        "k3f9,2026-11-30T18:02:11+01:00,9,2,8,,Boris,1,0,0,1,0,0,21",
        "k3f9,2026-11-30T18:02:11+01:00,9,2,8,,Chi,2,32,0,0,0,32,53",
        "",
    ]
    still_there = three.edit(players=tuple(replace(player, left=None) for player in three.players))
    assert rounds_csv([still_there]).split("\r\n") == rows
    # That somebody left after the last round follows from no round.
    left = [",left", ",", ",2", ",", ",", ",2", ",", ""]
    assert rounds_csv([three]).split("\r\n") == [row + more for row, more in zip(rows, left, strict=True)]


def further(match: Match) -> list[str]:
    """The columns to the right of those of every file."""
    head = next(csv.reader(io.StringIO(rounds_csv([match]), newline="")))
    assert tuple(head[: len(ROUND_COLUMNS)]) == ROUND_COLUMNS
    return head[len(ROUND_COLUMNS) :]


PLAYED = [
    # what was agreed, rounds played, what has to be told
    (STANDARD, 10, []),
    (STANDARD, 3, []),
    (HouseRules(double_blank=25, out_on_double=50), 10, []),
    (HouseRules(missing_double="burn", double_blank=25), 10, ["house_rules"]),
    (HouseRules(target=100), 3, ["house_rules"]),
    (HouseRules(last_double=6), 4, ["house_rules"]),
    (HouseRules(draws="until_playable"), 10, ["house_rules"]),
]


@pytest.mark.parametrize(("house", "rounds", "expected"), PLAYED)
def test_csv_has_further_columns_only_where_a_match_needs_them(
    house: HouseRules, rounds: int, expected: list[str]
) -> None:
    match = changes.start("m", "2026-11-30T18:02:11+01:00", ["Ana", "Boris", "Chi"], 9, 14, house)
    for number in range(rounds):
        # Every cost that a figure can show is shown in the first round.
        match = recorded(match, *(("0/", "3*", "5") if not number else ("0", "30", "7")))
    ordinary = match.edit(note="Émile's table", hand_size=11)
    assert further(ordinary) == expected
    if state(match) == "live":
        assert further(changes.stop(match, "2026-11-30T23:00:00+01:00")) == [*expected, "stopped"]
        assert further(changes.join(match, "Dan")) == [*expected, "catch_up"]
        assert further(changes.leave(match, 2, "2026-11-30T23:00:00+01:00")) == [*expected, "left"]


def test_csv_of_matches(three: Match) -> None:
    assert matches_csv([three]).split("\r\n") == [
        "match_id,created,finished,state,set,rounds_played,player,seat,place,total,zero_rounds,lowest_nonzero,status",
        "k3f9,2026-11-30T18:02:11+01:00,,live,9,2,Ana,0,1,6,1,6,playing",
        "k3f9,2026-11-30T18:02:11+01:00,,live,9,2,Boris,1,,21,1,21,left",
        "k3f9,2026-11-30T18:02:11+01:00,,live,9,2,Chi,2,2,53,0,32,late",
        "",
    ]


@given(st.lists(matches(most_players=4, most_moves=6), max_size=2))
@settings(max_examples=30)
def test_csv_reads_back_whatever_the_names(several: list[Match]) -> None:
    by_round = list(csv.DictReader(io.StringIO(rounds_csv(several), newline="")))
    assert len(by_round) == sum(len(match.rounds) * len(match.players) for match in several)
    by_match = list(csv.DictReader(io.StringIO(matches_csv(several), newline="")))
    told = [(unguarded(row["player"]), int(row["total"]), row["state"]) for row in by_match]
    assert told == [(line.name, line.total, state(match)) for match in several for line in standings(match).lines]
    assert all(tuple(row)[: len(ROUND_COLUMNS)] == ROUND_COLUMNS for row in by_round)
    assert all(set(row) == set(MATCH_COLUMNS) for row in by_match)


def carried(match: Match, *, full: bool) -> Match:
    """The match without what is documented not to be carried by CSV."""
    match = match.edit(
        revision=1, updated="", corrections=(), rulings=(),
        players=tuple(replace(player, id=None) for player in match.players),
    )  # fmt: skip
    if full:
        return match
    bare = tuple(
        replace(
            row,
            note="",
            hands=tuple(None if hand is None else replace(hand, tiles=None) for hand in row.hands),
        )
        for row in match.rounds
    )
    there = sum(not player.is_late for player in match.players)
    return match.edit(
        rounds=bare, note="", hand_size=suggested_hand_size(match.set, there), finished=None, starter=None,
        shuffler=None,
    )  # fmt: skip


@given(st.lists(matches(), min_size=1, max_size=3, unique_by=lambda match: match.id.lower()), st.booleans())
@settings(max_examples=60)
def test_matches_come_back_from_csv(several: list[Match], full: bool) -> None:
    found = read_match_file(json.dumps(read_rounds_csv(rounds_csv(several, full=full))).encode())
    assert not found.faults
    assert not found.left_out
    kept = [carried(match, full=full) for match in several if match.rounds]
    assert list(found.matches) == kept
    for match, back in zip((match for match in several if match.rounds), found.matches, strict=True):
        assert match_facts(back) == match_facts(match)


def test_csv_that_a_spreadsheet_saved_with_semicolons(three: Match) -> None:
    text = rounds_csv([three], full=True).replace(",", ";").replace("\r\n", "\n")
    assert read_rounds_csv(text) == read_rounds_csv(rounds_csv([three], full=True))
    assert as_match_file("x", ("\ufeff" + text).encode()) == as_match_file("x", text.encode())


@pytest.mark.parametrize(
    ("column", "cells", "sentence"),
    [
        ("house_rules", {1: "target=9"}, "Line 3, Boris, round 1: house_rules is “target=9”; it would have to"),
        ("house_rules", dict.fromkeys(range(6), "standard rules"), "k3f9: A house rule is written KEY=VALUE"),
        ("round_note", {0: "early", 1: "late"}, "Line 3, Boris, round 1: round_note is “late”, but “early” in line 2"),
        ("round_note", {1: "early", 4: "late"}, ""),
        ("note", {5: "early"}, ""),
    ],
)
def test_further_columns_that_contradict_themselves(
    three: Match, column: str, cells: dict[int, str], sentence: str
) -> None:
    rows = list(csv.DictReader(io.StringIO(rounds_csv([three], full=True), newline="")))
    for at, cell in cells.items():
        rows[at][column] = cell
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    if sentence:
        with pytest.raises(NotOurCsv, match=re.escape(sentence)):
            read_rounds_csv(text.getvalue())
    else:
        [match] = read_match_file(as_match_file("", text.getvalue().encode())).matches
        assert [match.note, *(row.note for row in match.rounds)].count("early") == 1


def test_csv_with_a_row_a_match_says_what_to_take_instead(three: Match) -> None:
    with pytest.raises(NotOurCsv, match="csv-matches"):
        as_match_file("x.csv", matches_csv([three]).encode())


def test_a_column_that_nobody_knows_is_left_out_and_named(three: Match) -> None:
    head, *rows = rounds_csv([three]).split("\r\n")
    text = "\r\n".join([head + ",colour", *(row and row + ",red" for row in rows)])
    found = read_match_file(as_match_file("x.csv", text.encode()))
    assert (found.faults, found.left_out) == ((), ("colour",))
    assert len(found.matches) == 1


@given(st.text())
def test_no_text_whatever_is_more_than_refused(text: str) -> None:
    with contextlib.suppress(NotOurCsv):
        read_rounds_csv(",".join(ROUND_COLUMNS) + "\r\n" + text)
