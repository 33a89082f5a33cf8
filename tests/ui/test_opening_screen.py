"""The helper for the start of a round."""

from __future__ import annotations

from textual.widgets import OptionList, Static

from scorekeeper.rules.course import next_double
from scorekeeper.rules.house import HouseRules
from scorekeeper.ui.screens.opening import OpeningScreen
from scorekeeper.ui.screens.score import ScoreScreen
from tests.ui.test_score import Table, at_table


def told(table: Table) -> str:
    """What the helper says."""
    assert isinstance(table.app.screen, OpeningScreen)
    return str(table.app.screen.query_one("#told", Static).content)


def answers(table: Table) -> list[str]:
    """What can be answered."""
    options = table.app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(index).prompt) for index in range(options.option_count)]


async def answer(table: Table, text: str) -> None:
    """Give the answer that reads so."""
    options = table.app.screen.query_one(OptionList)
    options.highlighted = answers(table).index(text)
    await table.press("enter")


async def test_the_player_who_has_it_starts_and_the_table_remembers() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("f5")
        assert "Whoever has 8-8 starts round 2 (R9)." in told(table)
        await answer(table, "Chi has it")
        assert isinstance(table.app.screen, ScoreScreen)
        assert table.match.starter == 2
        await table.type("5 0 7!")
        assert table.match.rounds[1].starter == 2
        await table.press("ctrl+z")
        assert table.match.starter == 2
        await table.press("ctrl+z")
        assert table.match.starter is None


async def test_nobody_has_it_and_the_draws_are_counted_from_the_left_of_the_last_starter() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("f5")
        await answer(table, "Boris has it")
        await table.type("5 0 7!")
        await table.press("f5")
        await answer(table, "Nobody has it")
        assert "Chi draws first, left of Boris" in told(table)
        await answer(table, "Not found: the next one draws")
        assert told(table).startswith("Ana draws")
        await table.press("backspace")
        assert told(table).startswith("Chi draws")
        await answer(table, "Not found: the next one draws")
        await answer(table, "Ana found it")
        assert "Ana drew 7-7 and starts" in told(table)
        await answer(table, "Record it")
        assert table.match.starter == 0


async def test_in_round_one_the_shuffler_is_asked_for() -> None:
    async with at_table() as table:
        await table.press("f5")
        await answer(table, "Nobody has it")
        await answer(table, "Chi shuffled")
        assert table.match.shuffler == 2
        assert "Ana draws first, left of Chi, who shuffled" in told(table)


async def test_skip_drops_the_double_and_tries_it_again() -> None:
    async with at_table(house=HouseRules(missing_double="skip")) as table:
        await table.press("f5")
        await answer(table, "Nobody has it")
        assert next_double(table.match) == 8
        await answer(table, "Boris has it")
        await table.type("0 23 41!")
        assert (table.match.rounds[0].double, table.match.rounds[0].starter) == (8, 1)
        assert next_double(table.match) == 9


async def test_a_double_laid_out_goes_round_the_table() -> None:
    async with at_table(house=HouseRules(missing_double="set_aside")) as table:
        await table.press("f5")
        await answer(table, "Ana shuffled")
        assert "Boris starts, left of Ana, who shuffled" in told(table)
        await answer(table, "Boris starts")
        assert table.match.starter == 1


async def test_everybody_draws_at_once_where_the_house_says_so() -> None:
    async with at_table(rows=["0 23 41"], house=HouseRules(missing_double="draw_all")) as table:
        await table.press("f5")
        await answer(table, "Nobody has it")
        await answer(table, "Nobody found it: everybody draws again")
        await answer(table, "Chi found it")
        await answer(table, "Record it")
        assert table.match.starter == 2


async def test_escape_leaves_with_what_was_recorded() -> None:
    async with at_table() as table:
        await table.press("f5")
        await table.press("escape")
        assert isinstance(table.app.screen, ScoreScreen)
        assert table.match.starter is None
        await table.type("0 23 41!")
        assert len(table.match.rounds) == 1


async def test_a_double_laid_out_asks_who_starts_where_nobody_said_who_started_before() -> None:
    async with at_table(rows=["0 23 41"], house=HouseRules(missing_double="set_aside")) as table:
        await table.press("f5")
        await answer(table, "Chi starts")
        assert table.match.starter == 2


async def test_draws_that_were_counted_are_there_again_until_the_double_is_found() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("f5")
        await answer(table, "Nobody has it")
        await answer(table, "Ana draws first")
        await answer(table, "Not found: the next one draws")
        assert told(table).startswith("Boris draws")
        await table.press("escape")
        await table.press("f5")
        assert told(table).startswith("Boris draws")
        await answer(table, "Boris found it")
        await answer(table, "Record it")
        await table.press("f5")
        assert told(table).startswith("Boris starts round 2")


async def test_a_bounced_enter_answers_one_question() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("f5")
        await table.press("enter", "enter")
        assert "Ana draws first" in answers(table)
