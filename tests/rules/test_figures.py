"""Figures: by hand over the worked matches, against a naive second computation over a thousand, and at the edges."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, fields, replace
from random import Random
from typing import Any

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.digest import chosen, digest, from_list, identity
from scorekeeper.rules.figures import Figures, Ratio, Record, Run, player_figures
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand, Match, Player
from scorekeeper.rules.season import head_to_head, table
from tests.rules.many_matches import digests_of, many_digests, many_matches, short
from tests.rules.naive_figures import everybody, naive_figures
from tests.rules.test_cases import CASES, played


def plain(figures: Figures) -> dict[str, Any]:
    """The figures as the naive computation gives them."""
    values = {field.name: getattr(figures, field.name) for field in fields(figures)}
    return {
        name: astuple(value) if isinstance(value, (Ratio, Record, Run)) else value for name, value in values.items()
    }


def test_the_thousand_hold_what_is_to_be_tested() -> None:
    matches = many_matches()
    digests = many_digests()
    assert len(matches) == 1000
    assert 800 < len(digests) < 1000
    people = [player for match in digests for player in match.players]
    assert sum(match.winners > 1 for match in digests) > 10
    assert sum(player.place is None for player in people) > 50
    assert sum(player.late for player in people) > 50
    assert sum(player.won and player.lead == 0 for player in people) > 20
    assert any(len(match.players) > len(digested.players) for match, digested in zip(finished(), digests, strict=True))
    assert {match.set for match in digests} == {6, 9, 12}


def finished() -> list[Match]:
    return [match for match in many_matches() if match.finished is not None]


@pytest.mark.parametrize("highest", [None, 12], ids=["all", "double-12"])
def test_against_the_naive_computation(highest: int | None) -> None:
    matches = many_matches()
    digests = Random(1).sample(many_digests(), len(many_digests()))
    kept = [match for match in matches if highest in (None, match.set)]
    for who in everybody(matches):
        found = player_figures(digests, who, set=highest)
        expected = naive_figures(kept, who)
        assert plain(found.overall) == expected | {"table_points": pytest.approx(expected["table_points"])}, who
        assert [figures.sets for figures in found.by_set] == [(one,) for one in found.overall.sets]
        for figures in found.by_set:
            assert figures == player_figures(digests, who, set=figures.sets[0]).overall


def test_digests_survive_storage() -> None:
    digests = many_digests()
    assert [from_list(stored) for stored in json.loads(json.dumps(digests))] == list(digests)
    assert all(hash(match) == hash(match) for match in digests)


@pytest.mark.parametrize("stored", [[], ["m", 9], 5, ["m", 9, "", 0.0, 0.0, 10, 1, 1, [["id:p1", "Ana", 1]]]])
def test_what_is_no_digest_is_refused(stored: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        from_list(stored)


# By hand over the worked matches: G01, G02, G04, G06 (double-nine), G08 (double-six); G10 was stopped.

WORKED = [played(index).edit(finished=f"2026-12-{index + 1:02}T20:00:00+01:00") for index in range(len(CASES))]


def test_the_worked_matches_by_hand() -> None:
    assert [case["id"] for case in CASES[:6]] == ["G01", "G02", "G04", "G06", "G08", "G10"]
    digests = digests_of(WORKED[:6])
    assert [match.id for match in digests] == ["G01", "G02", "G04", "G06", "G08"]
    ana = player_figures(digests, "name:ana")
    assert ana.name == "Ana"
    both = ana.overall
    assert (both.sets, both.matches, both.placed, both.late) == ((6, 9), 5, 5, 0)
    assert (both.wins, both.shared_wins, both.first_places) == (3, 0, 3)
    assert both.place == Ratio(1 + 1 + 1 + 3 + 2, 5)
    assert both.points == Ratio(112 + 88 + 129 + 200 + 100, 47)
    assert both.zero_rounds == Ratio(4 + 4 + 3 + 1 + 3, 47)
    assert both.outs == both.zero_rounds
    assert both.double_blanks == Ratio(1, 47)
    assert both.outs_on_double == Ratio(0, 15)
    assert (both.started, both.started.value) == (Ratio(0, 0), None)
    assert both.best_round == Record(0, "G01", 9, "2026-12-01", 1)
    assert both.worst_round == Record(57, "G08", 6, "2026-12-05", 2)
    assert both.longest_run == Run(3, "G01", "G04")
    assert both.comeback == Record(93 - 58, "G04", 9, "2026-12-03", 6)
    assert both.closest_win == Record(0, "G02", 9, "2026-12-02")
    assert both.closest_miss == Record(9, "G08", 6, "2026-12-05")
    six, nine = ana.by_set
    assert (six.sets, six.points, six.worst_round) == ((6,), Ratio(100, 7), both.worst_round)
    assert (nine.sets, nine.points) == ((9,), Ratio(529, 40))
    assert nine.worst_round == Record(55, "G04", 9, "2026-12-03", 6)
    assert six.against_table == pytest.approx(100 / 95.5)


# At the edges.


def figures_in(matches: Iterable[Match], name: str = "Ana", **choice: Any) -> Figures:
    return player_figures(digests_of(matches), f"name:{name.casefold()}", **choice).overall


def test_running_and_stopped_matches_count_nowhere() -> None:
    whole = short("m", [[0, 5, 6], [0, 7, 8]])
    assert digest(whole) is not None
    assert digest(whole.edit(rounds=whole.rounds[:1], finished=None)) is None
    assert digest(whole.edit(rounds=whole.rounds[:1], finished=None, stopped="2026-11-30T23:00:00+01:00")) is None
    assert digest(whole.edit(rounds=(), finished=None)) is None


def test_two_who_both_left_have_no_result() -> None:
    people = [Player("Ana", left=2), Player("Boris", left=2)]
    found = digest(short("m", [[0, 5], [3, 0]], players=people))
    assert found is not None
    assert found.winners == 0
    figures = figures_in([short("m", [[0, 5], [3, 0]], players=people)])
    assert (figures.matches, figures.placed, figures.first_places, figures.place.value) == (1, 0, 0, None)
    assert (figures.points, figures.closest_win, figures.closest_miss) == (Ratio(3, 2), None, None)
    assert [row.place for row in table([found])] == [None, None]
    assert head_to_head([found]) == ()


def test_nobody_knows_the_player() -> None:
    found = player_figures(digests_of([short("m", [[0, 5, 6]])]), "id:nobody")
    assert (found.name, found.by_set) == ("", ())
    assert found.overall == figures_in([])
    assert found.overall.matches == 0
    assert found.overall.points.value is None
    assert found.overall.against_table is None
    assert table([]) == ()


def test_a_player_who_left_keeps_the_rounds_and_breaks_no_run() -> None:
    won = [[0, 9, 8], [0, 7, 6]]
    gone = short("b", [[4, 9, 0], [None, 7, 0]], players=[Player("Ana", left=1), "Boris", "Chi"])
    days = [f"2026-11-{day}T22:00:00+01:00" for day in (10, 11, 12)]
    matches = [short("a", won, finished=days[0]), gone.edit(finished=days[1]), short("c", won, finished=days[2])]
    figures = figures_in(matches)
    assert figures.longest_run == Run(2, "a", "c")
    assert (figures.matches, figures.placed, figures.wins) == (3, 2, 2)
    assert figures.points == Ratio(4, 5)
    assert figures_in(matches, "Chi").points == Ratio(8 + 6 + 8 + 6, 6)
    assert [(pair.other_name, pair.matches) for pair in head_to_head(digests_of(matches), "name:ana")] == [
        ("Boris", 2),
        ("Chi", 2),
    ]


def test_who_left_and_came_back_is_one_player() -> None:
    people = [Player("Ana", left=1), "Boris", Player("ANA", joined=3, catch_up=12)]
    match = short("m", [[9, 0, None], [None, 30, None], [None, 40, 0]], players=people, starters=[0, None, 2])
    found = digest(match)
    assert found is not None
    assert [(player.who, player.name) for player in found.players] == [("name:ana", "ANA"), ("name:boris", "Boris")]
    figures = figures_in([match])
    assert (figures.matches, figures.placed, figures.late, figures.wins) == (1, 1, 1, 1)
    assert figures.points == Ratio(9 + 0, 2)
    assert (figures.started, figures.started_outs) == (Ratio(9, 2), Ratio(1, 2))
    assert figures.worst_round == Record(9, "m", 9, "2026-11-30", 1)
    assert figures.closest_win == Record(70 - 12, "m", 9, "2026-11-30")
    assert len(head_to_head([found])) == 2


def test_a_late_player_is_ranked_and_what_was_missed_is_blank() -> None:
    people = ["Ana", "Boris", Player("Chi", joined=3, catch_up=40)]
    match = short("m", [[0, 20, None], [0, 20, None], [90, 10, 0]], players=people)
    figures = figures_in([match], "Chi")
    assert (figures.late, figures.placed, figures.wins) == (1, 1, 1)
    assert (figures.points, figures.zero_rounds) == (Ratio(0, 1), Ratio(1, 1))
    assert figures.comeback == Record(40, "m", 9, "2026-11-30", 2), "behind from the catch-up on"
    assert figures.closest_win == Record(10, "m", 9, "2026-11-30")


def test_shared_first_place_is_no_win_alone() -> None:
    match = short("m", [[4, 4, 9], [4, 4, 9]])
    ana = figures_in([match])
    assert (ana.wins, ana.shared_wins, ana.place, ana.longest_run.length) == (0, 1, Ratio(1, 1), 1)
    assert ana.closest_win == Record(0, "m", 9, "2026-11-30")
    assert figures_in([match], "Chi").place == Ratio(3, 1)
    assert [(row.place, row.name) for row in table(digests_of([match]))] == [(1, "Ana"), (1, "Boris"), (3, "Chi")]


def test_house_rules_tell_zero_rounds_from_going_out() -> None:
    cheap = replace(STANDARD, double_blank=0, out_on_double=50)
    match = short("m", [[Hand(0, double_blank=True), Hand(0, out_on_double=True), 9]], house=cheap)
    ana, boris = figures_in([match]), figures_in([match], "Boris")
    assert (ana.zero_rounds, ana.outs, ana.double_blanks) == (Ratio(1, 1), Ratio(0, 1), Ratio(1, 1))
    assert (boris.zero_rounds, boris.outs, boris.outs_on_double) == (Ratio(0, 1), Ratio(1, 1), Ratio(1, 1))
    assert boris.worst_round == Record(50, "m", 9, "2026-11-30", 1)


def test_the_comparison_with_the_table_leaves_rounds_alone_that_the_player_missed() -> None:
    people = ["Ana", "Boris", Player("Chi", joined=2, catch_up=5)]
    match = short("m", [[100, 50, None], [0, 30, 15]], players=people)
    assert figures_in([match], "Chi").against_table == 1.0
    assert figures_in([match]).against_table == pytest.approx(100 / (75 + 15))
    assert figures_in([short("n", [[0, Hand(0, double_blank=True)]], players=["Ana", "Boris"],
                             house=replace(STANDARD, double_blank=0))]).against_table is None  # fmt: skip


def test_an_id_is_who_somebody_is_whatever_the_name() -> None:
    first = short("a", [[0, 5]], players=[Player("Ana", "p1"), "Boris"], finished="2026-01-01T10:00:00+01:00")
    second = short("b", [[0, 5]], players=[Player("Ana Maria", "p1"), "Boris"], finished="2026-01-02T10:00:00+01:00")
    newcomer = short("c", [[0, 5]], players=[Player("Ana", "p2"), "BORIS "], finished="2026-01-03T10:00:00+01:00")
    digests = digests_of([first, second, newcomer])
    assert player_figures(digests, "id:p1").overall.matches == 2
    assert player_figures(digests, "id:p1").name == "Ana Maria"
    assert player_figures(digests, "id:p2").overall.matches == 1
    assert player_figures(digests, "name:ana").overall.matches == 0
    assert player_figures(digests, "name:boris").overall.matches == 3
    assert identity(Player("id:p1")) != identity(Player("x", "p1"))


def test_records_are_of_the_first_time() -> None:
    match = short("m", [[3, 0, 7], [3, 0, 7], [0, 9, 0], [9, 9, 9], [9, 12, 3]])
    ana = figures_in([match, match.edit(id="n", finished="2026-12-01T22:00:00+01:00")])
    assert ana.best_round == Record(0, "m", 9, "2026-11-30", 3)
    assert ana.worst_round == Record(9, "m", 9, "2026-11-30", 4)
    assert ana.comeback == Record(6, "m", 9, "2026-11-30", 2)
    late = short("m", [[9, 0, 9], [9, 9, 9], [0, 40, 0]])
    assert figures_in([late]).comeback == Record(9, "m", 9, "2026-11-30", 1)


def test_one_id_on_two_seats_is_one_winner() -> None:
    people = [Player("Ana", "p1"), Player("Anna", "p1"), Player("Boris", "p2")]
    found = digest(short("m", [[4, 4, 9]], players=people))
    assert found is not None
    assert (found.winners, [player.who for player in found.players]) == (1, ["id:p1", "id:p2"])
    assert player_figures([found], "id:p1").overall.wins == 1


def test_a_thousand_on_one_day_keep_their_order() -> None:
    day = "2026-11-30T22:00:00+01:00"
    matches = [short(f"m{number:04}", [[0 if number % 3 else 9, 5, 6]], finished=day) for number in range(1000)]
    digests = digests_of(matches)
    Random(2).shuffle(digests)
    assert [match.id for match in chosen(digests)] == [match.id for match in matches]
    sooner = digests_of([matches[-1].edit(created="2026-11-30T17:00:00+01:00"), *matches[:2]])
    assert [match.id for match in chosen(sooner)] == ["m0999", "m0000", "m0001"]
    assert figures_in(matches).longest_run == Run(2, "m0001", "m0002")


def test_correcting_or_undoing_the_last_round_is_followed() -> None:
    journal = Journal(changes.start("m", "2026-11-30T18:00:00+01:00", ["Ana", "Boris"], 9, 7, HouseRules(target=1)))
    at = "2026-11-30T18:05:00+01:00"
    journal = journal.change("round", changes.record_round(journal.match, [Hand(0), Hand(5)]), at, 1)
    assert figures_in([journal.match]).wins == 1
    mended = journal.change("correction", changes.correct_round(journal.match, 1, [Hand(5), Hand(0)]), at, 1)
    assert (figures_in([mended.match]).wins, figures_in([mended.match], "Boris").wins) == (0, 1)
    assert figures_in([mended.undone(at).match]).wins == 1
    assert figures_in([journal.undone(at).match]).matches == 0
