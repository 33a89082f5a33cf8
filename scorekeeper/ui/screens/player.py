"""One player: all figures with what they rest on, everybody met, every match, and the way to each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Button, ContentSwitcher, Static
from textual.worker import get_current_worker

from scorekeeper.rating import Rating, available, ratings
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.roster import Listed, roster
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _, ngettext, pgettext
from scorekeeper.ui.findings import Findings, findings, listed_within
from scorekeeper.ui.people import PeopleScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.figurelist import AgainstList, FigureList, Heading, LookList, PlayedList
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.rows import RowList
from scorekeeper.ui.widgets.sectionbar import SectionBar
from scorekeeper.ui.widgets.whichmatches import WhichMatches, Within

SECTIONS: Final = ("figures", "against", "matches")
"""The sections by id, in the order in which they stand."""


class PlayerScreen(PeopleScreen[Within]):
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
        Binding("ctrl+s", "set", _("Set"), tooltip=_("Matches of the next set only"), id="player.set"),
        Binding("ctrl+t", "days", _("Days"), tooltip=_("A season from and to any day"), id="player.days", show=False),
        Binding(
            "delete", "archive", _("Archive"), tooltip=_("Offer the name no longer, or again"), id="player.archive",
            show=False,
        ),
        Binding("tab", "section(1)", _("Next section"), show=False),
        Binding("shift+tab", "section(-1)", _("Section before"), show=False),
        *(Binding(str(digit), f"section_at({digit - 1})", show=False) for digit in range(1, len(SECTIONS) + 1)),
    ]  # fmt: skip

    bar = query_one(SectionBar)
    which = query_one(WhichMatches)
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

    @dataclass
    class Rated(Message):
        """How strong everybody is by the chosen matches."""

        within: Within
        ratings: dict[str, Rating]

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
        super().__init__()
        self.who = who
        self.within = within
        self.page: Findings | None = None
        """None until it is worked out."""
        self._everybody = everybody
        self._listed_for = within
        """Which matches `_everybody` has figures of."""
        self._digests = digests
        self._rated = dict(rated)
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
        self._count(self.within)

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """A match may have changed while another screen lay over this one."""
        if self.page is not None and not self.is_asking:
            self._read()

    # Reading and counting, away from the keys

    @work(thread=True, exclusive=True, group="summaries")
    def _read(self) -> None:
        worker = get_current_worker()
        players = self.app.store.players
        try:
            digests = players.digests(lambda _done, _of: not worker.is_cancelled)
            people = roster(players.known(), digests)
        except StoreError as error:
            self.app.call_from_thread(self.tell, str(error), wrong=True)
            return
        if not worker.is_cancelled:
            self.post_message(self.Read(digests, people))

    @on(Read)
    def _were_read(self, event: Read) -> None:
        if event.digests is not self._digests:
            self._rated = {}
        self._digests, self._everybody, self._listed_for = event.digests, event.people, Within()
        if all(each.who != self.who for each in event.people):
            self.dismiss(self.within)  # another window merged the player into another one
            return
        self.which.offer(event.digests)
        self._count(self.within)

    @work(thread=True, exclusive=True, group="figures")
    def _count(self, within: Within) -> None:
        worker = get_current_worker()
        digests, rated, everybody = self._digests, self._rated, self._everybody
        if within != self._listed_for:
            everybody = listed_within(everybody, digests, within)
        found = findings(self.who, everybody, digests, within, rated)
        if worker.is_cancelled:
            return
        self.post_message(self.Counted(found))
        if rated or not available():
            return
        strengths = {rating.who: rating for rating in ratings(digests, **within._asdict())}
        if not worker.is_cancelled:
            self.post_message(self.Rated(within, strengths))
            self.post_message(self.Counted(findings(self.who, everybody, digests, within, strengths)))

    @on(Rated)
    def _were_rated(self, event: Rated) -> None:
        if event.within == self.within:
            self._rated = event.ratings

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

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say what was done, or why not."""
        message = self.query_one("#message", Static)
        message.update(f"✗ {text}" if wrong else text)
        message.set_class(wrong, "-wrong")

    def look_again(self, who: str) -> None:
        """Read everything again; the page is that of `who` from then on."""
        self.who = who
        self._read()

    # What the keys and the mouse do

    @on(WhichMatches.Changed)
    def _other_matches(self, event: WhichMatches.Changed) -> None:
        self.within = event.within
        self._rated = {}
        self.tell("")
        self._count(event.within)

    def action_season(self, by: int) -> None:
        """Go to the next season, or the one before."""
        self.which.step_season(by)

    def action_set(self) -> None:
        """Count the matches of the next set only, after the last those of all sets."""
        self.which.step_set(1)

    def action_days(self) -> None:
        """Type the days of a season."""
        self.which.type_days()

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
        page = PlayerScreen(who, self._everybody, self._digests, self.within, self._rated)
        page.past = self.past
        within = await self.app.push_screen_wait(page)
        if within != self.within:
            self.within = within
            self.which.show(within)
            self._rated = {}
            self._count(within)
        self._read()

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
