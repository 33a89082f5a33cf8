"""A table of people whose names try everything, and matches of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper.rules.match import Hand, Match, Player, Round

NAMES: Final = (
    "[/]",
    "[red]Bob",
    "王小明",
    "👩‍👩‍👧",
    "Bartholomew Featherstonehaugh Cholmondel",
    "محمد الأمين",
    "Ana",
    "[@click=app.quit]Eve[/]",
    "C:\\[tmp]",
    "$accent",
)
"""Ten names: markup, actions, wide letters, joined emoji, forty letters, right to left, variables."""


def match_of(
    pips: Sequence[Sequence[int | None]], *, players: Sequence[Player] | None = None, highest: int = 9
) -> Match:
    """A match with a row of pips left a round; None for a player who was not in it."""
    count = len(pips[0]) if pips else 4
    seats = tuple(players or (Player(name) for name in NAMES[:count]))
    rounds = tuple(
        Round(highest - number, tuple(None if left is None else Hand(left) for left in row))
        for number, row in enumerate(pips)
    )
    return Match("m", highest, seats, rounds)


def ten_players() -> Match:
    """Five rounds of a double-twelve match; seat 4 came in round 3 with 88 points, seat 7 left after round 3."""
    players = [Player(name) for name in NAMES]
    players[4] = Player(NAMES[4], joined=3, catch_up=88)
    players[7] = Player(NAMES[7], left=3)
    pips: tuple[tuple[int | None, ...], ...] = (
        (0, 31, 12, 44, None, 7, 25, 60, 18, 9),
        (22, 0, 35, 51, None, 14, 6, 37, 40, 28),
        (17, 26, 0, 8, 33, 19, 42, 11, 5, 30),
        (45, 13, 24, 0, 16, 38, 9, None, 27, 21),
        (8, 36, 15, 20, 0, 12, 31, None, 3, 50),
    )
    return match_of(pips, players=players, highest=12)
