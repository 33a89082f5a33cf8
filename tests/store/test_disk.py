"""What a disk may do to a writer: full, read-only, forbidden, gone. One sentence, and everything as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.store.locks import Locks
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store, StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import LARGEST, read_whole, write_whole
from tests.store.torture_disk import largest_file
from tests.strategies import play_round, played

AT = "2026-12-24T12:00:00+01:00"
Open = Callable[[], Store]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"}


@pytest.mark.parametrize("size", [0, 1, 100, 500])
def test_no_room_at_any_write(store: Store, open_again: Open, folder: Path, size: int) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 2)
    store.matches.create(journal)
    store.settings.put("theme", "x" * 600)
    store.players.identify(["x" * 30 + str(number) for number in range(20)])
    before = contents(folder)
    later = play_round(journal, Random(3), AT)
    done = journal.change("stop", journal.match.edit(stopped=AT), AT)
    attempts: list[Callable[[], object]] = [
        lambda: store.matches.save(later, based_on=journal.match.revision),
        lambda: store.matches.save_draft("k3f9", Draft(3, 7, (("Ana", "1"),))),
        lambda: store.matches.create(played("other", ["Ana", "Boris"], 2)),
        lambda: store.settings.put("theme", "dark"),
        lambda: store.players.identify(["Somebody new"]),
    ]
    with largest_file(size):
        for attempt in attempts:
            with pytest.raises(StoreError, match="Nothing was saved"):
                attempt()
    assert {path: raw for path, raw in contents(folder).items() if "recent" not in path} == {
        path: raw for path, raw in before.items() if "recent" not in path
    }
    assert not list(folder.rglob("*.tmp"))
    assert open_again().matches.load("k3f9") == journal
    assert open_again().matches.open_ids() == ("k3f9",)
    store.matches.save(done, based_on=journal.match.revision)
    assert open_again().matches.open_ids() == ()
    assert open_again().matches.load("k3f9") == done


def fill(path: Path) -> None:
    """Write to a file until there is no room left."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)


def test_a_full_disk(tmp_path: Path) -> None:
    mount = tmp_path / "small"
    mount.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(mount)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("no small disk can be mounted here: " + made.stderr.decode(errors="replace").strip())
    try:
        store = open_store(mount / "data")
        journal = played("k3f9", ["Ana", "Boris"], 1)
        store.matches.create(journal)
        filler = mount / "filler"
        fill(filler)
        later = play_round(journal, Random(3), AT)
        with pytest.raises(StoreError, match="disk is full"):
            store.matches.save(later, based_on=journal.match.revision)
        assert open_store(mount / "data").matches.load("k3f9") == journal
        assert not list(mount.rglob("*.tmp"))
        filler.unlink()
        store.matches.save(later, based_on=journal.match.revision)
        assert open_store(mount / "data").matches.load("k3f9") == later
    finally:
        subprocess.run(["umount", str(mount)], check=True)


def test_a_read_only_disk(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    journal = played("k3f9", ["Ana", "Boris"], 1)
    other = played("bad", ["Ana", "Boris"], 1)
    store = open_store(folder)
    store.matches.create(journal)
    store.matches.create(other)
    store.matches.save(play_round(other, Random(3), AT), based_on=other.match.revision)
    (bad,) = (folder / "matches").glob("*_bad.json")
    bad.write_bytes(b"{")
    (folder / "recent.json").unlink()
    made = subprocess.run(["mount", "--bind", str(folder), str(folder)], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("nothing can be mounted here: " + made.stderr.decode(errors="replace").strip())
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        again = open_store(folder)
        assert again.matches.load("k3f9") == journal
        assert again.matches.load("bad").match == other.match
        assert "bad" in again.matches.set_aside()[0].reason
        assert set(again.matches.open_ids()) == {"k3f9", "bad"}
        assert {summary.id for summary in again.matches.summaries()} == {"k3f9", "bad"}
        with pytest.raises(StoreError, match="can only be read"):
            again.matches.save(play_round(journal, Random(3), AT), based_on=journal.match.revision)
        with pytest.raises(StoreError, match="can only be read"):
            again.settings.put("theme", "dark")
    finally:
        subprocess.run(["umount", str(folder)], check=True)
    assert bad.read_bytes() == b"{"


def test_a_folder_that_vanished(store: Store, folder: Path, tmp_path: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    folder.rename(tmp_path / "moved")
    with pytest.raises(StoreError):
        store.matches.save(play_round(journal, Random(3), AT), based_on=journal.match.revision)
    with pytest.raises(StoreError):
        store.matches.save_draft("k3f9", None)
    with pytest.raises(StoreError):
        store.matches.load("k3f9")
    assert store.matches.stamp("k3f9") is None
    for listed in (store.matches.summaries, store.matches.book, store.players.digests):
        with pytest.raises(StoreError, match="matches cannot be read: its folder is gone"):
            listed()
    assert not folder.exists(), "an unplugged disk is not made anew"
    (tmp_path / "moved").rename(folder)
    assert store.matches.load("k3f9") == journal


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x", encoding="utf-8")
    store = open_store(tmp_path / "data")
    with pytest.raises(StoreError, match="a file is where a folder should be"):
        store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    assert store.matches.summaries() == ()
    assert store.matches.open_ids() == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_no_permission(store: Store, folder: Path) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    (folder / "matches").chmod(0o500)
    try:
        with pytest.raises(StoreError, match="no permission"):
            store.matches.save(play_round(journal, Random(3), AT), based_on=journal.match.revision)
    finally:
        (folder / "matches").chmod(0o700)
    assert store.matches.load("k3f9") == journal


def test_a_lock_is_not_waited_for_without_a_word(tmp_path: Path) -> None:
    one, other = Locks(tmp_path / "locks"), Locks(tmp_path / "locks", wait=0.02)
    with one.hold("match-01"):
        with pytest.raises(StoreError, match="another window or command"), other.hold("match-01"):
            pytest.fail("two hold one lock")
        with other.hold("match-02"):
            pass
    with other.hold("match-01"):
        pass


def test_a_lock_of_a_dead_process_is_free(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom scorekeeper.store.locks import Locks\n"
        "with Locks(Path(sys.argv[1])).hold('app'):\n    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == -9
    assert (tmp_path / "app.lock").exists()
    with Locks(tmp_path, wait=0).hold("app"):
        pass


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_a_lock_that_is_no_file_is_named(tmp_path: Path, kind: str) -> None:
    lock = tmp_path / "locks" / "app.lock"
    lock.parent.mkdir()
    if kind == "folder":
        lock.mkdir()
    else:
        lock.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match=r"locks/app\.lock cannot be written"), Locks(tmp_path / "locks").hold("app"):
        pytest.fail("that is no lock")
    assert not (tmp_path / "elsewhere").exists()


def test_a_lock_is_let_go_after_an_error(tmp_path: Path) -> None:
    locks = Locks(tmp_path, wait=0)
    for _time in range(2):
        with pytest.raises(ZeroDivisionError), locks.hold("app"):
            _ = 1 // 0


def test_a_temporary_file_left_by_a_crash_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    (tmp_path / ".a.json.tmp").write_bytes(b"x" * 1000)
    write_whole(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]
    assert path.read_bytes() == b"new"


def test_a_temporary_name_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    (tmp_path / ".a.json.tmp").symlink_to(victim)
    with pytest.raises(StoreError):
        write_whole(tmp_path / "a.json", b"new")
    assert victim.read_bytes() == b"mine"


def test_the_file_before_is_kept(tmp_path: Path) -> None:
    path, previous = tmp_path / "a.json", tmp_path / "previous" / "a.json"
    for content in (b"1", b"2", b"3"):
        write_whole(path, content, previous=previous)
    assert (path.read_bytes(), previous.read_bytes()) == (b"3", b"2")


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(Unreadable):
            read_whole(tmp_path / name)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(Unreadable, match="too large"):
        read_whole(tmp_path / "large")
    assert read_whole(tmp_path / "nothing") is None


def test_a_journal_is_never_half_written(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    before = contents(folder)

    def broken(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(StoreError, match="Input/output error"):
        store.matches.save(play_round(journal, Random(3), AT), based_on=journal.match.revision)
    assert contents(folder) == before
    assert isinstance(store.matches.load("k3f9"), Journal)
