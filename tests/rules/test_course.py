"""Which double is next, how many rounds there are, and when it is over, under every way to play it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.course import doubles_left, next_double, rounds_planned, state, target_reached
from scorekeeper.rules.house import HouseRules, MissingDouble
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scoring import totals
from scorekeeper.rules.tiles import SETS
from tests.strategies import matches


def started(*, highest: int = 9, missing: MissingDouble = "draw", last: int = 0, target: int | None = None) -> Match:
    house = HouseRules(missing_double=missing, last_double=last, target=target)
    return changes.start("m", "2026-11-30T18:00:00+01:00", ["Ana", "Boris"], highest, 7, house)


def scored(match: Match, *points: int, double: int | None = None) -> Match:
    """The match with one round for each number: Ana goes out, Boris has so many pips."""
    for pips in points:
        match = changes.record_round(match, [Hand(0), Hand(pips)], double=double)
    return match


@pytest.mark.parametrize("highest", SETS)
@pytest.mark.parametrize("missing", ["draw", "draw_all", "set_aside", "skip", "burn"])
def test_every_double_once_from_the_highest_down(highest: int, missing: MissingDouble) -> None:
    match = started(highest=highest, missing=missing)
    for double in range(highest, -1, -1):
        assert (state(match), next_double(match), rounds_planned(match)) == ("live", double, highest + 1)
        match = scored(match, 9)
    assert (state(match), next_double(match), rounds_planned(match)) == ("finished", None, highest + 1)
    with pytest.raises(RuleError, match="finished"):
        scored(match, 9)


def test_skipped_doubles_are_tried_first_and_all_get_their_round() -> None:
    match = changes.drop_double(changes.drop_double(started(missing="skip")))
    assert (next_double(match), rounds_planned(match)) == (7, 10)
    match = scored(match, 9)
    assert (match.drops, next_double(match)) == (0, 9)
    match = scored(changes.drop_double(match), 9)
    assert next_double(match) == 9
    match = scored(match, 9, 9, 9, 9, 9, 9, 9)
    assert [row.double for row in match.rounds] == [7, 8, 9, 6, 5, 4, 3, 2, 1]
    with pytest.raises(RuleError, match="last double left"):
        changes.drop_double(match)
    assert state(scored(match, 9)) == "finished"


def test_burned_doubles_never_get_a_round() -> None:
    match = changes.drop_double(changes.drop_double(started(missing="burn")))
    assert (next_double(match), rounds_planned(match)) == (7, 8)
    match = scored(match, 9)
    assert (next_double(match), rounds_planned(match), doubles_left(match)) == (6, 8, (6, 5, 4, 3, 2, 1, 0))
    while len(doubles_left(match)) > match.drops + 1:
        match = changes.drop_double(match)
    assert (next_double(match), rounds_planned(match)) == (0, 2)
    with pytest.raises(RuleError, match="last double left"):
        changes.drop_double(match)
    match = scored(match, 9)
    assert (state(match), rounds_planned(match), next_double(match)) == ("finished", 2, None)


def test_a_double_named_with_the_round() -> None:
    assert [row.double for row in scored(started(missing="skip"), 9, double=5).rounds] == [5]
    assert next_double(scored(started(missing="skip"), 9, double=5)) == 9
    assert next_double(scored(started(missing="burn"), 9, double=5)) == 4
    assert scored(started(), 9, double=9).rounds[0].double == 9
    for match in (started(), scored(started(missing="burn"), 9, double=5)):
        with pytest.raises(RuleError) as raised:
            scored(match, 9, double=7)
        assert [problem.rule for problem in raised.value.problems] == ["C7"]


def test_more_drops_than_doubles_leave_the_last_one() -> None:
    match = scored(started(missing="burn"), 9).edit(drops=50)
    assert (next_double(match), rounds_planned(match)) == (0, 2)


@pytest.mark.parametrize("missing", ["draw", "draw_all", "set_aside"])
def test_elsewhere_nothing_is_dropped(missing: MissingDouble) -> None:
    with pytest.raises(RuleError, match="H1") as raised:
        changes.drop_double(started(missing=missing))
    assert raised.value.problems[0].rule == "H1"


@pytest.mark.parametrize("missing", ["draw", "skip", "burn"])
def test_a_higher_last_double_means_fewer_rounds(missing: MissingDouble) -> None:
    match = started(missing=missing, last=7)
    assert rounds_planned(match) == 3
    match = scored(match, 9, 9)
    assert next_double(match) == 7
    match = scored(match, 9)
    assert (state(match), next_double(match), rounds_planned(match)) == ("finished", None, 3)


def test_a_target_ends_the_match() -> None:
    match = scored(started(target=30), 9, 20)
    assert (state(match), rounds_planned(match), target_reached(match)) == ("live", None, False)
    match = scored(match, 1)
    assert (state(match), rounds_planned(match), target_reached(match)) == ("finished", 3, True)
    assert next_double(match) is None
    # The last double comes first where nobody reaches it.
    match = scored(started(target=900), *[9] * 10)
    assert (state(match), rounds_planned(match), target_reached(match)) == ("finished", 10, False)


def test_a_correction_moves_the_target() -> None:
    match = scored(started(target=30), 9, 20, 1)
    later = changes.correct_round(match, 2, [Hand(0), Hand(10)])
    assert (state(later), next_double(later), rounds_planned(later)) == ("live", 6, None)
    going_on = scored(later, 5)
    earlier = changes.correct_round(going_on, 1, [Hand(0), Hand(40)])
    # All that was played is still there and counts.
    assert (state(earlier), rounds_planned(earlier), totals(earlier)) == ("finished", 4, (0, 56))
    assert check_match(earlier) == ()
    assert state(changes.correct_round(earlier, 1, [Hand(0), Hand(9)])) == "live"


def test_a_target_reached_with_the_catch_up() -> None:
    match = changes.join(scored(started(target=30), 9), "Chi", catch_up=30)
    assert state(match) == "live"  # after the round in which somebody reaches it, and Chi has played none
    match = changes.record_round(match, [Hand(0), Hand(5), Hand(4)])
    assert state(match) == "finished"


def test_who_left_reaches_no_target_any_more() -> None:
    match = scored(changes.join(started(target=30), "Chi"), *[])
    match = changes.record_round(match, [Hand(0), Hand(5), Hand(29)])
    match = changes.leave(match, 2, "t")
    match = changes.record_round(match, [Hand(0), Hand(5), None])
    assert state(match) == "live"


def test_stopped_early_and_taken_up_again() -> None:
    match = changes.stop(scored(started(), 9, 9), "2026-11-30T20:00:00+01:00")
    assert (state(match), next_double(match), rounds_planned(match)) == ("stopped", None, 10)
    with pytest.raises(RuleError, match="stopped"):
        scored(match, 9)
    assert next_double(changes.resume(match)) == 7


def test_with_one_player_left_it_is_stopped_whoever_says_so() -> None:
    """A30, for a match of a file too, in which nobody said it."""
    match = scored(started(), 9)
    players = (match.players[0], changes.leave(match, 1, "t").players[1])
    alone = match.edit(players=players, stopped=None)
    assert (state(alone), next_double(alone)) == ("stopped", None)
    with pytest.raises(RuleError, match="Only Ana is left at the table"):
        changes.resume(alone)
    assert state(changes.join(alone, "Boris")) == "live"


@settings(max_examples=60)
@given(matches(most_moves=20))
def test_the_course_follows_from_the_rounds(match: Match) -> None:
    doubles = [row.double for row in match.rounds]
    assert len(set(doubles)) == len(doubles)
    planned, left = rounds_planned(match), doubles_left(match)
    assert not set(left) & set(doubles)
    assert all(match.house.last_double <= double <= match.set for double in (*left, *doubles))
    if match.house.target is None:
        assert planned is not None
        assert len(doubles) <= planned <= match.set + 1 - match.house.last_double
        assert match.house.missing_double == "burn" or planned == match.set + 1 - match.house.last_double
    if state(match) == "live":
        assert next_double(match) in left
        assert match.drops < len(left)
    else:
        assert next_double(match) is None
    assert (state(match) == "finished") == (bool(doubles) and (not left or target_reached(match)))


@given(st.lists(st.integers(0, 3), max_size=12))
def test_with_skip_nothing_is_lost_however_much_is_dropped(drops: list[int]) -> None:
    match = started(missing="skip")
    for count in drops:
        for _ in range(count):
            if match.drops + 1 < len(doubles_left(match)):
                match = changes.drop_double(match)
        if state(match) == "live":
            match = scored(match, 9)
    while state(match) == "live":
        match = scored(match, 9)
    assert sorted(row.double for row in match.rounds) == list(range(10))
