"""One operation tried again and again on copies of one folder, with a fault in the middle of it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.store.protocol import StoreError
from tests.store.torture_aftermath import Damaged, Held, between, held_in, is_somewhere, left_in, wrong_in
from tests.store.torture_disk import Call, Disk, not_safe
from tests.store.torture_operations import Operation, Refused, Step


class Trials:
    """One operation, and what each of its steps begins with and leads to."""

    def __init__(self, base: Path, operation: Operation, *, thorough: bool = True) -> None:
        """Do it once without harm.

        Args:
            base: has the folder `template`, and gets others.
            operation: what is done.
            thorough: whether everything is looked at once more after a step was done again.
        """
        self.operation = operation
        self.thorough = thorough
        self.where = base / "trial"
        self.stages: list[Path] = []
        """The folder before every step, and after the last."""
        self.held: list[Held] = []
        """What is in it."""
        self.calls: list[list[Call]] = []
        """What every step does to the disk."""
        self.seconds = 0.0
        """How long all steps take."""
        self.faults: list[str] = []
        stage = base / f"{operation.name} 0"
        shutil.copytree(base / "template", stage)
        operation.prepare(stage)
        self._take(stage)
        for number, step in enumerate(operation.steps, start=1):
            self.fresh(number - 1)
            disk = Disk()
            begin = time.monotonic()
            with disk.watched():
                step(self.where)
            self.seconds += time.monotonic() - begin
            self.calls.append(disk.calls)
            self.faults += [f"{step.__name__}: {each}" for each in not_safe(disk.calls)]
            stage = base / f"{operation.name} {number}"
            self.where.rename(stage)
            self._take(stage)

    def _take(self, stage: Path) -> None:
        self.stages.append(stage)
        self.held.append(held_in(stage / "data", self.faults))

    def fresh(self, step: int) -> None:
        """Put the folder as it is before that step, from 0, in the place where it is done."""
        shutil.rmtree(self.where, ignore_errors=True)
        shutil.copytree(self.stages[step], self.where, symlinks=True)

    def wrong(self, before: Held, after: Held) -> Iterator[str]:
        """What is wrong after a step that began with the one and was to lead to the other."""
        data = self.where / "data"
        found: list[str] = []
        now = held_in(data, found)
        yield from found
        yield from between(now, before, after)
        if self.operation.damaged:
            for path in (self.stages[0] / "data").rglob("*.json"):
                raw = path.read_bytes()
                derived = path.name in ("index.json", "digests.json")  # made again from what they were made of
                if not raw.strip(b"\0") and not derived and not is_somewhere(data, raw):
                    yield f"what could not be read of {path.name} is gone"
        elif data.exists():
            yield from wrong_in(data, now)

    def again(self, step: Step, after: Held) -> Iterator[str]:
        """Do the step again where it is not done, and tidy up; what is wrong then."""
        found: list[str] = []
        data = self.where / "data"
        if held_in(data, found) != after:
            try:
                step(self.where)
            except (Refused, StoreError) as error:
                yield f"again it is refused: {error}"
        now = held_in(data, found)
        yield from found
        yield from (f"again: {each}" for each in between(now, after, after))
        yield from (f"left: {each}" for each in left_in(data))
        if not self.operation.damaged and self.thorough:
            yield from (f"again: {each}" for each in wrong_in(data, now))
        if any(isinstance(value, Damaged) for value in now.values()):
            yield "again: something is still damaged"

    def done(self) -> None:
        """Remove the folders."""
        for stage in [*self.stages, self.where]:
            shutil.rmtree(stage, ignore_errors=True)
