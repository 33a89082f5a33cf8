"""One line of text whose every key takes effect before the next one, however fast they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input

from scorekeeper.rules.names import clean
from scorekeeper.text import _

_EDITING: Final = {
    binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS) if binding.key != "enter"
}
"""What an `Input` does on each of its keys."""


def _joins(character: str) -> bool:
    """Whether it prints nothing but is kept in a name, as what joins emoji is; an `Input` drops such."""
    return not character.isprintable() and not character.isspace() and len(clean(f"a{character}a")) > 2


class LineBox(Input):
    """An `Input` that edits and submits in the order of the keys.

    An `Input` takes letters at once but sends its other keys round by the app, so in a burst of keys a letter can
    overtake the Backspace or Enter before it. Here all of them act at once, and Enter hands the line to `accept`
    directly, so the letters after it always find the box that Enter left.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", _("Keep"), show=False)]

    def __init__(
        self,
        value: str = "",
        *,
        accept: Callable[[str], bool],
        pasted: Callable[[str], None] | None = None,
        placeholder: str = "",
        max_length: int = 0,
        restrict: str | None = None,
        suggester: Suggester | None = None,
        id: str | None = None,
    ) -> None:
        """A box with `value` in it.

        Args:
            value: what stands in the box at first.
            accept: takes the line on Enter; True where the box is to be empty after it.
            pasted: takes pasted text that is more than one line or holds a comma; None to paste it as one line.
            placeholder: what an empty box says.
            max_length: characters in the box; 0 for any number.
            restrict: a pattern that the whole text has to match.
            suggester: offers the rest of what is typed.
            id: of the widget.
        """
        super().__init__(
            value,
            placeholder,
            max_length=max_length,
            restrict=restrict,
            suggester=suggester,
            select_on_focus=False,
            id=id,
            compact=True,
        )
        self._accept = accept
        self._pasted = pasted

    async def action_submit(self) -> None:
        """Hand the line over."""
        text = self.value
        if self._accept(text) and self.value == text:
            self.value = ""

    def put(self, text: str, *, select: bool = False) -> None:
        """Put `text` into the box, the cursor behind it or all of it selected."""
        self.value = text
        self.cursor_position = len(text)
        if select:
            self.select_all()

    async def on_key(self, event: events.Key) -> None:
        """Edit at once; see the class."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()
        elif event.character is not None and _joins(event.character):
            event.stop()
            event.prevent_default()
            self.replace(event.character, *sorted(self.selection))
        elif event.key in _EDITING and await self.app.run_action(_EDITING[event.key], self):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Paste without anything that could drive a terminal; a list goes to whoever takes lists."""
        event.stop()
        event.prevent_default()
        text = event.text
        if self._pasted is not None and ("," in text or ";" in text or len(text.strip().splitlines()) > 1):
            self._pasted(text)
            return
        self.replace(clean(text), *sorted(self.selection))
