"""Files that are far too much of something: read, or refused, in a moment and in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.codec import LARGEST_FILE
from tests.fuzz.harmless import Shell, assert_harmless, check_done
from tests.fuzz.toomuch import MEAN

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
    file.write_text(make(MEGABYTE // 4), encoding="utf-8")
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
