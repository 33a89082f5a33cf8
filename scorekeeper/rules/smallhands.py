"""Small hands that cannot lie side by side (C5): a search over the few tiles that have few pips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from typing import Final

from scorekeeper.rules.entry import hand_text
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, listing

SMALL: Final = 4
"""Hands of up to so many pips are searched for; larger ones can be made in too many ways to clash."""

Ways = tuple[frozenset[Tile], ...]
"""Every choice of small tiles that may be in a hand."""


@cache
def _ways(pips: int) -> Ways:
    """Every set of tiles that comes to exactly `pips`, 1 to `SMALL`."""
    small = [Tile(high, low) for high in range(1, pips + 1) for low in range(high + 1) if high + low <= pips]
    return tuple(
        frozenset(choice)
        for count in range(1, pips + 1)
        for choice in combinations(small, count)
        if sum(tile.pips for tile in choice) == pips
    )


def _fits(hands: Sequence[Ways], used: frozenset[Tile]) -> bool:
    """Whether these hands can lie side by side without the `used` tiles."""
    if not hands:
        return True
    return any(not way & used and _fits(hands[1:], used | way) for way in hands[0])


def small_hands(
    match: Match, double: int, held: Sequence[tuple[int, Hand]], on_table: AbstractSet[Tile]
) -> Iterator[Problem]:
    """Hands that the set cannot make side by side, each time the fewest that cannot be, with all like them (C5).

    Args:
        match: whose players are meant.
        double: the number on the starting double, which lies on the table.
        held: seat and hand of everybody who is in the round.
        on_table: other tiles that are known to lie on the table.
    """
    used = frozenset({Tile(double, double), *on_table})
    # Hands with few ways go first, so that a search that must fail fails soon.
    ways: dict[int, Ways] = {}
    known = used
    for seat, hand in held:
        # A tile that two hands name is a problem of its own (C6); here it lies in the first.
        own = frozenset(tile for tile in hand.tiles or () if 1 <= tile.pips <= SMALL) - known
        known |= own
        if own:
            ways[seat] = (own,)
    plain = [(seat, hand.pips) for seat, hand in held if hand.tiles is None and 1 <= hand.pips <= SMALL]
    ways |= {seat: _ways(pips) for seat, pips in sorted(plain, key=lambda item: item[1])}
    hands = dict(held)
    while not _fits(tuple(ways.values()), used):
        culprits = _fewest(ways, used)
        # Hands of equal pips could stand for each other, so none of them is better than the rest.
        alike = {hands[seat].pips for seat in culprits if hands[seat].tiles is None}
        culprits |= {seat for seat, _pips in plain if seat in ways and hands[seat].pips in alike}
        seats = tuple(sorted(culprits))
        figures = listing([f"{match.players[seat].name} {hand_text(hands[seat])}" for seat in seats])
        if all(hands[seat].pips == 1 for seat in seats):
            text = _("Only 1-0 has one pip, so these hands cannot be: {figures} (C5).")
        else:
            text = _("The set has too few small tiles to make these hands side by side: {figures} (C5).")
        yield Problem(text.format(figures=figures), "C5", seats)
        # Hands whose tiles are known can all lie side by side; they stay, as they may be in the way of others too.
        ways = {seat: way for seat, way in ways.items() if seat not in culprits or hands[seat].tiles is not None}


def _fewest(ways: dict[int, Ways], used: frozenset[Tile]) -> set[int]:
    """The seats of as few of these hands as cannot lie side by side: without any one of them the others could."""
    needed: list[int] = []
    rest = list(ways)
    while _fits([ways[seat] for seat in needed], used):
        # The shortest beginning of the rest that cannot be ends with a hand that is needed.
        count = next(
            count
            for count in range(1, len(rest) + 1)
            if not _fits([ways[seat] for seat in (*needed, *rest[:count])], used)
        )
        needed.insert(0, rest[count - 1])
        rest = rest[: count - 1]
    return set(needed)
