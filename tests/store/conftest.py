"""A data folder of its own for every test, with a clock that stands where the test puts it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store


class FixedClock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 24, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, days: float) -> None:
        self.now += timedelta(days=days)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_again(folder: Path, clock: FixedClock) -> Callable[[], Store]:
    """Opens the data folder as another window would."""
    count = iter(range(1, 1000))
    return lambda: open_store(folder, clock=clock, new_id=lambda: f"p{next(count)}")


@pytest.fixture
def store(open_again: Callable[[], Store]) -> Store:
    return open_again()
