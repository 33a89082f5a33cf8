"""A list that draws only the lines in sight, so that ten thousand open as fast as ten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from scorekeeper.text import _

Piece = tuple[str, str]
"""Text, which is never markup, and the name of its style: "", "dim", "good", "warn" or "bad"."""


TAKE_OUT_KEYS: Final = frozenset(("delete", "backspace"))
"""Keys that may take the row at the cursor out of a list."""
TAKE_OUT_PAUSE: Final = 0.5
"""Seconds of rest that such a key needs to be meant for the row that has moved up."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at the end of a row that can be clicked."""

    sign: str
    """One cell."""
    action: str
    """What it does, for `RowList.Marked`."""


class RowList(ScrollView, can_focus=True):
    """Rows with a cursor; subclasses say how many there are and what stands in each."""

    ALLOW_SELECT = False
    ROW_MARKS: ClassVar[tuple[Mark, ...]] = ()
    """Signs at the end of each row."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", _("Up"), show=False),
        Binding("down", "move(1)", _("Down"), show=False),
        Binding("pageup", "page(-1)", _("Page up"), show=False),
        Binding("pagedown", "page(1)", _("Page down"), show=False),
        Binding("home", "jump(0)", _("First"), show=False),
        Binding("end", "jump(-1)", _("Last"), show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--cursor", "rows--hover", "rows--dim", "rows--good", "rows--warn", "rows--bad",
    }  # fmt: skip
    DEFAULT_CSS = """
    RowList {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .rows--cursor { background: $panel; }
        & > .rows--hover { background: $surface; }
        & > .rows--dim { color: $foreground 60%; }
        & > .rows--good { color: $success; }
        & > .rows--warn { color: $warning; }
        & > .rows--bad { color: $error; }
        &:focus > .rows--cursor { background: $primary; color: $background; text-style: bold; }
    }
    """

    cursor = reactive(0)
    """The row that keys act on, from 0; -1 where there is none."""
    hovered: reactive[int | None] = reactive(None)
    _taken_out_at: float | None = None
    """When a key that takes rows out came last; None once the cursor may have been moved since."""
    _shifted_at = -TAKE_OUT_PAUSE
    """When other rows came to stand where somebody may just have been looking."""

    @dataclass
    class Chosen(Message):
        """A row was chosen by a click."""

        rows: RowList
        index: int

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        rows: RowList
        index: int

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    @dataclass
    class Marked(Message):
        """The sign at the end of a row was clicked."""

        rows: RowList
        index: int
        action: str

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    def __init__(self, *, typed: Callable[[str], None] | None = None, id: str | None = None) -> None:
        """A list.

        Args:
            typed: takes a letter that is typed in the list, before the next key is looked at.
            id: of the widget.
        """
        super().__init__(id=id)
        self._typed = typed

    def row_count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """What stands in row `index`, `width` cells in all."""
        raise NotImplementedError

    @property
    def row_width(self) -> int:
        """Cells that a row has for its text."""
        return max(self.scrollable_content_region.width - 3 * len(self.ROW_MARKS), 1)

    def rows_changed(self, kept: Callable[[int], bool] | None = None) -> None:
        """Draw again after rows came, went or changed; the cursor stays where it can.

        Args:
            kept: tells of a row whether it is the one to stand on; those near the cursor are looked at first.
        """
        count = self.row_count()
        self.virtual_size = Size(0, count)
        cursor = max(min(self.cursor, count - 1), 0)
        if kept is not None:
            cursor = next(filter(kept, _outwards(cursor, count)), cursor)
        self.cursor = cursor
        self.refresh(layout=self.styles.is_auto_height)

    def rows_shifted(self) -> None:
        """Take no row out for a moment: another one may stand where somebody saw the one that is meant."""
        self._shifted_at = monotonic()

    @property
    def _has_just_shifted(self) -> bool:
        return monotonic() - self._shifted_at < TAKE_OUT_PAUSE

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        """As many lines as rows."""
        return self.row_count()

    def on_resize(self) -> None:
        """A row has another width now."""
        self.virtual_size = Size(0, self.row_count())
        self.show_cursor()

    def render_line(self, y: int) -> Strip:
        """One line in sight, `y` from the top of the widget."""
        index = y + round(self.scroll_offset.y)
        width = self.scrollable_content_region.width
        base = self.rich_style
        picked = False
        if not 0 <= index < self.row_count():
            return Strip.blank(width, base)
        if index == self.cursor:
            picked = self.has_focus
            base += self.get_component_rich_style("rows--cursor", partial=True)
        elif index == self.hovered:
            base += self.get_component_rich_style("rows--hover", partial=True)
        base += Style.from_meta({"row": index})
        segments = [
            Segment(text, base if picked else base + self._piece_style(name))
            for text, name in self.row(index, self.row_width)
        ]
        for mark in self.ROW_MARKS:
            style = base if picked else base + self._piece_style("dim")
            segments.append(Segment(f" {mark.sign} ", style + Style.from_meta({"mark": mark.action})))
        return Strip(segments).adjust_cell_length(width, base)

    def _piece_style(self, name: str) -> Style:
        """The colour only, mixed with what is behind it; a partial style would lose its transparency."""
        return Style(color=self.get_component_rich_style(f"rows--{name}").color) if name else Style.null()

    def watch_cursor(self, before: int, now: int) -> None:
        """Keep the cursor in sight."""
        self.refresh_line(before)
        self.refresh_line(now)
        self.show_cursor()
        self.post_message(self.Moved(self, now))

    def watch_hovered(self, before: int | None, now: int | None) -> None:
        """Light up the row under the mouse."""
        for index in (before, now):
            if index is not None:
                self.refresh_line(index)

    def show_cursor(self) -> None:
        """Scroll to the cursor."""
        if self.row_count():
            self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True, immediate=True)

    def action_move(self, by: int) -> None:
        """Move the cursor by rows."""
        self.cursor = max(min(self.cursor + by, self.row_count() - 1), 0)

    def action_page(self, by: int) -> None:
        """Move the cursor by what is in sight."""
        self.action_move(by * max(self.scrollable_content_region.height - 1, 1))

    def action_jump(self, to: int) -> None:
        """Move the cursor to the first row, or to the last (-1)."""
        self.cursor = 0 if to == 0 else max(self.row_count() - 1, 0)

    def on_key(self, event: events.Key) -> None:
        """Hand letters on, and take a key that takes rows out once: held down it would go on with what moves up."""
        if event.key in TAKE_OUT_KEYS:
            before, self._taken_out_at = self._taken_out_at, event.time
            if not self._has_just_shifted and (before is None or event.time - before >= TAKE_OUT_PAUSE):
                return
        else:
            self._taken_out_at = None
            if self._typed is None or not event.is_printable or event.character is None:
                return
            self._typed(event.character)
        event.stop()
        event.prevent_default()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse."""
        self.hovered = event.style.meta.get("row")

    def on_leave(self, _event: events.Leave) -> None:
        """The mouse is gone."""
        self.hovered = None

    def on_click(self, event: events.Click) -> None:
        """Choose the row, or what its sign stands for."""
        meta = event.style.meta
        index = meta.get("row")
        if index is None:
            return
        event.stop()
        if "mark" in meta and (event.chain > 1 or self._has_just_shifted):
            # The second of a double click would go to the row that has moved under the mouse.
            return
        self._taken_out_at = None
        self.cursor = index
        if "mark" in meta:
            self.post_message(self.Marked(self, index, meta["mark"]))
        else:
            self.post_message(self.Chosen(self, index))


def _outwards(row: int, count: int) -> Iterator[int]:
    """All of so many rows, those near `row` first."""
    yield from (
        other for far in range(count) for other in (row - far, row + far)[: 1 + (far > 0)] if 0 <= other < count
    )
