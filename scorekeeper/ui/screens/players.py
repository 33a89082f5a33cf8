"""Everybody who plays at this house: the table of a season, found by name, ordered by any figure, and kept in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from scorekeeper.rating import Rating, available, ratings
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.roster import Listed, roster
from scorekeeper.store.protocol import KnownPlayer, StoreError
from scorekeeper.text import _, ngettext
from scorekeeper.ui.people import PeopleScreen
from scorekeeper.ui.screens.player import PlayerScreen
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.matchlist import folded, search_words
from scorekeeper.ui.widgets.playerlist import PlayerHeading, PlayerList
from scorekeeper.ui.widgets.rows import RowList
from scorekeeper.ui.widgets.whichmatches import WhichMatches, Within


class FindBox(LineBox):
    """What the players are narrowed down by; the arrows move in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", _("Figures"), tooltip=_("All figures of the one at the cursor"), id="players.found"),
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", _("List"), tooltip=_("Into the list"), id="players.list"),
    ]


class PlayersScreen(PeopleScreen[None]):
    """All players with their figures, best first; finished matches count."""

    CSS_PATH = "players.tcss"
    AUTO_FOCUS = "#list"
    HELP = _(
        "Everybody with the figures of finished matches. Left and Right go through the years, Ctrl+S through the sets, "
        "and Ctrl+T takes any days from and to. Points of several sets do not compare, so with all sets together only "
        "what does is shown. Type to find a name, Ctrl+O or a click on a heading orders the table, Enter shows one "
        "player. Ctrl+R renames, Ctrl+G makes one of two entries of one person, Delete archives and brings back, and "
        "Ctrl+Z takes a name or an archiving back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "set", _("Set"), tooltip=_("Matches of the next set only"), id="players.set"),
        Binding("ctrl+t", "days", _("Days"), tooltip=_("A season from and to any day"), id="players.days", show=False),
        Binding("ctrl+o", "order", _("Order"), tooltip=_("Order by the next figure"), id="players.order"),
        Binding("ctrl+f", "find", _("Find"), tooltip=_("Narrow the list down"), id="players.find", show=False),
        Binding("escape", "leave", _("Back"), tooltip=_("Back to where you were"), id="players.leave"),
    ]

    found = query_one("#list", PlayerList)
    box = query_one("#find", FindBox)
    which = query_one(WhichMatches)

    @dataclass
    class Known(Message):
        """Who there is was read; the figures come later."""

        people: tuple[KnownPlayer, ...]
        listed: tuple[Listed, ...]

    @dataclass
    class Reading(Message):
        """So many of so many matches were read."""

        done: int
        of: int

    @dataclass
    class Read(Message):
        """All finished matches were read."""

        people: tuple[KnownPlayer, ...]
        digests: tuple[MatchDigest, ...]

    @dataclass
    class Counted(Message):
        """The figures of the chosen matches."""

        within: Within
        listed: tuple[Listed, ...]

    @dataclass
    class Rated(Message):
        """How strong everybody is by the chosen matches."""

        within: Within
        ratings: dict[str, Rating]

    @dataclass
    class Failed(Message):
        """The players or the matches could not be read."""

        text: str

    def __init__(self) -> None:
        super().__init__()
        self.within = Within()
        """Which matches count."""
        self.listed: tuple[Listed, ...] = ()
        self._people: tuple[KnownPlayer, ...] = ()
        self._digests: tuple[MatchDigest, ...] | None = None
        """None until they were read."""
        self._keep: str | None = None
        """Who the cursor is to stand on when the figures come."""
        self._told = ""
        self._filled = False

    @property
    def person(self) -> Listed | None:
        """The player at the cursor."""
        return self.found.current

    @property
    def everybody(self) -> tuple[Listed, ...]:
        """All players there are."""
        return self.listed

    @property
    def is_filled(self) -> bool:
        """Whether the figures are there, or will never be."""
        return self._filled

    def compose(self) -> ComposeResult:
        """The search, which matches count, and the table."""
        yield Static(_("Players"), id="title", markup=False)
        with Horizontal(id="search"):
            yield Static(_("Find"), id="find-label", markup=False)
            yield FindBox(accept=self._entered, placeholder=_("a name"), id="find")
            yield Static("", id="count", markup=False)
        yield WhichMatches(self.app.clock().year, id="which")
        found = PlayerList(typed=self._typed_in_list, id="list")
        found.rated = available()
        yield PlayerHeading(found, id="heading")
        yield Static("", id="empty", markup=False)
        yield found
        yield Static("", id="message", markup=False)
        yield KeysBelow()

    def on_mount(self) -> None:
        """Read who there is, then the matches, while the screen shows already."""
        self.query_one("#count", Static).update(_("reading…"))
        self._read()

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """A match may have changed while another screen lay over this one."""
        if self._digests is not None and not self.is_asking:
            self._read()

    # Reading and counting, away from the keys

    @work(thread=True, exclusive=True, group="summaries")
    def _read(self) -> None:
        worker = get_current_worker()

        def progress(done: int, of: int) -> bool:
            if done % 200 == 0:
                self.post_message(self.Reading(done, of))
            return not worker.is_cancelled

        players = self.app.store.players
        try:
            if self._digests is None:
                known = players.known()
                self.post_message(self.Known(known, roster(known, ())))
            digests = players.digests(progress)
            people = players.known()
        except StoreError as error:
            self.post_message(self.Failed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(self.Read(people, digests))

    @work(thread=True, exclusive=True, group="figures")
    def _count(self, within: Within) -> None:
        """Work the figures of the chosen matches out, and the ratings after them, as they take longest."""
        worker = get_current_worker()
        digests = self._digests or ()
        listed = roster(self._people, digests, **within._asdict())
        if worker.is_cancelled:
            return
        self.post_message(self.Counted(within, listed))
        if available():
            rated = ratings(digests, **within._asdict())
            if not worker.is_cancelled:
                self.post_message(self.Rated(within, {rating.who: rating for rating in rated}))

    @on(Known)
    def _known(self, event: Known) -> None:
        if self._digests is None:
            self.listed = event.listed
            self._show()

    @on(Reading)
    def _reading(self, event: Reading) -> None:
        self.query_one("#count", Static).update(_("{done} of {of} matches read…").format(done=event.done, of=event.of))

    @on(Read)
    def _were_read(self, event: Read) -> None:
        self._people, self._digests = event.people, event.digests
        self.which.offer(event.digests)
        self._count(self.within)

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        if event.within != self.within:
            return
        keep = self._keep or (None if self.person is None or self.found.waiting else self.person.who)
        self._keep = None
        self.listed = event.listed
        found = self.found
        found.waiting = False
        self._filled = True
        found.mixed = len({highest for player in event.listed for highest in player.figures.sets}) > 1
        self._show(keep=keep)

    @on(Rated)
    def _rated(self, event: Rated) -> None:
        if event.within == self.within:
            self.found.ratings = event.ratings
            keep = None if self.person is None else self.person.who
            self._show(keep=keep)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self._filled = True
        self.query_one("#count", Static).update("")
        self.tell(event.text, wrong=True)

    # What is shown

    def _show(self, *, keep: str | None = None) -> None:
        words = search_words(self.box.value)
        fitting = [player for player in self.listed if all(word in folded(player.name) for word in words)]
        self.found.show(fitting, keep=keep)
        self.query_one(PlayerHeading).refresh()
        self._show_count(len(fitting))
        empty = self.query_one("#empty", Static)
        empty.display = not fitting and not self.found.waiting
        if not fitting:
            nobody = _("Nobody has played here yet. F2 starts a match.")
            empty.update(_("Nobody is called so.") if self.listed else nobody)
        self._show_message()
        self.keys_changed()

    def _show_count(self, fitting: int) -> None:
        if self.found.waiting:
            told = _("reading…")
        elif fitting < len(self.listed):
            told = _("{found} of {total}").format(found=fitting, total=len(self.listed))
        else:
            told = ngettext("{count} player", "{count} players", fitting).format(count=fitting)
        self.query_one("#count", Static).update(told)

    def _show_message(self) -> None:
        """What was done last, or what has to be known about the table."""
        if not self._told and self.found.mixed:
            hint = _("Several sets: points do not compare; Ctrl+S picks one.")
            if any(column.id == "table" for column in self.found.columns(self.found.row_width)):
                hint = _("Several sets: points do not compare. Vs table does; below 100 % is better.")
            self.query_one("#message", Static).update(hint)
        else:
            self.query_one("#message", Static).update(self._told)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say what was done, or why not."""
        self._told = f"✗ {text}" if wrong else text
        self.query_one("#message", Static).set_class(wrong, "-wrong")
        self._show_message()

    def look_again(self, who: str) -> None:
        """Read everything again; the cursor goes to `who`."""
        self._keep = who
        self._read()

    # What the keys and the mouse do

    @on(WhichMatches.Changed)
    def _other_matches(self, event: WhichMatches.Changed) -> None:
        self._choose(event.within)

    def _choose(self, within: Within) -> None:
        self.within = within
        self.found.ratings = {}
        self.tell("")
        if self._digests is not None:
            self._count(within)

    def action_season(self, by: int) -> None:
        """Go to the next season, or the one before."""
        self.which.step_season(by)

    def action_set(self) -> None:
        """Count the matches of the next set only, after the last those of all sets."""
        self.which.step_set(1)

    def action_days(self) -> None:
        """Type the days of a season."""
        self.which.type_days()

    def action_order(self) -> None:
        """Order by the next column; before the first come the place and the name."""
        columns = [column.id for column in self.found.columns(self.found.row_width)]
        orders = ["place", "name", *columns]
        now = self.found.order
        self._order_by(orders[(orders.index(now) + 1) % len(orders)] if now in orders else "place")

    def _order_by(self, order: str) -> None:
        self.found.order = order
        self._show()
        self.found.cursor = 0

    @on(PlayerHeading.Picked)
    def _heading_picked(self, event: PlayerHeading.Picked) -> None:
        self._order_by(event.order)

    @on(Input.Changed, "#find")
    def _filter_changed(self) -> None:
        self._show()
        self.found.cursor = 0

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self.action_open()

    def _typed_in_list(self, letter: str) -> None:
        self.box.insert_text_at_cursor(letter)
        self.box.focus()

    def _entered(self, _text: str) -> bool:
        self._show()
        self.action_open()
        return False

    def action_find(self) -> None:
        """Go to the search."""
        self.box.focus()

    def action_move(self, by: int) -> None:
        """Go into the list from the search."""
        self.found.focus()
        if by < 0:
            self.found.action_jump(-1)

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Show everything about the player at the cursor."""
        person = self.person
        if person is None or self._digests is None:
            return
        page = PlayerScreen(person.who, self.listed, self._digests, self.within, self.found.ratings)
        page.past = self.past
        within = await self.app.push_screen_wait(page)
        if within != self.within:
            self.which.show(within)
            self._choose(within)
        self.look_again(page.who)

    def action_leave(self) -> None:
        """Empty the search, or go back."""
        if self.which.has_focus_within:
            self.found.focus()
        elif self.box.value:
            self.box.put("")
        else:
            self.dismiss(None)
