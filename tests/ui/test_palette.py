"""The command palette: commands and rules by name."""

from __future__ import annotations

from textual.command import CommandList

from scorekeeper.rules.course import state
from scorekeeper.ui.palette import KeyCommands
from scorekeeper.ui.screens.help import HelpScreen
from tests.ui.test_score import at_table


async def test_a_command_is_found_by_its_name_and_done() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("ctrl+p")
        await table.press(*"stop")
        await table.pilot.pause(0.4)
        await table.press("enter")
        await table.pilot.pause(0.2)
        assert state(table.match) == "stopped"


async def test_every_rule_is_a_hit_and_opens_the_book_there() -> None:
    async with at_table() as table:
        await table.press("ctrl+p")
        await table.press(*"R28")
        await table.pilot.pause(0.4)
        options = table.app.screen.query_one(CommandList)
        assert options.option_count >= 1
        await table.press("enter")
        await table.pilot.pause(0.2)
        assert isinstance(table.app.screen, HelpScreen)


async def test_a_hasty_enter_leaves_nothing() -> None:
    async with at_table() as table:
        await table.press("f7", *"late")
        found = [hit.display async for hit in KeyCommands(table.app.screen).discover()]
        assert len(found) > 1
        assert "Back" in found[-2:], found
