"""Commands of somebody who may not do everything to the folder; a program of its own, as it forks.

python -m tests.store.torture_nobody FOLDER

As root it becomes nobody, to whom things can be forbidden. Prints what every command did as JSON.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from scorekeeper.cli import main
from tests.store.torture_aftermath import held_in
from tests.store.torture_operations import clock, furnish

_NOBODY: Final = 65534

FORBIDDEN: Final = {
    "the folder": {"": 0o500},
    "the matches": {"matches": 0o500},
    "a match": {"matches/*_live.json": 0},
    "all matches": {"matches/*.json": 0},
    "players and settings": {"app.json": 0},
    "the list": {"recent.json": 0},
    "what is remembered": {"index.json": 0, "digests.json": 0},
    "the locks": {"locks": 0o500, "locks/*": 0},
    "the copies": {"previous": 0o500},
    "the copies altogether": {"previous": 0},
    "the trash": {"trash": 0o500},
    "the trash altogether": {"trash": 0},
    "the matches altogether": {"matches": 0},
    "everything": {"": 0},
}
"""What nobody may do: modes by path."""

COMMANDS: Final = (
    "show live", "show --json", "history", "history --json", "players", "export --all", "doctor",
    "score 0 7 9 --match live", "note hm --match done", "rename Ana Anna", "delete other", "restore gone",
    "settings", "backup @b.zip", "doctor --repair",
)  # fmt: skip


def _command(where: Path, text: str) -> tuple[int, str, str]:
    """The exit code of a command and all that it said."""
    said, complained = io.StringIO(), io.StringIO()
    arguments = [str(where / each[1:]) if each.startswith("@") else each for each in text.split()]
    if text == "settings":
        arguments = ["archive", "Chi"]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        code = main(["--data", str(where / "data"), *arguments], clock=clock)
    return code, said.getvalue(), complained.getvalue()


def _try(base: Path, modes: dict[str, int], text: str) -> dict[str, Any]:
    where = base / "trial"
    shutil.rmtree(where, ignore_errors=True)
    shutil.copytree(base / "template", where)
    before = held_in(where / "data", [])
    new = {path: mode for pattern, mode in modes.items() for path in where.glob(f"data/{pattern}".rstrip("/"))}
    for path in sorted(new, reverse=True):  # what is within a folder first
        path.chmod(new[path])
    try:
        code, said, complained = _command(where, text)
    finally:
        for folder in (where / "data", *(where / "data" / name for name in ("matches", "trash", "previous", "locks"))):
            folder.chmod(0o700)
        for path in (where / "data").rglob("*.*"):
            path.chmod(0o600)
    after = held_in(where / "data", [])
    again = _command(where, text)
    return {
        "code": code, "said": said, "complained": complained, "same": before == after, "again": again[0],
        "complained_again": again[2], "damaged": "Damaged" in repr(after),
        "aside": (where / "data" / "set-aside").exists(),
    }  # fmt: skip


def main_of_nobody(base: Path) -> dict[str, Any]:
    """Everything forbidden, and every command."""
    base.mkdir(parents=True)
    base.chmod(0o777)
    warm = base / "trial"
    warm.mkdir()
    furnish(warm)
    for text in COMMANDS:  # imports all that they need, which nobody may not be allowed to read
        _command(warm, text)
    shutil.rmtree(warm)
    if os.geteuid() == 0:
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
    (base / "template").mkdir()
    furnish(base / "template")
    return {what: {text: _try(base, modes, text) for text in COMMANDS} for what, modes in FORBIDDEN.items()}


if __name__ == "__main__":
    tempfile.tempdir = sys.argv[1]
    print(json.dumps(main_of_nobody(Path(sys.argv[1]))))
