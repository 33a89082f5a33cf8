"""A backup holds everything and gives it back; what is no backup, or has been tampered with, changes nothing."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.store.backup import Backup
from scorekeeper.store.backupfile import BadBackup
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import BrokenOff, Store, StoreError
from scorekeeper.store.restoring import Restored, Restoring
from tests.store.conftest import FixedClock
from tests.strategies import journals, played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with finished, running and deleted matches, players and settings."""
    for number in range(3):
        journal = played(f"m{number}", ["Ana", "Boris", "Chi"], 10 if number else 3, seed=number)
        store.players.recognise([journal.match])
        store.matches.create(journal)
    store.matches.save_draft("m0", Draft(4, 6, (("Ana", "12+"),)))
    store.matches.create(played("gone", ["Ana", "Dan"], 2))
    store.matches.delete("gone", AT)
    store.players.archive(store.players.find("Chi").id)
    store.settings.put("theme", "dark")
    return store


def backed_up(folder: Path, target: Path, clock: FixedClock) -> Path:
    with target.open("w+b") as file:
        Backup(folder, clock).make(file)
    return target


@pytest.fixture
def backup(filled: Store, folder: Path, clock: FixedClock, tmp_path: Path) -> Path:
    return backed_up(folder, tmp_path / "all.zip", clock)


def everything(store: Store) -> object:
    journals = {summary.id: store.matches.load(summary.id) for summary in store.matches.summaries()}
    return (
        journals,
        {match_id: journal.draft for match_id, journal in journals.items()},
        store.matches.open_ids(),
        store.matches.trash(),
        sorted(store.players.known(), key=lambda player: player.id),
        store.settings.get("theme"),
        sorted(store.players.digests()),
    )


def files(folder: Path) -> dict[str, bytes]:
    """Every file that counts."""
    made_again = ("index.json", "digests.json", "recent.json")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".lock" and path.name not in made_again
    }


def test_into_an_empty_folder_everything_comes_back(
    filled: Store, backup: Path, tmp_path: Path, clock: FixedClock
) -> None:
    other = tmp_path / "other"
    done = Restoring(other, clock).restore(backup)
    assert (done.there, sorted(done.new), done.replaced, done.kept, done.trash) == (0, ["m0", "m1", "m2"], (), (), 1)
    assert done.players == 3
    restored = open_store(other, clock=clock)
    assert everything(restored) == everything(filled)
    assert restored.matches.restore("gone") == "gone"
    assert not Doctor(other, clock).examine().findings
    again = Restoring(other, clock).restore(backup)
    assert (again.new, sorted(again.kept), again.trash, again.players) == ((), ["m0", "m1", "m2"], 0, 0)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.lists(journals(most_moves=12), max_size=3, unique_by=lambda each: each.match.id.lower()))
def test_any_match_comes_back_with_its_past(tmp_path_factory: pytest.TempPathFactory, found: list[Journal]) -> None:
    folder, clock = tmp_path_factory.mktemp("data"), FixedClock()
    store = open_store(folder / "one", clock=clock)
    for journal in found:
        store.matches.create(journal)
    backup = backed_up(folder / "one", folder / "all.zip", clock)
    Restoring(folder / "two", clock).restore(backup)
    restored = open_store(folder / "two", clock=clock)
    assert [restored.matches.load(each.match.id) for each in found] == found
    assert [restored.matches.load(each.match.id).draft for each in found] == [each.draft for each in found]


def test_a_later_revision_wins_on_either_side(
    filled: Store, backup: Path, folder: Path, clock: FixedClock, open_again: Open, tmp_path: Path
) -> None:
    one, two = filled.matches.load("m1"), filled.matches.load("m2")
    filled.matches.save(one.change("note", changes.set_note(one.match, "here"), AT), based_on=one.match.revision)
    later = backed_up(folder, tmp_path / "later.zip", clock)
    filled.matches.delete("m2", AT)
    filled.settings.put("theme", "light")
    done = Restoring(folder, clock).restore(backup)
    assert (done.there, done.new, done.replaced, sorted(done.kept)) == (2, ("m2",), (), ["m0", "m1"])
    again = open_again()
    assert again.matches.load("m1").match.note == "here"
    assert again.matches.load("m2") == two
    assert again.settings.get("theme") == "light"

    other = tmp_path / "other"
    Restoring(other, clock).restore(backup)
    done = Restoring(other, clock).restore(later)
    assert (done.new, done.replaced, sorted(done.kept)) == ((), ("m1",), ["m0", "m2"])
    restored = open_store(other, clock=clock)
    assert restored.matches.load("m1").match.note == "here"
    assert len(restored.matches.load("m1").undo) == 11
    assert {summary.note for summary in restored.matches.summaries()} == {"", "here"}


def test_players_of_another_house_become_ours_by_name(backup: Path, tmp_path: Path, clock: FixedClock) -> None:
    other = open_store(tmp_path / "other", clock=clock, new_id=lambda: "ours")
    other.players.identify(["boris"])
    assert Restoring(tmp_path / "other", clock).restore(backup).players == 2
    assert {player.name for player in other.players.known()} == {"boris", "Ana", "Chi"}
    (boris,) = (each for match in other.players.digests()[:1] for each in match.players if each.name == "Boris")
    assert boris.who == "id:ours"
    assert other.players.rename("ours", "Bob") == 3


def test_what_cannot_be_read_is_left_out_and_named(
    filled: Store, folder: Path, clock: FixedClock, tmp_path: Path
) -> None:
    (damaged,) = (folder / "matches").glob("*_m1.json")
    damaged.write_bytes(damaged.read_bytes()[:-20])
    with (tmp_path / "part.zip").open("w+b") as file:
        made = Backup(folder, clock).make(file)
    assert (made.matches, made.trash) == (2, 1)
    assert [damaged.name in sentence for sentence in made.left_out] == [True]
    done = Restoring(tmp_path / "other", clock).restore(tmp_path / "part.zip")
    assert sorted(done.new) == ["m0", "m2"]


def test_a_damaged_match_is_set_aside_and_replaced(
    backup: Path, folder: Path, clock: FixedClock, open_again: Open
) -> None:
    (damaged,) = (folder / "matches").glob("*_m1.json")
    damaged.write_bytes(b"{")
    restoring = Restoring(folder, clock)
    assert restoring.restore(backup).replaced == ("m1",)
    assert ["a backup took its place" in told.text for told in restoring.asides.told()] == [True]
    assert len(open_again().matches.load("m1").match.rounds) == 10
    assert len(open_again().matches.set_aside()) == 1


@pytest.mark.parametrize("at", range(1, 8))
def test_broken_off_it_changes_nothing(backup: Path, folder: Path, clock: FixedClock, tmp_path: Path, at: int) -> None:
    other = tmp_path / "other"
    with pytest.raises(BrokenOff):
        Restoring(other, clock).restore(backup, lambda done, of: done < at)
    assert not other.exists()
    before = files(folder)
    (folder / "matches").glob("*_m1.json").__next__().unlink()
    before = files(folder)
    with pytest.raises(BrokenOff):
        Restoring(folder, clock).restore(backup, lambda done, of: done < at)
    assert files(folder) == before
    with (tmp_path / "x.zip").open("w+b") as file, pytest.raises(BrokenOff):
        Backup(folder, clock).make(file, lambda done, of: False)


def rewritten(backup: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The backup with its files changed."""
    with zipfile.ZipFile(backup) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    change(content)
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in content.items():
            archive.writestr(name, raw)
    return backup


def about(**changed: object) -> bytes:
    return json.dumps({"format": "chicken-foot-backup", "version": 1, "made": AT, **changed}).encode()


NAME = "matches/20261130T180211Z_x.json"
TAMPERED: dict[str, Callable[[dict[str, bytes]], object]] = {
    "no about": lambda content: content.pop("about.json"),
    "another format": lambda content: content.update({"about.json": about(format="chicken-foot-match")}),
    "a later version": lambda content: content.update({"about.json": about(version=2)}),
    "version as text": lambda content: content.update({"about.json": about(version="1")}),
    "about is a list": lambda content: content.update({"about.json": b"[]"}),
    "about is no JSON": lambda content: content.update({"about.json": b"\xff"}),
    "a way out": lambda content: content.update({"../evil.json": b"{}"}),
    "another way out": lambda content: content.update({"matches/../../evil.json": b"{}"}),
    "an absolute way": lambda content: content.update({"/tmp/evil.json": b"{}"}),
    "a way back": lambda content: content.update({"matches\\..\\evil.json": b"{}"}),
    "a folder": lambda content: content.update({"matches/": b""}),
    "a program": lambda content: content.update({"matches/run.py": b"print()"}),
    "an empty match": lambda content: content.update({NAME: b""}),
    "a match of another name": lambda content: content.update({NAME: content[next(iter(content))]}),
    "a table that is a list": lambda content: content.update({NAME: b'{"match": []}'}),
    "two of one id": lambda content: content.update(
        {"matches/20200101T000000Z_m1.json": next(raw for name, raw in content.items() if name.endswith("_m1.json"))}
    ),
    "a bomb": lambda content: content.update({NAME: b" " * (17 * 2**20)}),
    "app is no tables": lambda content: content.update({"app.json": b'{"players": 1}'}),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_file_that_was_tampered_with_is_refused(
    backup: Path, folder: Path, clock: FixedClock, tmp_path: Path, how: str
) -> None:
    rewritten(backup, TAMPERED[how])
    before, others = files(folder), sorted(tmp_path.rglob("*"))
    with pytest.raises(BadBackup):
        Restoring(folder, clock).restore(backup)
    with pytest.raises(BadBackup):
        Restoring(tmp_path / "other", clock).restore(backup)
    assert files(folder) == before
    assert sorted(tmp_path.rglob("*")) == others


@pytest.mark.parametrize("raw", [b"", b"PK\x05\x06" + bytes(18), b'{"format": "chicken-foot-match"}', b"PK\x03\x04"])
def test_what_is_no_backup(folder: Path, clock: FixedClock, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "no.zip").write_bytes(raw)
    for path in (tmp_path / "no.zip", tmp_path / "missing.zip", tmp_path):
        with pytest.raises(StoreError):
            Restoring(folder, clock).restore(path)
    assert not folder.exists()


def test_odd_players_and_settings_are_passed_over(backup: Path, tmp_path: Path, clock: FixedClock) -> None:
    app = {
        "players": {
            "p1": {"name": "Ana\x1b[2J", "archived": "yes", "seen": 3, "also": [1], "evil": {}},
            "../p2": {"name": "No"}, "p3": {"name": ""}, "p4": {"into": "p1"}, "p5": {"into": ["p1"]},
            "p6": {"into": "p6"},
        },
        "settings": {"theme": {"value": "dark"}, "long": {"value": "x" * 5000}, "odd": {"value": [1.5]}, "none": {}},
        "elsewhere": {"a": {"b": 1.5}},
    }  # fmt: skip
    rewritten(backup, lambda content: content.update({"app.json": json.dumps(app).encode()}))
    Restoring(tmp_path / "other", clock).restore(backup)
    store = open_store(tmp_path / "other", clock=clock)
    assert [(player.id, player.name, player.archived) for player in store.players.known()] == [("p1", "Ana[2J", False)]
    assert store.players.find("p4").id == "p1"
    assert (store.settings.get("theme"), store.settings.get("long"), store.settings.get("odd")) == ("dark", "", "")


def test_no_byte_that_turns_can_do_harm(backup: Path, tmp_path: Path, clock: FixedClock) -> None:
    raw = backup.read_bytes()
    rng = Random(4)
    outcomes: set[type] = set()
    for turn in range(150):
        mean = bytearray(raw)
        if turn % 3 == 2:
            del mean[rng.randrange(len(mean)) :]
        else:
            mean[rng.randrange(len(mean))] ^= 1 << rng.randrange(8)
        backup.write_bytes(bytes(mean))
        other = tmp_path / f"other{turn}"
        try:
            outcomes.add(type(Restoring(other, clock).restore(backup)))
        except BadBackup as error:
            outcomes.add(type(error))
            assert not other.exists()
    assert outcomes == {Restored, BadBackup}
    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("other")} == {"data", "all.zip"}


def test_an_encrypted_or_strangely_packed_file_is_refused(backup: Path, folder: Path, clock: FixedClock) -> None:
    with zipfile.ZipFile(backup) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_LZMA) as archive:
        for name, raw in content.items():
            archive.writestr(name, raw)
    with pytest.raises(BadBackup, match="about"):
        Restoring(folder, clock).restore(backup)


def test_a_backup_of_nothing(tmp_path: Path, clock: FixedClock) -> None:
    file = io.BytesIO()
    made = Backup(tmp_path / "none", clock).make(file)
    assert (made.matches, made.trash, made.left_out) == (0, 0, ())
    (tmp_path / "none.zip").write_bytes(file.getvalue())
    done = Restoring(tmp_path / "none", clock).restore(tmp_path / "none.zip")
    assert done == Restored(0, (), (), (), 0, 0)
    assert not (tmp_path / "none").exists()


def test_a_match_that_is_changed_while_it_is_restored_stays(
    backup: Path, folder: Path, clock: FixedClock, open_again: Open
) -> None:
    store = open_again()
    base = store.matches.load("m1")
    old = base.match.edit(revision=1)
    store.matches.save(replace(base, match=old), based_on=base.match.revision)

    def change_meanwhile(done: int, of: int) -> bool:
        if done == of - 1:
            store.matches.save(Journal(old.edit(note="meanwhile", revision=50)), based_on=1)
        return True

    Restoring(folder, clock).restore(backup, change_meanwhile)
    assert open_again().matches.load("m1").match.note == "meanwhile"
