"""Several processes that do everything at once to one data folder; a program of its own, as it forks.

python -m tests.store.torture_mix FOLDER PROCESSES TURNS SEED

Each process takes turns that are drawn at random: notes and rounds of matches that all share, matches of its own from
the first round to the trash and back, imports, names, lists and figures, backups, repairs. Prints what was found as
JSON: nothing that was done is missing afterwards, and nobody waited without a word.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any, Final

from scorekeeper.rules import changes
from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Journal
from scorekeeper.store.backup import Backup
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.importing import take_in
from scorekeeper.store.opening import local_time, open_store
from scorekeeper.store.protocol import NoSuchMatch, NoSuchPlayer, Outdated, StoreError
from scorekeeper.store.restoring import Restoring
from tests.store.torture_aftermath import held_in, wrong_in
from tests.strategies import play_round, played

AT: Final = "2026-12-24T12:00:00+01:00"
SHARED: Final = ("s0", "s1", "s2")
EXPECTED: Final = "another window or command is writing the same data"


class Worker:
    """One process."""

    def __init__(self, folder: Path, number: int, seed: int) -> None:
        self.folder = folder
        self.number = number
        self.rng = Random(seed * 1000 + number)
        self.store = open_store(folder)
        self.notes: dict[str, list[str]] = {each: [] for each in SHARED}
        """What was noted in each match that all share."""
        self.own: dict[str, str] = {}
        """Where each own match is: matches or trash."""
        self.rounds: dict[str, int] = {}
        self.name = f"Player {number}"
        self.said: Counter[str] = Counter()
        self.longest = 0.0
        self.count = 0

    def turn(self) -> None:
        """Do one thing, drawn at random, until it is done."""
        deeds: list[tuple[int, Callable[[], object]]] = [
            (40, self.note), (20, self.play), (6, self.start), (5, self.delete), (5, self.bring_back),
            (4, self.take_in),
            (2, self.rename), (6, self.list_all), (3, self.figures), (3, self.forget), (1, self.repair),
            (1, self.back_up), (4, self.setting),
        ]  # fmt: skip
        weights, these = zip(*deeds, strict=True)
        deed = self.rng.choices(these, weights)[0]
        self.count += 1
        for _attempt in range(1000):
            begin = time.monotonic()
            try:
                deed()
            except Outdated:
                self.said["changed meanwhile"] += 1
            except StoreError as error:
                if EXPECTED not in str(error):
                    raise
                self.said["somebody else is writing"] += 1
            else:
                return
            finally:
                self.longest = max(self.longest, time.monotonic() - begin)
        raise AssertionError(f"{deed} was never done")

    def note(self) -> None:
        match_id = self.rng.choice(SHARED)
        before = self.store.matches.load(match_id)
        text = f"{self.number}-{self.count}"
        after = before.change("note", changes.set_note(before.match, text), AT)
        self.store.matches.save(after, based_on=before.match.revision)
        self.notes[match_id].append(text)

    def _own(self, where: str) -> str | None:
        found = sorted(each for each, place in self.own.items() if place == where)
        return self.rng.choice(found) if found else None

    def play(self) -> None:
        match_id = self._own("matches")
        if match_id is None:
            return
        before = self.store.matches.load(match_id)
        if state(before.match) == "live":
            self.store.matches.save(play_round(before, self.rng, AT), based_on=before.match.revision)
            self.rounds[match_id] += 1

    def start(self) -> None:
        match_id = f"m{self.number}-{self.count}"
        self.store.players.identify([self.name, "Everybody"])
        self.store.matches.create(played(match_id, [self.name, "Everybody"], 0, highest=6))
        self.own[match_id], self.rounds[match_id] = "matches", 0

    def delete(self) -> None:
        match_id = self._own("matches")
        if match_id is not None:
            self.store.matches.delete(match_id, AT)
            self.own[match_id] = "trash"

    def bring_back(self) -> None:
        match_id = self._own("trash")
        if match_id is not None:
            self.store.matches.restore(match_id)
            self.own[match_id] = "matches"

    def take_in(self) -> None:
        match_id = f"i{self.number}-{self.count}"
        found = [played(match_id, [self.name, "Somebody"], rounds, highest=6).match for rounds in (2,)]
        known = self.store.players.recognise(found)
        take_in(self.store.matches, known, AT)
        self.own[match_id], self.rounds[match_id] = "matches", 2

    def rename(self) -> None:
        try:
            player = self.store.players.find(self.name)
        except NoSuchPlayer:
            return
        new = f"Player {self.number} the {self.count}th"
        self.store.players.rename(player.id, new)
        self.name = new

    def list_all(self) -> None:
        self.store.matches.summaries()
        self.store.matches.open_ids()
        self.store.matches.last_id()

    def figures(self) -> None:
        self.store.players.digests()

    def forget(self) -> None:
        name = self.rng.choice(["index.json", "digests.json", "recent.json"])
        (self.folder / name).unlink(missing_ok=True)

    def repair(self) -> None:
        Doctor(self.folder, local_time).repair()

    def back_up(self) -> None:
        path = self.folder.parent / f"{self.number}.zip"
        with path.open("w+b") as file:
            Backup(self.folder, local_time).make(file)
        other = self.folder.parent / f"copy {self.number}-{self.count}"
        done = Restoring(other, local_time).restore(path)
        assert set(SHARED) <= set(done.new)
        assert not [each.text for each in Doctor(other, local_time).examine().findings if each.harm]
        rmtree(other)

    def setting(self) -> None:
        self.store.settings.put(f"of {self.number}", str(self.count))
        assert self.store.settings.get(f"of {self.number}") == str(self.count)


def _work(folder: Path, number: int, turns: int, seed: int) -> int:
    worker = Worker(folder, number, seed)
    try:
        for _turn in range(turns):
            worker.turn()
    except (AssertionError, StoreError, OSError, ValueError, TypeError, KeyError, RuntimeError):
        sys.stderr.write(f"process {number}, turn {worker.count}:\n{traceback.format_exc()}")
        return 1
    finally:
        told = [each.text for each in worker.store.told()]
        kept = {
            "notes": worker.notes, "own": worker.own, "rounds": worker.rounds, "name": worker.name,
            "said": worker.said, "longest": worker.longest, "told": told,
        }  # fmt: skip
        (folder.parent / f"{number}.json").write_text(json.dumps(kept), encoding="utf-8")
    return 0


def mix(base: Path, processes: int, turns: int, seed: int) -> dict[str, Any]:
    """Have processes do so many turns each, and look at what there is in the end."""
    folder = base / "data"
    base.mkdir(parents=True, exist_ok=True)
    store = open_store(folder)
    for each in SHARED:
        store.matches.create(played(each, ["Everybody", "Nobody"], 3, highest=6))
    children = []
    for number in range(processes):
        child = os.fork()
        if child == 0:
            os._exit(_work(folder, number, turns, seed))
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    said: Counter[str] = Counter()
    faults = [f"process {number} ended with {code}" for number, code in enumerate(codes) if code]
    held = held_in(folder, faults)
    longest = 0.0
    done = 0
    for number in range(processes):
        kept = json.loads((base / f"{number}.json").read_text(encoding="utf-8"))
        said.update(kept["said"])
        longest = max(longest, kept["longest"])
        faults += [f"process {number} was told: {text}" for text in kept["told"]]
        for match_id, notes in kept["notes"].items():
            done += len(notes)
            log = {change.after for change in _journal(held, match_id).match.corrections}
            faults += [f"the note {note} of {match_id} is lost" for note in notes if note not in log]
        for match_id, place in kept["own"].items():
            done += 1
            where, _there = held.get(("match", match_id), (None, None))
            if where != place:
                faults.append(f"{match_id} is in {where} and not in {place}")
                continue
            match = _journal(held, match_id).match
            if len(match.rounds) != kept["rounds"][match_id]:
                faults.append(f"{match_id} has {len(match.rounds)} rounds and not {kept['rounds'][match_id]}")
            if match.players[0].name != kept["name"]:
                faults.append(f"{match_id} is of {match.players[0].name} and not of {kept['name']}")
    store = open_store(folder)
    for match_id in list(SHARED):
        try:
            store.matches.load(match_id)
        except NoSuchMatch:
            faults.append(f"{match_id} is gone")
    faults += wrong_in(folder, held)
    faults += [finding.text for finding in Doctor(folder, local_time).examine().findings]
    return {"turns": processes * turns, "kept": done, "said": said, "longest": longest, "faults": faults}


def _journal(held: Any, match_id: str) -> Journal:
    journal: Journal = held["match", match_id][1][0]
    return journal


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    print(json.dumps(mix(Path(where), *map(int, numbers))))
