"""One question with a few answers to pick from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.widgets.choices import Choices


class PickScreen(Dialog[int | None]):
    """Gives the index of the answer, or None where the question was left."""

    CSS_PATH = "pick.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Leave"), id="leave"),
        Binding("f1", "app.help", _("Help"), id="pick.help"),
    ]

    def __init__(self, question: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._answers = answers

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(id="pick"):
            yield Static(self._question, markup=False)
            yield Choices(*(Content(answer) for answer in self._answers))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
