"""Matches in their folder: kept, found, listed, deleted and brought back, by several windows at once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules import changes
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.summary import summarise
from scorekeeper.store.documents import journal_document
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import NoSuchMatch, Outdated, Store, StoreError
from scorekeeper.store.strictjson import dump
from tests.store.conftest import FixedClock
from tests.strategies import journals, play_round, played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]


def more(journal: Journal, seed: int = 7) -> Journal:
    """The journal with one round more."""
    return play_round(journal, Random(seed), AT)


def files(folder: Path) -> list[Path]:
    return sorted((folder / "matches").iterdir())


def test_opening_and_looking_makes_nothing(store: Store, folder: Path) -> None:
    matches = store.matches
    assert matches.open_ids() == matches.summaries() == matches.trash() == matches.set_aside() == ()
    assert matches.last_id() is None
    assert matches.stamp("k3f9") is None
    assert store.players.known() == ()
    assert store.settings.get("theme", "dark") == "dark"
    with pytest.raises(NoSuchMatch):
        matches.find("")
    with pytest.raises(NoSuchMatch):
        matches.load("k3f9")
    with pytest.raises(StoreError):
        matches.save(played("k3f9", ["Ana", "Boris"], 1), based_on=0)
    assert not folder.exists()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(journal=journals())
def test_what_is_kept_is_what_is_loaded(tmp_path_factory: pytest.TempPathFactory, journal: Journal) -> None:
    folder = tmp_path_factory.mktemp("data")
    open_store(folder).matches.create(journal)
    again = open_store(folder).matches
    loaded = again.load(journal.match.id)
    assert loaded == journal
    assert loaded.draft == journal.draft
    (summary,) = again.summaries()
    assert summary == summarise(journal.match) == open_store(folder).matches.summaries()[0]
    assert again.open_ids() == ((journal.match.id,) if summary.state == "live" else ())
    assert again.last_id() == journal.match.id


def test_a_saved_round_is_there_for_everybody(store: Store, open_again: Open) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    other = open_again()
    before = other.matches.stamp("k3f9")
    assert other.matches.stamp("k3f9") == before
    store.matches.save(more(journal), based_on=journal.match.revision)
    assert other.matches.stamp("k3f9") != before
    assert other.matches.load("k3f9") == more(journal)


def test_undo_and_redo_survive(store: Store, open_again: Open) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 3)
    store.matches.create(journal)
    back = journal.undone(AT)
    store.matches.save(back, based_on=journal.match.revision)
    loaded = open_again().matches.load("k3f9")
    assert loaded.draft == back.draft is not None
    assert loaded.redone(AT).match.rounds == journal.match.rounds


def test_an_outdated_save_is_refused(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    other = open_again()
    other.matches.load("k3f9")
    theirs = more(journal, 1)
    store.matches.save(theirs, based_on=journal.match.revision)
    raw = files(folder)[0].read_bytes()
    with pytest.raises(Outdated) as caught:
        other.matches.save(more(journal, 2), based_on=journal.match.revision)
    assert caught.value.current == theirs
    assert files(folder)[0].read_bytes() == raw
    other.matches.save(more(theirs, 2), based_on=theirs.match.revision)


def test_a_draft_is_apart_from_the_revision(store: Store, open_again: Open) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    draft = Draft(2, 8, (("Ana", "12+"), ("Boris", "\ud800[/]")))
    stamp = store.matches.stamp("k3f9")
    store.matches.save_draft("K3F9", draft)
    assert store.matches.stamp("k3f9") != stamp
    loaded = open_again().matches.load("k3f9")
    assert (loaded, loaded.draft) == (journal, replace(draft, texts=(("Ana", "12+"), ("Boris", "[/]"))))
    open_again().matches.save(more(journal), based_on=journal.match.revision)
    assert store.matches.load("k3f9").draft is None
    store.matches.save_draft("k3f9", draft)
    assert open_again().matches.load("k3f9").draft is None, "its round is recorded"


def test_a_draft_is_cleared_and_not_written_for_nothing(store: Store, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    stamp = store.matches.stamp("k3f9")
    store.matches.save_draft("k3f9", None)
    store.matches.save_draft("k3f9", Draft(2, 8, ()))
    assert store.matches.stamp("k3f9") == stamp
    store.matches.save_draft("k3f9", Draft(2, 8, (("Ana", "1"),)))
    store.matches.save_draft("k3f9", None)
    assert json.loads(files(folder)[0].read_text(encoding="utf-8"))["draft"] == {}


def test_an_id_is_taken_whatever_its_case(store: Store, folder: Path) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    with pytest.raises(StoreError, match="already"):
        store.matches.create(played("K3F9", ["Ana", "Boris"], 2, seed=5))
    assert [path.name for path in files(folder)] == ["20261130T171925Z_k3f9.json"]


def test_a_beginning_is_enough_and_a_whole_id_wins(store: Store) -> None:
    for match_id in ("ab", "abc", "b_c-d"):
        store.matches.create(played(match_id, ["Ana", "Boris"], 1))
    find = store.matches.find
    assert (find("AB"), find("abc"), find("B")) == ("ab", "abc", "b_c-d")
    with pytest.raises(NoSuchMatch, match="ab, abc"):
        find("a")
    for nothing in ("", "x", "../x", "*"):
        with pytest.raises(NoSuchMatch):
            find(nothing)


def test_what_is_live_and_what_was_last(store: Store, open_again: Open) -> None:
    one, two = played("one", ["Ana", "Boris"], 1), played("two", ["Ana", "Boris"], 1)
    store.matches.create(one)
    store.matches.create(two)
    touch(store, "one", 10)
    touch(store, "two", 20)
    assert store.matches.open_ids() == ("two", "one")
    store.matches.save(more(one), based_on=one.match.revision)
    touch(store, "one", 30)
    assert open_again().matches.open_ids() == ("one", "two")
    one = more(one)
    stopped = one.change("stop", changes.stop(one.match, AT), AT)
    store.matches.save(stopped, based_on=one.match.revision)
    touch(store, "one", 40)
    assert open_again().matches.open_ids() == ("two",)
    assert open_again().matches.last_id() == "one"
    going = stopped.change("resume", changes.resume(stopped.match), AT)
    store.matches.save(going, based_on=stopped.match.revision)
    touch(store, "one", 50)
    assert open_again().matches.open_ids() == ("one", "two")


def touch(store: Store, match_id: str, at: int) -> None:
    """Give a match's file a time of its own, as the clock of a test run is too coarse to tell two saves apart."""
    (path,) = Path(store.folder, "matches").glob(f"*_{match_id}.json")
    os.utime(path, (at, at))


def test_a_note_on_an_old_match_makes_it_the_last(store: Store, open_again: Open) -> None:
    old, new = played("old", ["Ana", "Boris"], 10), played("new", ["Ana", "Boris"], 10)
    store.matches.create(old)
    store.matches.create(new)
    touch(store, "new", 10)
    assert open_again().matches.last_id() == "new"
    store.matches.save(old.change("note", changes.set_note(old.match, "hm"), AT), based_on=old.match.revision)
    assert open_again().matches.last_id() == "old"


def test_saving_a_round_touches_one_file(store: Store, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    store.matches.create(played("other", ["Ana", "Boris"], 10))
    store.matches.summaries()

    def stamps() -> dict[str, int]:
        found = (path for path in folder.rglob("*.json") if "previous" not in path.parts)
        return {path.name: path.stat().st_ino for path in found}

    before = stamps()
    store.matches.save(more(journal), based_on=journal.match.revision)
    changed = {name for name, inode in stamps().items() if before.get(name) != inode}
    assert changed == {"20261130T171925Z_k3f9.json"}


@pytest.mark.parametrize("damage", ["missing", "empty", "null", "shape", "path"])
def test_the_recent_list_is_made_again(store: Store, open_again: Open, folder: Path, damage: str) -> None:
    store.matches.create(played("live", ["Ana", "Boris"], 1))
    store.matches.create(played("over", ["Ana", "Boris"], 10))
    recent = folder / "recent.json"
    if damage == "missing":
        recent.unlink()
    else:
        hostile = {"recent": {"list": {"live": [["live", "../../x"]], "last": None, "doubtful": []}}}
        text = {"empty": "", "null": "null", "shape": '{"recent": {"list": {"live": 5}}}', "path": json.dumps(hostile)}
        recent.write_text(text[damage], encoding="utf-8")
    assert open_again().matches.open_ids() == ("live",)
    assert open_again().matches.last_id() in ("live", "over")
    assert json.loads(recent.read_text(encoding="utf-8"))["recent"]["list"]["live"] == [
        ["live", "20261130T171925Z_live.json"]
    ]


def test_a_doubtful_match_is_looked_at(store: Store, open_again: Open, folder: Path) -> None:
    store.matches.create(played("live", ["Ana", "Boris"], 1))
    store.matches.create(played("over", ["Ana", "Boris"], 10))
    (recent,) = folder.glob("recent.json")
    document = json.loads(recent.read_text(encoding="utf-8"))
    document["recent"]["list"]["live"].append(["over", "20261130T171925Z_over.json"])
    document["recent"]["list"]["doubtful"] = ["over", "live"]
    recent.write_text(json.dumps(document), encoding="utf-8")
    assert open_again().matches.open_ids() == ("live",)


def test_files_from_elsewhere_join_the_list(store: Store, open_again: Open, folder: Path) -> None:
    store.matches.create(played("mine", ["Ana", "Boris"], 1))
    theirs = played("theirs", ["Chi", "Dan"], 2)
    stored = dump({"match": {"theirs": journal_document(theirs)}})
    (folder / "matches" / "20250101T000000Z_theirs.json").write_text(stored, encoding="utf-8")
    (folder / "matches" / "notes (conflicted copy).json").write_text("hm", encoding="utf-8")
    again = open_again().matches
    assert {summary.id for summary in again.summaries()} == {"mine", "theirs"}
    assert set(open_again().matches.open_ids()) == {"mine", "theirs"}
    assert again.load("theirs") == theirs


def test_summaries_in_order(store: Store) -> None:
    for match_id, rounds, seed in (("a", 10, 1), ("b", 10, 2), ("c", 1, 3), ("d", 2, 4)):
        store.matches.create(played(match_id, ["Ana", "Boris"], rounds, seed=seed))
    found = store.matches.summaries()
    finished = [summary.finished for summary in found if summary.finished is not None]
    assert {summary.id for summary in found[:2]} == {"a", "b"}
    assert finished == sorted(finished, reverse=True)
    assert [summary.updated for summary in found[2:]] == sorted((s.updated for s in found[2:]), reverse=True)


def test_the_index_follows_the_files(store: Store, open_again: Open, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    for round_trip in range(3):
        assert store.matches.summaries() == (summarise(journal.match),), round_trip
        revision = journal.match.revision
        journal = more(journal)
        store.matches.save(journal, based_on=revision)
    for text in ("", "null", "[]", "{", '["index",1]', '["index",2]\n[]', '["index",2]\n["x",[1,2,3],{}]\n[[],1,2]\n7'):
        (folder / "index.json").write_text(text, encoding="utf-8")
        assert open_again().matches.summaries() == (summarise(journal.match),)
    old = files(folder)[0]
    os.utime(old, (1_000_000_000, 1_000_000_000))
    store.matches.summaries()
    head, line = (folder / "index.json").read_text(encoding="utf-8").splitlines()
    name, stamp, value = json.loads(line)
    assert name == old.name
    (folder / "index.json").write_text(f"{head}\n{json.dumps([name, stamp, value[:-1]])}\n", encoding="utf-8")
    assert open_again().matches.summaries() == (summarise(journal.match),)


def test_making_the_index_tells_and_breaks_off(store: Store) -> None:
    for number in range(4):
        store.matches.create(played(f"m{number}", ["Ana", "Boris"], 1))
    told: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> bool:
        told.append((done, of))
        return done < 2

    assert len(store.matches.summaries(progress)) == 2
    assert told == [(1, 4), (2, 4)]
    assert len(store.matches.summaries()) == 4


def test_a_deleted_match_comes_back_for_thirty_days(store: Store, open_again: Open, clock: FixedClock) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    store.matches.create(played("other", ["Ana", "Boris"], 1))
    store.matches.delete("K3f9", AT)
    assert store.matches.open_ids() == ("other",)
    assert [(gone.id, gone.deleted) for gone in store.matches.trash()] == [("k3f9", AT)]
    with pytest.raises(NoSuchMatch, match="was deleted"):
        open_again().matches.load("k3f9")
    with pytest.raises(NoSuchMatch, match="was deleted"):
        open_again().matches.save(more(journal), based_on=journal.match.revision)
    with pytest.raises(NoSuchMatch, match="k3f9 was deleted; “scorekeeper restore k3f9”"):
        open_again().matches.find("K3F9")
    with pytest.raises(NoSuchMatch, match="There is no match “k3”"):
        open_again().matches.find("k3")
    assert open_again().matches.restore("k3") == "k3f9"
    assert open_again().matches.load("k3f9") == journal
    assert set(store.matches.open_ids()) == {"k3f9", "other"}
    store.matches.delete("k3f9", AT)
    clock.forward(29)
    store.matches.delete("other", clock.now.isoformat())
    assert [gone.id for gone in store.matches.trash()] == ["other", "k3f9"]
    clock.forward(2)
    assert [gone.id for gone in store.matches.trash()] == ["other"]
    with pytest.raises(NoSuchMatch):
        store.matches.restore("k3f9")
    with pytest.raises(NoSuchMatch):
        store.matches.restore("")
    store.matches.create(played("third", ["Ana", "Boris"], 1))
    store.matches.delete("third", clock.now.isoformat())
    assert [path.name.rpartition("_")[2] for path in sorted(Path(store.folder, "trash").iterdir())] == [
        "other.json", "third.json",
    ]  # fmt: skip


def test_a_restored_match_never_pushes_another_out(store: Store) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    store.matches.delete("k3f9", AT)
    new = played("K3F9", ["Chi", "Dan"], 2)
    store.matches.create(new)
    with pytest.raises(StoreError, match="already"):
        store.matches.restore("k3f9")
    assert store.matches.load("k3f9") == new


def test_deleting_what_is_not_there(store: Store) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    with pytest.raises(NoSuchMatch):
        store.matches.delete("k3", AT)
    store.matches.delete("k3f9", "no time")
    assert store.matches.trash()[0].deleted == "2026-12-24T12:00:00+00:00"
    assert store.matches.last_id() is None


def test_the_folder_may_be_a_symbolic_link_and_so_may_a_file(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    link = tmp_path / "link"
    link.symlink_to(real)
    store = open_store(link)
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    (path,) = (real / "matches").iterdir()
    elsewhere = tmp_path / "elsewhere.json"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    store.matches.save(more(journal), based_on=journal.match.revision)
    assert path.is_symlink()
    assert open_store(link).matches.load("k3f9") == more(journal)
    assert b'"revision":2' in elsewhere.read_bytes()


def test_the_mode_of_a_file_stays(store: Store, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    (path,) = files(folder)
    path.chmod(0o640)
    store.matches.save(more(journal), based_on=journal.match.revision)
    assert path.stat().st_mode & 0o777 == 0o640
    assert folder.stat().st_mode & 0o777 == 0o700
