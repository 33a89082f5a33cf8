"""Pages that read what they show in a thread, and those of them with a list that letters narrow down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.getters import app as app_getter
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.rows import RowList

if TYPE_CHECKING:
    from scorekeeper.store.remembered import Progress

Result = TypeVar("Result")


class ReadingPage(Page[Result]):
    """A page that shows before what stands on it is read."""

    app = app_getter(ScorekeeperApp)

    @dataclass
    class Reading(Message):
        """So many of so many files were read."""

        done: int
        of: int

    @dataclass
    class Failed(Message):
        """It could not be read."""

        text: str

    @work(thread=True, exclusive=True, group="summaries")
    def read(self) -> None:
        """Read everything, away from the keys; what an earlier call still reads comes to nothing."""
        worker = get_current_worker()

        def progress(done: int, of: int) -> bool:
            if done % 200 == 0:
                self.post_message(self.Reading(done, of))
            return not worker.is_cancelled

        try:
            self.post_all(self.parts(progress))
        except StoreError as error:
            self.post_message(self.Failed(str(error)))

    def parts(self, progress: Progress) -> Iterator[Message]:
        """What was read, part by part, in a thread.

        Args:
            progress: to be told (done, of); returns False where nobody waits for the rest.

        Raises:
            StoreError: it cannot be read.
        """
        raise NotImplementedError

    def post_all(self, parts: Iterator[Message]) -> None:
        """Post what is made in this thread, part by part, as long as somebody waits for it."""
        worker = get_current_worker()
        for message in parts:
            if worker.is_cancelled:
                return
            self.post_message(message)

    @on(Failed)
    def _could_not_read(self, event: Failed) -> None:
        self.tell(event.text, wrong=True)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say what was done, or why not."""
        message = self.query_one("#message", Static)
        message.update(f"✗ {text}" if wrong else text)
        message.set_class(wrong, "-wrong")


class FindBox(LineBox):
    """What a list is narrowed down by; the arrows move in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", _("List"), tooltip=_("Into the list"), id="find.list"),
    ]


class ListPage(ReadingPage[Result]):
    """A page with a list, `#list`, that is narrowed down by what is typed into its `FindBox`, or into the list."""

    def on_mount(self) -> None:
        """Read, while the page shows already."""
        self.count(_("reading…"))
        self.read()

    def count(self, text: str) -> None:
        """Say how many rows there are, or how far reading has come."""
        self.query_one("#count", Static).update(text)

    @on(ReadingPage.Reading)
    def _has_read(self, event: ReadingPage.Reading) -> None:
        self.count(_("{done} of {of} matches read…").format(done=event.done, of=event.of))

    @on(ReadingPage.Failed)
    def _has_read_nothing(self) -> None:
        self.count("")

    def typed_in_list(self, letter: str) -> None:
        """Take a letter that was typed in the list into the box."""
        box = self.query_one(FindBox)
        box.insert_text_at_cursor(letter)
        box.focus()

    def action_find(self) -> None:
        """Go to what the list is narrowed down by."""
        self.query_one(FindBox).focus()

    def action_move(self, by: int) -> None:
        """Go into the list from the box."""
        found = self.query_one("#list", RowList)
        found.focus()
        if by < 0:
            found.action_jump(-1)
