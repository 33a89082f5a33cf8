"""Files that are far too much of something: read, or refused, in a moment and in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.codec import LARGEST_FILE
from scorekeeper.store.documents import match_document
from tests.fuzz.harmless import Shell, assert_harmless, check_done
from tests.fuzz.toomuch import MEAN
from tests.strategies import played

MEGABYTE = 2**20
ROOT = Path(__file__).parents[2]
_MEASURE = """
import sys
from scorekeeper.__main__ import run
try:
    code = run()
finally:
    sys.stdout.flush()
    with open("/proc/self/status") as status:
        print(*(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
sys.exit(code)
"""


def measured(*arguments: str, data: Path) -> tuple[int, str, str, float, int]:
    """A command as a process: exit code, output, what it said, seconds, and megabytes that it took at most."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, "--data", str(data), *arguments],
        capture_output=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    *said, most = done.stderr.decode().splitlines()
    return done.returncode, done.stdout.decode(), "\n".join(said), time.perf_counter() - start, int(most) // 1024


@pytest.mark.parametrize("what", MEAN)
def test_too_much_of_something(tmp_path: Path, what: str) -> None:
    command, name, make = MEAN[what]
    file = tmp_path / name
    file.write_text(make(MEGABYTE // 16), encoding="utf-8")
    done = Shell(tmp_path / "data")(command, str(file))
    check_done(done)
    assert (done.out + done.err).count(b"\n") <= 2010
    assert len(done.out + done.err) < 300_000


@pytest.mark.torture
@pytest.mark.parametrize("what", MEAN)
def test_too_much_of_something_at_full_size(tmp_path: Path, what: str, tell: Callable[[str], None]) -> None:
    command, name, make = MEAN[what]
    file = tmp_path / name
    file.write_text(make(LARGEST_FILE - 1000), encoding="utf-8")
    code, out, said, seconds, megabytes = measured(command, str(file), data=tmp_path / "data")
    tell(f"{file.stat().st_size // MEGABYTE} MB of {what}: exit {code} in {seconds:.1f} s, {megabytes} MB at most")
    assert code in (0, 1)
    assert_harmless(out + said)
    assert "Traceback" not in said
    assert "inside" not in said
    assert (out + said).count("\n") <= 2010
    assert seconds < 60
    assert megabytes < 1500


def many(tmp_path: Path, count: int) -> Path:
    """A file of so many matches that go on, each of one round."""
    document = match_document(played("m1", ["Ana", "Boris"], 1).match)
    documents = [{**document, "id": f"m{at}"} for at in range(count)]
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"format": "chicken-foot-matches", "version": 1, "matches": documents}))
    return file


def test_of_many_matches_a_few_are_named(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "data")
    assert shell("import", str(many(tmp_path, 40))).code == 0
    for command in (["show"], ["export"], ["note", "late"]):
        done = shell(*command)
        assert done.code == 0
        assert b" and 29 more." in done.err
        assert done.err.count(b"m") < 20


@pytest.mark.torture
def test_a_hundred_thousand_matches(tmp_path: Path, tell: Callable[[str], None]) -> None:
    file, data = many(tmp_path, 100_000), tmp_path / "data"
    for command in (["check", str(file)], ["import", str(file)], ["show"], ["history"], ["score", "0", "5"], ["show"]):
        code, out, said, seconds, megabytes = measured(*command, data=data)
        tell(f"{command[0]} with 100,000 matches: {seconds:.1f} s, {megabytes} MB at most")
        assert code == 0, said[:1000]
        assert len(said) < 1000
        assert_harmless(out)
        assert megabytes < 1500
