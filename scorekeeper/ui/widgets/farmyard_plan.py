"""Where everything in the drawing of a farmyard goes: how large, how high, how wide, and what is folded away (pure).

Every open end gets a line of its own, so that nothing ever overlaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.layout import TOES, Layout, Placed
from scorekeeper.rules.tiles import Tile
from scorekeeper.ui.widgets.domino import domino_lines


@dataclass(frozen=True, slots=True)
class Scale:
    """How large and how much is drawn."""

    tall: bool
    """Tiles of three lines, the starting double with its pips; otherwise tiles of one line."""
    gap: int = 0
    """Empty lines between branches."""


SCALES: Final = (Scale(True, 1), Scale(True), Scale(False, 1), Scale(False))
"""From the largest to the smallest."""


@dataclass(slots=True)
class Run:
    """A line of tiles outward, up to an open end or to a double with its toes."""

    on: Tile
    """The tile that the next one would be attached to."""
    tiles: list[Placed]
    foot: Placed | None = None
    toes: Sequence[Run] = ()
    """The upper, the middle and the lower toe; an empty run where there is none yet."""
    slot: int = 0
    """How many other tiles would come to the same double before one comes here."""
    hidden: int = 0
    """Tiles folded away at its beginning."""
    width: int = 0
    """Cells that it takes with everything behind it."""
    up: int = 0
    down: int = 0
    """Lines above and below its own."""


_ORDER: Final = (1, 0, 2)
"""The first toe goes straight on, the second slants up, the third down."""


def runs(layout: Layout) -> list[Run]:
    """The arms in the order of play, with empty runs for those that are missing."""
    children: dict[Tile, list[Placed]] = {}
    for lying in layout.placed[1:]:
        assert lying.on is not None
        children.setdefault(lying.on, []).append(lying)
    start = layout.start_double

    def run(lying: Placed) -> Run:
        tiles: list[Placed] = []
        while not lying.tile.is_double:
            tiles.append(lying)
            if lying.tile not in children:
                return Run(lying.tile, tiles)
            lying = children[lying.tile][0]
        toes = branches(lying.tile, TOES)
        return Run(lying.tile, tiles, lying, [toes[_ORDER.index(place)] for place in range(TOES)])

    def branches(double: Tile, count: int) -> list[Run]:
        grown = [run(lying) for lying in children.get(double, ())]
        return grown + [Run(double, [], slot=slot) for slot in range(count - len(grown))]

    return branches(start, layout.arms) if layout.placed else []


class Measure:
    """How much room everything takes in one scale."""

    def __init__(self, highest: int, scale: Scale) -> None:
        self.scale = scale
        self.digits = len(str(highest))
        self.half = 1 if scale.tall else 0
        """Lines of a tile above and below its middle."""
        self.joint = 3 if scale.tall else 1
        """Cells between a double and its toes."""

    def tile(self, tile: Tile) -> int:
        if self.scale.tall:
            return 2 * (self.digits + 2) + 3
        return len(str(tile.high)) + len(str(tile.low)) + 3

    def double(self, number: int) -> int:
        return self.digits + 4 if self.scale.tall else len(str(number)) + 2

    def centre(self, double: Tile) -> int:
        """Cells of the starting double."""
        if self.scale.tall:
            return len(domino_lines(double, size="medium")[0])
        return self.double(double.high)

    def own(self, run: Run) -> int:
        """Cells of a line without what is behind its tiles."""
        shown = sum(self.tile(lying.tile) for lying in run.tiles[run.hidden :])
        return shown + (len(fold(run.hidden)) if run.hidden else 0)

    def run(self, run: Run) -> None:
        """Fill in the room that a line and everything behind it takes."""
        run.width = self.own(run)
        run.up = run.down = self.half if run.tiles else 0
        if run.foot is None:
            run.width += 1 + self.half
            return
        upper, middle, lower = run.toes
        for toe in run.toes:
            self.run(toe)
        body = 2 if self.scale.tall else 1
        run.up = max(body, self.above(upper, middle) + upper.up)
        run.down = max(body, self.below(middle, lower) + lower.down)
        run.width += self.double(run.foot.number) + self.joint + max(toe.width for toe in run.toes)

    def squeeze(self, run: Run, distance: int, limit: int) -> None:
        """Fold a measured line that begins at `distance` so that it ends before `limit`, as little as will do.

        Lines near the middle are folded first, so that what happens at the open ends stays in sight. Measure it again
        afterwards.
        """
        over = distance + run.width - limit
        if over <= 0:
            return
        full = self.own(run)
        for hidden in range(1, len(run.tiles) + (run.foot is not None)):
            run.hidden = hidden
            if full - self.own(run) >= over:
                return
        if self.own(run) >= full:
            run.hidden = 0
        if run.foot is not None:
            distance += self.own(run) + self.double(run.foot.number) + self.joint
            for toe in run.toes:
                self.squeeze(toe, distance, limit)

    def above(self, upper: Run, middle: Run) -> int:
        """Lines from a middle branch up to the line of the upper one."""
        return middle.up + upper.down + 1 + self._gap(middle.up + upper.down)

    def below(self, middle: Run, lower: Run) -> int:
        """Lines from a middle branch down to the line of the lower one."""
        return middle.down + lower.up + 1 + self._gap(middle.down + lower.up)

    def _gap(self, between: int) -> int:
        # Tiles of several lines would run into one another; small ones are kept apart only where there is more of them.
        return self.scale.gap if self.scale.tall or between else 0


def fold(count: int) -> str:
    """The sign for so many tiles of a line that are not drawn."""
    return f"╌{count}╌"


@dataclass(slots=True)
class Side:
    """The arms on one side of the starting double, each with its line; the outward direction is +1 or -1."""

    direction: int
    joint: int
    arms: list[tuple[int, Run]]

    @property
    def width(self) -> int:
        return self.joint + max((run.width for _line, run in self.arms), default=0)

    @property
    def top(self) -> int:
        return min((line - run.up for line, run in self.arms), default=0)

    @property
    def bottom(self) -> int:
        return max((line + run.down + 1 for line, run in self.arms), default=1)


def sides_of(arms: Sequence[Run], measure: Measure) -> tuple[Side, Side]:
    """Every other arm to the right and to the left, from the first on; with six arms one goes straight on."""
    for arm in arms:
        measure.run(arm)
    sides = []
    for direction, own in ((1, list(arms[0::2])), (-1, list(arms[1::2]))):
        lines: list[tuple[int, Run]] = []
        if len(own) == 3:
            middle, upper, lower = own
            lines = [(0, middle), (-measure.above(upper, middle), upper), (measure.below(middle, lower), lower)]
        elif len(own) == 2:
            upper, lower = own if direction > 0 else reversed(own)
            lines = [(-1 - upper.down, upper), (1 + lower.up, lower)]
        sides.append(Side(direction, measure.joint, lines))
    return sides[0], sides[1]


@dataclass(frozen=True, slots=True)
class Plan:
    """A measured farmyard, ready to be painted."""

    measure: Measure
    sides: tuple[Side, Side]


def plan(layout: Layout, scale: Scale) -> Plan:
    """The plan of the whole farmyard in one scale."""
    measure = Measure(layout.highest, scale)
    return Plan(measure, sides_of(runs(layout), measure))


def plan_to_fit(layout: Layout, width: int, height: int, *, folding: bool = True) -> Plan:
    """The plan in the largest scale there is room for; in the smallest, long lines are folded as far as needed."""
    arms = runs(layout)
    # Room for the next tile, so that nothing moves while it is typed.
    room = width - 2 * len(str(layout.highest)) - 3
    for scale in SCALES:
        measure = Measure(layout.highest, scale)
        right, left = sides_of(arms, measure)
        centre = measure.centre(layout.start_double)
        tall = max(right.bottom, left.bottom, 3) - min(right.top, left.top, -2)
        if right.width + left.width + centre <= room and tall <= height:
            return Plan(measure, (right, left))
    if folding and right.width + left.width + centre > room:
        limits = _shared(room - centre, right.width, left.width)
        for side, limit in zip((right, left), limits, strict=True):
            for _line, arm in side.arms:
                measure.squeeze(arm, measure.joint, limit)
        right, left = sides_of(arms, measure)
    return Plan(measure, (right, left))


def _shared(room: int, right: int, left: int) -> tuple[int, int]:
    """The cells that each side gets of those there are: half, or what the other does not need."""
    for_left = min(left, max(room // 2, room - right))
    return room - for_left, for_left
