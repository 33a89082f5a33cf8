"""What stands beside or under the farmyard; a click on a player lets that player be the one who plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.ui.widgets.domino import IVORY, PIP_COLOURS
from scorekeeper.ui.widgets.table_lines import Line, Tone, below, beside


class TablePanel(Widget):
    """Whose turn it is, tiles in hands and boneyard, every number, and what is proved."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "table--plain", "table--turn", "table--muted", "table--open", "table--warn", "table--strong",
    }  # fmt: skip
    DEFAULT_CSS = """
    TablePanel {
        background: $surface;
        & > .table--plain { color: $foreground; }
        & > .table--turn { background: $primary; color: $background; text-style: bold; }
        & > .table--muted { color: $text-muted; }
        & > .table--open { color: $success; text-style: bold; }
        & > .table--warn { color: $error; text-style: bold; }
        & > .table--strong { color: $accent; text-style: bold; }
    }
    """

    class SeatClicked(Message):
        """Somebody pointed at a player."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, kept: KeptLayout, names: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._kept = kept
        self._names = names
        self._player = 0
        self._lines: list[Line] | None = None
        self.tall = False
        """Whether it stands beside the farmyard and not under it."""

    def show(self, kept: KeptLayout, player: int) -> None:
        """Show how the round stands, with `player` as the one who plays."""
        if (kept, player) != (self._kept, self._player):
            self._kept, self._player = kept, player
            self._lines = None
            self.refresh()

    def on_resize(self) -> None:
        """Lay everything out for another size."""
        self._lines = None
        self.refresh()

    @property
    def lines(self) -> list[Line]:
        """The lines as they are now."""
        if self._lines is None:
            width, height = self.size
            arrange = beside if self.tall else below
            self._lines = arrange(self._kept, self._names, self._player, width, height)
        return self._lines

    def render_line(self, y: int) -> Strip:
        """One line."""
        base = self.rich_style
        line = self.lines[y] if y < len(self.lines) else ()
        segments = [
            Segment(
                part.text,
                self._style(part.tone) + (Style() if part.seat is None else Style.from_meta({"place": part.seat})),
            )
            for part in line
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def _style(self, tone: Tone) -> Style:
        if isinstance(tone, int):
            return Style(color=PIP_COLOURS[tone], bgcolor=IVORY, bold=True)
        return self.get_component_rich_style(f"table--{tone}")

    def on_click(self, event: events.Click) -> None:
        """Point at a player."""
        place = event.style.meta.get("place")
        if place is not None:
            event.stop()
            self.post_message(self.SeatClicked(place))
