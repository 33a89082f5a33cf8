"""Importing the product does nothing but import: no file appears, and no layer pulls in what it must not."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import scorekeeper

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")
    if not module.name.endswith("__main__")
)
HEAVY = {
    "scorekeeper.rules": ("textual", "rich", "tinydb", "filelock", "platformdirs", "json", "random"),
    "scorekeeper.report": ("textual", "rich", "tinydb", "filelock", "platformdirs"),
    "scorekeeper.store": ("textual", "rich", "filelock"),
    "scorekeeper.text": ("textual", "rich", "tinydb", "filelock", "platformdirs"),
}


def python(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """The code in a fresh interpreter whose home is empty."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SCOREKEEPER_"))}
    env |= {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-c", code], cwd=home, env=env, capture_output=True, text=True, check=False)


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 20


def test_importing_everything_touches_no_file(tmp_path: Path) -> None:
    code = "import importlib\n" + "".join(f"importlib.import_module({name!r})\n" for name in MODULES)
    done = python(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("layer", HEAVY)
def test_a_layer_pulls_in_only_what_it_may(layer: str, tmp_path: Path) -> None:
    inside = [name for name in MODULES if name == layer or name.startswith(layer + ".")]
    code = "import importlib, sys\n" + "".join(f"importlib.import_module({name!r})\n" for name in inside)
    code += f"print([name for name in {HEAVY[layer]!r} if name in sys.modules])"
    done = python(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
