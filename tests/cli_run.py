"""Runs the real command line in this process and keeps what it printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main


@dataclass(frozen=True)
class Answer:
    """What one command did."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


class Clock:
    """A minute later every time it is asked."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 18, 2, 11, tzinfo=timezone(timedelta(hours=1)))

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


class CommandLine:
    """Commands on one data folder."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self.capsys = capsys
        self.clock: Callable[[], datetime] = Clock()

    def __call__(self, *arguments: str) -> Answer:
        """What the command did, whatever its exit code."""
        self.capsys.readouterr()
        code = main(["--data", str(self.data), *arguments], clock=self.clock)
        printed = self.capsys.readouterr()
        return Answer(code, printed.out, printed.err)

    def ok(self, *arguments: str) -> str:
        """What a command printed that has to succeed."""
        answer = self(*arguments)
        assert answer.code == 0, answer
        return answer.out

    def refused(self, *arguments: str) -> str:
        """Why a command was refused; it has to be, with nothing on standard output."""
        answer = self(*arguments)
        assert (answer.code, answer.out) == (1, ""), answer
        return answer.err

    def shown(self, *arguments: str) -> Any:
        """The match as `show --json` gives it."""
        return json.loads(self.ok("show", *arguments, "--json"))
