"""Processes that are killed while they save, and several that save the same match; run as a program of its own.

python -m tests.store.cruelty kill FOLDER TIMES SEED
python -m tests.store.cruelty write FOLDER PROCESSES SAVES

Prints what was found as JSON. It forks, which a test runner with threads had better not do.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from scorekeeper.rules import changes
from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Draft, Journal, What
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.opening import local_time, open_store
from scorekeeper.store.protocol import Outdated, StoreError
from tests.strategies import play_round, played

_LOGGED = 100
"""Saves of one process up to which each is a change that the log counts; more would only measure a log of thousands."""
AT = "2026-12-24T12:00:00+01:00"


def kill(folder: Path, times: int, seed: int) -> dict[str, Any]:
    """Kill a process again and again while it plays matches to the end, stops, deletes and restores without a pause."""
    rng = Random(seed)
    store = open_store(folder)
    store.matches.create(played("m0", ["Ana", "Boris", "Chi"], 0))
    found = {"kills": 0, "died": 0, "acknowledged": 0, "lost": 0, "unreadable": 0, "leftovers": 0, "list_wrong": 0}
    for _time in range(times):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _save_for_ever(folder, writer, rng.random())
        os.close(writer)
        select.select([reader], [], [], 10)
        time.sleep(rng.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        found["died"] += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL
        acknowledged = _lines(reader)
        found["kills"] += 1
        found["acknowledged"] += len(acknowledged)
        again = open_store(folder).matches
        for match_id, revision in dict(line.split() for line in acknowledged).items():
            try:
                if again.load(match_id).match.revision < int(revision):
                    found["lost"] += 1
            except StoreError:
                found["unreadable"] += match_id not in {gone.id for gone in again.trash()}
        found["unreadable"] += len(again.set_aside())
        live = {summary.id for summary in open_store(folder.resolve()).matches.summaries() if summary.state == "live"}
        found["list_wrong"] += set(open_store(folder).matches.open_ids()) != live
    doctor = Doctor(folder, local_time)
    doctor.repair()
    found["leftovers"] = len(list(folder.rglob("*.tmp")))
    found["unreadable"] += len(doctor.examine().findings)
    return found


def _lines(reader: int) -> list[str]:
    """Whole lines that the child got to say."""
    raw = b""
    while part := os.read(reader, 65536):
        raw += part
    os.close(reader)
    return raw.decode().split("\n")[:-1]


def _save_for_ever(folder: Path, writer: int, seed: float) -> NoReturn:
    rng = Random(seed)
    matches = open_store(folder).matches
    trashed = [gone.id for gone in matches.trash()]
    if trashed:
        matches.restore(trashed[0])
    journal = matches.load((*matches.open_ids(), str(matches.last_id()))[0])
    while True:
        match = journal.match
        if state(match) == "live":
            if rng.random() < 0.3:
                matches.save_draft(match.id, Draft(match.next_round, 0, (("Ana", "1"),)))
            after = play_round(journal, rng, AT)
            matches.save(after, based_on=match.revision)
        elif rng.random() < 0.3:
            matches.delete(match.id, AT)
            matches.restore(match.id)
            after = matches.load(match.id)
        else:
            after = played(f"m{rng.getrandbits(40)}", ["Ana", "Boris", "Chi"], 0)
            matches.create(after)
        journal = after
        os.write(writer, f"{journal.match.id} {journal.match.revision}\n".encode())


def write(folder: Path, processes: int, saves: int) -> dict[str, Any]:
    """Have several processes save changes of one match; a change is lost when the match does not count it."""
    journal = played("m0", ["Ana", "Boris"], 1)
    open_store(folder).matches.create(journal)
    children = []
    for number in range(processes):
        child = os.fork()
        if child == 0:
            os._exit(_write_some(folder, number, saves))
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    match = open_store(folder).matches.load("m0").match
    return {
        "codes": codes,
        "revisions": match.revision - journal.match.revision,
        "logged": len({change.after for change in match.corrections}) if saves <= _LOGGED else match.revision - 1,
        "longest": max(float((folder / f"longest {number}").read_text()) for number in range(processes)),
    }


def _write_some(folder: Path, number: int, saves: int) -> int:
    store = open_store(folder)
    journal: Journal = store.matches.load("m0")
    longest = 0.0
    for count in range(saves):
        while True:
            begin = time.monotonic()
            note = f"{number} {count}"
            what: What = "note" if saves <= _LOGGED else "setup"
            changed = journal.change(what, changes.set_note(journal.match, note), AT)
            try:
                store.matches.save(changed, based_on=journal.match.revision)
            except Outdated as error:
                journal = error.current
                continue
            except StoreError:
                continue  # the word that somebody else is writing; nothing was saved
            finally:
                longest = max(longest, time.monotonic() - begin)
            journal = changed
            break
        if count % 10 == 0:
            store.players.identify([f"P{number}-{count}", "Everybody"])
    (folder / f"longest {number}").write_text(str(longest))
    return 0


if __name__ == "__main__":
    what, where, first, second = sys.argv[1:]
    job = {"kill": kill, "write": write}[what]
    print(json.dumps(job(Path(where), int(first), int(second))))
