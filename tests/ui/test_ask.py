"""Questions that are answered with a line of text."""

from __future__ import annotations

from textual.widgets import Input

from scorekeeper.store.protocol import Store
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.score import ScoreScreen
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store
from tests.ui.test_burst import of_three

NOTE = "Émile brought the cake; the next one is at Chi's, with [/] and 👩‍👩‍👧"


def table_of_three() -> Store:
    store = memory_store("Ana", "Boris", "Chi")
    store.matches.create(of_three(rounds=2))
    return store


def note(table: Desk) -> str:
    return table.store.matches.load("m").match.note


async def test_a_note_that_cannot_be_kept_stays_in_its_box_with_the_reason() -> None:
    async with desk(table_of_three()) as table:
        await table.press("f7")
        table.matches.broken = "The disk is full."
        await table.paste(NOTE)
        for _attempt in range(2):
            await table.press("enter")
            assert table.screen(AskScreen).query_one(Input).value == NOTE
            assert table.text("#message") == "✗ The disk is full."
        table.matches.broken = ""
        await table.press("enter")
        assert isinstance(table.app.screen, ScoreScreen)
        assert note(table) == NOTE


async def test_a_note_that_cannot_be_kept_stays_though_the_row_is_wrong_too() -> None:
    async with desk(table_of_three()) as table:
        await table.burst("0 0 0⏎")
        table.matches.broken = "The disk is full."
        await table.burst(["f7", *"late", "enter"])
        assert table.screen(AskScreen).query_one(Input).value == "late"
        assert table.text("#message").startswith("✗ ")


async def test_a_note_on_a_round_is_written_changed_and_left_as_it_was() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["up", "f7", *"late", "enter"])
        assert table.store.matches.load("m").match.rounds[1].note == "late"
        revision = table.store.matches.load("m").match.revision
        await table.press("up", "f7", "enter")
        await table.burst(["up", "f7", *"r", "escape"])
        assert table.store.matches.load("m").match.revision == revision
        assert note(table) == ""
