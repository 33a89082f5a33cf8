"""The part of a score sheet that is in sight: rounds scroll up and down, players left and right."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.message import Message

from scorekeeper.rules.match import Match
from scorekeeper.ui.widgets.sheet_look import FOOTER, HEADER, SheetLook
from scorekeeper.ui.widgets.sheet_rows import Columns, Row, columns

LEAST_WORDS: Final = 2
"""Lines that a refusal has at least, below the row that it is about."""


class SheetWindow(SheetLook):
    """A sheet whose names, totals and places stay in sight while the rest scrolls."""

    class RoundClicked(Message):
        """A round was clicked; `number` is from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class SeatClicked(Message):
        """What belongs to a player in all rounds was clicked, such as the name."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, match: Match, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: tuple[Row, ...] = ()
        self._columns: Columns = columns(80, len(match.players), match.set)
        self._top = 0
        self._first = 0
        self._is_refused = False
        """Whether there are words on what is wrong, which have to be seen before anything else."""

    @property
    def _head(self) -> int:
        """Lines of names; none in a window so low that there is room for one line only."""
        return HEADER if self.size.height != 1 else 0

    @property
    def _foot(self) -> int:
        """Lines of totals and places; none in a window so low that no round and no refusal would be seen above them."""
        least = HEADER + FOOTER + (LEAST_WORDS if self._is_refused else 0)
        return FOOTER if not 0 < self.size.height <= least else 0

    @property
    def _body_height(self) -> int:
        """Lines between the names and the totals."""
        return max(1, self.size.height - self._head - self._foot)

    def _show_rows(self, first: int, last: int) -> None:
        """Scroll no further than needed for the rows from `first` to `last`; the last wins where not all fit."""
        height = self._body_height
        self._top = max(min(self._top, first), last - height + 1, 0)
        self._top = min(self._top, max(0, len(self._rows) - height))

    def _show_seat(self, seat: int | None) -> None:
        """Scroll no further than needed for a seat's column, or not at all."""
        if seat is not None:
            self._first = max(min(self._first, seat), seat - self._columns.shown + 1)
        self._scroll_seats(0)

    def _scroll_seats(self, step: int) -> None:
        self._first = max(0, min(self._first + step, self._columns.count - self._columns.shown))

    def _index_at(self, y: int) -> int | None:
        """The row that is in the body's line `y` of the widget; None where there is none."""
        index = self._top + y - self._head
        return index if self._head <= y < self.size.height - self._foot and index < len(self._rows) else None

    def _seat_at(self, x: int) -> int | None:
        """The seat whose column is at cell `x`; None where nobody's is."""
        return self._columns.seat_at(x, self._first)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Look further down, or right with Shift."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Look further up, or left with Shift."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        event.stop()
        if event.shift:
            self._scroll_seats(step)
        else:
            self._top = max(0, min(self._top + step, len(self._rows) - self._body_height))
        self.refresh()
