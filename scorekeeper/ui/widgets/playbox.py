"""The box of the layout screen: what is typed, with the verdict beside it. Every key acts before the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.ui.play_words import Said
from scorekeeper.ui.shown import fit, wrap

SIGNS = {"allowed": "✓", "refused": "✗", "hint": " ", "plain": "→", "result": "★"}
"""What stands before a sentence, so that its tone does not hang on colour."""
_NAME_ROOM = 16
_BOX_ROOM = 7


class PlayBox(Widget, can_focus=True):
    """One box for tiles; it shows what it is told and hands every key on at once."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "play--name", "play--box", "play--caret", "play--allowed", "play--refused", "play--hint", "play--plain",
        "play--result",
    }  # fmt: skip
    DEFAULT_CSS = """
    PlayBox {
        height: 3;
        background: $panel;
        & > .play--name { color: $foreground; text-style: bold; }
        & > .play--box { background: $primary; color: $background; text-style: bold; }
        & > .play--caret { background: $foreground; color: $background; text-style: bold; }
        & > .play--allowed { color: $success; text-style: bold; }
        & > .play--refused { color: $error; text-style: bold; }
        & > .play--hint { color: $foreground 70%; }
        & > .play--plain { color: $foreground; }
        & > .play--result { color: $accent; text-style: bold; }
    }
    """

    def __init__(
        self,
        handle: Callable[[str, str | None], bool],
        pasted: Callable[[str], None],
        *,
        id: str | None = None,
    ) -> None:
        """A box.

        Args:
            handle: takes a key and the letter it types, if any; True where it did something with it.
            pasted: takes pasted text.
            id: of the widget.
        """
        super().__init__(id=id)
        self._handle = handle
        self._pasted = pasted
        self._who = ""
        self._text: str | None = ""
        self._said: tuple[Said, ...] = ()

    def show(self, name: str, text: str | None, said: Sequence[Said]) -> None:
        """Show who plays, what is typed (None where nothing can be typed), and what is said to it."""
        if (name, text, tuple(said)) != (self._who, self._text, self._said):
            self._who, self._text, self._said = name, text, tuple(said)
            self.refresh()

    @property
    def said(self) -> tuple[Said, ...]:
        """What stands beside and under the box."""
        return self._said

    def _prompt(self) -> list[Segment]:
        if self._text is None:
            return [Segment(" ", self._style("name"))]
        room = min(_NAME_ROOM, max(6, self.size.width // 4))
        name = self._who if cell_len(self._who) <= room else fit(self._who, room)
        box, caret = self._style("box"), self._style("caret") if self.has_focus else self._style("box")
        return [
            Segment(f" {name} ▸ ", self._style("name")),
            Segment(f"[{self._text}", box),
            Segment(" ", caret),
            Segment(" " * max(_BOX_ROOM - 1 - len(self._text), 0) + "]", box),
            Segment("  ", self._style("name")),
        ]

    def lines(self) -> list[list[Segment]]:
        """Everything that is shown: the sentences begin beside the box and go on under it."""
        first = self._prompt()
        used = sum(cell_len(segment.text) for segment in first)
        width, height = self.size
        lines = [first]
        indent = used if width - used >= 40 else 1
        for index, said in enumerate(self._said):
            style = self._style(said.tone)
            sign = SIGNS[said.tone] + " "
            beside = index == 0
            room = max(width - (used if beside else indent) - 3, 8)
            parts = wrap(said.shown, room) or [""]
            if beside and indent == 1 and len(parts) > 1:
                # Only the first line stands beside the box, the rest have the whole width.
                rest = said.shown[len(parts[0]) :].strip()
                parts = [parts[0], *wrap(rest, max(width - 4, 8))]
            for number, part in enumerate(parts):
                lead = sign if number == 0 else "  "
                if beside and number == 0:
                    lines[0].append(Segment(lead + part, style))
                else:
                    lines.append([Segment(" " * indent, self._style("name")), Segment(lead + part, style)])
        return lines[:height]

    def render_line(self, y: int) -> Strip:
        """One line."""
        lines = self.lines()
        segments = lines[y] if y < len(lines) else []
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"play--{name}")

    async def on_key(self, event: events.Key) -> None:
        """Hand the key on; what nobody wants goes on to the screen."""
        if self._handle(event.key, event.character if event.is_printable else None):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Hand pasted text on."""
        event.stop()
        self._pasted(event.text)

    def on_click(self) -> None:
        """Take the keys."""
        self.focus()

    def on_focus(self) -> None:
        """Show the caret."""
        self.refresh()

    def on_blur(self) -> None:
        """Take the caret away."""
        self.refresh()

    @property
    def seen(self) -> str:
        """Everything that is shown, as one text."""
        return " ".join(" ".join("".join(segment.text for segment in line) for line in self.lines()).split())
