"""Measures the targets of speed, each as a ratio to its floor in the same run: python -m tests.benchmark [--short].

Milliseconds of one machine say little to another; what is printed is the median of each side, taken in turn, and their
ratio. Nothing here fails: it tells.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fcntl import ioctl
from pathlib import Path
from statistics import median
from unittest.mock import patch

from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.figures import player_figures
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.playrecord import judge_record
from scorekeeper.rules.referee import Play, State, judge, new_round
from scorekeeper.rules.tiles import tiles_of_set
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store
from scorekeeper.store.remembered import files_in
from tests.rules.brute_referee import invented_round
from tests.rules.layouts import full_double_eighteen

START = datetime(2020, 1, 1, 18, 0, tzinfo=UTC)
NAMES = ("Ana", "Boris", "Chi", "Dan", "Eva", "Frida", "Goran", "Hana", "Ivo", "Jana")

FRAME = 1000 / 60
"""Milliseconds of one frame."""

EMPTY_APP = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready")
Empty().run()
"""

BARE_TABLE = """
from textual.app import App
from textual.widgets import DataTable, Input
class Bare(App):
    def compose(self):
        yield DataTable()
        yield Input()
    def on_mount(self):
        table = self.query_one(DataTable)
        table.can_focus = False
        self.keys = table.add_columns(*(f"name {n}" for n in range(10)))
        self.rows = [table.add_row(*(str(20 + n) for n in range(10))) for _ in range(19)]
        self.query_one(Input).focus()
    def on_input_changed(self, event):
        self.query_one(DataTable).update_cell(self.rows[-1], self.keys[0], event.value)
Bare().run()
"""


@dataclass(frozen=True)
class Measured:
    """One target beside its floor, and beside what it is with ten past matches."""

    number: str
    what: str
    ours: float
    """Milliseconds, or whatever `unit` says; among many past matches where that can matter."""
    floor: float
    target: float | None
    """The ratio to the floor that is not to be passed; None for what is only told."""
    floor_name: str
    unit: str = "ms"
    few: float | None = None
    """The same with ten past matches; None where matches play no part."""
    few_target: float | None = None
    """The ratio to that which is not to be passed."""

    @property
    def is_met(self) -> bool:
        """Whether neither ratio passes its target."""
        held = self.target is None or self.ours <= self.target * self.floor
        return held and (self.few is None or self.few_target is None or self.ours <= self.few_target * self.few)

    def line(self) -> str:
        """One row of the table."""
        told = (
            f"{self.number:<3} {self.what:<38} {self.ours:8.2f} {self.unit:<4}"
            f" / {self.floor:8.2f} {self.floor_name:<27} = {self.ours / self.floor:5.2f} {_allowed(self.target):<8}"
        )
        if self.few is not None:
            told += f"  with 10 matches {self.few:8.2f} = {self.ours / self.few:5.2f} {_allowed(self.few_target):<8}"
        return f"{told.rstrip()}  {'ok' if self.is_met else 'MISSED'}"


def _allowed(target: float | None) -> str:
    return "" if target is None else f"(<= {target:.4g})"


# Data


def played(match_id: str, at: datetime, *, rounds: int, players: int = 4, highest: int = 9) -> Journal:
    """A match with so many rounds, its winner changing with the id."""
    names = NAMES[:players]
    journal = Journal(changes.start(match_id, at.isoformat(), names, highest, 7, STANDARD))
    for number in range(1, rounds + 1):
        out = (number + len(match_id)) % players
        row = [str(0 if seat == out else 5 + (seat * 7 + number * 3) % 31) for seat in range(players)]
        hands = tuple(parse_hand(text, highest) for text in row)
        at += timedelta(minutes=10)
        journal = journal.change("round", changes.record_round(journal.match, hands), at.isoformat(), number)
    return journal


def filled(folder: Path, matches: int) -> Store:
    """A store with so many finished matches, written without waiting for the disk."""
    store = open_store(folder, clock=lambda: START)
    with patch("os.fsync", lambda _fd: None):
        for index in range(matches):
            store.matches.create(played(f"m{index:05}", START + timedelta(hours=3 * index), rounds=10))
    return store


# Clocks


def whole_process(*command: str, env: dict[str, str]) -> float:
    """Milliseconds of a whole process."""
    began = time.perf_counter()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - began) * 1000


@contextmanager
def in_terminal(command: list[str], env: dict[str, str]) -> Iterator[int]:
    """A process in a pseudo-terminal of 100x30; gives the other end of the terminal."""
    pid, fd = pty.fork()
    if pid == 0:  # pragma: no cover
        os.execve(command[0], command, env)
    try:
        ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        yield fd
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(fd)


def read_until(fd: int, marker: bytes, patience: float = 20.0) -> bytes:
    """What the process writes up to and with `marker`."""
    seen = b""
    end = time.monotonic() + patience
    while marker not in seen:
        if time.monotonic() > end:
            raise TimeoutError(f"never saw {marker!r} in {seen[-400:]!r}")
        if select.select([fd], [], [], 0.05)[0]:
            seen += os.read(fd, 65536)
    return seen


def read_until_quiet(fd: int, quiet: float = 0.08) -> float:
    """Read until nothing has come for `quiet` seconds; gives the time of the last byte."""
    last = time.perf_counter()
    while select.select([fd], [], [], quiet)[0]:
        os.read(fd, 65536)
        last = time.perf_counter()
    return last


def first_frame(command: list[str], env: dict[str, str], marker: bytes) -> float:
    """Milliseconds from starting a process to its first frame with `marker`."""
    began = time.perf_counter()
    with in_terminal(command, env) as fd:
        read_until(fd, marker)
        return (time.perf_counter() - began) * 1000


def keys(command: list[str], env: dict[str, str], marker: bytes, count: int) -> tuple[float, float]:
    """Median milliseconds from a key to its first byte on the screen, and to the last."""
    painted, settled = [], []
    with in_terminal(command, env) as fd:
        read_until(fd, marker)
        read_until_quiet(fd, 0.5)
        for index in range(count):
            began = time.perf_counter()
            os.write(fd, b"7" if index % 2 == 0 else b"\x7f")
            select.select([fd], [], [], 5)
            painted.append((time.perf_counter() - began) * 1000)
            settled.append((read_until_quiet(fd) - began) * 1000)
    return median(painted), median(settled)


def in_turn(runs: int, *clocks: Callable[[], float]) -> list[float]:
    """The median of each clock, read in turn so that all see the same machine."""
    taken: list[list[float]] = [[] for _clock in clocks]
    for _run in range(runs):
        for index, clock in enumerate(clocks):
            taken[index].append(clock())
    return [median(each) for each in taken]


# Targets


def environment(folder: Path) -> dict[str, str]:
    """What a process is started with."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return {**kept, "SCOREKEEPER_DATA": str(folder), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def start_up(few: Path, many: Path, runs: int) -> Iterator[Measured]:
    """T1 and T2."""
    app = [sys.executable, "-m", "scorekeeper"]
    empty = [sys.executable, "-c", EMPTY_APP]
    name = NAMES[0].encode()
    ours, ours_few, floor = in_turn(
        runs,
        lambda: first_frame(app, environment(many), name),
        lambda: first_frame(app, environment(few), name),
        lambda: first_frame(empty, environment(few), b"ready"),
    )
    yield Measured(
        "T1", "first frame, unfinished match open", ours, floor, 1.3, "an empty Textual app", "ms", ours_few, 1.05
    )
    version, version_few, show, show_few, bare = in_turn(
        runs,
        lambda: whole_process(*app, "--version", env=environment(many)),
        lambda: whole_process(*app, "--version", env=environment(few)),
        lambda: whole_process(*app, "show", env=environment(many)),
        lambda: whole_process(*app, "show", env=environment(few)),
        lambda: whole_process(sys.executable, "-c", "pass", env=environment(few)),
    )
    yield Measured("T2", "scorekeeper --version", version, bare, 2.5, "python -c pass", "ms", version_few)
    yield Measured("T2", "scorekeeper show", show, bare, 6, "python -c pass", "ms", show_few)


def typing(few: Path, many: Path, runs: int) -> Iterator[Measured]:
    """T3: ten players, eighteen rounds of nineteen."""
    for folder in (few, many):
        store = open_store(folder, clock=lambda: START)
        store.matches.create(played("big", START + timedelta(days=5000), rounds=18, players=10, highest=18))
    app = [sys.executable, "-m", "scorekeeper"]
    bare = [sys.executable, "-c", BARE_TABLE]
    ours, ours_few, floor = [], [], []
    for _run in range(max(1, runs // 3)):
        ours.append(keys(app, environment(many), b"Jana", 20 if runs > 1 else 4))
        ours_few.append(keys(app, environment(few), b"Jana", 20 if runs > 1 else 4))
        floor.append(keys(bare, environment(few), b"name 9", 20 if runs > 1 else 4))
    for index, what in enumerate(("key to digit painted", "key to whole table settled")):
        mine, mine_few, theirs = (median(each[index] for each in taken) for taken in (ours, ours_few, floor))
        yield Measured("T3", what, mine, theirs, 1.2, "DataTable and Input", "ms", mine_few)


def saving(few: Path, many: Path, runs: int) -> Iterator[Measured]:
    """T4."""

    def saver(folder: Path) -> Callable[[], float]:
        store = open_store(folder, clock=lambda: START)
        match_id = f"save{os.getpid()}"
        store.matches.create(played(match_id, START + timedelta(days=6000), rounds=5))
        base = store.matches.load(match_id)
        state = {"journal": base, "flip": 0}

        def save() -> float:
            journal: Journal = state["journal"]  # type: ignore[assignment]
            state["flip"] = 1 - int(state["flip"])  # type: ignore[call-overload]
            rows = "0 7 9 11" if state["flip"] else "0 8 9 11"
            hands = tuple(parse_hand(text, 9) for text in rows.split())
            changed = journal.change("correction", changes.correct_round(journal.match, 5, hands), START.isoformat(), 5)
            # The same size every time, as a round that follows a round has it.
            changed = Journal(changed.match.edit(corrections=()), journal.undo, ())
            began = time.perf_counter()
            store.matches.save(changed, based_on=journal.match.revision)
            took = (time.perf_counter() - began) * 1000
            state["journal"] = changed
            return took

        save()
        return save

    few_save, many_save = saver(few), saver(many)
    written = next((few / "matches").glob(f"*save{os.getpid()}*")).read_bytes()
    place = few / "floor"
    place.mkdir()

    def floor() -> float:
        began = time.perf_counter()
        with (place / "temp").open("wb") as file:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        (place / "temp").replace(place / "file")
        folder = os.open(place, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        return (time.perf_counter() - began) * 1000

    ours, ours_many, least = in_turn(runs * 10, few_save, many_save, floor)
    yield Measured("T4", "a round saved", ours_many, least, 1.5, "temp, fsync, replace, fsync", "ms", ours, 1.2)


def figures(few: Path, many: Path, runs: int) -> Iterator[Measured]:
    """T5, as far as it needs no screen: the book of many matches in memory, and read from the disk."""

    def asked(folder: Path) -> Callable[[], float]:
        digests = open_store(folder, clock=lambda: START).players.digests()
        who = digests[0].players[0].who  # sat in every match
        return lambda: milliseconds(lambda: player_figures(digests, who))

    ours_few, ours = in_turn(runs * 3, asked(few), asked(many))
    yield Measured(
        "T5", "figures of one player", ours, 3 * ours_few + FRAME, 1, "3 x with 10, and a frame", "ms", ours_few
    )

    def read_whole(name: str) -> float:
        def read() -> None:
            with (many / name).open("rb") as file:
                for line in file:
                    json.loads(line)
            files_in(many / "matches")

        return milliseconds(read)

    open_store(many, clock=lambda: START).matches.summaries()
    listed, index = in_turn(
        runs,
        lambda: milliseconds(lambda: open_store(many, clock=lambda: START).matches.summaries()),
        lambda: read_whole("index.json"),
    )
    yield Measured("T5", "the list of many matches read", listed, index, 4, "its file as JSON, and a scan")
    digested, file = in_turn(
        runs,
        lambda: milliseconds(lambda: open_store(many, clock=lambda: START).players.digests()),
        lambda: read_whole("digests.json"),
    )
    yield Measured("T5", "what figures rest on read", digested, file, 4, "its file as JSON, and a scan")


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def record_book(few: Path, many: Path, runs: int) -> Iterator[Measured]:
    """T5 on the screen: the list of matches opened, and narrowed down by a key."""
    taken: dict[Path, list[tuple[float, float]]] = {few: [], many: []}
    for _look in range(max(1, runs // 2)):
        for folder, looks in taken.items():
            looks.append(book_opened(folder))
    for index, (what, target) in enumerate((("record book, first rows", 2.0), ("record book, narrowed by a key", 3.0))):
        ours, ours_few = (median(each[index] for each in taken[folder]) for folder in (many, few))
        yield Measured("T5", what, ours, ours_few, target, "with 10 matches", "ms", ours_few, target)


def book_opened(folder: Path) -> tuple[float, float]:
    """Milliseconds from F3 to the first row of a finished match, and from a letter to the last change it brings."""
    with in_terminal([sys.executable, "-m", "scorekeeper"], environment(folder)) as fd:
        read_until(fd, NAMES[0].encode())
        read_until_quiet(fd, 0.5)
        began = time.perf_counter()
        os.write(fd, b"\x1bOR")
        read_until(fd, "★".encode())
        opened = (time.perf_counter() - began) * 1000
        read_until_quiet(fd, 1.0)
        began = time.perf_counter()
        os.write(fd, b"a")
        return opened, (read_until_quiet(fd, 0.4) - began) * 1000


def memory(few: Path, many: Path) -> Iterator[Measured]:
    """T7: the most memory a process had with the record book of many matches open."""
    app = [sys.executable, "-m", "scorekeeper"]
    ours, ours_few = (most_memory(app, environment(folder), NAMES[0].encode(), b"\x1bOR") for folder in (many, few))
    floor = most_memory([sys.executable, "-c", EMPTY_APP], environment(many), b"ready", b"")
    yield Measured("T7", "peak memory, record book open", ours, floor, 1.6, "an empty Textual app", "MiB", ours_few)


def most_memory(command: list[str], env: dict[str, str], marker: bytes, typed: bytes) -> float:
    """Peak MiB of a process that has drawn `marker`, got what was `typed`, and come to rest."""
    with in_terminal(command, env) as fd:
        read_until(fd, marker)
        read_until_quiet(fd, 0.5)
        os.write(fd, typed)
        read_until_quiet(fd, 1.2)
        status = Path(f"/proc/{process_of(fd)}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024


def process_of(fd: int) -> int:
    """The process that reads from this terminal."""
    return os.tcgetpgrp(fd)


def judging() -> Iterator[Measured]:
    """T6: one verdict with a full double-eighteen layout on the table, beside one with a layout of a few tiles."""
    few, many = (table_with(count) for count in (20, 184))
    tiles = tiles_of_set(18)

    def verdicts(state: State) -> float:
        # Each tile as a person asks about it: where would it lie, and may it?
        took = milliseconds(
            lambda: [judge(state, Play(state.turn or 0, tile, state.layout.aim(tile))) for tile in tiles]
        )
        return took / len(tiles)

    ours, floor = in_turn(9, lambda: verdicts(many), lambda: verdicts(few))
    yield Measured("T6", "a verdict, full double-eighteen layout", ours, 1.0, 1.0, "one millisecond")
    yield Measured("T6", "a verdict among many tiles", ours, floor, None, "among twenty")


def random_rounds(rounds: int) -> Iterator[Measured]:
    """T6, only told: random rounds of any set, players and house rules, a fifth of their actions wrong, judged."""
    records = [invented_round(seed) for seed in range(rounds)]
    steps = sum(len(record["steps"]) for record in records)
    took = milliseconds(lambda: [judge_record(record) for record in records])
    yield Measured("T6", f"{rounds:,} random rounds, {steps:,} steps", took, steps, None, "steps")


def table_with(tiles: int) -> State:
    """A round of ten players with so many tiles of a double-eighteen set on the table, hands unseen."""
    state = new_round(18, 18, (20,) * 10, 0)
    for lying in full_double_eighteen().placed[:tiles]:
        ruling = judge(state, Play(state.turn or 0, lying.tile, lying.on))
        assert ruling.legal, ruling.reason
        state = ruling.state
    return state


def counting() -> Iterator[Measured]:
    """T8: keys for a round of four players."""
    yield Measured("T8", "keys for a round of four", len("0 23 41 17\r"), 10, 1.1, "digits and gaps", "keys")
    yield Measured("T8", "with the double-blank", len("0 23* 41 17\r"), 10, 1.2, "digits and gaps", "keys")


def measure(*, short: bool = False) -> list[Measured]:
    """Every target; the short form takes fewer runs among fewer matches."""
    runs, matches = (1, 30) if short else (15, 10_000)
    with tempfile.TemporaryDirectory() as name:
        few, many = Path(name) / "few", Path(name) / "many"
        filled(few, 10).matches.create(played("open", START + timedelta(days=4000), rounds=3))
        filled(many, matches).matches.create(played("open", START + timedelta(days=4000), rounds=3))
        return [
            *start_up(few, many, runs),
            *saving(few, many, runs),
            *typing(few, many, runs),
            *figures(few, many, runs),
            *record_book(few, many, runs),
            *judging(),
            *random_rounds(10 if short else 1000),
            *memory(few, many),
            *counting(),
        ]


def main() -> None:
    """Print every target as a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer runs among fewer matches")
    found = measure(short=parser.parse_args().short)
    for measured in found:
        print(measured.line(), flush=True)
    missed = [measured.number for measured in found if not measured.is_met]
    print(f"missed: {', '.join(missed)}" if missed else "every target is met")


if __name__ == "__main__":
    main()
