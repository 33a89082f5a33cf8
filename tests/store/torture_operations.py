"""Everything that writes to a data folder, step by step, on a folder with something of every kind in it.

A step does what one command or one key does, through the real command line where there is a command for it. Time and
ids are the same in every run, so that what a step leads to can be compared exactly.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final
from unittest.mock import patch

from scorekeeper.cli import main
from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.store import codec, documents, reader
from scorekeeper.store.codec import match_file
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store
from tests.strategies import play_round, played

AT: Final = "2026-12-24T12:00:00+00:00"
NOW: Final = datetime(2026, 12, 24, 12, 0, tzinfo=UTC)
PLAYERS: Final = ["Ana", "Boris", "Chi"]


class Refused(Exception):
    """A step was refused; its text is all that was said."""


Step = Callable[[Path], None]
"""Does one thing to the folder `data` in the folder given; raises Refused or StoreError where that was not done."""


def clock() -> datetime:
    """The time of every step."""
    return NOW


@contextlib.contextmanager
def same_ids() -> Iterator[None]:
    """Random ids that are the same every time."""
    rng = Random(11)
    with patch.object(os, "urandom", rng.randbytes):
        yield


def command(*arguments: str) -> Step:
    """A command of the real command line; files are named from the folder that `data` lies in."""

    def step(where: Path) -> None:
        said, complained = io.StringIO(), io.StringIO()
        found = [str(where / each[1:]) if each.startswith("@") else each for each in arguments]
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained), same_ids():
            code = main(["--data", str(where / "data"), *found], clock=clock)
        if code:
            raise Refused(f"{code}: {complained.getvalue() or said.getvalue()}")

    step.__name__ = " ".join(arguments)
    return step


def by_store(name: str, do: Callable[[Store], object]) -> Step:
    """What only the app does, through the store."""

    def step(where: Path) -> None:
        with same_ids():
            do(open_store(where / "data", clock=clock))

    step.__name__ = name
    return step


@dataclass(frozen=True)
class Operation:
    """Something that is done in steps, each of which is done whole or not at all."""

    name: str
    steps: tuple[Step, ...]
    prepare: Callable[[Path], None] = lambda where: None
    """Changes what the folder holds beforehand."""
    damaged: bool = False
    """Whether there is a damaged file beforehand."""
    world: Callable[[], contextlib.AbstractContextManager[object]] = contextlib.nullcontext
    """What is otherwise while it is done and looked at."""


def furnish(where: Path) -> None:
    """Make the folder `data`: unfinished, finished, stopped and deleted matches, copies, drafts, players, settings."""
    store = open_store(where / "data", clock=clock)
    with same_ids():
        for match_id, rounds, seed in (("live", 3, 1), ("last", 6, 2), ("done", 7, 3), ("gone", 2, 4), ("other", 7, 5)):
            names = PLAYERS if match_id != "other" else ["Dan", "Eva"]
            journal = played(match_id, names, rounds - 1, highest=6, seed=seed)
            ids = store.players.identify(names)
            seats = tuple(replace(each, id=one) for each, one in zip(journal.match.players, ids, strict=True))
            journal = Journal(journal.match.edit(players=seats), journal.undo, journal.redo)
            store.matches.create(journal)
            store.matches.save(play_round(journal, Random(seed), AT), based_on=journal.match.revision)
        store.matches.delete("gone", AT)
        live = store.matches.load("live").match
        store.matches.save_draft("live", Draft(4, next_double(live) or 0, (("Ana", "12+"),), "Ana", ("6-6", "6-4")))
        store.settings.put("theme", "light")
        store.players.digests()
        store.matches.summaries()


def _save_draft(store: Store) -> None:
    match = store.matches.load("live").match
    store.matches.save_draft("live", Draft(match.next_round, next_double(match) or 0, (("Boris", "7"),), "Boris"))


def _create(store: Store) -> None:
    names = ["Ana", "Fran"]
    ids = store.players.identify(names)
    match = changes.start("new", AT, names, 9, 14, HouseRules(double_blank=25))
    seats = tuple(replace(each, id=one) for each, one in zip(match.players, ids, strict=True))
    store.matches.create(Journal(match.edit(players=seats)))


def _to_import(where: Path) -> None:
    """Match files: two new matches, one with strangers; one here in a lower revision with another name; one kept."""
    store = open_store(where / "data", clock=clock)
    live, done = store.matches.load("live").match, store.matches.load("done").match
    later = live.edit(revision=live.revision + 5, note="from elsewhere")
    found = [
        played("fresh", ["Gil", "Hana"], 2, seed=6).match, later, done,
        played("whole", ["Ana", "Hana"], 10, seed=7).match, played("six", ["Ivo", "Gil"], 7, highest=6).match,
    ]  # fmt: skip
    (where / "all.json").write_text(match_file(found, collection=True), encoding="utf-8")


def _to_restore(where: Path) -> None:
    """A backup of which one match is gone here, one is older, one later, and players and settings are gone."""
    command("backup", "@all.zip")(where)
    data = where / "data"
    store = open_store(data, clock=clock)
    store.matches.delete("done", AT)
    for path in [*(data / "trash").iterdir(), *(data / "previous").glob("*_other.json"), data / "app.json"]:
        path.unlink()
    command("score", "0", "7", "9", "--match", "live")(where)
    last = store.matches.load("last")
    old = replace(last, match=last.match.edit(revision=2, rounds=last.match.rounds[:4]), undo=(), redo=())
    store.matches.save(old, based_on=last.match.revision)
    command("archive", "Ana")(where)
    # Remembered files are as old as what they remember.
    (data / "index.json").unlink()


def _to_an_empty_place(where: Path) -> None:
    command("backup", "@all.zip")(where)
    shutil.rmtree(where / "data")


def _without_index(where: Path) -> None:
    for name in ("index.json", "digests.json", "recent.json"):
        (where / "data" / name).unlink()


def _two_of_one_person(where: Path) -> None:
    store = open_store(where / "data", clock=clock)
    store.matches.create(played("more", ["Anne", "Eva"], 10, seed=8))
    store.players.find("Anne")


def _in_an_old_form(where: Path) -> None:
    store = open_store(where / "data", clock=clock)
    for match_id in ("live", "done", "other"):
        before = store.matches.load(match_id)
        after = before.change("note", changes.set_note(before.match, "noted"), AT)
        store.matches.save(after, based_on=before.match.revision)
    found = [played("fresh", ["Gil", "Hana"], 2, seed=6).match.edit(note="noted")]
    (where / "all.json").write_text(match_file(found, collection=True), encoding="utf-8")


def _step_of_form(document: dict[str, Any]) -> dict[str, Any]:
    """Brings the form of today to one of tomorrow, so that going twice would be seen."""
    if document.get("note"):
        document["note"] += ", brought on"
    return document


@contextlib.contextmanager
def tomorrow() -> Iterator[None]:
    """A Scorekeeper whose form of match files and of stored journals is one version on."""
    later = documents.VERSION + 1
    steps = MappingProxyType({documents.VERSION: _step_of_form})
    with contextlib.ExitStack() as stack:
        for module in (documents, codec, reader):
            stack.enter_context(patch.object(module, "VERSION", later))
        stack.enter_context(patch.object(codec, "MATCH_STEPS", steps))
        stack.enter_context(patch.object(codec, "JOURNAL_STEPS", MappingProxyType({later - 1: lambda each: each})))
        yield


def _damage(*patterns: str) -> Callable[[Path], None]:
    def damage(where: Path) -> None:
        for pattern in patterns:
            for path in (where / "data").glob(pattern):
                raw = path.read_bytes()
                path.unlink()  # its copy is the same file
                path.write_bytes(b"\0" * len(raw))

    return damage


def _save_over(store: Store) -> None:
    """What an open window does that has the match as it was."""
    journal = played("live", PLAYERS, 3, highest=6, seed=1)
    store.matches.save(play_round(journal, Random(1), AT), based_on=journal.match.revision)


OPERATIONS: Final = (
    Operation(
        "saving",
        (
            command("score", "0", "7", "9", "--match", "live"), by_store("draft", _save_draft),
            command("score", "5", "0", "9b", "--match", "live"),
            command("correct", "1", "0", "1", "2", "--match", "live"),
            command("undo", "--match", "live"), command("redo", "--match", "live"),
            command("join", "Dan", "--match", "live"), command("note", "hm", "--round", "2", "--match", "live"),
        ),
    ),
    Operation(
        "finishing",
        (
            command("score", "0", "1", "2", "--match", "last"), command("undo", "--match", "last"),
            command("redo", "--match", "last"), command("stop", "--match", "live"),
            command("resume", "--match", "live"),
        ),
    ),
    Operation(
        "creating",
        (
            by_store("new", _create),
            by_store("house", lambda each: each.settings.put_last_house_rules(HouseRules(arms=6))),
            by_store("theme", lambda each: each.settings.put("theme", "dark")),
        ),
    ),
    Operation("importing", (command("import", "@all.json"),), _to_import),
    Operation(
        "migrating",
        (
            command("score", "0", "7", "9", "--match", "live"), command("rename", "Ana", "Anna"),
            command("import", "@all.json"), command("delete", "other"), command("restore", "other"),
        ),
        _in_an_old_form, world=tomorrow,
    ),
    Operation(
        "deleting",
        (command("delete", "live"), command("restore", "live"), command("delete", "done"), command("restore", "gone")),
    ),
    Operation(
        "indexing",
        (command("show"), command("history"), command("players"), command("doctor", "--repair")),
        _without_index,
    ),
    Operation("backing up", (command("backup", "@b.zip"), command("backup", "@b.zip", "--force"))),
    Operation("restoring a backup", (command("restore-backup", "@all.zip"),), _to_restore),
    Operation("restoring into nothing", (command("restore-backup", "@all.zip"),), _to_an_empty_place),
    Operation(
        "players",
        (command("rename", "Boris", "Bob"), command("archive", "Chi"), command("merge", "Anne", "Ana")),
        _two_of_one_person,
    ),
    Operation("recovering a match", (command("show", "live"),), _damage("matches/*_live.json"), damaged=True),
    Operation(
        "saving over damage",
        (by_store("save", _save_over),), _damage("matches/*_live.json"), damaged=True,
    ),
    Operation("recovering players", (command("players"),), _damage("app.json"), damaged=True),
    Operation("recovering the list", (command("show"),), _damage("recent.json"), damaged=True),
    Operation("repairing", (command("doctor", "--repair"),), _damage("*.json", "matches/*_last.json"), damaged=True),
    Operation(
        "restoring over damage", (command("restore-backup", "@all.zip"),),
        lambda where: (command("backup", "@all.zip")(where), _damage("matches/*_live.json", "app.json")(where)),
        damaged=True,
    ),
)  # fmt: skip
