"""Who keeps the layout of the round being played, and how it is taken up again."""

from __future__ import annotations

from typing import Protocol

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.match import Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.text import _
from scorekeeper.ui.play_words import Said


class Keeper(Protocol):
    """Who keeps the layout with the half-typed round, and takes its score."""

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""

    @property
    def kept_layout(self) -> tuple[str, ...]:
        """The layout of the round to come as `KeptLayout.lines` wrote it; empty where none was kept."""

    def keep_layout(self, lines: tuple[str, ...]) -> None:
        """Keep the layout with the half-typed round."""

    def to_score(self, out: int | None, on_double: bool = False) -> None:
        """Go on to the score row: seat `out` went out, on a double or not; None where nobody did."""

    def pin(self, rule: str, text: str) -> None:
        """Keep a ruling with the round."""


def restored(keeper: Keeper) -> tuple[KeptLayout, tuple[Said, ...]]:
    """The layout that was kept for the round to come, or a new one; with a word where one was given up.

    Raises:
        RuleError: the match has no round to come.
    """
    match = keeper.match_shown
    begun = KeptLayout.begin(match)
    lines = keeper.kept_layout
    if not lines:
        return begun, ()
    try:
        kept = KeptLayout.from_lines(lines, match.house)
    except RuleError as error:
        return begun, tuple(Said(problem.text, "refused") for problem in error.problems)
    if kept.belongs_to(match):
        return kept, ()
    return begun, (Said(_("The layout that was kept is of another round, and begins anew."), "hint"),)
