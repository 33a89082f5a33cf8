"""What is needed to overtake, and leads that are safe: against every way to give out tiles, and against the scorer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.needed import Need, needed, safe_lead
from scorekeeper.rules.neededwords import need_short, need_text, safe_lead_text
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scorepairs import ScorePairs, score_pairs
from scorekeeper.rules.scoring import standings
from scorekeeper.rules.tiles import SETS, pips_of_set
from tests.rules.brute_needed import Past, ahead, point_pairs, smallest_margin, stand, when_level, with_round
from tests.strategies import dealt_hands, matches

NAMES = ("Ana", "Boris", "Chi", "Dan", "Eva", "Fran", "Goran", "Hana", "Ivo", "Jana")


def at_the_end(*pasts: Past, double: int = 0, highest: int = 6, house: HouseRules = STANDARD) -> Match:
    """A match whose players have these scores, one double to come."""
    house = HouseRules(double_blank=house.double_blank, out_on_double=house.out_on_double, last_double=double)
    count = len(pasts[0][1])
    rows = zip(*(scores for _start, scores in pasts), strict=True)
    rounds = tuple(
        Round(highest - number, tuple(Hand(score) for score in row)) for number, row in enumerate(rows)
    )  # fmt: skip
    assert count == highest - double
    players = tuple(Player(name, catch_up=start) for name, (start, _scores) in zip(NAMES, pasts, strict=False))
    match = Match("m", highest, players, rounds, house=house)
    assert next_double(match) == double
    return match


HOUSES = [
    STANDARD, HouseRules(double_blank=0), HouseRules(double_blank=0, out_on_double=50),
    HouseRules(double_blank=25, out_on_double=50), HouseRules(double_blank=100),
]  # fmt: skip


@pytest.mark.parametrize(
    ("double", "house", "others"),
    [(double, STANDARD, others) for double in (0, 1, 6) for others in (0, 1)]
    + [(double, house, 1) for double, house in zip((1, 2, 3, 0), HOUSES[1:], strict=True)],
)
def test_pairs_of_scores_are_those_of_real_tiles(double: int, house: HouseRules, others: int) -> None:
    pairs = ScorePairs(6, double, house, others)
    real = point_pairs(6, double, house.double_blank, house.out_on_double, others)
    scores = range(pairs.largest_sum + 2)
    assert {(one, other) for one in scores for other in scores if pairs.can_be(one, other)} == real
    assert pairs.largest_margin == max(other - one for one, other in real)


@pytest.mark.parametrize("others", [2, 3, 4])
@pytest.mark.parametrize("double", [0, 1, 5])
def test_with_more_players_no_pair_is_forgotten(double: int, others: int) -> None:
    pairs = ScorePairs(6, double, STANDARD, others)
    real = point_pairs(6, double, 50, 0, others)
    scores = range(pairs.largest_sum + 2)
    allowed = {(one, other) for one in scores for other in scores if pairs.can_be(one, other)}
    assert real <= allowed
    assert all(min(pair) <= others and sum(pair) > pairs.pips - 10 * others for pair in allowed - real)
    assert pairs.largest_margin == max(other - one for one, other in real)


def test_a_table_with_more_players_than_tiles_is_told_nothing_wrong() -> None:
    pairs = ScorePairs(6, 3, STANDARD, 40)
    assert pairs.can_be(0, 162)
    assert pairs.largest_margin == 212


@pytest.mark.parametrize("highest", SETS)
def test_the_largest_margin_is_the_largest_round_and_what_has_to_be_played_first(highest: int) -> None:
    """By play alone 1-1 and its four lightest arms lie on the table before one hand can have grown to all the rest:
    203, 530, 1127, 2075, 3455 points. What a score sheet accepts rests on the starting double only (C3), so it is more.
    """
    largest = {6: 203, 9: 530, 12: 1127, 15: 2075, 18: 3455}[highest]
    arms = (1 + 0) + (1 + 2) + (1 + 3) + (1 + 4)
    assert largest == pips_of_set(highest) + 50 - 2 - arms
    assert score_pairs(highest, 1, STANDARD, 0).largest_margin == largest + arms
    margins = [score_pairs(highest, double, STANDARD, 0).largest_margin for double in range(highest + 1)]
    assert max(margins) == margins[1]
    assert margins[0] == pips_of_set(highest)


def random_past(rng: Random, count: int) -> Past:
    return rng.choice([0, 0, 1, 5]), tuple(rng.choice([0, 0, 0, 1, 2, 3, 8, 30]) for _ in range(count))


def check_needs(match: Match, pasts: list[Past], double: int, house: HouseRules) -> None:
    pairs = point_pairs(6, double, house.double_blank, house.out_on_double, len(pasts) - 2)
    for need in needed(match):
        behind = stand(pasts[need.seat])
        for rival in need.rivals:
            before = stand(pasts[rival])
            assert need.margin == smallest_margin(behind, before, pairs)
            level = dict(when_level(behind, before, pairs))
            assert bool(level) == bool(need.level)
            assert {score: verdict for score, verdict in level.items() if verdict != verdict_of(need, score)} == {}
            for case in need.level:
                assert case.low in level
    assert {need.seat for need in needed(match)} == {
        seat
        for seat, past in enumerate(pasts)
        if any(not ahead(stand(past), stand(other)) for place, other in enumerate(pasts) if place != seat)
    }


def verdict_of(need: Need, score: int) -> str | None:
    return next(
        (case.verdict for case in need.level if case.low <= score and (case.high is None or score <= case.high)), None
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("double", "house"),
    [(0, STANDARD), (1, STANDARD), (4, STANDARD), (1, HOUSES[1]), (2, HOUSES[2]), (3, HOUSES[3]), (0, HOUSES[3])],
)
def test_needs_of_a_last_round_are_those_of_all_pairs(players: int, double: int, house: HouseRules) -> None:
    rng = Random(players * 100 + double)
    most = score_pairs(6, double, house, players - 2).largest_margin
    for number in range(4):
        pasts = [random_past(rng, 6 - double) for _ in range(players)]
        if number % 2:
            # Far behind: the last pips of the set decide whether it can be done.
            first = pasts[0][0] + sum(pasts[0][1])
            gap = first + most - rng.randint(-1, 4) - sum(pasts[1][1])
            pasts[1] = (gap, pasts[1][1])
        check_needs(at_the_end(*pasts, double=double, house=house), pasts, double, house)


TIES = [
    # Both level after the round, by the zero rounds and the lowest round before it.
    ((0, (0, 0, 9, 9, 9, 9)), (20, (9, 9, 9, 9, 9, 9))),
    ((0, (0, 0, 9, 9, 9, 9)), (40, (0, 9, 9, 9, 9, 9))),
    ((0, (0, 9, 9, 9, 9, 9)), (9, (0, 9, 9, 9, 9, 9))),
    ((0, (0, 4, 9, 9, 9, 9)), (9, (0, 9, 9, 9, 9, 9))),
    ((0, (0, 9, 9, 9, 9, 9)), (9, (0, 4, 9, 9, 9, 9))),
    ((0, (9, 9, 9, 9, 9, 9)), (3, (0, 9, 9, 9, 9, 9))),
    ((0, (0, 0, 0, 0, 0, 0)), (7, (0, 0, 0, 0, 0, 0))),
    ((5, (0, 0, 0, 0, 0, 0)), (0, (0, 0, 0, 0, 0, 12))),
    ((0, (1, 9, 9, 9, 9, 9)), (0, (1, 9, 9, 9, 9, 9))),
    ((0, (1, 9, 9, 9, 9, 0)), (0, (9, 9, 9, 9, 1, 0))),
]


@pytest.mark.parametrize(("one", "other"), TIES)
def test_ties_with_the_round_included(one: Past, other: Past) -> None:
    for house in (STANDARD, HOUSES[2]):
        for pasts, double in (([one, other], 0), ([one, other], 1), ([one, other, one], 1)):
            past = [(start, scores[double:]) for start, scores in pasts]
            check_needs(at_the_end(*past, double=double, house=house), past, double, house)


@settings(max_examples=80)
@given(matches(most_moves=20), st.randoms(use_true_random=False))
def test_needs_hold_when_the_round_is_recorded(match: Match, rng: Random) -> None:
    double = next_double(match)
    if double is None or not match.rounds:
        assert needed(match) == ()
        return
    hands = dealt_hands(rng, match.set, double, match.active_seats, len(match.players))
    try:
        after = changes.record_round(match, hands)
    except RuleError:
        return
    lines = standings(after).lines
    leading = safe_lead(match)
    if leading is not None:
        assert standings(after).winners == (leading.seat,)
    for need in needed(match):
        own = lines[need.seat]
        for rival in need.rivals:
            other = lines[rival]
            fewer = (other.rounds[-1] or 0) - (own.rounds[-1] or 0)
            assert fewer <= need.largest
            if fewer > need.gap:
                assert need.margin is not None
                assert own.key < other.key
            elif fewer < need.gap:
                assert own.key > other.key
            else:
                verdict = "passes" if own.key < other.key else "shares" if own.key == other.key else "stays"
                assert verdict_of(need, own.rounds[-1] or 0) == verdict
        assert need_text(match, need).endswith(".")


LEVEL = [
    # (Ana before, Boris before, what is said of the one behind)
    (
        (0, (0, 0, 9, 9, 0, 9)), (15, (0, 0, 9, 9, 0, 9)), 0,
        "Boris passes Ana with 16 fewer; with 15 they are level: if Boris scores 0, zero rounds decide, 4 to 3: "
        "Boris passes (R28); if Boris scores 1 to 8, the lowest round above zero decides: Boris passes (R29); "
        "if Boris scores 9 or more, they share the place (A24).",
    ),
    (
        (0, (0, 0, 0, 9, 9, 9)), (15, (0, 9, 9, 9, 0, 0)), 0,
        "Boris passes Ana with 16 fewer; with 15 they are level: if Boris scores 0, zero rounds decide, 4 to 3: "
        "Boris passes (R28); if Boris scores 1 to 8, the lowest round above zero decides: Boris passes (R29); "
        "if Boris scores 9 or more, they share the place (A24).",
    ),
    (
        (0, (0, 0, 0, 9, 9, 9)), (6, (9, 9, 0, 4, 5, 9)), 0,
        "Boris passes Ana with 16 fewer; with 15 they are level and zero rounds decide, 1 to 3, "
        "or 2 to 3 if Boris scores 0: Ana stays ahead (R28).",
    ),
    (
        (0, (0, 0, 0, 9, 9, 9)), (6, (9, 9, 0, 4, 5, 0)), 0,
        "Boris passes Ana with 7 fewer; with 6 they are level: if Boris scores 0, the lowest round above zero "
        "decides, 4 to 6: Boris passes (R29); if Boris scores 1 or more, zero rounds decide, 2 to 3: "
        "Ana stays ahead (R28).",
    ),
    (
        (0, (0, 9, 9, 9)), (9, (0, 0, 9, 9)), 2,
        "Ana passes Boris with 1 fewer; with as many they are level and zero rounds decide, 1 to 2: "
        "Boris stays ahead (R28).",
    ),
    (
        (0, (1, 9)), (160, (1, 9)), 4,
        "Boris passes Ana with 161 fewer; with 160 they are level: if Boris scores 0, zero rounds decide, 1 to 0: "
        "Boris passes (R28); if Boris scores 1 or more, they share the place (A24).",
    ),
    (
        (0, (1, 9)), (300, (1, 9)), 4,
        "Boris cannot pass Ana in this round: 300 behind, and 210 fewer is the most that can be (C4).",
    ),
    (
        (0, (1, 9)), (210, (0, 10)), 4,
        "Boris passes Ana with 210 fewer: then they are level and zero rounds decide, 2 to 0: Boris passes (R28).",
    ),
    (
        (0, (0, 0)), (210, (5, 5)), 4,
        "Boris cannot pass Ana in this round: 220 behind, and 210 fewer is the most that can be (C4).",
    ),
    (
        (0, (0, 0)), (200, (5, 5)), 4,
        "Boris cannot pass Ana in this round: 210 behind, and 210 fewer is the most that can be (C4); with 210 they "
        "are level and zero rounds decide, 1 to 2: Ana stays ahead (R28).",
    ),
    (
        (0, (4, 4)), (9, (3, 4)), 4,
        "Boris passes Ana with 8 fewer: then they are level; if Boris scores 0, zero rounds decide, 1 to 0: "
        "Boris passes (R28); if Boris scores 1 or more, the lowest round above zero decides: Boris passes (R29).",
    ),
    (
        (0, (3, 7)), (2, (5, 5)), 4,
        "Boris passes Ana with 3 fewer; with 2 they are level: if Boris scores 0, zero rounds decide, 1 to 0: "
        "Boris passes (R28); if Boris scores 1 to 2, the lowest round above zero decides: Boris passes (R29); "
        "if Boris scores 3, they share the place (A24); if Boris scores 4 or more, the lowest round above zero "
        "decides: Ana stays ahead (R29).",
    ),
    (
        (0, (5, 5)), (0, (5, 5)), 4,
        "Ana passes Boris with 1 fewer; with as many they are level and they share the place (A24).",
    ),
    (
        (0, (4, 6)), (0, (5, 5)), 4,
        "Boris passes Ana with 1 fewer; with as many they are level: if Boris scores 2 to 4, they share the place "
        "(A24); if Boris scores 5 or more, the lowest round above zero decides, 5 to 4: Ana stays ahead (R29).",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ana", "boris", "double", "text"), LEVEL)
def test_what_is_said(ana: Past, boris: Past, double: int, text: str) -> None:
    match = at_the_end(ana, boris, double=double)
    assert text in [need_text(match, need) for need in needed(match)]


def test_beside_above_and_first_are_told_apart() -> None:
    pasts: list[Past] = [(0, (4, 4)), (0, (6, 6)), (0, (6, 6)), (0, (8, 8)), (0, (8, 8)), (0, (4, 4))]
    match = at_the_end(*pasts, double=4)
    assert [(need.seat, need.rivals, need.gap) for need in needed(match)] == [
        (0, (5,), 0), (5, (0,), 0),
        (1, (2,), 0), (1, (0, 5), 4), (2, (1,), 0), (2, (0, 5), 4),
        (3, (4,), 0), (3, (1, 2), 4), (3, (0, 5), 8), (4, (3,), 0), (4, (1, 2), 4), (4, (0, 5), 8),
    ]  # fmt: skip
    texts = [need_text(match, need) for need in needed(match)]
    assert "Boris passes Ana and Fran with 5 fewer; with 4 they are level" in texts[3]
    assert "Ana and Fran stay ahead (R29)" in texts[3]
    assert need_short(match, needed(match)[3]) == "5 fewer pass Ana and Fran"
    assert need_short(match, needed(match)[0]) == "1 fewer passes Fran"
    far = at_the_end((0, (1, 1)), (400, (1, 1)), double=4)
    assert [need_short(far, need) for need in needed(far)] == [""]


def test_nobody_needs_anything_before_the_first_round_and_after_the_last() -> None:
    match = changes.start("m", "", ["Ana", "Boris"], 6, 7, HouseRules(last_double=5))
    assert (needed(match), safe_lead(match)) == ((), None)
    match = changes.record_round(match, [Hand(0), Hand(9)])
    assert [need.margin for need in needed(match)] == [10]
    stopped = changes.stop(match, "t")
    assert (needed(stopped), safe_lead(stopped)) == ((), None)
    match = changes.record_round(match, [Hand(0), Hand(9)])
    assert (needed(match), safe_lead(match)) == ((), None)


def test_who_left_is_not_to_be_passed_and_who_came_late_is() -> None:
    match = changes.start("m", "", ["Ana", "Boris", "Chi"], 9, 7, STANDARD)
    match = changes.record_round(match, [Hand(0), Hand(9), Hand(20)])
    match = changes.join(changes.leave(match, 0, "t"), "Dan", catch_up=30)
    assert [(need.seat, need.rivals, need.margin) for need in needed(match)] == [
        (2, (1,), 12), (3, (2,), 11), (3, (1,), 22),
    ]  # fmt: skip


@pytest.mark.parametrize(("double", "house"), [(0, STANDARD), (1, STANDARD), (3, HOUSES[3]), (2, HOUSES[1])])
def test_a_lead_is_safe_exactly_when_no_pair_of_scores_can_take_it(double: int, house: HouseRules) -> None:
    pairs = point_pairs(6, double, house.double_blank, house.out_on_double, 0)
    most = max(other - one for one, other in pairs)
    widest = [(one, other) for one, other in pairs if other - one >= most - 2]
    count = 6 - double
    for first in ((0, (0,) * count), (0, (0,) * (count - 1) + (7,)), (0, (3,) * count), (0, (0, *(1,) * (count - 1)))):
        for gap in (1, 50, most - 1, most, most + 1):
            for scores in ((5,) * count, (0,) * count, (2,) * count):
                second = (stand(first)[0] + gap - sum(scores), scores)
                lost = any(
                    not ahead(with_round(stand(first), other), with_round(stand(second), own)) for own, other in widest
                )
                match = at_the_end(first, second, double=double, house=house)
                lead = safe_lead(match)
                assert (lead is None) == lost
                assert lead is None or (lead.seat, lead.rival, lead.gap, lead.most) == (0, 1, gap, most)
                # A third player, further behind, changes nothing: everybody else might leave.
                third = (second[0] + 9, scores)
                assert (safe_lead(at_the_end(first, second, third, double=double, house=house)) is None) == lost


def test_all_rounds_to_come_count() -> None:
    """Two rounds: 1-1 can cost 166 and the double-blank's 50, the double-blank 168."""

    def match(ahead_by: int, zeros: tuple[int, int] = (1, 0), target: int | None = None) -> Match:
        columns = [(0,) * count + (5,) * (5 - count) for count in zeros]
        start = ahead_by + 5 * (zeros[1] - zeros[0])
        rounds = tuple(Round(6 - number, tuple(Hand(column[number]) for column in columns)) for number in range(5))
        players = (Player("Ana"), Player("Boris", catch_up=start))
        return Match("m", 6, players, rounds, house=HouseRules(target=target))

    assert safe_lead(match(384)) is None
    sure = match(385)
    lead = safe_lead(sure)
    assert lead is not None
    assert (lead.seat, lead.gap, lead.rounds, lead.most, lead.by) == (0, 385, 2, 384, "total")
    assert safe_lead_text(sure, lead) == (
        "Nobody can catch Ana any more: Boris is 385 behind, "
        "and the 2 rounds to come can cost Ana at most 384 more (C3)."
    )
    # Level at worst: Boris would have two zero rounds more.
    for zeros, by in (((1, 0), None), ((2, 0), None), ((3, 0), "zero_rounds"), ((4, 1), "zero_rounds")):
        found = safe_lead(match(384, zeros))
        assert (None if found is None else found.by) == by
    level = safe_lead(match(384, (3, 0)))
    assert level is not None
    assert safe_lead_text(match(384, (3, 0)), level).endswith(
        "can cost Ana at most 384 more (C3); level with Boris, zero rounds would decide, 3 to 2 (R28)."
    )
    # A target may end it sooner, which takes nothing from a lead.
    assert safe_lead(match(385, target=9000)) == lead


def test_level_at_worst_the_lowest_round_may_decide() -> None:
    match = at_the_end((0, (0, 4)), (206, (2, 6)), double=4, house=HouseRules(double_blank=50))
    assert safe_lead(match) is None
    match = at_the_end((0, (0, 1)), (203, (2, 6)), double=4)
    lead = safe_lead(match)
    assert lead is not None
    assert (lead.by, lead.figures) == ("lowest_nonzero", (1, 2))
    assert safe_lead_text(match, lead) == (
        "Nobody can catch Ana any more: Boris is 210 behind, and the round to come can cost Ana at most 210 more (C3); "
        "level with Boris, the lowest round above zero would decide, 1 to 2 (R29)."
    )


def test_burned_doubles_bring_nothing_any_more() -> None:
    match = changes.start("m", "", ["Ana", "Boris"], 6, 7, HouseRules(missing_double="burn"))
    match = changes.record_round(match, [Hand(0), Hand(4)])
    match = match.edit(players=(match.players[0], Player("Boris", catch_up=165)))
    assert safe_lead(match) is None
    for _ in range(5):
        match = changes.drop_double(match)
    assert next_double(match) == 0
    lead = safe_lead(match)
    assert lead is not None
    assert (lead.rounds, lead.most, lead.gap) == (1, 168, 169)
    assert safe_lead(match.edit(house=HouseRules(missing_double="skip"))) is None


def test_a_shared_lead_is_nobodys() -> None:
    assert safe_lead(at_the_end((0, (1, 1)), (0, (1, 1)), (900, (1, 1)), double=4)) is None
