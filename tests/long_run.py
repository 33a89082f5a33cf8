"""The long form of the suite: how long it goes on, and the report it leaves.

`python -m pytest -m torture --minutes 10 --report tests/LONG_RUN.md` runs it; what it did is printed at the end and
kept in the file, so that a green run also says how much was tried.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, seed, settings
from hypothesis.strategies import SearchStrategy

_FIGURE: Final = "figure"
_EXAMPLES: Final = 500
"""Examples tried with one seed, before the clock is looked at again."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long each search in the long form goes on, and where the report is kept."""
    group = parser.getgroup("long form")
    group.addoption("--minutes", type=float, default=10, help="minutes of each search in the long form (10)")
    group.addoption("--report", type=Path, default=None, help="file that gets the figures of this run")


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Gives the report of this run a line on what a test did."""
    return lambda line: request.node.user_properties.append((_FIGURE, line))


@pytest.fixture
def minutes(request: pytest.FixtureRequest) -> float:
    """How long a search in the long form goes on."""
    found: float = request.config.getoption("--minutes")
    return found


def seeds_for(minutes: float, first: int = 1) -> Iterator[int]:
    """Numbers to begin with, one after another until the time is up, at least one."""
    end = time.monotonic() + 60 * minutes
    number = first
    yield number
    while time.monotonic() < end:
        number += 1
        yield number


def search(minutes: float, values: SearchStrategy[object], trial: Callable[[object], None]) -> str:
    """Try values for so many minutes; a failure names the seed that finds it again.

    Returns: a sentence for the report.
    """
    tried = 0
    last = 0
    for last in seeds_for(minutes):

        @seed(last)
        @settings(max_examples=_EXAMPLES, derandomize=False, database=None, deadline=None)
        @given(values)
        def one(value: object) -> None:
            nonlocal tried
            tried += 1
            trial(value)

        try:
            one()
        except BaseException as error:
            error.add_note(f"found with seed {last}")
            raise
    return f"{tried:,} inputs with seeds 1 to {last}, none that failed"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the figures, and keep them where asked."""
    lines = list(_lines(terminalreporter))
    if not lines:
        return
    terminalreporter.section("figures")
    for line in lines:
        terminalreporter.write_line(line)
    path: Path | None = config.getoption("--report")
    if path is not None:
        head = (
            f"# The last long run\n\n{date.today():%Y-%m-%d}, Python {platform.python_version()},"  # noqa: DTZ011
            f" {os.cpu_count()} cores. Each line is a test that passed unless it says otherwise.\n\n"
        )
        path.write_text(head + "".join(f"- {line}\n" for line in lines), encoding="utf-8")


def _lines(reporter: pytest.TerminalReporter) -> Iterator[str]:
    for outcome in ("passed", "failed", "error"):
        for report in reporter.stats.get(outcome, []):
            told = [str(text) for key, text in getattr(report, "user_properties", []) if key == _FIGURE]
            if told and report.when == "call":
                failed = "" if outcome == "passed" else f" **{outcome.upper()}**"
                yield f"`{report.nodeid.removeprefix('tests/')}` ({report.duration:.0f} s){failed}: {'; '.join(told)}"
