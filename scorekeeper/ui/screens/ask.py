"""One question that is answered with a line of text, such as a note."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from scorekeeper.rules.names import NOTE_LIMIT, clean
from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.widgets.linebox import LineBox


class AskScreen(Dialog[str | None]):
    """Gives the cleaned line, which may be empty, or None where the question was left."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Leave it as it was"), id="ask.leave"),
        Binding("f1", "app.help", _("Help"), id="ask.help"),
    ]

    def __init__(
        self,
        question: str,
        answer: str = "",
        *,
        placeholder: str = "",
        limit: int = NOTE_LIMIT,
        problem: Callable[[str], str | None] | None = None,
        keep: Callable[[str], str | None] | None = None,
    ) -> None:
        """A question.

        Args:
            question: shown above the box; never markup.
            answer: what stands in the box at first.
            placeholder: what an empty box says.
            limit: characters at most.
            problem: says why a cleaned line cannot be the answer, or None where it can.
            keep: keeps the answer while it still stands in the box; says why that failed, or None where it is kept.
        """
        super().__init__()
        self._question = question
        self._answer = answer
        self._placeholder = placeholder
        self._limit = limit
        self._problem = problem
        self._keep_answer = keep

    def compose(self) -> ComposeResult:
        """The question, the box, a sentence where something is wrong, and both ways out."""
        with Vertical(id="ask"):
            yield Static(self._question, id="question", markup=False)
            yield LineBox(
                self._answer,
                accept=self._enter,
                pasted=self._paste,
                placeholder=self._placeholder,
                max_length=self._limit,
                id="line",
            )
            yield Static("", id="message", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Keep (Enter)"), id="keep", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="leave", compact=True)

    def on_mount(self) -> None:
        """The cursor goes behind what is there."""
        box = self.query_one(LineBox)
        box.cursor_position = len(box.value)

    def _enter(self, text: str) -> bool:
        answer = clean(text)
        why = self._problem(answer) if self._problem is not None else None
        if why is None and self._keep_answer is not None:
            why = self._keep_answer(answer)
        if why is None:
            self.dismiss(answer)
        else:
            self.query_one("#message", Static).update(f"✗ {why}")
            self.query_one(LineBox).focus()
        return False

    def _paste(self, text: str) -> None:
        box = self.query_one(LineBox)
        box.replace(clean(text)[: max(self._limit - len(box.value), 0)], *sorted(box.selection))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        left = self._limit - len(event.value)
        self.query_one("#message", Static).update(_("{count} left").format(count=left) if left <= 20 else "")

    @on(Button.Pressed, "#keep")
    async def _keep(self) -> None:
        self._enter(self.query_one(LineBox).value)

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
