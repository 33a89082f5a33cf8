"""Files that are no files, or far too large: a command that reads or writes one says so at once and harms nothing."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.harmless import Done, Shell, check_done, everything_in, within
from tests.fuzz.sandbox import sandbox

READERS = ("import", "check", "referee", "restore-backup")
ROOT = Path(__file__).parents[2]
GIGABYTE = 2**30
MOST_MEMORY = 300 * 2**20
"""Bytes of address space in which anything too large is refused; the interpreter and what it imports need a third."""
SECONDS = 10


@pytest.fixture
def here() -> Iterator[Path]:
    """The sandbox as the working folder, with places of every kind in it."""
    with sandbox() as place:
        work = Path.cwd()
        os.mkfifo("fifo")
        with Path("huge").open("wb") as file:
            file.truncate(GIGABYTE)
        Path("to-folder").symlink_to("folder")
        Path("to-fifo").symlink_to("fifo")
        Path("dangling").symlink_to("nowhere")
        Path("to-device").symlink_to("/dev/zero")
        Path("empty").touch()
        Path("many").mkdir()
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(work / "socket"))
        yield place


NO_READABLE = (
    *("fifo", "huge", "to-folder", "to-fifo", "dangling", "to-device", "folder", "socket", "loop", "loop/x", "none/x"),
    *("match.json/x", "/dev/zero", "/dev/null", "/dev/full", "missing", "m\udcff", "n" * 300, "/proc/self/mem"),
    *("folder/", "missing/.", ".", "\x1b[2J", "a\0b"),
)


def run(*arguments: str, stdin: object = subprocess.DEVNULL, memory: int = MOST_MEMORY) -> Done:
    """The command as a process that gets so much memory and time."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--data", "data", *arguments],
        stdin=stdin,  # type: ignore[call-overload]
        capture_output=True,
        check=False,
        timeout=SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return Done(done.returncode, done.stdout, done.stderr)


def refused(done: Done, *, lines: int = 2) -> str:
    """Why a command was refused, in so many lines at most."""
    check_done(done)
    assert (done.code, done.out) == (1, b""), done
    said = done.err.decode()
    assert 0 < said.count("\n") <= lines, said
    return said


@pytest.mark.parametrize("command", READERS)
def test_what_is_no_file_is_refused(here: Path, command: str) -> None:
    before = everything_in_but_large(here)
    for name in NO_READABLE:
        with within(SECONDS):
            try:
                refused(Shell(Path("data"))(command, name))
            except BaseException as error:
                error.add_note(f"with {name!r}")
                raise
    assert everything_in_but_large(here) == before


def everything_in_but_large(folder: Path) -> dict[str, object]:
    large = folder / "deep" / "here" / "huge"
    size = large.stat().st_size
    large.unlink()
    try:
        return everything_in(folder)
    finally:
        with large.open("wb") as file:
            file.truncate(size)


@pytest.mark.parametrize("command", [*([each] for each in READERS), ["backup"], ["export", "-o"]])
def test_an_empty_name_is_wrong_usage(here: Path, command: list[str]) -> None:
    done = Shell(Path("data"))(*command, "")
    check_done(done)
    assert done.code == 2
    assert b"the name of a file is empty" in done.err


@pytest.mark.parametrize("command", READERS)
def test_a_gigabyte_is_refused_at_once(here: Path, command: str) -> None:
    said = refused(run(command, "huge"))
    assert "huge" in said


@pytest.mark.parametrize("command", ["import", "check", "referee"])
def test_endless_standard_input_is_refused(here: Path, command: str) -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = run(command, "-", stdin=endless, memory=2 * MOST_MEMORY)
    check_done(done)
    assert done.code == 1


WRITERS = (["export", "f0", "-o"], ["backup"])
NO_WRITABLE = (
    *("huge", "to-folder", "dangling", "folder", "loop", "loop/x", "none/x", "match.json", "match.json/x", "link.json"),
    *(
        "n" * 300,
        "folder/",
        "missing/.",
        "missing/",
        ".",
        "a\0b",
        "fifo",
        "socket",
        "to-fifo",
        "/dev/full",
        "/proc/x",
        "/proc/self/mem",
    ),
)


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0])
def test_nothing_is_written_where_no_new_file_can_be(here: Path, command: list[str]) -> None:
    before = everything_in_but_large(here)
    for name in NO_WRITABLE:
        with within(SECONDS):
            try:
                refused(Shell(Path("data"))(*command, name))
            except BaseException as error:
                error.add_note(f"with {name!r}")
                raise
    assert everything_in_but_large(here) == before
    assert Path("huge").stat().st_size == GIGABYTE


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0])
def test_what_force_writes_over(here: Path, command: list[str]) -> None:
    """A file, and the file that a link leads to: nothing else."""
    shell = Shell(Path("data"))
    for name in (
        "folder",
        "loop",
        "loop/x",
        "none/x",
        "match.json/x",
        "a\0b",
        "fifo",
        "socket",
        "/proc/x",
        "to-folder",
    ):
        before = everything_in_but_large(here)
        with within(SECONDS):
            refused(shell(*command, name, "--force"))
        assert everything_in_but_large(here) == before, name
    for name, real in (("match.csv", "match.csv"), ("link.json", "match.json"), ("dangling", "nowhere")):
        before = everything_in_but_large(here)
        check_done(shell(*command, name, "--force"))
        after = everything_in_but_large(here)
        changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
        assert changed == {f"deep/here/{real}"}
    assert Path("link.json").is_symlink()
    assert stat.S_ISFIFO(Path("fifo").stat().st_mode)


def test_an_export_goes_into_a_pipe_that_is_read(here: Path) -> None:
    shell = Shell(Path("data"))
    expected = shell("export", "f0").out
    reader = os.open("fifo", os.O_RDONLY | os.O_NONBLOCK)
    from_shell, to_shell = os.pipe()
    try:
        assert shell("export", "f0", "-o", "fifo").code == 0
        assert os.read(reader, 10**6) == expected
        # As a shell names the pipe in >(...).
        assert shell("export", "f0", "-o", f"/dev/fd/{to_shell}").code == 0
        assert os.read(from_shell, 10**6) == expected
        assert "not an ordinary file" in refused(shell("check", f"/dev/fd/{from_shell}"))
    finally:
        for descriptor in (reader, from_shell, to_shell):
            os.close(descriptor)


def test_a_backup_whose_list_of_files_is_endless_is_refused(here: Path) -> None:
    """A gigabyte in which the end says that all of it is the list."""
    with Path("huge").open("r+b") as file:
        file.seek(-22, os.SEEK_END)
        file.write(b"PK\5\6" + bytes(4) + b"\xff\xff\xff\xff" + (GIGABYTE - 22).to_bytes(4, "little") + bytes(6))
    refused(run("restore-backup", "huge"))


def test_a_bomb_is_refused(here: Path) -> None:
    with zipfile.ZipFile("all.zip") as archive:
        about = archive.read("about.json")
    with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", about)
        archive.writestr("app.json", bytes(20 * 2**20))
    raw = bytearray(Path("bomb.zip").read_bytes())
    for size in (20 * 2**20, 10):
        # It may say how large it is, or lie.
        at = raw.find(b"PK\1\2", raw.find(b"PK\1\2") + 1)
        raw[at + 24 : at + 28] = size.to_bytes(4, "little")
        Path("bomb.zip").write_bytes(raw)
        refused(run("restore-backup", "bomb.zip"))


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can be somebody else")
def test_without_permission(here: Path) -> None:
    """Whoever may not read, or not write, is told so."""
    for path in (here, here / "deep", Path.cwd()):
        path.chmod(0o755)
    for name in ("match.json", "all.zip"):
        Path(name).chmod(0o600)
    Path("locked").mkdir()
    shutil.copy("match.json", "locked/match.json")
    Path("locked").chmod(0o700)

    def as_nobody(*arguments: str) -> Done:
        # Where modules lie may be nothing that nobody can read.
        program = (
            "import os, sys, pkgutil, scorekeeper, zipfile, tempfile, json, locale, gettext, shutil, signal, secrets\n"
            "for found in pkgutil.walk_packages(scorekeeper.__path__, 'scorekeeper.'):\n"
            "    if '.ui' not in found.name: __import__(found.name)\n"
            "os.setuid(65534)\n"
            "sys.exit(scorekeeper.__main__.run())"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, "--data", "data", *arguments],
            capture_output=True, check=False, timeout=SECONDS, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)

    for command in READERS:
        said = refused(as_nobody(command, "all.zip" if command == "restore-backup" else "match.json"), lines=3)
        assert "there is no permission" in said
    for command in READERS:
        assert "there is no permission" in refused(as_nobody(command, "locked/match.json"), lines=3)
    for writer in WRITERS:
        for name in ("new-file", "locked/new-file"):
            assert "there is no permission" in refused(as_nobody(*writer, name))
