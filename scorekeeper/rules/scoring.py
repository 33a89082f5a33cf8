"""Points, totals, places and the sentence that explains them: the one place where a winner is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.rules.match import Match
from scorekeeper.text import _, listing, ngettext

Status = Literal["playing", "late", "left"]
DecidedBy = Literal["total", "zero_rounds", "lowest_nonzero", "shared"]


@dataclass(frozen=True, slots=True)
class Line:
    """One player's figures after some rounds."""

    seat: int
    name: str
    status: Status
    rounds: tuple[int | None, ...]
    """Points a round; None where the player was not in it."""
    catch_up: int
    total: int
    """Points of the rounds and the catch-up."""
    zero_rounds: int
    """Rounds of 0 points (A33)."""
    lowest_nonzero: int | None
    """The lowest single round above zero (A23)."""
    place: int | None
    """From 1, shared places equal (A24); None for a player who left (A30)."""

    @property
    def key(self) -> tuple[int, int, float]:
        """What places are ordered by, smallest first: R27, then R28, then R29 with A25."""
        lowest = float("inf") if self.lowest_nonzero is None else float(self.lowest_nonzero)
        return (self.total, -self.zero_rounds, lowest)


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody's figures, and who is first and why."""

    lines: tuple[Line, ...]
    """In seat order."""
    winners: tuple[int, ...]
    """Seats in first place; empty before the first round."""
    decided_by: DecidedBy | None
    explanation: str
    """A sentence or a few with the figures of everybody they speak of; empty before the first round."""

    def by_place(self) -> tuple[Line, ...]:
        """Best first, seat order where places are shared; players who left come last."""
        return tuple(sorted(self.lines, key=lambda line: (line.place is None, line.place or 0, line.seat)))


def round_points(match: Match, number: int) -> tuple[int | None, ...]:
    """Points of round `number` (from 1) for each seat; None for a player who was not in it."""
    return tuple(None if hand is None else hand.points(match.house) for hand in match.rounds[number - 1].hands)


def totals(match: Match, upto: int | None = None) -> tuple[int, ...]:
    """Each seat's catch-up and points after `upto` rounds, all of them by default (R3, A29)."""
    rounds = match.rounds if upto is None else match.rounds[:upto]
    return tuple(
        player.catch_up + sum(hand.points(match.house) for row in rounds if (hand := row.hands[seat]) is not None)
        for seat, player in enumerate(match.players)
    )


def standings(match: Match, upto: int | None = None) -> Standings:
    """Figures, places and the winner after `upto` rounds, all of them by default (R27 to R29, A23 to A30)."""
    count = len(match.rounds) if upto is None else upto
    rows = [round_points(match, number) for number in range(1, count + 1)]
    sums = totals(match, count)
    unplaced: list[Line] = []
    for seat, player in enumerate(match.players):
        points = tuple(row[seat] for row in rows)
        scored = [value for value in points if value is not None]
        gone = player.left is not None and player.left <= count
        unplaced.append(
            Line(
                seat=seat,
                name=player.name,
                status="left" if gone else "late" if player.is_late else "playing",
                rounds=points,
                catch_up=player.catch_up,
                total=sums[seat],
                zero_rounds=scored.count(0),
                lowest_nonzero=min((value for value in scored if value > 0), default=None),
                place=None,
            )
        )
    ranked = [line for line in unplaced if line.status != "left"]
    lines = tuple(
        replace(line, place=1 + sum(other.key < line.key for other in ranked) if rows else 1)
        if line.status != "left"
        else line
        for line in unplaced
    )
    if not rows or not ranked:
        return Standings(lines, (), None, "")
    decided_by, explanation = explain(lines)
    return Standings(lines, tuple(line.seat for line in lines if line.place == 1), decided_by, explanation)


def explain(lines: Sequence[Line]) -> tuple[DecidedBy, str]:
    """What decides first place among those who have a place, at least one, and the sentence that says so."""
    ranked = [line for line in lines if line.place is not None]
    best = min(line.key for line in ranked)
    level = [line for line in ranked if line.total == best[0]]
    if len(level) == 1:
        return "total", _("{name} has the fewest points: {total}.").format(name=level[0].name, total=level[0].total)
    sentences = [
        ngettext(
            "{names} are level with {total} point.", "{names} are level with {total} points.", level[0].total
        ).format(names=listing([line.name for line in level]), total=level[0].total)
    ]
    decided_by: DecidedBy = "zero_rounds"
    still = [line for line in level if -line.zero_rounds == best[1]]
    if len(still) < len(level):
        figures = listing([f"{line.name} {line.zero_rounds}" for line in level])
        if len(still) == 1:
            sentences.append(
                _("{name} has the most zero rounds and is first: {figures} (R28).").format(
                    name=still[0].name, figures=figures
                )
            )
            return decided_by, " ".join(sentences)
        sentences.append(
            _("{names} have the most zero rounds: {figures} (R28).").format(
                names=listing([line.name for line in still]), figures=figures
            )
        )
    else:
        zeros = level[0].zero_rounds
        sentences.append(
            ngettext("Each has {count} zero round (R28).", "Each has {count} zero rounds (R28).", zeros).format(
                count=zeros
            )
        )
    first = [line for line in still if line.key == best]
    if len(first) < len(still):
        figures = listing([f"{line.name} {_lowest(line)}" for line in still])
        if len(first) == 1:
            sentences.append(
                _("{name} has the lowest round above zero and is first: {figures} (R29).").format(
                    name=first[0].name, figures=figures
                )
            )
            return "lowest_nonzero", " ".join(sentences)
        sentences.append(
            _("{names} have the lowest round above zero: {figures} (R29).").format(
                names=listing([line.name for line in first]), figures=figures
            )
        )
    elif first[0].lowest_nonzero is None:
        sentences.append(_("None of them has a round above zero (A25)."))
    else:
        sentences.append(
            _("The lowest round above zero is {points} for each (R29).").format(points=first[0].lowest_nonzero)
        )
    sentences.append(_("{names} share first place (A24).").format(names=listing([line.name for line in first])))
    return "shared", " ".join(sentences)


def _lowest(line: Line) -> str:
    return _("none") if line.lowest_nonzero is None else str(line.lowest_nonzero)
