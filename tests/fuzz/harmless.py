"""What may reach a terminal or a file that people open, and the real command line with its bytes caught."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.cli import main
from tests.cli_run import Clock

JOINERS = "\u200c\u200d"
"""The format characters that scripts and emoji are spelled with; they steer nothing."""


def harm_in(text: str) -> str:
    """The characters of `text` that a terminal could be driven by, or a reader be deceived; "" for none."""
    return "".join(
        sorted(
            {
                letter
                for letter in text
                if letter != "\n" and (unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or _steers(letter))
            }
        )
    )


def _steers(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" and letter not in JOINERS


def assert_harmless(text: str) -> None:
    """Nothing in `text` drives a terminal."""
    harm = harm_in(text)
    assert not harm, f"{harm!r} in {text[:2000]!r}"


class Hung(BaseException):
    """It took far too long."""


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Break off what takes longer, such as waiting for a pipe that nobody writes to."""

    def break_off(number: int, frame: object) -> None:
        raise Hung

    usual = signal.signal(signal.SIGALRM, break_off)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


@dataclass(frozen=True)
class Done:
    """What one command did."""

    code: int
    out: bytes
    err: bytes


class Shell:
    """The real command line in this process, every byte that it prints caught."""

    def __init__(self, data: Path | None) -> None:
        """Work on this data folder; None to leave the choice to the arguments and the environment."""
        self.data = data
        self.clock = Clock()

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Done:
        """What the command did; whatever it raises comes out."""
        if self.data is not None:
            arguments = ("--data", str(self.data), *arguments)
        out, err = io.BytesIO(), io.BytesIO()
        with _streams(stdin, out, err) as (printed, said):
            code = main(arguments, clock=self.clock)
            printed.flush()
            said.flush()
        return Done(code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _streams(stdin: bytes, out: io.BytesIO, err: io.BytesIO) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    before = sys.stdin, sys.stdout, sys.stderr
    printed = io.TextIOWrapper(out, encoding="utf-8", newline="")
    said = io.TextIOWrapper(err, encoding="utf-8", newline="", errors="backslashreplace")
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"), printed, said
    try:
        yield printed, said
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def check_done(done: Done, *, csv: bool = False) -> None:
    """A command did what it was told, or refused it in words; nothing that it printed does harm.

    Args:
        done: the command.
        csv: whether it was to print CSV, whose lines end as its standard says.
    """
    assert done.code in (0, 1, 2), done
    is_backup = done.out.startswith(b"PK")
    if is_backup:
        with zipfile.ZipFile(io.BytesIO(done.out)) as archive:
            assert archive.testzip() is None
    out, err = "" if is_backup else done.out.decode("utf-8"), done.err.decode("utf-8")
    assert_harmless(out.replace("\r\n", "\n") if csv else out)
    assert_harmless(err)
    assert "Traceback" not in err, err
    assert "inside Scorekeeper" not in err, err
    if done.code:
        assert err.strip() or out.strip(), "it was refused without a word"


def everything_in(folder: Path) -> dict[str, object]:
    """Every file, folder and link below `folder` with what is in it, but locks and what is only made again."""
    found: dict[str, object] = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place) / name
            key = os.path.relpath(path, folder)
            if path.is_symlink():
                found[key] = ("link", str(path.readlink()))
            elif path.is_file():
                if path.suffix != ".lock" and name not in ("index.json", "digests.json", "recent.json"):
                    found[key] = path.read_bytes()
            elif path.is_dir() and name != "locks":
                found[key] = "folder"
    return found
