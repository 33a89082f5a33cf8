"""The score sheet of a match to be read: as it was, with totals and places after any of its rounds."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.sheet_look import FOOTER, HEADER
from scorekeeper.ui.widgets.sheet_paint import Painter, View
from scorekeeper.ui.widgets.sheet_rows import columns, past_rows
from scorekeeper.ui.widgets.sheet_window import SheetWindow


class PastSheet(SheetWindow):
    """A sheet with one round picked: the rounds after it are pale, totals and places are those after it.

    A click on a round posts `RoundClicked`, one on a name or total `SeatClicked`.
    """

    ALLOW_SELECT = False

    def __init__(self, match: Match, *, id: str | None = None) -> None:
        super().__init__(match, id=id)
        self._match = match
        self._number = len(match.rounds)
        self._single: int | None = None
        self._final: Standings = standings(match)
        self._then: Standings = self._final

    def lines_for(self, room: int) -> int:
        """Lines that it fills of `room`: with the rounds apart where that fits."""
        most = len(past_rows(self._match, room - HEADER - FOOTER))
        return min(HEADER + most + FOOTER, room)

    def show(self, match: Match, number: int, single: int | None) -> None:
        """Show a match after round `number`, from 1 (0 where it has none), with a seat singled out or none."""
        self._match, self._number, self._single = match, number, single
        self._final, self._then = standings(match), standings(match, number)
        self._lay_out()

    def on_resize(self) -> None:
        """Lay the sheet out for its new size."""
        self._lay_out()

    def _lay_out(self) -> None:
        self._columns = columns(self.size.width or 80, len(self._match.players), self._match.set)
        self._rows = past_rows(self._match, self._body_height)
        at = next((index for index, row in enumerate(self._rows) if row.number == self._number), 0)
        self._show_rows(at if self._number > 1 else 0, at)
        self._show_seat(self._single)
        self.refresh()

    def _painter(self, placed: Standings) -> Painter:
        cursor = None if self._single is None or not self._number else (self._number, self._single)
        return Painter(
            View(
                self._match, placed, Boxes.empty(()), None, cursor, frozenset(),
                self._rows, self._columns, self._first, focused=False,
            ),
            self._style,
        )  # fmt: skip

    def render_line(self, y: int) -> Strip:
        """One line: the names on top, totals and places at the bottom, the rounds between."""
        below = y - (self.size.height - FOOTER)
        edge = "cell"
        segments: list[Segment] = []
        if y < HEADER:
            edge, segments = "header", self._painter(self._then).header()
        elif below >= 0:
            painter = self._painter(self._then)
            edge, segments = "total", painter.places() if below else painter.totals()
        elif (index := self._index_at(y)) is not None:
            segments = self._round(index)
        strip = Strip(segments).adjust_cell_length(self.size.width, self._style(edge))
        return self._singled(strip) if y < HEADER or below >= 0 else strip

    def _round(self, index: int) -> list[Segment]:
        row = self._rows[index]
        segments = self._painter(self._final).row(index)
        if row.kind != "recorded" or row.number < self._number:
            return segments
        if row.number > self._number:
            pale = self._style("coming")
            return list(Segment.apply_style(segments, post_style=Style(color=pale.color, bold=False)))
        cursor, picked = self._style("cursor"), Style(bgcolor=self._style("row").bgcolor, bold=True)
        number, tile, *cells = segments
        room = len(tile.text) - 2
        label = [number, Segment(f"[{tile.text.strip().center(room)}]", cursor)]
        return [
            *label,
            *(Segment(cell.text, (cell.style or cursor) + picked) if cell.style != cursor else cell for cell in cells),
        ]

    def _singled(self, strip: Strip) -> Strip:
        """The line with the column of the seat that is singled out reversed."""
        if self._single is None or not 0 <= (shown := self._single - self._first) < self._columns.shown:
            return strip
        start = self._columns.label + shown * self._columns.column
        end = start + self._columns.column
        column = list(Segment.apply_style(strip.crop(start, end), post_style=Style(reverse=True)))
        return Strip.join([strip.crop(0, start), Strip(column), strip.crop(end)])

    def on_click(self, event: events.Click) -> None:
        """A click on a round picks it, one on a name or total the player."""
        index = self._index_at(event.y)
        if index is not None:
            if self._rows[index].kind == "recorded":
                self.post_message(self.RoundClicked(self._rows[index].number))
        elif event.y < HEADER or event.y >= self.size.height - FOOTER:
            seat = self._seat_at(event.x)
            if seat is not None and seat < len(self._match.players):
                self.post_message(self.SeatClicked(seat))
