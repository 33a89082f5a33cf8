"""How far a match has come: which double is next, how many rounds are planned, whether it is over.

All of it follows from the rounds; nothing here is ever stored.
"""

from __future__ import annotations

from typing import Literal

from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import totals
from scorekeeper.rules.tiles import doubles_down

State = Literal["live", "finished", "stopped"]


def doubles_left(match: Match, after: int | None = None) -> tuple[int, ...]:
    """The doubles that may still start a round, highest first, before any drop for the round to come (R9, R10, H1).

    Args:
        match: any match.
        after: the number of rounds that count as played; all of them by default.
    """
    played = {row.double for row in match.rounds[:after]}
    highest = match.set
    if match.house.missing_double == "burn" and played:
        highest = min(played) - 1
    return tuple(double for double in doubles_down(highest, match.house.last_double) if double not in played)


def target_reached(match: Match) -> bool:
    """Whether somebody who played the round reached the target total in any round so far (H11)."""
    target = match.house.target
    if target is None:
        return False
    for number in range(1, len(match.rounds) + 1):
        sums = totals(match, number)
        if any(sums[seat] >= target for seat in match.seats_in(number)):
            return True
    return False


def state(match: Match) -> State:
    """Whether the match goes on, is finished, or was stopped early (R10, A28, H11).

    With fewer than two players left at the table it is stopped, whether somebody said so or not (A30).
    """
    if match.rounds and (not doubles_left(match) or target_reached(match)):
        return "finished"
    return "live" if match.stopped is None and len(match.active_seats) >= 2 else "stopped"


def next_double(match: Match) -> int | None:
    """The double that starts the round to come, drops counted; None when no round remains or the match is stopped."""
    if state(match) != "live":
        return None
    left = doubles_left(match)
    return left[min(match.drops, len(left) - 1)]


def rounds_planned(match: Match) -> int | None:
    """How many rounds the match will have; None where a target leaves it open (H11)."""
    if match.house.target is not None:
        return len(match.rounds) if state(match) == "finished" else None
    left = len(doubles_left(match))
    if match.house.missing_double == "burn":
        left -= min(match.drops, max(left - 1, 0))
    return len(match.rounds) + left
