"""What is needed to overtake, found the long way: every way to give out real tiles, every pair of scores, every margin.

It knows nothing of the product's reasoning about pairs, and compares players by lists of their rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

Pair = tuple[int, int]


@cache
def pip_pairs(highest: int, double: int, remaining: int) -> frozenset[Pair]:
    """Pips of two hands that can be made of the tiles with pips, so many tiles or more being in neither hand.

    Every tile but the starting double and the double-blank goes to one of the two or stays outside; sums are kept as
    bits, which is quick enough for a small set.
    """
    weights = [a + b for a in range(highest + 1) for b in range(a + 1) if a + b and not a == b == double]
    most = sum(weights)
    ways = [[0] * (most + 1) for _ in range(remaining + 1)]
    ways[0][0] = 1
    for weight in weights:
        after = [[0] * (most + 1) for _ in range(remaining + 1)]
        for outside, row in enumerate(ways):
            for first, seconds in enumerate(row):
                if seconds:
                    after[min(outside + 1, remaining)][first] |= seconds
                    after[outside][first] |= seconds << weight
                    after[outside][first + weight] |= seconds
        ways = after
    return frozenset(
        (first, second)
        for first, seconds in enumerate(ways[remaining])
        for second in range(seconds.bit_length())
        if seconds >> second & 1
    )


@cache
def point_pairs(highest: int, double: int, blank_points: int, out_points: int, others: int) -> frozenset[Pair]:
    """Scores of two players side by side, with so many others in the round, who hold tiles too."""
    found: set[Pair] = set()
    for holder in ("first", "second", "other", "table"):
        if (double == 0 and holder != "table") or (holder == "other" and not others):
            continue
        extra = (blank_points if holder == "first" else 0, blank_points if holder == "second" else 0)
        for first_out in (False, True):
            for second_out in (False, True):
                if first_out and second_out:
                    continue
                if (first_out and holder == "first") or (second_out and holder == "second"):
                    continue
                held_by_others = others - (holder == "other")
                # One of the others may be out, unless one of the two is.
                if held_by_others and not first_out and not second_out:
                    held_by_others -= 1
                for pips in pip_pairs(highest, double, held_by_others):
                    if (pips[0] == 0 and holder != "first") != first_out:
                        continue
                    if (pips[1] == 0 and holder != "second") != second_out:
                        continue
                    for first in {0, out_points} if first_out else {pips[0] + extra[0]}:
                        for second in {0, out_points} if second_out else {pips[1] + extra[1]}:
                            found.add((first, second))
    return frozenset(found)


Past = tuple[int, tuple[int, ...]]
"""A catch-up and the scores of all rounds."""
Stand = tuple[int, int, int | None]
"""Total, zero rounds, lowest round above zero."""


def stand(past: Past) -> Stand:
    start, scores = past
    return start + sum(scores), scores.count(0), min((score for score in scores if score), default=None)


def with_round(before: Stand, score: int) -> Stand:
    total, zeros, lowest = before
    if score == 0:
        return total, zeros + 1, lowest
    return total + score, zeros, score if lowest is None or score < lowest else lowest


def ahead(one: Stand, other: Stand) -> bool:
    """Whether the first is better placed: R27, R28, R29 and A25 step by step."""
    if one[0] != other[0]:
        return one[0] < other[0]
    if one[1] != other[1]:
        return one[1] > other[1]
    if one[2] is None or other[2] is None:
        return one[2] is not None and other[2] is None
    return one[2] < other[2]


def smallest_margin(behind: Stand, before: Stand, pairs: frozenset[Pair]) -> int | None:
    """The smallest margin with which, as with all larger ones, every pair that can occur passes; None without any."""
    passes: defaultdict[int, bool] = defaultdict(lambda: True)
    for own, other in pairs:
        passes[other - own] &= ahead(with_round(behind, own), with_round(before, other))
    found = None
    for margin in sorted(passes, reverse=True):
        if not passes[margin]:
            break
        found = margin
    return found


def when_level(behind: Stand, before: Stand, pairs: frozenset[Pair]) -> Iterator[tuple[int, str]]:
    """For every score of the one behind with which both can come level: who is ahead then."""
    for own, other in sorted(pairs):
        if other - own == behind[0] - before[0]:
            one, two = with_round(behind, own), with_round(before, other)
            yield own, "passes" if ahead(one, two) else "stays" if ahead(two, one) else "shares"
