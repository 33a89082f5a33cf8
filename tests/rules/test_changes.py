"""Everything that can happen to a match, what is refused, and that no change makes a match that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.matchcheck import MOST_CATCH_UP, MOST_SEATS, check_match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scoring import standings, totals
from scorekeeper.rules.tiles import Tile
from tests.strategies import matches

AT = "2026-11-30T18:00:00+01:00"
OUT = Hand(0)


def started(*names: str, highest: int = 9, house: HouseRules = STANDARD) -> Match:
    return changes.start("m", AT, names or ("Ana", "Boris", "Chi"), highest, 7, house)


def scored(match: Match, *points: int | None) -> Match:
    return changes.record_round(match, [None if pips is None else Hand(pips) for pips in points])


def refusal(change: Callable[..., object], *args: Any, **kwargs: Any) -> tuple[str, str]:
    """Text and rule of the one problem for which a change is refused."""
    with pytest.raises(RuleError) as raised:
        change(*args, **kwargs)
    (problem,) = raised.value.problems
    assert str(problem) == str(raised.value) == problem.text
    assert problem.text.endswith(".")
    return problem.text, problem.rule


@settings(max_examples=150)
@given(matches())
def test_no_change_makes_a_match_that_cannot_be(match: Match) -> None:
    assert check_match(match) == ()
    assert all(len(row.hands) == len(match.players) for row in match.rounds)
    assert hash(match) == hash(match.edit())


def test_a_start() -> None:
    match = started(" Ana ", "Bo\x1bris")
    assert [player.name for player in match.players] == ["Ana", "Boris"]
    assert (match.created, match.updated, match.revision, match.rounds) == (AT, AT, 0, ())
    assert (state(match), next_double(match)) == ("live", 9)


def test_a_start_that_cannot_be_names_everything() -> None:
    with pytest.raises(RuleError) as raised:
        changes.start("m", AT, ["Ana", " ANA", "\u200b", "x" * 41], 9, 0, HouseRules(double_blank=30, target=0))
    assert [problem.rule for problem in raised.value.problems] == ["H2", "H11", "H10", "", "", ""]
    assert [problem.seats for problem in raised.value.problems] == [(), (), (), (2,), (3,), (0, 1)]
    assert refusal(changes.start, "m", AT, ["Ana"], 9, 7, STANDARD) == ("A match needs two players or more (R1).", "R1")
    text, rule = refusal(changes.start, "m", AT, ["Ana", "Boris"], 7, 7, STANDARD)
    assert (text, rule) == ("There is no double-7 set; the sets are 6, 9, 12, 15, 18 (R2).", "R2")
    crowd = [f"P{seat}" for seat in range(MOST_SEATS + 1)]
    assert refusal(changes.start, "m", AT, crowd, 18, 1, STANDARD)[0] == "A match has 100 seats at most."


def test_the_set_up_is_open_until_the_first_round() -> None:
    match = changes.set_starter(started(house=HouseRules(missing_double="skip")), 1).edit(shuffler=0)
    match = changes.drop_double(match)
    settled: dict[str, Any] = {"highest": 9, "hand_size": 7, "house": match.house}
    same = changes.set_up(match, players=match.players, **settled | {"hand_size": 8})
    assert (same.starter, same.shuffler, same.drops, same.hand_size) == (1, 0, 1, 8)
    moved = changes.set_up(match, players=match.players[::-1], **settled)
    assert (moved.starter, moved.shuffler, moved.drops) == (None, None, 1)
    other = changes.set_up(match, players=match.players, **settled | {"highest": 12, "house": STANDARD})
    assert (other.set, other.drops, other.starter, next_double(other)) == (12, 0, 1, 12)
    assert refusal(changes.set_up, match, players=match.players[:1], **settled)[1] == "R1"
    assert refusal(changes.set_up, scored(match, 0, 5, 6), players=match.players, **settled)[1] == "H"


def test_a_round() -> None:
    match = changes.set_starter(started(), 2)
    match = changes.record_round(match, [OUT, Hand(23, True), Hand(41)], note=" blocked\nnearly ")
    assert match.rounds == (Round(9, (OUT, Hand(23, True), Hand(41)), 2, "blocked nearly"),)
    assert (match.starter, match.rounds[0].out, match.rounds[0].double_blank) == (None, 0, 1)
    assert changes.record_round(started(), [OUT, Hand(5), Hand(4)], starter=1).rounds[0].starter == 1
    blocked = scored(match, 1, 5, 6).rounds[1]
    assert (blocked.out, blocked.double_blank) == (None, None)
    with pytest.raises(RuleError) as raised:
        changes.record_round(match, [OUT, OUT, None], double=7, starter=4)
    assert [problem.rule for problem in raised.value.problems] == ["C7", "R25", "C1", "R12"]


def test_a_round_without_the_last_seats() -> None:
    """Who left need not be counted out at the end of a row, but who plays must."""
    match = changes.leave(scored(started(), 0, 5, 6), 2, AT)
    match = changes.record_round(match, [OUT, Hand(9)])
    assert match.rounds[1].hands == (OUT, Hand(9), None)
    assert changes.correct_round(match, 2, [Hand(9), OUT]).rounds[1].hands == (Hand(9), OUT, None)
    assert refusal(changes.record_round, match, [OUT])[1] == "R25"
    assert "each seat of the match: 3" in refusal(changes.record_round, match, [OUT, Hand(9), None, None])[0]


def test_a_correction_can_swap_two_players() -> None:
    match = scored(changes.record_round(started(), [OUT, Hand(1), Hand(5, True)], starter=0, note="x"), 7, 0, 9)
    swapped = changes.correct_round(match, 1, [Hand(5, True), OUT, Hand(1)])
    assert swapped.rounds[0] == Round(9, (Hand(5, True), OUT, Hand(1)), 0, "x")
    assert swapped.rounds[1] == match.rounds[1]
    assert next_double(swapped) == next_double(match)
    assert totals(swapped) == (62, 0, 10)
    assert changes.correct_round(swapped, 1, match.rounds[0].hands) == match
    other = changes.correct_round(match, 1, match.rounds[0].hands, starter=2, note="")
    assert (other.rounds[0].starter, other.rounds[0].note) == (2, "")
    with pytest.raises(RuleError) as raised:
        changes.correct_round(match, 1, [OUT, OUT, OUT], starter=7)
    assert [problem.rule for problem in raised.value.problems] == ["C1", "R12"]
    for number in (0, 3, -1):
        assert refusal(changes.correct_round, match, number, [])[0] == f"There is no round {number}; 2 are recorded."


def test_a_correction_of_a_finished_or_stopped_match() -> None:
    match = started(house=HouseRules(last_double=8))
    match = scored(scored(match, 0, 5, 6), 0, 5, 6)
    assert state(match) == "finished"
    assert standings(changes.correct_round(match, 2, [Hand(20), Hand(1), OUT])).winners == (2,)
    stopped = changes.stop(scored(started(), 0, 5, 6), AT)
    assert totals(changes.correct_round(stopped, 1, [Hand(9), OUT, Hand(6)])) == (9, 0, 6)


def test_who_starts() -> None:
    match = scored(started(), 0, 5, 6)
    assert changes.set_starter(match, 1).starter == 1
    assert changes.set_starter(match, 1, 2).starter == 1
    assert changes.set_starter(match, 2, 1).rounds[0].starter == 2
    assert changes.set_starter(changes.set_starter(match, 2, 1), None, 1) == match
    left = changes.leave(match, 1, AT)
    assert refusal(changes.set_starter, left, 1)[1] == "R12"
    assert refusal(changes.set_starter, match, 3, 1)[1] == "R12"
    assert changes.set_starter(left, 1, 1).rounds[0].starter == 1
    assert refusal(changes.set_starter, match, 1, 5)[0] == "There is no round 5; 1 is recorded."
    assert refusal(changes.set_starter, changes.stop(match, AT), 1)[1] == "A28"
    assert changes.leave(changes.set_starter(match, 1), 1, AT).starter is None


@pytest.mark.parametrize(
    ("catch_up", "points"),
    [("highest", 15), ("average", 8), ("none", 0), (7, 7), (0, 0), (MOST_CATCH_UP, MOST_CATCH_UP)],
)
def test_a_late_player(catch_up: changes.CatchUp, points: int) -> None:
    """A29: the average of 0, 10, 15 is 8.33; rounds missed are blank."""
    match = changes.join(scored(started(), 0, 10, 15), "Dan", catch_up=catch_up, before=1, player_id="p4")
    assert match.players[1] == Player("Dan", "p4", joined=2, catch_up=points)
    assert match.rounds[0].hands == (OUT, None, Hand(10), Hand(15))
    line = standings(match).lines[1]
    assert (line.total, line.rounds, line.zero_rounds, line.status) == (points, (None,), 0, "late")
    match = scored(match, 0, 3, 4, 5)
    assert totals(match)[1] == points + 3


def test_the_average_is_rounded_half_up() -> None:
    assert changes.catch_up_points(scored(started("Ana", "Boris"), 0, 5), "average") == 3
    assert changes.catch_up_points(scored(started(), 0, 2, 2), "average") == 1
    assert changes.catch_up_points(started(), "highest") == changes.catch_up_points(started(), "average") == 0


def test_the_catch_up_is_of_those_at_the_table() -> None:
    match = changes.leave(scored(started(), 0, 10, 60), 2, AT)
    assert changes.join(match, "Dan").players[3].catch_up == 10
    two = changes.join(changes.join(match, "Dan"), "Eva", catch_up="average")
    assert two.players[4].catch_up == 7  # of 0, 10 and the 10 that Dan starts with


def test_joining_moves_every_seat() -> None:
    match = changes.set_starter(scored(changes.set_starter(started(), 2), 0, 10, 15), 0).edit(shuffler=1)
    match = changes.join(match, "Dan", before=0)
    assert (match.rounds[0].starter, match.starter, match.shuffler) == (3, 1, 2)
    back = changes.leave(match, 0, AT)
    assert (back.rounds[0].starter, back.starter, back.shuffler, len(back.players)) == (2, 0, 1, 3)
    gone = changes.leave(match.edit(starter=0, shuffler=0), 0, AT)
    assert (gone.starter, gone.shuffler) == (None, None)


def test_joining_before_the_first_round_is_not_late() -> None:
    match = changes.join(started(), "Dan", before=0)
    assert match.players[0] == Player("Dan")
    assert standings(scored(match, 0, 1, 2, 3)).lines[0].status == "playing"


@pytest.mark.parametrize(
    ("name", "catch_up", "said", "rule"),
    [
        ("ana ", "highest", "Somebody called ana is in this match already", ""),
        ("\u200b", "highest", "needs a name", ""),
        ("x" * 41, "highest", "at most 40 letters", ""),
        ("Dan", -1, "A catch-up is 0 to 100000 points, not -1", "A29"),
        ("Dan", MOST_CATCH_UP + 1, "A catch-up is 0 to 100000 points", "A29"),
    ],
)
def test_joins_that_cannot_be(name: str, catch_up: changes.CatchUp, said: str, rule: str) -> None:
    text, cited = refusal(changes.join, scored(started(), 0, 10, 15), name, catch_up=catch_up)
    assert said in text
    assert cited == rule


def test_a_match_has_so_many_seats() -> None:
    match = started(*(f"P{seat}" for seat in range(MOST_SEATS)), highest=18)
    assert refusal(changes.join, match, "One more") == ("A match has 100 seats at most.", "R1")


def test_nothing_goes_on_after_the_end() -> None:
    match = started(house=HouseRules(last_double=8))
    match = scored(scored(match, 0, 5, 6), 0, 5, 6)
    assert refusal(changes.join, match, "Dan")[1] == "A29"
    assert refusal(changes.leave, match, 0, AT)[1] == "A30"
    assert refusal(changes.stop, match, AT)[1] == "A28"
    assert refusal(changes.set_starter, match, 0)[1] == "R27"
    assert refusal(changes.drop_double, match)[1] == "R27"
    assert refusal(changes.resume, match)[0] == "The match is not stopped; there is nothing to take up again."
    assert changes.rename(match, 0, "Anna").players[0].name == "Anna"
    assert changes.set_note(match, "What a match").note == "What a match"


def test_leaving_and_coming_back() -> None:
    """A30: coming back is a new seat; the old one keeps its scores and stays marked left."""
    match = changes.leave(scored(started(), 0, 10, 15), 1, AT)
    assert match.players[1] == Player("Boris", left=1)
    assert (state(match), match.active_seats) == ("live", (0, 2))
    assert refusal(changes.leave, match, 1, AT) == ("Boris has left already (A30).", "A30")
    match = scored(match, 5, None, 0)
    match = changes.join(match, "Boris")
    assert match.players[1:] == (Player("Boris", left=1), Player("Chi"), Player("Boris", joined=3, catch_up=15))
    match = scored(match, 1, None, 2, 0)
    result = standings(match)
    assert [line.status for line in result.lines] == ["playing", "left", "playing", "late"]
    assert [line.total for line in result.lines] == [6, 10, 17, 15]
    assert [line.place for line in result.lines] == [1, None, 3, 2]
    # Once more, and the first seat may be renamed to tell them apart.
    match = scored(changes.leave(match, 3, AT), 1, None, 2)
    assert changes.rename(match, 3, "Boris the second").players[3].left == 3


def test_with_one_left_the_match_is_stopped() -> None:
    match = changes.leave(scored(started("Ana", "Boris"), 0, 10), 1, AT)
    assert (state(match), match.stopped, match.active_seats) == ("stopped", AT, (0,))
    assert standings(match).winners == (0,)
    assert standings(match).decided_by == "total"
    assert refusal(changes.resume, match)[0] == (
        "Only Ana is left at the table; somebody has to join before the match goes on (A30)."
    )
    both = changes.leave(match, 0, "later")
    assert (state(both), both.stopped, both.active_seats) == ("stopped", AT, ())
    assert standings(both).winners == ()
    assert "Nobody is left at the table; two have to join" in refusal(changes.resume, both)[0]
    again = changes.join(changes.join(both, "Ana"), "Chi")
    assert [player.catch_up for player in again.players] == [0, 0, 0, 0]
    again = scored(changes.resume(again), None, None, 3, 0)
    assert standings(again).winners == (3,)
    assert check_match(again) == ()


def test_leaving_without_a_round_is_never_having_sat_down() -> None:
    match = changes.leave(started(), 1, AT)
    assert [player.name for player in match.players] == ["Ana", "Chi"]
    assert refusal(changes.leave, match, 0, AT)[1] == "R1"
    late = changes.join(changes.leave(scored(started("Ana", "Boris"), 0, 9), 1, AT), "Chi", before=0)
    alone = changes.leave(changes.resume(late), 0, AT)
    assert [player.name for player in alone.players] == ["Ana", "Boris"]
    assert alone.rounds[0].hands == (OUT, Hand(9))
    assert state(alone) == "stopped"


def test_names_can_be_mended() -> None:
    match = started()
    assert changes.rename(match, 0, " anA\u0301\n").players[0].name == "anÁ"
    assert changes.rename(match, 0, "ANA").players[0].name == "ANA"
    assert "Somebody called boris" in refusal(changes.rename, match, 0, "boris")[0]
    assert "needs a name" in refusal(changes.rename, match, 0, " ")[0]


def test_a_name_is_nobody_elses_who_was_there_at_the_time() -> None:
    match = changes.leave(scored(started(), 0, 10, 15), 1, AT)  # Boris played round 1 with Ana and Chi
    assert "Somebody called Boris" in refusal(changes.rename, match, 0, "Boris")[0]
    match = scored(changes.join(match, "Borris"), 0, None, 5, 6)
    mended = changes.rename(match, 3, "Boris")  # who came back and was misspelled
    assert check_match(mended) == ()
    assert check_match(changes.rename(match, 1, "Borris")) == ()


def test_stopping() -> None:
    match = changes.stop(scored(started(), 0, 10, 15), "later")
    assert (state(match), match.stopped) == ("stopped", "later")
    assert refusal(changes.stop, match, AT)[0] == "The match is stopped already (A28)."
    assert refusal(changes.record_round, match, [OUT, Hand(1), Hand(2)])[1] == "A28"
    assert changes.resume(match) == scored(started(), 0, 10, 15)
    assert refusal(changes.resume, changes.resume(match))[1] == "A28"
    assert state(changes.stop(started(), AT)) == "stopped"


def test_notes() -> None:
    match = scored(started(), 0, 10, 15)
    assert changes.set_note(match, " At Ana's\x1b ").note == "At Ana's"
    assert changes.set_note(match, "first", 1).rounds[0].note == "first"
    assert changes.set_note(changes.set_note(match, "first", 1), "", 1) == match
    assert changes.set_note(match, "x" * 500).note == "x" * 500
    too_long = "A note has at most 500 characters; this one has 501."
    assert refusal(changes.set_note, match, "x" * 501)[0] == too_long
    assert refusal(changes.record_round, match, [OUT, Hand(1), Hand(2)], note="x" * 501)[0] == too_long
    assert refusal(changes.correct_round, match, 1, match.rounds[0].hands, note="x" * 501)[0] == too_long
    assert refusal(changes.set_note, match, "x", 2)[0] == "There is no round 2; 1 is recorded."


def test_a_row_in_words() -> None:
    match = changes.set_starter(changes.record_round(started(), [OUT, Hand(9), Hand(33, True)]), 0, 1)
    assert changes.row_text(match, 1) == "Ana 0, Boris 9, Chi 33*; Ana started"
    late = changes.join(changes.set_starter(match, None, 1), "Dan", before=0)
    assert changes.row_text(late, 1) == "Ana 0, Boris 9, Chi 33*"


GOOD = scored(scored(started(), 0, 10, 15), 7, 0, 9)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"set": 7}, [("R2", (), None)]),
        ({"hand_size": 56}, [("H10", (), None)]),
        ({"hand_size": 0}, [("H10", (), None)]),
        ({"house": HouseRules(arms=5, last_double=9)}, [("H3", (), None), ("H9", (), None)]),
        ({"house": HouseRules(last_double="x")}, [("H9", (), None)]),  # type: ignore[arg-type]
        ({"players": (GOOD.players[0],)}, [("R1", (), None), ("", (), 1), ("R1", (), 1), ("", (), 2), ("R1", (), 2)]),
        ({"players": (Player("Ana"), Player("\tana"), Player(""))}, [("", (2,), None), ("", (0, 1), None)]),
        ({"players": (Player("Chi", left=2), Player("Boris"), Player("chi", joined=2))},
         [("", (0, 2), None), ("A29", (2,), 1)]),
        ({"players": (Player("Ana", "p"), Player("Bo", "p"), Player("Chi", "q"))}, [("", (0, 1), None)]),
        ({"players": (Player("Ana", joined=4), *GOOD.players[1:])},
         [("A29", (0,), None), ("A29", (0,), 1), ("A29", (0,), 2)]),
        ({"players": (Player("Ana", joined=0), *GOOD.players[1:])}, [("A29", (0,), None)]),
        ({"players": (Player("Ana", left=3), *GOOD.players[1:])}, [("A30", (0,), None)]),
        ({"players": (Player("Ana", joined=2, left=1), *GOOD.players[1:])},
         [("A30", (0,), None), ("A29", (0,), 1), ("A30", (0,), 2)]),
        ({"players": (Player("Ana", catch_up=-1), *GOOD.players[1:])}, [("A29", (0,), None)]),
        ({"rounds": (GOOD.rounds[0], replace(GOOD.rounds[1], double=9))}, [("C7", (), 2)]),
        ({"rounds": (GOOD.rounds[1], GOOD.rounds[0])}, [("C7", (), 1)]),
        ({"rounds": (replace(GOOD.rounds[0], hands=(OUT, OUT, None), starter=3),)},
         [("R25", (2,), 1), ("C1", (0, 1), 1), ("R12", (), 1)]),
        ({"rounds": (replace(GOOD.rounds[0], hands=(Hand(18, tiles=(Tile(9, 9),)), OUT, Hand(3))),)},
         [("C6", (0,), 1)]),
    ],
)  # fmt: skip
def test_matches_that_cannot_be(
    changed: dict[str, Any], expected: list[tuple[str, tuple[int, ...], int | None]]
) -> None:
    """As a file may hold them: every problem at once, each with its rule, its players and its round."""
    problems = check_match(GOOD.edit(**changed))
    assert [(problem.rule, problem.seats, problem.round) for problem in problems] == expected
    assert all(problem.text.endswith(".") for problem in problems)


def test_a_round_of_one_player_is_none() -> None:
    players = (Player("Ana"), Player("Boris", left=1), Player("Chi", left=1))
    rounds = (GOOD.rounds[0], Round(8, (OUT, None, None)))
    problems = check_match(GOOD.edit(players=players, rounds=rounds))
    assert [problem.text for problem in problems] == ["Round 2 has fewer than two players (R1)."]


def test_a_row_with_too_few_seats() -> None:
    players = (Player("Ana"), Player("Boris"), Player("Chi", joined=2))
    (problem,) = check_match(GOOD.edit(players=players, rounds=(Round(9, (OUT, Hand(5))),)))
    assert "one place for each seat of the match: 3, not 2" in problem.text
