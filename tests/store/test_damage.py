"""Damaged files: said in one sentence, set aside, never overwritten, and no harm to any other match."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.protocol import NoSuchMatch, Store, StoreError
from tests.store.conftest import FixedClock
from tests.strategies import play_round, played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]


def more(journal: Journal) -> Journal:
    return play_round(journal, Random(7), AT)


def match_path(folder: Path, match_id: str) -> Path:
    (path,) = (folder / "matches").glob(f"*_{match_id}.json")
    return path


def _stored(raw: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    document = json.loads(raw)
    change(document["match"]["k3f9"])
    return json.dumps(document).encode()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda raw: b"",
    "null": lambda raw: b"null",
    "list": lambda raw: b"[]",
    "number": lambda raw: b"7",
    "no table": lambda raw: b"{}",
    "table is a list": lambda raw: b'{"match": []}',
    "document is text": lambda raw: b'{"match": {"k3f9": "x"}}',
    "cut": lambda raw: raw[: len(raw) // 2],
    "trailing": lambda raw: raw + b"}",
    "zeros": lambda raw: b"\0" * len(raw),
    "zeros at the end": lambda raw: raw[:-100] + b"\0" * 100,
    "UTF-16": lambda raw: raw.decode().encode("utf-16"),
    "bad byte": lambda raw: raw.replace(b"Ana", b"\xffna"),
    "NaN": lambda raw: raw.replace(b'"set":9', b'"set":NaN'),
    "twice": lambda raw: raw.replace(b'"set":9', b'"set":9,"set":9'),
    "deep": lambda raw: b'{"match":' * 100_000,
    "no set": lambda raw: raw.replace(b'"set":9', b'"sat":9'),
    "other id": lambda raw: raw.replace(b'"id":"k3f9"', b'"id":"x"'),
    "version": lambda raw: raw.replace(b'"version":1', b'"version":0'),
    "seats": lambda raw: _stored(raw, lambda each: each["match"]["players"].pop()),  # type: ignore[index]
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_match_goes_on_from_its_last_good_copy(
    store: Store, open_again: Open, folder: Path, damage: str
) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    other = played("other", ["Ana", "Boris"], 2)
    store.matches.create(journal)
    store.matches.create(other)
    store.matches.save(more(journal), based_on=journal.match.revision)
    path = match_path(folder, "k3f9")
    broken = DAMAGE[damage](path.read_bytes())
    path.write_bytes(broken)
    opened = open_again()
    again = opened.matches
    assert set(again.open_ids()) == {"k3f9", "other"}
    assert again.load("k3f9").match == journal.match
    (aside,) = open_again().matches.set_aside()
    (told,) = opened.told()
    assert told.went_back == "k3f9"
    assert all(word in told.text for word in (path.name, aside.path, "revision 1", "1 round."))
    assert opened.told() == ()
    assert Path(aside.path).read_bytes() == broken
    assert path.name in aside.reason
    assert "revision 1" in aside.reason
    assert open_again().matches.load("other") == other
    again.save(more(journal), based_on=journal.match.revision)
    assert open_again().matches.load("k3f9") == more(journal)


@pytest.mark.parametrize("damage", ["empty", "cut", "deep"])
def test_without_a_copy_it_is_set_aside_and_said(store: Store, open_again: Open, folder: Path, damage: str) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    store.matches.create(played("other", ["Ana", "Boris"], 2))
    path = match_path(folder, "k3f9")
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    again = open_again().matches
    assert [summary.id for summary in again.summaries()] == ["other"]
    (aside,) = again.set_aside()
    assert "k3f9" in aside.reason
    assert again.open_ids() == ("other",)
    with pytest.raises(NoSuchMatch):
        again.load("k3f9")
    other = open_again().matches
    path.write_bytes(b"")
    with pytest.raises(StoreError, match="set aside as"):
        other.load("k3f9")
    assert len(other.set_aside()) == 2


@pytest.mark.parametrize("look", ["summaries", "digests"])
def test_what_a_list_leaves_out_or_finds_older_is_told(store: Store, open_again: Open, folder: Path, look: str) -> None:
    for match_id in ("lost", "later", "older"):
        store.matches.create(played(match_id, ["Ana", "Boris"], 1))
    store.matches.save(more(store.matches.load("older")), based_on=1)
    for match_id in ("lost", "older"):
        match_path(folder, match_id).write_bytes(b"")
    later = match_path(folder, "later")
    later.write_bytes(later.read_bytes().replace(b'"version":1', b'"version":2'))
    again = open_again()
    getattr(again.matches, look)()
    told = {each.went_back: each.text for each in again.told()}
    assert len(told) == 2
    assert "revision 1" in told["older"]
    getattr(again.matches, look)()
    assert again.told() == ()


def test_what_is_raised_is_not_told_once_more(store: Store, open_again: Open, folder: Path) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    match_path(folder, "k3f9").write_bytes(b"")
    again = open_again()
    with pytest.raises(StoreError, match="set aside as"):
        again.matches.load("k3f9")
    assert again.told() == ()


def test_an_open_match_writes_itself_again_over_an_older_copy(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    held = more(journal)
    store.matches.save(held, based_on=journal.match.revision)
    match_path(folder, "k3f9").write_bytes(b"")
    older = store.matches.load("k3f9")
    assert [each.went_back for each in store.told()] == ["k3f9"]
    assert older.match.revision < held.match.revision
    store.matches.save(held, based_on=older.match.revision)
    assert open_again().matches.load("k3f9") == held


def test_a_damaged_list_of_matches_is_set_aside_and_told(store: Store, open_again: Open, folder: Path) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    for damage in ("", "null", '{"recent": {"list": {"live": 7}}}', '{"recent": {"list": {"live": [["a", "../b"]]}}}'):
        (folder / "recent.json").write_text(damage, encoding="utf-8")
        again = open_again()
        assert again.matches.open_ids() == ("k3f9",)
        (told,) = again.told()
        assert "recent.json" in told.text
        (aside,) = [each for each in again.matches.set_aside() if each.path in told.text]
        assert Path(aside.path).read_text(encoding="utf-8") == damage


def test_a_damaged_past_costs_only_the_past(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 3)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    document = json.loads(path.read_bytes())
    document["match"]["k3f9"]["undo"][1]["what"] = "magic"
    path.write_text(json.dumps(document), encoding="utf-8")
    again = open_again()
    assert again.matches.load("k3f9") == Journal(journal.match)
    assert len(store.matches.set_aside()) == 1
    (told,) = again.told()
    assert (told.went_back, "nothing in it can be undone" in told.text) == (None, True)


def test_a_damaged_draft_costs_only_the_draft(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 3)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    document = json.loads(path.read_bytes())
    document["draft"] = {"k3f9": {"round": "four"}}
    path.write_text(json.dumps(document), encoding="utf-8")
    assert open_again().matches.load("k3f9").match == journal.match


def test_a_byte_order_mark_does_no_harm(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert open_again().matches.load("k3f9") == journal
    assert store.matches.set_aside() == ()


def test_what_a_later_version_wrote_stays_where_it_is(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    raw = path.read_bytes().replace(b'"version":1', b'"version":2')
    path.write_bytes(raw)
    again = open_again().matches
    with pytest.raises(StoreError, match="later version"):
        again.load("k3f9")
    with pytest.raises(StoreError, match="later version"):
        again.save(more(journal), based_on=journal.match.revision)
    with pytest.raises(StoreError, match="later version"):
        again.save_draft("k3f9", None)
    assert path.read_bytes() == raw
    assert again.set_aside() == ()


def test_a_save_onto_a_damaged_file_keeps_both(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    path.write_bytes(b"{")
    with pytest.raises(StoreError):
        store.matches.save_draft("k3f9", None)
    store.matches.save(more(journal), based_on=journal.match.revision)
    assert open_again().matches.load("k3f9") == more(journal)
    (aside,) = store.matches.set_aside()
    assert Path(aside.path).read_bytes() == b"{"
    assert [aside.path in told.text for told in store.told()] == [True]


def test_a_pipe_and_a_folder_are_no_match(store: Store, open_again: Open, folder: Path) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    matches = folder / "matches"
    os.mkfifo(matches / "20260101T000000Z_pipe.json")
    (matches / "20260101T000000Z_folder.json").mkdir()
    again = open_again().matches
    assert [summary.id for summary in again.summaries()] == ["k3f9"]


@pytest.mark.parametrize("damage", ["", "null", "{", '{"players": []}', '{"players": {"p1": 5}}'])
def test_damaged_players_and_settings(store: Store, open_again: Open, folder: Path, damage: str) -> None:
    store.players.identify(["Ana", "Boris"])
    store.settings.put("theme", "light")
    store.settings.put("language", "hr")
    (folder / "app.json").write_text(damage, encoding="utf-8")
    again = open_again()
    assert again.settings.get("theme") == "light"
    assert [player.name for player in again.players.known()] == ["Boris", "Ana"] or len(again.players.known()) == 2
    (aside,) = again.matches.set_aside()
    assert Path(aside.path).read_text(encoding="utf-8") == damage
    (told,) = again.told()
    assert all(word in told.text for word in ("app.json", "before their last change", aside.path))
    (folder / "app.json").write_text(damage, encoding="utf-8")
    (folder / "previous" / "app.json").write_text(damage, encoding="utf-8")
    again = open_again()
    again.settings.put("theme", "dark")
    assert again.settings.get("theme") == "dark"
    assert again.players.known() == ()
    assert len(again.matches.set_aside()) == 3, "the copy, as it stands in for nothing"
    (told,) = again.told()
    assert "begin anew" in told.text
    assert "The copy of app.json" in told.text


def test_odd_players_and_settings_are_passed_over(store: Store, folder: Path) -> None:
    document = {
        "players": {"p1": {"name": "Ana"}, "p2": {"name": 7}, "p 3": {"name": "Chi"}, "p4": {}},
        "settings": {
            "theme": {"value": 7}, "language": {},
            "last_house_rules": {"value": {"arms": 6, "double_blank": 7, "x": 1, "draws": []}},
        },
    }  # fmt: skip
    folder.mkdir()
    (folder / "app.json").write_text(json.dumps(document), encoding="utf-8")
    assert [player.name for player in store.players.known()] == ["Ana"]
    assert store.settings.get("theme", "dark") == "dark"
    assert store.settings.last_house_rules() == HouseRules(arms=6)


def test_a_doctor_finds_and_mends(store: Store, open_again: Open, folder: Path, clock: FixedClock) -> None:
    assert Doctor(folder, clock).examine().exists is False
    assert Doctor(folder, clock).repair() == ()
    for match_id in ("good", "bad", "gone", "old"):
        journal = played(match_id, ["Ana", "Boris"], 1)
        store.matches.create(journal)
        store.matches.save(more(journal), based_on=journal.match.revision)
    assert Doctor(folder, clock).examine().findings == ()
    store.matches.delete("old", AT)
    clock.forward(40)
    matches = folder / "matches"
    bad = match_path(folder, "bad")
    bad.write_bytes(b"")
    match_path(folder, "gone").unlink()
    good = match_path(folder, "good")
    twin = matches / "20200101T000000Z_GOOD.json"
    twin.write_bytes(good.read_bytes())
    (matches / f".{good.name}.tmp").write_bytes(b"half")
    (matches / "holiday.jpg").write_bytes(b"x")
    (folder / "recent.json").write_bytes(b"")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    report = Doctor(folder, clock).examine()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    said = " ".join(finding.text for finding in report.findings)
    for word in ("_bad.json", "_gone.json", "GOOD", ".tmp", "holiday.jpg", "unfinished matches", "30 days"):
        assert word in said, word
    assert report.matches == 1
    done = Doctor(folder, clock).repair()
    assert len(done) >= 6
    after = Doctor(folder, clock).examine()
    assert [finding.text for finding in after.findings if finding.harm] == []
    assert after.matches == 3
    assert {Path(each.path).name.partition("_")[2] for each in after.set_aside} == {bad.name, twin.name, "recent.json"}
    assert after.trash == 0
    assert (matches / "holiday.jpg").exists()
    assert set(open_again().matches.open_ids()) == {"good", "bad", "gone"}
    assert open_again().matches.load("gone").match == played("gone", ["Ana", "Boris"], 1).match
    assert Doctor(folder, clock).repair() == ()


def test_a_doctor_names_what_is_against_the_rules(store: Store, folder: Path, clock: FixedClock) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    path = match_path(folder, "k3f9")
    document = json.loads(path.read_bytes())
    document["match"]["k3f9"]["match"]["rounds"][0].update(pips=[0, 900], out=0)
    path.write_text(json.dumps(document), encoding="utf-8")
    report = Doctor(folder, clock).examine()
    assert ["C3" in finding.text for finding in report.findings] == [True]
    assert open_again_loads(store, "k3f9")


def open_again_loads(store: Store, match_id: str) -> bool:
    """Whether a match can be opened; what is against the rules is shown and corrected, not hidden."""
    return store.matches.load(match_id).match.id == match_id
