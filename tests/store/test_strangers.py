"""People who sit in matches and are not known any more: the house knows them again by the ids that they have."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.journal import Journal
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.protocol import Store
from tests.store.conftest import FixedClock
from tests.strategies import played

Open = Callable[[], Store]


def seated(store: Store, match_id: str, names: list[str], rounds: int) -> Journal:
    """A match of known players, kept."""
    journal = played(match_id, names, rounds, highest=6)
    ids = store.players.identify(names)
    players = tuple(replace(player, id=player_id) for player, player_id in zip(journal.match.players, ids, strict=True))
    journal = replace(journal, match=journal.match.edit(players=players))
    store.matches.create(journal)
    return journal


def people(store: Store) -> dict[str, str]:
    return {player.id: player.name for player in store.players.known()}


def documents(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "app.json").read_bytes())["players"]
    return found


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the documents of the players by hand."""
    app = folder / "app.json"
    tables = json.loads(app.read_bytes())
    change(tables["players"])
    app.unlink()
    app.write_text(json.dumps(tables), encoding="utf-8")


@pytest.fixture
def known(store: Store, folder: Path) -> dict[str, str]:
    """Everybody of a finished match, a live one and a stopped one, by id."""
    seated(store, "over", ["Ana", "Boris"], 7)
    seated(store, "live", ["Ana", "Chi"], 1)
    stopped = seated(store, "stop", ["Ana", "Dan"], 1)
    after = stopped.change("stop", stopped.match.edit(stopped=stopped.match.updated), stopped.match.updated)
    store.matches.save(after, based_on=stopped.match.revision)
    store.players.digests()
    return people(store)


def lose(folder: Path) -> None:
    (folder / "app.json").unlink()
    (folder / "previous" / "app.json").unlink()


@pytest.mark.parametrize("first", ["known", "digests", "find", "find by id", "identify", "recognise", "repair"])
def test_everybody_is_known_again(
    open_again: Open, folder: Path, clock: FixedClock, known: dict[str, str], first: str
) -> None:
    lose(folder)
    (finding,) = Doctor(folder, clock).examine().findings
    assert (finding.harm, finding.mends) == (True, True)
    assert all(name in finding.text for name in known.values())
    again = open_again()
    if first in ("known", "digests"):
        getattr(again.players, first)()
    elif first == "find":
        assert again.players.find("chi").id in known
    elif first == "find by id":
        assert again.players.find(next(iter(known))).name in known.values()
    elif first == "identify":
        assert set(again.players.identify(["Dan", "Ana"])) <= known.keys()
    elif first == "recognise":
        again.players.recognise([played("new", ["Ana", "Chi"], 1).match])
    else:
        (said,) = Doctor(folder, clock).repair()
        assert "Chi" in said
    if first != "repair":
        assert ["app.json" in told.text and "known again" in told.text for told in again.told()] == [True]
    assert people(open_again()) == known
    assert Doctor(folder, clock).examine().findings == ()


def test_who_is_missing_in_the_copy_that_stands_in_keeps_the_id(
    open_again: Open, folder: Path, known: dict[str, str]
) -> None:
    rewrite(folder, lambda players: [players.pop(each) for each in known if known[each] == "Dan"])
    (folder / "app.json").replace(folder / "previous" / "app.json")
    again = open_again()
    again.settings.get("language")  # as whoever starts does, and so it is another who asks for Dan
    (dan,) = open_again().players.identify(["Dan"])
    assert known[dan] == "Dan"
    assert people(open_again()) == known
    assert set(documents(folder)) == set(known), "that somebody may be missing is forgotten"


def test_nobody_comes_back_who_is_archived_or_merged(store: Store, open_again: Open, folder: Path) -> None:
    seated(store, "over", ["Ana", "Boris"], 7)
    seated(store, "other", ["Anna", "Chi"], 7)
    store.players.archive(store.players.find("Chi").id)
    ana = store.players.find("Ana").id
    store.players.merge(store.players.find("Anna").id, ana)
    before = documents(folder)
    again = open_again()
    again.players.digests()
    assert documents(folder) == before
    # Only the one that was merged is left of the two.
    rewrite(folder, lambda players: players.pop(ana))
    again = open_again()
    again.players.digests()
    assert people(again)[ana] == "Ana"
    assert documents(folder).keys() == before.keys()
    assert {player.name: player.archived for player in again.players.known()}["Chi"] is True


@pytest.mark.parametrize(
    "odd", [{"name": 5}, {}, {"into": 7}, {"into": "p999"}, {"into": "p 9"}, {"name": 5, "archived": True}]
)
def test_an_odd_document_of_somebody_in_a_match_is_mended(
    open_again: Open, folder: Path, known: dict[str, str], odd: dict[str, Any]
) -> None:
    chi = next(each for each, name in known.items() if name == "Chi")
    rewrite(folder, lambda players: players.__setitem__(chi, odd))
    again = open_again()
    again.players.digests()
    found = again.players.find("Chi")
    assert again.players.find(chi) == found
    assert (found.id == chi) == (odd.get("into") != "p999")
    assert found.archived == bool(odd.get("archived"))
    assert len(again.players.known()) == len(known)


def test_who_leads_round_in_a_circle_is_known(open_again: Open, folder: Path, known: dict[str, str]) -> None:
    one, other = [each for each, name in known.items() if name in ("Boris", "Chi")]
    rewrite(folder, lambda players: players.update({one: {"into": other}, other: {"into": one}}))
    again = open_again()
    again.players.digests()
    assert sorted(people(again).values()) == ["Ana", "Boris", "Chi", "Dan"]


def test_the_name_is_the_one_written_last(store: Store, open_again: Open, folder: Path, known: dict[str, str]) -> None:
    dan = store.players.find("Dan").id
    later = played("later", ["Daniel", "Eva"], 1)
    players = (replace(later.match.players[0], id=dan), later.match.players[1])
    store.matches.create(replace(later, match=later.match.edit(players=players, updated="2027-01-01T00:00:00+01:00")))
    lose(folder)
    again = open_again()
    again.players.digests()
    assert people(again) == {**known, dan: "Daniel"}


def test_in_a_folder_that_cannot_be_written_they_are_known_for_now(
    open_again: Open, folder: Path, known: dict[str, str]
) -> None:
    lose(folder)
    (folder / "locks").rename(folder / "no-locks")
    (folder / "locks").write_bytes(b"")
    again = open_again()
    again.players.digests()
    assert people(again) == known
    assert not (folder / "app.json").exists()


def test_whoever_knows_everybody_neither_lists_the_matches_nor_writes(
    open_again: Open, folder: Path, known: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    again = open_again()
    monkeypatch.setattr(again.matches, "summaries", None)  # calling it would be an error
    before = (folder / "app.json").stat().st_ino
    again.players.digests()
    assert (folder / "app.json").stat().st_ino == before
    assert set(again.players.identify(["Ana", "Eva"])) - known.keys()


def test_what_an_older_version_remembered_of_a_live_match_is_made_again(
    open_again: Open, folder: Path, known: dict[str, str]
) -> None:
    digests = folder / "digests.json"
    lines = digests.read_bytes().splitlines(keepends=True)
    assert sum(b'{"ids":' in line for line in lines) == 2
    digests.write_bytes(b"".join(line for line in lines if b'{"ids":' not in line))
    lose(folder)
    open_again().players.digests()
    assert people(open_again()) == known
