"""What a whole match can never be: the check that a file has to pass before it becomes one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.rules.checks import check_double, check_hands
from scorekeeper.rules.house import RULE_NUMBERS, house_rule_problem
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.names import name_problem, same_name_key
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import SETS, tile_count
from scorekeeper.text import _

MOST_SEATS: Final = 100
"""Seats that one match can have, players who left included."""
MOST_CATCH_UP: Final = 100_000


def name_taken(players: tuple[Player, ...], name: str, *, but: int | None = None) -> bool:
    """Whether somebody at the table has this name; a player who left does not hold it (A30)."""
    key = same_name_key(name)
    return any(
        player.left is None and seat != but and same_name_key(player.name) == key for seat, player in enumerate(players)
    )


def check_match(match: Match) -> tuple[Problem, ...]:
    """Everything that is wrong with a match: its set, players, house rules and every round (C1 to C7)."""
    problems = [*_agreed(match), *_players(match)]
    for number, row in enumerate(match.rounds, start=1):
        if match.set in SETS:
            problems += check_double(match, number, row.double)
        problems += check_hands(match, number, row.double, row.hands)
        seats = match.seats_in(number)
        if len(seats) < 2:
            problems.append(
                Problem(_("Round {number} has fewer than two players (R1).").format(number=number), "R1", (), number)
            )
        if row.starter is not None and row.starter not in seats:
            problems.append(
                Problem(
                    _("Round {number} was started by a player who was not in it (R12).").format(number=number),
                    "R12",
                    (),
                    number,
                )
            )
    return tuple(problems)


def _agreed(match: Match) -> Iterator[Problem]:
    if match.set not in SETS:
        yield Problem(
            _("There is no double-{set} set; the sets are {sets} (R2).").format(
                set=match.set, sets=", ".join(str(n) for n in SETS)
            ),
            "R2",
        )
        return
    for key in RULE_NUMBERS:
        text = house_rule_problem(key, getattr(match.house, key), match.set)
        if text is not None:
            yield Problem(text, RULE_NUMBERS[key])
    if not 1 <= match.hand_size <= tile_count(match.set):
        yield Problem(
            _("A hand has 1 to {most} tiles, not {size} (H10).").format(
                most=tile_count(match.set), size=match.hand_size
            ),
            "H10",
        )


def _players(match: Match) -> Iterator[Problem]:
    if len(match.players) < 2:
        yield Problem(_("A match needs two players or more (R1)."), "R1")
    if len(match.players) > MOST_SEATS:
        yield Problem(_("A match has {most} seats at most.").format(most=MOST_SEATS), "R1")
        return
    rounds = len(match.rounds)
    for seat, player in enumerate(match.players):
        text = name_problem(player.name)
        if text is not None:
            yield Problem(text, "", (seat,))
        if not 1 <= player.joined <= rounds + 1:
            yield Problem(
                _("{name} cannot have joined in round {joined} of a match with {rounds} played (A29).").format(
                    name=player.name, joined=player.joined, rounds=rounds
                ),
                "A29",
                (seat,),
            )
        if player.left is not None and not player.joined <= player.left <= rounds:
            yield Problem(
                _("{name} cannot have left after round {left}: joined in {joined}, {rounds} played (A30).").format(
                    name=player.name, left=player.left, joined=player.joined, rounds=rounds
                ),
                "A30",
                (seat,),
            )
        if not 0 <= player.catch_up <= MOST_CATCH_UP:
            yield Problem(
                _("A catch-up is 0 to {most} points, not {points} (A29).").format(
                    most=MOST_CATCH_UP, points=player.catch_up
                ),
                "A29",
                (seat,),
            )
        for other in range(seat):
            if _both_there(match.players[other], player) and same_name_key(match.players[other].name) == same_name_key(
                player.name
            ):
                yield Problem(
                    _("Two players are called {name}; names in a match must differ.").format(name=player.name),
                    "",
                    (other, seat),
                )


def _both_there(one: Player, other: Player) -> bool:
    """Whether two seats were ever taken at the same time; one who left and came back has two seats (A30)."""
    return not (
        (one.left is not None and one.left < other.joined) or (other.left is not None and other.left < one.joined)
    )
