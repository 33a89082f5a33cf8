"""One question that is answered with a line of text, such as a note."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.suggester import Suggester
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
        keep: Callable[[str], str | Awaitable[str | None] | None] | None = None,
        suggester: Suggester | None = None,
        button: str = "",
    ) -> None:
        """A question.

        Args:
            question: shown above the box; never markup.
            answer: what stands in the box at first.
            placeholder: what an empty box says.
            limit: characters at most.
            problem: says why a cleaned line cannot be the answer, or None where it can.
            keep: keeps the answer while it still stands in the box; says why that failed, or None where it is kept.
                What takes long is awaited, in a worker that may lay dialogs over this one.
            suggester: offers the rest of what is typed.
            button: what Enter does, in a word with its key; "" for keeping.
        """
        super().__init__()
        self._question = question
        self._answer = answer
        self._placeholder = placeholder
        self._limit = limit
        self._problem = problem
        self._keep_answer = keep
        self._suggester = suggester
        self._button = button or _("Keep (Enter)")
        self._refused = ""
        """The line that the message is about."""

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
                suggester=self._suggester,
                id="line",
            )
            yield Static("", id="message", markup=False)
            with Horizontal(id="buttons"):
                yield Button(self._button, id="keep", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="leave", compact=True)

    def on_mount(self) -> None:
        """The cursor goes behind what is there."""
        box = self.query_one(LineBox)
        box.cursor_position = len(box.value)

    def _enter(self, text: str) -> bool:
        answer = clean(text)
        why = self._problem(answer) if self._problem is not None else None
        if why is None and self._keep_answer is not None:
            kept = self._keep_answer(answer)
            if isinstance(kept, Awaitable):
                self._wait_for(kept, answer)
                return False
            why = kept
        self._is_kept(answer, why)
        return False

    @work(group="dialog")
    async def _wait_for(self, kept: Awaitable[str | None], answer: str) -> None:
        self._is_kept(answer, await kept)

    def _is_kept(self, answer: str, why: str | None) -> None:
        """Leave with the answer, or stay with the reason why not."""
        if why is None:
            self.dismiss(answer)
            return
        box = self.query_one(LineBox)
        self._refused = box.value
        self.query_one("#message", Static).update(f"✗ {why}")
        box.focus()

    def _paste(self, text: str) -> None:
        box = self.query_one(LineBox)
        box.replace(clean(text)[: max(self._limit - len(box.value), 0)], *sorted(box.selection))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        # The news of the last letters may come after the refusal, which has to stay.
        if event.value and event.value == self._refused:
            return
        left = self._limit - len(event.value)
        self.query_one("#message", Static).update(_("{count} left").format(count=left) if left <= 20 else "")

    @on(Button.Pressed, "#keep")
    async def _keep(self) -> None:
        self._enter(self.query_one(LineBox).value)

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
