"""The command line as a process of its own: start, pipes, signals, and what it imports."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import scorekeeper


def run(*arguments: str, stdin: str | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """`python -m scorekeeper` with these arguments and variables."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **more},
    )


def test_version_is_said_without_importing_anything() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scorekeeper", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"scorekeeper {scorekeeper.__version__}\n"
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert {name for name in imported if name.startswith("scorekeeper")} == {"scorekeeper"}
    assert not imported & {"argparse", "gettext", "dataclasses", "typing", "datetime", "tinydb", "textual"}


def test_show_imports_neither_the_app_nor_what_only_writers_need(tmp_path: Path) -> None:
    assert run("--data", str(tmp_path), "new", "Ana", "Boris").returncode == 0
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scorekeeper", "--data", str(tmp_path), "show"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "scorekeeper.rules.scoring" in imported
    assert not imported & {"textual", "rich", "filelock", "platformdirs", "asyncio", "secrets", "csv"}


def test_a_match_by_processes_in_utf_8(tmp_path: Path) -> None:
    data = {"SCOREKEEPER_DATA": str(tmp_path / "data")}
    match_id = run("new", "Žofie", "日本", **data).stdout.strip()
    assert run("score", "0", "21", **data).returncode == 0
    shown = run("show", match_id, **data)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "日本" in shown.stdout
    narrow = run("show", match_id, PYTHONIOENCODING="ascii", PYTHONUTF8="0", **data)
    assert narrow.returncode == 0
    assert "?ofie" in narrow.stdout
    exported = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "export"],
        capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "latin-1", **data},
    )  # fmt: skip
    assert "Žofie" in exported.stdout.decode()


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    command.stdout.close()
    _nothing, said = command.communicate(timeout=60)
    assert said == b""
    assert command.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "rules", "R15"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def unprinted(tmp_path: Path, ending: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """A command whose standard output goes where the shell says, such as `>&-`."""
    command = " ".join([sys.executable, "-m", "scorekeeper", *arguments, ending])
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, timeout=60,
        env={**os.environ, "SCOREKEEPER_DATA": str(tmp_path / "data")},
    )  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("ending", [">/dev/full", ">&-"])
def test_what_is_done_is_done_though_it_cannot_be_printed(tmp_path: Path, ending: str) -> None:
    def rounds() -> int:
        shown = run("show", "--json", SCOREKEEPER_DATA=str(tmp_path / "data"))
        return int(json.loads(shown.stdout)["rounds_played"])

    for arguments, count in ((["new", "A", "B"], 0), (["score", "0", "5"], 1), (["undo"], 0), (["redo"], 1)):
        done = unprinted(tmp_path, ending, *arguments)
        said = done.stderr.decode()
        assert (done.returncode, said.count("\n")) == (0, 1), said
        assert said.startswith("Standard output ")
        assert said.endswith("What was asked for is done all the same.\n")
        assert rounds() == count
    refused = unprinted(tmp_path, ending, "score", "0", "0")
    assert (refused.returncode, b"(C1)" in refused.stderr) == (1, True)
    for arguments in (["show"], ["show", "--json"], ["export"], ["rules", "R15"], ["--help"], ["--version"]):
        done = unprinted(tmp_path, ending, *arguments)
        said = done.stderr.decode()
        assert (done.returncode, said.count("\n")) == (1, 1), said
        assert said.startswith("Standard output ")
    assert unprinted(tmp_path, ">&- 2>&-", "score", "0", "5").returncode == 0
    assert unprinted(tmp_path, "2>&-", "score", "0", "0").returncode == 1
    assert unprinted(tmp_path, "<&-", "check", "-").stderr == b"Standard input is closed.\n"
    assert rounds() == 2


def test_a_round_is_recorded_though_nobody_reads_what_is_said_of_it(tmp_path: Path) -> None:
    data = {"SCOREKEEPER_DATA": str(tmp_path / "data")}
    run("new", "A", "B", **data)
    command = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "score", "0", "5"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **data},
    )  # fmt: skip
    assert command.stdout is not None
    command.stdout.close()
    _nothing, said = command.communicate(timeout=60)
    assert (command.returncode, said) == (0, b"")
    assert json.loads(run("show", "--json", **data).stdout)["rounds_played"] == 1


def test_ctrl_c_is_quiet() -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "referee", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert command.stdin is not None
    # More than a pipe holds: once it is taken, the process is reading.
    command.stdin.write(b" " * 200_000)
    command.stdin.flush()
    command.send_signal(signal.SIGINT)
    printed, said = command.communicate(timeout=60)
    assert (command.returncode, printed, said) == (130, b"", b"")


def test_without_a_terminal_the_app_is_refused(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path / "data"), stdin="")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr


def test_an_error_of_our_own_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import scorekeeper.rules.rulebook as book\ndef broken(*_): raise ZeroDivisionError('x')\nbook.rule = broken\n"
    )
    done = run("rules", "R15", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in run("rules", "R15", PYTHONPATH=str(tmp_path), SCOREKEEPER_DEBUG="1").stderr


def test_a_backup_goes_to_pipes_and_devices_as_it_is(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    assert run("--data", data, "new", "Ana", "Boris").returncode == 0
    command = [sys.executable, "-m", "scorekeeper", "--data", data, "backup"]
    piped = subprocess.run([*command, "-"], capture_output=True, check=False, cwd=tmp_path, timeout=60)
    assert (piped.returncode, piped.stderr) == (0, b"- holds 1 match, with players and settings.\n")
    assert zipfile.ZipFile(io.BytesIO(piped.stdout)).testzip() is None
    assert not (tmp_path / "-").exists()
    for name, said in (("/dev/null", "/dev/null holds"), ("", "the name of a file is empty")):
        done = subprocess.run([*command, name], capture_output=True, text=True, check=False, timeout=60)
        assert said in done.stdout + done.stderr
    os.mkfifo(tmp_path / "pipe")
    done = subprocess.run([*command, str(tmp_path / "pipe")], capture_output=True, text=True, check=False, timeout=60)
    assert "nobody reads from" in done.stderr
