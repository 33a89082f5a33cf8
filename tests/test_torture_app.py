"""The real app in a real terminal, killed while somebody types, or its folder taken away: what was shown is kept."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scorekeeper.rules.course import state
from scorekeeper.rules.match import Match
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.opening import local_time, open_store
from scorekeeper.store.protocol import Store
from tests.long_run import seeds_for
from tests.strategies import played
from tests.terminal import Terminal, running

NAMES = ["Ana", "Boris", "Chi"]
AT = "2026-12-24T12:00:00+01:00"


def row_of(match: Match, number: int) -> str:
    """What is typed for a round, from 1; no two rounds are the same."""
    seed = sum(map(ord, match.id))
    return f"0 {1 + (seed + 7 * number) % 40} {41 + (seed + 11 * number) % 20}"


def recorded(match: Match) -> list[str]:
    """What was recorded of every round, as it is typed."""
    return [" ".join(str(hand.pips) for hand in row.hands if hand is not None) for row in match.rounds]


def rounds_shown(app: Terminal) -> int:
    """How many rounds the screen has shown as saved."""
    if "wins!" in app.text:
        return 10
    found = re.search(r"round (\d+) of 10", app.text)
    return 0 if found is None else int(found[1]) - 1


def killed_while_typing(data: Path, store: Store, rng: Random, count: int) -> tuple[int, int]:
    """Open the app on the unfinished match, type rounds and kill it; gives rounds shown as saved and rounds kept."""
    unfinished = store.matches.open_ids()
    if not unfinished:
        store.matches.create(played(f"m{count}", NAMES, 0))
        unfinished = store.matches.open_ids()
    before = store.matches.load(unfinished[0]).match
    first = len(before.rounds) + 1
    with running(data) as app:
        app.wait(f"round {first} of 10")
        app.type("".join(row_of(before, number) + "\r" for number in range(first, 11)))
        # Somewhere between the first key and the last of all these rounds.
        end = time.monotonic() + rng.random() * 0.15 * (12 - first)
        while time.monotonic() < end:
            app.read(max(0.001, min(0.02, end - time.monotonic())))
        app.process.kill(signal.SIGKILL)
        app.wait_for_end()
        shown = rounds_shown(app)
    journal = open_store(data).matches.load(before.id)
    after = journal.match
    assert len(after.rounds) >= shown, f"round {shown} was shown as saved"
    assert recorded(after) == [row_of(before, number) for number in range(1, len(after.rounds) + 1)]
    assert len(journal.undo) == len(after.rounds)
    if journal.draft is not None:
        typed = dict(zip(NAMES, row_of(before, len(after.rounds) + 1).split(), strict=True))
        assert all(typed[name].startswith(text) for name, text in journal.draft.texts)
        open_store(data).matches.save_draft(before.id, None)
    assert (before.id in open_store(data).matches.open_ids()) == (state(after) == "live")
    report = Doctor(data, local_time).examine()
    assert not [finding.text for finding in report.findings if finding.harm]
    assert not report.set_aside
    return shown - len(before.rounds), len(after.rounds) - len(before.rounds)


def test_a_kill_while_rounds_are_typed(tmp_path: Path) -> None:
    shown, kept = killed_while_typing(tmp_path, open_store(tmp_path), Random(5), 1)
    assert kept >= shown


@pytest.mark.torture
def test_kills_while_rounds_are_typed(tmp_path: Path, minutes: float, tell: Callable[[str], None]) -> None:
    kills = shown = kept = 0
    for seed in seeds_for(min(minutes, 3)):
        try:
            one, other = killed_while_typing(tmp_path, open_store(tmp_path), Random(seed), seed)
        except BaseException as error:
            error.add_note(f"found with seed {seed}")
            raise
        kills, shown, kept = kills + 1, shown + one, kept + other
    assert kept >= shown
    tell(
        f"the app was killed {kills} times while rounds were typed: {shown:,} rounds were shown as saved and {kept:,} "
        "were there afterwards, each once and as typed"
    )


def test_a_folder_that_vanishes_under_the_app(tmp_path: Path) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    open_store(data).matches.create(played("m1", NAMES, 0))
    with running(data) as app:
        app.wait("round 1 of 10")
        data.rename(away)
        app.type("0 23 41\r")
        app.wait("its folder is gone")
        assert "round 1 of 10" in app.text
        assert not data.exists()
        away.rename(data)
        app.type("\r")
        app.wait("round 2 of 10")
        assert app.end() == 0
    assert recorded(open_store(data).matches.load("m1").match) == ["0 23 41"]
