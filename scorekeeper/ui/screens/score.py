"""The score table of one match at work: the sheet, and beside it the tile, the standings and the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_getter
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scoring import standings
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.dialog import DRAFT_PAUSE
from scorekeeper.ui.keeping import Keeping
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.sheet import Sheet
from scorekeeper.ui.widgets.sheet_rows import Word, narrowest_width
from scorekeeper.ui.words import round_to_come

if TYPE_CHECKING:
    from scorekeeper.rules.opening import Search
    from scorekeeper.ui.widgets.keypad import Keypad
    from scorekeeper.ui.widgets.side import Side

LEAST_LINES = 6
"""Lines for the title, the names, a round, the totals, the places and the keys below."""
LOOK_PAUSE = 0.4
"""Seconds between looks for a change from outside."""


class ScoreScreen(Screen[None]):
    """Scores one match: what the table sees and what its keys do; `Keeping` saves it."""

    CSS_PATH = "score.tcss"
    AUTO_FOCUS = "Sheet"
    HELP = _(
        "Type the pips left in each hand: Space or Tab goes to the next box, Enter saves the round when every box has "
        "its number. Up reaches the rounds before; Enter on one of them corrects it and shows what that changes. "
        "Behind a number * is the double-blank and / is out on a double. In the table › marks who started a round, "
        "· somebody who was not in it, → who came late and ← who left."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        # The first of them are in sight on the narrowest screen.
        Binding("f1", "app.help", _("Help"), tooltip=_("Keys and rules for where you are")),
        Binding("ctrl+q", "app.quit", _("Quit"), tooltip=_("Leave; everything is kept")),
        Binding("ctrl+z", "undo", _("Undo"), tooltip=_("Take the last change back"), id="undo"),
        Binding("f4", "players", _("Players"), tooltip=_("Join, leave, mend a name"), id="players"),
        Binding("ctrl+y", "redo", _("Redo"), tooltip=_("Do it again"), id="redo", show=False),
        Binding("f5", "double", _("Double"), tooltip=_("Who has the starting double, and what if nobody"), id="double"),
        Binding("f6", "starter", _("Who starts"), tooltip=_("Record who starts or started"), id="starter", show=False),
        Binding("f7", "note", _("Note"), tooltip=_("A word to keep with the match or a round"), id="note", show=False),
        Binding(
            "f8",
            "why",
            _("Why"),
            tooltip=_("Why who is first is first, and what the others need"),
            id="why",
            show=False,
        ),
        Binding("f9", "stop", _("Stop"), tooltip=_("Stop the match early, or take it up again"), id="stop", show=False),
        Binding("ctrl+l", "layout", _("Layout"), tooltip=_("Keep the layout, and ask about plays"), id="layout"),
        Binding("ctrl+r,f11", "review", _("Review"), tooltip=_("Look back on this match"), id="review", show=False),
        Binding("f12", "keypad", _("Pad"), tooltip=_("Keys on the screen, for the mouse"), id="keypad"),
        Binding("ctrl+t", "copy", _("Copy"), tooltip=_("Copy the table as text"), id="copy", show=False),
    ]

    app = app_getter(ScorekeeperApp)

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._keeping = Keeping(journal, self.app.store, self.app.now, self)
        self.sheet = Sheet(self._keeping, journal.match)
        self._side: Side | None = None
        self._draft_timer: Timer | None = None
        self._search: tuple[object, Search] | None = None
        """The draws that were counted when the search for a double was left, and what they are about."""

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""
        return self._keeping.match_shown

    @property
    def coming_boxes(self) -> Boxes:
        """What stands in the boxes of the next round."""
        return self.sheet.coming_boxes

    @property
    def correction(self) -> tuple[int, Boxes] | None:
        """The round that is being corrected, from 1, with its boxes."""
        return self.sheet.correction

    def show_match(
        self, match: Match, boxes: Boxes, *words: Word, correction: tuple[int, Boxes] | None = None
    ) -> None:  # fmt: skip
        """Show the match with these boxes and everything around it, going on with a correction that is under way."""
        self.sheet.show(match, boxes, *words)
        if correction is not None:
            self.sheet.take_up_correction(*correction)
        self._refresh_around()

    def tell(self, *words: Word) -> None:
        """Put a word under the boxes."""
        self.sheet.tell(*words)

    def say_in_place(self, text: str) -> None:
        """Put a hint under the boxes."""
        self.sheet.tell(Word(text, "hint"))

    def complain(self, text: str) -> None:
        """Say what went wrong with keeping, beside the row that it is about."""
        self.sheet.tell(Word(text, "problem"))

    # Composition

    def compose(self) -> ComposeResult:
        """The title and the sheet; room for what comes after the first frame."""
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield self.sheet
            yield Vertical(id="beside")
        yield Vertical(id="keypad")
        yield Vertical(id="foot")

    def on_mount(self) -> None:
        """Show the match with what was half typed, and look out for changes from outside."""
        self._keeping.open()
        self.set_interval(LOOK_PAUSE, self._look_outside)
        self.call_after_refresh(self._furnish)

    async def _furnish(self) -> None:
        """Put beside and below the sheet what nobody waits for, once the sheet is on the screen."""
        from scorekeeper.ui.widgets.keysbelow import KeysBelow
        from scorekeeper.ui.widgets.side import Side

        side = Side(self.match_shown)
        await self.query_one("#foot").mount(KeysBelow())
        await self.query_one("#beside").mount(side)
        self._side = side
        side.show(self.match_shown)
        self.refresh_bindings()

    def take(self, journal: Journal) -> None:
        """Show another match, with what was half typed in it; what is half typed in the one before is kept."""
        if journal.match.id != self.match_shown.id:
            self.keep_draft()
        self._keeping = Keeping(journal, self.app.store, self.app.now, self)
        self.sheet.keeper = self._keeping
        self._keeping.open()

    def _look_outside(self) -> None:
        self._keeping.look_outside()

    def on_resize(self) -> None:
        """What stands beside the sheet shows only where the sheet leaves room."""
        self._refresh_around()

    def _fit_side(self) -> None:
        width = self.size.width
        need = narrowest_width(len(self.match_shown.players), self.match_shown.set)
        room = width - need
        beside = self.query_one("#beside")
        beside.display = width >= 70 and room >= 30
        beside.styles.width = max(30, min(46, room, width // 3))

    def _refresh_around(self) -> None:
        match = self.match_shown
        where = state(match)
        if where == "finished":
            progress = _("finished")
        elif where == "stopped":
            progress = _("stopped")
        else:
            progress = round_to_come(match)
        parts = [_("double-{set}").format(set=match.set), progress]
        if self.size.width >= 60:
            parts.insert(0, _("Chicken Foot"))
        if match.note:
            parts.append(match.note)
        self.query_one("#title", Static).update(fit(" " + " · ".join(parts), self.size.width or 80))
        self._fit_side()
        if self._side is not None:
            self._side.show(match)
        self.refresh_bindings()

    # The half-typed round

    @on(Sheet.Typed)
    def _typed(self) -> None:
        if self._draft_timer is not None:
            self._draft_timer.stop()
        self._draft_timer = self.set_timer(DRAFT_PAUSE, self.keep_draft)

    def keep_draft(self) -> str | None:
        """Keep what is half typed, if it is not kept yet; gives what would be lost if that cannot be done."""
        return self._keeping.keep_draft()

    def on_unmount(self) -> None:
        """Whatever way the screen is left, what is half typed is kept."""
        self.keep_draft()

    # What the keys do

    def action_undo(self) -> None:
        """Undo, from the footer or the palette."""
        self._keeping.undo()

    def action_redo(self) -> None:
        """Redo, from the footer or the palette."""
        self._keeping.redo()

    async def action_why(self) -> None:
        """Say why: what is wrong with the row, why who is first is first, and what the others need to pass."""
        from scorekeeper.rules.needed import needed, safe_lead
        from scorekeeper.rules.neededwords import need_text, safe_lead_text
        from scorekeeper.ui.screens.why import WhyScreen

        match = self.match_shown
        sentences = [word.text for word in self.sheet.words if word.tone == "problem"]
        sentences.append(standings(match).explanation or _("Nobody is first before the first round."))
        lead = safe_lead(match)
        sentences += (
            [need_text(match, need) for need in needed(match)] if lead is None else [safe_lead_text(match, lead)]
        )
        await self.app.push_screen(WhyScreen(sentences))

    @on(Sheet.FooterClicked)
    async def _footer_clicked(self) -> None:
        await self.action_why()

    @work(exclusive=True, group="dialog")
    async def action_double(self) -> None:
        """Open the helper for the start of the round."""
        if state(self.match_shown) != "live":
            self.sheet.tell(Word(_("No round remains to be started."), "hint"))
            return
        from scorekeeper.ui.screens.opening import OpeningScreen

        match = self.match_shown
        about = (match.id, match.next_round, next_double(match), match.active_seats)
        begun = self._search if self._search is not None and self._search[0] == about else None
        left = await self.app.push_screen_wait(OpeningScreen(self._keeping, None if begun is None else begun[1]))
        self._search = None if left is None else (about, left)

    @on(Sheet.RoundClicked)
    def _round_clicked(self, event: Sheet.RoundClicked) -> None:
        if event.number == self.match_shown.next_round:
            self.action_double()

    @work(exclusive=True, group="dialog")
    async def action_starter(self) -> None:
        """Record who starts the round with the cursor."""
        from scorekeeper.ui.screens.pick import PickScreen

        match = self.match_shown
        number = self.sheet.cursor_round
        if number > len(match.rounds) and state(match) != "live":
            number = len(match.rounds)
        seats = match.seats_in(number)
        names = [match.players[seat].name for seat in seats]
        question = _("Who starts round {number}?") if number > len(match.rounds) else _("Who started round {number}?")
        chosen = await self.app.push_screen_wait(PickScreen(question.format(number=number), names))
        if chosen is None:
            return
        at_work = number > len(match.rounds)
        try:
            changed = changes.set_starter(self.match_shown, seats[chosen], None if at_work else number)
        except RuleError as error:
            self.app.say(str(error), "warning")
            return
        self._keeping.change("starter", changed, None if at_work else number)

    @work(exclusive=True, group="dialog")
    async def action_note(self) -> None:
        """Write a note on the round with the cursor, or on the match."""
        from scorekeeper.ui.screens.ask import AskScreen

        match = self.match_shown
        number = self.sheet.cursor_round if self.sheet.cursor_round <= len(match.rounds) else None
        old = match.note if number is None else match.rounds[number - 1].note
        question = _("Note on the match") if number is None else _("Note on round {number}").format(number=number)

        def keep(note: str) -> str | None:
            try:
                changed = changes.set_note(self.match_shown, note, number)
            except RuleError as error:
                return str(error)
            if note == old or self._keeping.change("note", changed, number):
                return None
            told = [word.text for word in self.sheet.words if word.tone == "problem" and not word.seats]
            return " ".join(told) or _("Not kept; look again and repeat it.")

        await self.app.push_screen_wait(AskScreen(question, old, keep=keep))

    def action_stop(self) -> None:
        """Stop the match early, or take it up again."""
        match = self.match_shown
        try:
            if state(match) == "stopped":
                self._keeping.change("resume", changes.resume(match))
            else:
                self._keeping.change("stop", changes.stop(match, self.app.now()))
        except RuleError as error:
            self.sheet.tell(Word(str(error), "hint"))

    @work(exclusive=True, group="dialog")
    async def action_players(self) -> None:
        """Before the first round the whole set-up; later who joins, leaves or needs a name mended."""
        if not self.match_shown.rounds:
            await self.app.open_setup(self._keeping.journal)
            return
        from scorekeeper.ui.screens.seats import SeatsScreen

        await self.app.push_screen_wait(SeatsScreen(self._keeping))

    @on(Sheet.SeatClicked)
    def _seat_clicked(self) -> None:
        self.action_players()

    async def action_layout(self) -> None:
        """Keep the layout of the round being played, or ask about a play."""
        from scorekeeper.ui.screens.layout import LayoutScreen

        try:
            screen = LayoutScreen(self._keeping)
        except RuleError as error:
            self.tell(Word(str(error), "hint"))
            return
        await self.app.push_screen(screen)

    async def action_review(self) -> None:
        """Look back on this match."""
        from scorekeeper.ui.screens.review import ReviewScreen

        await self.app.push_screen(ReviewScreen(self._keeping.journal))

    async def action_keypad(self) -> None:
        """Show the keys on the screen, or hide them."""
        from scorekeeper.ui.widgets.keypad import ROWS, WIDTH, Keypad

        place = self.query_one("#keypad")
        if place.children:
            await place.remove_children()
        elif self.size.width < WIDTH * len(ROWS[0]) or self.size.height < LEAST_LINES + len(ROWS):
            self.sheet.tell(Word(_("This window is too small for the keys on the screen."), "hint"))
        else:
            await place.mount(Keypad())
        self.sheet.focus()

    def on_keypad_pressed(self, event: Keypad.Pressed) -> None:
        """A key on the screen does what the key of a keyboard does."""
        self.sheet.focus()
        self.sheet.press(event.key)

    def action_copy(self) -> None:
        """Copy the table and the result as plain text."""
        from scorekeeper.report.plain import match_text

        self.app.copy_to_clipboard(match_text(self.match_shown))
        self.sheet.tell(Word(_("The table is copied as text."), "hint"))
