"""Two entries of one person: which other one it is, what becomes of both, and one question before it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Input, Static

from scorekeeper.rules.names import same_name_key
from scorekeeper.rules.roster import Listed
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _, ngettext
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.reading import FindBox
from scorekeeper.ui.screens.pick import PickScreen
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.matchlist import folded, search_words
from scorekeeper.ui.widgets.rows import Piece, RowList

_MET: Final = 24
"""Cells for how many matches somebody has, or why it cannot be the same person."""

Wish = tuple[Listed, Listed]
"""The entry that goes, and the one that stays."""


class OtherList(RowList):
    """Everybody else, with the matches of each and those that both sat in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.choose", _("Merge"), tooltip=_("With this one; asked once more"), id="merge.choose"),
    ]

    def __init__(self, *, typed: Callable[[str], None], id: str | None = None) -> None:
        super().__init__(typed=typed, id=id)
        self.others: Sequence[Listed] = ()
        self.matches: Mapping[str, int] = {}
        self.together: Mapping[str, int] = {}

    @property
    def current(self) -> Listed | None:
        """Who is at the cursor."""
        return self.others[self.cursor] if 0 <= self.cursor < len(self.others) else None

    def row_count(self) -> int:
        """One row for everybody else."""
        return len(self.others)

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """The name, and the matches or why not."""
        other = self.others[index]
        met = self.together.get(other.who, 0)
        count = self.matches.get(other.who, 0)
        if met:
            told = ngettext("✗ {count} match together", "✗ {count} matches together", met).format(count=met)
        else:
            told = ngettext("{count} match", "{count} matches", count).format(count=count)
        size = min(_MET, max(width // 2, 1))
        return (
            (fit(f" {other.name}", max(width - size, 1)), "dim" if met else ""),
            (fit_right(told + " ", size), "bad" if met else "dim"),
        )


class OtherBox(FindBox):
    """What the others are narrowed down by."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", _("Merge"), tooltip=_("With the one at the cursor"), id="merge.choose-found"),
    ]


class MergeScreen(Dialog[Wish | None]):
    """Gives who goes and who stays, or None where it was left; it changes nothing itself."""

    CSS_PATH = "merge.tcss"
    AUTO_FOCUS = "#others"
    HELP = _(
        "One person who stands in the book twice becomes one: the matches of one entry become those of the other, "
        "whose name stays. Two who sat in one match are two people. It cannot be taken back, so it is asked once "
        "before."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Leave both as they are"), id="merge.leave"),
        Binding("f1", "app.help", _("Help"), id="merge.help"),
    ]

    app = app_getter(ScorekeeperApp)
    others = query_one("#others", OtherList)
    box = query_one("#other", OtherBox)

    @dataclass
    class Counted(Message):
        """Who sat in which matches, by player."""

        matches: Mapping[str, frozenset[str]]

    def __init__(self, person: Listed, everybody: Sequence[Listed]) -> None:
        """Who of `everybody` may be the same as `person`."""
        super().__init__()
        self._person = person
        self._everybody = [other for other in everybody if other.who != person.who]
        self._matches: Mapping[str, frozenset[str]] = {}

    def compose(self) -> ComposeResult:
        """The question, the box, the others, and what will happen."""
        with Vertical(id="merge"):
            yield Static(_("Who is {name} too?").format(name=self._person.name), id="question", markup=False)
            yield OtherBox(accept=self._entered, placeholder=_("type the other name"), id="other")
            yield OtherList(typed=self._typed_in_list, id="others")
            yield Static("", id="told", markup=False)
        yield KeysBelow()

    def on_mount(self) -> None:
        """Count the matches while the names show already."""
        self._show()
        self._count()

    @work(thread=True, exclusive=True, group="figures")
    def _count(self) -> None:
        try:
            matches = self.app.store.players.seats()
        except StoreError:
            return  # the merge itself will say what is wrong
        self.post_message(self.Counted(matches))

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        self._matches = event.matches
        self._show()

    def _show(self) -> None:
        """Show who fits what is typed: those who can be the same first, and of them the names most alike."""
        mine = self._matches.get(self._person.who, frozenset())
        own = same_name_key(self._person.name)
        words = search_words(self.box.value)
        found = self.others
        found.matches = {who: len(ids) for who, ids in self._matches.items()}
        found.together = {who: len(ids & mine) for who, ids in self._matches.items()}

        def key(other: Listed) -> tuple[bool, float, str]:
            name = same_name_key(other.name)
            return found.together.get(other.who, 0) > 0, -SequenceMatcher(None, own, name).ratio(), name

        fitting = [other for other in self._everybody if all(word in folded(other.name) for word in words)]
        found.others = sorted(fitting, key=key)
        found.rows_changed()
        found.cursor = 0
        self._tell()

    def _tell(self) -> None:
        """Say what Enter would come to."""
        other = self.others.current
        told = self.query_one("#told", Static)
        met = 0 if other is None else self.others.together.get(other.who, 0)
        told.set_class(met > 0, "-wrong")
        if other is None:
            told.update(_("Nobody else is called so."))
        elif met:
            told.update(
                ngettext(
                    "{one} and {other} sat in {count} match together, so they are two people.",
                    "{one} and {other} sat in {count} matches together, so they are two people.",
                    met,
                ).format(one=self._person.name, other=other.name, count=met)
            )
        else:
            told.update(self._outcome(self._person, other))

    def _outcome(self, gone: Listed, stays: Listed) -> str:
        """What becomes of both."""
        count = self.others.matches.get(gone.who, 0)
        return ngettext(
            "{gone} becomes {stays}: {count} match changes hands, and the entry {gone} is gone.",
            "{gone} becomes {stays}: {count} matches change hands, and the entry {gone} is gone.",
            count,
        ).format(gone=gone.name, stays=stays.name, count=count)

    @work(exclusive=True, group="dialog")
    async def action_choose(self) -> None:
        """Ask once, in words, then give the answer."""
        other = self.others.current
        if other is None or self.others.together.get(other.who, 0):
            self.app.bell()
            return
        ways = [(self._person, other), (other, self._person)]
        # The one that changes nothing first, so that an Enter too many does nothing that cannot be taken back.
        answers = [_("Leave both as they are"), *(self._outcome(*way) for way in ways)]
        chosen = await self.app.push_screen_wait(PickScreen(_("This cannot be taken back."), answers))
        if chosen:
            self.dismiss(ways[chosen - 1])

    def _typed_in_list(self, letter: str) -> None:
        self.box.insert_text_at_cursor(letter)
        self.box.focus()

    def _entered(self, _text: str) -> bool:
        self._show()
        self.action_choose()
        return False

    @on(Input.Changed, "#other")
    def _filter_changed(self) -> None:
        self._show()

    @on(RowList.Moved)
    def _moved(self) -> None:
        self._tell()

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self.action_choose()

    def action_move(self, by: int) -> None:
        """Go into the list from the box."""
        self.others.focus()
        if by < 0:
            self.others.action_jump(-1)

    def action_leave(self) -> None:
        """Leave both as they are."""
        self.dismiss(None)
