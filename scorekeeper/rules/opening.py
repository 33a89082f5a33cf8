"""How a round is opened: who starts it, and how the double is found when nobody has it (R8 to R12, A1 to A6, H1).

Which double it is, `course.next_double` says; dropping it and recording the starter are `changes.drop_double` and
`changes.set_starter`. The search itself is a value of its own that a screen keeps while tiles are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, Self

from scorekeeper.rules.course import doubles_left, next_double
from scorekeeper.rules.house import boneyard_after_deal
from scorekeeper.rules.match import Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.tiles import tile_count
from scorekeeper.text import _

Way = Literal["draw", "draw_all", "drop", "laid_out"]
"""Draw in turn, everybody draws at once, drop to the next double, or the double lies there before the deal."""


def way(match: Match) -> Way | None:
    """What this table does when nobody has the double that is next (R11, H1); None when no round remains.

    The last double left is never dropped but drawn for in turn.
    """
    if next_double(match) is None:
        return None
    match match.house.missing_double:
        case "set_aside":
            return "laid_out"
        case "draw_all":
            return "draw_all"
        case "skip" | "burn" if match.drops + 1 < len(doubles_left(match)):
            return "drop"
        case _:
            return "draw"


def _left_of(match: Match, seat: int, number: int) -> int | None:
    """The next seat clockwise from `seat` that plays round `number`: who left or has not joined is passed over."""
    count = len(match.players)
    clockwise = ((seat + step) % count for step in range(1, count + 1))
    return next((other for other in clockwise if match.players[other].plays(number)), None)


def comes_after(match: Match) -> tuple[int, int] | None:
    """The seat on whose left the round to come is opened, and the round it started (0: it shuffled); None if unknown.

    Where the double is laid out the start goes round the table, so a starter that was not recorded follows from
    the one before (H1).
    """
    after = None if match.shuffler is None else (match.shuffler, 0)
    for number, row in enumerate(match.rounds, start=1):
        starter = row.starter
        if starter is None and match.house.missing_double == "set_aside" and after is not None:
            starter = _left_of(match, after[0], number)
        after = None if starter is None else (starter, number)
    return after


def first_to_draw(match: Match) -> int | None:
    """The seat that draws first for the double of the round to come (A3).

    In round 1 it is left of the shuffler, later left of the starter of the round before; players who left or have not
    joined are passed over. None where that is not known, and the table says who.
    """
    after = comes_after(match)
    return None if after is None else _left_of(match, after[0], match.next_round)


def starter(match: Match) -> int | None:
    """The seat that starts the round to come as far as it is known: as recorded, or by turns under H1 `set_aside`."""
    if match.starter is not None or way(match) != "laid_out":
        return match.starter
    return first_to_draw(match)


def chance_dealt(match: Match) -> Fraction:
    """The chance that the double which is next is in somebody's hand after the deal, 0 to 1 (rules, hand sizes).

    Doubles dropped for this round are in nobody's hand, so they are no places where it could be.
    """
    dealt = len(match.active_seats) * match.hand_size
    others = tile_count(match.set) - match.drops
    return min(Fraction(dealt, others), Fraction(1))


def boneyard(match: Match) -> int:
    """Tiles left to draw after the deal of the round to come, at least 0 (A11)."""
    return max(0, boneyard_after_deal(match.set, len(match.active_seats), match.hand_size))


def expected_draws(match: Match) -> Fraction:
    """How often is drawn on average until a double that was not dealt is found: (boneyard + 1) / 2 draws in turn.

    Under H1 `draw_all` it counts how often everybody draws; 0 where there is nothing to draw.
    """
    tiles = boneyard(match)
    if tiles == 0:
        return Fraction(0)
    each_time = len(match.active_seats) if way(match) == "draw_all" else 1
    return Fraction(sum(-(-place // each_time) for place in range(1, tiles + 1)), tiles)


def unknown_first_text(match: Match) -> str:
    """What the table has to say before anybody can draw first for the double of the round to come (A3)."""
    if match.rounds:
        return _(
            "The player left of round {number}'s starter draws first, and nobody said who that was; "
            "the table says who draws first (A3)."
        ).format(number=len(match.rounds))
    return _("The player left of the shuffler draws first; say who shuffled (A3).")


@dataclass(frozen=True, slots=True)
class Search:
    """The search for a double that nobody was dealt (R11), at some moment of it."""

    seats: tuple[int, ...]
    """Everybody in the round, in the order of drawing."""
    boneyard: int
    """Tiles to draw before the first draw."""
    at_once: bool = False
    """Whether all draw together (H1 `draw_all`)."""
    turns: int = 0
    """Turns that are over without the double; together with `at_once`."""
    starter: int | None = None
    """The seat that starts, once the double is found (R12)."""
    was_drawn: bool = False
    """Whether the starter drew it, and did not have it all along."""

    @property
    def draws(self) -> int:
        """Tiles drawn so far, the double itself among them."""
        return min(self.boneyard, (self.turns + self.was_drawn) * (len(self.seats) if self.at_once else 1))

    @property
    def left(self) -> int:
        """Tiles still in the boneyard."""
        return self.boneyard - self.draws

    @property
    def drawing(self) -> tuple[int, ...]:
        """The seats that draw next: one, or all under `at_once` as far as tiles last; empty when it is over."""
        if self.starter is not None or not self.left:
            return ()
        if self.at_once:
            return self.seats[: self.left]
        return (self.seats[self.turns % len(self.seats)],)

    @property
    def is_exhausted(self) -> bool:
        """Whether every tile is in a hand and nobody has shown the double, so that somebody overlooked it."""
        return self.starter is None and not self.left

    def drawn_by(self, seat: int) -> int:
        """Tiles that a player drew in the search and keeps (A5)."""
        return len(range(self.seats.index(seat), self.draws, len(self.seats)))

    def missed(self) -> Self:
        """After a draw that did not bring the double.

        Raises:
            RuleError: nobody draws any more.
        """
        self._need_drawing()
        return replace(self, turns=self.turns + 1)

    def found(self, seat: int | None = None) -> Self:
        """After a draw that brought the double; its drawer starts (R12).

        Args:
            seat: who drew it; may be left out where one player draws at a time.

        Raises:
            RuleError: nobody draws any more, or this player does not draw now.
        """
        self._need_drawing()
        if seat is None and len(self.drawing) == 1:
            seat = self.drawing[0]
        if seat is None or seat not in self.drawing:
            raise RuleError.because(_("Only somebody who draws now can draw the double (R11)."), "R11")
        return replace(self, starter=seat, was_drawn=True)

    def held(self, seat: int) -> Self:
        """After a player noticed having had the double all along; nothing was drawn for it.

        Raises:
            RuleError: the double is found already, or the player is not in the round.
        """
        if self.starter is not None:
            self._need_drawing()
        if seat not in self.seats:
            raise RuleError.because(_("Only somebody who is in the round can start it (R12)."), "R12")
        return replace(self, starter=seat, was_drawn=False)

    def back(self) -> Self:
        """One step back; the beginning stays the beginning."""
        if self.starter is not None:
            return replace(self, starter=None, was_drawn=False)
        return replace(self, turns=max(0, self.turns - 1))

    def _need_drawing(self) -> None:
        if self.starter is not None:
            raise RuleError.because(_("The double is found already; nobody draws for it any more (R12)."), "R12")
        if not self.left:
            raise RuleError.because(_("The boneyard is empty; there is nothing to draw (R11)."), "R11")


def search(match: Match, first: int | None = None) -> Search:
    """The search for the double of the round to come, before its first draw.

    Args:
        match: a live match that draws for its double.
        first: the seat that draws first where the table chooses; the one that A3 names by default.

    Raises:
        RuleError: the double is not drawn for, or nobody knows who draws first, or that player is not in the round.
    """
    how = way(match)
    if how not in ("draw", "draw_all"):
        raise RuleError.because(_("No double is drawn for now (R11, H1)."), "H1")
    seats = match.active_seats
    first = first_to_draw(match) if first is None else first
    if first is None and how == "draw_all":
        first = seats[0]
    if first is None:
        raise RuleError.because(unknown_first_text(match), "A3")
    if first not in seats:
        raise RuleError.because(_("Only somebody who is in the round can draw for its double (R11)."), "R11", first)
    at = seats.index(first)
    return Search((*seats[at:], *seats[:at]), boneyard(match), at_once=how == "draw_all")
