"""Something long that goes on while everybody waits: how far it is, and a way to break it off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Button, ProgressBar, Static
from textual.worker import get_current_worker

from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog

_PATIENCE: Final = 0.2
"""Seconds after which it shows that something goes on; what is done sooner does not flicker."""

Progress = Callable[[int, int], bool]


class AtWorkScreen(Dialog[int | StoreError]):
    """Gives what the work gives, or why it failed."""

    CSS_PATH = "atwork.tcss"
    HELP = _("This may take a moment. Escape breaks it off; what is done by then is whole.")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "break_off", _("Break off"), tooltip=_("Stop between two matches"), id="atwork.break"),
        Binding("f1", "app.help", _("Help"), id="atwork.help"),
    ]

    @dataclass
    class Done(Message):
        """The work is over."""

        result: int | StoreError

    @dataclass
    class Reached(Message):
        """So many of so many are done."""

        done: int
        of: int

    def __init__(self, title: str, job: Callable[[Progress], int]) -> None:
        """Some work.

        Args:
            title: what is done, in a word; never markup.
            job: does it in another thread, told whether to go on whenever it says how far it is.
        """
        super().__init__()
        self._title = title
        self._job = job
        self._broken = Event()
        self._result: int | StoreError | None = None

    def compose(self) -> ComposeResult:
        """What is done, how far it is, and the way out."""
        with Vertical(id="atwork"):
            yield Static(self._title, id="what", markup=False)
            yield ProgressBar(show_eta=False, id="bar")
            yield Button(_("Break off (Esc)"), id="break", compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.set_timer(_PATIENCE, lambda: self.add_class("-shown"))
        self._work()

    @work(thread=True, group="atwork")
    def _work(self) -> None:
        worker = get_current_worker()

        def progress(done: int, of: int) -> bool:
            if done % 50 == 0 or done == of:
                self.post_message(self.Reached(done, of))
            return not (self._broken.is_set() or worker.is_cancelled)

        try:
            result: int | StoreError = self._job(progress)
        except StoreError as error:
            result = error
        self.post_message(self.Done(result))

    @on(Reached)
    def _reached(self, event: Reached) -> None:
        self.query_one(ProgressBar).update(total=event.of, progress=event.done)

    @on(Done)
    def _done(self, event: Done) -> None:
        self._result = event.result
        self._leave()

    @on(events.ScreenResume)
    def _leave(self) -> None:
        """Leave once the work is over, and nothing such as help lies over this any more."""
        if self._result is not None:
            self.dismiss(self._result)

    @on(Button.Pressed, "#break")
    def action_break_off(self) -> None:
        """Stop at the next match."""
        self._broken.set()
        self.query_one("#what", Static).update(_("Breaking off…"))
