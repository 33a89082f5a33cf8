"""What a match is set up with beside the names: set, tiles in a hand, house rules, and how that deals out."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.widgets import Button, Static

from scorekeeper.rules.house import HouseRules, differences
from scorekeeper.rules.rulebook import house_rule_number
from scorekeeper.rules.tiles import SETS, Tile, tile_count
from scorekeeper.text import _, ngettext
from scorekeeper.ui.lineup import Lineup
from scorekeeper.ui.shown import put_text
from scorekeeper.ui.widgets.domino import Domino
from scorekeeper.ui.widgets.stepper import Stepper


class DealPane(Vertical):
    """Shows the deal of a line-up, with what can be chosen of it and the button that begins."""

    set_choice = query_one("#set", Stepper)
    size_choice = query_one("#size", Stepper)

    def __init__(
        self, begin: str, *, set_changed: Callable[[int], None], size_changed: Callable[[int], None], id: str
    ) -> None:
        """Lay out the pane.

        Args:
            begin: what the button that begins says.
            set_changed: told the highest double of another set.
            size_changed: told another number of tiles in a hand.
            id: for styles.
        """
        super().__init__(id=id)
        self._begin = begin
        self._set_changed = set_changed
        self._size_changed = size_changed

    def compose(self) -> ComposeResult:
        """What is dealt, from the top down."""
        yield Static("", id="deal-title", markup=False)
        yield Stepper(
            _("Set"), SETS, 9, changed=self._set_changed, show=lambda n: _("double-{n}").format(n=n), id="set"
        )
        yield Stepper(_("Tiles each"), range(1, 56), 7, changed=self._size_changed, id="size")
        yield Static("", id="deal", markup=False)
        with Horizontal(id="rules"):
            yield Static("", id="house", markup=False)
            yield Button(_("Change"), id="change-house", compact=True)
        yield Button(self._begin, id="begin", variant="primary")
        with Vertical(id="double"):
            yield Domino(Tile(9, 9), size="medium")

    def show(self, lineup: Lineup, last_house: HouseRules) -> None:
        """Show the deal of a line-up, and whether its house rules are other ones than those of the match before."""
        self.set_choice.put(lineup.highest)
        self.size_choice.put(lineup.hand_size, range(1, tile_count(lineup.highest) + 1))
        self.set_choice.note = _suggestion(lineup.highest, lineup.suggested_set, f"double-{lineup.suggested_set}")
        self.size_choice.note = _suggestion(lineup.hand_size, lineup.suggested_size, str(lineup.suggested_size))
        title = ngettext("The deal for {count} player", "The deal for {count} players", lineup.players)
        put_text(self.query_one("#deal-title", Static), title.format(count=lineup.players))
        problem = lineup.deal_problem
        deal = self.query_one("#deal", Static)
        put_text(deal, f"⚠ {problem}" if problem else lineup.deal_text)
        deal.set_class(problem is not None, "-warning")
        put_text(self.query_one("#house", Static), _house_text(lineup.house, last_house))
        self.query_one(Domino).show(Tile(lineup.highest, lineup.highest))


def _suggestion(value: int, suggestion: int, text: str) -> str:
    return _("suggested") if value == suggestion else _("suggested: {value}").format(value=text)


def _house_text(house: HouseRules, last: HouseRules) -> str:
    changed = [house_rule_number(key) for key in differences(house)]
    text = _("House rules: standard") if not changed else _("House rules: {rules}").format(rules=", ".join(changed))
    return text if house == last else text + " " + _("(not as last time)")
