"""The sentences about the opening of a round: who starts, what happens when nobody has the double, how likely it is."""

from __future__ import annotations

from scorekeeper.rules.course import doubles_left, next_double
from scorekeeper.rules.match import Match
from scorekeeper.rules.opening import (
    Search,
    chance_dealt,
    comes_after,
    expected_draws,
    first_to_draw,
    starter,
    unknown_first_text,
    way,
)
from scorekeeper.text import _, ngettext


def starter_text(match: Match) -> str:
    """Who starts the round to come, with the rule; empty when no round remains."""
    double = next_double(match)
    if double is None:
        return ""
    tile = f"{double}-{double}"
    seat = starter(match)
    if way(match) == "laid_out":
        if match.starter is not None:
            text = _("{tile} is laid out before the deal; {name} starts (H1).")
            return text.format(tile=tile, name=match.players[match.starter].name)
        if seat is not None:
            return _("{tile} is laid out before the deal; {name} starts, {left_of} (H1).").format(
                tile=tile, name=match.players[seat].name, left_of=_left_of_whom(match)
            )
        if match.rounds:
            return _(
                "{tile} is laid out before the deal; the next player clockwise starts. "
                "Say who started round {number} (H1)."
            ).format(tile=tile, number=len(match.rounds))
        return _(
            "{tile} is laid out before the deal; the player left of the shuffler starts. Say who shuffled (H1)."
        ).format(tile=tile)
    if seat is not None:
        return _("{name} starts round {number} with {tile} ({rule}).").format(
            name=match.players[seat].name, number=match.next_round, tile=tile, rule=_start_rule(match, double)
        )
    return _("Whoever has {tile} starts round {number} ({rule}).").format(
        tile=tile, number=match.next_round, rule=_start_rule(match, double)
    )


def _start_rule(match: Match, double: int) -> str:
    if double != match.set - len(match.rounds):
        return "H1"
    if match.next_round == 1:
        return "R8"
    return "R10" if double == 0 else "R9"


def _left_of_whom(match: Match) -> str:
    after = comes_after(match)
    assert after is not None
    name = match.players[after[0]].name
    if after[1] == 0:
        return _("left of {name}, who shuffled").format(name=name)
    return _("left of {name}, who started round {number}").format(name=name, number=after[1])


def nobody_text(match: Match) -> str:
    """What happens when nobody has the double of the round to come; empty where that cannot be (R11, A2, A3, H1)."""
    double = next_double(match)
    if double is None:
        return ""
    tile = f"{double}-{double}"
    match way(match):
        case "drop":
            lower = doubles_left(match)[match.drops + 1]
            text = (
                _("Nobody has {tile}: it never gets a round, and {lower} is asked for (H1).")
                if match.house.missing_double == "burn"
                else _("Nobody has {tile}: {lower} is asked for, and {tile} is tried first in the next round (H1).")
            )
            return text.format(tile=tile, lower=f"{lower}-{lower}")
        case "draw_all":
            return _("Nobody has {tile}: everybody draws a tile at once until somebody has it (H1).").format(tile=tile)
        case "draw":
            if match.house.drops:
                text = _("Nobody has {tile}, the last double left: it is drawn for, one tile each in turn (H1, R11).")
            elif match.rounds:
                text = _("Nobody has {tile}: it is drawn for, one tile each in turn (R11).")
            else:
                text = _("Nobody has {tile}: it is drawn for, one tile each in turn (R11, A2).")
            return text.format(tile=tile) + " " + first_text(match)
        case _:
            return ""


def first_text(match: Match) -> str:
    """Who draws first for the double of the round to come, and why (A3)."""
    first = first_to_draw(match)
    if first is None:
        return unknown_first_text(match)
    return _("{name} draws first, {left_of} (A3).").format(name=match.players[first].name, left_of=_left_of_whom(match))


def chance_text(match: Match) -> str:
    """How likely the double of the round to come was dealt, and how long it takes otherwise; empty where not asked."""
    double, how = next_double(match), way(match)
    if double is None or how == "laid_out":
        return ""
    tile = f"{double}-{double}"
    chance = chance_dealt(match)
    if chance == 1:
        return _("All tiles are dealt, so somebody has {tile}.").format(tile=tile)
    text = _("{tile} was dealt with a chance of {percent} %.").format(tile=tile, percent=round(chance * 100))
    draws = round(expected_draws(match))
    if how == "draw":
        otherwise = ngettext(
            "Otherwise it takes about {count} draw (R11).", "Otherwise it takes about {count} draws (R11).", draws
        )
    elif how == "draw_all":
        otherwise = ngettext(
            "Otherwise everybody draws about {count} time (H1).",
            "Otherwise everybody draws about {count} times (H1).",
            draws,
        )
    else:
        return text
    return text + " " + otherwise.format(count=draws)


def search_text(match: Match, at: Search) -> str:
    """Where the search stands: who draws and what is left, who found it, or what an empty boneyard means."""
    double = next_double(match)
    tile = f"{double}-{double}"
    if at.starter is not None:
        name = match.players[at.starter].name
        if not at.was_drawn:
            return _("{name} had {tile} all along and starts ({rule}).").format(
                name=name, tile=tile, rule="R8" if match.next_round == 1 else "R9"
            )
        rules = "R12" if match.next_round == 1 else "R12, A4"
        text = _("{name} drew {tile} and starts ({rules}).").format(name=name, tile=tile, rules=rules)
        return text if at.draws == 1 else text + " " + _("What was drawn stays in the hands (A5).")
    if at.is_exhausted:
        return _("The boneyard is empty, so {tile} is in somebody's hand: everybody looks again (R11).").format(
            tile=tile
        )
    tiles = ngettext("{count} tile is left to draw", "{count} tiles are left to draw", at.left).format(count=at.left)
    if at.at_once:
        return _("Everybody draws a tile; {tiles} (H1).").format(tiles=tiles)
    return _("{name} draws; {tiles} (R11).").format(name=match.players[at.drawing[0]].name, tiles=tiles)
