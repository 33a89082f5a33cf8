"""Keys in the order in which they came: each is through, with all that it opens, before the next is looked at."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable
from weakref import WeakSet

from textual import events, on
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker, get_current_worker

from scorekeeper.ui.textual_gaps import OneLineFailure

DIALOGS: Final = "dialog"
"""The group of the workers that open a dialog and wait for its answer."""
PATIENCE: Final = 0.6
"""Seconds that a key may hold up the next one by what it opens."""
LONGEST: Final = 5.0
"""Seconds that a key may hold up the next one where the machine is too slow to come to it."""
BOUNCE: Final = 0.03
"""Seconds within which a key that comes again is no person's doing."""
_LOOK_AGAIN: Final = 0.01
"""Seconds between looks for what nothing reports."""


@runtime_checkable
class FillsLater(Protocol):
    """A screen whose content comes after it is shown."""

    is_filled: bool
    """Whether keys find what they are meant for."""


@dataclass
class Through(Message):
    """Follows a key on its way through the widgets, so that it arrives when the key is done with."""

    number: int
    again: bool


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A key that was passed on and is not done with."""

    number: int
    screen: Screen[Any]
    """Where it went; what that screen leaves undone when it is closed is never reported."""
    target: Widget
    """What it went to; neither does that report anything once it is taken away."""
    since: float


class KeysInOrder(OneLineFailure):
    """An app that passes one key on at a time.

    Textual hands every key of a burst to the widget that has the focus when it is read, though a key before it may be
    about to move the focus or to open a dialog: bounced keys and those of a fast typist, or of a slow line, would go
    to the wrong place. Here they wait, in their order, until the key before them has done everything.
    """

    _through = 0
    _under_way: _UnderWay | None = None
    _settled: Screen[Any] | None = None
    """The screen that is known to be shown, with its focus where it starts."""
    _held_since: float | None = None
    _looking = False

    _last: tuple[str, float, Screen[Any]] | None = None
    """The key before, when it came, and the screen that it went to."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._held: deque[events.Key | events.Paste] = deque()
        self._asking: dict[Worker[Any], Screen[Any]] = {}
        self._given_up: WeakSet[Worker[Any]] = WeakSet()

    @property
    def at_rest(self) -> bool:
        """Whether every key that came is through."""
        return not self._held and not self._is_under_way()

    async def on_event(self, event: events.Event) -> None:
        """Hold keys and pastes back while another is under way; see the class."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._held or self._must_wait():
            self._held.append(event)
            self._look_soon()
        else:
            await self._pass_on(event)

    def _bounced(self, event: events.Key | events.Paste) -> bool:
        """Whether this is the key once more that has just opened or left a screen, and not meant for the next."""
        key = event.key if isinstance(event, events.Key) else ""
        before, self._last = self._last, (key, event.time, self.screen)
        if before is None or before[0] != key or event.time - before[1] > BOUNCE or before[2] is self.screen:
            return False
        self._last = (key, event.time, before[2])
        return True

    async def _pass_on(self, event: events.Key | events.Paste) -> None:
        self._held_since = None
        if self._bounced(event):
            return
        self._through += 1
        target: Widget = self.focused or self.screen
        self._under_way = _UnderWay(self._through, self.screen, target, monotonic())
        await super().on_event(event)
        if not target.post_message(Through(self._through, again=True)):
            self._under_way = None

    @on(Through)
    def _came_through(self, event: Through) -> None:
        event.stop()
        # Behind whatever the key asked to be called later.
        self.call_later(self._done_with, event)

    async def _done_with(self, event: Through) -> None:
        if self._under_way is None or self._under_way.number != event.number:
            return
        if event.again and self.is_running:
            # A second time, behind the messages that widgets made of the key.
            target: Widget = self.focused or self.screen
            self._under_way = replace(self._under_way, target=target)
            if target.post_message(Through(event.number, again=False)):
                return
        self._under_way = None
        await self._pass_held()

    def _must_wait(self) -> bool:
        """Whether a key before is not done with, or what it opened is not there."""
        # In a screen that is not put up there is nothing yet that a key could be meant for, however slow the machine.
        if self._is_under_way() or not self.screen.is_mounted:
            return True
        if self._held_since is None:
            self._held_since = monotonic()
        elif monotonic() - self._held_since > PATIENCE:
            # Once is enough: a worker that never comes to its question would hold up every key from now on.
            self._given_up.update(worker for worker in self.workers if worker.group == DIALOGS)
            return False
        return self._is_arriving()

    def _is_under_way(self) -> bool:
        under_way = self._under_way
        return (
            under_way is not None
            and under_way.screen in self.screen_stack
            and under_way.target.is_attached
            and monotonic() - under_way.since < LONGEST
        )

    def _is_arriving(self) -> bool:
        screen = self.screen
        if any(self._is_about_to_ask(worker) for worker in self.workers if worker.group == DIALOGS):
            return True
        if self._settled is not screen:
            # Behind what puts a screen up and sets its focus.
            screen.call_later(self._has_settled, screen)
            return True
        return isinstance(screen, FillsLater) and not screen.is_filled

    def _has_settled(self, screen: Screen[Any]) -> None:
        self._settled = screen
        self.call_later(self._pass_held)

    def _is_about_to_ask(self, worker: Worker[Any]) -> bool:
        if worker.is_finished or worker in self._given_up:
            return False
        return self._asking.get(worker) not in self.screen_stack

    def _look_soon(self) -> None:
        if not self._looking:
            self._looking = True
            self.set_timer(_LOOK_AGAIN, self._look)

    async def _look(self) -> None:
        self._looking = False
        await self._pass_held()

    async def _pass_held(self) -> None:
        # A timer may still come when the app has ended; keys have nowhere to go then.
        while self._held and self.is_running:
            if self._must_wait():
                self._look_soon()
                return
            await self._pass_on(self._held.popleft())

    if not TYPE_CHECKING:
        # Textual's own signature is an overload, which stays as it is for whoever checks types.
        async def push_screen_wait(self, screen: Screen[Any], *, mode: str | None = None) -> Any:
            """Lay a dialog over the screen and wait for its answer; only in a worker of the group `DIALOGS`."""
            worker = get_current_worker()
            self._asking[worker] = screen
            self._given_up.discard(worker)
            try:
                return await super().push_screen_wait(screen, mode=mode)
            finally:
                del self._asking[worker]
