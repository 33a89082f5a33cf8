"""One player: all figures with what they rest on, everybody met, every match, and the way to each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Button, ContentSwitcher, Static

from scorekeeper.rating import Rating
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.roster import Listed, roster
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _, ngettext, pgettext
from scorekeeper.ui.findings import Findings, findings, listed_within
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.seasons import SeasonPage, rated_within
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.figurelist import AgainstList, FigureList, Heading, LookList, PlayedList
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.rows import RowList
from scorekeeper.ui.widgets.sectionbar import SectionBar
from scorekeeper.ui.widgets.whichmatches import SETS_AND_DAYS, WhichMatches, Within

if TYPE_CHECKING:
    from scorekeeper.store.remembered import Progress

SECTIONS: Final = ("figures", "against", "matches")
"""The sections by id, in the order in which they stand."""


class PlayerScreen(SeasonPage[Within]):
    """Everything about one player; gives which matches counted last."""

    CSS_PATH = "player.tcss"
    AUTO_FOCUS = "#figures"
    HELP = _(
        "Every figure stands with the matches or rounds that it rests on; Enter on a line with › looks back on the "
        "match it comes from, and on somebody met shows that player. Tab or a digit opens another section. Left and "
        "Right go through the years, Ctrl+S through the sets, Ctrl+T takes any days. Ctrl+R renames, Ctrl+G makes one "
        "of two entries of one person, Delete archives and brings back, Ctrl+Z takes a name or an archiving back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Back to everybody"), id="player.leave"),
        *SETS_AND_DAYS,
        Binding(
            "delete", "archive", _("Archive"), tooltip=_("Offer the name no longer, or again"), id="player.archive",
            show=False,
        ),
        Binding("tab", "section(1)", _("Next section"), show=False),
        Binding("shift+tab", "section(-1)", _("Section before"), show=False),
        *(Binding(str(digit), f"section_at({digit - 1})", show=False) for digit in range(1, len(SECTIONS) + 1)),
    ]  # fmt: skip

    bar = query_one(SectionBar)
    figures = query_one("#figures", FigureList)
    against = query_one("#against-list", AgainstList)
    matches = query_one("#matches", PlayedList)

    @dataclass
    class Read(Message):
        """The matches were read again."""

        digests: tuple[MatchDigest, ...]
        people: tuple[Listed, ...]

    @dataclass
    class Counted(Message):
        """The page was worked out."""

        page: Findings

    def __init__(
        self,
        who: str,
        everybody: tuple[Listed, ...],
        digests: tuple[MatchDigest, ...],
        within: Within,
        rated: Mapping[str, Rating],
    ) -> None:
        """The page of a player.

        Args:
            who: see `digest.identity`.
            everybody: all players with their figures over the matches that count at first, that one among them.
            digests: all finished matches.
            within: which of them count at first.
            rated: how strong everybody is by these; empty where that is not known yet.
        """
        super().__init__(within, rated)
        self.who = who
        self.page: Findings | None = None
        """None until it is worked out."""
        self._everybody = everybody
        self._listed_for = within
        """Which matches `_everybody` has figures of."""
        self._digests = digests
        self._section = 0

    @property
    def person(self) -> Listed | None:
        """The player."""
        return None if self.page is None else self.page.person

    @property
    def everybody(self) -> tuple[Listed, ...]:
        """All players there are."""
        return self._everybody

    @property
    def section(self) -> str:
        """The id of the section that is open."""
        return SECTIONS[self._section]

    @property
    def is_filled(self) -> bool:
        """Whether the page was worked out."""
        return self.page is not None

    def compose(self) -> ComposeResult:
        """The title, the sections, which matches count, and what is shown."""
        names = (pgettext("player", "Figures"), pgettext("player", "Against"), pgettext("player", "Matches"))
        yield Static(id="title", markup=False)
        yield SectionBar(names, id="bar")
        yield WhichMatches(self.app.clock().year, self.within, id="which")
        with Horizontal(id="main"):
            with ContentSwitcher(id="sections", initial="figures"):
                yield FigureList(id="figures")
                with Vertical(id="against"):
                    against = AgainstList(id="against-list")
                    yield Heading(against)
                    yield against
                yield PlayedList(id="matches")
            with Vertical(id="beside"):
                beside = AgainstList(id="beside-list")
                yield Heading(beside)
                yield beside
                yield Static(" " + pgettext("player", "Matches"), id="beside-played", markup=False)
                yield PlayedList(id="beside-matches")
        with Horizontal(id="last"):
            yield Static("", id="message", markup=False)
            yield Button(_("Rename"), id="rename", compact=True)
            yield Button(_("Merge"), id="merge-button", compact=True)
            yield Button(_("Archive"), id="archive", compact=True)
        yield KeysBelow()

    def on_mount(self) -> None:
        """Show everything."""
        for beside in (*self.query(Button), *self.query("#beside RowList")):
            beside.can_focus = False
        self.which.offer(self._digests)
        self.work_out()

    # Reading and counting, away from the keys

    def parts(self, progress: Progress) -> Iterator[Message]:
        """All matches and players."""
        players = self.app.store.players
        digests = players.digests(progress)
        yield self.Read(digests, roster(players.known(), digests))

    @on(Read)
    def _were_read(self, event: Read) -> None:
        if event.digests is not self._digests:
            self.rated = {}
        self._digests, self._everybody, self._listed_for = event.digests, event.people, Within()
        if all(each.who != self.who for each in event.people):
            self.dismiss(self.within)  # another window merged the player into another one
            return
        self.which.offer(event.digests)
        self.work_out()

    def worked_out(self, within: Within) -> Iterator[Message]:
        """The page, then the ratings and the page with them."""
        digests, rated, everybody = self._digests, self.rated, self._everybody
        if within != self._listed_for:
            everybody = listed_within(everybody, digests, within)
        yield self.Counted(findings(self.who, everybody, digests, within, rated))
        if not rated and (rated := rated_within(digests, within)):
            yield self.Rated(within, rated)
            yield self.Counted(findings(self.who, everybody, digests, within, rated))

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        if event.page.within == self.within and event.page.person.who == self.who:
            self.page = event.page
            self._everybody, self._listed_for = event.page.everybody, event.page.within
            self._show()

    # What is shown

    def _show(self) -> None:
        page = self.page
        if page is None:
            return
        parts = [page.person.name]
        if page.person.archived:
            parts.append(_("archived"))
        count = page.person.figures.matches
        parts.append(ngettext("{count} finished match", "{count} finished matches", count).format(count=count))
        self.query_one("#title", Static).update(fit(" " + " · ".join(parts), self.size.width or 80))
        self.figures.show(page.figures)
        for played in self.query(PlayedList):
            played.show(page.played[::-1])
        for against in self.query(AgainstList):
            against.show(page.against)
        archive = self.query_one("#archive", Button)
        archive.label = _("Bring back") if page.person.archived else _("Archive")
        self.keys_changed()

    def look_again(self, who: str) -> None:
        """Read everything again; the page is that of `who` from then on."""
        self.who = who
        self.read()

    # What the keys and the mouse do

    def action_section_at(self, index: int) -> None:
        """Open a section, from 0."""
        self._section = index
        self.bar.show(index)
        self.query_one(ContentSwitcher).current = self.section
        self.set_class(self.section != "figures", "-alone")
        self._open_list().focus()
        self.keys_changed()

    def action_section(self, by: int) -> None:
        """Open the next section, or the one before."""
        self.action_section_at((self._section + by) % len(SECTIONS))

    def _open_list(self) -> LookList:
        lists: tuple[LookList, ...] = (self.figures, self.against, self.matches)
        return lists[self._section]

    @on(SectionBar.Picked)
    def _section_picked(self, event: SectionBar.Picked) -> None:
        self.action_section_at(event.index)

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.keys_changed()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        if isinstance(event.rows, LookList):
            self._look(event.rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a line that comes from a match, or is about somebody, opens something."""
        if action == "open":
            rows = self._open_list() if self.is_mounted else None
            if rows is None:
                return False
            return isinstance(rows, AgainstList) or rows.source(rows.cursor) is not None
        return super().check_action(action, parameters)

    def action_open(self) -> None:
        """Look back on the match at the cursor, or at the player."""
        self._look(self._open_list())

    @work(exclusive=True, group="dialog")
    async def _look(self, rows: LookList) -> None:
        if isinstance(rows, AgainstList):
            if 0 <= rows.cursor < len(rows.pairs):
                await self._look_at_player(rows.pairs[rows.cursor].other)
            return
        source = rows.source(rows.cursor)
        if source is None:
            return
        try:
            journal = self.app.store.matches.load(source.match_id)
        except StoreError as error:
            self.tell(str(error), wrong=True)
            return
        await self.app.push_screen(ReviewScreen(journal, number=source.round))

    async def _look_at_player(self, who: str) -> None:
        # From one to another and on and on: two pages lie over each other at most, so that Escape has not far to go.
        if isinstance(self.app.screen_stack[-2], PlayerScreen):
            self.look_again(who)
            self.action_section_at(0)
            return
        await self.open_page(PlayerScreen(who, self._everybody, self._digests, self.within, self.rated))
        self.read()

    @on(Button.Pressed, "#rename")
    def _rename_pressed(self) -> None:
        self.action_rename()

    @on(Button.Pressed, "#merge-button")
    def _merge_pressed(self) -> None:
        self.action_merge()

    @on(Button.Pressed, "#archive")
    def _archive_pressed(self) -> None:
        self.action_archive()

    def close(self) -> AwaitComplete:
        """Leave with the matches that count."""
        return self.dismiss(self.within)

    def action_leave(self) -> None:
        """Back to where the page was opened."""
        if self.which.has_focus_within:
            self._open_list().focus()
        else:
            self.close()
