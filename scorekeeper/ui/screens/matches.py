"""All matches: find one, open it, take it up again, delete it and bring it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Button, Input, Static
from textual.worker import get_current_worker

from scorekeeper.rules import changes
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.summary import Summary
from scorekeeper.store.protocol import SetAside, StoreError
from scorekeeper.text import _, ngettext
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.matchlist import MatchList, date_text, newest_first, players_text, search_text, search_words
from scorekeeper.ui.widgets.rows import RowList

_FEW: Final = 200
"""Matches whose texts can be made while a key is waiting."""


class FilterBox(LineBox):
    """What the matches are narrowed down by; the arrows move in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", _("Open"), tooltip=_("Open the match at the cursor"), id="matches.open-found"),
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", _("List"), tooltip=_("Into the list"), id="matches.list"),
    ]


class MatchesScreen(Page[None]):
    """All matches, those that go on first."""

    CSS_PATH = "matches.tcss"
    AUTO_FOCUS = "#list"
    HELP = _(
        "Type to narrow the list down by players, date, set, winner or note; *Ana finds what Ana won. Enter opens a "
        "match that goes on, and looks back on any other; Ctrl+O opens it at the table. Ctrl+R takes a stopped one up "
        "again, Ctrl+G starts a new one with the same players, Delete moves it to the trash and Ctrl+Z brings it back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+o", "to_table", _("Table"), tooltip=_("Open it at the table"), id="matches.table", show=False),
        Binding("ctrl+g", "again", _("Again"), tooltip=_("A new match with the same players"), id="matches.again"),
        Binding("ctrl+r", "take_up", _("Take up"), tooltip=_("Go on with a stopped match"), id="matches.take-up"),
        Binding("ctrl+z", "bring_back", _("Bring back"), tooltip=_("Undo the last deletion"), id="matches.back"),
        Binding("ctrl+f", "find", _("Find"), tooltip=_("Narrow the list down"), id="matches.find", show=False),
        Binding("escape", "leave", _("Back"), tooltip=_("Back to the table"), id="matches.leave"),
        Binding("f3", "find", show=False),
    ]

    app = app_getter(ScorekeeperApp)
    found = query_one("#list", MatchList)
    box = query_one("#filter", FilterBox)

    @dataclass
    class Read(Message):
        """All summaries were read."""

        summaries: tuple[Summary, ...]
        aside: tuple[SetAside, ...]

    @dataclass
    class Reading(Message):
        """So many of so many files were read."""

        done: int
        of: int

    @dataclass
    class Searchable(Message):
        """What each match can be found by, by id."""

        texts: dict[str, str]

    @dataclass
    class Failed(Message):
        """The matches could not be read."""

        text: str

    def __init__(self) -> None:
        super().__init__()
        self.every: tuple[Summary, ...] = ()
        self.texts: dict[str, str] = {}
        self.deleted: list[Summary] = []
        """What was deleted here, the last one last."""
        self.is_filled = False
        """Whether the list stands; keys typed ahead of it wait for it."""
        self._narrowed_by = ""
        """The filter that the list shows."""
        self._wanted: str | None = None
        """The match to stand on when the list was read again."""

    def compose(self) -> ComposeResult:
        """The filter, the list and what is to be said about it."""
        with Horizontal(id="top"):
            yield Static(_("Matches"), id="title", markup=False)
            yield Button(_("Players and figures"), id="people", compact=True)
        with Horizontal(id="find"):
            yield Static(_("Find"), id="find-label", markup=False)
            yield FilterBox(accept=self._enter, placeholder=_("players, date, set, winner or note"), id="filter")
            yield Static("", id="count", markup=False)
        yield Static("", id="heading", markup=False)
        yield Static("", id="empty", markup=False)
        yield MatchList(typed=self._typed_in_list, id="list")
        with Horizontal(id="message-line"):
            yield Static("", id="message", markup=False)
            yield Button(_("Bring back"), id="back", compact=True)
        yield KeysBelow()

    @on(Button.Pressed, "#people")
    async def _people(self) -> None:
        """Show everybody who plays here; back to them where they are below."""
        from scorekeeper.ui.screens.players import PlayersScreen

        if any(isinstance(screen, PlayersScreen) for screen in self.app.screen_stack[-2:-1]):
            self.dismiss(None)
        else:
            await self.app.push_screen(PlayersScreen())

    def on_mount(self) -> None:
        """Read the matches, while the screen shows already."""
        self.query_one("#count", Static).update(_("reading…"))
        self._show_back()
        self._read()

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """A match may have changed, or come, while another screen lay over this one."""
        if self.is_filled:
            self._read()

    @work(thread=True, exclusive=True, group="summaries")
    def _read(self) -> None:
        worker = get_current_worker()

        def progress(done: int, of: int) -> bool:
            if done % 200 == 0:
                self.post_message(self.Reading(done, of))
            return not worker.is_cancelled

        try:
            summaries = newest_first(self.app.store.matches.summaries(progress))
            aside = self.app.store.matches.set_aside()
        except StoreError as error:
            self.post_message(self.Failed(str(error)))
            return
        if worker.is_cancelled:
            return
        self.post_message(self.Read(summaries, aside))
        self.post_message(self.Searchable({summary.id: search_text(summary) for summary in summaries}))

    @on(Reading)
    def _reading(self, event: Reading) -> None:
        self.query_one("#count", Static).update(_("{done} of {of} read…").format(done=event.done, of=event.of))

    @on(Read)
    def _were_read(self, event: Read) -> None:
        self.is_filled = True
        keep = self._wanted or (self._current_id if self.every else None)
        self._wanted = None
        self.every = event.summaries
        self._show(keep=keep)
        if event.aside:
            count = len(event.aside)
            told = ngettext(
                "One file could not be read and was set aside: {reason}",
                "{count} files could not be read and were set aside, one because: {reason}",
                count,
            )
            self._say(told.format(count=count, reason=event.aside[0].reason), wrong=True)

    @on(Searchable)
    def _searchable(self, event: Searchable) -> None:
        self.texts = event.texts
        if self.box.value:
            self._show(keep=self._current_id)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self.is_filled = True
        self.query_one("#count", Static).update("")
        self._say(event.text, wrong=True)

    @property
    def _current_id(self) -> str | None:
        current = self.found.current
        return None if current is None else current.id

    def _matching(self) -> Sequence[Summary]:
        words = search_words(self.box.value)
        if not words:
            return self.every
        texts = self.texts
        return [
            summary
            for summary in self.every
            if all(word in (texts.get(summary.id) or search_text(summary)) for word in words)
        ]

    def _show(self, *, keep: str | None = None) -> None:
        matching = self._matching()
        self._narrowed_by = self.box.value
        self.found.show(matching, keep=keep)
        total = len(self.every)
        if len(matching) == total:
            count = ngettext("{count} match", "{count} matches", total).format(count=total)
        else:
            count = _("{found} of {total}").format(found=len(matching), total=total)
        self.query_one("#count", Static).update(count)
        empty = self.query_one("#empty", Static)
        empty.display = not matching
        if not matching:
            empty.update(
                _("No match has all of these words.") if total else _("No match has been played yet. F2 starts one.")
            )
        self._head()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """The columns have other widths now."""
        self.call_after_refresh(self._head)

    def _head(self) -> None:
        heading = self.query_one("#heading", Static)
        heading.display = bool(self.found.matches)
        heading.update(self.found.heading(self.found.row_width))

    def _say(self, text: str, *, wrong: bool = False) -> None:
        message = self.query_one("#message", Static)
        message.update(f"✗ {text}" if wrong else text)
        message.set_class(wrong, "-wrong")
        self._show_back()

    def _show_back(self) -> None:
        self.query_one("#back").display = bool(self.deleted)

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        # A long list is narrowed down as soon as its texts are there; making them here would hold the keys up.
        if self.texts or len(self.every) < _FEW:
            self._narrow()

    def _narrow(self) -> None:
        """Show what the filter leaves, unless it is shown already."""
        if self.box.value != self._narrowed_by:
            self._show()
            self.found.cursor = 0

    def _typed_in_list(self, letter: str) -> None:
        self.box.insert_text_at_cursor(letter)
        self.box.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a stopped match can be taken up."""
        if action == "take_up":
            current = self.found.current if self.is_mounted else None
            return current is not None and current.state == "stopped"
        return super().check_action(action, parameters)

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.refresh_bindings()

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self.action_open()

    @on(RowList.Marked)
    def _marked(self) -> None:
        self.action_delete()

    def _enter(self, _text: str) -> bool:
        self.action_open()
        return False

    def action_find(self) -> None:
        """Go to the filter."""
        self.box.focus()

    def action_move(self, by: int) -> None:
        """Go into the list from the filter."""
        self.found.focus()
        if by < 0:
            self.found.action_jump(-1)

    def action_open(self) -> None:
        """Open the match at the cursor: one that goes on at the table, any other to look back on."""
        self._narrow()
        current = self.found.current
        if current is None:
            return
        if current.state == "live":
            self.app.call_later(self.app.open_match, current.id)
        else:
            self.app.call_later(self._look_back, current.id)

    async def _look_back(self, match_id: str) -> None:
        from scorekeeper.ui.screens.review import ReviewScreen

        try:
            journal = self.app.store.matches.load(match_id)
        except StoreError as error:
            self._refused(error)
            return
        await self.app.push_screen(ReviewScreen(journal))

    def action_to_table(self) -> None:
        """Open the match at the cursor at the table, finished or not."""
        current = self.found.current
        if current is not None:
            self.app.call_later(self.app.open_match, current.id)

    @work(exclusive=True, group="dialog")
    async def action_again(self) -> None:
        """Set a new match up with the players of the one at the cursor."""
        from scorekeeper.ui.screens.pick import PickScreen

        current = self.found.current
        if current is None:
            return
        names = tuple(line.name for line in current.lines if line.status != "left")
        ways = [names[1:] + names[:1], names]
        answers = [_("Everybody a seat further: {names}"), _("As before: {names}")]
        told = [answer.format(names=", ".join(way)) for answer, way in zip(answers, ways, strict=True)]
        chosen = await self.app.push_screen_wait(PickScreen(_("Again with the same players"), told))
        if chosen is not None:
            await self.app.open_setup(names=ways[chosen])

    def action_take_up(self) -> None:
        """Go on with the stopped match at the cursor."""
        current = self.found.current
        if current is None:
            return
        store = self.app.store.matches
        try:
            journal = store.load(current.id)
            resumed = journal.change("resume", changes.resume(journal.match), self.app.now())
            store.save(resumed, based_on=journal.match.revision)
        except (RuleError, StoreError) as error:
            self._refused(error)
            return
        self.app.call_later(self.app.open_match, current.id)

    def action_delete(self) -> None:
        """Move the match at the cursor to the trash."""
        current = self.found.current
        if current is None:
            return
        try:
            self.app.store.matches.delete(current.id, self.app.now())
        except StoreError as error:
            self._refused(error)
            return
        self.deleted.append(current)
        self.every = tuple(summary for summary in self.every if summary.id != current.id)
        self._show()
        told = _("Deleted: {date}, {players}. Ctrl+Z brings it back.")
        self._say(told.format(date=date_text(current), players=players_text(current)))

    @on(Button.Pressed, "#back")
    def action_bring_back(self) -> None:
        """Bring back what was deleted last, here or before."""
        store = self.app.store.matches
        try:
            trash = store.trash()
            if not self.deleted and not trash:
                self._say(_("Nothing is deleted that could be brought back."))
                return
            back = store.restore(self.deleted[-1].id if self.deleted else trash[0].id)
        except StoreError as error:
            self._say(str(error), wrong=True)
            return
        if self.deleted:
            again = self.deleted.pop()
            self.every = newest_first((*self.every, again))
            self._show(keep=back)
            told = _("Brought back: {date}, {players}.")
            self._say(told.format(date=date_text(again), players=players_text(again)))
        else:
            self._wanted = back
            self._read()
            self._say(_("Brought back."))

    def _refused(self, error: Exception) -> None:
        """Say why nothing was done, and look again: another window may have changed or deleted the match."""
        self._say(str(error), wrong=True)
        self._read()

    def action_leave(self) -> None:
        """Empty the filter, or go back; to another match where the one below was deleted here."""
        if self.box.value:
            self.box.put("")
            return
        below = next((screen for screen in self.app.screen_stack if isinstance(screen, ScoreScreen)), None)
        if below is not None and any(below.match_shown.id == summary.id for summary in self.deleted):
            open_ids = self.app.store.matches.open_ids()
            if open_ids:
                self.app.call_later(self.app.open_match, open_ids[0])
            else:
                self.dismiss(None)
                self.app.call_later(self.app.open_setup)
        elif len(self.app.screen_stack) > 1:
            self.dismiss(None)
