"""Lines over the rounds of a match, with axes and labels; pure, so that it can be tried without a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from rich.cells import cell_len

from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import standings, totals
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.braille import Canvas, dots_between, nearest

Mode = Literal["points", "places"]
Role = Literal["line", "name", "figure", "axis", "grid", "mark", "space"]

LEADER: Final = "★"
LEAST_WIDTH: Final = 20
LEAST_HEIGHT: Final = 5

_BRIDGE: Final = 3
"""Cells between the end of the lines and their labels."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's line."""

    seat: int
    name: str
    start: int
    """The round after which the line begins; 0 is before the first."""
    values: tuple[int, ...]
    """Its height after each round from `start` on."""
    figure: str
    """What stands beside the name: the last height, "–" for the place of a player who left (A30)."""
    leads: bool

    @property
    def points(self) -> Iterator[tuple[int, int]]:
        """Round and height of each of its points."""
        return enumerate(self.values, self.start)


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn."""

    lines: tuple[ChartLine, ...]
    """Best first."""
    doubles: tuple[int, ...]
    """The number on the double that started each round."""
    first: int
    """The round at the left edge; 0 is before the first."""
    lowest: int
    """The height that lies at the bottom, or at the top where `best_on_top`."""
    best_on_top: bool
    """Whether small heights are drawn at the top, as places are."""

    @property
    def highest(self) -> int:
        """The greatest height of any line."""
        return max((value for line in self.lines for value in line.values), default=self.lowest)


def points_chart(match: Match) -> Chart:
    """Everybody's total after each round; late players start late, at their catch-up (A29)."""
    sums = [totals(match, number) for number in range(len(match.rounds) + 1)]
    return _chart(match, first=0, lowest=0, heights=sums)


def places_chart(match: Match) -> Chart:
    """Everybody's place after each round, first at the top."""
    heights: list[tuple[int | None, ...]] = [(None,) * len(match.players)]
    for number in range(1, len(match.rounds) + 1):
        heights.append(tuple(line.place for line in standings(match, number).lines))
    return _chart(match, first=1, lowest=1, heights=heights)


def _chart(match: Match, *, first: int, lowest: int, heights: Sequence[Sequence[int | None]]) -> Chart:
    now = standings(match)
    lines = []
    for line in now.by_place():
        player = match.players[line.seat]
        start = max(player.joined - 1 + first, first)
        end = len(match.rounds) if player.left is None else player.left
        values = tuple(value for row in heights[start : end + 1] if (value := row[line.seat]) is not None)
        if values:
            figure = "–" if first == 1 and line.place is None else str(values[-1])
            lines.append(ChartLine(line.seat, line.name, start, values, figure, line.seat in now.winners))
    doubles = tuple(row.double for row in match.rounds)
    return Chart(tuple(lines), doubles, first, lowest, best_on_top=first == 1)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one kind in a drawn row."""

    text: str
    role: Role
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart at one size."""

    rows: tuple[tuple[Piece, ...], ...]
    label_column: int
    """The cell in which labels begin."""
    labels: tuple[int | None, ...]
    """For each row the seat whose label stands in it."""

    @property
    def text(self) -> list[str]:
        """The rows without their roles."""
        return ["".join(piece.text for piece in row) for row in self.rows]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where things are: dots of the canvas for rounds and heights."""

    chart: Chart
    columns: int
    rows: int
    top: int
    """The height at the far end of the axis."""

    def x(self, number: int) -> int:
        span = len(self.chart.doubles) - self.chart.first
        right = 2 * self.columns - 1
        return nearest((number - self.chart.first) * right, span) if span else right

    def y(self, height: int) -> int:
        span = max(self.top - self.chart.lowest, 1)
        # The outermost dots stay free, for the second row of dots of a line that is singled out.
        up = nearest((height - self.chart.lowest) * (4 * self.rows - 3), span)
        return 1 + up if self.chart.best_on_top else 4 * self.rows - 2 - up

    def dots(self, line: ChartLine) -> list[tuple[int, int]]:
        return [(self.x(number), self.y(height)) for number, height in line.points]


def tick_step(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, ... that divides `span` into at most `most` parts."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * step * max(most, 1):
                return factor * step
        step *= 10


def place_labels(wanted: Sequence[int], rows: int) -> list[int]:
    """A row of its own for each label, in order, as near as can be to the rows wanted, which ascend.

    Labels that want the same place are spread evenly around it. There must be at least as many rows as labels.
    """
    groups: list[tuple[list[int], int]] = []
    for want in wanted:
        members, start = [want], want
        while True:
            start = min(max(start, 0), rows - len(members))
            if not groups or groups[-1][1] + len(groups[-1][0]) <= start:
                break
            members = [*groups.pop()[0], *members]
            offset = sum(row - number for number, row in enumerate(members))
            start = nearest(offset, len(members))
        groups.append((members, start))
    placed = [start + number for members, start in groups for number in range(len(members))]
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], rows - (len(placed) - number))
    return placed


def draw(chart: Chart, width: int, height: int, *, single: int | None = None, mark: int | None = None) -> Drawing:
    """The chart in `width` x `height` cells: lines, both axes, and at the line ends names with their last height.

    Args:
        chart: what is drawn.
        width: cells; `LEAST_WIDTH` at least, otherwise nothing is drawn.
        height: lines; `LEAST_HEIGHT` at least, otherwise nothing is drawn.
        single: a seat to single out: its line is thick and the others are dotted, which is seen without colour too.
        mark: a round to mark, from 1, with an upright behind the lines.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        blank = (Piece(" " * max(width, 0), "space"),)
        return Drawing((blank,) * max(height, 0), width, (None,) * max(height, 0))
    rows = height - 2
    step = tick_step(chart.highest - chart.lowest or 1, max(rows // (1 if chart.best_on_top else 3), 1))
    top = chart.highest if chart.best_on_top else -(-max(chart.highest, 1) // step) * step
    figures = max(len(str(top)), 1)
    axis = figures + 1
    label_width = _label_width(chart, width, axis)
    frame = _Frame(chart, width - axis - _BRIDGE - label_width, rows, top)
    shown, hidden = _labelled(chart, rows, single)
    ends = {line.seat: frame.dots(line)[-1] for line in chart.lines}
    shown.sort(key=lambda line: (ends[line.seat][1], chart.lines.index(line) * (1 if chart.best_on_top else -1)))
    label_rows = place_labels([ends[line.seat][1] // 4 for line in shown], rows - bool(hidden))
    at_row = dict(zip(label_rows, shown, strict=True))

    canvas = Canvas(frame.columns + _BRIDGE, rows, single)
    order = sorted(chart.lines, key=lambda line: line.seat != single)
    for line in order:
        _draw_line(canvas, frame, line, single)
    for row, line in sorted(at_row.items(), key=lambda item: item[1].seat != single):
        target = (2 * (frame.columns + _BRIDGE) - 2, 4 * row + 1)
        x, y = ends[line.seat]
        canvas.line((x, y), (2 * frame.columns, y), line.seat, every=3)
        canvas.line((2 * frame.columns, y), target, line.seat, every=2)

    ticks = {frame.y(value) // 4: value for value in range(chart.lowest, top + 1, step)}
    upright = None if mark is None else frame.x(mark) // 2
    drawn = []
    for row in range(rows):
        figure = str(ticks[row]) if row in ticks else ""
        pieces = [Piece(fit_right(figure, figures) + ("┤" if row in ticks else "│"), "axis")]
        pieces += _cells(canvas, row, grid=row in ticks, columns=frame.columns, upright=upright)
        if row in at_row:
            pieces += _label(at_row[row], label_width)
        else:
            rest = f"  +{hidden}" if hidden and row == rows - 1 else ""
            pieces.append(Piece(fit(rest, label_width), "axis"))
        drawn.append(tuple(pieces))
    after = Piece(" " * (_BRIDGE + label_width), "space")
    drawn += [(Piece(line, "axis"), after) for line in _round_axis(frame, figures, upright)]
    seats = [at_row[row].seat if row in at_row else None for row in range(rows)]
    return Drawing(tuple(drawn), axis + frame.columns + _BRIDGE, (*seats, None, None))


def _draw_line(canvas: Canvas, frame: _Frame, line: ChartLine, single: int | None) -> None:
    every = 1 if single in (None, line.seat) else 2
    dots = frame.dots(line)
    if len(dots) == 1:
        # One point alone would be a speck; a dash can be seen.
        x, y = dots[0]
        dots = [(max(x - 1, 0), y), (x, y)]
    path = dict.fromkeys(dot for start, end in pairwise(dots) for dot in dots_between(start, end))
    for number, (x, y) in enumerate(path):
        if number % every == 0:
            canvas.dot(x, y, line.seat)
            if line.seat == single:
                canvas.dot(x, y + 1, line.seat)


def _label_width(chart: Chart, width: int, axis: int) -> int:
    longest = max((cell_len(line.name) for line in chart.lines), default=0)
    figures = max((len(line.figure) for line in chart.lines), default=1)
    # A third for the labels at most: the lines are what it is about.
    return min(longest + figures + 2, max((width - axis) // 3, figures + 8))


def _labelled(chart: Chart, rows: int, single: int | None) -> tuple[list[ChartLine], int]:
    """The lines that get a label, and how many do not because there are more lines than rows."""
    if len(chart.lines) <= rows:
        return list(chart.lines), 0
    first = sorted(chart.lines, key=lambda line: line.seat != single)[: rows - 1]
    return first, len(chart.lines) - len(first)


def _label(line: ChartLine, width: int) -> tuple[Piece, Piece, Piece]:
    # Apart, so that a name written from right to left does not take its figure along.
    room = width - len(line.figure) - 2
    name = fit(line.name, min(room, cell_len(line.name)))
    star = LEADER if line.leads else " "
    figure = " " * (room - cell_len(name) + 1) + line.figure
    return Piece(star, "name", line.seat), Piece(name, "name", line.seat), Piece(figure, "figure", line.seat)


def _cells(canvas: Canvas, row: int, *, grid: bool, columns: int, upright: int | None) -> list[Piece]:
    pieces: list[Piece] = []
    for column in range(canvas.columns):
        text, seat = canvas.cell(column, row)
        role: Role = "line"
        if seat is None:
            text, role = ("┈", "grid") if grid and column < columns else (" ", "space")
            if column == upright:
                text, role = "┊", "mark"
        if pieces and (pieces[-1].role, pieces[-1].seat) == (role, seat):
            pieces[-1] = Piece(pieces[-1].text + text, role, seat)
        else:
            pieces.append(Piece(text, role, seat))
    return pieces


def _round_axis(frame: _Frame, figures: int, upright: int | None) -> tuple[str, str]:
    """The lower axis with a tick for each round, and below it the doubles that started them."""
    rounds = len(frame.chart.doubles)
    ticks = {frame.x(number) // 2: number for number in range(frame.chart.first, rounds + 1)}
    line = "".join(
        "▲" if column == upright else "┴" if column in ticks else "─" for column in range(frame.columns)
    )  # fmt: skip
    names = [" "] * (figures + 1 + frame.columns)
    longest = max((len(f"{double}-{double}") for double in frame.chart.doubles), default=0)
    apart = frame.columns // max(rounds - frame.chart.first, 1)
    named = []
    for column, number in ticks.items():
        if number:
            double = frame.chart.doubles[number - 1]
            text = f"{double}-{double}" if apart > longest else str(double)
            named.append((min(figures + 1 + column - len(text) // 2, len(names) - len(text)), text))
    # Every second or third where there is no room for each, so that none is missing among others.
    every = next(
        every
        for every in range(1, rounds + 2)
        if all(start + len(text) < after for (start, text), (after, _text) in pairwise(named[::-every][::-1]))
    )
    for start, text in named[::-every]:
        names[start : start + len(text)] = text
    return f"{' ' * figures}└{line}", "".join(names)
