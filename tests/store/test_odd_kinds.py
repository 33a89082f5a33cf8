"""What is no file in the place of one, and what is left where its copy is damaged too: told, set aside, mended."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.doctor import Doctor
from scorekeeper.store.protocol import Store, StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import read_whole, write_whole
from tests.store.conftest import FixedClock
from tests.store.torture_damage import FREE, PLACES
from tests.strategies import played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]
ODD = [how for how in PLACES if how != "gone"]
LOOKS = ["load", "open_ids", "summaries", "book", "save", "digests"]
LISTS = ["recent.json", "index.json", "digests.json"]
DEAD = "a link to what could be made"


def pairs(ways: list[str]) -> list[tuple[str, str]]:
    """Every kind with one of these ways, and a link to nothing with all of them."""
    return sorted({*((how, ways[at % len(ways)]) for at, how in enumerate(ODD)), *((DEAD, way) for way in ways)})


def noted(store: Store, match_id: str) -> None:
    """Change a match, so that there is a copy of it from before."""
    journal = store.matches.load(match_id)
    store.matches.save(journal.change("note", journal.match.edit(note="x"), AT), based_on=journal.match.revision)


def harm(folder: Path, clock: FixedClock) -> list[str]:
    return [finding.text for finding in Doctor(folder, clock).examine().findings if finding.harm]


@pytest.fixture
def match(store: Store, folder: Path) -> Path:
    """The file of a match that was changed once."""
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    noted(store, "k3f9")
    (path,) = (folder / "matches").iterdir()
    return path


@pytest.mark.parametrize(("how", "look"), pairs(LOOKS))
def test_whatever_is_in_the_place_of_a_match_its_copy_stands_in(
    store: Store, open_again: Open, folder: Path, match: Path, how: str, look: str
) -> None:
    held = store.matches.load("k3f9")
    match.unlink()
    PLACES[how](match)
    again = open_again()
    if look == "load":
        assert again.matches.load("k3f9").match.note == ""
    elif look == "save":
        again.matches.save(held.change("note", held.match.edit(note="y"), AT), based_on=held.match.revision)
    else:
        getattr(again.matches, look)()
    assert again.matches.open_ids() == ("k3f9",)
    assert again.matches.load("k3f9").match.note == ("y" if look == "save" else "")
    assert match.is_file()
    assert not match.is_symlink()
    assert len(again.matches.set_aside()) == len(again.told()) == 1
    assert not list(folder.rglob(FREE))


@pytest.mark.parametrize("how", ODD)
def test_whatever_is_in_the_place_of_players_their_copy_stands_in(
    store: Store, open_again: Open, folder: Path, how: str
) -> None:
    store.players.identify(["Ana"])
    store.settings.put("theme", "light")
    (folder / "app.json").unlink()
    PLACES[how](folder / "app.json")
    again = open_again()
    again.settings.put("language", "hr")
    assert [player.name for player in again.players.known()] == ["Ana"]
    assert len(again.matches.set_aside()) == len(again.told()) == 1
    assert not list(folder.rglob(FREE))


@pytest.mark.parametrize(("how", "name"), pairs(LISTS))
def test_whatever_is_in_the_place_of_a_list_it_is_made_again(
    store: Store, open_again: Open, folder: Path, clock: FixedClock, match: Path, how: str, name: str
) -> None:
    store.players.digests()
    store.matches.summaries()
    (folder / name).unlink()
    PLACES[how](folder / name)
    again = open_again()
    assert again.matches.open_ids() == ("k3f9",)
    noted(again, "k3f9")
    assert len(again.matches.summaries()) == 1
    again.players.digests()
    Doctor(folder, clock).repair()
    assert Doctor(folder, clock).examine().findings == ()
    assert not list(folder.rglob(FREE))
    assert match.is_file()


def test_a_link_to_nothing_is_no_file_that_is_missing(tmp_path: Path) -> None:
    for name, target in (("nothing", "free"), ("through", "/dev/null/x"), ("long", "x" * 300), ("loop", "loop")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(Unreadable, match="leads nowhere"):
            read_whole(tmp_path / name)
        if name != "long":
            with pytest.raises(StoreError):
                write_whole(tmp_path / name, b"x")
    PLACES["a socket"](tmp_path / "socket")
    with pytest.raises(Unreadable, match="not an ordinary file"):
        read_whole(tmp_path / "socket")
    assert read_whole(tmp_path / "free") is None


@pytest.mark.parametrize("how", ["a pipe", "a socket", DEAD])
def test_what_is_in_the_way_of_writing_does_not_stop_it_for_long(tmp_path: Path, how: str) -> None:
    PLACES[how](tmp_path / ".x.tmp")
    with pytest.raises(StoreError):
        write_whole(tmp_path / "x", b"1")
    write_whole(tmp_path / "x", b"2")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


# Copies that are damaged too


@pytest.mark.parametrize("met_before", [True, False], ids=["looked", "repaired"])
def test_a_copy_that_cannot_be_read_is_set_aside_with_its_match(
    open_again: Open, folder: Path, clock: FixedClock, match: Path, met_before: bool
) -> None:
    copy = folder / "previous" / match.name
    for path in (match, copy):
        path.unlink()
        path.write_bytes(b"")
    if met_before:
        assert open_again().matches.summaries() == ()
    else:
        match.unlink()  # set aside by whoever left the copy where it was
        assert ["cannot be read" in text for text in harm(folder, clock)] == [True]
        assert len(Doctor(folder, clock).repair()) == 1
    assert harm(folder, clock) == []
    assert not copy.exists()
    assert any("The copy of" in each.reason for each in open_again().matches.set_aside())


def test_a_copy_of_a_later_version_stays_and_is_not_said_to_be_mended(
    folder: Path, clock: FixedClock, match: Path
) -> None:
    copy = folder / "previous" / match.name
    raw = copy.read_bytes().replace(b'"version":1', b'"version":2')
    copy.write_bytes(raw)
    match.unlink()
    for _time in range(2):
        found = [finding for finding in Doctor(folder, clock).examine().findings if finding.harm]
        assert ["later version" in finding.text for finding in found] == [True]
        assert not any(finding.mends for finding in found)
        Doctor(folder, clock).repair()
    assert copy.read_bytes() == raw


def test_a_folder_in_the_place_of_a_copy_gives_way(folder: Path, clock: FixedClock, store: Store, match: Path) -> None:
    copy = folder / "previous" / match.name
    copy.unlink()
    copy.mkdir()
    (finding,) = Doctor(folder, clock).examine().findings
    assert (finding.harm, "not an ordinary file" in finding.text) == (False, True)
    assert len(Doctor(folder, clock).repair()) == 1
    noted(store, "k3f9")
    assert copy.is_file()


def test_a_damaged_copy_of_players_is_set_aside(store: Store, folder: Path, clock: FixedClock) -> None:
    store.players.identify(["Ana"])
    store.settings.put("theme", "light")
    (folder / "previous" / "app.json").write_bytes(b"")
    (finding,) = Doctor(folder, clock).examine().findings
    assert (finding.harm, "The copy of app.json" in finding.text) == (False, True)
    assert len(Doctor(folder, clock).repair()) == 1
    assert Doctor(folder, clock).examine().findings == ()
    assert [player.name for player in store.players.known()] == ["Ana"]


# The trash


@pytest.mark.usefixtures("match")
def test_a_deleted_match_of_which_nothing_is_left_is_not_brought_back(
    store: Store, folder: Path, clock: FixedClock
) -> None:
    store.matches.delete("k3f9", AT)
    (gone,) = (folder / "trash").iterdir()
    raw = gone.read_bytes()
    gone.unlink()
    gone.symlink_to("nowhere")
    with pytest.raises(StoreError, match="cannot be brought back"):
        store.matches.restore("k3f9")
    assert gone.is_symlink()
    assert ["in the trash" in each.text for each in Doctor(folder, clock).examine().findings] == [True]
    gone.unlink()
    gone.write_bytes(raw.replace(b'"what":"note"', b'"what":"magic"'))
    store.matches.restore("k3f9")
    assert store.matches.load("k3f9").match.note == "x"
    assert ["nothing in it can be undone" in told.text for told in store.told()] == [True]


def test_a_folder_in_the_trash_does_not_stay_for_ever(store: Store, folder: Path, clock: FixedClock) -> None:
    store.settings.put("theme", "light")
    (folder / "trash" / "20260101T000000+0000_20260101T000000Z_old.json").mkdir(parents=True)
    (folder / "matches").mkdir()
    (folder / "matches" / ".20260101T000000Z_old.json.tmp").mkdir()
    assert len(Doctor(folder, clock).examine().findings) == 3
    said = Doctor(folder, clock).repair()
    assert ["set aside" in sentence for sentence in said] == [True, True]
    report = Doctor(folder, clock).examine()
    assert (report.findings, len(report.set_aside)) == ((), 2)


# What cannot be set aside


@pytest.mark.parametrize("copies", [True, False], ids=["a copy", "no copy"])
def test_what_could_not_be_set_aside_is_not_said_to_be(
    folder: Path, clock: FixedClock, match: Path, copies: bool
) -> None:
    match.write_bytes(b"")  # the copy is another file
    (folder / "set-aside").symlink_to("nowhere")
    if not copies:
        (folder / "previous" / match.name).unlink()
    doctor = Doctor(folder, clock)
    said = " ".join(doctor.repair())
    report = doctor.examine()
    assert "set aside as" not in said
    assert (report.set_aside, [each.path for each in report.stuck]) == ((), [str(match)])
    assert os.path.lexists(match)


# Players and settings that are gone, or are something else


@pytest.mark.parametrize("how", ["gone", "{}", '{"match":{}}', '{"recent":{"list":{}}}'])
@pytest.mark.parametrize("first", ["known", "identify", "put", "repair"])
def test_players_that_are_gone_are_as_they_were_before_their_last_change(
    store: Store, open_again: Open, folder: Path, clock: FixedClock, how: str, first: str
) -> None:
    store.players.identify(["Ana"])
    store.players.archive(store.players.find("Ana").id)
    store.settings.put("theme", "light")
    app = folder / "app.json"
    app.unlink()
    if how != "gone":
        app.write_text(how, encoding="utf-8")
    assert len(harm(folder, clock)) == 1
    again = open_again()
    if first == "known":
        again.players.known()
    elif first == "identify":
        again.players.identify(["Boris"])
    elif first == "put":
        again.settings.put("language", "hr")
        again.settings.put("language", "en")
    else:
        assert len(Doctor(folder, clock).repair()) == 1
    later = open_again()
    assert {player.name: player.archived for player in later.players.known()}["Ana"] is True
    assert later.told() == ()
    assert harm(folder, clock) == []
    if first != "repair":
        (told,) = again.told()
        assert "before their last change" in told.text
        assert ("is gone" in told.text) == (how == "gone")


def test_a_folder_in_which_nothing_was_kept_yet_is_silent(store: Store, open_again: Open, folder: Path) -> None:
    assert store.players.known() == ()
    store.settings.put("theme", "light")
    assert open_again().players.known() == ()
    open_again().players.identify(["Ana"])
    (folder / "app.json").unlink()
    (folder / "previous" / "app.json").unlink()
    again = open_again()
    assert again.settings.get("theme") == ""
    again.players.identify(["Ana"])
    assert (store.told(), again.told(), again.matches.set_aside()) == ((), (), ())


@pytest.mark.parametrize("one", ["settings", "players"])
def test_a_file_with_only_one_of_the_two_is_sound(store: Store, folder: Path, clock: FixedClock, one: str) -> None:
    store.settings.put("theme", "light") if one == "settings" else store.players.identify(["Ana"])
    assert Doctor(folder, clock).examine().findings == ()
    assert (store.told(), store.matches.set_aside()) == ((), ())
