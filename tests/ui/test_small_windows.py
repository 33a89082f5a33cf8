"""Windows of a few lines: what is asked and where it is answered can be seen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from textual.geometry import Region

from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from tests.ui.memory_store import memory_store
from tests.ui.test_score import at_table


@pytest.mark.parametrize("key", ["f4", "f5", "f6", "f7", "f8", "ctrl+p", "f1", "ctrl+l"])
async def test_where_one_types_or_chooses_is_in_sight(key: str) -> None:
    async with at_table(rows=["0 5 6"], size=(20, 6)) as table:
        await table.press(key)
        for _ in range(3):
            await table.pilot.pause()
        focused = table.app.focused
        assert focused is not None
        seen = focused.region.intersection(Region(0, 0, 20, 6))
        assert seen.height >= 1
        assert seen.width >= 8


async def test_keys_on_the_screen_need_room_and_say_so() -> None:
    async with at_table(size=(20, 6)) as table:
        await table.press("f12")
        assert "too small" in " ".join(word.text for word in table.sheet.words)
        await table.pilot.resize_terminal(80, 24)
        await table.press("f12")
        assert table.screen.query("Keypad")


@pytest.mark.parametrize("size", [(12, 4), (10, 3)])
async def test_the_row_that_is_typed_is_the_last_to_go(size: tuple[int, int]) -> None:
    async with at_table(size=size) as table:
        await table.type("0 23")
        assert any("9│9" in line for line in table.lines())
        await table.type(" 41!")
        assert len(table.match.rounds) == 1


LONG = ("Maximiliana the Long of Somewhere", "Bartholomew Featherstonehaugh", "Wolfeschlegelstein", "Ana")


async def test_the_rounds_of_a_finished_match_stay_in_sight_below_long_names() -> None:
    async with at_table(LONG, ["0 5 6 9", "5 0 6 9"] * 4 + ["3 0 5 9"], size=(40, 20)) as table:
        await table.type("1 4 0 4!")
        assert "wins!" in table.seen()
        assert sum("│" in line[:6] for line in table.lines()) >= 7
        assert "F8: why" in table.seen() or "fewest points" in table.seen()


async def test_a_page_in_a_list_without_room_is_none() -> None:
    async with at_table(size=(80, 24)) as table:
        await table.press("ctrl+p", "pageup")
        await table.press("escape")
        await table.press("f6")
        await table.pilot.resize_terminal(1, 1)
        await table.press("pagedown")
        await table.pilot.resize_terminal(80, 24)
        await table.press("escape")
        assert table.screen.sheet.has_focus


@pytest.mark.parametrize("key", ["f4", "f5", "f6", "f7", "f8"])
async def test_what_a_dialog_is_about_can_be_seen_behind_it(key: str) -> None:
    async with at_table(rows=["0 5 6"], size=(80, 24)) as table:
        await table.press(key)
        for _ in range(3):
            await table.pilot.pause()
        assert isinstance(table.app.screen, Dialog)
        assert 0 < table.app.screen.styles.background.a < 1


@pytest.mark.parametrize("width", [20, 40, 80])
async def test_a_message_is_read_whole(width: int) -> None:
    app = ScorekeeperApp(memory_store(), clock=lambda: datetime(2026, 11, 30, tzinfo=UTC), new_id=lambda: "m1")
    async with app.run_test(size=(width, 20), notifications=True) as pilot:
        app.say("1 match is in /home/somebody/games/2026/chicken-foot-2026-11-30.html now.")
        for _ in range(3):
            await pilot.pause()
        (toast,) = app.screen.query("Toast")
        assert Region(0, 0, width, 20).contains_region(toast.region)
        text = "".join(toast.render_line(y).text for y in range(toast.size.height))
        assert "chicken-foot-2026-11-30.html" in text.replace(" ", "")
