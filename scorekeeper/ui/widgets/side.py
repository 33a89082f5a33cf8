"""Beside the sheet: the tile that starts the next round, the standings and, where there is room, the curve."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.match import Match
from scorekeeper.rules.needed import needed, safe_lead
from scorekeeper.rules.neededwords import need_short, safe_lead_text
from scorekeeper.rules.opening import starter
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.widgets.curve import Curve
from scorekeeper.ui.widgets.domino import Domino
from scorekeeper.ui.widgets.standings import StandingsPanel

LARGE_WIDTH = 37
"""Cells from which the tile is drawn large."""
LEAST_FOR_NEEDED = 12
"""Lines taken by the tile and the headings; what is needed stands below them where it fits whole."""
LEAST_CURVE = 6
"""Lines from which a curve says something."""


class Side(Vertical):
    """What the table looks at while one types."""

    DEFAULT_CSS = """
    Side {
        & > .side--heading { color: $text-muted; height: 1; }
        & > Domino { margin: 0 0 1 0; }
        & > StandingsPanel { height: auto; }
        & > .side--needed { color: $text-muted; height: auto; margin: 1 0 0 0; }
        & > Curve { height: 1fr; margin: 1 0 0 0; }
    }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._match = match
        self.heading = Static(classes="side--heading", markup=False)
        self.domino = Domino(size="medium")
        self.panel = StandingsPanel()
        self.needed = Static(classes="side--needed", markup=False)
        self.curve = Curve()

    def compose(self) -> ComposeResult:
        """The tile with its heading, the standings and the curve."""
        yield from (self.heading, self.domino, self.panel, self.needed, self.curve)

    def show(self, match: Match) -> None:
        """Show where the match stands."""
        self._match = match
        double = next_double(match)
        heading = self.heading
        if double is None:
            heading.update(_("The match is over") if state(match) == "finished" else _("The match is stopped"))
        elif (seat := starter(match)) is not None:
            heading.update(
                _("{name} starts round {number} with").format(name=match.players[seat].name, number=match.next_round)
            )
        else:
            heading.update(_("Round {number} starts with").format(number=match.next_round))
        self._show_tile()
        self.panel.show(standings(match), self._before(match))
        self._show_needed()
        self.curve.show(match)

    def _show_needed(self) -> None:
        """By how many fewer points each passes the one above, best first, as far as there is room for all of it."""
        told = self.needed
        by_seat: dict[int, list[str]] = {}
        for need in needed(self._match):
            by_seat.setdefault(need.seat, []).append(need_short(self._match, need))
        lines = [f"{self._match.players[seat].name}: {', '.join(needs)}" for seat, needs in by_seat.items()]
        lead = safe_lead(self._match)
        if lead is not None:
            lines = [safe_lead_text(self._match, lead)]
        told.update("\n".join(lines))
        told.display = bool(lines) and self.size.height >= LEAST_FOR_NEEDED + len(self._match.players) + len(lines)

    @on(StandingsPanel.Picked)
    def _picked(self, event: StandingsPanel.Picked) -> None:
        """Single a player out in the standings and the curve; the same again, nobody."""
        self.curve.single_out(None if event.seat == self.curve.single else event.seat)

    @on(Curve.Picked)
    def _singled_out(self, event: Curve.Picked) -> None:
        self.panel.single_out(event.seat)

    def _before(self, match: Match) -> Standings | None:
        return standings(match, len(match.rounds) - 1) if len(match.rounds) > 1 else None

    def _show_tile(self) -> None:
        double = next_double(self._match)
        large = self.size.width >= LARGE_WIDTH - 2 and self.size.height >= 24 + len(self._match.players)
        self.domino.show(None if double is None else Tile(double, double), size="large" if large else "medium")
        self._show_needed()
        told = self.needed
        taken = 4 + (11 if large else 7) + len(self._match.players) + (told.size.height + 1 if told.display else 0)
        self.curve.display = len(self._match.rounds) > 1 and self.size.height - taken >= LEAST_CURVE

    def on_resize(self) -> None:
        """Draw the tile as large as there is room for."""
        self._show_tile()
