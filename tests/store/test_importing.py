"""Match files taken in: all or nothing, and a match that is known only by a higher revision."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.match import Match
from scorekeeper.rules.superseding import is_same
from scorekeeper.store.codec import match_file
from scorekeeper.store.importing import gather, read_source, take_in
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store, StoreError
from tests.strategies import matches, played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.lists(matches(most_moves=10), min_size=1, max_size=4, unique_by=lambda match: match.id.lower()))
def test_export_then_import_gives_the_same(tmp_path_factory: pytest.TempPathFactory, found: list[Match]) -> None:
    store = open_store(tmp_path_factory.mktemp("data")).matches
    gathered = gather([("all.json", match_file(found, collection=True).encode())])
    assert (gathered.matches, gathered.faults, gathered.left_out) == (tuple(found), (), ())
    done = take_in(store, gathered.matches, AT)
    assert [(each.id, each.outcome) for each in done] == [(match.id, "new") for match in found]
    assert [store.load(match.id).match for match in found] == found
    assert {each.outcome for each in take_in(store, gathered.matches, AT)} == {"kept"}
    assert [store.load(match.id).match for match in found] == found


def test_a_known_match_is_replaced_by_a_higher_revision_only(store: Store, open_again: Open) -> None:
    old, new = played("k3f9", ["Ana", "Boris"], 2), played("K3F9", ["Ana", "Boris"], 4)
    store.matches.create(old)
    (done,) = take_in(store.matches, [new.match], AT)
    assert (done.id, done.outcome, done.revision) == ("k3f9", "replaced", 4)
    assert "k3f9" in str(done)
    loaded = open_again().matches.load("k3f9")
    assert loaded.match == new.match.edit(id="k3f9")
    assert is_same(loaded.undone(AT).match, old.match)
    (done,) = take_in(store.matches, [old.match], AT)
    assert (done.outcome, done.revision) == ("kept", 4)
    assert "kept" in str(done)
    assert open_again().matches.load("k3f9") == loaded


def test_every_fault_of_every_file_is_named() -> None:
    good = match_file([played("good", ["Ana", "Boris"], 1).match])
    document = json.loads(match_file([played("bad", ["Ana", "Boris"], 2).match]))
    document["rounds"][0].update(pips=[900, 1], out=0, tiles=None)
    document["joker"] = 1
    document["rounds"][1]["colour"] = "red"
    found = gather([("a.json", good.encode()), ("b.json", json.dumps(document).encode()), ("c.json", b"")])
    assert [fault.split(":")[0] for fault in found.faults] == ["b.json", "b.json", "c.json"]
    assert found.left_out == ("b.json: bad: rounds[1].colour", "b.json: bad: joker")
    assert [match.id for match in found.matches] == ["good"]


def test_a_match_without_an_id_is_known_again(store: Store) -> None:
    file = {
        "format": "chicken-foot-match", "version": 1, "set": 6, "players": [{"name": "Ana"}, {"name": "Boris"}],
        "rounds": [{"pips": [0, 5]}] * 7,
    }  # fmt: skip
    sources = [("a.json", json.dumps(file).encode())]
    (first,) = take_in(store.matches, gather(sources).matches, AT)
    (second,) = take_in(store.matches, gather(sources).matches, AT)
    assert (first.outcome, second.outcome, first.id) == ("new", "kept", second.id)
    match = store.matches.load(first.id).match
    assert (match.created, match.updated, match.finished, match.revision) == (AT, AT, AT, 1)
    assert store.matches.summaries()[0].state == "finished"


def test_an_import_broken_off_is_completed_by_repeating_it(store: Store) -> None:
    found = [played(f"m{number}", ["Ana", "Boris"], 1).match for number in range(5)]
    assert len(take_in(store.matches, found, AT, lambda done, of: done < 2)) == 2
    done = take_in(store.matches, found, AT, lambda done, of: True)
    assert [each.outcome for each in done] == ["kept", "kept", "new", "new", "new"]
    assert len(store.matches.summaries()) == 5


def _some(count: int) -> list[Match]:
    """Live and finished matches of a double-six set, one after the other."""
    return [
        played(f"m{number:02}", ["Ana", "Boris"], 7 if number % 3 else 2, highest=6).match for number in range(count)
    ]


def _kinds(store: Store) -> tuple[tuple[str, ...], str | None]:
    return store.matches.open_ids(), store.matches.last_id()


@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_many_at_once_are_listed_as_they_would_be_one_by_one(
    store: Store, open_again: Open, tmp_path: Path, count: int
) -> None:
    one_by_one = open_store(tmp_path / "other")
    before = played("here", ["Ana", "Boris"], 2)
    for each in (store, one_by_one):
        each.matches.create(before)
    found = _some(count)
    take_in(store.matches, found, AT)
    for match in found:
        take_in(one_by_one.matches, [match], AT)
    assert _kinds(open_again()) == _kinds(one_by_one) == _kinds(store)
    assert '"doubtful":[]' in (Path(store.folder) / "recent.json").read_text()
    later = [played(match.id, ["Ana", "Boris"], 7, highest=6).match.edit(revision=99) for match in found]
    take_in(store.matches, [*later, before.match], AT)
    assert _kinds(open_again()) == (("here",), later[-1].id)


def test_a_list_of_matches_is_written_a_few_times_however_many_come(store: Store, folder: Path) -> None:
    seen: set[object] = set()

    def look(done: int, of: int) -> bool:
        with suppress(FileNotFoundError):
            seen.add((folder / "recent.json").stat().st_ino)
        return True

    take_in(store.matches, _some(30), AT, look)
    assert len(seen) == 1


def test_what_was_broken_off_is_listed_rightly_by_whoever_comes_next(store: Store, open_again: Open) -> None:
    found = _some(9)
    midway: list[object] = []

    def stop(done: int, of: int) -> bool:
        if done == 5:
            # As another window sees it, and as it would be left if all ended here.
            midway.append(_kinds(open_again()))
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        take_in(store.matches, found, AT, stop)
    assert midway == [(("m03", "m00"), "m04")]
    assert _kinds(open_again()) == (("m03", "m00"), "m04")
    assert '"doubtful":[]' in (Path(store.folder) / "recent.json").read_text()
    store.matches.create(played("new", ["Ana", "Boris"], 1))
    assert _kinds(open_again()) == (("new", "m03", "m00"), "new")


def test_sources(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("{}", encoding="utf-8")
    assert read_source(file) == b"{}"
    with pytest.raises(StoreError, match="no file"):
        read_source(tmp_path / "b.json")
    with pytest.raises(StoreError, match="ordinary"):
        read_source(tmp_path)
