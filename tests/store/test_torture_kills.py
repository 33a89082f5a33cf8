"""Whatever writes is killed in the middle of it: nothing acknowledged is lost, nothing is damaged, nothing is twice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.torture_kills", *arguments],
        cwd=ROOT, capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert not found["faults"], "\n".join(found["faults"])
    return found


def test_a_few_kills_of_everything(folder: Path) -> None:
    found = run("aimed", str(folder), "3")
    assert len(found["kills"]) >= 15
    assert min(found["kills"].values()) == 3
    assert found["acknowledged"] > 0


@pytest.mark.torture
def test_killed_at_every_call_to_the_disk(folder: Path, tell: Callable[[str], None]) -> None:
    found = run("aimed", str(folder), "1000")
    kills = found["kills"]
    assert min(kills.values()) > 10
    tell(
        f"{sum(kills.values()):,} kills, one before every call to the disk and within every write: "
        + ", ".join(f"{name} {count}" for name, count in kills.items())
        + "; nothing lost, damaged, there twice or left lying"
    )


@pytest.mark.torture
@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_any_moment(folder: Path, seed: int, tell: Callable[[str], None]) -> None:
    found = run("random", str(folder), "1000", str(seed))
    kills = sum(found["kills"].values())
    assert kills >= 1000
    assert found["acknowledged"] > kills / 10
    tell(
        f"{kills:,} kills at any moment of {len(found['kills'])} operations, seed {seed}: "
        f"{found['acknowledged']:,} steps were acknowledged, none of them lost"
    )
