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
    """From 1, shared places equal (A24); None for a player who left (A30) or, looking back, is not there yet (A29)."""

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
    ranked = [
        line for line, player in zip(unplaced, match.players, strict=True)
        if line.status != "left" and player.joined <= count + 1
    ]  # fmt: skip
    places = {line.seat: 1 + sum(other.key < line.key for other in ranked) if rows else 1 for line in ranked}
    lines = tuple(replace(line, place=places.get(line.seat)) for line in unplaced)
    if not rows or not ranked:
        return Standings(lines, (), None, "")
    decided_by, explanation = explain(lines)
    return Standings(lines, tuple(line.seat for line in lines if line.place == 1), decided_by, explanation)


def separated_by(lines: Sequence[Line], seat: int) -> DecidedBy | None:
    """What sets the player at `seat` apart from those level on points; None for a player without a place.

    It is `total` where nobody is level, otherwise the last tiebreaker that was needed (R28, R29), or `shared` where
    both leave somebody level (A24).
    """
    line = next(line for line in lines if line.seat == seat)
    if line.place is None:
        return None
    level = [other for other in _level(lines, line) if other is not line]
    if not level:
        return "total"
    level = [other for other in level if other.zero_rounds == line.zero_rounds]
    if not level:
        return "zero_rounds"
    return "shared" if any(other.key == line.key for other in level) else "lowest_nonzero"


def explain(lines: Sequence[Line]) -> tuple[DecidedBy, str]:
    """What decides first place among those who have a place, at least one, and the sentence that says so."""
    best = min((line for line in lines if line.place is not None), key=lambda line: line.key)
    decided_by = separated_by(lines, best.seat)
    assert decided_by is not None
    level = _level(lines, best)
    if len(level) == 1:
        return decided_by, _("{name} has the fewest points: {total}.").format(name=best.name, total=best.total)
    sentences = [_level_text(level)]
    still = [line for line in level if line.zero_rounds == best.zero_rounds]
    if len(still) == 1:
        sentences.append(
            _("{name} has the most zero rounds and is first: {figures} (R28).").format(
                name=best.name, figures=_zeros(level)
            )
        )
        return decided_by, " ".join(sentences)
    if len(still) < len(level):
        sentences.append(
            _("{names} have the most zero rounds: {figures} (R28).").format(names=_names(still), figures=_zeros(level))
        )
    else:
        sentences.append(_same_zeros(best))
    first = [line for line in still if line.key == best.key]
    if len(first) == 1:
        sentences.append(
            _("{name} has the lowest round above zero and is first: {figures} (R29).").format(
                name=best.name, figures=_lowest(still)
            )
        )
        return decided_by, " ".join(sentences)
    if len(first) < len(still):
        sentences.append(
            _("{names} have the lowest round above zero: {figures} (R29).").format(
                names=_names(first), figures=_lowest(still)
            )
        )
    else:
        sentences.append(_same_lowest(best))
    sentences.append(_("{names} share first place (A24).").format(names=_names(first)))
    return decided_by, " ".join(sentences)


def explain_place(lines: Sequence[Line], seat: int) -> str:
    """Why the player at `seat` has that place, or none, with the figures of everybody it speaks of (A27, A30)."""
    line = next(line for line in lines if line.seat == seat)
    if line.status == "left":
        return _("{name} left and has no place; the total stays {total} (A30).").format(
            name=line.name, total=line.total
        )
    if line.place is None:
        return _("{name} has not joined yet (A29).").format(name=line.name)
    if line.place == 1:
        return explain(lines)[1]
    sentences: list[str] = []
    fewer = sorted(
        (other for other in lines if other.place is not None and other.total < line.total), key=lambda other: other.key
    )
    if fewer:
        sentences.append(
            ngettext(
                "{name} has a total of {total}; {count} player has fewer: {figures} (R27).",
                "{name} has a total of {total}; {count} players have fewer: {figures} (R27).",
                len(fewer),
            ).format(
                name=line.name,
                total=line.total,
                count=len(fewer),
                figures=listing([f"{other.name} {other.total}" for other in fewer]),
            )
        )
    level = _level(lines, line)
    if len(level) > 1:
        sentences += _order_of(level, line)
    return " ".join(sentences)


def _order_of(level: Sequence[Line], line: Line) -> list[str]:
    """How the tiebreakers order players of one total, as far as it matters for one of them."""
    sentences = [_level_text(level)]
    still = [other for other in level if other.zero_rounds == line.zero_rounds]
    if len(still) < len(level):
        sentences.append(_("More zero rounds come first: {figures} (R28).").format(figures=_zeros(level)))
    else:
        sentences.append(_same_zeros(line))
    if len(still) == 1:
        return sentences
    equal = [other for other in still if other.key == line.key]
    if len(equal) < len(still):
        sentences.append(_("The lowest round above zero decides: {figures} (R29).").format(figures=_lowest(still)))
    else:
        sentences.append(_same_lowest(line))
    if len(equal) > 1:
        sentences.append(_("{names} share place {place} (A24).").format(names=_names(equal), place=line.place))
    return sentences


def _level(lines: Sequence[Line], line: Line) -> list[Line]:
    """Everybody with a place and the total of `line`, which is one of them."""
    return [other for other in lines if other.place is not None and other.total == line.total]


def _names(lines: Sequence[Line]) -> str:
    return listing([line.name for line in lines])


def _zeros(lines: Sequence[Line]) -> str:
    return listing([f"{line.name} {line.zero_rounds}" for line in lines])


def _lowest(lines: Sequence[Line]) -> str:
    none = _("none")
    return listing([f"{line.name} {none if line.lowest_nonzero is None else line.lowest_nonzero}" for line in lines])


def _level_text(level: Sequence[Line]) -> str:
    total = level[0].total
    return ngettext(
        "{names} are level with {total} point.", "{names} are level with {total} points.", total
    ).format(names=_names(level), total=total)  # fmt: skip


def _same_zeros(line: Line) -> str:
    return ngettext(
        "Each has {count} zero round (R28).", "Each has {count} zero rounds (R28).", line.zero_rounds
    ).format(count=line.zero_rounds)  # fmt: skip


def _same_lowest(line: Line) -> str:
    if line.lowest_nonzero is None:
        return _("None of them has a round above zero (A25).")
    return _("The lowest round above zero is {points} for each (R29).").format(points=line.lowest_nonzero)
