"""Pages laid over each other: from anywhere Escape has not far to go."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from scorekeeper.rules.journal import Journal
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.matches import MatchesScreen
from scorekeeper.ui.screens.player import PlayerScreen
from scorekeeper.ui.screens.players import PlayersScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.setup import SetupScreen
from tests.strategies import played
from tests.ui.desk import Desk, desk


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A match that is over and one that goes on."""
    store = open_store(tmp_path)
    for match_id, rounds in (("over", 10), ("live", 2)):
        journal = played(match_id, ("Ana", "Boris", "Chi"), rounds)
        store.matches.create(Journal(journal.match))
    return store


def kinds(table: Desk) -> list[type]:
    """The screens, the lowest first."""
    return [type(screen) for screen in table.app.screen_stack]


async def test_a_page_that_lies_below_is_gone_back_to(store: Store) -> None:
    async with desk(store) as table:
        keys = cycle(["f2", "f1", "f3", "f1", "ctrl+b", "f3"])
        for _ in range(9):
            await table.press(next(keys))
        assert len(set(kinds(table))) == len(kinds(table))
        assert set(kinds(table)) <= {ScoreScreen, SetupScreen, MatchesScreen, PlayersScreen}
        for _ in range(3):
            await table.press("escape")
        assert kinds(table) == [ScoreScreen]


async def test_from_player_to_player_two_pages_at_most_lie_over_the_list(store: Store) -> None:
    async with desk(store) as table:
        await table.press("ctrl+b", "enter")
        for _ in range(3):
            await table.press("2", "enter")
        assert kinds(table) == [ScoreScreen, PlayersScreen, PlayerScreen, PlayerScreen]
        await table.press("f3", "ctrl+b")
        assert kinds(table) == [ScoreScreen, PlayersScreen]


async def test_no_page_opens_over_a_question_that_is_open(store: Store) -> None:
    async with desk(store) as table:
        await table.press("f7", "f1")
        assert kinds(table) == [ScoreScreen, AskScreen, HelpScreen]
        await table.press("f3", "f2", "ctrl+b")
        assert kinds(table) == [ScoreScreen, AskScreen, HelpScreen]
