"""The farmyard on the table: arms, feet, toes, open ends, and what can be proved from them.

A layout knows nothing of turns, hands and the boneyard. It only grows by `place`, which gives a new value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, Self

from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.tiles import Tile, tile_count, tiles_of_set
from scorekeeper.text import _

Stage = Literal["find_start", "arms", "foot", "open"]
"""What the layout asks of the next tile: to open it, to fill an arm, to be a toe, or only to match."""

PlaceFault = Literal["ERR_NO_SUCH_TARGET", "ERR_ARMS_FIRST", "ERR_FOOT_PENDING", "ERR_END_COVERED", "ERR_NO_MATCH"]

TOES: Final = 3
"""Toes of a chicken foot (R21)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile as it lies."""

    tile: Tile
    on: Tile | None
    """The tile it is attached to; None for the starting double."""
    number: int
    """What has to be matched at its free end, covered or not; a double shows its own number."""


@dataclass(frozen=True, slots=True)
class End:
    """One place where a tile can be attached."""

    on: Tile
    """The tile that is attached to: the starting double for an arm, a double for a toe."""
    number: int
    """The number that has to be matched there (R13)."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the tiles off the table let one say about the next tile (A13, A14)."""

    blocked: bool | None
    """True: proved that nobody can ever play; False: proved that somebody can; None: cannot be told."""
    fitting: int
    """Tiles off the table that fit where the next tile must go; the most there can be, where not all is known."""
    unseen: int
    """All tiles off the table, in hands and boneyard; the most there can be, where not all is known."""


@dataclass(frozen=True)
class Layout:
    """The tiles on the table in the order in which they were laid.

    Left to itself it has at most one unfinished foot (A20). Plays that were wrong and stand (A32) can leave several
    duties at once; they are served arms first, then feet from the oldest.
    """

    highest: int
    """The number on the set's highest double."""
    start: int
    """The number on the round's starting double."""
    arms: int = 4
    """How many arms the starting double has (R15, H3)."""
    placed: tuple[Placed, ...] = ()

    @property
    def start_double(self) -> Tile:
        """The double that opens the round (R8 to R10)."""
        return Tile(self.start, self.start)

    @cached_property
    def _lying(self) -> Mapping[Tile, Placed]:
        return {lying.tile: lying for lying in self.placed}

    @cached_property
    def _room(self) -> Mapping[Tile, int]:
        """How many tiles can still be attached to each tile that is not covered, in the order of play."""
        attached = Counter(lying.on for lying in self.placed)
        room = {lying.tile: self._capacity(lying.tile) - attached[lying.tile] for lying in self.placed}
        return {tile: free for tile, free in room.items() if free}

    def _capacity(self, tile: Tile) -> int:
        if not tile.is_double:
            return 1
        return self.arms if tile.high == self.start else TOES

    @cached_property
    def off_table(self) -> Mapping[int, int]:
        """How many tiles of each number of the set are not on the table, wherever they are."""
        left = dict.fromkeys(range(self.highest + 1), self.highest + 1)
        for lying in self.placed:
            left[lying.tile.high] -= 1
            if not lying.tile.is_double:
                left[lying.tile.low] -= 1
        return MappingProxyType(left)

    def __contains__(self, tile: Tile) -> bool:
        return tile in self._lying

    def in_set(self, tile: Tile) -> bool:
        """Whether the set has such a tile (R2)."""
        return tile.low >= 0 and tile.high <= self.highest

    def unseen(self) -> Iterator[Tile]:
        """The tiles that are not on the table, heaviest numbers first."""
        return (tile for tile in tiles_of_set(self.highest) if tile not in self._lying)

    def children(self, tile: Tile) -> tuple[Placed, ...]:
        """What is attached to `tile`, in the order of play: arms, toes, or the next tile of the line."""
        return tuple(lying for lying in self.placed if lying.on == tile)

    def room(self, tile: Tile) -> int:
        """How many tiles can still be attached to `tile`; 0 where it is covered or not on the table."""
        return self._room.get(tile, 0)

    @property
    def arms_left(self) -> int:
        """Arms of the starting double that have no tile yet (R15)."""
        return self._room.get(self.start_double, 0) if self.placed else self.arms

    @property
    def feet(self) -> tuple[Tile, ...]:
        """The doubles laid on arms, in the order of play, finished or not; the starting double is none (A18)."""
        return tuple(lying.tile for lying in self.placed[1:] if lying.tile.is_double)

    @cached_property
    def foot(self) -> Tile | None:
        """The unfinished chicken foot whose toes are due, the oldest if there are several (R21, A20)."""
        return next((tile for tile in self._room if tile.is_double and tile.high != self.start), None)

    @property
    def toes_left(self) -> int:
        """Toes that the unfinished foot still needs; 0 without one."""
        return 0 if self.foot is None else self.room(self.foot)

    @property
    def stage(self) -> Stage:
        """What the next tile has to do."""
        if not self.placed:
            return "find_start"
        if self.arms_left:
            return "arms"
        return "open" if self.foot is None else "foot"

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """Every free end, whether or not it may be used now; a double is there once for each arm or toe it lacks.

        There are always as many as arms and two more for each foot.
        """
        return tuple(End(tile, self._lying[tile].number) for tile, free in self._room.items() for _place in range(free))

    @property
    def open_ends(self) -> tuple[End, ...]:
        """The free ends that may be used now: only arms or only toes while those are due (R15, R21, R23)."""
        match self.stage:
            case "arms":
                return tuple(end for end in self.ends if end.on == self.start_double)
            case "foot":
                return tuple(end for end in self.ends if end.on == self.foot)
            case _:
                return self.ends

    @cached_property
    def open_values(self) -> tuple[int, ...]:
        """The numbers that may be matched now, each once, smallest first; none before the starting double lies."""
        match self.stage:
            case "find_start":
                return ()
            case "arms":
                return (self.start,)
            case "foot" if self.foot is not None:
                return (self.foot.high,)
            case _:
                return tuple(sorted({end.number for end in self.ends}))

    def fits(self, tile: Tile) -> bool:
        """Whether `tile` could be played now by somebody who holds it."""
        if tile in self or not self.in_set(tile):
            return False
        if not self.placed:
            return tile == self.start_double
        return tile.high in self.open_values or tile.low in self.open_values

    def legal_plays(self, tile: Tile) -> tuple[End, ...]:
        """The different ends where `tile` may be laid now; empty also for the starting double, which needs none."""
        if not self.fits(tile):
            return ()
        return tuple(dict.fromkeys(end for end in self.open_ends if end.number in tile))

    def aim(self, tile: Tile) -> Tile | None:
        """Where `tile` is meant when nobody says: a legal end, else one that it would match if it were free to be used,
        else any end that is in use; None before the starting double lies."""
        ends = self.legal_plays(tile) or tuple(end for end in self.ends if end.number in tile) or self.open_ends
        return ends[0].on if ends else None

    def place_fault(self, tile: Tile, on: Tile | None) -> PlaceFault | None:
        """The first thing that is wrong with laying `tile` at `on`, the starting double on the table; None if legal.

        Whether the tile is in the set, in a hand or on the table already is not asked here.
        """
        lying = None if on is None else self._lying.get(on)
        if lying is None:
            return "ERR_NO_SUCH_TARGET"
        if self.stage == "arms" and on != self.start_double:
            return "ERR_ARMS_FIRST"
        if self.stage == "foot" and on != self.foot:
            return "ERR_FOOT_PENDING"
        if not self.room(lying.tile):
            return "ERR_END_COVERED"
        return None if lying.number in tile else "ERR_NO_MATCH"

    def number_at(self, tile: Tile) -> int:
        """The number to be matched at a tile that lies on the table.

        Raises:
            KeyError: the tile does not lie there.
        """
        return self._lying[tile].number

    def place(self, tile: Tile, on: Tile | None = None, free: int | None = None) -> Self:
        """The layout with `tile` laid at `on`, be it right or wrong, as long as the end exists and is free (A32).

        Args:
            on: None lays the starting double.
            free: the number at the free end; by default the other one than was matched, and the higher one where
                a wrong tile matches nothing.

        Raises:
            RuleError: there is no such end, it is covered, or the tile lies on the table already.
        """
        if on is None:
            if self.placed or tile != self.start_double:
                raise RuleError.because(_("Only {double} may open this round.").format(double=self.start_double), "R9")
            return self._with(Placed(tile, None, tile.high))
        if tile in self or not self.in_set(tile):
            raise RuleError.because(_("{tile} cannot be laid: it is not off the table.").format(tile=tile), "R2")
        if not self.room(on):
            raise RuleError.because(_("Nothing can be attached to {tile}.").format(tile=on), "R13")
        if free is None or free not in tile:
            number = self.number_at(on)
            free = tile.other(number) if number in tile else tile.high
        return self._with(Placed(tile, on, free))

    def _with(self, lying: Placed) -> Self:
        after = replace(self, placed=(*self.placed, lying))
        # Carried over rather than counted anew, so that a verdict costs the same on a full table.
        room = {**self._room, lying.tile: self._capacity(lying.tile)}
        if lying.on is not None:
            room[lying.on] -= 1
            if not room[lying.on]:
                del room[lying.on]
        left = {**self.off_table}
        for number in {lying.tile.high, lying.tile.low}:
            left[number] -= 1
        after.__dict__.update(_lying={**self._lying, lying.tile: lying}, _room=room, off_table=MappingProxyType(left))
        return after

    @property
    def is_dead(self) -> bool:
        """Whether no tile off the table fits where the next tile must go, so that no draw can help (A13, A14)."""
        return bool(self.placed) and not any(self.off_table[number] for number in self.open_values)

    @property
    def can_be_finished(self) -> bool:
        """Whether the arms or the foot that the layout waits for can still be completed; true while it waits for none.

        A foot needs five tiles of its number in all, and each number stands on one tile more than the set's highest.
        """
        match self.stage:
            case "arms":
                return self.off_table[self.start] >= self.arms_left
            case "foot" if self.foot is not None:
                return self.off_table[self.foot.high] >= self.toes_left
            case _:
                return True

    def outlook(self, boneyard_empty: bool = False) -> Outlook:
        """Whether the round is blocked, as far as the table proves it (A13, A14).

        With an empty boneyard every tile off the table is in a hand, so that nothing stays open.
        """
        fitting = 1 if not self.placed else sum(1 for tile in self.unseen() if self.fits(tile))
        blocked = True if self.is_dead else False if boneyard_empty else None
        return Outlook(blocked, fitting, tile_count(self.highest) - len(self.placed))
