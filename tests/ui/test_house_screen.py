"""The house rules on one page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.house import CHOICES, PRESETS, RULE_NUMBERS, STANDARD, HouseRules
from scorekeeper.ui.screens.house import NOT_AS_LAST, NOT_STANDARD, HouseScreen
from scorekeeper.ui.widgets.stepper import Stepper
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store


class Answer:
    """What the page gave."""

    house: HouseRules | None = STANDARD
    given = False

    def take(self, house: HouseRules | None) -> None:
        self.house, self.given = house, True


async def opened(table: Desk, house: HouseRules = STANDARD, last: HouseRules | None = STANDARD) -> Answer:
    answer = Answer()
    await table.app.push_screen(HouseScreen(house, 9, last), answer.take)
    await table.settle()
    return answer


def switch(table: Desk, key: str) -> Stepper:
    return table.app.screen.query_one(f"#switch-{key}", Stepper)


async def test_every_switch_goes_through_its_values_by_keys_and_enter_keeps_them() -> None:
    async with desk(memory_store()) as table:
        answer = await opened(table)
        wanted = STANDARD
        for key in RULE_NUMBERS:
            await table.burst(["tab", "right"])
            value = CHOICES[key][1] if key in CHOICES else {"last_double": 1, "target": 50}[key]
            wanted = replace(wanted, **{key: value})
            assert table.screen(HouseScreen).house == wanted
        await table.press("enter")
        assert answer.house == wanted


async def test_ready_made_rules_are_reached_from_the_first_line() -> None:
    async with desk(memory_store()) as table:
        for steps, (name, house) in enumerate(PRESETS.items()):
            answer = await opened(table)
            await table.burst(["right"] * steps + ["enter"])
            assert answer.house == house, name


async def test_what_differs_is_marked_by_a_sign_and_told_in_words() -> None:
    async with desk(memory_store()) as table:
        await opened(table, HouseRules(arms=6, double_blank=25), HouseRules(arms=6, draws="until_playable"))
        assert switch(table, "arms").sign.split() == [NOT_STANDARD]
        assert switch(table, "double_blank").sign.split() == [NOT_STANDARD + NOT_AS_LAST]
        assert switch(table, "draws").sign.split() == [NOT_AS_LAST]
        assert switch(table, "out_on_double").sign.split() == []
        await table.press("tab", "tab")
        assert "count 0, 25 or 100" in table.text("#about")
        assert "Last match: 50 points" in table.text("#about")
        await table.press("f5")
        assert table.screen(HouseScreen).house == STANDARD
        await table.press("f6")
        assert table.screen(HouseScreen).house == HouseRules(arms=6, draws="until_playable")


async def test_a_target_is_typed_and_backspace_takes_it_away() -> None:
    async with desk(memory_store()) as table:
        await opened(table)
        switch(table, "target").focus()
        await table.burst("3000⌫")
        assert table.screen(HouseScreen).house.target == 300
        await table.burst("⌫⌫⌫")
        assert table.screen(HouseScreen).house.target is None
        await table.burst("999999")
        assert table.screen(HouseScreen).house.target in range(1, 100_001)


async def test_the_last_double_stays_below_the_set() -> None:
    async with desk(memory_store()) as table:
        await opened(table)
        switch(table, "last_double").focus()
        await table.burst(["right"] * 12)
        assert table.screen(HouseScreen).house.last_double == 8
        await table.burst(["left"] * 12)
        assert table.screen(HouseScreen).house.last_double == 0


async def test_the_mouse_changes_keeps_and_leaves() -> None:
    async with desk(memory_store()) as table:
        answer = await opened(table)
        await table.click(switch(table, "arms"), (41, 0))
        assert table.screen(HouseScreen).house.arms == 6
        await table.click("#keep", (2, 0))
        assert answer.house == HouseRules(arms=6)
        answer = await opened(table)
        await table.click(switch(table, "arms"), (40, 0))
        await table.click("#leave", (2, 0))
        assert answer.given
        assert answer.house is None


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_every_switch_can_be_seen_with_its_value(size: tuple[int, int]) -> None:
    async with desk(memory_store(), size) as table:
        await opened(table)
        for key in RULE_NUMBERS:
            await table.burst(["down"])
            await table.settle()
            row = switch(table, key)
            assert row.has_focus
            shown = "".join(row.render_line(y).text for y in range(row.size.height))
            assert row.show(row.value) in shown
            assert table.app.screen.region.contains_region(row.region)
