"""All matches: find one, open it, take it up again, delete it and bring it back."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from scorekeeper.rules import changes
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.summary import Summary
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _
from scorekeeper.ui.reading import FindBox
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.shelfpage import ShelfPage
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.matchlist import MatchList, date_text, players_text
from scorekeeper.ui.widgets.rows import RowList


class FilterBox(FindBox):
    """What the matches are narrowed down by."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", _("Open"), tooltip=_("Open the match at the cursor"), id="matches.open-found"),
    ]


class MatchesScreen(ShelfPage):
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

    def __init__(self) -> None:
        super().__init__()
        self.deleted: list[Summary] = []
        """What was deleted here, the last one last."""

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
        yield MatchList(typed=self.typed_in_list, id="list")
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
        """Offer to bring back only what there is."""
        self._show_back()

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say what was done, or why not, beside what brings a match back."""
        super().tell(text, wrong=wrong)
        self._show_back()

    def _show_back(self) -> None:
        self.query_one("#back").display = bool(self.deleted)

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
        self.narrow()
        self.action_open()
        return False

    def action_open(self) -> None:
        """Open the match at the cursor: one that goes on at the table, any other to look back on."""
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
        self.take_out()
        told = _("Deleted: {date}, {players}. Ctrl+Z brings it back.")
        self.tell(told.format(date=date_text(current), players=players_text(current)))

    @on(Button.Pressed, "#back")
    def action_bring_back(self) -> None:
        """Bring back what was deleted last, here or before."""
        store = self.app.store.matches
        try:
            trash = store.trash()
            if not self.deleted and not trash:
                self.tell(_("Nothing is deleted that could be brought back."))
                return
            back = store.restore(self.deleted[-1].id if self.deleted else trash[0].id)
        except StoreError as error:
            self.tell(str(error), wrong=True)
            return
        self.read_again(back)
        if self.deleted:
            again = self.deleted.pop()
            told = _("Brought back: {date}, {players}.")
            self.tell(told.format(date=date_text(again), players=players_text(again)))
        else:
            self.tell(_("Brought back."))

    def _refused(self, error: Exception) -> None:
        """Say why nothing was done, and look again: another window may have changed or deleted the match."""
        self.tell(str(error), wrong=True)
        self.read_again()

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
