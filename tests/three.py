"""The match of the documented example, recorded as a person would."""

from __future__ import annotations

from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.match import Match


def recorded(match: Match, *texts: str, starter: int | None = None) -> Match:
    typed = iter(texts)
    seats = match.active_seats
    hands = [parse_hand(next(typed), match.set) if seat in seats else None for seat in range(len(match.players))]
    return changes.record_round(match, hands, starter=starter)


def three_players() -> Match:
    """The match of the documented example: Boris left after round 2, Chi joined in it with 21 points."""
    match = changes.start("k3f9", "2026-11-30T18:02:11+01:00", ["Ana", "Boris"], 9, 21, STANDARD)
    match = recorded(match, "0", "21", starter=1)
    match = changes.join(match, "Chi")
    match = recorded(match, "6", "0", "32")
    return changes.leave(match, 1, "2026-11-30T18:40:00+01:00")
