"""Ratings: what may be expected of any, whatever the library makes of the numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import pytest

from scorekeeper.rating import Rating, available, ratings
from scorekeeper.rules.digest import MatchDigest
from tests.rules.many_matches import digests_of, many_digests, short

needs_library = pytest.mark.skipif(not available(), reason="the optional library is not installed")


def pips(number: int, hands: Sequence[int]) -> MatchDigest:
    """A match of one round between Ana, Boris and so on, day by day."""
    names = ["Ana", "Boris", "Chi", "Dan", "Eva"][: len(hands)]
    day = f"2026-{1 + number // 28:02}-{1 + number % 28:02}T20:00:00+01:00"
    return digests_of([short(f"m{number}", [hands], players=names, finished=day)])[0]


def test_without_the_library_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ModuleNotFoundError):
        ratings([pips(0, [3, 5])])


def test_clearly_above_takes_both_uncertainties_into_account() -> None:
    strong, weak = Rating("a", "Ana", 30.0, 1.5, 40), Rating("b", "Boris", 24.0, 2.0, 30)
    assert strong.at_least == 27.0
    assert strong.is_clearly_above(weak)
    assert not weak.is_clearly_above(strong)
    assert not strong.is_clearly_above(Rating("b", "Boris", 25.1, 2.0, 30))


@needs_library
def test_one_match_of_two() -> None:
    ana, boris = ratings([pips(0, [3, 5])])
    assert (ana.name, boris.name, ana.matches, boris.matches) == ("Ana", "Boris", 1, 1)
    assert (ana.skill, boris.skill) == (pytest.approx(27.64, abs=0.01), pytest.approx(22.36, abs=0.01))
    assert ana.uncertainty == boris.uncertainty == pytest.approx(8.07, abs=0.01)
    assert not ana.is_clearly_above(boris)


@needs_library
@pytest.mark.parametrize(
    "hands", [(4, 4, 9), (4, 9, 9), (4, 4, 7, 8, 9), (4, 7, 7, 9), (4, 4, 4), (4, 5, 6, 7, 8), (4, 5, 5, 5, 9)]
)
def test_of_equals_the_better_place_comes_out_above_and_shared_places_alike(hands: tuple[int, ...]) -> None:
    skills = {rating.name: rating.skill for rating in ratings([pips(0, hands)])}
    by_seat = [skills[name] for name in ["Ana", "Boris", "Chi", "Dan", "Eva"][: len(hands)]]
    for one, mine in zip(hands, by_seat, strict=True):
        for other, theirs in zip(hands, by_seat, strict=True):
            assert (mine > theirs) == (one < other)


@needs_library
def test_neither_seats_nor_the_order_of_the_list_matter_but_the_order_of_time_does() -> None:
    digests = many_digests(200, 3)
    found = ratings(digests)
    turned = ratings([match._replace(players=match.players[::-1]) for match in digests[::-1]])
    assert [rating.who for rating in turned] == [rating.who for rating in found]
    for one, other in zip(found, turned, strict=True):
        assert (one.skill, one.uncertainty) == (pytest.approx(other.skill), pytest.approx(other.uncertainty))
    assert ratings([pips(0, [3, 5]), pips(1, [5, 3])]) != ratings([pips(1, [3, 5]), pips(0, [5, 3])])


@needs_library
def test_only_results_count() -> None:
    digests = many_digests(200, 3)
    counted = {rating.who: rating.matches for rating in ratings(digests)}
    for who, number in counted.items():
        assert number == sum(
            any(player.who == who and player.place is not None for player in match.players)
            and sum(player.place is not None for player in match.players) > 1
            for match in digests
        )
    assert {rating.matches for rating in ratings(digests, set=6)} != {rating.matches for rating in ratings(digests)}


@needs_library
def test_who_plays_better_is_found_out() -> None:
    rng = Random(5)
    matches = [pips(number, [min(99, int(rng.gauss(30 + 6 * seat, 10))) for seat in range(4)]) for number in range(150)]
    found = ratings(matches)
    assert [rating.name for rating in found] == ["Ana", "Boris", "Chi", "Dan"]
    assert found[0].is_clearly_above(found[3])
    assert all(rating.uncertainty < 3 for rating in found)
