"""The score table of one match at work: the sheet, and beside it the tile, the standings and the curve."""

from __future__ import annotations

from collections.abc import Sequence
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
from scorekeeper.rules.course import next_double, rounds_planned, state
from scorekeeper.rules.journal import Draft, Journal, What
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.scoring import standings
from scorekeeper.store.protocol import Outdated, StoreError
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.sheet import Sheet
from scorekeeper.ui.widgets.sheet_rows import Word, narrowest_width

if TYPE_CHECKING:
    from scorekeeper.ui.widgets.keypad import Keypad
    from scorekeeper.ui.widgets.side import Side

DRAFT_PAUSE = 0.3
"""Seconds without a key after which what is half typed is kept."""
LOOK_PAUSE = 0.4
"""Seconds between looks for a change from outside."""


class ScoreScreen(Screen[None]):
    """Scores one match; it is the keeper that the sheet calls."""

    CSS_PATH = "score.tcss"
    AUTO_FOCUS = "Sheet"
    HELP = _(
        "Type the pips left in each hand: Space or Tab goes to the next box, Enter saves the round when every box has "
        "its number. Up reaches the rounds before; Enter on one of them corrects it and shows what that changes. "
        "Behind a number * is the double-blank and / is out on a double. In the table › marks who started a round, "
        "· somebody who was not in it, → who came late and ← who left."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "players", _("Players"), tooltip=_("Join, leave, mend a name"), id="players"),
        Binding("ctrl+z", "undo", _("Undo"), tooltip=_("Take the last change back"), id="undo"),
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
        Binding("f12", "keypad", _("Keypad"), tooltip=_("Keys on the screen, for the mouse"), id="keypad"),
        Binding("ctrl+t", "copy", _("Copy"), tooltip=_("Copy the table as text"), id="copy", show=False),
    ]

    app = app_getter(ScorekeeperApp)

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal
        self.sheet = Sheet(self, journal.match)
        self._side: Side | None = None
        self._stamp: object = None
        self._draft_timer: Timer | None = None
        self._draft_kept = journal.draft
        self._before_undo: dict[int, Boxes] = {}
        """What stood in the boxes of a round when the one before it was undone, to come back when that is redone."""

    @property
    def journal(self) -> Journal:
        """The match with its past, as it is kept."""
        return self._journal

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""
        return self._journal.match

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
        self.take(self._journal)
        self.set_interval(LOOK_PAUSE, self._look_outside)
        self.call_after_refresh(self._furnish)

    async def _furnish(self) -> None:
        """Put beside and below the sheet what nobody waits for, once the sheet is on the screen."""
        from textual.widgets import Footer

        from scorekeeper.ui.widgets.side import Side

        side = Side(self.match_shown)
        await self.query_one("#foot").mount(Footer(compact=True, show_command_palette=False))
        await self.query_one("#beside").mount(side)
        self._side = side
        side.show(self.match_shown)
        self.refresh_bindings()

    def take(self, journal: Journal) -> None:
        """Show another match, with what was half typed in it; what is half typed in the one before is kept."""
        if journal.match.id != self.match_shown.id:
            self.keep_draft()
        self._journal = journal
        self._draft_kept = journal.draft
        self._before_undo.clear()
        self._stamp = self.app.store.matches.stamp(self.match_shown.id)
        boxes, word = self._from_draft(journal.draft)
        self.sheet.show(self.match_shown, boxes, *([word] if word else []))
        self._refresh_around()

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
        planned = rounds_planned(match)
        where = state(match)
        if where == "finished":
            progress = _("finished")
        elif where == "stopped":
            progress = _("stopped")
        elif planned is None:
            progress = _("round {number}").format(number=match.next_round)
        else:
            progress = _("round {number} of {planned}").format(number=match.next_round, planned=planned)
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

    def _from_draft(self, draft: Draft | None) -> tuple[Boxes, Word | None]:
        """Boxes as the draft has them, with a word where its round was recorded by somebody else."""
        match = self.match_shown
        seats = match.active_seats
        if draft is None or not draft.texts:
            return Boxes.empty(seats), None
        if draft.round != match.next_round:
            return Boxes.empty(seats), self._gave_way(draft.round, [text for _name, text in draft.texts])
        by_name = dict(draft.texts)
        texts = {seat: by_name[name] for seat in seats if (name := match.players[seat].name) in by_name}
        boxes = Boxes.filled(seats, texts)
        at = next((index for index, seat in enumerate(seats) if match.players[seat].name == draft.at), None)
        if at is not None:
            return boxes.go(at, select=False), None
        empty = boxes.first_empty()
        return boxes.go(len(seats) - 1 if empty is None else empty), None

    def _gave_way(self, number: int, texts: Sequence[str]) -> Word:
        return Word(
            _("Round {number} was recorded by somebody else; what was typed here gave way: {texts}").format(
                number=number, texts=" ".join(texts)
            ),
            "hint",
        )

    def _draft(self) -> Draft | None:
        match = self.match_shown
        boxes = self.sheet.coming_boxes
        double = next_double(match)
        if boxes.is_empty or double is None:
            return None
        texts = tuple((match.players[seat].name, text) for seat, text in boxes.by_seat.items())
        at = "" if boxes.seat is None else match.players[boxes.seat].name
        return Draft(match.next_round, double, texts, at)

    @on(Sheet.Typed)
    def _typed(self) -> None:
        if self._draft_timer is not None:
            self._draft_timer.stop()
        self._draft_timer = self.set_timer(DRAFT_PAUSE, self.keep_draft)

    def keep_draft(self) -> None:
        """Keep what is half typed, if it is not kept yet."""
        draft = self._draft()
        if draft == self._draft_kept:
            return
        try:
            self.app.store.matches.save_draft(self.match_shown.id, draft)
        except StoreError as error:
            self.app.say(str(error), "error")
            return
        self._draft_kept = draft
        self._stamp = self.app.store.matches.stamp(self.match_shown.id)

    def on_unmount(self) -> None:
        """Whatever way the screen is left, what is half typed is kept."""
        self.keep_draft()

    # Saving

    def _keep(self, what: What, changed: Match, number: int | None = None) -> bool:
        """Save a change; on the screen is what is on the disk, or a sentence on why not."""
        return self._keep_journal(self._journal.change(what, changed, self.app.now(), number))

    def _keep_journal(self, journal: Journal) -> bool:
        try:
            self.app.store.matches.save(journal, based_on=self._journal.match.revision)
        except Outdated as error:
            self._adopt(error.current, Word(str(error), "problem"))
            return False
        except StoreError as error:
            self.app.say(str(error), "error")
            return False
        self._journal = journal
        self._draft_kept = journal.draft
        self._stamp = self.app.store.matches.stamp(journal.match.id)
        return True

    def change(self, what: What, changed: Match, number: int | None = None) -> bool:
        """Save a change that is no round and no correction, and show it; what is half typed stays in its boxes."""
        before = self.sheet.coming_boxes
        names = {seat: self.match_shown.players[seat].name for seat in before.seats}
        by_name = {names[seat]: text for seat, text in before.by_seat.items()}
        if not self._keep(what, changed, number):
            return False
        match = self.match_shown
        renamed = what == "name"
        texts = {
            seat: by_name[name]
            for seat in match.active_seats
            if (name := names.get(seat, "") if renamed else match.players[seat].name) in by_name
        }
        boxes = Boxes.filled(match.active_seats, texts)
        empty = boxes.first_empty()
        self.sheet.show(match, boxes if empty is None else boxes.go(empty))
        self._refresh_around()
        return True

    def record(self, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep the next round; gives what is wrong with it, nothing if it is kept."""
        number = self.match_shown.next_round
        try:
            changed = changes.record_round(self.match_shown, hands)
        except RuleError as error:
            return error.problems
        if self._keep("round", changed, number):
            self._before_undo.pop(number, None)
            self.sheet.show(self.match_shown, Boxes.empty(self.match_shown.active_seats))
            self._refresh_around()
        return ()

    def correct(self, number: int, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep round `number` as corrected; gives what is wrong with it, nothing if it is kept."""
        try:
            changed = changes.correct_round(self.match_shown, number, hands)
        except RuleError as error:
            return error.problems
        coming = self.sheet.coming_boxes
        if changed == self.match_shown:
            self.sheet.show(self.match_shown, coming, Word(_("Nothing was corrected."), "hint"))
        elif self._keep("correction", changed, number):
            same = coming.seats == self.match_shown.active_seats
            word = Word(_("Round {number} is corrected; Ctrl+Z takes it back.").format(number=number), "hint")
            self.sheet.show(self.match_shown, coming if same else Boxes.empty(self.match_shown.active_seats), word)
            self._refresh_around()
        return ()

    def undo(self) -> None:
        """Take the last change back; an undone round stands in the boxes again."""
        self._step(forward=False)

    def redo(self) -> None:
        """Do the last change again that was taken back."""
        self._step(forward=True)

    def _step(self, *, forward: bool) -> None:
        before = self.match_shown
        typed = self.sheet.coming_boxes
        try:
            journal = self._journal.redone(self.app.now()) if forward else self._journal.undone(self.app.now())
        except RuleError as error:
            self.sheet.tell(Word(str(error), "hint"))
            return
        step = (self._journal.redo if forward else self._journal.undo)[-1]
        if not self._keep_journal(journal):
            return
        match = self.match_shown
        if match.next_round < before.next_round and not typed.is_empty:
            self._before_undo[before.next_round] = typed
        boxes, _word = self._from_draft(journal.draft)
        if journal.draft is not None and match.next_round < before.next_round:
            boxes = boxes.home()
        if match.next_round == before.next_round and typed.seats == match.active_seats:
            boxes = typed
        elif match.next_round > before.next_round:
            boxes = self._before_undo.pop(match.next_round, boxes)
        self.sheet.show(match, boxes, Word(_step_text(step.what, step.round, forward=forward), "hint"))
        self._refresh_around()
        self._typed()

    # Changes from outside

    def _look_outside(self) -> None:
        stamp = self.app.store.matches.stamp(self.match_shown.id)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            current = self.app.store.matches.load(self.match_shown.id)
        except StoreError as error:
            self.sheet.tell(Word(str(error), "problem"))
            return
        if current.match.revision != self.match_shown.revision:
            self._adopt(current, Word(_("Changed in another window."), "hint"))

    def _adopt(self, current: Journal, word: Word) -> None:
        """Show the match as somebody else left it; what is typed stays, unless its round is recorded."""
        before, typed = self.match_shown, self.sheet.coming_boxes
        names = {seat: before.players[seat].name for seat in typed.seats}
        self._journal = current
        self._draft_kept = current.draft
        match = current.match
        words = [word]
        if match.next_round == before.next_round:
            texts = {
                seat: typed.by_seat[old]
                for seat in match.active_seats
                for old, name in names.items()
                if name == match.players[seat].name and old in typed.by_seat
            }
            boxes = Boxes.filled(match.active_seats, texts)
            empty = boxes.first_empty()
            boxes = boxes if empty is None else boxes.go(empty)
        else:
            boxes = Boxes.empty(match.active_seats)
            if not typed.is_empty:
                words.append(self._gave_way(before.next_round, list(typed.by_seat.values())))
        self.sheet.show(match, boxes, *words)
        self._refresh_around()

    # What the keys do

    def action_undo(self) -> None:
        """Undo, from the footer or the palette."""
        self.undo()

    def action_redo(self) -> None:
        """Redo, from the footer or the palette."""
        self.redo()

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

        await self.app.push_screen_wait(OpeningScreen(self))

    @on(Sheet.LabelClicked)
    def _label_clicked(self, event: Sheet.LabelClicked) -> None:
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
        self.change("starter", changed, None if at_work else number)

    @work(exclusive=True, group="dialog")
    async def action_note(self) -> None:
        """Write a note on the round with the cursor, or on the match."""
        from scorekeeper.ui.screens.ask import AskScreen

        match = self.match_shown
        number = self.sheet.cursor_round if self.sheet.cursor_round <= len(match.rounds) else None
        old = match.note if number is None else match.rounds[number - 1].note
        question = _("Note on the match") if number is None else _("Note on round {number}").format(number=number)
        note = await self.app.push_screen_wait(AskScreen(question, old))
        if note is None or note == old:
            return
        try:
            changed = changes.set_note(self.match_shown, note, number)
        except RuleError as error:
            self.app.say(str(error), "warning")
            return
        self.change("note", changed, number)

    def action_stop(self) -> None:
        """Stop the match early, or take it up again."""
        match = self.match_shown
        try:
            if state(match) == "stopped":
                self.change("resume", changes.resume(match))
            else:
                self.change("stop", changes.stop(match, self.app.now()))
        except RuleError as error:
            self.sheet.tell(Word(str(error), "hint"))

    @work(exclusive=True, group="dialog")
    async def action_players(self) -> None:
        """Before the first round the whole set-up; later who joins, leaves or needs a name mended."""
        if not self.match_shown.rounds:
            await self.app.open_setup(self._journal)
            return
        from scorekeeper.ui.screens.seats import SeatsScreen

        await self.app.push_screen_wait(SeatsScreen(self))

    @on(Sheet.HeaderClicked)
    def _header_clicked(self) -> None:
        self.action_players()

    async def action_keypad(self) -> None:
        """Show the keys on the screen, or hide them."""
        from scorekeeper.ui.widgets.keypad import Keypad

        place = self.query_one("#keypad")
        if place.children:
            await place.remove_children()
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


def _step_text(what: What, number: int | None, *, forward: bool) -> str:
    names = {
        "setup": _("the set-up"), "round": _("round {number}"), "correction": _("the correction of round {number}"),
        "join": _("joining"), "leave": _("leaving"), "name": _("a name"), "stop": _("stopping"),
        "resume": _("taking up again"), "note": _("a note"), "drop": _("dropping the double"),
        "starter": _("who starts"), "ruling": _("a ruling"),
    }  # fmt: skip
    told = names[what].format(number=number)
    return (_("Done again: {what}.") if forward else _("Undone: {what}. Ctrl+Y does it again.")).format(what=told)
