"""A disk that is full at any one write of everything that writes: one sentence, nothing lost, and then it goes on."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules.journal import Draft
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store, StoreError
from tests.store.torture_aftermath import Held, held_in, wrong_in
from tests.store.torture_disk import LOOKS, NEEDS_ROOM, Disk, largest_file, refusing
from tests.store.torture_operations import AT, OPERATIONS, Operation, Refused, clock, command, furnish
from tests.store.torture_trials import Trials
from tests.strategies import play_round, played

_REASONS = ("the disk is full", "larger than is allowed", "Input/output error", "Nothing can be read from")
FEW = 3
"""Points of an operation that are tried in the normal run."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Has the folder that all operations begin with."""
    path = tmp_path_factory.mktemp("disk")
    (path / "template").mkdir()
    furnish(path / "template")
    return path


class Refusals(Trials):
    """Refuses writes of one operation."""

    done_all_the_same = 0
    refused = 0
    looking = False
    """Whether it is looks that are refused: then more may be told, and nobody can tidy up what cannot be seen."""

    def refuse(self, step: int, fault: Callable[[], object], when: str) -> None:
        """Do a step (from 0) while `fault`, a context, is there; and then without it."""
        self.fresh(step)
        before, after = self.held[step], self.held[step + 1]
        said = ""
        with fault():  # type: ignore[attr-defined]
            try:
                self.operation.steps[step](self.where)
            except (Refused, StoreError) as error:
                said = str(error).removeprefix("1: ")
        begin = f"{self.operation.name}, {self.operation.steps[step].__name__}, {when}: "
        found = [*self.wrong(before, after), *(() if self.looking else self._left())]
        if said:
            self.refused += 1
            found += self._not_clear(said, self.operation.steps[step].__name__)
        else:
            self.done_all_the_same += 1
            # A damaged file that stays where it is does not keep anybody from reading what there is of it.
            found += [] if self._held() == after or self.operation.damaged else ["it says that it is done"]
        found += self.again(self.operation.steps[step], after)
        self.faults += [begin + each for each in found]

    def _held(self) -> Held:
        return held_in(self.where / "data", [])

    def _left(self) -> Iterator[str]:
        for path in self.where.rglob("*"):
            if path.name.startswith(".") or path.name == "restoring":
                yield f"{path.name} was left"

    def _not_clear(self, said: str, step: str) -> Iterator[str]:
        # What is damaged is told too, and the doctor has a report.
        if "\n" in said.strip() and not (self.operation.damaged or self.looking or "doctor" in step):
            yield f"more than a sentence: {said}"
        if not any(why in said for why in _REASONS):
            yield f"it does not say why: {said}"


def points(trials: Trials) -> list[tuple[int, int]]:
    """Every write of every step: the step and the number of the write in it."""
    return [
        (step, at)
        for step, calls in enumerate(trials.calls)
        for at in range(sum(call.what in NEEDS_ROOM for call in calls))
    ]


READING = Operation(
    "reading",
    tuple(
        command(*each.split())
        for each in (
            "show", "show live", "history", "players", "players Ana", "export --all", "doctor", "check @all.json",
        )
    ),
    prepare=command("export", "--all", "-o", "@all.json"),
)  # fmt: skip


def break_all(base: Path, operation: Operation, most: int) -> Refusals:
    """Have the disk fail once for every call that looks at something, or for so many that are spread over all."""
    with operation.world():
        trials = Refusals(base, operation, thorough=False)
        trials.looking = True
        every: list[tuple[int, int]] = []
        for step, each in enumerate(operation.steps):
            trials.fresh(step)
            disk = Disk(reads=True)
            with disk.watched():
                each(trials.where)
            every += [(step, at) for at in range(sum(call.what in LOOKS for call in disk.calls))]
        few = min(most, len(every))
        for number in range(few):
            step, at = every[(2 * number + 1) * len(every) // (2 * few)]
            broken = refusing(at, errno.EIO, what=LOOKS)
            trials.refuse(step, lambda it=broken: Disk(it, reads=True).watched(), f"broken at look {at}")
        trials.done()
    return trials


def refuse_all(base: Path, operation: Operation, most: int) -> Refusals:
    """Refuse every write, or so many that are spread over all, by turns one alone and all from that one on."""
    with operation.world():
        trials = Refusals(base, operation, thorough=most > FEW)
        every = points(trials)
        few = min(most, len(every))
        for number in range(few):
            step, at = every[(2 * number + 1) * len(every) // (2 * few)]
            for for_good in (False, True) if few == len(every) else (number % 2 == 1,):
                how = "from" if for_good else "at"
                trials.refuse(
                    step, lambda at=at, it=for_good: Disk(refusing(at, for_good=it)).watched(), f"full {how} write {at}"
                )
        trials.done()
    return trials


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_a_disk_that_is_full_at_a_write(base: Path, operation: Operation) -> None:
    trials = refuse_all(base, operation, FEW)
    assert not trials.faults, "\n".join(trials.faults)
    assert trials.refused + trials.done_all_the_same == FEW


@pytest.mark.parametrize("operation", [READING, *OPERATIONS], ids=lambda each: each.name)
def test_a_disk_that_fails_somebody_who_looks(base: Path, operation: Operation) -> None:
    trials = break_all(base, operation, FEW)
    assert not trials.faults, "\n".join(trials.faults)


@pytest.mark.torture
def test_a_disk_that_fails_at_every_look(base: Path, tell: Callable[[str], None]) -> None:
    faults: list[str] = []
    refused = done = 0
    for operation in (READING, *OPERATIONS):
        trials = break_all(base, operation, 10_000)
        faults += trials.faults
        refused += trials.refused
        done += trials.done_all_the_same
    assert not faults, "\n".join(faults)
    tell(
        f"{refused + done:,} looks (stat, list, open, read) of {len(OPERATIONS) + 1} operations met a broken disk: "
        f"{refused:,} refusals of one sentence, {done:,} done all the same, nothing taken for missing or lost"
    )


@pytest.mark.torture
def test_a_disk_that_is_full_at_every_write(base: Path, tell: Callable[[str], None]) -> None:
    faults: list[str] = []
    refused = done = 0
    for operation in OPERATIONS:
        trials = refuse_all(base, operation, 10_000)
        faults += trials.faults
        refused += trials.refused
        done += trials.done_all_the_same
    assert not faults, "\n".join(faults)
    tell(
        f"{refused + done:,} writes of {len(OPERATIONS)} operations met a full disk, alone and with all after them: "
        f"{refused:,} refusals of one sentence, {done} done all the same, nothing lost, every one done afterwards"
    )


def _changes(number: int) -> list[Callable[[Store], object]]:
    """What an open window does; `number` makes it different from what was done before."""

    def save(store: Store) -> None:
        journal = store.matches.load("live")
        store.matches.save(play_round(journal, Random(number), AT), based_on=journal.match.revision)

    def finish(store: Store) -> None:
        journal = store.matches.load("last")
        done = journal.undone(AT) if journal.match.finished else play_round(journal, Random(number), AT)
        store.matches.save(done, based_on=journal.match.revision)

    def draft(store: Store) -> None:
        match = store.matches.load("live").match
        store.matches.save_draft("live", Draft(match.next_round, 0, (("Ana", str(number)),)))

    return [
        save, finish, draft,
        lambda store: store.matches.create(played(f"m{number}", ["Ana", "Boris"], number % 3)),
        lambda store: store.players.identify([f"P{number}"]),
        lambda store: store.settings.put("theme", f"theme {number}"),
        lambda store: store.matches.delete(f"m{number}", AT),
        lambda store: store.matches.restore(f"m{number}"),
    ]  # fmt: skip


def test_a_window_that_stays_open_goes_on_after_every_refusal(base: Path, tmp_path: Path) -> None:
    shutil.copytree(base / "template", tmp_path, dirs_exist_ok=True)
    store = open_store(tmp_path / "data", clock=clock)
    said: list[str] = []
    for number in range(len(_changes(0))):
        at = 0
        while True:
            before = held_in(tmp_path / "data", [])
            try:
                with Disk(refusing(at)).watched():
                    _changes(1)[number](store)
            except StoreError as error:
                said.append(str(error))
                assert held_in(tmp_path / "data", []) == before
                at += 1
                continue
            assert held_in(tmp_path / "data", []) != before
            break
        assert not wrong_in(tmp_path / "data", held_in(tmp_path / "data", []))
    assert len(said) > 20
    assert all("Nothing was saved" in each for each in said)


def test_a_window_tries_again_and_nothing_is_there_twice(base: Path, tmp_path: Path) -> None:
    shutil.copytree(base / "template", tmp_path, dirs_exist_ok=True)
    store = open_store(tmp_path / "data", clock=clock)
    match = store.matches.load("live").match
    with pytest.raises(StoreError), Disk(refusing(1, for_good=True)).watched():
        _changes(1)[0](store)
    _changes(1)[0](store)
    assert len(store.matches.load("live").match.rounds) == len(match.rounds) + 1


@pytest.mark.torture
@pytest.mark.parametrize("size", [0, 1, 100, 700, 1500, 3000, 6000])
def test_no_file_may_be_larger(base: Path, size: int, tell: Callable[[str], None]) -> None:
    refused, done = 0, 0
    for operation in OPERATIONS:
        with operation.world():
            trials = Refusals(base, operation)
            for step in range(len(operation.steps)):
                trials.refuse(step, lambda: largest_file(size), f"no file beyond {size} bytes")
            trials.done()
        assert not trials.faults, "\n".join(trials.faults)
        refused, done = refused + trials.refused, done + trials.done_all_the_same
    assert refused or size > 3000
    tell(f"no file beyond {size} bytes: {refused} steps refused in one sentence, {done} done")


@contextmanager
def room(folder: Path, size: int) -> Iterator[None]:
    """The disk of a folder has room for no more than so many bytes."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    os.truncate(filler, max(0, filler.stat().st_size - size))
    try:
        yield
    finally:
        filler.unlink()


@pytest.mark.torture
def test_a_small_disk(base: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("no small disk can be mounted here: " + made.stderr.decode(errors="replace").strip())
    refused, done = 0, 0
    try:
        shutil.copytree(base / "template", tmp_path / "template")
        for operation in OPERATIONS:
            with operation.world():
                trials = Refusals(tmp_path, operation)
                for step in range(len(operation.steps)):
                    for pages in (0, 1, 2, 3, 5, 8, 13):
                        trials.refuse(step, lambda it=pages: room(tmp_path, 4096 * it), f"room for {pages} pages")
                trials.done()
            assert not trials.faults, "\n".join(trials.faults)
            refused, done = refused + trials.refused, done + trials.done_all_the_same
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)
    tell(f"a real disk with room for 0 to 13 pages: {refused} steps refused in one sentence, {done} done")
