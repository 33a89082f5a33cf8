"""No acknowledged round is lost when a process is killed, and none when several save at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store.locks import WAIT
from scorekeeper.store.opening import open_store

ROOT = Path(__file__).parents[2]


def run(what: str, folder: Path, first: int, second: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.cruelty", what, str(folder), str(first), str(second)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("times", "seed"),
    [(15, 1), pytest.param(200, 2, marks=pytest.mark.torture), pytest.param(800, 3, marks=pytest.mark.torture)],
)
def test_kills(folder: Path, times: int, seed: int, tell: Callable[[str], None]) -> None:
    found = run("kill", folder, times, seed)
    assert found["kills"] == times
    assert found["acknowledged"] > times, "it was killed before it had saved anything"
    assert (found["died"], found["lost"], found["unreadable"], found["list_wrong"]) == (0, 0, 0, 0), found
    if times > 100:
        tell(f"{times} kills while matches were played: {found['acknowledged']:,} changes acknowledged, none lost")
    assert found["leftovers"] == 0, "what a broken write left is there until somebody tidies up, and no longer"


@pytest.mark.parametrize(("processes", "saves"), [(2, 100), pytest.param(8, 1000, marks=pytest.mark.torture)])
def test_several_writers(folder: Path, processes: int, saves: int, tell: Callable[[str], None]) -> None:
    found = run("write", folder, processes, saves)
    longest = found.pop("longest")
    # Beyond this a word is said; a busy machine may be late with it.
    assert longest < WAIT + 3
    assert found == {"codes": [0] * processes, "revisions": processes * saves, "logged": processes * saves}
    known = {player.name for player in open_store(folder).players.known()}
    assert len(known) == processes * len(range(0, saves, 10)) + 1
    if saves > 100:
        tell(f"{processes} processes saved one match {saves:,} times each: none lost, the longest took {longest:.1f} s")
