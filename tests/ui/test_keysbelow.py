"""The keys below the screens: none is cut off, and help is always among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region

from scorekeeper.store.opening import open_store
from scorekeeper.ui.screens.matches import MatchesScreen
from scorekeeper.ui.screens.players import PlayersScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.screens.setup import SetupScreen
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from tests.ui.desk import Desk, desk
from tests.ui.test_review import evening

ENOUGH = (40, 80, 140, 12)


async def seen(table: Desk, width: int) -> list[str]:
    """The keys that are shown, each of them whole."""
    await table.pilot.resize_terminal(width, 24)
    await table.settle()
    keys = [key for key in table.app.screen.query_one(KeysBelow).children if key.display]
    for key in keys:
        assert Region(0, 0, width, 24).contains_region(key.region), (width, key)
    return [str(getattr(key, "key", "")) for key in keys]


@pytest.mark.parametrize("kind", [ReviewScreen, MatchesScreen, PlayersScreen, SetupScreen])
async def test_no_key_is_cut_off_and_help_is_there(kind: type, tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    store.matches.create(evening())
    async with desk(store) as table:
        await table.app.push_screen(kind(evening()) if kind is ReviewScreen else kind())
        shown = [await seen(table, width) for width in ENOUGH]
        assert all("f1" in keys for keys in shown)
        assert len(shown[0]) < len(shown[1]) <= len(shown[2])
        assert shown[3] == ["f1"]
        if kind is ReviewScreen:
            assert {"tab", "escape", "right", "enter", "c", "e"} <= set(shown[1])
            await table.press("3")
            assert "p" in await seen(table, 80)
