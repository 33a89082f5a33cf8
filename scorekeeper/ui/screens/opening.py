"""The start of a round: who has its double, and what to do when nobody has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.widgets import OptionList, Static

from scorekeeper.rules import changes, opening
from scorekeeper.rules.course import next_double
from scorekeeper.rules.journal import What
from scorekeeper.rules.match import Match
from scorekeeper.rules.openingwords import chance_text, nobody_text, search_text, starter_text
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.widgets.choices import Choices
from scorekeeper.ui.widgets.domino import Domino
from scorekeeper.ui.widgets.keysbelow import KeysBelow


class OpeningKeeper(Protocol):
    """Who keeps the match: the screen below."""

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""

    def change(self, what: What, changed: Match, number: int | None = None) -> bool:
        """Save one change and show it; False, with a sentence said, where it could not be kept."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Something the table can say, and what it leads to."""

    text: str
    do: Callable[[], None]


class OpeningScreen(Dialog[opening.Search | None]):
    """Asks who has the double; where nobody has, it names who draws in turn and counts the draws.

    Gives the draws that were counted where it is left before the double is found.
    """

    CSS_PATH = "opening.tcss"
    AUTO_FOCUS = "OptionList"
    HELP = _(
        "Say who has the double that starts the round, or that nobody has: then the table is told who draws first, "
        "and each draw is counted until the double is found. Whoever draws it starts (R11, R12)."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Back to the table"), id="opening.leave"),
        Binding("backspace,ctrl+z", "back", _("Step back"), tooltip=_("Take the last answer back"), id="opening.back"),
        Binding("f1", "app.help", _("Help"), id="opening.help"),
    ]

    app = app_getter(ScorekeeperApp)
    domino = query_one(Domino)
    options = query_one(OptionList)

    def __init__(self, keeper: OpeningKeeper, search: opening.Search | None = None) -> None:
        """The start of the round to come.

        Args:
            keeper: who keeps the match.
            search: the draws that were counted before, to go on from.
        """
        super().__init__()
        self._keeper = keeper
        self._search = search
        self._asking_first = False
        self._answers: list[Answer] = []

    def compose(self) -> ComposeResult:
        """The tile, what is known, and the answers."""
        with Vertical(id="opening"):
            yield Domino(size="medium")
            yield Static(id="told", markup=False)
            yield Choices()
        yield KeysBelow()

    def on_mount(self) -> None:
        """Ask."""
        self._ask()

    @property
    def _match(self) -> Match:
        return self._keeper.match_shown

    def _called(self, seat: int) -> str:
        return self._match.players[seat].name

    def _ask(self, problem: str = "") -> None:
        """Show where the table stands, with the answers there are."""
        double = next_double(self._match)
        self.domino.show(None if double is None else Tile(double, double))
        if self._search is not None:
            told, self._answers = self._searching(self._search)
        elif self._asking_first:
            told, self._answers = self._who_first()
        else:
            told, self._answers = self._who_has_it()
        self.query_one("#told", Static).update("\n".join(filter(None, (problem, told))))
        self.options.clear_options()
        self.options.add_options([Content(answer.text) for answer in self._answers])
        self.options.highlighted = 0

    def _who_has_it(self) -> tuple[str, list[Answer]]:
        match = self._match
        way = opening.way(match)
        known = opening.starter(match)
        if way == "laid_out" and known is not None:
            return starter_text(match), [
                Answer(_("{name} starts").format(name=self._called(known)), partial(self._starts, known))
            ]
        answers = [
            Answer(_("{name} has it").format(name=self._called(seat)), partial(self._starts, seat))
            for seat in match.active_seats
        ]
        if way == "laid_out" and not match.rounds:
            return starter_text(match), self._shufflers()
        if way == "laid_out":
            return starter_text(match), [
                Answer(_("{name} starts").format(name=self._called(seat)), partial(self._starts, seat))
                for seat in match.active_seats
            ]
        answers.insert(0, Answer(_("Nobody has it"), self._nobody))
        return f"{starter_text(match)}\n{chance_text(match)}", answers

    def _who_first(self) -> tuple[str, list[Answer]]:
        match = self._match
        told = nobody_text(match)
        if not match.rounds:
            return told, self._shufflers()
        return told, [
            Answer(_("{name} draws first").format(name=self._called(seat)), partial(self._begin, seat))
            for seat in match.active_seats
        ]

    def _shufflers(self) -> list[Answer]:
        return [
            Answer(_("{name} shuffled").format(name=self._called(seat)), partial(self._shuffled, seat))
            for seat in self._match.active_seats
        ]

    def _searching(self, search: opening.Search) -> tuple[str, list[Answer]]:
        match = self._match
        told = search_text(match, search)
        if search.starter is not None:
            starter = search.starter
            return told, [Answer(_("Record it"), partial(self._starts, starter))]
        answers = []
        if search.drawing:
            answers.append(Answer(_("Not found: the next one draws"), self._missed))
            if search.at_once:
                answers[0] = Answer(_("Nobody found it: everybody draws again"), self._missed)
                answers += [
                    Answer(_("{name} found it").format(name=self._called(seat)), partial(self._found, seat))
                    for seat in search.drawing
                ]
            else:
                seat = search.drawing[0]
                answers.append(Answer(_("{name} found it").format(name=self._called(seat)), partial(self._found, seat)))
        answers += [
            Answer(_("{name} had it all along").format(name=self._called(seat)), partial(self._held, seat))
            for seat in match.active_seats
        ]
        return told, answers

    # Answers

    @on(OptionList.OptionSelected)
    def _answered(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._answers):
            try:
                self._answers[event.option_index].do()
            except RuleError as error:
                self._ask(str(error))

    def _starts(self, seat: int) -> None:
        if self._match.starter == seat or self._keeper.change("starter", changes.set_starter(self._match, seat)):
            self.dismiss(None)

    def _nobody(self) -> None:
        if opening.way(self._match) == "drop":
            if self._keeper.change("drop", changes.drop_double(self._match)):
                self._ask()
            return
        if opening.way(self._match) == "draw_all":
            # All draw at once, so nobody has to know who would be first.
            self._begin(self._match.active_seats[0])
            return
        if opening.first_to_draw(self._match) is None:
            self._asking_first = True
            self._ask()
            return
        self._begin(None)

    def _begin(self, first: int | None) -> None:
        self._search = opening.search(self._match, first)
        self._asking_first = False
        self._ask(nobody_text(self._match))

    def _shuffled(self, seat: int) -> None:
        if self._match.shuffler != seat and not self._keeper.change("starter", changes.set_shuffler(self._match, seat)):
            return
        if opening.way(self._match) == "laid_out":
            self._ask()
        else:
            self._begin(None)

    def _missed(self) -> None:
        if self._search is not None:
            self._search = self._search.missed()
            self._ask()

    def _found(self, seat: int) -> None:
        if self._search is not None:
            self._search = self._search.found(seat)
            self._ask()

    def _held(self, seat: int) -> None:
        if self._search is not None:
            self._search = self._search.held(seat)
            self._ask()

    def action_back(self) -> None:
        """Take the last answer back."""
        if self._search is not None:
            back = self._search.back()
            self._search = None if back == self._search else back
        self._asking_first = False
        self._ask()

    def action_leave(self) -> None:
        """Back to the table; what was recorded stays, and what was counted is there again."""
        self.dismiss(self._search)
