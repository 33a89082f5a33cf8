"""Who starts, who draws first, and the search for a double that nobody has, under every way to settle it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.house import HouseRules, MissingDouble
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.opening import (
    Search,
    Way,
    boneyard,
    chance_dealt,
    expected_draws,
    first_to_draw,
    search,
    starter,
    way,
)
from scorekeeper.rules.openingwords import chance_text, first_text, nobody_text, search_text, starter_text
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.rulebook import numbers_in
from tests.strategies import matches

ANA, BORIS, CHI, DAN = range(4)


def started(
    missing: MissingDouble = "draw", *, highest: int = 9, players: int = 4, size: int = 7, last: int = 0
) -> Match:
    names = ["Ana", "Boris", "Chi", "Dan", "Eva", "Fran", "Goran", "Hana"][:players]
    house = HouseRules(missing_double=missing, last_double=last)
    return changes.start("m", "", names, highest, size, house)


def scored(match: Match, *starters: int | None) -> Match:
    """The match with one round for each, started by that seat."""
    for seat in starters:
        seats = match.active_seats
        hands = [None if other not in seats else Hand(5 + other) for other in range(len(match.players))]
        match = changes.record_round(match, hands, starter=seat)
    return match


def test_round_1_is_opened_left_of_the_shuffler() -> None:
    match = started()
    assert first_to_draw(match) is None
    assert [first_to_draw(match.edit(shuffler=seat)) for seat in range(4)] == [BORIS, CHI, DAN, ANA]
    assert first_text(match.edit(shuffler=DAN)) == "Ana draws first, left of Dan, who shuffled (A3)."
    assert first_text(match) == "The player left of the shuffler draws first; say who shuffled (A3)."


def test_later_rounds_are_opened_left_of_the_last_starter() -> None:
    match = scored(started().edit(shuffler=ANA), CHI)
    assert first_to_draw(match) == DAN
    assert first_text(match) == "Dan draws first, left of Chi, who started round 1 (A3)."
    # Only the round before counts, and the shuffler only for the first.
    unknown = scored(match, None)
    assert first_to_draw(unknown) is None
    assert "round 2's starter" in first_text(unknown)


def test_who_left_or_has_not_joined_is_passed_over() -> None:
    match = scored(started(), BORIS)
    gone = changes.leave(changes.leave(match, CHI, "t"), DAN, "t")
    assert first_to_draw(gone) == ANA
    # The starter left: the next one who is still there follows.
    assert first_to_draw(changes.leave(match, BORIS, "t")) == CHI
    late = changes.join(match, "Eva", before=CHI)
    assert (late.players[2].name, first_to_draw(late)) == ("Eva", 2)
    # A look back from the round before Eva was there.
    assert first_to_draw(late.edit(rounds=(), shuffler=BORIS)) == 3


@pytest.mark.parametrize(
    ("missing", "dropped", "expected"),
    [
        ("draw", 0, "draw"),
        ("draw_all", 0, "draw_all"),
        ("skip", 0, "drop"),
        ("skip", 1, "drop"),
        ("skip", 2, "draw"),
        ("burn", 0, "drop"),
        ("burn", 2, "draw"),
        ("set_aside", 0, "laid_out"),
    ],
)
def test_what_a_table_does_when_nobody_has_it(missing: MissingDouble, dropped: int, expected: Way) -> None:
    match = started(missing, last=7)
    for _ in range(dropped):
        match = changes.drop_double(match)
    assert way(match) == expected
    if expected == "drop":
        assert next_double(changes.drop_double(match)) is not None
    else:
        with pytest.raises(RuleError):
            changes.drop_double(match)


def test_a_match_that_is_over_opens_nothing() -> None:
    match = scored(started(last=8), ANA, BORIS)
    assert (state(match), way(match)) == ("finished", None)
    assert {starter_text(match), nobody_text(match), chance_text(match)} == {""}
    with pytest.raises(RuleError, match="No double is drawn for"):
        search(match)


def test_laid_out_doubles_are_started_by_turns() -> None:
    match = started("set_aside")
    assert starter(match) is None
    assert starter_text(match).endswith("the player left of the shuffler starts. Say who shuffled (H1).")
    match = match.edit(shuffler=DAN)
    assert starter(match) == ANA
    assert starter_text(match) == "9-9 is laid out before the deal; Ana starts, left of Dan, who shuffled (H1)."
    # Nobody has to record what follows by itself, and what is recorded goes before it.
    order = []
    for _ in range(5):
        order.append(starter(match))
        match = scored(match, None)
    assert order == [ANA, BORIS, CHI, DAN, ANA]
    assert starter(scored(match, DAN)) == ANA
    assert starter(changes.set_starter(match, DAN)) == DAN
    assert starter_text(changes.set_starter(match, DAN)) == "4-4 is laid out before the deal; Dan starts (H1)."
    assert starter_text(scored(started("set_aside"), None)).endswith("Say who started round 1 (H1).")
    assert nobody_text(match) == chance_text(match) == ""
    with pytest.raises(RuleError):
        search(match)


def test_the_turn_to_start_passes_over_who_is_not_there() -> None:
    match = scored(started("set_aside").edit(shuffler=DAN), None)
    match = changes.leave(match, BORIS, "t")
    assert starter(match) == CHI
    assert starter(scored(match, None, None, None)) == CHI


CHANCES = [
    # players, set, hand size, dealt with a chance of, draws on average otherwise
    (4, 9, 7, Fraction(28, 55), Fraction(28, 2)),
    (2, 9, 21, Fraction(42, 55), Fraction(14, 2)),
    (2, 6, 7, Fraction(14, 28), Fraction(15, 2)),
    (8, 12, 7, Fraction(56, 91), Fraction(36, 2)),
    (8, 9, 7, Fraction(1), Fraction(0)),  # A11: more tiles than there are
]


@pytest.mark.parametrize(("players", "highest", "size", "chance", "draws"), CHANCES)
def test_chance_that_it_was_dealt(players: int, highest: int, size: int, chance: Fraction, draws: Fraction) -> None:
    match = started(players=players, highest=highest, size=size)
    assert (chance_dealt(match), expected_draws(match)) == (chance, draws)


def test_chances_of_simulated_deals() -> None:
    """The two formulas against shuffled tiles, of which the double is number 0."""
    rng = Random(7)
    match = started(players=3, highest=6, size=5)
    places = [rng.sample(range(28), 28).index(0) for _ in range(4000)]
    dealt = [place for place in places if place < 15]
    turns = [place - 14 for place in places if place >= 15]
    assert abs(len(dealt) / 4000 - chance_dealt(match)) < 0.03
    assert abs(sum(turns) / len(turns) - expected_draws(match)) < 0.3
    together = started("draw_all", players=3, highest=6, size=5)
    times = [-(-turn // 3) for turn in turns]
    assert abs(sum(times) / len(times) - expected_draws(together)) < 0.1


def test_doubles_that_were_dropped_are_in_no_hand() -> None:
    match = changes.drop_double(started("skip"))
    assert chance_dealt(match) == Fraction(28, 54)
    assert starter_text(match) == "Whoever has 8-8 starts round 1 (H1)."


def test_players_who_left_are_dealt_nothing() -> None:
    match = changes.leave(scored(started(), ANA), BORIS, "t")
    assert (chance_dealt(match), boneyard(match)) == (Fraction(21, 55), 34)


TEXTS = [
    ("draw", 0, "Nobody has 9-9: it is drawn for, one tile each in turn (R11, A2). Boris draws first, left of Ana, "
     "who shuffled (A3).", "9-9 was dealt with a chance of 51 %. Otherwise it takes about 14 draws (R11)."),
    ("draw", 1, "Nobody has 8-8: it is drawn for, one tile each in turn (R11). Boris draws first, left of Ana, "
     "who started round 1 (A3).", "8-8 was dealt with a chance of 51 %. Otherwise it takes about 14 draws (R11)."),
    ("draw_all", 0, "Nobody has 9-9: everybody draws a tile at once until somebody has it (H1).",
     "9-9 was dealt with a chance of 51 %. Otherwise everybody draws about 4 times (H1)."),
    ("skip", 0, "Nobody has 9-9: 8-8 is asked for, and 9-9 is tried first in the next round (H1).",
     "9-9 was dealt with a chance of 51 %."),
    ("burn", 0, "Nobody has 9-9: it never gets a round, and 8-8 is asked for (H1).",
     "9-9 was dealt with a chance of 51 %."),
    ("skip", 9, "Nobody has 0-0, the last double left: it is drawn for, one tile each in turn (H1, R11). Boris draws "
     "first, left of Ana, who started round 9 (A3).",
     "0-0 was dealt with a chance of 51 %. Otherwise it takes about 14 draws (R11)."),
]  # fmt: skip


@pytest.mark.parametrize(("missing", "rounds", "nobody", "chance"), TEXTS)
def test_what_is_said(missing: MissingDouble, rounds: int, nobody: str, chance: str) -> None:
    match = scored(started(missing).edit(shuffler=ANA), *[ANA] * rounds)
    assert nobody_text(match) == nobody
    assert chance_text(match) == chance


def test_who_starts_is_said_with_the_rule() -> None:
    match = started(last=0, highest=6, players=2)
    said = []
    while state(match) == "live":
        said.append(starter_text(match))
        match = scored(match, ANA)
    assert said[:2] == ["Whoever has 6-6 starts round 1 (R8).", "Whoever has 5-5 starts round 2 (R9)."]
    assert said[-1] == "Whoever has 0-0 starts round 7 (R10)."
    assert starter_text(changes.set_starter(started(), CHI)) == "Chi starts round 1 with 9-9 (R8)."
    skipped = scored(changes.drop_double(started("skip")), ANA)
    assert starter_text(skipped) == "Whoever has 9-9 starts round 2 (H1)."
    assert chance_text(started(players=8)) == "All tiles are dealt, so somebody has 9-9."


def test_a_search_in_turn() -> None:
    match = scored(started(), BORIS)
    at = search(match)
    assert (at.seats, at.boneyard, at.draws, at.left, at.drawing) == ((CHI, DAN, ANA, BORIS), 27, 0, 27, (CHI,))
    assert search_text(match, at) == "Chi draws; 27 tiles are left to draw (R11)."
    at = at.missed().missed().missed().missed().missed()
    assert (at.draws, at.left, at.drawing) == (5, 22, (DAN,))
    with pytest.raises(RuleError, match="Only somebody who draws now"):
        at.found(ANA)
    over = at.found()
    assert (over.starter, over.draws, over.left, over.drawing) == (DAN, 6, 21, ())
    assert [over.drawn_by(seat) for seat in (CHI, DAN, ANA, BORIS)] == [2, 2, 1, 1]
    assert search_text(match, over) == "Dan drew 8-8 and starts (R12, A4). What was drawn stays in the hands (A5)."
    assert over.back() == at
    assert starter(changes.set_starter(match, over.starter)) == DAN
    for again in (over.missed, over.found, lambda: over.held(ANA)):
        with pytest.raises(RuleError, match="found already"):
            again()
    assert search_text(started(), search(started(), ANA).found()) == "Ana drew 9-9 and starts (R12)."


def test_somebody_had_it_all_along() -> None:
    match = started().edit(shuffler=ANA)
    at = search(match).missed()
    over = at.held(BORIS)
    assert (over.starter, over.draws, over.back()) == (BORIS, 1, at)
    assert search_text(match, over) == "Boris had 9-9 all along and starts (R8)."
    with pytest.raises(RuleError, match="in the round"):
        at.held(7)


def test_an_empty_boneyard_means_that_somebody_has_it() -> None:
    match = started(players=7).edit(shuffler=ANA)
    at = search(match)
    assert at.left == 6
    while at.drawing:
        at = at.missed()
    assert (at.draws, at.is_exhausted) == (6, True)
    assert search_text(match, at) == "The boneyard is empty, so 9-9 is in somebody's hand: everybody looks again (R11)."
    with pytest.raises(RuleError, match="boneyard is empty"):
        at.missed()
    with pytest.raises(RuleError, match="boneyard is empty"):
        at.found(ANA)
    assert at.held(ANA).starter == ANA
    assert search(started(players=8), ANA).is_exhausted


def test_everybody_draws_at_once() -> None:
    match = started("draw_all", players=7)
    at = search(match)
    assert (at.drawing, at.left) == (tuple(range(7))[:6], 6)
    assert search_text(match, at) == "Everybody draws a tile; 6 tiles are left to draw (H1)."
    match = started("draw_all")
    at = search(match).missed()
    assert (at.drawing, at.left) == ((ANA, BORIS, CHI, DAN), 23)
    with pytest.raises(RuleError):
        at.found()
    over = at.found(CHI)
    assert (over.starter, over.left, over.drawn_by(DAN), over.back()) == (CHI, 19, 2, at)


def test_the_table_may_choose_who_draws_first() -> None:
    match = started()
    with pytest.raises(RuleError, match="say who shuffled") as raised:
        search(match)
    assert raised.value.problems[0].rule == "A3"
    assert search(match, DAN).seats == (DAN, ANA, BORIS, CHI)
    gone = changes.leave(scored(match, ANA), BORIS, "t")
    with pytest.raises(RuleError, match="in the round"):
        search(gone, BORIS)


@given(st.integers(2, 8), st.integers(0, 30), st.booleans(), st.integers(0, 40))
def test_every_tile_is_drawn_once_and_steps_back_undo(players: int, tiles: int, at_once: bool, steps: int) -> None:
    at = Search(tuple(range(players)), tiles, at_once)
    past = [at]
    for _ in range(steps):
        if at.drawing:
            at = at.missed()
            past.append(at)
    assert at.draws + at.left == tiles
    assert sum(at.drawn_by(seat) for seat in at.seats) == at.draws
    drawn = [at.drawn_by(seat) for seat in at.seats]
    assert drawn == sorted(drawn, reverse=True)
    assert drawn[0] - drawn[-1] <= 1
    assert at.is_exhausted == (not at.drawing)
    if at.drawing:
        over = at.found(at.drawing[-1])
        assert over.draws == at.draws + len(at.drawing)
        assert over.drawn_by(at.drawing[-1]) == at.drawn_by(at.drawing[-1]) + 1
    while past:
        assert at == past.pop()
        at = at.back()
    assert at.back() == at


@settings(max_examples=80)
@given(matches(most_moves=15), st.booleans())
def test_of_any_match(match: Match, shuffled: bool) -> None:
    if shuffled:
        match = match.edit(shuffler=0)
    for seat in (first_to_draw(match), starter(match)):
        assert seat is None or seat in match.active_seats or state(match) != "live"
    texts = [starter_text(match), nobody_text(match), chance_text(match)]
    if state(match) != "live":
        assert texts == ["", "", ""]
        return
    assert numbers_in(starter_text(match))
    if way(match) in ("drop", "laid_out"):
        return
    assert numbers_in(nobody_text(match))
    at = search(match, match.active_seats[-1])
    assert at.left == boneyard(match)
    assert (chance_dealt(match) == 1) == (at.left <= match.drops)
    while at.drawing:
        at = at.missed()
    found = replace(at, turns=max(0, at.turns - 1))
    if found.drawing:
        seat = found.found(found.drawing[0]).starter
        assert changes.set_starter(match, seat).starter == seat
