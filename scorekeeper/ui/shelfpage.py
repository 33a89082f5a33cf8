"""A page that shows the matches there are: the first at once, all once they are read, some as letters are typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.getters import query_one
from textual.message import Message
from textual.widgets import Input, Static

from scorekeeper.store.protocol import SetAside
from scorekeeper.text import _, ngettext
from scorekeeper.ui.reading import FindBox, ListPage
from scorekeeper.ui.shelf import Chosen, Shelf, Texts, texts_of
from scorekeeper.ui.widgets.matchlist import MatchList, search_text, search_words

if TYPE_CHECKING:
    from scorekeeper.store.remembered import Progress

_FIRST: Final = 100
"""Matches that are shown before all are read; hardly a terminal has more lines."""
_PAINTING: Final = 0.3
"""Seconds that reading waits at most until these are painted; both at once would take longer than one by one."""


class ShelfPage(ListPage[None]):
    """A page with the list of all matches, those that go on first."""

    found = query_one("#list", MatchList)
    box = query_one(FindBox)

    @dataclass
    class Begun(Message):
        """The first matches were read."""

        shelf: Shelf
        painted: Event
        """To be set when they are on the screen."""

    @dataclass
    class Read(Message):
        """All matches can be looked at."""

        number: int
        """Which reading this is of."""
        shelf: Shelf
        aside: tuple[SetAside, ...]

    @dataclass
    class Searchable(Message):
        """What each match is found by was made, and this reading is over."""

        number: int
        shelf: Shelf
        texts: Texts

    def __init__(self) -> None:
        super().__init__()
        self.shelf = Shelf(is_whole=False)
        """All that can be shown."""
        self.shown = Chosen((), ())
        """What the list shows of it."""
        self._narrowed_by = ""
        """What was typed when that was chosen."""
        self._coming: Shelf | None = None
        """What is to be shown as soon as it can be narrowed down."""
        self._wanted: str | None = None
        """The match to stand on then."""
        self._number, self._over = 1, 0
        """Which reading was begun last, and which is over."""

    @property
    def is_filled(self) -> bool:
        """Whether the list stands; keys typed ahead wait for it, and for all matches where it is narrowed down."""
        shelf = self.shelf
        if not shelf.is_whole and not len(shelf):
            return False
        return not self.box.value or (shelf.is_whole and shelf.is_searchable)

    # Reading

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """A match may have changed, or come, while another screen lay over this one."""
        if self.shelf.is_whole:
            self.read_again()

    def read_again(self, wanted: str | None = None) -> None:
        """Read all matches again; what is being read comes too late. The cursor goes to the match of id `wanted`."""
        self._number += 1
        self._wanted = wanted or self._wanted
        self.read()

    def parts(self, progress: Progress) -> Iterator[Message]:
        """The first matches, then all, then what each is found by."""
        number, before = self._number, self.shelf
        matches = self.app.store.matches
        if not before.is_whole and (first := matches.first_of_book(_FIRST)):
            painted = Event()
            yield self.Begun(Shelf(first, is_whole=False), painted)
            painted.wait(_PAINTING)
        book = matches.book(progress)
        shelf = before if before.is_just(book) else Shelf(book)
        yield self.Read(number, shelf, matches.set_aside())
        yield self.Searchable(number, shelf, shelf.texts or texts_of(book, search_text))

    @on(Begun)
    def _has_begun(self, event: Begun) -> None:
        if not self.shelf.is_whole:
            self.shelf = event.shelf
            self._show()
        self.call_after_refresh(event.painted.set)

    @on(Read)
    def _were_read(self, event: Read) -> None:
        if event.number != self._number:
            return
        if self.box.value and not event.shelf.is_searchable:
            self._coming = event.shelf
        else:
            self._put(event.shelf)
        if event.aside:
            count = len(event.aside)
            told = ngettext(
                "One file could not be read: {reason}",
                "{count} files could not be read, the last of them: {reason}",
                count,
            )
            self.tell(told.format(count=count, reason=event.aside[0].reason), wrong=True)

    @on(Searchable)
    def _are_searchable(self, event: Searchable) -> None:
        self._over = event.number
        event.shelf.texts = event.texts
        if event.shelf is self._coming:
            self._put(event.shelf)
        else:
            self._narrow()

    @on(ListPage.Failed)
    def _is_all(self) -> None:
        self._over = self._number
        self.shelf.is_whole = True

    def _put(self, shelf: Shelf) -> None:
        current = self.found.current
        keep = self._wanted or (None if current is None else current.id)
        self.shelf, self._coming, self._wanted = shelf, None, None
        self._show(keep=keep)

    # What is shown

    def _show(self, *, keep: str | None = None) -> None:
        if self._narrowed_by != self.box.value:
            self._narrowed_by, keep = self.box.value, None
            self.found.cursor = 0
        self.shown = self.shelf.having(search_words(self.box.value), search_text)
        self.found.show(self.shown, keep=keep)
        self.count(self._count_text())
        empty = self.query_one("#empty", Static)
        empty.display = self.shelf.is_whole and not self.shown
        if len(self.shelf):
            empty.update(_("No match has all of these words."))
        else:
            empty.update(_("No match has been played yet. F2 starts one."))
        self._head()
        self.refresh_bindings()

    def _count_text(self) -> str:
        found, total = len(self.shown), len(self.shelf)
        if not self.shelf.is_whole:
            return ngettext("{count} match, reading on…", "{count} matches, reading on…", found).format(count=found)
        if found == total:
            return ngettext("{count} match", "{count} matches", total).format(count=total)
        return _("{found} of {total}").format(found=found, total=total)

    def on_resize(self) -> None:
        """The columns have other widths now."""
        self.call_after_refresh(self._head)

    def _head(self) -> None:
        heading = self.query_one("#heading", Static)
        heading.display = bool(self.found.matches)
        heading.update(self.found.heading(self.found.row_width))

    @on(Input.Changed)
    def _narrow(self) -> None:
        """Show what fits what is typed, unless it is shown already."""
        # Many are narrowed down as soon as their texts are there; making them here would hold the keys up.
        if self.shelf.is_searchable:
            self.narrow()

    def narrow(self) -> None:
        """Show what fits what is typed, however long it takes."""
        if self.box.value != self._narrowed_by:
            self._show()

    def take_out(self) -> None:
        """Show the match at the cursor no longer."""
        self.shelf.take_out(self.shown.places[self.found.cursor])
        self._show()
        if self._over != self._number:
            self.read_again()  # what is being read may hold it still
