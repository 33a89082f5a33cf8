"""The benchmark runs and tells something about every target; what it measures is for people to judge."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.benchmark import measure


def test_every_target_is_measured_in_the_short_form() -> None:
    measured = measure(short=True)
    assert {each.number for each in measured} == {"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8"}
    assert all(each.ours > 0 and each.floor > 0 for each in measured)


@pytest.mark.benchmark
def test_targets(tell: Callable[[str], None]) -> None:
    for measured in measure():
        tell(measured.line())
