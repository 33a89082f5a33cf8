"""A match to look back on: its table, places, curves, rounds and log, after any of its rounds."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.widgets import ContentSwitcher, Static

from scorekeeper.report import words
from scorekeeper.report.markdown import match_markdown
from scorekeeper.report.plain import match_text
from scorekeeper.report.story import match_story, reasons, round_story
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import explain_place, standings
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _, pgettext
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.review_words import leaders, record
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.curve import Curve
from scorekeeper.ui.widgets.curves import Curves
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.pastsheet import PastSheet
from scorekeeper.ui.widgets.roundstories import RoundStories, RoundStory
from scorekeeper.ui.widgets.sectionbar import SectionBar
from scorekeeper.ui.widgets.standings import StandingsPanel
from scorekeeper.ui.widgets.stepper import Stepper

SECTIONS: Final = ("table", "standings", "curves", "rounds", "log")
"""The sections by id, in the order in which they stand."""
LEAST_TABLE: Final = 6
"""Lines of the table at least."""
LEAST_CURVE: Final = 7
"""Lines from which a curve says something."""
WIDEST_LOG: Final = 110
"""Cells of a line of the log; longer ones are hard to read."""
SAID: Final = 4
"""Lines under the table that are kept for what is said about the round."""


class ReviewScreen(Page[None]):
    """Looks back on one match; it changes nothing."""

    CSS_PATH = "review.tcss"
    HELP = _(
        "Left and Right step through the rounds, and everything is shown as it stood after that round. Tab or a digit "
        "opens another section. In the standings and curves Up and Down single out a player; in the table and the "
        "rounds they step too, and Shift with Left or Right goes from player to player. P changes between points and "
        "places. C copies the recap as text, M as Markdown; E writes the match to a file, such as a score sheet to "
        "print; Enter opens the match at the table."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f11,ctrl+r", "leave", _("Back"), tooltip=_("Leave the review"), id="review.leave"),
        Binding("right", "step(1)", _("Round"), tooltip=_("The round after"), key_display="← →", id="review.after"),
        Binding("left", "step(-1)", _("Round before"), id="review.before", show=False),
        Binding("tab", "section(1)", _("Section"), tooltip=_("The next section"), id="review.section"),
        Binding("enter", "table", _("To the table"), tooltip=_("Open this match at the table"), id="review.table"),
        Binding("p", "mode", _("Points/places"), tooltip=_("Change between points and places"), id="review.mode"),
        Binding("c,ctrl+t", "copy_recap", _("Copy"), tooltip=_("Copy the recap as text"), id="review.copy"),
        Binding(
            "m", "copy_markdown", _("Copy as Markdown"), tooltip=_("Copy the recap as Markdown"), id="review.markdown",
            show=False,
        ),
        Binding(
            "e", "app.export_match", _("Export"), tooltip=_("Write it to a file, such as a score sheet to print"),
            id="review.export",
        ),
        Binding("shift+tab", "section(-1)", _("Section before"), show=False),
        *(Binding(str(digit), f"open({digit - 1})", show=False) for digit in range(1, len(SECTIONS) + 1)),
        Binding("home", "first", _("First round"), show=False),
        Binding("end", "last", _("Last round"), show=False),
        Binding("up", "up_or_down(-1)", _("Up"), show=False),
        Binding("down", "up_or_down(1)", _("Down"), show=False),
        Binding("shift+left", "seat(-1)", _("Player before"), show=False),
        Binding("shift+right", "seat(1)", _("Next player"), show=False),
        Binding("pageup", "page(-1)", _("Page up"), show=False),
        Binding("pagedown", "page(1)", _("Page down"), show=False),
    ]  # fmt: skip

    app = app_getter(ScorekeeperApp)
    bar = query_one(SectionBar)
    then = query_one("#then", Stepper)
    sheet = query_one(PastSheet)
    panel = query_one("#panel", StandingsPanel)
    beside_panel = query_one("#beside-panel", StandingsPanel)
    curves = query_one(Curves)
    rounds = query_one(RoundStories)
    small = query_one("#small", Curve)
    """The points again, below the table where there is room."""

    def __init__(self, journal: Journal, *, number: int | None = None) -> None:
        """Look back on a match, after round `number`, from 1, where it is given; after the last one otherwise."""
        super().__init__()
        self._match = journal.match
        count = len(journal.match.rounds)
        self._number = count if number is None else max(min(number, count), 1)
        """The round after which everything is shown; 0 where there is none."""
        self._single: int | None = None
        self._section = 0

    @property
    def match_shown(self) -> Match:
        """The match that is looked back on."""
        return self._match

    @property
    def number(self) -> int:
        """The round after which everything is shown, from 1; 0 where there is none."""
        return self._number

    @property
    def single(self) -> int | None:
        """The seat that is singled out."""
        return self._single

    @property
    def section(self) -> str:
        """The id of the section that is open."""
        return SECTIONS[self._section]

    # Composition

    def compose(self) -> ComposeResult:
        """The title, the sections, the round, and what is shown of it."""
        names = (
            pgettext("review", "Table"), pgettext("review", "Standings"), pgettext("review", "Curves"),
            pgettext("review", "Rounds"), pgettext("review", "Log"),
        )  # fmt: skip
        yield Static(id="title", markup=False)
        yield SectionBar(names, id="bar")
        then = Stepper(_("After"), range(1, 2), 1, changed=self._stepped, show=self._round_text, id="then")
        then.can_focus = False
        then.label_width = len(then.label) + 1
        yield then
        with Horizontal(id="main"):
            with ContentSwitcher(id="sections", initial="table"):
                with Vertical(id="table"):
                    yield PastSheet(self._match)
                    yield Curve(id="small")
                    with VerticalScroll(id="said", can_focus=False):
                        yield Static(markup=False, id="said-text")
                with VerticalScroll(id="standings", can_focus=False):
                    yield StandingsPanel(id="panel")
                    yield Static(markup=False, id="why")
                yield Curves(id="curves")
                yield RoundStories(id="rounds")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(markup=False, id="log-text")
            with VerticalScroll(id="beside", can_focus=False):
                yield StandingsPanel(id="beside-panel")
                yield Static(markup=False, id="beside-text")
        yield KeysBelow()

    def on_mount(self) -> None:
        """Show how it ended."""
        self.take(self._match)

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """Follow what was changed while another screen lay over this one."""
        try:
            current = self.app.store.matches.load(self._match.id).match
        except StoreError:
            return  # it is still worth looking at, as it was
        if current != self._match:
            self.take(current)

    def take(self, match: Match) -> None:
        """Look back on a match, or on another form of this one; the round stays where it can."""
        at_end = self._number == len(self._match.rounds)
        self._match = match
        count = len(match.rounds)
        self._number = count if at_end else min(self._number, count)
        if self._single is not None and self._single >= len(match.players):
            self._single = None
        self._show()

    def on_resize(self) -> None:
        """What is shown depends on the room there is."""
        self.call_after_refresh(self._show)
        self.call_after_refresh(self.refresh_bindings)

    # What is shown

    def _round_text(self, number: int) -> str:
        if not 1 <= number <= len(self._match.rounds):
            return ""
        double = self._match.rounds[number - 1].double
        return _("round {number} of {count}, {double}-{double}").format(
            number=number, count=len(self._match.rounds), double=double
        )

    def _show(self) -> None:
        match, number = self._match, self._number
        now = standings(match, number)
        before = standings(match, number - 1) if number > 1 else None
        parts = [_("Review"), _("double-{set}").format(set=match.set)]
        if words.day(match):
            parts.append(words.day(match))
        self.query_one("#title", Static).update(
            fit(" " + " · ".join([*parts, words.match_progress(match)]), self.size.width or 80)
        )
        self.bar.show(self._section)
        self.then.display = bool(number)
        if number:
            self.then.put(number, range(1, len(match.rounds) + 1))
            self.then.note = leaders(now)
        self.query_one(ContentSwitcher).current = self.section
        self.set_class(self.section in ("standings", "log"), "-alone")
        self.beside_panel.show(now, before)
        self.beside_panel.single_out(self._single)
        # The section with the rounds has the whole match on top.
        whole = ["", *match_story(match)] if self.section in ("table", "curves") else []
        self.query_one("#beside-text", Static).update("\n".join([*self._said(), *whole]))
        match self.section:
            case "table":
                self._show_table()
            case "standings":
                self.panel.show(now, before)
                self.panel.single_out(self._single)
                self._show_reasons()
            case "curves":
                self.curves.show(match, number, self._single)
            case "rounds":
                self.rounds.show(match, number)
            case "log":
                # The edges and the scroll bar take three cells.
                self.query_one("#log-text", Static).update(record(match, min(self.size.width - 3, WIDEST_LOG)))

    def _said(self) -> list[str]:
        """What happened in the round, and why who is first is first where the totals alone do not say it."""
        if not self._number:
            return reasons(self._match)
        told = round_story(self._match, self._number)
        if standings(self._match, self._number).decided_by != "total":
            told.append(reasons(self._match, self._number)[0])
        return told

    def _show_table(self) -> None:
        self.sheet.show(self._match, self._number, self._single)
        room = self.query_one("#sections").size.height or self.size.height
        wide = self.has_class("-wide")
        height = self.sheet.lines_for(room if wide else max(room - SAID, LEAST_TABLE))
        self.sheet.styles.height = height
        self.small.display = wide and self._number > 1 and room - height > LEAST_CURVE
        self.small.show(self._match)
        self.small.mark(self._number)
        self.small.single_out(self._single)
        self.query_one("#said-text", Static).update(" ".join(self._said()))

    def _show_reasons(self) -> None:
        if self._single is None:
            told = reasons(self._match, self._number)
        else:
            told = [explain_place(standings(self._match, self._number).lines, self._single)]
            told = told if self._number else reasons(self._match)
        self.query_one("#why", Static).update("\n\n".join(told))

    # What the keys and the mouse do

    def _stepped(self, number: int) -> None:
        if number != self._number and 1 <= number <= len(self._match.rounds):
            self._number = number
            self._show()

    def action_step(self, by: int) -> None:
        """Go to the round after, or before."""
        self._stepped(self._number + by)

    def action_first(self) -> None:
        """Go to the first round."""
        self._stepped(1)

    def action_last(self) -> None:
        """Go to the last round."""
        self._stepped(len(self._match.rounds))

    def action_open(self, index: int) -> None:
        """Open a section, from 0."""
        self._section = index
        self._show()
        # Which keys there are depends on the room for the curves.
        self.call_after_refresh(self.refresh_bindings)

    def action_section(self, by: int) -> None:
        """Open the next section, or the one before."""
        self.action_open((self._section + by) % len(SECTIONS))

    def action_up_or_down(self, by: int) -> None:
        """Step in the table and the rounds, single out a player by place elsewhere, scroll the log."""
        if self.section == "log":
            self.query_one("#log", VerticalScroll).scroll_relative(y=by, animate=False)
        elif self.section in ("table", "rounds"):
            self.action_step(by)
        else:
            order = [line.seat for line in standings(self._match, self._number).by_place()]
            self._go_to_player(order, by)

    def action_seat(self, by: int) -> None:
        """Single out the next player in seat order, or the one before."""
        self._go_to_player(list(range(len(self._match.players))), by)

    def _go_to_player(self, order: list[int], by: int) -> None:
        """Single out the next in `order`; past either end nobody."""
        places: list[int | None] = [None, *order]
        self._single_out(places[(places.index(self._single) + by) % len(places)])

    def _single_out(self, seat: int | None) -> None:
        if seat != self._single:
            self._single = seat
            self._show()

    def action_page(self, by: int) -> None:
        """Scroll what is open by a page; the table goes several rounds."""
        if self.section in ("table", "curves"):
            self._stepped(max(1, min(self._number + 5 * by, len(self._match.rounds))))
        else:
            page = self.query_one(f"#{self.section}", VerticalScroll)
            page.scroll_relative(y=by * max(page.size.height - 1, 1), animate=False)

    def action_mode(self) -> None:
        """Change between points and places."""
        self.curves.change_mode()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to change where both curves are drawn, or none."""
        if action == "mode":
            return self.is_mounted and self.section == "curves" and self.curves.has_choice
        return super().check_action(action, parameters)

    @on(SectionBar.Picked)
    def _section_picked(self, event: SectionBar.Picked) -> None:
        self.action_open(event.index)

    @on(PastSheet.RoundClicked)
    @on(RoundStory.Picked)
    def _round_picked(self, event: PastSheet.RoundClicked | RoundStory.Picked) -> None:
        self._stepped(event.number)

    @on(PastSheet.SeatClicked)
    @on(StandingsPanel.Picked)
    def _seat_picked(self, event: PastSheet.SeatClicked | StandingsPanel.Picked) -> None:
        self._single_out(None if event.seat == self._single else event.seat)

    @on(Curve.Picked)
    def _curve_picked(self, event: Curve.Picked) -> None:
        # What was picked a key ago must not undo what is singled out by now.
        if event.seat == event.curve.single:
            self._single_out(event.seat)

    def action_copy_recap(self) -> None:
        """Copy the recap as plain text."""
        self.app.copy_to_clipboard(match_text(self._match))
        self.app.say(_("The recap is copied as text."))

    def action_copy_markdown(self) -> None:
        """Copy the recap as Markdown."""
        self.app.copy_to_clipboard(match_markdown(self._match))
        self.app.say(_("The recap is copied as Markdown."))

    def action_table(self) -> None:
        """Open the match at the table."""
        self.app.call_later(self.app.open_match, self._match.id)

    def action_leave(self) -> None:
        """Back to where the review was opened."""
        self.dismiss(None)
