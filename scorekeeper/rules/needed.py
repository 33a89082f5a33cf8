"""What is needed to overtake in the round being played, and when a lead can no longer be lost (R27 to R29).

Both look at every pair of scores that two players can have side by side and leave the comparison to the scorer's own
key, so that the round's own zero and its own lowest score count as they will.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.rules.course import doubles_left, next_double
from scorekeeper.rules.match import Match
from scorekeeper.rules.scorepairs import ScorePairs, score_pairs
from scorekeeper.rules.scoring import DecidedBy, Line, standings

Verdict = Literal["passes", "shares", "stays"]
"""Of two players level in points, the one behind passes, shares the place, or the one above stays ahead."""


@dataclass(frozen=True, slots=True)
class Level:
    """What decides when the round leaves two players level, for some scores of the one behind."""

    low: int
    """The least of these scores, in points."""
    high: int | None
    """The most of them; None where there is no end."""
    verdict: Verdict
    by: DecidedBy
    figures: tuple[int | None, int | None] | None
    """The tiebreaker's figures with this round, of the one behind and of the one above; None where they vary."""


@dataclass(frozen=True, slots=True)
class Need:
    """By how much one player has to beat others in the round being played to pass them."""

    seat: int
    rivals: tuple[int, ...]
    """The seats to pass: one, or all that share a place."""
    gap: int
    """Points behind, 0 or more: with so many fewer they are level."""
    margin: int | None
    """The fewest points fewer with which `seat` passes for certain; None where this round cannot bring it."""
    largest: int
    """The most points fewer that this round can bring."""
    level: tuple[Level, ...]
    """What decides when they are level, by ascending scores of `seat`; empty where they cannot be."""


def needed(match: Match) -> tuple[Need, ...]:
    """What everybody needs who could be better placed, best placed first; empty before the first round and at the end.

    For each player: those who share the place, the next above, and the leader, as far as these are different players.
    """
    double = next_double(match)
    if double is None or not match.rounds:
        return ()
    placed = [line for line in standings(match).by_place() if line.place is not None]
    pairs = score_pairs(match.set, double, match.house, max(0, len(match.active_seats) - 2))
    found: list[Need] = []
    for line in placed:
        beside = [other for other in placed if other.place == line.place and other is not line]
        ahead = [other for other in placed if other.key < line.key]
        above = [other for other in ahead if other.place == ahead[-1].place]
        first = [other for other in ahead if other.place == 1]
        groups = [beside, above, first] if first != above else [beside, above]
        found += [_need(line, group, pairs) for group in groups if group]
    return tuple(found)


def _need(line: Line, rivals: Sequence[Line], pairs: ScorePairs) -> Need:
    rival = rivals[0]
    gap = line.total - rival.total
    level = tuple(_merged(_levels(line, rival, pairs)))
    margin: int | None = gap + 1
    if level and all(case.verdict == "passes" for case in level):
        margin = gap
    elif gap >= pairs.largest_margin:
        margin = None
    return Need(line.seat, tuple(other.seat for other in rivals), gap, margin, pairs.largest_margin, level)


def _levels(line: Line, rival: Line, pairs: ScorePairs) -> Iterator[Level]:
    """What decides between two who are level after the round, for each stretch of scores in which that is the same."""
    gap = line.total - rival.total
    most = (pairs.largest_sum - gap) // 2
    # The lowest round of either changes what a score does, and so does 0.
    corners = sorted({0, *(value for value in (line.lowest_nonzero, rival.lowest_nonzero) if value is not None)})
    for corner, following in zip(corners, [*corners[1:], most + 1], strict=True):
        for low, high in ((corner, corner), (corner + 1, following - 1)):
            score = next((own for own in range(low, min(high, most) + 1) if pairs.can_be(own, own + gap)), None)
            if score is not None:
                yield _level(line, rival, gap, score, high if high < most else None, most)


def _level(line: Line, rival: Line, gap: int, low: int, high: int | None, most: int) -> Level:
    own, other = _after(line, low), _after(rival, low + gap)
    if own.zero_rounds != other.zero_rounds:
        verdict: Verdict = "passes" if own.key < other.key else "stays"
        return Level(low, high, verdict, "zero_rounds", (own.zero_rounds, other.zero_rounds))
    if own.key == other.key:
        return Level(low, high, "shares", "shared", None)
    last = most if high is None else high
    ends = [(_after(line, score).lowest_nonzero, _after(rival, score + gap).lowest_nonzero) for score in (low, last)]
    return Level(
        low,
        high,
        "passes" if own.key < other.key else "stays",
        "lowest_nonzero",
        ends[0] if ends[0] == ends[1] else None,
    )


def _after(line: Line, *points: int) -> Line:
    """A player's figures after rounds of so many points."""
    above = [value for value in points if value > 0]
    if line.lowest_nonzero is not None:
        above.append(line.lowest_nonzero)
    return replace(
        line,
        total=line.total + sum(points),
        zero_rounds=line.zero_rounds + points.count(0),
        lowest_nonzero=min(above, default=None),
    )


def _merged(levels: Iterator[Level]) -> Iterator[Level]:
    """The same with neighbours joined that come to the same thing for the same reason."""
    before: Level | None = None
    for case in levels:
        if before is None:
            before = case
        elif (before.verdict, before.by) != (case.verdict, case.by) or (
            case.by == "zero_rounds" and before.figures != case.figures
        ):
            yield before
            before = case
        else:
            figures = before.figures if before.figures == case.figures else None
            before = replace(before, high=case.high, figures=figures)
    if before is not None:
        yield before


@dataclass(frozen=True, slots=True)
class SafeLead:
    """A lead that can no longer be lost."""

    seat: int
    rival: int
    """The seat of the one who comes closest."""
    gap: int
    """Points between them."""
    rounds: int
    """Rounds to come, at most."""
    most: int
    """Points that these rounds can cost the leader more than anybody else."""
    by: DecidedBy
    """What keeps them apart at worst: `total`, or a tiebreaker where they could come level."""
    figures: tuple[int | None, int | None]
    """The leader's and the rival's figures of that tiebreaker, if they came level; their totals now otherwise."""


def safe_lead(match: Match) -> SafeLead | None:
    """Who will be first, alone, whatever happens in the rounds to come, among the players at the table now.

    None where the lead can still be lost or shared, before the first round, and when the match is over or stopped.
    Others may leave, so that the last two share all tiles. A target (H11) or a stop only ends the match sooner, when
    the lead holds as well. Somebody who joins late (A29) is not counted: the table chooses the catch-up.
    """
    if next_double(match) is None:
        return None
    placed = [line for line in standings(match).by_place() if line.place is not None]
    if not match.rounds or len(placed) < 2 or placed[1].place == 1:
        return None
    left = doubles_left(match)
    if match.house.missing_double == "burn":
        left = left[min(match.drops, len(left) - 1) :]
    costs = [score_pairs(match.set, double, match.house, 0).largest_margin for double in left]
    leader, closest = placed[0], placed[1]
    most, gap = sum(costs), closest.total - leader.total
    if gap > most:
        by: DecidedBy = "total"
        figures: tuple[int | None, int | None] = (leader.total, closest.total)
    else:
        own = _after(leader, *costs)
        others = [_after(line, *[0] * len(costs)) for line in placed[1:]]
        if any(other.key <= own.key for other in others):
            return None
        best = min(others, key=lambda line: line.key)
        if best.zero_rounds != own.zero_rounds:
            by, figures = "zero_rounds", (own.zero_rounds, best.zero_rounds)
        else:
            by, figures = "lowest_nonzero", (own.lowest_nonzero, best.lowest_nonzero)
        closest = best
    return SafeLead(leader.seat, closest.seat, gap, len(costs), most, by, figures)
