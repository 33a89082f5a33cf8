"""What else may be in the way: no permission, a vanished folder, a clock set back, locks of the dead or stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.journal import Draft
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.locks import BRIEF, WAIT, Locks
from scorekeeper.store.matches import MatchFiles
from scorekeeper.store.opening import open_store
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import Store, StoreError
from tests.store.conftest import FixedClock
from tests.store.torture_aftermath import held_in, wrong_in
from tests.store.torture_operations import AT, clock, furnish
from tests.strategies import play_round, played
from tests.terminal import command as own_process

ROOT = Path(__file__).parents[2]
Open = Callable[[], Store]


@pytest.fixture
def furnished(folder: Path) -> Path:
    """The data folder with something of every kind in it."""
    furnish(folder.parent)
    return folder


# No permission


@pytest.fixture(scope="module")
def forbidden(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, dict[str, Any]]]:
    """What every command did with something forbidden: by what that is and by command."""
    base = tmp_path_factory.mktemp("nobody", numbered=True)
    for path in (base, base.parent):
        path.chmod(0o755)
    root = Path("/dev/shm") if Path("/dev/shm").is_dir() else base  # the folders above may be forbidden to nobody
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.torture_nobody", str(root / f"nobody-{os.getpid()}")],
        cwd=ROOT, capture_output=True, check=False, text=True,
    )  # fmt: skip
    subprocess.run(["rm", "-rf", str(root / f"nobody-{os.getpid()}")], check=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(done.stdout)
    return found


def test_whatever_is_forbidden_is_said_and_nothing_is_lost(forbidden: dict[str, dict[str, dict[str, Any]]]) -> None:
    refusals = 0
    for what, each in forbidden.items():
        for command, did in each.items():
            where = f"{what}, {command}: {did}"
            assert did["code"] in (0, 1), where
            assert not did["damaged"], where
            assert not did["aside"] or (what, command) == ("the list", "doctor --repair"), where
            assert "Traceback" not in did["complained"], where
            if did["code"] and "doctor" not in command:
                refusals += 1
                assert "there is no permission" in did["complained"], where
                # A name is changed match by match; repeating it does the rest.
                assert did["same"] or "rename" in command, where
            if did["code"] and not (command.startswith("backup") and did["said"]):  # one that lacks something is there
                assert did["again"] == 0, where
    assert refusals > 50


def test_whoever_may_only_read_reads(forbidden: dict[str, dict[str, dict[str, Any]]]) -> None:
    for what in ("the folder", "the matches", "the list", "what is remembered", "the locks", "the copies", "the trash"):
        for command in ("show live", "show --json", "history", "players", "export --all"):
            did = forbidden[what][command]
            assert did["code"] == 0, (what, command, did)
            assert did["said"] == forbidden["the trash"][command]["said"]
    # Settings that cannot be read keep nobody from a match.
    did = forbidden["players and settings"]["players"]
    assert (did["code"], "before their last change" in did["complained"]) == (0, True)
    assert forbidden["players and settings"]["score 0 7 9 --match live"]["code"] == 0


def test_a_doctor_says_what_is_forbidden(forbidden: dict[str, dict[str, dict[str, Any]]]) -> None:
    for what, each in forbidden.items():
        did = each["doctor"]
        assert did["code"] == (0 if what in ("the list", "what is remembered") else 1), (what, did)
        assert "is gone" not in did["said"], (what, did)
    assert forbidden["the list"]["doctor --repair"]["code"] == 0


# A folder that vanishes under an open window


def _changes() -> list[Callable[[Store], object]]:
    def save(store: Store) -> None:
        journal = play_round(played("live", ["Ana", "Boris", "Chi"], 3, highest=6), Random(1), AT)
        store.matches.save(journal, based_on=3)

    return [
        save,
        lambda store: store.matches.save_draft("live", Draft(4, 3, (("Ana", "1"),))),
        lambda store: store.matches.create(played("new", ["Ana", "Boris"], 1)),
        lambda store: store.players.identify(["Somebody"]),
        lambda store: store.settings.put("theme", "dark"),
        lambda store: store.matches.delete("done", AT),
        lambda store: store.matches.restore("gone"),
        lambda store: store.players.rename(store.players.find("Ana").id, "Anna"),
    ]


@pytest.mark.parametrize("number", range(len(_changes())))
def test_a_folder_that_vanished_is_not_made_anew(furnished: Path, number: int) -> None:
    store = open_store(furnished, clock=clock)
    store.matches.load("live")
    away = furnished.with_name("away")
    furnished.rename(away)
    with pytest.raises(StoreError) as caught:
        _changes()[number](store)
    assert "\n" not in str(caught.value)
    assert not furnished.exists()
    assert store.matches.stamp("live") is None
    away.rename(furnished)
    before = held_in(furnished, [])
    _changes()[number](store)
    assert held_in(furnished, []) != before
    assert not wrong_in(furnished, held_in(furnished, []))


def test_a_folder_that_is_there_later_is_seen(furnished: Path) -> None:
    away = furnished.with_name("away")
    furnished.rename(away)
    store = open_store(furnished, clock=clock)
    assert (store.matches.summaries(), store.players.known()) == ((), ())
    away.rename(furnished)
    assert len(store.matches.summaries()) == 4
    assert store.matches.load("live").match.id == "live"


# A clock that was set back


def _ahead(folder: Path, days: float) -> None:
    """Give every file the time that it has when the clock was set back after it was written."""
    for path in folder.rglob("*.json"):
        at = time.time() + days * 86400
        os.utime(path, (at, at))


@pytest.mark.parametrize("days", [1 / 24, 400])
def test_the_match_changed_last_is_that_one_when_the_clock_was_set_back(furnished: Path, days: float) -> None:
    _ahead(furnished, days)
    for match_id, rounds in (("live", 4), ("last", 6), ("live", 5)):
        store = open_store(furnished, clock=clock)
        before = store.matches.load(match_id)
        after = before.change("note", changes.set_note(before.match, f"{rounds}"), AT)
        store.matches.save(after, based_on=before.match.revision)
        again = open_store(furnished, clock=clock)
        assert again.matches.open_ids()[0] == match_id
        assert again.matches.last_id() == match_id
        assert {each.id: each.note for each in again.matches.summaries()}[match_id] == f"{rounds}"
    store.matches.save_draft("last", Draft(7, 0, (("Ana", "1"),)))
    assert open_store(furnished, clock=clock).matches.last_id() == "last"
    store.matches.save_draft("last", Draft(3, 0, (("Ana", "1"),)))
    store.matches.save_draft("live", None)
    assert open_store(furnished, clock=clock).matches.last_id() in ("last", "live")
    store.matches.create(played("new", ["Ana", "Boris"], 1))
    assert open_store(furnished, clock=clock).matches.open_ids()[0] == "new"
    assert open_store(furnished, clock=clock).matches.last_id() == "new"
    assert not wrong_in(furnished, held_in(furnished, []))


def test_what_is_remembered_follows_though_times_are_ahead(furnished: Path) -> None:
    for count in range(3):
        _ahead(furnished, 1)
        store = open_store(furnished, clock=clock)
        store.matches.summaries()
        store.players.digests()
        before = store.matches.load("done")
        after = before.change("note", changes.set_note(before.match, f"note {count}"), AT)
        store.matches.save(after, based_on=before.match.revision)
        for each in (store, open_store(furnished, clock=clock)):
            assert {one.id: one.note for one in each.matches.summaries()}["done"] == f"note {count}"
        assert not wrong_in(furnished, held_in(furnished, []))


def test_nothing_is_pushed_out_by_what_was_deleted_or_set_aside_at_the_same_moment(
    folder: Path, clock: FixedClock, open_again: Open
) -> None:
    store = open_again()
    for turn in range(4):
        store.matches.create(played(f"m{turn}", ["Ana", "Boris"], 1))
        store.matches.delete(f"m{turn}", AT)
        store.settings.put("theme", f"{turn}")
        (folder / "app.json").write_bytes(b"{" * (turn + 1))
        store = open_again()
        store.settings.get("theme")
        clock.forward(-1)
    assert len(store.matches.trash()) == 4
    assert {Path(each.path).read_bytes() for each in store.matches.set_aside()} == {b"{" * n for n in range(1, 5)}
    for turn in range(4):
        store.matches.restore(f"m{turn}")
    assert not Doctor(folder, clock).examine().findings


def test_what_is_deleted_stays_its_thirty_days_though_the_clock_goes_back(
    store: Store, open_again: Open, clock: FixedClock
) -> None:
    store.matches.create(played("k3f9", ["Ana", "Boris"], 1))
    clock.forward(20)
    store.matches.delete("k3f9", clock.now.isoformat())
    clock.forward(-20)
    store.matches.create(played("other", ["Ana", "Boris"], 1))
    store.matches.delete("other", (clock.now - timedelta(days=31)).isoformat())
    assert [gone.id for gone in open_again().matches.trash()] == ["k3f9"]
    assert open_again().matches.restore("k3f9") == "k3f9"


# Locks


@contextmanager
def locked(folder: Path, *names: str) -> Iterator[None]:
    """Hold locks, as a window does that was stopped in the middle of a write."""
    locks = Locks(Places(folder).locks)
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(locks.hold(name))
        yield


def patient(folder: Path, seconds: float) -> Store:
    """The store, waiting so long for others."""
    store = open_store(folder, clock=clock)
    assert isinstance(store.matches, MatchFiles)
    store.matches.locks.wait = seconds
    return store


def test_nobody_waits_without_a_word_for_what_is_made_again(furnished: Path) -> None:
    begin = time.monotonic()
    with locked(furnished, "recent", "index", "digests", "app"):
        (furnished / "index.json").unlink()
        (furnished / "digests.json").unlink()
        (furnished / "recent.json").unlink()
        store = patient(furnished, 60)
        assert len(store.matches.summaries()) == 4
        assert len(store.players.digests()) == 2
        assert set(store.matches.open_ids()) == {"live", "last"}
        assert store.matches.load("live").match.id == "live"
        assert len(store.players.known()) == 5
        store.matches.delete("done", AT)
    assert time.monotonic() - begin < 8 * BRIEF + 1


def test_whoever_has_to_wait_is_told_and_tries_again(furnished: Path) -> None:
    for number, change in enumerate(_changes()):
        store = patient(furnished, 0.02)
        with locked(furnished, "recent", "app", *(f"match-{each:02}" for each in range(64))):
            before = held_in(furnished, [])
            with pytest.raises(StoreError, match="another window or command is writing the same data"):
                change(store)
            assert held_in(furnished, []) == before
        change(store)
        assert not wrong_in(furnished, held_in(furnished, [])), number


def test_a_lock_file_of_a_dead_process_is_no_obstacle(furnished: Path) -> None:
    for path in (furnished / "locks").iterdir():
        path.write_bytes(b"4711")
        path.chmod(0o400)
    for change in _changes():
        change(patient(furnished, 0))


@pytest.mark.torture
def test_a_process_that_was_stopped_in_the_middle_of_a_write(furnished: Path, tell: Callable[[str], None]) -> None:
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom scorekeeper.store.locks import Locks\n"
        "locks = Locks(Path(sys.argv[1]))\n"
        "with locks.hold(locks.match('live')), locks.hold('app'), locks.hold('recent'), locks.hold('index'):\n"
        "    print('held', flush=True)\n    os.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    stopped = subprocess.Popen([sys.executable, "-c", code, str(furnished / "locks")], stdout=subprocess.PIPE, cwd=ROOT)
    assert stopped.stdout is not None
    assert stopped.stdout.readline() == b"held\n"
    times: list[float] = []
    try:
        for arguments in (["score", "0", "7", "9", "--match", "live"], ["archive", "Ana"], ["delete", "live"]):
            begin = time.monotonic()
            done = own_process(furnished, *arguments)
            times.append(time.monotonic() - begin)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
            assert "another window or command is writing" in done.stderr
        for arguments in (
            ["history"],
            ["players"],
            ["show", "live"],
            ["delete", "done"],
            ["note", "x", "--match", "last"],
        ):
            begin = time.monotonic()
            done = own_process(furnished, *arguments)
            assert done.returncode == 0, done.stderr
            assert time.monotonic() - begin < WAIT
    finally:
        os.kill(stopped.pid, signal.SIGCONT)
        assert stopped.wait(timeout=20) == 0
        stopped.stdout.close()
    assert all(WAIT <= each < WAIT + 2 for each in times)
    assert own_process(furnished, "score", "0", "7", "9", "--match", "live").returncode == 0
    tell(
        f"a process stopped in the middle of a write: commands that need the same file waited {min(times):.1f} to "
        f"{max(times):.1f} s and said so; the others did not wait"
    )
