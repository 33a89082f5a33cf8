"""Why: what was said, at length, with the rules it rests on a key away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from scorekeeper.rules import rulebook
from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.widgets.choices import Choices
from scorekeeper.ui.widgets.keysbelow import KeysBelow


class WhyScreen(Dialog[None]):
    """Sentences, and below them every rule that they cite."""

    CSS_PATH = "why.tcss"
    AUTO_FOCUS = "OptionList, VerticalScroll"
    HELP = _("Page Down and Page Up read on; Enter on a rule opens the book there; Escape goes back to the table.")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f8", "leave", _("Back"), tooltip=_("Back to the table"), id="why.leave"),
        # The few rules below are gone through by the arrows; without priority their list would take these keys.
        Binding("pagedown", "scroll(1)", _("Further down"), id="why.down", show=False, priority=True),
        Binding("pageup", "scroll(-1)", _("Further up"), id="why.up", show=False, priority=True),
        Binding("f1", "app.help", _("Help"), id="why.help"),
    ]

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = [sentence for sentence in sentences if sentence]
        cited = [number for sentence in self._sentences for number in rulebook.numbers_in(sentence)]
        self._rules = [rulebook.rule(number) for number in dict.fromkeys(cited)]

    def compose(self) -> ComposeResult:
        """The sentences and the rules."""
        with Vertical(id="why"):
            with VerticalScroll(can_focus=not self._rules):
                yield Static("\n\n".join(self._sentences), markup=False)
            if self._rules:
                yield Static(_("The rules behind it"), id="rules", markup=False)
                yield Choices(*(Content(f"{rule.number}  {rule.title}") for rule in self._rules))
        yield KeysBelow()

    @on(OptionList.OptionSelected)
    async def _open(self, event: OptionList.OptionSelected) -> None:
        await self.app.push_screen(HelpScreen(self, find=self._rules[event.option_index].number))

    def action_scroll(self, pages: int) -> None:
        """Read on, whatever has the cursor."""
        sentences = self.query_one(VerticalScroll)
        sentences.scroll_relative(y=pages * max(1, sentences.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)
