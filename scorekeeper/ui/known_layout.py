"""What the layout that is kept says about the score row of its round."""

from __future__ import annotations

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.match import Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Play
from scorekeeper.rules.tiles import Tile


def _known(lines: tuple[str, ...], match: Match) -> KeptLayout | None:
    """The layout of these lines; None where it cannot be read, or is not that of the round to come."""
    try:
        kept = KeptLayout.from_lines(lines, match.house)
    except RuleError:
        return None
    return kept if kept.belongs_to(match) else None


def lying(lines: tuple[str, ...], match: Match) -> frozenset[Tile]:
    """The tiles that lie on the table (C6)."""
    kept = _known(lines, match)
    return frozenset() if kept is None else frozenset(kept.lying)


def starter(lines: tuple[str, ...], match: Match) -> int | None:
    """The seat that played the starting double; None where nobody knows (R12)."""
    kept = _known(lines, match)
    if kept is None or kept.laid_out:
        return None
    players = [action.player for action in kept.actions if isinstance(action, Play)]
    return match.active_seats[players[0]] if players else None
