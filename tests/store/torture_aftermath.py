"""What a data folder holds, read without the store that may mend it, and what must be true of it whatever happened."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from scorekeeper.rules.course import state
from scorekeeper.rules.digest import MatchDigest, digest
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.summary import Summary, summarise
from scorekeeper.store import codec
from scorekeeper.store.appfile import PLAYERS, UNSURE
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.filenames import id_of, trashed
from scorekeeper.store.matchfile import journal_in
from scorekeeper.store.opening import open_store
from scorekeeper.store.paths import Places
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import tables_in
from tests.store.conftest import FixedClock

Key = tuple[str, str]
Held = Mapping[Key, Any]
"""What is kept, by kind and id: matches, wherever they lie, players and settings."""


class Damaged(str):
    """Stands for a file that cannot be read, by the hash of its bytes."""


@lru_cache(maxsize=1000)
def _journal(raw: bytes, match_id: str, version: int) -> Any:
    try:
        journal = journal_in(tables_in(raw), match_id)
    except Unreadable:
        return damaged(raw)
    return journal, journal.draft


def damaged(raw: bytes) -> Damaged:
    """What stands for these bytes that cannot be read."""
    return Damaged(hashlib.sha256(raw).hexdigest()[:12])


@lru_cache(maxsize=1000)
def _summed_up(match: Match) -> tuple[Summary, MatchDigest | None]:
    return summarise(match), digest(match)


def held_in(folder: Path, found: list[str]) -> Held:
    """What a folder holds; `found` gets a sentence for everything that stands twice."""
    places = Places(folder)
    held: dict[Key, Any] = {}
    for path in sorted([*places.matches.glob("*"), *places.trash.glob("*")]):
        gone = trashed(path.name)
        match_id = id_of(path.name) or (gone[2] if gone else None)
        if match_id is None or path.name.startswith("."):
            continue
        key = ("match", match_id.lower())
        if key in held:
            found.append(f"{match_id} is there twice")
        # Reading a pipe or a device might never end.
        journal = _journal(path.read_bytes(), match_id, codec.VERSION) if os.path.isfile(path) else Damaged("no file")  # noqa: PTH113
        held[key] = (path.parent.name, journal)
    if os.path.isfile(places.app):  # noqa: PTH113 -- of a link to what cannot be, the other raises an exception
        try:
            tables = tables_in(places.app.read_bytes())
        except Unreadable:
            held["app", ""] = damaged(places.app.read_bytes())
        else:
            # That an older copy stands in is kept until everybody is known again.
            every = {(kind, key): value for kind, table in tables.items() for key, value in table.items()}
            held |= {key: value for key, value in every.items() if key != (PLAYERS, UNSURE)}
    return held


def between(now: Held, before: Held, after: Held) -> list[str]:
    """What is neither as it was before nor as it is to be, as sentences."""
    return [
        f"{key} is {_short(now.get(key))}; it was {_short(before.get(key))} and was to be {_short(after.get(key))}"
        for key in sorted({*now, *before, *after})
        if now.get(key) not in (before.get(key), after.get(key))
    ]


def _short(value: Any) -> str:
    if isinstance(value, tuple) and isinstance(value[1], tuple):
        journal: Journal = value[1][0]
        return f"revision {journal.match.revision} in {value[0]}"
    return str(value)[:80]


def wrong_in(folder: Path, held: Held) -> list[str]:
    """What is not as it should be in a folder that holds this and no damage, as sentences; nothing is changed first."""
    clock = FixedClock()
    found: list[str] = []
    report = Doctor(folder, clock).examine()
    found += [finding.text for finding in report.findings if finding.harm]
    store = open_store(folder, clock=clock)
    here = {match_id: value[1][0].match for (kind, match_id), value in held.items()
            if kind == "match" and value[0] == "matches"}  # fmt: skip
    live = {match.id for match in here.values() if state(match) == "live"}
    if set(store.matches.open_ids()) != live:
        found.append(f"open are {live}, and not {store.matches.open_ids()}")
    last = store.matches.last_id()
    if (last is None) == bool(here) or (last is not None and last.lower() not in here):
        found.append(f"{last} cannot have been changed last")
    summaries, digests = zip(*map(_summed_up, here.values()), strict=True) if here else ((), ())
    if sorted(store.matches.summaries(), key=_id_of) != sorted(summaries, key=_id_of):
        found.append("the list of all matches is not that of the matches")
    if sorted(store.matches.digests()) != sorted(each for each in digests if each is not None):
        found.append("the figures are not those of the matches")
    if store.matches.open_ids() != open_store(folder, clock=clock).matches.open_ids():
        found.append("another window sees other open matches")
    found += [f"told: {told.text}" for told in store.told()]
    found += [f"set aside: {aside.reason}" for aside in store.matches.set_aside()]
    return found


def _id_of(summary: Summary) -> str:
    return summary.id


def left_in(folder: Path) -> list[str]:
    """What broken writes have left in a folder that was tidied up, or what lies where nothing of ours belongs."""
    Doctor(folder, FixedClock()).repair()
    left = [str(path) for path in folder.rglob("*") if path.name.endswith(".tmp") or "restoring" in path.parts]
    return left + [finding.text for finding in Doctor(folder, FixedClock()).examine().findings]


def is_somewhere(folder: Path, raw: bytes) -> bool:
    """Whether a file in a folder holds these bytes."""
    size = len(raw)
    return any(path.stat().st_size == size and path.read_bytes() == raw for path in folder.rglob("*") if path.is_file())
