"""What is typed for a new match is kept until it is started, and what cannot be in it is passed over."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.unstarted import Unstarted
from scorekeeper.store.protocol import Store


def test_it_survives_until_it_is_started(store: Store, open_again: Callable[[], Store]) -> None:
    assert store.settings.unstarted() is None
    left = Unstarted(("Ana", "[/]"), 12, 9, HouseRules(arms=6), "Jo")
    store.settings.put_unstarted(left)
    assert open_again().settings.unstarted() == left
    store.settings.put_unstarted(None)
    assert open_again().settings.unstarted() is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("Ana", None),
        ({}, None),
        ({"names": "Ana", "typed": 7}, None),
        ({"names": [7, "Ana", "", "\x1b[31m", None]}, Unstarted(("Ana", "[31m"))),
        ({"names": ["Ana"], "set": 7, "hand_size": 0}, Unstarted(("Ana",))),
        ({"names": ["Ana"], "set": True, "hand_size": 9.5, "typed": "J\x07o"}, Unstarted(("Ana",), typed="Jo")),
        ({"names": ["Ana"], "set": 15, "hand_size": 136}, Unstarted(("Ana",), 15, 136)),
        ({"typed": "Jo", "house_rules": {"arms": 5, "x": 1}}, Unstarted(typed="Jo")),
        ({"names": ["A"] * 1000}, Unstarted(("A",) * 100)),
    ],
)
def test_what_cannot_be_is_passed_over(store: Store, folder: Path, value: Any, expected: Unstarted | None) -> None:
    folder.mkdir()
    (folder / "app.json").write_text(json.dumps({"settings": {"new_match": {"value": value}}}), encoding="utf-8")
    assert store.settings.unstarted() == expected
    assert expected is None or expected.house == STANDARD
