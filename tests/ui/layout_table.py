"""The app with the layout of one round on the screen, with keys as a person or a paste sends them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.match import Match
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.screens.layout import LayoutScreen
from tests.ui.memory_store import memory_store

START = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
FRAME = 0.016
"""Seconds of one frame at 60 a second."""
NAMED = {" ": "space", "!": "enter", "<": "backspace"}
ARMS = "9-9!9-4!9-6!9-1!9-0!"


@dataclass
class Keeper:
    """Keeps a layout in memory, and remembers what else it was told."""

    match_shown: Match
    kept_layout: tuple[str, ...] = ()
    scores: list[tuple[int | None, bool]] = field(default_factory=list)
    pinned: list[tuple[str, str]] = field(default_factory=list)

    def keep_layout(self, lines: tuple[str, ...]) -> None:
        """Keep it."""
        self.kept_layout = lines

    def to_score(self, out: int | None, on_double: bool = False) -> None:
        """Remember it."""
        self.scores.append((out, on_double))

    def pin(self, rule: str, text: str) -> None:
        """Remember it."""
        self.pinned.append((rule, text))


@dataclass
class Table:
    """A running app with the layout of one round on the screen."""

    pilot: Pilot[int]
    app: ScorekeeperApp
    keeper: Keeper

    @property
    def screen(self) -> LayoutScreen:
        """The layout screen."""
        assert isinstance(self.app.screen, LayoutScreen), self.app.screen
        return self.app.screen

    @property
    def kept(self) -> KeptLayout:
        """The layout as it was kept."""
        return KeptLayout.from_lines(self.keeper.kept_layout, self.keeper.match_shown.house)

    @property
    def tiles(self) -> str:
        """The tiles on the table in the order of play."""
        return " ".join(str(lying.tile) for lying in self.screen.kept.layout.placed)

    def said(self) -> str:
        """What stands in and beside the box."""
        return self.screen.box.seen

    def beside(self) -> str:
        """What stands about the round."""
        lines = ("".join(part.text for part in line) for line in self.screen.panel.lines)
        return " ".join(" ".join(lines).split())

    def drawn(self) -> str:
        """The farmyard as it is seen."""
        farmyard = self.screen.farmyard
        return "\n".join(farmyard.render_line(y).text for y in range(farmyard.size.height))

    async def type(self, text: str) -> None:
        """Type as fast as a paste: a space is the space bar, "!" is Enter, "<" is Backspace."""
        await self.press(*(NAMED.get(letter, letter) for letter in text))

    async def press(self, *keys: str) -> None:
        """Send keys through the app without waiting between them, then wait until all are dealt with."""
        for key in keys:
            self.app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await self.pilot.pause(0)
        while not self.app.at_rest:
            await self.pilot.pause(0)
        for _ in range(4):
            await self.pilot.pause(0)


def match_of(
    names: Sequence[str] = ("Ana", "Boris", "Chi", "Dan"),
    *,
    highest: int = 9,
    hand_size: int = 7,
    house: HouseRules = STANDARD,
) -> Match:
    """A match before its first round."""
    return changes.start("test", START.isoformat(), names, highest, hand_size, house)


@asynccontextmanager
async def at_table(
    match: Match | None = None, lines: Iterable[str] = (), *, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Table]:
    """The app with the layout screen over it."""
    keeper = Keeper(match or match_of(), tuple(lines))
    app = ScorekeeperApp(memory_store(), clock=lambda: START, new_id=lambda: "next")
    # Nothing below, so that nothing has to be set up there.
    app.get_default_screen = Screen  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await app.push_screen(LayoutScreen(keeper))
        await pilot.pause()
        yield Table(pilot, app, keeper)
