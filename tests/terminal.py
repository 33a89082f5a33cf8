"""The real app in a real pseudo-terminal: keys go in, the screen is read as a person sees it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte

PATIENCE = 20.0
"""Seconds that anything may take on a loaded machine; nothing waits longer than it has to."""


def environment(data: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the app is started with: its own data folder, and nothing of whoever runs the tests."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "HOME") if key in os.environ}
    return {**kept, "SCOREKEEPER_DATA": str(data), "TERM": "xterm-256color", "COLORTERM": "truecolor", **(extra or {})}


class Terminal:
    """A pseudo-terminal with the app in it."""

    def __init__(self, data: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> None:
        self.start([sys.executable, "-m", "scorekeeper", *arguments], environment(data), size=size)

    @classmethod
    def of(cls, command: Sequence[str], env: Mapping[str, str], folder: Path) -> Self:
        """A terminal with any command in it, started in `folder`."""
        terminal = cls.__new__(cls)
        terminal.start(command, env, folder)
        return terminal

    def start(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        folder: Path | None = None,
        size: tuple[int, int] = (80, 24),
    ) -> None:
        """Start the command in a new pseudo-terminal."""
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.process = pexpect.spawn(
            command[0],
            list(command[1:]),
            env=dict(env),
            cwd=folder,
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )
        self.process.delaybeforesend = None
        self.written = b""
        """Everything the app has sent to the terminal."""

    def read(self, seconds: float = 0.02) -> bool:
        """Take in what the app has written; whether there was anything."""
        try:
            chunk = self.process.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.written += chunk
        # pyte knows no private modes with sub-parameters and would print them.
        with contextlib.suppress(KeyError, TypeError):
            self._stream.feed(chunk)
        return True

    @property
    def text(self) -> str:
        """The screen, a line a row."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, what: str | Callable[[str], bool]) -> str:
        """Read until the screen shows `what`; gives the screen.

        Raises:
            AssertionError: it did not in `PATIENCE` seconds; the message is the screen.
        """
        shows = (lambda text: what in text) if isinstance(what, str) else what
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            if shows(self.text):
                return self.text
            if not self.process.isalive():
                while self.read():
                    pass
                if shows(self.text):
                    return self.text
                break
        raise AssertionError(f"never saw {what!r} in\n{self.text}")

    def type(self, keys: str) -> None:
        """Send keys, all at once, as a paste without brackets would."""
        self.process.send(keys.encode())

    def end(self, keys: str = "\x11") -> int:
        """Leave with these keys (Ctrl+Q by default); gives the exit code."""
        self.type(keys)
        return self.wait_for_end()

    def hang_up(self) -> None:
        """Close the terminal under the app, as closing its window does, and wait until the app has ended."""
        self.process.ptyproc.fileobj.close()
        end = time.monotonic() + PATIENCE
        while self.process.isalive():
            assert time.monotonic() < end, "the app outlived its terminal"
            time.sleep(0.02)
        self.process.ptyproc.closed = True
        self.process.child_fd = -1

    def wait_for_end(self) -> int:
        """Read until the process has ended; gives its exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.process.isalive() and time.monotonic() < end:
            self.read()
        self.process.close(force=True)
        return int(self.process.exitstatus if self.process.exitstatus is not None else -self.process.signalstatus)


@contextlib.contextmanager
def running(data: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """The app, ended for certain when the test is done with it."""
    terminal = Terminal(data, *arguments, size=size)
    try:
        yield terminal
    finally:
        terminal.process.close(force=True)


def command(data: Path, *arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command line of the product, run as its own process."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=environment(data),
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def shown(data: Path, *arguments: str) -> Any:
    """What `show --json` says of the match changed last."""
    done = command(data, "show", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
