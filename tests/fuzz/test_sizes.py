"""Files that are far too much of something: read, or refused, in a moment and in bounded memory."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scorekeeper.report.furthercolumns import IN_FULL
from scorekeeper.report.spreadsheet import ROUND_COLUMNS, rounds_csv
from scorekeeper.store.codec import LARGEST_FILE
from tests.fuzz.harmless import Shell, assert_harmless, check_done
from tests.strategies import played

MEGABYTE = 2**20
ROOT = Path(__file__).parents[2]
HEAD = ",".join(ROUND_COLUMNS)
SMALL = '{"set": 9, "players": [{"name": "Ana"}, {"name": "Boris"}], "rounds": []}'
FULL = ",".join((*ROUND_COLUMNS, *IN_FULL))
ROWS = rounds_csv([played("m1", ["Ana", "Boris", "Chi", "Dan"], 10).match], full=True).partition("\r\n")[2]
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


def filled(start: str, piece: str, end: str, size: int = LARGEST_FILE - 1000) -> str:
    """Text of about so many bytes, of the same piece again and again."""
    return start + piece * ((size - len(start) - len(end)) // len(piece)) + end


MEAN: dict[str, tuple[str, Callable[[int], str]]] = {
    "matches that are none": ("check", lambda size: filled('{"format": "chicken-foot-matches", "version": 1, "matches": [', "1,", "1]}", size)),
    "empty matches": ("check", lambda size: filled('{"format": "chicken-foot-matches", "version": 1, "matches": [', "{},", "{}]}", size)),
    "empty lists": ("check", lambda size: filled("[", "[],", "[]]", size)),
    "a log without end": ("check", lambda size: filled(SMALL[:-1] + ', "format": "chicken-foot-match", "version": 1, "corrections": [', "1,", "1]}", size)),
    "players without end": ("check", lambda size: filled('{"format": "chicken-foot-match", "version": 1, "set": 9, "rounds": [], "players": [', '{"name":"A"},', '{"name":"B"}]}', size)),
    "one endless name": ("check", lambda size: filled('{"format": "chicken-foot-match", "version": 1, "set": 9, "rounds": [], "players": [{"name":"', "é", '"}]}', size // 2)),
    "one endless number": ("check", lambda size: filled('{"format": "chicken-foot-match", "version": 1, "set": ', "9", "}", size)),
    "keys that stand twice": ("check", lambda size: "{" + ",".join(f'"{at}":1,"{at}":1' for at in range(size // 18)) + "}"),
    "keys that nobody knows": ("check", lambda size: SMALL[:-1] + ', "format": "chicken-foot-match", "version": 1' + "".join(f',"k{at}":1' for at in range(size // 12)) + "}"),
    "records that are none": ("referee", lambda size: filled('{"plays": [', "1,", "1]}", size)),
    "steps that are none": ("referee", lambda size: filled('{"set": 9, "start_double": "9-9", "players": 2, "first": 0, "counts": [7, 7], "steps": [', "1,", "1]}", size)),
    "a title without end": ("referee", lambda size: filled('{"title": "', "x", '"}', size)),
    "CSV of something else": ("check.csv", lambda size: filled("a,b\n", "1,2\n", "", size)),
    "CSV with a fault in every line": ("check.csv", lambda size: filled(HEAD + "\n", "x\n", "", size)),
    "CSV of a million columns": ("check.csv", lambda size: "x," * (size // 4) + "\n" + "1," * (size // 4)),
    "CSV of endless columns behind ours": ("check.csv", lambda size: HEAD + ",x" * (size // 4) + "\nm1" + "," * (size // 4)),
    "CSV of one cell": ("check.csv", lambda size: filled(HEAD + "\n", "x", "", size)),
    "CSV of one quoted cell": ("check.csv", lambda size: filled(HEAD + '\n"', "x\n", '"', size)),
    "CSV as exported": ("check.csv", lambda size: FULL + "\r\n" + "".join(ROWS.replace("m1", f"m{at}") for at in range(size // len(ROWS)))),
    "a name of controls": ("referee", lambda size: filled('{"id": "', "\x9b", '"}', size // 2)),
    "notes in another script": ("check", lambda size: filled('{"format": "chicken-foot-match", "version": 1, "set": 9, "rounds": [], "players": [{"name":"A"},{"name":"B"}], "corrections": [', '{"from": "' + "éa\u0301" * 1000 + '"},', "{}]}", size // 2)),
    "CSV of matches": ("check.csv", lambda size: HEAD + "\n" + "".join(f"m{at},,9,1,9,,A,0,0,0,1,0,0,0\n" for at in range(size // 34))),
}  # fmt: skip


@pytest.mark.parametrize("what", MEAN)
def test_too_much_of_something(tmp_path: Path, what: str) -> None:
    command, make = MEAN[what]
    name, _dot, ending = command.partition(".")
    file = tmp_path / f"x.{ending or 'json'}"
    file.write_text(make(MEGABYTE // 4), encoding="utf-8")
    done = Shell(tmp_path / "data")(name, str(file))
    check_done(done)
    assert (done.out + done.err).count(b"\n") <= 2010
    assert len(done.out + done.err) < 300_000


@pytest.mark.torture
@pytest.mark.parametrize("what", MEAN)
def test_too_much_of_something_at_full_size(tmp_path: Path, what: str, tell: Callable[[str], None]) -> None:
    command, make = MEAN[what]
    name, _dot, ending = command.partition(".")
    file = tmp_path / f"x.{ending or 'json'}"
    file.write_text(make(LARGEST_FILE - 1000), encoding="utf-8")
    code, out, said, seconds, megabytes = measured(name, str(file), data=tmp_path / "data")
    tell(f"{file.stat().st_size // MEGABYTE} MB of {what}: exit {code} in {seconds:.1f} s, {megabytes} MB at most")
    assert code in (0, 1)
    assert_harmless(out + said)
    assert "Traceback" not in said
    assert "inside" not in said
    assert (out + said).count("\n") <= 2010
    assert seconds < 60
    assert megabytes < 2000
