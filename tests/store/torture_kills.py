"""Kills in the middle of everything that writes; a program of its own, as it forks.

python -m tests.store.torture_kills aimed FOLDER MOST         kill before each call to the disk, and within each write
python -m tests.store.torture_kills random FOLDER TIMES SEED  kill at any moment, from outside

MOST is how many of these points of each operation are tried, spread over all of them; TIMES is for all operations.

Prints what was found as JSON. After every kill: what was acknowledged is there, everything else is as it was or as it
was to be, nothing is damaged or there twice, and doing it again does the rest.
"""

from __future__ import annotations

import json
import os
import pkgutil
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import scorekeeper
from tests.store.torture_disk import Disk, killing
from tests.store.torture_operations import OPERATIONS, Step, furnish
from tests.store.torture_trials import Trials

_write = os.write
_ALL = 1000
"""More points than any operation has."""


class Kills(Trials):
    """Kills one operation."""

    kills = 0
    acknowledged = 0

    def kill_at(self, step: int, at: int, *, torn: bool = False) -> None:
        """Have a process do a step (from 0) and kill itself at a call to the disk."""
        self.fresh(step)
        child = os.fork()
        if child == 0:
            _do(self.operation.steps[step : step + 1], self.where, Disk(killing(at, torn=torn)), None)
        self._reap(child, step, f"before call {at}" if not torn else f"within call {at}")

    def kill_within(self, seconds: float) -> None:
        """Have a process do all steps, and kill it after a while."""
        self.fresh(0)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _do(self.operation.steps, self.where, None, writer)
        os.close(writer)
        os.read(reader, 1)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        done = len(os.read(reader, 100))
        os.close(reader)
        self._reap(child, done, f"{seconds * 1000:.1f} ms on", finished=done == len(self.operation.steps))

    def _reap(self, child: int, step: int, when: str, *, finished: bool = False) -> None:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        self.kills += 1
        self.acknowledged += step
        names = [each.__name__ for each in self.operation.steps]
        begin = f"{self.operation.name}, {names[min(step, len(names) - 1)]}, killed {when}: "
        if code not in (-signal.SIGKILL, 0) or (code == 0 and not finished):
            self.faults.append(begin + f"it ended with {code}")
        before, after = self.held[step], self.held[min(step + 1, len(names))]
        self.faults += [begin + each for each in self.wrong(before, after)]
        if not finished:
            self.faults += [begin + each for each in self.again(self.operation.steps[step], after)]


def _do(steps: tuple[Step, ...], where: Path, disk: Disk | None, writer: int | None) -> NoReturn:
    """Do steps, telling after each that it is done, and end."""
    try:
        if writer is not None:
            _write(writer, b"b")
        for step in steps:
            with nullcontext() if disk is None else disk.watched():
                step(where)
            if writer is not None:
                _write(writer, b"d")
        if disk is not None:
            os.kill(os.getpid(), signal.SIGKILL)  # straight after the last call
        os._exit(0)
    finally:
        traceback.print_exc()
        os._exit(3)


def _all_imported() -> None:
    """Import everything now, so that a step takes the time of what it does."""
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if not module.name.startswith(("scorekeeper.ui", "scorekeeper.rating", "scorekeeper.__main__")):
            import_module(module.name)


def _on_all(base: Path, torture: Callable[[Kills], None], *, thorough: bool = True) -> dict[str, Any]:
    _all_imported()
    (base / "template").mkdir(parents=True)
    furnish(base / "template")
    found: dict[str, Any] = {"kills": {}, "acknowledged": 0, "faults": []}
    for operation in OPERATIONS:
        with operation.world():
            trials = Kills(base, operation, thorough=thorough)
            torture(trials)
        found["kills"][operation.name] = trials.kills
        found["acknowledged"] += trials.acknowledged
        found["faults"] += trials.faults
        trials.done()
    return found


def aimed(base: Path, most: int) -> dict[str, Any]:
    """Kill each operation at every call of every step, or at so many points that are spread over all of them."""

    def torture(trials: Kills) -> None:
        points = [
            (step, at, torn)
            for step, calls in enumerate(trials.calls)
            for at in range(len(calls) + 1)
            for torn in (False, True)
            if not torn or (at < len(calls) and calls[at].what == "write")
        ]
        few = min(most, len(points))
        for number in range(few):
            # The middle of each part, so that neither the first nor the last call is favoured.
            step, at, torn = points[(2 * number + 1) * len(points) // (2 * few)]
            trials.kill_at(step, at, torn=torn)

    return _on_all(base, torture, thorough=most >= _ALL)


def at_random(base: Path, times: int, seed: int) -> dict[str, Any]:
    """Kill each operation at any moment, so many times in all."""
    rng = Random(seed)

    def torture(trials: Kills) -> None:
        for _time in range(-(-times // len(OPERATIONS))):
            trials.kill_within(rng.random() * trials.seconds)

    return _on_all(base, torture)


if __name__ == "__main__":
    how, where, number, *more = sys.argv[1:]
    if how == "aimed":
        print(json.dumps(aimed(Path(where), int(number))))
    else:
        print(json.dumps(at_random(Path(where), int(number), int(more[0]))))
