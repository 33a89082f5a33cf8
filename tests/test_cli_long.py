"""Long work from the shell: it says how far it is on a terminal, and Ctrl+C breaks it off without harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from scorekeeper.store.codec import match_file
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.opening import local_time, open_store
from tests.strategies import played

MATCHES = 800


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many matches of one table in a match file."""
    matches = [played(f"m{number:03}", ["Ana", "Boris", "Chi"], 10).match for number in range(MATCHES)]
    path = tmp_path_factory.mktemp("long") / "all.json"
    path.write_text(match_file(matches, collection=True), encoding="utf-8")
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments], capture_output=True, text=True, check=True, timeout=120
    )


def broken_off(*arguments: str, at: str) -> str:
    """What a command says on a terminal that is broken off by Ctrl+C once it says `at`."""
    child = pexpect.spawn(sys.executable, ["-m", "scorekeeper", *arguments], encoding="utf-8", timeout=60)
    child.expect(at)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    return str(child.before)


def test_an_import_is_broken_off_and_completed(tmp_path: Path, file: Path) -> None:
    data = tmp_path / "data"
    said = broken_off("--data", str(data), "import", str(file), at=rf"Importing: \d+ of {MATCHES}")
    assert "repeating the import does the rest" in said
    store = open_store(data)
    assert 0 < len(store.matches.summaries()) < MATCHES
    assert not Doctor(data, local_time).examine().findings
    done = run("--data", str(data), "import", str(file))
    assert done.stderr == ""
    assert "is here already" in done.stdout
    assert len(store.matches.summaries()) == MATCHES


def test_nothing_is_told_where_it_is_no_terminal(tmp_path: Path, file: Path) -> None:
    done = run("--data", str(tmp_path / "data"), "import", str(file))
    assert (done.stderr, done.stdout.count("\n")) == ("", MATCHES)
