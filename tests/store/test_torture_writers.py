"""Several processes that do everything at once to one data folder: nothing lost, nothing twice, no silent waiting."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store.locks import WAIT

ROOT = Path(__file__).parents[2]


def mixed(base: Path, processes: int, turns: int, seed: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.torture_mix", str(base), str(processes), str(turns), str(seed)],
        cwd=ROOT, capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert not found["faults"], "\n".join([*found["faults"], done.stderr])
    assert found["kept"] > found["turns"] / 10
    return found


def test_a_few_at_once(tmp_path: Path) -> None:
    mixed(tmp_path / "mix", 3, 40, 1)


@pytest.mark.torture
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_eight_at_once(tmp_path: Path, seed: int, tell: Callable[[str], None]) -> None:
    found = mixed(tmp_path / "mix", 8, 250, seed)
    said = found["said"]
    # A turn takes several locks one after another, and eight of them share a machine that may have two cores.
    assert found["longest"] < 10 * WAIT
    tell(
        f"8 processes, {found['turns']:,} turns of everything (seed {seed}): {found['kept']:,} changes, none lost; "
        f"{said.get('changed meanwhile', 0)} times somebody else was quicker, "
        f"{said.get('somebody else is writing', 0)} times it was said that somebody else is writing; "
        f"the longest turn took {found['longest']:.1f} s"
    )
