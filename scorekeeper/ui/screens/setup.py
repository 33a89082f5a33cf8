"""The set-up of a match: who plays, with which set, how many tiles each and which house rules."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.reactive import var
from textual.timer import Timer
from textual.widgets import Button, Input, Static

from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.rules.problem import RuleError
from scorekeeper.store.protocol import Outdated, StoreError, names_of
from scorekeeper.text import _, ngettext
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import DRAFT_PAUSE, Page
from scorekeeper.ui.lineup import Lineup, split_names
from scorekeeper.ui.screens.house import HouseScreen
from scorekeeper.ui.shown import put_text
from scorekeeper.ui.starting import keep_set_up, start_match
from scorekeeper.ui.widgets.dealpane import DealPane
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.names import Completion, KnownNames, NameBox, NameList
from scorekeeper.ui.widgets.rows import RowList


class SetupScreen(Page[None]):
    """A new match, or the set-up of one that has no round yet."""

    app = app_getter(ScorekeeperApp)
    CSS_PATH = "setup.tcss"
    AUTO_FOCUS = "#name"
    HELP = _(
        "Type a name and Enter for each player; Enter on the empty box starts. Up goes to the list, where Enter mends "
        "a name, Delete removes it and Ctrl+Up and Ctrl+Down move it. A pasted list adds all its names."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "house", _("House rules"), tooltip=_("What this table plays differently"), id="setup.house"),
        Binding("f5", "begin", _("Start"), tooltip=_("Start the match"), id="setup.begin", show=False),
        Binding("enter", "begin", _("Start"), show=False),
        # Before anybody else, so that keys typed behind a Tab go where it leads, however fast they come.
        Binding("tab", "app.focus_next", _("Next"), show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", _("Back"), show=False, priority=True),
        Binding("escape", "leave", _("Back"), tooltip=_("Leave without starting"), id="setup.leave"),
        Binding("f2", "names", _("Names"), tooltip=_("Back to the names"), id="setup.names", show=False),
    ]

    lineup: var[Lineup] = var(Lineup, init=False)
    mending: var[int | None] = var(None, init=False)
    """The seat whose name is in the box, from 0."""

    seats = query_one("#seats", NameList)
    box = query_one("#name", NameBox)

    def __init__(self, journal: Journal | None = None, names: tuple[str, ...] = ()) -> None:
        """The set-up of a new match with these players, or of `journal`'s match, which has no round yet."""
        super().__init__()
        self.journal = journal
        self.known: tuple[str, ...] = ()
        self._names = names
        self._as_opened = Lineup()
        self._touched = self._begun = False
        self._warned: tuple[Lineup, str] | None = None
        """What Escape was told would be lost."""
        self._keep_timer: Timer | None = None
        self._set_back = ""
        self._told = ""
        """What stood in the box when the sentence below it was said."""

    def compose(self) -> ComposeResult:
        """Names on the left, the deal on the right."""
        new = self.journal is None
        yield Static(_("New match") if new else _("Set-up of the match"), id="title", markup=False)
        with Horizontal(id="both"):
            with Vertical(id="left"):
                yield NameList(id="seats")
                with Horizontal(id="entry"):
                    yield Static("", id="next-seat", markup=False)
                    yield NameBox(
                        accept=self.enter,
                        pasted=self.paste,
                        suggester=Completion(self.free_names),
                        id="name",
                    )
                yield Static("", id="message", markup=False)
                yield KnownNames(_("Known:"), id="known")
            yield DealPane(
                _("Start the match") if new else _("Keep the set-up"),
                set_changed=self._set_changed,
                size_changed=self._size_changed,
                id="right",
            )
        yield KeysBelow()

    def on_mount(self) -> None:
        """Show what is known: the match as it is, or the house rules of the last one."""
        try:
            self.known = names_of(self.app.store.players.known())
            last = self.app.store.settings.last_house_rules()
        except StoreError as error:
            self.say(str(error))
            last = STANDARD
        self.last_house = last
        if self.journal is not None:
            lineup, why = Lineup.of(self.journal.match), ""
        else:
            lineup, _refused, why = Lineup(house=last).all_added([clean(name) for name in self._names])
        left = self.app.unstarted if self.journal is None and not self._names else None
        self.set_reactive(SetupScreen.lineup, self._fitting(lineup if left is None else Lineup.of_unstarted(left)))
        self._as_opened = self.lineup
        self.watch_lineup(self.lineup)
        if left is not None:
            self.box.put(left.typed)
            self.say(_("What was typed before is here again."), wrong=False)
        if why:
            self.say(why)

    def on_resize(self) -> None:
        """However many players there are, the box and a sentence below it stay in sight."""
        self.call_after_refresh(self._fit_list)

    def _fit_list(self) -> None:
        self.seats.styles.max_height = max(self.query_one("#left").size.height - 4, 2)

    def _fitting(self, lineup: Lineup) -> Lineup:
        """A shorter match as last time may not fit a smaller set (H9)."""
        last = min(lineup.house.last_double, lineup.highest - 1)
        return replace(lineup, house=replace(lineup.house, last_double=last))

    def _remember(self) -> None:
        """Whatever way a new match is left, what was typed for it is there again when the next is begun."""
        if self.journal is not None or self._begun:
            return
        typed = self.box.value if self.mending is None else self._set_back
        self._touched = self._touched or bool(typed) or self.lineup != self._as_opened
        if self._touched:
            self.app.unstarted = self.lineup.left(typed)
            if self._keep_timer is not None:
                self._keep_timer.stop()
            self._keep_timer = self.set_timer(DRAFT_PAUSE, self.app.keep_unstarted)

    def on_unmount(self) -> None:
        """Whatever way the screen is left, what was typed is kept."""
        self.app.keep_unstarted()

    def watch_lineup(self, lineup: Lineup) -> None:
        """Show the set-up as it is now."""
        self._remember()
        self.seats.names = lineup.names
        self.query_one(DealPane).show(lineup, self.last_house)
        known = self.query_one("#known", KnownNames)
        known.names = self.free_names()
        known.display = bool(known.names)
        self._show_box()

    def watch_mending(self) -> None:
        """Say what the box is for."""
        self._show_box()

    def _show_box(self) -> None:
        count = len(self.lineup.names)
        box = self.box
        if self.mending is not None:
            box.meaning = "keep_name"
            box.placeholder = ""
        else:
            ready = "start" if self.journal is None else "keep"
            box.meaning = "add" if box.value else ready
            if count == 0:
                box.placeholder = _("first name, then Enter")
            elif count == 1:
                box.placeholder = _("second name, then Enter")
            elif self.journal is None:
                box.placeholder = _("next name, or Enter to start")
            else:
                box.placeholder = _("next name, or Enter to keep")
        seat = count if self.mending is None else self.mending
        put_text(self.query_one("#next-seat", Static), f"{seat + 1:>3}  ")
        self.set_class(self.mending is not None, "-mending")

    def free_names(self) -> tuple[str, ...]:
        """Known players who are not seated."""
        taken = {same_name_key(name) for name in self.lineup.names}
        return tuple(name for name in self.known if same_name_key(name) not in taken)

    def say(self, text: str, *, wrong: bool = True) -> None:
        """A sentence below the box; "" takes it away."""
        message = self.query_one("#message", Static)
        put_text(message, f"✗ {text}" if text and wrong else text)
        message.set_class(bool(text) and wrong, "-wrong")
        message.display = bool(text)
        self._told = self.box.value

    # Called by the box itself, so that the letters behind an Enter in a burst find the box as Enter left it.
    def enter(self, text: str) -> bool:
        """Take a name from the box; True where the box is to be empty now."""
        name = clean(text)
        if self.mending is not None:
            return self._mended(name)
        if not text:
            self.begin()
            return False
        return self.seat(name)

    def seat(self, name: str) -> bool:
        """Give a cleaned name the next seat; False, with a sentence, where it cannot be."""
        problem = self.lineup.name_problem(name)
        if problem is not None:
            self.say(problem)
            return False
        self.say("")
        self.lineup = self._fitting(self.lineup.added(name))
        return True

    def _mended(self, name: str) -> bool:
        seat = self.mending
        assert seat is not None
        problem = self.lineup.name_problem(name, but=seat)
        if problem is not None:
            self.say(problem)
            return False
        self.lineup = self.lineup.renamed(seat, name)
        self._mending_done()
        return False

    def _mending_done(self) -> None:
        self.say("")
        self.mending = None
        self.box.put(self._set_back)

    def paste(self, text: str) -> None:
        """Add all names of a pasted list; one that cannot be stays in the box, with the reason."""
        if self.mending is not None:
            self.box.put(clean(text))
            return
        names = split_names(self.box.value + text)
        lineup, refused, why = self.lineup.all_added(names)
        self.box.put(", ".join(refused))
        self.say(why)
        self.lineup = self._fitting(lineup)

    @on(Input.Changed, "#name")
    def _typed(self) -> None:
        self._remember()
        # The news of the letters of a refused name comes after the refusal, which has to stay.
        if self.box.value not in ("", self._told):
            self.say("")
        self._show_box()

    @on(KnownNames.Picked)
    def _picked(self, event: KnownNames.Picked) -> None:
        self.seat(event.name)
        self.box.focus()

    def _set_changed(self, highest: int) -> None:
        self.lineup = self.lineup.with_set(highest)

    def _size_changed(self, size: int) -> None:
        self.lineup = replace(self.lineup, chosen_size=size)

    @on(RowList.Chosen, "#seats")
    def _row_chosen(self) -> None:
        self.seats.focus()

    @on(RowList.Marked, "#seats")
    def _row_marked(self, event: RowList.Marked) -> None:
        match event.action:
            case "up":
                self.action_shift(-1)
            case "down":
                self.action_shift(1)
            case "mend":
                self.action_mend()
            case _remove:
                self.action_remove()

    def action_list(self) -> None:
        """Go to the last name in the list."""
        if self.lineup.names:
            self.seats.cursor = len(self.lineup.names) - 1
            self.seats.focus()

    def action_names(self) -> None:
        """Go to the box."""
        self.box.focus()

    def action_mend(self) -> None:
        """Take the name at the cursor into the box."""
        if not self.lineup.names:
            self.box.focus()
            return
        if self.mending is None:
            self._set_back = self.box.value
        self.mending = self.seats.cursor
        self.box.put(self.lineup.names[self.seats.cursor], select=True)
        self.box.focus()
        self.say(_("Change the name, then Enter; Escape leaves it as it is."), wrong=False)

    def action_remove(self) -> None:
        """Take the player at the cursor out."""
        if self.mending is not None:
            self._mending_done()
        self.lineup = self.lineup.removed(self.seats.cursor)
        if not self.lineup.names:
            self.box.focus()

    def action_shift(self, by: int) -> None:
        """Move the player at the cursor by one seat."""
        seat = self.seats.cursor
        if self.mending is None and 0 <= seat + by < len(self.lineup.names):
            self.lineup = self.lineup.moved(seat, seat + by)
            self.seats.cursor = seat + by

    @on(Button.Pressed, "#change-house")
    @work(exclusive=True, group="dialog")
    async def action_house(self) -> None:
        """Open the house rules."""
        house = await self.app.push_screen_wait(HouseScreen(self.lineup.house, self.lineup.highest, self.last_house))
        if house is not None:
            self.lineup = replace(self.lineup, house=house)

    def action_leave(self) -> None:
        """Leave the mending of a name, or the set-up where there is something below it."""
        if self.mending is not None:
            self._mending_done()
        elif len(self.app.screen_stack) == 1:
            self.say(_("Nothing is open yet: type the names of the players, or leave with Ctrl+Q."), wrong=False)
        elif self.journal is not None and self._changed and self._changed != self._warned:
            self._warned = self._changed
            self.say(_("What was changed here is not kept: Enter keeps it, Escape again leaves it."), wrong=False)
        else:
            self._remember()
            self.dismiss(None)

    @property
    def _changed(self) -> tuple[Lineup, str] | None:
        """The set-up and the name in the box, where they are not as they were found."""
        now = (self.lineup, self.box.value)
        return None if now == (self._as_opened, "") else now

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        """Start, or keep the set-up, with the name that is still in the box."""
        if not self.box.value or self.enter(self.box.value):
            self.box.put("")
            self.begin()

    def begin(self) -> None:
        """Start the match, or keep the changed set-up, and show it."""
        lineup = self.lineup
        if len(lineup.names) < 2:
            missing = ngettext("{count} more player", "{count} more players", 2 - len(lineup.names))
            self.say(_("A match needs two players or more (R1): type the name of {missing}.").format(
                missing=missing.format(count=2 - len(lineup.names))
            ))  # fmt: skip
            return
        app = self.app
        match_id = app.new_id() if self.journal is None else self.journal.match.id
        try:
            if self.journal is None:
                start_match(app.store, lineup, match_id, app.now())
                self._begun, app.unstarted = True, None
            else:
                keep_set_up(app.store, lineup, self.journal, app.now())
        except (RuleError, StoreError) as error:
            if isinstance(error, Outdated):
                self.journal = error.current
            self.say(str(error))
            return
        try:
            app.store.settings.put_last_house_rules(lineup.house)
        except StoreError as error:
            app.say(str(error), "warning")
        app.call_later(app.open_match, match_id)
