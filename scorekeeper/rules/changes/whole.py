"""Changes of a match as a whole: started, set up otherwise, stopped and taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rules.course import state
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.rules.names import clean
from scorekeeper.rules.problem import RuleError
from scorekeeper.text import _


def start(
    match_id: str, at: str, names: Sequence[str], highest: int, hand_size: int, house: HouseRules
) -> Match:  # fmt: skip
    """A new match with these players in seat order.

    Raises:
        RuleError: a name, the number of players, the set, the hand size or a house rule cannot be.
    """
    players = tuple(Player(clean(name)) for name in names)
    match = Match(match_id, highest, players, (), hand_size, house, created=at, updated=at)
    return _checked(match)


def set_up(
    match: Match, *, players: Sequence[Player], highest: int, hand_size: int, house: HouseRules
) -> Match:  # fmt: skip
    """The match with another set-up, which is open until its first round is saved (H).

    Raises:
        RuleError: a round is saved already, or the set-up cannot be.
    """
    if match.rounds:
        raise RuleError.because(_("The first round is saved; players, set and house rules are settled now (H)."), "H")
    cleaned = tuple(replace(player, name=clean(player.name)) for player in players)
    changed = match.edit(players=cleaned, set=highest, hand_size=hand_size, house=house)
    if [player.name for player in cleaned] != [player.name for player in match.players]:
        changed = changed.edit(starter=None, shuffler=None)
    if _doubles_of(changed) != _doubles_of(match):
        changed = changed.edit(drops=0)
    return _checked(changed)


def _doubles_of(match: Match) -> tuple[object, ...]:
    return match.set, match.house.missing_double, match.house.last_double


def _checked(match: Match) -> Match:
    problems = check_match(match)
    if problems:
        raise RuleError(problems)
    return match


def stop(match: Match, at: str) -> Match:
    """The match stopped early and ranked on its complete rounds (A28).

    Raises:
        RuleError: it is finished or stopped already.
    """
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; there is nothing left to stop (A28)."), "A28")
    if state(match) == "stopped":
        raise RuleError.because(_("The match is stopped already (A28)."), "A28")
    return match.edit(stopped=at)


def resume(match: Match) -> Match:
    """A stopped match taken up again.

    Raises:
        RuleError: it is not stopped, or fewer than two players are left at the table.
    """
    if state(match) != "stopped":
        raise RuleError.because(_("The match is not stopped; there is nothing to take up again."), "A28")
    at_table = [match.players[seat].name for seat in match.active_seats]
    if not at_table:
        raise RuleError.because(
            _("Nobody is left at the table; two have to join before the match goes on (A30)."), "A30"
        )
    if len(at_table) == 1:
        raise RuleError.because(
            _("Only {name} is left at the table; somebody has to join before the match goes on (A30).").format(
                name=at_table[0]
            ),
            "A30",
        )
    return match.edit(stopped=None)
