"""Players across matches: what is changed about one of them follows into every match at once, and into nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.digest import digest
from scorekeeper.rules.figures import player_figures
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.store.codec import match_file
from scorekeeper.store.importing import gather, take_in_with_players
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import BrokenOff, KnownPlayer, NoSuchPlayer, Store, StoreError
from tests.store.conftest import FixedClock
from tests.strategies import journals, played

Open = Callable[[], Store]
AT = "2026-12-24T12:00:00+01:00"


def keep(store: Store, match_id: str, names: list[str], rounds: int = 2, *, highest: int = 9, seed: int = 1) -> Journal:
    """A match of players whom the house knows by these names."""
    journal = played(match_id, names, rounds, highest=highest, seed=seed)
    known = store.players.identify(names)
    players = tuple(replace(player, id=who) for player, who in zip(journal.match.players, known, strict=True))
    undo = tuple(replace(step, patch=replace(step.patch, players=None)) for step in journal.undo)
    journal = Journal(journal.match.edit(players=players), undo)
    store.matches.create(journal)
    return journal


def names_in(store: Store) -> dict[str, tuple[str, ...]]:
    return {
        summary.id: tuple(line.name for line in summary.lines) for summary in store.matches.summaries()
    }  # fmt: skip


def test_a_rename_follows_everywhere_and_changes_nothing_else(store: Store, open_again: Open) -> None:
    for number, names in enumerate((["Ana", "Boris"], ["Chi", "Ana"], ["Boris", "Chi"])):
        keep(store, f"m{number}", names, 10 if number else 3, seed=number)
    before = {match_id: store.matches.load(match_id) for match_id in ("m0", "m1", "m2")}
    last, live = store.matches.last_id(), store.matches.open_ids()
    ana = store.players.find(" ANA ")
    assert store.players.rename(ana.id, "  Anna  ") == 2
    again = open_again()
    assert (
        names_in(store) == names_in(again) == {"m0": ("Anna", "Boris"), "m1": ("Chi", "Anna"), "m2": ("Boris", "Chi")}
    )
    for match_id, was in before.items():
        now = again.matches.load(match_id)
        told = () if match_id == "m2" else (*was.match.corrections, now.match.corrections[-1])
        assert now.match.edit(players=was.match.players) == was.match.edit(
            revision=was.match.revision + (match_id != "m2"), corrections=told
        )
        assert len(now.undo) == len(was.undo)
    entry = again.matches.load("m0").match.corrections[-1]
    assert (entry.what, entry.before, entry.after) == ("name", "Ana, Boris", "Anna, Boris")
    assert (again.matches.last_id(), again.matches.open_ids()) == (last, live)
    assert again.players.find("anna") == KnownPlayer(ana.id, "Anna")
    with pytest.raises(NoSuchPlayer, match="Ana"):
        again.players.find("Ana")
    with pytest.raises(StoreError, match="another window"):
        store.matches.save(
            before["m0"].change("note", changes.set_note(before["m0"].match, "late"), AT),
            based_on=before["m0"].match.revision,
        )


def test_a_new_player_with_an_old_name_starts_at_nothing(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    old = store.players.find("Ana")
    store.players.rename(old.id, "Anna")
    (new,) = store.players.identify(["Ana"])
    assert new != old.id
    digests = store.players.digests()
    assert player_figures(digests, f"id:{new}").overall.matches == 0
    assert player_figures(digests, f"id:{old.id}").overall.matches == 1
    keep(store, "m1", ["Ana", "Boris"], 10)
    assert player_figures(store.players.digests(), f"id:{new}").overall.matches == 1
    with pytest.raises(StoreError, match="known already"):
        store.players.rename(old.id, "ana")


@pytest.mark.parametrize("name", ["", " \x1b ", "a" * 41, "Boris", "bóris", "ＢＯＲＩＳ"])
def test_names_that_cannot_be(store: Store, name: str) -> None:
    keep(store, "m0", ["Ana", "Boris", "Bóris"])
    ana = store.players.find("Ana")
    with pytest.raises(StoreError):
        store.players.rename(ana.id, name)
    assert names_in(store) == {"m0": ("Ana", "Boris", "Bóris")}
    assert store.matches.load("m0").match.revision == 2


def test_the_spelling_of_ones_own_name_can_be_mended(store: Store) -> None:
    keep(store, "m0", ["ana", "Boris"])
    store.players.rename(store.players.find("ana").id, "Ana")
    assert names_in(store) == {"m0": ("Ana", "Boris")}


def test_the_past_of_a_match_and_what_is_half_typed_follow(store: Store, open_again: Open) -> None:
    journal = keep(store, "m0", ["Ana", "Boris", "Chi"])
    left = journal.change("leave", changes.leave(journal.match, 0, AT), AT)
    back = left.change("join", changes.join(left.match, "Ana", player_id=journal.match.players[0].id), AT).undone(AT)
    back = replace(back, draft=Draft(3, 7, (("Boris", "12"), ("Chi", "1+")), "Boris"))
    store.matches.save(back, based_on=journal.match.revision)
    store.players.rename(store.players.find("Ana").id, "Anna")
    store.players.rename(store.players.find("Boris").id, "Bob")
    now = open_again().matches.load("m0")
    assert now.draft is not None
    assert (now.draft.texts, now.draft.at) == ((("Bob", "12"), ("Chi", "1+")), "Bob")
    assert [player.name for player in now.redone(AT).match.players] == ["Anna", "Bob", "Chi", "Anna"]
    assert [player.name for player in now.undone(AT).match.players] == ["Anna", "Bob", "Chi"]
    assert now.undone(AT).match.players[0].left is None
    assert now.match.corrections[0].after == "Ana →2, Boris, Chi"


def test_a_deleted_match_follows_too(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"])
    store.matches.delete("m0", AT)
    assert store.players.rename(store.players.find("Ana").id, "Anna") == 1
    store.matches.restore("m0")
    assert names_in(store) == {"m0": ("Anna", "Boris")}


@pytest.mark.parametrize("done", [1, 2, 3])
def test_a_rename_broken_off_is_completed_by_repeating_it(store: Store, open_again: Open, done: int) -> None:
    for number in range(4):
        keep(store, f"m{number}", ["Ana", "Boris"])
    store.matches.summaries()
    ana = store.players.find("Ana")
    with pytest.raises(BrokenOff):
        store.players.rename(ana.id, "Anna", lambda so_far, of: so_far < done)
    again = open_again()
    assert sorted(name for name, _boris in names_in(again).values()) == ["Ana"] * (4 - done) + ["Anna"] * done
    assert again.players.find("Ana") == ana
    assert again.players.rename(ana.id, "Anna") == 4 - done
    assert set(names_in(again).values()) == {("Anna", "Boris")}
    assert {len(again.matches.load(f"m{number}").match.corrections) for number in range(4)} == {1}


def test_players_without_an_id_are_known_by_name_and_follow(store: Store) -> None:
    store.matches.create(played("m0", ["Ana", "Boris"], 10))
    store.matches.create(played("m1", ["ANA", "Chi"], 10))
    ana = store.players.find("ana")
    assert player_figures(store.players.digests(), f"id:{ana.id}").overall.matches == 2
    assert store.players.rename(ana.id, "Anna") == 2
    assert [player.id for player in store.matches.load("m1").match.players] == [ana.id, None]
    (new,) = store.players.identify(["Ana"])
    assert player_figures(store.players.digests(), f"id:{new}").overall.matches == 0
    with pytest.raises(StoreError, match="merged"):
        store.players.rename(ana.id, "Chi")


def test_a_name_taken_at_one_table_is_refused_before_anything_is_written(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"])
    journal = keep(store, "m1", ["Ana", "Boris"])
    mended = journal.change("name", changes.rename(journal.match, 1, "Anna"), AT)
    store.matches.save(mended, based_on=journal.match.revision)
    with pytest.raises(StoreError, match="m1"):
        store.players.rename(store.players.find("Ana").id, "Anna")
    assert names_in(store) == {"m0": ("Ana", "Boris"), "m1": ("Ana", "Anna")}


def test_merging_makes_one_of_two(store: Store, open_again: Open) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    keep(store, "m1", ["Anna", "Boris"], 10)
    keep(store, "m2", ["Anna", "Chi"], 2)
    ana, anna = store.players.find("Ana"), store.players.find("Anna")
    assert store.players.merge(anna.id, ana.id) == 2
    again = open_again()
    assert set(names_in(again).values()) == {("Ana", "Boris"), ("Ana", "Chi")}
    assert player_figures(again.players.digests(), f"id:{ana.id}").overall.matches == 2
    assert sorted(player.name for player in again.players.known()) == ["Ana", "Boris", "Chi"]
    assert again.players.find(anna.id) == ana
    with pytest.raises(NoSuchPlayer):
        again.players.find("Anna")
    # Whoever still has a match with the old id means the same player.
    old = played("m3", ["Anna", "Boris"], 10).match
    (kept,) = again.players.recognise([old.edit(players=(Player("Ana", anna.id), Player("Boris")))])
    again.matches.create(Journal(kept))
    assert player_figures(again.players.digests(), f"id:{ana.id}").overall.matches == 3
    assert again.players.rename(ana.id, "Hana") == 4


def test_two_who_sat_in_one_match_are_two(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"])
    keep(store, "m1", ["Ana", "Chi"])
    ids = {name: store.players.find(name).id for name in ("Ana", "Boris", "Chi")}
    with pytest.raises(StoreError, match="m0"):
        store.players.merge(ids["Ana"], ids["Boris"])
    with pytest.raises(StoreError):
        store.players.merge(ids["Ana"], ids["Ana"])
    with pytest.raises(NoSuchPlayer):
        store.players.merge(ids["Ana"], "nobody")
    assert store.players.merge(ids["Boris"], ids["Chi"]) == 1
    with pytest.raises(StoreError):
        store.players.merge(ids["Chi"], ids["Ana"])


def test_a_match_whose_two_players_both_left(store: Store) -> None:
    journal = keep(store, "m0", ["Ana", "Boris"])
    match = changes.leave(journal.match, 0, AT)
    gone = journal.change("leave", match.edit(players=tuple(replace(each, left=2) for each in match.players)), AT)
    store.matches.save(gone, based_on=journal.match.revision)
    assert store.players.digests() == ()
    assert store.players.rename(store.players.find("Ana").id, "Anna") == 1
    assert names_in(store) == {"m0": ("Anna", "Boris")}


def test_a_name_that_was_mistyped_at_set_up_can_be_merged(store: Store) -> None:
    journal = keep(store, "m0", ["Ana", "Borsi"], 0)
    keep(store, "m1", ["Ana", "Boris"], 2)
    boris = store.players.find("Boris")
    agreed = {"highest": 9, "hand_size": 7, "house": journal.match.house}
    ana, borsi = journal.match.players
    mended = changes.set_up(journal.match, players=(ana, Player("Boris", boris.id), borsi), **agreed)
    journal2 = journal.change("setup", mended, AT)
    only = changes.set_up(mended, players=mended.players[:2], **agreed)
    journal2 = journal2.change("setup", only, AT)
    store.matches.save(journal2, based_on=journal.match.revision)
    store.players.merge(store.players.find("Borsi").id, boris.id)
    now = store.matches.load("m0")
    # The table at which both sat is no longer to be had, and what lies before it neither.
    assert now.undo == ()
    assert [player.name for player in now.match.players] == ["Ana", "Boris"]


def test_archived_players_stay_and_come_back(store: Store, open_again: Open) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    ana = store.players.find("Ana")
    store.players.archive(ana.id)
    assert open_again().players.find("Ana").archived
    assert player_figures(store.players.digests(), f"id:{ana.id}").overall.matches == 1
    store.players.archive(ana.id, False)
    assert not open_again().players.find("Ana").archived
    store.players.archive(ana.id)
    assert store.players.identify(["ana"]) == (ana.id,)
    assert not open_again().players.find("Ana").archived
    with pytest.raises(NoSuchPlayer):
        store.players.archive("nobody")


# Matches from elsewhere


def test_players_from_elsewhere_are_known_by_id_or_by_name(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    ana, boris = store.players.find("Ana").id, store.players.find("Boris").id
    theirs = played("m1", ["Ana", "Boris", "Chi"], 10).match
    theirs = theirs.edit(players=(Player("ANA"), Player("Boris", "pffffffffff01"), Player("Chi", "pffffffffff02")))
    assert store.players.recognise([theirs]) == (theirs,)
    store.matches.create(Journal(theirs))
    digests = store.players.digests()
    assert [player_figures(digests, f"id:{each}").overall.matches for each in (ana, boris, "pffffffffff02")] == [
        2,
        2,
        1,
    ]
    assert store.players.find("pffffffffff01").id == boris
    # Later they call Boris otherwise, and he is still the same.
    later = played("m2", ["Bob", "Chi"], 10).match
    later = later.edit(players=(Player("Bob", "pffffffffff01"), Player("Chi", "pffffffffff02")))
    assert store.players.recognise([later]) == (later,)
    store.matches.create(Journal(later))
    assert player_figures(store.players.digests(), f"id:{boris}").overall.matches == 3
    assert len(store.players.known()) == 3


def test_who_sat_where_counts_unfinished_matches_from_elsewhere_too(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    keep(store, "m1", ["Ana", "Boris"], 3)

    def theirs(match_id: str, rounds: int, *players: Player) -> Match:
        return played(match_id, [player.name for player in players], rounds).match.edit(players=players)

    known, nameless = (Player("Ana", "x1"), Player("Chi", "x2")), (Player("ANA"), Player("Chi"))
    found = [
        theirs("m2", 10, *known), theirs("m3", 3, *known), theirs("m4", 10, *nameless), theirs("m5", 3, *nameless),
    ]  # fmt: skip
    take_in_with_players(store, found, AT)
    seats = store.players.seats()
    ana, boris, chi = (f"id:{store.players.find(name).id}" for name in ("Ana", "Boris", "Chi"))
    assert {who: sorted(ids) for who, ids in seats.items()} == {
        ana: ["m0", "m1", "m2", "m3", "m4", "m5"], boris: ["m0", "m1"], chi: ["m2", "m3", "m4", "m5"],
    }  # fmt: skip
    # What is told before two are made one is what is done.
    assert store.players.merge(chi.removeprefix("id:"), boris.removeprefix("id:")) == len(seats[chi])


def test_an_id_that_was_counted_up_elsewhere_is_no_proof(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    assert [store.players.find(name).id for name in ("Ana", "Boris")] == ["p1", "p2"]
    theirs = played("m1", ["Zoe", "Boris"], 10).match
    theirs = theirs.edit(players=(Player("Zoe", "p1"), Player("Boris", "p2")))
    (kept,) = store.players.recognise([theirs])
    zoe = store.players.find("Zoe").id
    assert [player.id for player in kept.players] == [zoe, "p2"]
    assert zoe != "p1"
    assert store.players.recognise([theirs]) == (kept,)
    assert len(store.players.known()) == 3


def test_two_ids_of_one_file_stay_two_players(store: Store) -> None:
    theirs = [
        played(f"m{number}", ["Ana", "Boris"], 10).match.edit(
            players=(Player("Ana", f"a{number}"), Player("Boris", "b"))
        )
        for number in range(2)
    ]
    assert store.players.recognise(theirs) == tuple(theirs)
    assert sorted(player.id for player in store.players.known()) == ["a0", "a1", "b"]
    with pytest.raises(NoSuchPlayer, match="a0, a1"):
        store.players.find("Ana")
    assert store.players.find("a1").name == "Ana"


def test_who_has_several_ids_is_one_player_too_where_everything_is_taken_to(store: Store, tmp_path: Path) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)

    def theirs(match_id: str, rounds: int, *players: Player) -> Match:
        return played(match_id, [player.name for player in players], rounds).match.edit(players=players)

    found = [
        theirs("m1", 10, Player("Ana", "x1"), Player("Chi", "x2")),
        theirs("m2", 3, Player("Boris", "x3"), Player("Ana", "x1")),
    ]
    take_in_with_players(store, found, AT)
    matches = [store.matches.load(summary.id).match for summary in store.matches.summaries()]
    for order in (matches, matches[::-1]):
        raw = match_file(order, collection=True, same=store.players.other_ids()).encode()
        gathered = gather([("all.json", raw)])
        assert not gathered.faults
        assert not gathered.left_out
        other = open_store(tmp_path / ("in order" if order is matches else "the other way round"), clock=FixedClock())
        take_in_with_players(other, gathered.matches, AT, None, gathered.same)
        assert {each.id: other.matches.load(each.id).match.players for each in order} == {
            each.id: each.players for each in order
        }
        assert sorted(player.name for player in other.players.known()) == ["Ana", "Boris", "Chi"]
        for name in ("Ana", "Boris", "Chi"):
            here, there = (f"id:{each.players.find(name).id}" for each in (store, other))
            assert other.players.seats()[there] == store.players.seats()[here]
    # What no player of these matches goes by is not told.
    assert "same_players" not in match_file([matches[-1]], collection=True, same={"x9": "x8"})


def test_what_a_file_says_of_ids_makes_nobody_of_two_who_are_known_here(store: Store) -> None:
    keep(store, "m0", ["Ana", "Boris"], 10)
    ana, boris = (store.players.find(name).id for name in ("Ana", "Boris"))
    match = played("m1", ["Ana", "Boris"], 10).match.edit(players=(Player("Ana", ana), Player("Boris", boris)))
    store.players.recognise([match], {boris: ana, "x": boris})
    assert [store.players.find(name).id for name in ("Ana", "Boris")] == [ana, boris]
    assert not store.players.other_ids()
    # An id that was counted up elsewhere is no proof here either.
    match = played("m2", ["Zoe", "Chi"], 10).match.edit(players=(Player("Zoe", "z"), Player("Chi", "c")))
    store.players.recognise([match], {"z": ana})
    assert sorted(player.name for player in store.players.known()) == ["Ana", "Boris", "Chi", "Zoe"]


def test_a_rename_made_elsewhere_arrives_with_the_matches(store: Store) -> None:
    journal = keep(store, "m0", ["Ana", "Boris"], 10)
    match = journal.match.edit(players=(Player("Anna", "p1"), Player("Boris", "p2")), revision=99)
    store.matches.save(Journal(match), based_on=journal.match.revision)
    store.players.follow_names([match])
    assert store.players.find("Anna").id == "p1"
    store.players.follow_names([match])
    assert {player.name for player in store.players.known()} == {"Anna", "Boris"}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.lists(journals(most_moves=10), min_size=1, max_size=3, unique_by=lambda each: each.match.id.lower()))
def test_whatever_comes_from_elsewhere_is_kept_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, found: list[Journal]
) -> None:
    store = open_store(tmp_path_factory.mktemp("data"))
    matches = [journal.match for journal in found]
    assert store.players.recognise(matches) == tuple(matches)
    assert store.players.recognise(matches) == tuple(matches)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(journal=journals(), data=st.data())
def test_after_any_rename_every_step_leads_to_a_sound_table(
    tmp_path_factory: pytest.TempPathFactory, journal: Journal, data: st.DataObject
) -> None:
    store = open_store(tmp_path_factory.mktemp("data"), clock=FixedClock())
    store.players.recognise([journal.match])
    store.matches.create(journal)
    who = data.draw(st.sampled_from([player.name for player in journal.match.players]))
    try:
        player = store.players.find(who)
    except NoSuchPlayer:
        return  # two ids of one name
    store.players.rename(player.id, "Somebody Else")
    now = store.matches.load(journal.match.id)
    assert "Somebody Else" in {each.name for each in now.match.players}
    assert check_match(now.match) == check_match(journal.match)
    assert (now.match.rounds, now.match.updated) == (journal.match.rounds, journal.match.updated)
    while now.undo:
        now = now.undone(AT)
        assert not [problem for problem in check_match(now.match) if "called" in problem.text]


def test_what_figures_rest_on_follows_the_files(store: Store, open_again: Open, folder: Path) -> None:
    first = keep(store, "m0", ["Ana", "Boris"], 10)
    assert store.matches.digests() == (digest(first.match),)
    assert store.matches.digests() == open_again().matches.digests()
    corrected = first.change(
        "correction",
        changes.correct_round(first.match, 1, played("x", ["Ana", "Boris"], 1, seed=9).match.rounds[0].hands),
        AT,
        1,
    )
    store.matches.save(corrected, based_on=first.match.revision)
    assert store.matches.digests() == open_again().matches.digests() == (digest(corrected.match),)
    undone = corrected.undone(AT).undone(AT)
    store.matches.save(undone, based_on=corrected.match.revision)
    assert store.matches.digests() == open_again().matches.digests() == ()
    (folder / "digests.json").write_text("nonsense")
    assert open_again().matches.digests() == ()
    store.matches.delete("m0", AT)
    assert store.players.digests() == open_again().players.digests() == ()
