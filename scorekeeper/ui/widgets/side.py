"""Beside the sheet: the tile that starts the next round, the standings and, where there is room, the curve."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.getters import query_one
from textual.widgets import Static

from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.widgets.domino import Domino
from scorekeeper.ui.widgets.standings import StandingsPanel

LARGE_WIDTH = 37
"""Cells from which the tile is drawn large."""


class Side(Vertical):
    """What the table looks at while one types."""

    DEFAULT_CSS = """
    Side {
        & > .side--heading { color: $text-muted; height: 1; }
        & > Domino { margin: 0 0 1 0; }
        & > StandingsPanel { height: auto; }
    }
    """

    domino = query_one(Domino)
    panel = query_one(StandingsPanel)

    def __init__(self) -> None:
        super().__init__()
        self._match: Match | None = None

    def compose(self) -> ComposeResult:
        """The tile with its heading, and the standings."""
        yield Static(classes="side--heading", markup=False)
        yield Domino(size="medium")
        yield StandingsPanel()

    def show(self, match: Match) -> None:
        """Show where the match stands."""
        self._match = match
        double = next_double(match)
        heading = self.query_one(".side--heading", Static)
        if double is None:
            heading.update(_("The match is over") if state(match) == "finished" else _("The match is stopped"))
        elif match.starter is not None:
            heading.update(
                _("{name} starts round {number} with").format(
                    name=match.players[match.starter].name, number=match.next_round
                )
            )
        else:
            heading.update(_("Round {number} starts with").format(number=match.next_round))
        self._show_tile()
        self.panel.show(standings(match), self._before(match))

    def _before(self, match: Match) -> Standings | None:
        return standings(match, len(match.rounds) - 1) if len(match.rounds) > 1 else None

    def _show_tile(self) -> None:
        if self._match is None:
            return
        double = next_double(self._match)
        large = self.size.width >= LARGE_WIDTH - 2 and self.size.height >= 24 + len(self._match.players)
        self.domino.show(None if double is None else Tile(double, double), size="large" if large else "medium")

    def on_resize(self) -> None:
        """Draw the tile as large as there is room for."""
        self._show_tile()
