"""A layout that was not kept from the start: the situation as it lies on the table, and what can be said about it.

It knows numbers where a kept layout knows tiles, so every answer says what it cannot know.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.layout import TOES, Outlook, Stage
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.rulings import RULE_OF, Code
from scorekeeper.rules.tiles import Tile, tile_count, tiles_of_set
from scorekeeper.text import _, ngettext


@dataclass(frozen=True, slots=True)
class Answer:
    """What can be said about one tile in a situation."""

    legal: bool
    code: Code
    rule: str
    reason: str
    unknown: tuple[str, ...]
    """What the answer rests on without knowing it, as sentences."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a table says lies there, the starting double included."""

    highest: int
    """The number on the set's highest double."""
    start: int
    """The number on the round's starting double."""
    arms_filled: int
    """Arms of the starting double that have a tile."""
    ends: tuple[int, ...] = ()
    """The numbers at the free ends of arms and toes, one for each end; without the starting double and the foot."""
    foot: int | None = None
    """The number on the double of the unfinished foot, if there is one."""
    toes: int = 0
    """Toes that the unfinished foot has already."""
    boneyard_empty: bool = False
    arms: int = 4
    """How many arms the starting double has (H3)."""
    seen: frozenset[Tile] = frozenset()
    """Tiles known to lie on the table, as far as anybody said."""

    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it was said; empty when the situation may be asked about."""
        found: list[Problem] = []
        numbers = (self.start, *self.ends, *(() if self.foot is None else (self.foot,)))
        if any(not 0 <= number <= self.highest for number in numbers):
            found.append(Problem(_("A double-{set} set has numbers from 0 to {set}.").format(set=self.highest), "R2"))
        if not 0 <= self.arms_filled <= self.arms:
            found.append(
                Problem(_("From 0 to {arms} arms of the starting double are filled.").format(arms=self.arms), "R15")
            )
        if self.foot is not None and self.foot == self.start:
            found.append(Problem(_("The starting double is no chicken foot."), "A18"))
        if not 0 <= self.toes < TOES or (self.foot is None and self.toes):
            found.append(Problem(_("An unfinished foot has 0, 1 or 2 toes."), "R21"))
        if self.foot is not None and self.arms_filled < self.arms:
            found.append(Problem(_("There can be no chicken foot before all arms are filled."), "R15"))
        for number in sorted(set(numbers) | {self.start}):
            if not found and self._lying(number) > self.highest + 1:
                found.append(
                    Problem(
                        _("There are only {count} tiles with {number} in the set.").format(
                            count=self.highest + 1, number=number
                        ),
                        "R2",
                    )
                )
        return tuple(found)

    @property
    def stage(self) -> Stage:
        """What the next tile has to do."""
        if self.arms_filled < self.arms:
            return "arms"
        return "open" if self.foot is None else "foot"

    @property
    def open_values(self) -> tuple[int, ...]:
        """The numbers that may be matched now, each once, smallest first."""
        if self.stage == "arms":
            return (self.start,)
        return tuple(sorted(set(self.ends))) if self.foot is None else (self.foot,)

    def on_table(self, tile: Tile) -> bool:
        """Whether `tile` is known to lie on the table."""
        return (tile.is_double and tile.high in (self.start, self.foot)) or tile in self.seen

    def most_off_table(self, number: int) -> int:
        """The most tiles with `number` that can still be off the table."""
        return self.highest + 1 - self._lying(number)

    def _lying(self, number: int) -> int:
        """The fewest tiles with `number` that lie on the table: each free end is another tile, so are arms and toes."""
        by_ends = self.ends.count(number)
        if number == self.start:
            by_ends += 1 + self.arms_filled
        elif number == self.foot:
            # The double, the tile that it was laid on, and its toes.
            by_ends += 2 + self.toes
        return max(by_ends, sum(1 for tile in tiles_of_set(self.highest) if number in tile and self.on_table(tile)))

    @property
    def can_be_finished(self) -> bool | None:
        """False where the unfinished foot or the arms can never be completed; None where that cannot be told."""
        match self.stage:
            case "arms":
                needed, number = self.arms - self.arms_filled, self.start
            case "foot" if self.foot is not None:
                needed, number = TOES - self.toes, self.foot
            case _:
                return True
        return False if self.most_off_table(number) < needed else None

    def outlook(self) -> Outlook:
        """Whether the round is blocked, as far as the numbers prove it (A13, A14); `fitting` is the most it can be."""
        most = {number: self.most_off_table(number) for number in self.open_values}
        fitting = sum(
            1
            for tile in tiles_of_set(self.highest)
            if not self.on_table(tile) and any(number in tile for number in self.open_values)
        )
        doubles = {Tile(number, number) for number in (self.start, self.foot) if number is not None}
        lying = max(len(doubles | self.seen), len(doubles) + self.arms_filled + self.toes)
        return Outlook(
            blocked=True if self.open_values and not any(most.values()) else None,
            fitting=min(fitting, sum(most.values())),
            unseen=tile_count(self.highest) - lying,
        )

    def ask(self, tile: Tile) -> Answer:
        """Whether `tile` could be played now by the player whose turn it is."""
        code = self._code(tile)
        legal = code.startswith("OK")
        unknown: list[str] = []
        if legal and not self.seen:
            unknown.append(
                _("The tiles on the table were not named: whether {tile} lies there already cannot be told.").format(
                    tile=tile
                )
            )
        elif legal:
            unknown.append(
                _("Whether {tile} is among the tiles on the table that were not named cannot be told.").format(
                    tile=tile
                )
            )
        return Answer(legal, code, RULE_OF[code], self._reason(code, tile), tuple(unknown))

    def _code(self, tile: Tile) -> Code:
        if tile.low < 0 or tile.high > self.highest:
            return "ERR_TILE_NOT_IN_SET"
        if self.on_table(tile):
            return "ERR_TILE_ALREADY_PLAYED"
        if any(number in tile for number in self.open_values):
            return "OK_ARM" if self.stage == "arms" else "OK_TOE" if self.stage == "foot" else "OK_EXTEND"
        if self.stage != "open" and any(number in tile for number in self.ends):
            return "ERR_ARMS_FIRST" if self.stage == "arms" else "ERR_FOOT_PENDING"
        return "ERR_NO_MATCH"

    def _reason(self, code: Code, tile: Tile) -> str:
        left = self.arms - self.arms_filled
        match code:
            case "OK_ARM" | "OK_TOE":
                return _("{tile} matches {number}, which is asked for now.").format(
                    tile=tile, number=self.open_values[0]
                )
            case "OK_EXTEND":
                numbers = [str(number) for number in self.open_values if number in tile]
                return _("{tile} matches an open end: {numbers}.").format(tile=tile, numbers=", ".join(numbers))
            case "ERR_TILE_NOT_IN_SET":
                return _("A double-{set} set has no {tile}.").format(set=self.highest, tile=tile)
            case "ERR_TILE_ALREADY_PLAYED":
                return _("{tile} is on the table already.").format(tile=tile)
            case "ERR_ARMS_FIRST":
                return ngettext(
                    "All {arms} arms must have a tile before any arm gets a second one; {count} arm is empty.",
                    "All {arms} arms must have a tile before any arm gets a second one; {count} arms are empty.",
                    left,
                ).format(arms=self.arms, count=left)
            case "ERR_FOOT_PENDING":
                return ngettext(
                    "A chicken foot is unfinished: the next tile must be its last toe, with {number}.",
                    "A chicken foot is unfinished: the next {count} tiles must be its toes, with {number}.",
                    TOES - self.toes,
                ).format(count=TOES - self.toes, number=self.foot)
            case _:
                return _("{tile} matches none of the numbers asked for: {numbers}.").format(
                    tile=tile, numbers=", ".join(str(number) for number in self.open_values)
                )
