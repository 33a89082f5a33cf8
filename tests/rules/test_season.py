"""Players side by side: seasons by the calendar, the table, head to head."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.digest import chosen
from scorekeeper.rules.figures import Ratio, player_figures
from scorekeeper.rules.season import head_to_head, table
from tests.rules.many_matches import digests_of, many_digests, many_matches, short
from tests.rules.naive_figures import everybody, naive_pair
from tests.rules.test_figures import WORKED


def test_a_table_holds_the_figures_of_everybody_in_order() -> None:
    digests = many_digests()
    rows = table(digests)
    assert {row.who for row in rows} == {player.who for match in digests for player in match.players}
    for row in rows:
        assert row.figures == player_figures(digests, row.who).overall
        assert row.name == player_figures(digests, row.who).name
    keys = [(-row.figures.first_places, -row.figures.wins, row.figures.place.value) for row in rows]
    assert keys == sorted(keys)
    assert [row.place for row in rows] == [1 + sum(other < key for other in keys) for key in keys]


def test_every_first_place_is_credited_once() -> None:
    digests = many_digests()
    rows = table(digests)
    assert sum(row.figures.wins for row in rows) == sum(match.winners == 1 for match in digests)
    assert sum(row.figures.shared_wins for row in rows) == sum(match.winners for match in digests if match.winners > 1)


def test_head_to_head_against_the_naive_computation() -> None:
    matches = many_matches(120, 7)
    pairs = head_to_head(digests_of(matches))
    people = everybody(matches)
    found = {(pair.one, pair.other): (pair.matches, pair.ahead, pair.behind, pair.level) for pair in pairs}
    for one in people:
        for other in people - {one}:
            assert found.get((one, other), (0, 0, 0, 0)) == naive_pair(matches, one, other)
        assert head_to_head(digests_of(matches), one) == tuple(pair for pair in pairs if pair.one == one)
    assert [pair.matches for pair in pairs] == sorted((pair.matches for pair in pairs), reverse=True)


def test_nothing_depends_on_the_order_of_matches_or_seats() -> None:
    digests = many_digests(200, 3)
    turned = [match._replace(players=match.players[::-1]) for match in digests[::-1]]
    assert table(turned) == table(digests)
    assert head_to_head(turned) == head_to_head(digests)


def test_the_worked_matches_side_by_side() -> None:
    digests = digests_of(WORKED[:6])
    rows = [(row.place, row.name, row.figures.first_places, row.figures.place) for row in table(digests)]
    assert rows == [
        (1, "Ana", 3, Ratio(8, 5)),
        (2, "Boris", 2, Ratio(3 + 2 + 2 + 1 + 1, 5)),
        (3, "Chloe", 0, Ratio(4 + 3 + 2 + 2, 4)),
        (4, "Dan", 0, Ratio(2 + 5 + 4, 3)),
        (5, "Eva", 0, Ratio(4, 1)),
    ]
    pair = head_to_head(digests, "name:boris")[0]
    assert (pair.other_name, pair.matches, pair.ahead, pair.behind, pair.level) == ("Ana", 5, 2, 3, 0)
    level = next(pair for pair in head_to_head(digests, "name:boris") if pair.other_name == "Chloe")
    assert (level.matches, level.ahead, level.behind, level.level) == (4, 3, 0, 1)


def test_a_win_alone_comes_before_a_shared_one() -> None:
    matches = [short("a", [[4, 4, 9]]), short("b", [[4, 9, 4]]), short("c", [[9, 0, 9]])]
    rows = [(row.place, row.name, row.figures.wins, row.figures.shared_wins) for row in table(digests_of(matches))]
    assert rows == [(1, "Boris", 1, 1), (2, "Ana", 0, 2), (3, "Chi", 0, 1)]


NIGHT = [
    short("before", [[0, 5, 6]], finished="2025-12-31T23:59:59-10:00"),
    short("after", [[0, 5, 6]], finished="2026-01-01T00:00:00+14:00"),
    short("summer", [[0, 5, 6]], finished="2026-07-15T12:00:00+00:00"),
    short("last", [[0, 5, 6]], finished="2026-12-31T23:30:00-05:00"),
    short("no time", [[0, 5, 6]], finished=None).edit(created="", updated="somewhen"),
]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({}, ["no time", "after", "before", "summer", "last"]),
        ({"since": "2026"}, ["after", "summer", "last"]),
        ({"until": "2025"}, ["before"]),
        ({"since": "2026-01-01", "until": "2026-01-01"}, ["after"]),
        ({"since": "2025-12", "until": "2026-07"}, ["after", "before", "summer"]),
        ({"since": "2026-07-16"}, ["last"]),
        ({"until": "2026-12-31"}, ["after", "before", "summer", "last"]),
        ({"since": "2027", "until": "2026"}, []),
        ({"set": 9, "since": "2026-07-15"}, ["summer", "last"]),
        ({"set": 6}, []),
    ],
)
def test_a_season_is_counted_by_the_calendar_at_the_table(choice: dict[str, Any], expected: list[str]) -> None:
    digests = digests_of(NIGHT)
    assert [match.id for match in chosen(digests, **choice)] == expected
    assert player_figures(iter(digests), "name:ana", **choice).overall.matches == len(expected)
    assert [row.figures.matches for row in table(iter(digests), **choice)] == [len(expected)] * 3 * bool(expected)
    assert {pair.matches for pair in head_to_head(iter(digests), **choice)} == {len(expected)} - {0}


@pytest.mark.parametrize(
    "day", ["26", "2026-1", "2026-01-01T00:00", "last year", "2026-", "2026-13", "2026-00", "2026-02-30", "0000"]
)
def test_what_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(ValueError, match="not a day, month or year"):
        chosen([], since=day)
    with pytest.raises(ValueError, match="not a day, month or year"):
        chosen([], until=day)
