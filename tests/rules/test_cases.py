"""The worked matches through the rules core: every hand as tiles, every running total, place, decision and tie."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, rounds_planned, state
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.rules.scoring import explain, explain_place, round_points, separated_by, standings, totals
from scorekeeper.rules.summary import summarise
from scorekeeper.rules.tiles import Tile

FILE = Path(__file__).parents[1] / "cases" / "matches.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["matches"]


def test_there_are_cases() -> None:
    assert len(CASES) >= 6


def typed(texts: list[str], highest: int) -> Hand:
    """The hand as somebody would type it who enters the tiles."""
    return parse_hand("+".join(texts) or "0", highest)


@cache
def played(index: int) -> Match:
    """The match of a case, every round recorded as its tiles."""
    case = CASES[index]
    match = changes.start(case["id"], "2026-11-30T18:00:00+01:00", case["players"], case["set"], 7, STANDARD)
    for row in case["rounds"]:
        assert f"{next_double(match)}-{next_double(match)}" == row["start_double"]
        match = changes.record_round(match, [typed(texts, match.set) for texts in row["hands"]])
    if case["stopped_early"]:
        match = changes.stop(match, "2026-11-30T20:00:00+01:00")
    return match


@pytest.fixture(params=range(len(CASES)), ids=[case["id"] for case in CASES])
def case(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Match]:
    """A worked match as data and as played."""
    return CASES[request.param], played(request.param)


def test_every_round(case: tuple[dict[str, Any], Match]) -> None:
    data, match = case
    for number, row in enumerate(data["rounds"], start=1):
        recorded = match.rounds[number - 1]
        assert list(round_points(match, number)) == row["totals"]
        assert recorded.out == row["out"]
        assert recorded.double_blank == row["double_blank"]
        assert [hand and [str(tile) for tile in hand.tiles or ()] for hand in recorded.hands] == [
            [str(tile) for tile in sorted(map(Tile.parse, texts), reverse=True)] for texts in row["hands"]
        ]
        assert list(totals(match, number)) == data["running"][number - 1]
        assert [line.total for line in standings(match, number).lines] == data["running"][number - 1]


def test_result(case: tuple[dict[str, Any], Match]) -> None:
    data, match = case
    final, result = data["final"], standings(match)
    assert [line.total for line in result.lines] == final["totals"]
    assert [line.zero_rounds for line in result.lines] == final["zero_rounds"]
    assert [line.lowest_nonzero for line in result.lines] == final["lowest_nonzero"]
    assert [line.place for line in result.lines] == final["ranks"]
    assert [line.seat for line in result.by_place()] == final["order"]
    assert list(result.winners) == final["winners"]
    assert result.decided_by == final["winner_decided_by"]
    assert result.explanation == explain(result.lines)[1]
    assert all(result.lines[seat].name in result.explanation for seat in final["winners"])


def test_ties(case: tuple[dict[str, Any], Match]) -> None:
    data, match = case
    result = standings(match)
    by_total: dict[int, list[int]] = {}
    for line in result.lines:
        by_total.setdefault(line.total, []).append(line.seat)
    found = [
        {
            "total": total,
            "players": seats,
            "places": {str(seat): result.lines[seat].place for seat in seats},
            "resolved_by": {str(seat): separated_by(result.lines, seat) for seat in seats},
        }
        for total, seats in by_total.items()
        if len(seats) > 1
    ]
    assert found == data["final"]["ties"]
    for tie in found:
        for seat in by_total[tie["total"]]:
            text = explain_place(result.lines, seat)
            assert all(result.lines[other].name in text for other in by_total[tie["total"]])
            assert str(tie["total"]) in text


def test_course(case: tuple[dict[str, Any], Match]) -> None:
    data, match = case
    assert state(match) == ("stopped" if data["stopped_early"] else "finished")
    assert rounds_planned(match) == data["rounds_planned"]
    assert len(match.rounds) == data["rounds_played"]
    assert next_double(match) is None
    assert check_match(match) == ()


def test_summary(case: tuple[dict[str, Any], Match]) -> None:
    data, match = case
    summary, result = summarise(match), standings(match)
    assert summary.winners == tuple(data["players"][seat] for seat in data["final"]["winners"])
    assert (summary.decided_by, summary.explanation) == (result.decided_by, result.explanation)
    assert [(line.place, line.total, line.rounds) for line in summary.lines] == [
        (line.place, line.total, ()) for line in result.lines
    ]


def test_summary_before_the_first_round() -> None:
    summary = summarise(changes.start("m", "", ["Ana", "Boris"], 9, 7, STANDARD))
    assert (summary.winners, summary.decided_by, summary.explanation) == ((), None, "")
    assert (summary.state, summary.rounds_planned, summary.rounds_played, summary.next_double) == ("live", 10, 0, 9)
    assert [line.place for line in summary.lines] == [1, 1]
