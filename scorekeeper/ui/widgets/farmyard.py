"""The farmyard on the screen: the drawing of the layout, moved about under its window where it is larger."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.rules.layout import Layout
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.domino import INK, IVORY, PIP_COLOURS
from scorekeeper.ui.widgets.farmyard_lines import FITS, LATER, NEVER, OPEN, WRONG, Drawing, Ink, Scene, draw_to_fit

STEP: Final = (8, 3)
"""Cells and lines that an arrow key moves the window by."""
_MARGIN: Final = (8, 2)
"""Cells and lines between the newest tile and the edge of the window."""
_ROOM_FOR_LEGEND: Final = 8
"""Lines from which on the last one explains the signs."""


class Farmyard(Widget):
    """The layout of one round as a drawing that grows with it."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "farmyard--line", "farmyard--open", "farmyard--later", "farmyard--never", "farmyard--fits", "farmyard--ghost",
        "farmyard--refused", "farmyard--fold", "farmyard--new", "farmyard--more", "farmyard--legend",
    }  # fmt: skip
    DEFAULT_CSS = """
    Farmyard {
        height: 1fr;
        width: 1fr;
        background: $background;
        &:light { background: $primary 28%; }
        & > .farmyard--line { color: $secondary; }
        & > .farmyard--open { color: $success; text-style: bold; }
        & > .farmyard--later { color: $text-muted; }
        & > .farmyard--never { color: $error; text-style: bold; }
        & > .farmyard--fits { color: $accent; text-style: bold; }
        & > .farmyard--ghost { background: $success; color: $background; text-style: bold; }
        & > .farmyard--refused { background: $error; color: $background; text-style: bold; }
        & > .farmyard--fold { color: $text-muted; }
        & > .farmyard--new { background: $accent; color: $background; text-style: bold; }
        & > .farmyard--more { background: $panel; color: $accent; text-style: bold; }
        & > .farmyard--legend { color: $text-muted; }
    }
    """

    class EndClicked(Message):
        """Somebody pointed at an open end."""

        def __init__(self, on: Tile) -> None:
            super().__init__()
            self.on = on
            """The tile that the next one would be attached to; the starting double where nothing lies yet."""

    def __init__(self, layout: Layout, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene = Scene(layout)
        self._drawing: Drawing | None = None
        self._corner = (0, 0)
        """The cell and line of the drawing in the upper left corner of the window."""
        self._folding = True
        self._styles: dict[Ink | str, Style] = {}

    @property
    def folding(self) -> bool:
        """Whether long lines are folded where there is no room for them."""
        return self._folding

    @property
    def drawing(self) -> Drawing:
        """The drawing as it is now."""
        if self._drawing is None:
            width, height = self._window()
            self._drawing = draw_to_fit(self._scene, width, height, folding=self._folding)
        return self._drawing

    def show(self, scene: Scene) -> None:
        """Show another moment; the window follows what is new in it."""
        if scene == self._scene and self._drawing is not None:
            return
        self._scene = scene
        self._draw_again()

    def fold(self, folding: bool) -> None:
        """Fold long lines away, or draw all of them."""
        self._folding = folding
        self._draw_again()

    def pan(self, across: int, down: int) -> bool:
        """Move the window by so many cells and lines; False where there is nothing more to see that way."""
        before = self._corner
        self._corner = self._inside(before[0] + across, before[1] + down)
        self.refresh()
        return self._corner != before

    def _window(self) -> tuple[int, int]:
        width, height = self.size
        return max(width, 1), max(height - (height >= _ROOM_FOR_LEGEND), 1)

    def _draw_again(self) -> None:
        self._drawing = None
        width, height = self._window()
        x, y = self.drawing.focus
        left, top = self._corner
        across, down = min(_MARGIN[0], width // 3), min(_MARGIN[1], height // 3)
        left = min(max(left, x + across - width + 1), x - across)
        top = min(max(top, y + down - height + 1), y - down)
        self._corner = self._inside(left, top)
        self.refresh()

    def _inside(self, left: int, top: int) -> tuple[int, int]:
        width, height = self._window()
        drawing = self.drawing
        return (
            _kept(left, drawing.left, drawing.right, width),
            _kept(top, drawing.top, drawing.bottom, height),
        )

    def on_resize(self) -> None:
        """Draw as large as there is room for."""
        self._draw_again()

    def notify_style_update(self) -> None:
        """Forget colours of the theme before."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, ink: Ink | str) -> Style:
        if ink not in self._styles:
            self._styles[ink] = self._made(ink)
        return self._styles[ink]

    def _made(self, ink: Ink | str) -> Style:
        if isinstance(ink, int):
            return Style(color=PIP_COLOURS[ink], bgcolor=IVORY, bold=True)
        if ink == "edge":
            return Style(color=INK, bgcolor=IVORY)
        if ink == "wrong":
            return Style(color="#b3261e", bgcolor=IVORY, bold=True)
        return self.get_component_rich_style(f"farmyard--{ink}")

    def render_line(self, y: int) -> Strip:
        """One line of the window, or the legend under it."""
        width, height = self._window()
        if y >= height:
            return Strip([Segment(fit(" " + self._legend(), width), self._style("legend"))])
        left, top = self._corner
        base = self.rich_style
        segments: list[Segment] = []
        x = left
        for at, text, ink in self.drawing.pieces(y + top):
            if at + len(text) <= left or at >= left + width:
                continue
            if at < x:
                text, at = text[x - at :], x
            text = text[: left + width - at]
            if at > x:
                segments.append(Segment(" " * (at - x), base))
            segments.append(Segment(text, self._style(ink)))
            x = at + len(text)
        strip = Strip(segments).adjust_cell_length(width, base)
        return self._with_signs(strip, y)

    def _with_signs(self, strip: Strip, y: int) -> Strip:
        """The line with a sign at an edge behind which there is more."""
        width, height = self._window()
        left, top = self._corner
        drawing = self.drawing
        more = {
            (0, height // 2): "◂" if drawing.left < left else "",
            (width - 1, height // 2): "▸" if drawing.right > left + width else "",
            (width // 2, 0): "▴" if drawing.top < top else "",
            (width // 2, height - 1): "▾" if drawing.bottom > top + height else "",
        }
        for (x, line), sign in more.items():
            if sign and line == y:
                mark = Strip([Segment(sign, self._style("more"))])
                strip = Strip.join([strip.crop(0, x), mark, strip.crop(x + 1, width)])
        return strip

    def _legend(self) -> str:
        inks = {ink for row in self.drawing.rows.values() for _x, _text, ink in row}
        tall = self.drawing.scale.tall
        signs: tuple[tuple[Ink, str], ...] = (
            ("new", _("{sign} newest").format(sign="╔═╗" if tall else "« »")),
            ("open", _("{sign} open").format(sign=OPEN)),
            ("fits", _("{sign} fits").format(sign=FITS)),
            (
                "later",
                "" if self._scene.over or not self._scene.layout.placed else _("{sign} not now").format(sign=LATER),
            ),
            ("never", _("{sign} never").format(sign=NEVER)),
            ("wrong", _("{sign} wrong, stands").format(sign=WRONG)),
            ("fold", _("╌n╌ n tiles folded")),
        )
        return "  ".join(told for ink, told in signs if told and ink in inks)

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Point at an open end."""
        x, y = event.x + self._corner[0], event.y + self._corner[1]
        layout = self._scene.layout
        if not layout.placed and self.drawing.pieces(y):
            self.post_message(self.EndClicked(layout.start_double))
            return
        for spot in self.drawing.spots:
            if spot.y == y and spot.x <= x < spot.x + spot.width:
                self.post_message(self.EndClicked(spot.on))
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Look further down, or right with Shift."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Look further up, or left with Shift."""
        self._scroll(event, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Look further right."""
        event.stop()
        self.pan(STEP[0], 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Look further left."""
        event.stop()
        self.pan(-STEP[0], 0)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        event.stop()
        across = event.shift or self.drawing.height <= self._window()[1]
        self.pan(step * STEP[0] if across else 0, 0 if across else step * STEP[1])


def _kept(wanted: int, begin: int, end: int, room: int) -> int:
    """Where a window of `room` begins: inside what is larger; around the middle of what is smaller."""
    if end - begin <= room:
        return max(end - room, min(-(room // 2), begin))
    return max(begin, min(wanted, end - room))
