"""What a whole match can never be: the check that a file has to pass before it becomes one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.rules.checks import check_double, check_hands, wrong_length
from scorekeeper.rules.house import RULE_NUMBERS, house_rule_problem
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.names import name_problem, same_name_key
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import SETS, tile_count
from scorekeeper.text import _

MOST_SEATS: Final = 100
"""Seats that one match can have, players who left included."""
MOST_CATCH_UP: Final = 100_000


def same_names(players: Sequence[Player]) -> Iterator[tuple[int, int]]:
    """Pairs of seats, the lower first, whose players share a name and were at the table at the same time.

    Somebody who left and came back has two seats of one name, never in the same round (A30).
    """
    return _at_once(players, [same_name_key(player.name) for player in players])


def same_ids(players: Sequence[Player]) -> Iterator[tuple[int, int]]:
    """Pairs of seats, the lower first, that one person is said to have had at the same time."""
    return _at_once(players, [player.id for player in players])


def _at_once(players: Sequence[Player], keys: Sequence[str | None]) -> Iterator[tuple[int, int]]:
    """Pairs of seats of one key that were ever taken at the same time; None is no key."""
    seats: dict[str, list[int]] = {}
    for seat, key in enumerate(keys):
        if key is not None:
            others = seats.setdefault(key, [])
            yield from ((other, seat) for other in others if _both_there(players[other], players[seat]))
            others.append(seat)


def check_match(match: Match) -> tuple[Problem, ...]:
    """Everything that is wrong with a match: its set, players, house rules and every round (C1 to C7)."""
    problems = [*_agreed(match), *_players(match)]
    doubles_known = match.set in SETS and house_rule_problem("last_double", match.house.last_double, match.set) is None
    for number, row in enumerate(match.rounds, start=1):
        if doubles_known:
            problems += check_double(match, number, row.double)
        problems += check_hands(match, number, row.double, row.hands)
        if len(row.hands) < len(match.players):
            problems.append(wrong_length(match, number, row.hands))
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


def shape_problem(match: Match) -> Problem | None:
    """What nothing that works with a match could stand, in a match that was checked before it was kept; None for none.

    The rules are not asked again, so that a match stays readable however they are understood later.
    """
    if match.set not in SETS:
        return Problem(_("There is no double-{set} set.").format(set=match.set), "R2")
    seats = len(match.players)
    if seats < 2:
        return Problem(_("A match needs two players or more (R1)."), "R1")
    for number, row in enumerate(match.rounds, start=1):
        if len(row.hands) != seats:
            return wrong_length(match, number, row.hands)
        if not 0 <= row.double <= match.set or any(hand.pips < 0 for _seat, hand in row.played()):
            return Problem(_("A round has a double or pips that cannot be (C3, C7)."), "C7")
    starters = (row.starter for row in match.rounds)
    if any(seat is not None and seat >= seats for seat in (match.starter, match.shuffler, *starters)):
        return Problem(_("A round was started by somebody who is not there (R12)."), "R12")
    return None


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
                _("The catch-up of {name} is 0 to {most} points, not {points} (A29).").format(
                    name=player.name, most=MOST_CATCH_UP, points=player.catch_up
                ),
                "A29",
                (seat,),
            )
        elif player.catch_up and not player.is_late:
            yield Problem(
                _("{name} was there from the first round on, so there is nothing to catch up (A29).").format(
                    name=player.name
                ),
                "A29",
                (seat,),
            )
    for one, other in same_names(match.players):
        yield Problem(
            _("Two players are called {name}; names in a match must differ.").format(name=match.players[other].name),
            "",
            (one, other),
        )
    for one, other in same_ids(match.players):
        yield Problem(
            _("{one} and {other} have one id, {id}; two people have two.").format(
                one=match.players[one].name, other=match.players[other].name, id=match.players[one].id
            ),
            "",
            (one, other),
        )


def _both_there(one: Player, other: Player) -> bool:
    """Whether two seats were ever taken at the same time."""
    return not (
        (one.left is not None and one.left < other.joined) or (other.left is not None and other.left < one.joined)
    )
