"""The curves of a match: points, places, or both where there is room, with one of the rounds marked."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.getters import query_one
from textual.widgets import Static

from scorekeeper.report.story import reasons
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import standings
from scorekeeper.text import _
from scorekeeper.ui.review_words import figures
from scorekeeper.ui.widgets.chart import Mode
from scorekeeper.ui.widgets.curve import Curve

BOTH: Final = 26
"""Lines from which points and places are drawn at once."""


class Curves(Vertical):
    """Points and places over the rounds, and the figures at the round that is marked."""

    DEFAULT_CSS = """
    Curves {
        padding: 0 1;
        & > .curves--heading { height: 1; color: $text-primary; text-style: bold; }
        &.-both > #places-heading { margin: 1 0 0 0; }
        & > #figures { height: auto; max-height: 2; margin: 1 0 0 0; }
        &.-close > #figures { margin: 0; }
    }
    """

    points = query_one("#points", Curve)
    places = query_one("#places", Curve)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._mode: Mode = "points"
        self._shown: tuple[Match, int, int | None] | None = None

    def compose(self) -> ComposeResult:
        """Both curves with their headings, and the figures."""
        yield Static(_("Points"), id="points-heading", classes="curves--heading", markup=False)
        yield Curve(id="points")
        yield Static(_("Places"), id="places-heading", classes="curves--heading", markup=False)
        yield Curve(mode="places", id="places")
        yield Static(markup=False, id="figures")

    @property
    def mode(self) -> Mode:
        """Which curve is drawn where there is room for one only."""
        return self._mode

    @property
    def has_choice(self) -> bool:
        """Whether there is a curve, and room for one only."""
        return self._shown is not None and self._shown[1] > 0 and self.size.height < BOTH

    def change_mode(self) -> None:
        """Change between points and places."""
        self._mode = "places" if self._mode == "points" else "points"
        self._lay_out()

    def show(self, match: Match, number: int, single: int | None) -> None:
        """Draw a match with round `number` marked, from 1 (0 where it has none), and a seat singled out or none."""
        self._shown = (match, number, single)
        self._lay_out()

    def on_resize(self) -> None:
        """Draw what there is room for."""
        self._lay_out()

    def _lay_out(self) -> None:
        if self._shown is None:
            return
        match, number, single = self._shown
        both = number > 0 and not self.has_choice
        self.set_class(both, "-both")
        self.set_class(self.size.height < BOTH // 2 + 6, "-close")
        for name, curve in (("points", self.points), ("places", self.places)):
            curve.display = both or (number > 0 and self._mode == name)
            self.query_one(f"#{name}-heading").display = curve.display
            curve.show(match)
            curve.mark(number or None)
            curve.single_out(single)
        told = reasons(match)[0]
        if number:
            places = self._mode == "places" and not both
            told = figures(standings(match, number), self.content_size.width, places=places, single=single)
        self.query_one("#figures", Static).update(told)
