"""The app on a store in memory, with keys as a person or a paste sends them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

from textual import events
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from scorekeeper.store.protocol import Store
from scorekeeper.ui.app import ScorekeeperApp
from tests.ui.memory_store import MemoryMatches, MemorySettings

ScreenType = TypeVar("ScreenType", bound=Screen[Any])

_NAMED = {" ": "space", "⏎": "enter", "⌫": "backspace", "⇥": "tab"}
_CHARACTERS = {"enter": "\r", "tab": "\t", "backspace": "\x7f", "space": " "}


@dataclass
class Desk:
    """A running app."""

    pilot: Pilot[int]
    app: ScorekeeperApp
    store: Store

    @property
    def matches(self) -> MemoryMatches:
        """Where matches are kept."""
        assert isinstance(self.store.matches, MemoryMatches)
        return self.store.matches

    @property
    def settings(self) -> MemorySettings:
        """Where settings are kept."""
        assert isinstance(self.store.settings, MemorySettings)
        return self.store.settings

    def screen(self, kind: type[ScreenType]) -> ScreenType:
        """The screen on top, which is of this kind."""
        assert isinstance(self.app.screen, kind), self.app.screen
        return self.app.screen

    def text(self, selector: str) -> str:
        """What a `Static` on the screen says; "" where it does not show."""
        widget = self.app.screen.query_one(selector, Static)
        return str(widget.content) if widget.display else ""

    async def burst(self, keys: str | Iterable[str]) -> None:
        """Send all keys before the app has handled the first; "⏎" is Enter, "⌫" Backspace, "⇥" Tab."""
        for sign in keys:
            key = _NAMED.get(sign, sign)
            character = _CHARACTERS.get(key, sign if len(sign) == 1 else None)
            self.app.post_message(events.Key(key, character))
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Send keys one by one."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Let everything happen that follows from what was sent, reading included."""
        await self.pilot.pause()
        while not self.app.at_rest:
            await self.pilot.pause()
        reading = [worker for worker in self.app.workers if worker.group == "summaries"]
        if reading:
            await self.app.workers.wait_for_complete(reading)
            await self.pilot.pause()

    async def paste(self, text: str) -> None:
        """Paste as a terminal does that brackets pastes."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def click(self, widget: Widget | str, offset: tuple[int, int] = (0, 0)) -> None:
        """Click a cell of a widget, counted from its content's corner."""
        if isinstance(widget, str):
            widget = self.app.screen.query_one(widget)
        corner = widget.content_region.offset - widget.region.offset
        await self.pilot.click(widget, offset=Offset(*offset) + corner)
        await self.settle()


@asynccontextmanager
async def desk(store: Store, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Desk]:
    """The app, started on a store; its clock goes on by a minute a look."""
    minutes, numbers = count(), count(1)
    start = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
    app = ScorekeeperApp(
        store, clock=lambda: start + timedelta(minutes=next(minutes)), new_id=lambda: f"new{next(numbers)}"
    )
    async with app.run_test(size=size) as pilot:
        running = Desk(pilot, app, store)
        await running.settle()
        yield running
