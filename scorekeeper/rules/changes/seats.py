"""Changes of who is at the table: players who come late, leave, or whose names are mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from scorekeeper.rules.course import state
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.matchcheck import MOST_CATCH_UP, MOST_SEATS, same_names
from scorekeeper.rules.names import clean, name_problem
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scoring import totals
from scorekeeper.text import _

CatchUp = int | Literal["highest", "average", "none"]
"""What a late player starts with, as points or by name (A29)."""


def catch_up_points(match: Match, catch_up: CatchUp) -> int:
    """Points a late player starts with (A29): as given, the highest or average total at the table, or none."""
    if isinstance(catch_up, int):
        return catch_up
    sums = [totals(match)[seat] for seat in match.active_seats]
    if catch_up == "none" or not match.rounds or not sums:
        return 0
    if catch_up == "highest":
        return max(sums)
    return (2 * sum(sums) + len(sums)) // (2 * len(sums))


def join(
    match: Match,
    name: str,
    *,
    catch_up: CatchUp = "highest",
    before: int | None = None,
    player_id: str | None = None,
) -> Match:
    """The match with one more player from the next round on, seated before seat `before` or last (A29).

    Raises:
        RuleError: the match is finished, the name cannot be or is taken, or the catch-up cannot be.
    """
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; nobody can join any more (A29)."), "A29")
    if len(match.players) >= MOST_SEATS:
        raise RuleError.because(_("A match has {most} seats at most.").format(most=MOST_SEATS), "R1")
    points = catch_up_points(match, catch_up)
    if not 0 <= points <= MOST_CATCH_UP:
        raise RuleError.because(
            _("A catch-up is 0 to {most} points, not {points} (A29).").format(most=MOST_CATCH_UP, points=points), "A29"
        )
    if points and not match.rounds:
        raise RuleError.because(
            _("Before the first round there is nothing to catch up; everybody starts with 0 (A29)."), "A29"
        )
    seat = len(match.players) if before is None else before
    newcomer = Player(clean(name), player_id, joined=match.next_round, catch_up=points)
    players = (*match.players[:seat], newcomer, *match.players[seat:])
    _need_name(players, seat)

    def moved(old: int) -> int:
        return old + 1 if old >= seat else old

    rounds = tuple(
        replace(row, hands=(*row.hands[:seat], None, *row.hands[seat:]), starter=_moved(row.starter, moved))
        for row in match.rounds
    )
    return match.edit(
        players=players,
        rounds=rounds,
        starter=_moved(match.starter, moved),
        shuffler=_moved(match.shuffler, moved),
    )


def _moved(seat: int | None, move: Callable[[int], int]) -> int | None:
    return None if seat is None else move(seat)


def _need_name(players: Sequence[Player], seat: int) -> None:
    """Refuse the name at `seat` if it cannot be, or is that of another with whom its player shares a round."""
    name = players[seat].name
    text = name_problem(name)
    if text is not None:
        raise RuleError.because(text)
    if any(seat in pair for pair in same_names(players)):
        raise RuleError.because(
            _("Somebody called {name} is in this match already; names in a match must differ.").format(name=name)
        )


def leave(match: Match, seat: int, at: str) -> Match:
    """The match with a player gone from the next round on (A30); with one left at the table it is stopped.

    A player who has not played a round yet is taken out of the table.

    Raises:
        RuleError: the player has left already, or the match is finished or not begun with two players.
    """
    player = match.players[seat]
    if player.left is not None:
        raise RuleError.because(_("{name} has left already (A30).").format(name=player.name), "A30", seat)
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; nobody can leave any more (A30)."), "A30")
    if player.joined > len(match.rounds):
        if len(match.players) <= 2:
            raise RuleError.because(_("A match needs two players or more (R1)."), "R1")
        match = _without_seat(match, seat)
    else:
        gone = replace(player, left=len(match.rounds))
        match = match.edit(
            players=(*match.players[:seat], gone, *match.players[seat + 1 :]),
            starter=None if match.starter == seat else match.starter,
        )
    if len(match.active_seats) < 2 and match.stopped is None:
        return match.edit(stopped=at)
    return match


def _without_seat(match: Match, seat: int) -> Match:
    def moved(old: int) -> int:
        return old - 1 if old > seat else old

    return match.edit(
        players=(*match.players[:seat], *match.players[seat + 1 :]),
        rounds=tuple(
            replace(row, hands=(*row.hands[:seat], *row.hands[seat + 1 :]), starter=_moved(row.starter, moved))
            for row in match.rounds
        ),
        starter=None if match.starter == seat else _moved(match.starter, moved),
        shuffler=None if match.shuffler == seat else _moved(match.shuffler, moved),
    )


def rename(match: Match, seat: int, name: str) -> Match:
    """The match with a player's name mended.

    Raises:
        RuleError: the name cannot be, or somebody else who was at the table with the player has it.
    """
    mended = replace(match.players[seat], name=clean(name))
    players = (*match.players[:seat], mended, *match.players[seat + 1 :])
    _need_name(players, seat)
    return match.edit(players=players)
