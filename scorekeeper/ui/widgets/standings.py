"""The standings beside the score table: places, names, totals and who moved, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from scorekeeper.rules.scoring import Line, Standings
from scorekeeper.text import _, pgettext
from scorekeeper.ui.shown import fit, fit_right

LEADER: Final = "★"
UP: Final = "▲"
DOWN: Final = "▼"

_LEAST_NAME: Final = 8
"""Cells a name keeps before a column is left out."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What one player's line says, before it is cut to a width."""

    line: Line
    leads: bool
    place: str
    moved: int
    """Places won (above zero) or lost since the round before."""
    gap: str
    """Points behind the leader."""

    @property
    def movement(self) -> str:
        return f"{UP if self.moved > 0 else DOWN}{abs(self.moved)}" if self.moved else "·"

    @property
    def style(self) -> str:
        if self.line.status == "left":
            return "$foreground-muted"
        return "bold $text-accent" if self.leads else "$foreground"

    def note(self, *, full: bool) -> str:
        """The mark of a player who joined late, with the catch-up (A29), or left (A30)."""
        if self.line.status == "left":
            return pgettext("standings", "left")
        if self.line.status == "playing":
            return ""
        late = pgettext("standings", "late")
        return f"{late} +{self.line.catch_up}" if full and self.line.catch_up else late


def _rows(standings: Standings, before: Standings | None) -> tuple[_Row, ...]:
    scored = bool(standings.winners)
    leading = standings.lines[standings.winners[0]].total if scored else 0
    places: dict[int, int | None] = {}
    if before is not None and before.winners:
        places = {line.seat: line.place for line in before.lines}
    rows = []
    for line in standings.by_place():
        ranked = scored and line.place is not None
        was = places.get(line.seat)
        rows.append(
            _Row(
                line,
                line.seat in standings.winners,
                str(line.place) if ranked else "–",
                was - line.place if ranked and was is not None and line.place is not None else 0,
                f"+{line.total - leading}" if ranked and line.seat not in standings.winners else "",
            )
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Column:
    heading: str
    cells: tuple[str, ...]
    style: str = ""

    @property
    def width(self) -> int:
        return max(cell_len(text) for text in (self.heading, *self.cells))


def standings_lines(
    standings: Standings, width: int, *, before: Standings | None = None, single: int | None = None
) -> list[Content]:
    """A heading and one line a player, best first, each exactly `width` cells.

    The first and those level with them have a star. Columns are left out, the least needed first, until the names have
    room; place, name and total always stay.

    Args:
        standings: what is shown.
        width: cells; 12 at least.
        before: the standings after the round before, for the arrows.
        single: a seat to single out.
    """
    rows = _rows(standings, before)
    moves = any(row.moved for row in rows)
    place = _Column("", tuple(row.place for row in rows))
    total = _Column(pgettext("standings", "Total"), tuple(str(row.line.total) for row in rows))
    gap = _Column(pgettext("standings", "Behind"), tuple(row.gap for row in rows), "$foreground-muted")
    zeros = _Column(
        pgettext("standings", "Zeros"), tuple(str(row.line.zero_rounds) for row in rows), "$foreground-muted"
    )
    wanted = max((cell_len(row.line.name) + 1 + cell_len(row.note(full=True)) for row in rows), default=0)

    def room(*columns: _Column, movement: int = 0) -> int:
        fixed = 2 + place.width + 1 + (movement + 1 if movement else 0)
        return width - fixed - sum(column.width + 1 for column in columns)

    forms = [((total, gap, zeros), 2), ((total, gap), 2), ((total,), 2), ((total,), 1), ((total,), 0)]
    forms = [(columns, movement if moves else 0) for columns, movement in forms]
    columns, movement = next(
        (
            (columns, movement)
            for columns, movement in forms
            if room(*columns, movement=movement) >= min(max(wanted, _LEAST_NAME), 2 * _LEAST_NAME)
        ),
        next(
            (form for form in forms if room(*form[0], movement=form[1]) >= _LEAST_NAME),
            forms[-1],
        ),
    )
    name_width = max(room(*columns, movement=movement), 1)
    lead = 2 + place.width + 1 + (movement + 1 if movement else 0)
    heading = fit(" " * lead + fit(_("Player"), name_width), lead + name_width)
    heading += "".join(" " + fit_right(column.heading, column.width) for column in columns)
    lines = [Content.styled(fit(heading, width), "$foreground-muted")]
    for number, row in enumerate(rows):
        parts: list[tuple[str, str]] = [
            (f"{LEADER if row.leads else ' '} ", "$text-accent"),
            (fit_right(row.place, place.width) + " ", row.style),
        ]
        if movement:
            colour = "$text-success" if row.moved > 0 else "$text-error" if row.moved < 0 else "$foreground-muted"
            parts.append((fit(row.movement, movement) + " ", colour))
        parts += _name(row, name_width, singled=row.line.seat == single)
        parts += [
            (" " + fit_right(column.cells[number], column.width), column.style or row.style) for column in columns
        ]
        lines.append(_exactly(Content.assemble(*parts), width))
    return lines


def _exactly(line: Content, width: int) -> Content:
    short = width - line.cell_length
    return line.pad_right(short) if short > 0 else line.truncate(width)


def _name(row: _Row, width: int, *, singled: bool) -> list[tuple[str, str]]:
    """The name as it is, with the mark of a late or gone player in what is left of `width`."""
    note = row.note(full=True)
    if cell_len(row.line.name) + 1 + cell_len(note) > width:
        note = row.note(full=False)
    room = width - cell_len(note) - 1 if note else width
    if room < 4:
        note, room = "", width
    style = f"{row.style} reverse" if singled else row.style
    name = fit(row.line.name, min(room, max(cell_len(row.line.name), 1)))
    rest = width - cell_len(name) - (cell_len(note) + 1 if note else 0)
    return [(name, style), (f" {note}" if note else "", "$foreground-muted italic"), (" " * rest, "")]


class StandingsPanel(Widget):
    """The standings, as wide as there is room for."""

    DEFAULT_CSS = """
    StandingsPanel {
        width: 1fr;
        height: auto;
        text-wrap: nowrap;
        text-overflow: clip;
    }
    """

    class Picked(Message):
        """A player's line was clicked.

        Attributes:
            seat: the player's seat, from 0.
        """

        def __init__(self, panel: StandingsPanel, seat: int) -> None:
            super().__init__()
            self.panel = panel
            self.seat = seat

        @property
        def control(self) -> StandingsPanel:
            """The panel it was clicked in."""
            return self.panel

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._standings: Standings | None = None
        self._before: Standings | None = None
        self._single: int | None = None

    def show(self, standings: Standings, before: Standings | None = None) -> None:
        """Show these standings, with arrows from those after the round before where they are given."""
        self._standings = standings
        self._before = before
        self.refresh(layout=True)

    def single_out(self, seat: int | None) -> None:
        """Single out one player's line, or none."""
        self._single = seat
        self.refresh()

    def render(self) -> Content:
        """Heading and lines in the width there is."""
        if self._standings is None:
            return Content()
        width = max(self.content_size.width, 12)
        return Content("\n").join(standings_lines(self._standings, width, before=self._before, single=self._single))

    def on_click(self, event: events.Click) -> None:
        """Tell whose line was clicked."""
        offset = event.get_content_offset(self)
        if self._standings is None or offset is None:
            return
        lines = self._standings.by_place()
        if 1 <= offset.y <= len(lines):
            self.post_message(self.Picked(self, lines[offset.y - 1].seat))
