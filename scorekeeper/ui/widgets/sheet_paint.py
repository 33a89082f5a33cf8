"""How the score sheet is drawn: one line of it at a time, from a view of its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rich.segment import Segment
from rich.style import Style

from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import Standings
from scorekeeper.text import _
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.shown import fit, fit_middle, fit_right
from scorekeeper.ui.widgets.sheet_rows import Columns, Row, cell_text

SIGNS: Final = MappingProxyType({"problem": "✗ ", "result": "★ ", "hint": "  ", "plain": "→ "})
"""What stands before a word, so that its tone does not hang on colour."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the sheet shows at one moment."""

    match: Match
    standings: Standings
    boxes: Boxes
    editing: int | None
    """The round that is being corrected, from 1."""
    cursor: tuple[int, int] | None
    """Round and seat of the cursor among the rounds before."""
    wrong: frozenset[int]
    """Seats whose boxes were refused."""
    rows: tuple[Row, ...]
    columns: Columns
    first: int
    """The leftmost seat in sight."""
    focused: bool


class Painter:
    """Draws a view with the styles of its widget."""

    def __init__(self, view: View, style: Callable[..., Style]) -> None:
        self.view = view
        self._style = style

    def _seats(self) -> range:
        return range(self.view.first, min(self.view.first + self.view.columns.shown, len(self.view.match.players)))

    def header(self) -> list[Segment]:
        more_left = "‹" if self.view.first else " "
        label = _("round") if self.view.columns.numbered else ""
        segments = [Segment(more_left + fit(label, self.view.columns.label - 1), self._style("header"))]
        for seat in self._seats():
            player = self.view.match.players[seat]
            gone = player.left is not None
            mark = "←" if gone else "→" if player.is_late else ""
            name = fit_right(f"{player.name}{mark}", self.view.columns.column - 1) + " "
            segments.append(Segment(name, self._style("gone" if gone else "header")))
        if self.view.first + self.view.columns.shown < self.view.columns.count:
            segments.append(Segment("›", self._style("header")))
        return segments

    def _label(self, row: Row, style: Style) -> list[Segment]:
        assert row.double is not None
        number = fit_right(str(row.number), 2) + " " if self.view.columns.numbered else ""
        tile = f"{row.double}│{row.double}"
        room = self.view.columns.label - len(number) - 1
        return [
            Segment(number, style),
            Segment(fit_middle(tile, room), self._style("coming") if row.kind == "coming" else self._style("tile")),
            Segment(" ", style),
        ]

    def row(self, index: int) -> list[Segment]:
        """One row of the body."""
        row = self.view.rows[index]
        if row.kind == "gap":
            return []
        if row.kind == "word":
            style = self._style(row.tone)
            sign = SIGNS[row.tone] if row.begins else "  "
            return [Segment(fit(f"  {sign}{row.text}", self.view.columns.width), style)]
        if row.kind == "coming":
            return self._label(row, self._style("label"))
        if row.kind == "catch_up":
            label = Segment(fit(_("start"), self.view.columns.label), self._style("label"))
            cells = [
                fit_right(
                    f"+{points}" if (points := self.view.match.players[seat].catch_up) else "",
                    self.view.columns.column - 1,
                )
                for seat in self._seats()
            ]
            return [label, *(Segment(cell + " ", self._style("hint")) for cell in cells)]
        if row.kind == "boxes":
            return self._box_row(row)
        return self._recorded(row)

    def _recorded(self, row: Row) -> list[Segment]:
        base = "zebra" if row.number % 2 else "cell"
        recorded = self.view.match.rounds[row.number - 1]
        segments = self._label(row, self._style("label"))
        for seat in self._seats():
            line = self.view.standings.lines[seat]
            points = line.rounds[row.number - 1]
            text = cell_text(recorded.hands[seat], points)
            starter = "›" if recorded.starter == seat else " "
            style = self._style(base, "zero") if points == 0 else self._style(base)
            if self.view.cursor == (row.number, seat):
                style = self._style("cursor")
                content = "[" + fit_right(text, self.view.columns.column - 3) + "] "
            else:
                flag = "" if text and text[-1] in "*/" else " "
                content = starter + fit_right(text + flag, self.view.columns.column - 1)
            segments.append(Segment(content, style))
        if recorded.note:
            segments.append(Segment("✎", self._style("hint")))
        return segments

    def _box_row(self, row: Row) -> list[Segment]:
        base = self._style("row")
        segments = self._label(row, base)
        starter = (
            self.view.match.starter if self.view.editing is None else self.view.match.rounds[row.number - 1].starter
        )
        width = self.view.columns.column
        for seat in self._seats():
            if seat not in self.view.boxes.seats:
                segments.append(Segment(fit_right("·", width - 1) + " ", base))
                continue
            mark = "›" if starter == seat else " "
            index = self.view.boxes.seats.index(seat)
            text = self.view.boxes.texts[index]
            active = index == self.view.boxes.at and self.view.cursor is None and self.view.focused
            if active:
                segments += self._active_box(width)
                continue
            style = self._style("wrong") if seat in self.view.wrong else self._style("box")
            room = width - 2
            shown = text if len(text) <= room else "…" + text[len(text) - room + 1 :]
            segments += [Segment(mark, base), Segment(fit_right(shown, room), style), Segment(" ", base)]
        return segments

    def _active_box(self, width: int) -> list[Segment]:
        """The box with the cursor: brackets, the part of the text around the caret, the caret as a block."""
        style, caret_style = self._style("active"), self._style("caret")
        room = width - 2
        text, caret = self.view.boxes.text, self.view.boxes.caret
        if self.view.boxes.selected:
            return [
                Segment("[", style),
                Segment(" " * max(0, room - len(text)), style),
                Segment(text[-room:], caret_style),
                Segment("]", style),
            ]
        padded = text + " "
        start = max(0, min(len(padded) - room, caret - room + 1)) if len(padded) > room else 0
        part = padded[start : start + room]
        lead = room - len(part)
        at = caret - start
        return [
            Segment("[" + " " * lead + part[:at], style),
            Segment(part[at : at + 1], caret_style),
            Segment(part[at + 1 :] + "]", style),
        ]

    def totals(self) -> list[Segment]:
        segments = [Segment(fit(" " + _("total"), self.view.columns.label), self._style("total"))]
        for seat in self._seats():
            line = self.view.standings.lines[seat]
            style = self._style("gone") if line.status == "left" else self._style("total")
            text = str(line.total) if line.place is not None or line.status == "left" else ""
            segments.append(Segment(fit_right(text, self.view.columns.column - 1) + " ", style))
        return segments

    def places(self) -> list[Segment]:
        segments = [Segment(fit(" " + _("place"), self.view.columns.label), self._style("place"))]
        for seat in self._seats():
            line = self.view.standings.lines[seat]
            first = seat in self.view.standings.winners
            if line.place is None:
                text = _("left") if line.status == "left" else "–"
            elif not self.view.match.rounds:
                text = ""
            else:
                shared = sum(other.place == line.place for other in self.view.standings.lines) > 1
                text = f"{'★ ' if first else ''}{'=' if shared else ''}{line.place}."
            style = self._style("gone") if line.place is None else self._style("leader" if first else "place")
            segments.append(Segment(fit_right(text, self.view.columns.column - 1) + " ", style))
        return segments
