"""Everybody who plays at this house: the table of a season, found by name, ordered by any figure, and kept in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Input, Static

from scorekeeper.rating import available
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.roster import Listed, roster
from scorekeeper.store.protocol import KnownPlayer
from scorekeeper.text import _, ngettext
from scorekeeper.ui.reading import FindBox, ListPage
from scorekeeper.ui.screens.player import PlayerScreen
from scorekeeper.ui.seasons import SeasonPage, rated_within
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.matchlist import folded, search_words
from scorekeeper.ui.widgets.playerlist import PlayerHeading, PlayerList
from scorekeeper.ui.widgets.rows import RowList
from scorekeeper.ui.widgets.whichmatches import SETS_AND_DAYS, WhichMatches, Within

if TYPE_CHECKING:
    from scorekeeper.store.remembered import Progress


class NameBox(FindBox):
    """What the players are narrowed down by."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", _("Figures"), tooltip=_("All figures of the one at the cursor"), id="players.found"),
    ]


class PlayersScreen(ListPage[None], SeasonPage[None]):
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
        *SETS_AND_DAYS,
        Binding("ctrl+o", "order", _("Order"), tooltip=_("Order by the next figure"), id="players.order"),
        Binding("ctrl+f", "find", _("Find"), tooltip=_("Narrow the list down"), id="players.find", show=False),
        Binding("escape", "leave", _("Back"), tooltip=_("Back to where you were"), id="players.leave"),
    ]

    found = query_one("#list", PlayerList)
    box = query_one("#find", NameBox)

    @dataclass
    class Known(Message):
        """Who there is was read; the figures come later."""

        people: tuple[KnownPlayer, ...]
        listed: tuple[Listed, ...]

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

    def __init__(self) -> None:
        super().__init__(Within(), {})
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
            yield NameBox(accept=self._entered, placeholder=_("a name"), id="find")
            yield Static("", id="count", markup=False)
        yield WhichMatches(self.app.clock().year, id="which")
        found = PlayerList(typed=self.typed_in_list, id="list")
        found.rated = available()
        yield PlayerHeading(found, id="heading")
        yield Static("", id="empty", markup=False)
        yield found
        yield Static("", id="message", markup=False)
        yield KeysBelow()

    def parts(self, progress: Progress) -> Iterator[Message]:
        """Who there is, then all matches."""
        players = self.app.store.players
        if self._digests is None:
            known = players.known()
            yield self.Known(known, roster(known, ()))
        digests = players.digests(progress)
        yield self.Read(players.known(), digests)

    def worked_out(self, within: Within) -> Iterator[Message]:
        """The figures of the chosen matches, then the ratings."""
        if (digests := self._digests) is not None:
            yield self.Counted(within, roster(self._people, digests, **within._asdict()))
            yield self.Rated(within, rated_within(digests, within))

    def show_rated(self) -> None:
        """Show the ratings, the cursor where it is."""
        self._show(keep=None if self.person is None else self.person.who)

    @on(Known)
    def _known(self, event: Known) -> None:
        if self._digests is None:
            self.listed = event.listed
            self._show()

    @on(Read)
    def _were_read(self, event: Read) -> None:
        self._people, self._digests = event.people, event.digests
        self.which.offer(event.digests)
        self.work_out()

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

    @on(ListPage.Failed)
    def _has_failed(self) -> None:
        self._filled = True

    # What is shown

    def _show(self, *, keep: str | None = None) -> None:
        words = search_words(self.box.value)
        fitting = [player for player in self.listed if all(word in folded(player.name) for word in words)]
        self.found.ratings = self.rated
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
        self.count(told)

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
        self.read()

    # What the keys and the mouse do

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

    def _entered(self, _text: str) -> bool:
        self._show()
        self.action_open()
        return False

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Show everything about the player at the cursor."""
        person = self.person
        if person is None or self._digests is None:
            return
        page = PlayerScreen(person.who, self.listed, self._digests, self.within, self.rated)
        await self.open_page(page)
        self.look_again(page.who)

    def action_leave(self) -> None:
        """Empty the search, or go back."""
        if self.which.has_focus_within:
            self.found.focus()
        elif self.box.value:
            self.box.put("")
        else:
            self.dismiss(None)
