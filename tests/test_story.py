"""A match told: rounds, what they have in common, why everybody stands there, and the log."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from scorekeeper.report.log import changes_log, rulings_log
from scorekeeper.report.story import match_story, reasons, round_story
from scorekeeper.report.words import moment
from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand, Match, PinnedRuling, Player, Round
from scorekeeper.rules.scoring import standings
from tests.strategies import matches

AT = "2026-11-28T19:{minute:02}:00+01:00"
CASES = json.loads((Path(__file__).parent / "cases" / "matches.json").read_text(encoding="utf-8"))["matches"]


def at(minute: int) -> str:
    return AT.format(minute=minute)


def of_rows(*rows: str, house: HouseRules = STANDARD, highest: int = 9) -> Match:
    """Ana, Boris and Chi with these rounds, typed as in the boxes."""
    match = changes.start("m", at(0), ["Ana", "Boris", "Chi"], highest, 7, house)
    for row in rows:
        match = changes.record_round(match, [parse_hand(text, highest) for text in row.split()])
    return match


def of_case(case: dict[str, object]) -> Match:
    rounds = tuple(
        Round(
            int(row["start_double"].split("-")[0]),
            tuple(
                Hand(points - (50 if row["double_blank"] == seat else 0), row["double_blank"] == seat)
                for seat, points in enumerate(row["totals"])
            ),
        )
        for row in case["rounds"]  # type: ignore[attr-defined]
    )
    return Match(
        str(case["id"]),
        int(str(case["set"])),
        tuple(Player(name) for name in case["players"]),  # type: ignore[attr-defined]
        rounds,
    )


TOLD = {
    "out": (of_rows("0 23 41"), ["Ana went out.", "Most: Chi with 41 points.", "Ana leads with 0 points."]),
    "blocked": (
        of_rows("3 23 41"),
        ["A blocked round: nobody went out (R24).", "Most: Chi with 41 points.", "Ana leads with 3 points."],
    ),
    "caught": (
        of_rows("0 23 41*"),
        ["Ana went out.", "Chi was left with the double-blank: 41 + 50 = 91 points (R26).", "Ana leads with 0 points."],
    ),
    "only the double-blank": (
        of_rows("0 23 *", house=replace(STANDARD, double_blank=25)),
        [
            "Ana went out.",
            "Chi was left with nothing but the double-blank: 25 points (R26).",
            "Ana leads with 0 points.",
        ],
    ),
    "on a double": (
        of_rows("0/ 7 7"),
        ["Ana went out on a double.", "Most: Boris and Chi with 7 points.", "Ana leads with 0 points."],
    ),
    "on a double under H6": (
        of_rows("0/ 8 7", house=replace(STANDARD, out_on_double=50)),
        ["Ana went out on a double: 50 points (H6).", "Chi leads with 7 points."],
    ),
    "tiles": (
        of_rows("0 6-5+4-1 9"),
        ["Ana went out.", "Most: Boris with 16 points, 6-5 4-1.", "Ana leads with 0 points."],
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_round_is_told(name: str) -> None:
    match, told = TOLD[name]
    assert round_story(match, 1) == told


def test_the_lead_is_taken_shared_and_won() -> None:
    match = of_rows("0 5 9", "10 0 9", "0 5 9")
    assert [round_story(match, number)[-1] for number in (1, 2, 3)] == [
        "Ana leads with 0 points.",
        "Boris takes the lead with 5 points.",
        "Ana takes the lead with 10 points.",
    ]
    assert round_story(of_rows("0 5 9", "5 0 9"), 2)[-1] == "Ana and Boris lead with 5 points."
    last = of_rows("0 5 9", highest=6, house=replace(STANDARD, last_double=6 - 1))
    last = changes.record_round(last, [Hand(0), Hand(1), Hand(2)])
    assert round_story(last, 2)[-1] == "Ana wins with 0 points."
    shared = of_rows("0 5 9", "5 0 9", house=replace(STANDARD, last_double=8))
    assert round_story(shared, 2)[-1] == "Ana and Boris win with 5 points."


def test_who_came_started_and_left_is_told_with_notes_and_rulings() -> None:
    match = of_rows("0 5 9")
    match = changes.join(match, "Dee", catch_up=1)
    match = changes.record_round(match, [Hand(4), Hand(0), Hand(2), Hand(3)], starter=1, note="late")
    match = changes.leave(match, 0, at(5))
    match = match.edit(
        rulings=(PinnedRuling(at(4), 2, "R21", "The foot comes first."), PinnedRuling(at(5), 2, "", "?"))
    )
    assert round_story(match, 2) == [
        "Dee joined with 1 point (A29).",
        "Boris started.",
        "Boris went out.",
        "Most: Ana with 4 points.",
        "Dee takes the lead with 4 points.",
        "Ana left after it (A30).",
        "Note: late",
        "Ruling: The foot comes first. (R21)",
        "Ruling: ?",
    ]


def test_what_the_rounds_have_in_common() -> None:
    match = of_rows("0/ 23 41*", "1 2 3", "9 0 8*", "4 6* 5", "0 8 9")
    match = changes.set_starter(match, 2, 1)
    assert match_story(match) == [
        "Blocked: 8-8, 6-6; 2 of 5 rounds.",
        "Caught with the double-blank: Boris (6-6) and Chi (9-9, 7-7).",
        "Went out: Ana 2, Boris 1.",
        "Of these on a double: Ana 1.",
        "Started: Chi 1.",
        "Most in a round: Chi with 91 points (9-9).",
        "The lead never changed.",
    ]
    assert match_story(of_rows("1 2 3"))[:2] == [
        "Blocked: 9-9; 1 of 1 round.",
        "Nobody was caught with the double-blank.",
    ]
    assert match_story(of_rows()) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_worked_cases_tell_their_winners_at_the_end(case: dict[str, object]) -> None:
    match = of_case(case)
    final = case["final"]
    assert isinstance(final, dict)
    winners = [match.players[seat].name for seat in final["winners"]]
    first, *others = reasons(match)
    assert all(name in first for name in winners)
    assert len(others) == len(match.players) - len(winners)
    if final["winner_decided_by"] == "zero_rounds":
        assert "R28" in first
    blocked = [f"{row.double}-{row.double}" for row in match.rounds if row.out is None]
    assert match_story(match)[0].startswith("Blocked: " + ", ".join(blocked) if blocked else "No round")


def test_reasons_before_the_first_round_and_after_everybody_left() -> None:
    match = of_rows()
    assert reasons(match) == ["No round has been played; nobody has a place yet."]
    match = of_rows("0 5 9")
    for seat in (0, 1, 2):
        match = changes.leave(match, seat, at(seat))
    assert reasons(match) == [
        "Everybody has left; nobody has a place (A30).",
        "Ana left and has no place; the total stays 0 (A30).",
        "Boris left and has no place; the total stays 5 (A30).",
        "Chi left and has no place; the total stays 9 (A30).",
    ]
    assert round_story(match, 1)[-1] == "Chi left after it (A30)."


def test_looking_back_leaves_out_who_was_not_there() -> None:
    match = of_rows("0 5 9", "0 5 9")
    match = changes.join(match, "Dee")
    match = changes.record_round(match, [Hand(0), Hand(5), Hand(9), Hand(3)])
    assert not any("Dee" in told for told in reasons(match, 1))
    assert any("Dee" in told for told in reasons(match))


@settings(max_examples=40)
@given(matches())
def test_every_match_can_be_told(match: Match) -> None:
    for number in range(1, len(match.rounds) + 1):
        told = round_story(match, number)
        row = match.rounds[number - 1]
        assert any("R24" in sentence for sentence in told) == (row.out is None)
        assert any("(R26)" in sentence for sentence in told) >= (row.double_blank is not None)
        assert len(reasons(match, number)) >= bool(standings(match, number).winners)
    assert bool(match_story(match)) == bool(match.rounds)
    assert len(changes_log(match)) == len(match.corrections)
    assert len(rulings_log(match)) == len(match.rulings)


def test_the_log_says_when_what_from_and_to() -> None:
    journal = Journal(of_rows("0 5 9"))
    journal = journal.change(
        "correction", changes.correct_round(journal.match, 1, [Hand(4), Hand(0), Hand(9)]), at(1), 1
    )
    journal = journal.change("stop", changes.stop(journal.match, at(2)), at(2))
    journal = journal.undone(at(3)).redone(at(4))
    journal = journal.change("resume", changes.resume(journal.match), at(5))
    journal = journal.change("note", changes.set_note(journal.match, "rain"), at(6))
    journal = journal.change("note", changes.set_note(journal.match, "sun", 1), at(7), 1)
    journal = journal.undone(at(8))
    entries = changes_log(journal.match)
    assert [(entry.at[-5:], entry.what, entry.before, entry.after) for entry in entries] == [
        ("19:01", "Round 1 was corrected", "Ana 0, Boris 5, Chi 9", "Ana 4, Boris 0, Chi 9"),
        ("19:02", "The match was stopped (A28)", "", ""),
        ("19:03", "Taken back", "2026-11-28 19:02", ""),
        ("19:04", "Done again", "", "2026-11-28 19:02"),
        ("19:05", "The match was taken up again", "", ""),
        ("19:06", "The note on the match was changed", "", "rain"),
        ("19:07", "The note on round 1 was changed", "", "sun"),
        ("19:08", "Taken back in round 1", "sun", ""),
    ]


def test_the_log_says_in_words_who_came_and_went() -> None:
    journal = Journal(of_rows("0 5 9"))
    journal = journal.change("join", changes.join(journal.match, "Dee →9", catch_up=0), at(1))
    journal = journal.change("leave", changes.leave(journal.match, 0, at(2)), at(2)).undone(at(3))
    joined, left, back = changes_log(journal.match)
    assert (joined.before, joined.after) == ("Ana, Boris, Chi", "Ana, Boris, Chi, Dee →9 (from round 2)")
    assert left.after == "Ana (to round 1), Boris, Chi, Dee →9 (from round 2)"
    assert (back.before, back.after) == (left.after, joined.after)


def test_a_ruling_names_its_round_and_rule_also_while_the_round_is_played() -> None:
    match = of_rows("0 5 9").edit(
        rulings=(PinnedRuling(at(1), 1, "R21", "The foot comes first."), PinnedRuling(at(9), 2, "", "Fine."))
    )
    assert [(entry.at, entry.what) for entry in rulings_log(match)] == [
        ("2026-11-28 19:01", "Round 1 (9-9): The foot comes first. (R21)"),
        ("2026-11-28 19:09", "Round 2: Fine."),
    ]


def test_a_moment_is_as_it_was_there_and_then() -> None:
    assert moment("2026-11-30T23:59:59-10:00") == "2026-11-30 23:59"
    assert moment("") == ""
