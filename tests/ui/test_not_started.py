"""A new match that is left before it is started is there again when the next is begun."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from scorekeeper.rules.house import HouseRules
from scorekeeper.store.opening import open_store
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.setup import SetupScreen
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store
from tests.ui.test_burst import table_of_three

TEN = "A⏎B⏎C⏎D⏎E⏎F⏎G⏎H⏎I⏎"


def typed(table: Desk) -> tuple[tuple[str, ...], str]:
    setup = table.screen(SetupScreen)
    return setup.lineup.names, setup.box.value


LEAVING: dict[str, Sequence[str]] = {
    "escape": ["escape"],
    "escape out of the list": ["up", "escape"],
    "escape out of a mended name": ["up", "enter", *"Zed", "escape", "escape"],
    "a match of the list": ["f3", "enter"],
}


@pytest.mark.parametrize("keys", LEAVING.values(), ids=LEAVING)
async def test_what_was_typed_is_there_again(keys: Sequence[str]) -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f2", *TEN, *"Jo"])
        for key in keys:
            await table.press(key)
        assert isinstance(table.app.screen, ScoreScreen)
        await table.press("f2")
        assert typed(table) == (tuple("ABCDEFGHI"), "Jo")
        assert "here again" in table.text("#message")
        await table.burst("e⏎")
        assert typed(table) == ((*"ABCDEFGHI", "Joe"), "")


async def test_set_hand_size_and_house_rules_are_there_again() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f2", *"A⏎B⏎", "tab", "right", "right", "f4", "down", "right", "enter"])
        before = table.screen(SetupScreen).lineup
        assert before.house != HouseRules()
        await table.press("escape", "f2")
        assert table.screen(SetupScreen).lineup == before


async def test_nothing_is_left_of_a_match_that_was_started_or_emptied() -> None:
    async with desk(memory_store()) as table:
        await table.burst("A⏎B⏎⏎")
        table.screen(ScoreScreen)
        await table.press("f2")
        assert typed(table) == ((), "")
        assert table.text("#message") == ""
        await table.burst(["C", "enter", "P", "escape"])
        await table.press("f2")
        assert typed(table) == (("C",), "P")
        await table.burst(["backspace", "up", "delete", "escape"])
        await table.press("f2")
        assert typed(table) == ((), "")


async def test_a_match_with_the_same_players_does_not_take_its_place_until_it_is_changed() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f2", *"A⏎B⏎", "escape"])
        await table.press("f3", "ctrl+g", "enter")
        assert typed(table) == (("Boris", "Chi", "Ana"), "")
        await table.press("escape", "f2")
        assert typed(table) == (("A", "B"), "")


async def test_it_is_there_again_when_the_app_is_opened_again(tmp_path: Path) -> None:
    async with desk(open_store(tmp_path)) as table:
        await table.burst(["A", "enter", "B", "enter", "tab", "right", "f2", *"Jo"])
        before = table.screen(SetupScreen).lineup
    async with desk(open_store(tmp_path)) as table:
        assert (table.screen(SetupScreen).lineup, typed(table)) == (before, (("A", "B"), "Jo"))
        assert "here again" in table.text("#message")
        await table.burst("⏎⏎")
        table.screen(ScoreScreen)
    assert open_store(tmp_path).settings.unstarted() is None


async def test_it_is_kept_even_if_nobody_has_looked_at_what_was_left_before() -> None:
    async with desk(table_of_three()) as table:
        await table.press("f3", "ctrl+g", "enter")
        await table.burst("Zed⏎")
        assert table.app.keep_drafts() is None
        left = table.store.settings.unstarted()
        assert left is not None
        assert left.names[-1] == "Zed"
