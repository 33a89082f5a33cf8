"""What all tests share: nothing of this machine reaches them, and Hypothesis is repeatable."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.long_form import FIRST_ONLY, LONG

pytest_plugins = ["tests.long_run"]

settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


@pytest.hookimpl(tryfirst=True)  # before the markers of the normal run are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the long form what only goes the ways of the normal run once more."""
    seen: set[str] = set()
    for item in items:
        name = f"{item.path.stem}.{item.name.partition('[')[0]}"
        if name in LONG or (name in FIRST_ONLY and name in seen):
            item.add_marker(pytest.mark.slow)
        seen.add(name)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for every test, so that no data of whoever runs them is seen or touched."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("SCOREKEEPER_DATA", raising=False)
    return home
