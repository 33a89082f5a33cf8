"""The farmyard as a drawing: real tiles on arms that grow out of the starting double to both sides (pure).

Each arm is a line of tiles; a double stands across it, and its three toes slant away from it. Every open end has a line
of its own, so that nothing ever overlaps. What outgrows the room is drawn smaller, then with the middles of long lines
folded away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from scorekeeper.rules.layout import Layout, Placed
from scorekeeper.rules.tiles import Tile
from scorekeeper.ui.widgets.domino import domino_lines
from scorekeeper.ui.widgets.farmyard_plan import Measure, Plan, Run, Scale, Side, fold, plan, plan_to_fit

Ink = (
    Literal["edge", "side", "new", "line", "open", "later", "never", "fits", "ghost", "refused", "fold", "wrong"] | int
)
"""What a piece of the drawing is; a number is pips of that number on a tile."""

OPEN: Final = "○"
FITS: Final = "●"
LATER: Final = "·"
NEVER: Final = "✗"
WRONG: Final = "!"
"""The signs of an open end, one that the typed tile fits, one that has to wait, one that can never be served, and a
tile that is wrong and stands."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tile that is asked about, drawn where it would lie."""

    tile: Tile
    on: Tile
    free: int
    """The number that would be at its free end."""
    legal: bool


@dataclass(frozen=True)
class Scene:
    """Everything that the drawing shows."""

    layout: Layout
    newest: Tile | None = None
    standing: frozenset[Tile] = frozenset()
    """Tiles that are wrong and stand (A32)."""
    over: bool = False
    """Whether the round is over, so that no end is open any more."""
    fits: frozenset[Tile] = frozenset()
    """Tiles on the table where the typed tile may be laid."""
    ghost: Ghost | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an open end is in the drawing, for those who point at it."""

    x: int
    y: int
    width: int
    on: Tile


Piece = tuple[int, str, Ink]
"""Where a piece begins, its text, and what it is."""


@dataclass
class Drawing:
    """Lines of pieces around the starting double, whose middle is at 0, 0."""

    scale: Scale
    rows: dict[int, list[Piece]] = field(default_factory=dict)
    spots: list[Spot] = field(default_factory=list)
    left: int = 0
    right: int = 0
    """The cell behind the last one."""
    top: int = 0
    bottom: int = 0
    """The line behind the last one."""
    focus: tuple[int, int] = (0, 0)
    """The middle of the newest tile, or of the one asked about."""

    @property
    def width(self) -> int:
        """Cells from the first to the last."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Lines from the first to the last."""
        return self.bottom - self.top

    def put(self, x: int, y: int, pieces: Iterable[tuple[str, Ink]]) -> None:
        """Put pieces one after the other on line `y` from cell `x` on."""
        row = self.rows.setdefault(y, [])
        self.left, self.top, self.bottom = min(self.left, x), min(self.top, y), max(self.bottom, y + 1)
        for text, ink in pieces:
            row.append((x, text, ink))
            x += len(text)
        self.right = max(self.right, x)

    def pieces(self, y: int) -> list[Piece]:
        """The pieces of a line from left to right."""
        return sorted(self.rows.get(y, ()))

    def text(self) -> list[str]:
        """The drawing without its colours, from its first line to its last."""
        return [self._line(y) for y in range(self.top, self.bottom)]

    def _line(self, y: int) -> str:
        line = ""
        for x, text, _ink in self.pieces(y):
            line += " " * (x - self.left - len(line)) + text
        return line


class _Painter:
    """Puts a measured farmyard on a drawing."""

    def __init__(self, scene: Scene, measure: Measure) -> None:
        self.scene = scene
        self.measure = measure
        self.tall = measure.scale.tall
        self.drawing = Drawing(measure.scale)
        self.due = frozenset() if scene.over else frozenset(end.on for end in scene.layout.open_ends)
        self.asked = False

    def _put(self, direction: int, distance: int, y: int, pieces: Sequence[tuple[str, Ink]]) -> int:
        """Put pieces, given from left to right, at a distance from the middle; gives the distance behind them."""
        width = sum(len(text) for text, _ink in pieces)
        self.drawing.put(distance if direction > 0 else -distance - width, y, pieces)
        return distance + width

    def start(self) -> int:
        """Paint the starting double; gives the distance from the middle where its arms begin."""
        layout = self.scene.layout
        lines: list[list[tuple[str, Ink]]]
        double = layout.start_double
        waiting = not layout.placed
        edge: Ink = "later" if waiting else "new" if self.scene.newest == double else "edge"
        if self.tall:
            lines = [_domino(line, double.high, edge) for line in domino_lines(double, size="medium")]
        else:
            lines = list(_across(str(double.high), double.high, edge, "─"))
        width = sum(len(text) for text, _ink in lines[0])
        for y, pieces in enumerate(lines):
            shown: list[tuple[str, Ink]] = [(text, "later") for text, _ink in pieces] if waiting else pieces
            self.drawing.put(width // 2 - width, y - len(lines) // 2, shown)
        return width // 2

    def side(self, side: Side, distance: int) -> None:
        """Paint all arms of one side."""
        if side.direction < 0:
            distance = -self.drawing.left
        for line, run in side.arms:
            after = self.joint(side.direction, distance, line, len(side.arms) == 3)
            self.run(side.direction, after, line, run)

    def joint(self, direction: int, distance: int, line: int, has_middle: bool, middle: int = 0) -> int:
        """Paint what joins a double whose middle is on line `middle` to a branch on `line`."""
        level = line == middle and has_middle
        attach = middle if level else middle - 1 if line < middle else middle + 1
        right = direction > 0
        if line == attach:
            slant = "╱" if (line < middle) == right else "╲"
            text = "───" if self.tall else "─" if level else slant
            return self._put(direction, distance, line, [(text, "line")])
        upward = line < attach
        near = ("╯" if right else "╰") if upward else ("╮" if right else "╭")
        far = ("╭" if right else "╮") if upward else ("╰" if right else "╯")
        if self.tall:
            near, far = (f"─{near} ", f" {far}─") if right else (f" {near}─", f"─{far} ")
        between = " │ " if self.tall else "│"
        self._put(direction, distance, attach, [(near, "line")])
        for y in range(min(line, attach) + 1, max(line, attach)):
            self._put(direction, distance, y, [(between, "line")])
        return self._put(direction, distance, line, [(far, "line")])

    def run(self, direction: int, distance: int, line: int, run: Run) -> None:
        """Paint a line of tiles and everything behind it."""
        if run.hidden:
            distance = self._put(direction, distance, line, [(fold(run.hidden), "fold")])
        for lying in run.tiles[run.hidden :]:
            distance = self._tile(direction, distance, line, lying)
        if run.foot is None:
            self._end(direction, distance, line, run)
            return
        distance = self._double(direction, distance, line, run.foot)
        upper, middle, lower = run.toes
        lines = (line - self.measure.above(upper, middle), line, line + self.measure.below(middle, lower))
        for toe, own in zip(run.toes, lines, strict=True):
            self.run(direction, self.joint(direction, distance, own, True, line), own, toe)

    def _edge(self, tile: Tile) -> Ink:
        return "new" if tile == self.scene.newest else "edge"

    def _tile(self, direction: int, distance: int, line: int, lying: Placed) -> int:
        tile = lying.tile
        inner = tile.other(lying.number)
        left, right = (inner, lying.number) if direction > 0 else (lying.number, inner)
        edge = self._edge(tile)
        wrong = tile in self.scene.standing
        if edge == "new":
            self._focus(direction, distance, line, self.measure.tile(tile))
        if not self.tall:
            opening, closing = ("«", "»") if edge == "new" else ("[", "]")
            bar: tuple[str, Ink] = (WRONG, "wrong") if wrong else ("│", edge)
            pieces: list[tuple[str, Ink]] = [(opening, edge), (str(left), left), bar, (str(right), right)]
            return self._put(direction, distance, line, [*pieces, (closing, edge)])
        digits = self.measure.digits
        frame = _frame(edge)
        top, bottom = frame.across(2 * digits + 5, digits + 2)
        self._put(direction, distance, line - 1, [(top, edge)])
        self._put(direction, distance, line + 1, [(bottom, edge)])
        bar = (WRONG, "wrong") if wrong else ("│", edge)
        cells = [(f" {left:>{digits}} ", left), bar, (f" {right:>{digits}} ", right)]
        return self._put(direction, distance, line, [(frame.side, edge), *cells, (frame.side, edge)])

    def _double(self, direction: int, distance: int, line: int, lying: Placed) -> int:
        number, edge = lying.tile.high, self._edge(lying.tile)
        if edge == "new":
            self._focus(direction, distance, line, self.measure.double(number))
        wrong = lying.tile in self.scene.standing
        lines: Sequence[Sequence[tuple[str, Ink]]]
        if self.tall:
            digits = self.measure.digits
            lines = _tall_double(f" {number:>{digits}} ", number, edge, wrong)
        else:
            lines = list(_across(str(number), number, edge, WRONG if wrong else "─"))
        half = len(lines) // 2
        for y, pieces in enumerate(lines):
            self._put(direction, distance, line + y - half, pieces)
        return distance + self.measure.double(number)

    def _end(self, direction: int, distance: int, line: int, run: Run) -> None:
        """Paint the sign of an open end, or the tile that is asked about there."""
        ghost = self.scene.ghost
        begin = distance
        if self.tall:
            distance += 1
        if ghost is not None and ghost.on == run.on and not run.slot:
            inner = ghost.tile.other(ghost.free)
            left, right = (inner, ghost.free) if direction > 0 else (ghost.free, inner)
            opening, closing = ("‹", "›") if ghost.legal else (NEVER, NEVER)
            ink: Ink = "ghost" if ghost.legal else "refused"
            distance = self._put(direction, distance, line, [(f"{opening}{left}│{right}{closing}", ink)])
            self._focus(direction, begin, line, distance - begin)
            self.asked = True
        elif run.on in self.scene.fits:
            distance = self._put(direction, distance, line, [(FITS, "fits")])
        elif run.on not in self.due:
            distance = self._put(direction, distance, line, [(LATER, "later")])
        elif run.slot >= self.scene.layout.off_table[self.scene.layout.number_at(run.on)]:
            distance = self._put(direction, distance, line, [(NEVER, "never")])
        else:
            distance = self._put(direction, distance, line, [(OPEN, "open")])
        # The tile before the sign is as good to point at as the sign.
        begin -= self.measure.tile(run.on) if run.tiles else 0
        x = begin if direction > 0 else -distance
        self.drawing.spots += [
            Spot(x, y, distance - begin, run.on)
            for y in range(line - (self.measure.half if run.tiles else 0), line + 1 + self.measure.half)
        ]

    def _focus(self, direction: int, distance: int, line: int, width: int) -> None:
        if not self.asked:
            self.drawing.focus = (direction * (distance + width // 2), line)


def _across(text: str, number: int, edge: Ink, bar: str) -> Iterator[list[tuple[str, Ink]]]:
    """A double standing across its line, in three lines."""
    opening, closing = ("«", "»") if edge == "new" else ("[", "]")
    middle: tuple[str, Ink] = (bar * len(text), "wrong" if bar == WRONG else edge)
    for piece in ((text, number), middle, (text, number)):
        yield [(opening, edge), piece, (closing, edge)]


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is drawn round a tile of several lines."""

    corners: str
    flat: str
    side: str
    joints: str
    """Where the bar of a tile meets its frame: above, below, on the left and on the right."""

    def across(self, width: int, bar: int | None = None) -> tuple[str, str]:
        """The upper and the lower line, with the joint of a bar behind `bar` cells."""
        flat = self.flat * width
        lines = []
        for corners, joint in ((self.corners[:2], self.joints[0]), (self.corners[2:], self.joints[1])):
            edge = flat if bar is None else flat[:bar] + joint + flat[bar + 1 :]
            lines.append(f"{corners[0]}{edge}{corners[1]}")
        return lines[0], lines[1]


_PLAIN: Final = _Frame("╭╮╰╯", "─", "│", "┬┴├┤")
_NEWEST: Final = _Frame("╔╗╚╝", "═", "║", "╤╧╟╢")


def _frame(edge: Ink) -> _Frame:
    return _NEWEST if edge == "new" else _PLAIN


def _tall_double(cell: str, number: int, edge: Ink, wrong: bool) -> list[list[tuple[str, Ink]]]:
    frame = _frame(edge)
    top, bottom = frame.across(len(cell))
    half: list[tuple[str, Ink]] = [(frame.side, edge), (cell, number), (frame.side, edge)]
    bar: tuple[str, Ink] = ((WRONG if wrong else "─") * len(cell), "wrong" if wrong else edge)
    middle = [(frame.joints[2], edge), bar, (frame.joints[3], edge)]
    return [[(top, edge)], half, middle, half, [(bottom, edge)]]


def _domino(line: str, number: int, edge: Ink) -> list[tuple[str, Ink]]:
    """A line of a domino, its pips and digits apart from its edges."""
    pieces: list[tuple[str, Ink]] = []
    for cell in line:
        ink = edge if cell in "╭─┬╮│╰┴╯" else number
        if pieces and pieces[-1][1] == ink:
            pieces[-1] = (pieces[-1][0] + cell, ink)
        else:
            pieces.append((cell, ink))
    return pieces


def draw(scene: Scene, scale: Scale) -> Drawing:
    """The whole farmyard in one scale."""
    return _painted(scene, plan(scene.layout, scale))


def draw_to_fit(scene: Scene, width: int, height: int, *, folding: bool = True) -> Drawing:
    """The farmyard as large as there is room for; what is too large even when folded can only be looked at in parts.

    Args:
        scene: what is shown.
        width: cells there are.
        height: lines there are.
        folding: whether long lines may be folded; otherwise all of every line is drawn.
    """
    return _painted(scene, plan_to_fit(scene.layout, width, height, folding=folding))


def _painted(scene: Scene, planned: Plan) -> Drawing:
    painter = _Painter(scene, planned.measure)
    distance = painter.start()
    for side in planned.sides:
        painter.side(side, distance)
    return painter.drawing
