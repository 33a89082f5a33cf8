"""What many matches say about players side by side: a table for a season, and head to head.

As everywhere, only finished matches count, and only players with a place have a result (see `figures`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.digest import MatchDigest, PlayerDigest, chosen
from scorekeeper.rules.figures import Figures, figures_of
from scorekeeper.rules.names import same_name_key


@dataclass(frozen=True, slots=True)
class Row:
    """One player in a table over many matches."""

    place: int | None
    """From 1, shared places equal: most first places, more of them alone, lowest average place; None without a place
    in any match."""
    who: str
    name: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players over the matches in which both have a place."""

    one: str
    one_name: str
    other: str
    other_name: str
    matches: int
    ahead: int
    """Matches in which `one` has the better place."""
    behind: int
    level: int
    """Matches in which they share a place (A24)."""


def table(
    digests: Iterable[MatchDigest], *, since: str = "", until: str = "", set: int | None = None
) -> tuple[Row, ...]:  # fmt: skip
    """Everybody who played, best first; in the order of names where places are shared or there is none.

    The arguments are those of `chosen`.
    """
    played: dict[str, tuple[list[MatchDigest], list[PlayerDigest]]] = {}
    for match in chosen(digests, since=since, until=until, set=set):
        for player in match.players:
            matches, players = played.setdefault(player.who, ([], []))
            matches.append(match)
            players.append(player)
    found = [(players[-1].name, who, figures_of(matches, players)) for who, (matches, players) in played.items()]
    keys = sorted(_standing(figures) for _name, _who, figures in found if figures.placed)
    places: dict[tuple[float, ...], int] = {}
    for place, key in enumerate(keys, start=1):
        places.setdefault(key, place)
    rows = [
        Row(places[_standing(figures)] if figures.placed else None, who, name, figures) for name, who, figures in found
    ]
    return tuple(sorted(rows, key=lambda row: (row.place is None, row.place or 0, same_name_key(row.name), row.who)))


def head_to_head(
    digests: Iterable[MatchDigest], who: str | None = None, *, since: str = "", until: str = "", set: int | None = None
) -> tuple[HeadToHead, ...]:
    """Every player against every other with whom a match was finished, each pair from both sides; most matches first.

    Args:
        digests: in any order.
        who: only the pairs whose `one` is this player.
        since: as for `chosen`, like `until` and `set`.
    """
    names: dict[str, str] = {}
    met: dict[tuple[str, str], list[int]] = {}
    for match in chosen(digests, since=since, until=until, set=set):
        names.update((player.who, player.name) for player in match.players)
        placed = [(player.who, player.place) for player in match.players if player.place is not None]
        for one, place in placed:
            if who is None or one == who:
                for other, other_place in placed:
                    counts = met.setdefault((one, other), [0, 0, 0])
                    counts[(place > other_place) + 2 * (place == other_place)] += 1
    pairs = (
        HeadToHead(one, names[one], other, names[other], ahead + behind + level, ahead, behind, level)
        for (one, other), (ahead, behind, level) in met.items()
        if one != other
    )
    return tuple(sorted(pairs, key=_busiest))


def _busiest(pair: HeadToHead) -> tuple[int, str, str, str, str]:
    return -pair.matches, same_name_key(pair.one_name), same_name_key(pair.other_name), pair.one, pair.other


def _standing(figures: Figures) -> tuple[float, ...]:
    """What a table is ordered by, smallest first."""
    average = figures.place.value
    return -figures.first_places, -figures.wins, math.inf if average is None else average
