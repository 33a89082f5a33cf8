"""The sections of a screen on one line, each with the digit that opens it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class SectionBar(Widget):
    """Names of sections, the open one in brackets; a click on one picks it.

    Which section is open is for the screen to decide: it calls `show`.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    SectionBar {
        height: 1;
        background: $panel;
        text-wrap: nowrap;
        text-overflow: clip;
    }
    """

    class Picked(Message):
        """A section was clicked; `index` is from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, names: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._names = tuple(names)
        self._open = 0

    def show(self, index: int) -> None:
        """Show that section `index`, from 0, is open."""
        self._open = index
        self.refresh()

    def _labels(self) -> list[str]:
        """The names between brackets or spaces, with their digits where there is room for them."""
        for form in ("{digit} {name}", "{name}"):
            labels = [form.format(digit=digit, name=name) for digit, name in enumerate(self._names, start=1)]
            if sum(cell_len(label) + 2 for label in labels) <= self.size.width:
                break
        return [f"[{label}]" if index == self._open else f" {label} " for index, label in enumerate(labels)]

    def render(self) -> Content:
        """The names on one line."""
        styles = ["bold $background on $accent" if index == self._open else "" for index in range(len(self._names))]
        return Content.assemble(*zip(self._labels(), styles, strict=True))

    def on_click(self, event: events.Click) -> None:
        """Tell which name was clicked."""
        x = event.x
        for index, label in enumerate(self._labels()):
            x -= cell_len(label)
            if x < 0:
                event.stop()
                self.post_message(self.Picked(index))
                return
