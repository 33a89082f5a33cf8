"""The checks of style, types and arrows are tests like any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

COMMANDS = {
    "ruff check": ("ruff", "check", "."),
    "ruff format": ("ruff", "format", "--check", "."),
    "mypy": ("mypy",),
    "import-linter": ("importlinter.cli", "lint-imports"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_is_clean(name: str) -> None:
    tool, *arguments = COMMANDS[name]
    command = [sys.executable, "-m", tool, *arguments]
    if tool.startswith("importlinter"):
        command = [str(Path(sys.executable).parent / "lint-imports")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
