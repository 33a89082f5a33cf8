"""Keys on the screen, for those who have only a mouse or a touch screen."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.text import _
from scorekeeper.ui.shown import fit_middle

Key = tuple[str, str]
"""What stands on a key, and the key of a keyboard that it is."""

ROWS: Final[tuple[tuple[Key, ...], ...]] = (
    (("7", "7"), ("8", "8"), ("9", "9"), ("⌫", "backspace"), ("↑", "up")),
    (("4", "4"), ("5", "5"), ("6", "6"), ("+", "+"), ("↓", "down")),
    (("1", "1"), ("2", "2"), ("3", "3"), ("-", "-"), ("Esc", "escape")),
    (("0", "0"), ("*", "*"), ("/", "/"), ("→", "tab"), ("Enter", "enter")),
)
WIDTH: Final = 7
"""Cells of a key."""


class Keypad(Widget):
    """A grid of keys to click; hidden until somebody asks for it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keypad--key", "keypad--odd"}
    DEFAULT_CSS = """
    Keypad {
        height: 4;
        width: 100%;
        background: $panel;
        & > .keypad--key { background: $panel; color: $foreground; text-style: bold; }
        & > .keypad--odd { background: $surface; color: $foreground; text-style: bold; }
    }
    """

    class Pressed(Message):
        """A key was clicked.

        Attributes:
            key: the key of a keyboard that it is, such as "7", "enter" or "backspace".
        """

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def render_line(self, y: int) -> Strip:
        """One row of keys."""
        if y >= len(ROWS):
            return Strip.blank(self.size.width)
        styles = [self.get_component_rich_style(name) for name in ("keypad--key", "keypad--odd")]
        keys = [Segment(fit_middle(_(label), WIDTH), styles[(x + y) % 2]) for x, (label, _key) in enumerate(ROWS[y])]
        return Strip(keys).adjust_cell_length(self.size.width, styles[0])

    def on_click(self, event: events.Click) -> None:
        """Tell which key it was."""
        event.stop()
        column = event.x // WIDTH
        if 0 <= event.y < len(ROWS) and 0 <= column < len(ROWS[event.y]):
            self.post_message(self.Pressed(ROWS[event.y][column][1]))
