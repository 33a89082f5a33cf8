"""All matches of a data folder for lists of them: from the index, which follows the files, and the first at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from scorekeeper.rules.summary import Summary, summarise
from scorekeeper.store.filenames import id_of
from scorekeeper.store.index import Book, Index, finished_first, first_to_last
from scorekeeper.store.locks import Locks
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.recent import Recent
from scorekeeper.store.remembered import FilesNow, Progress, Stamp, files_in, without_collecting
from scorekeeper.store.whichmatches import WhichMatches
from scorekeeper.store.wholefile import folder_gone

if TYPE_CHECKING:
    from scorekeeper.rules.match import Match

_AT_ONCE: Final = 20
"""Match files that are read before the first rows of a list are shown; each takes half a millisecond."""


class Listing:
    """The matches in order; what cannot be read is set aside, told and left out."""

    def __init__(
        self,
        places: Places,
        locks: Locks,
        recent: Recent,
        which: WhichMatches,
        match_of: Callable[[str], Match | None],
    ) -> None:
        """Name what it works with; nothing is read yet.

        Args:
            places: where everything lies.
            locks: the locks of the data folder.
            recent: the list of recent matches.
            which: what keeps that list in step with the files.
            match_of: gives a match by its id; None where it cannot be read.
        """
        self.index = Index(places.index, locks)
        self.locks = locks
        self.folder = places.matches
        self.files = FilesNow(places.matches, lambda name: id_of(name) is not None)
        self.recent = recent
        self.which = which
        self.match_of = match_of

    def summaries(self, progress: Progress | None = None) -> tuple[Summary, ...]:
        """See `protocol.Matches.summaries`."""
        stamps = self._stamps()
        book, whole = self._book(progress)
        with without_collecting():
            found = dict(book.named())
        if whole and found:
            self.which.mend(found, stamps)
        if not found:
            self.need_folder()
        return finished_first(found)

    def book(self, progress: Progress | None = None) -> Book:
        """See `protocol.Matches.book`."""
        stamps = self._stamps()
        book, whole = self._book(progress)
        if whole and book:
            with suppress(StoreError):
                listed = self.recent.read()
                # Those that are live neither here nor there are no news for the list.
                found = dict(book.named()) if listed is None else book.live(set(listed.live.values()))
                self.which.mend(found, stamps)
        if not book:
            self.need_folder()
        return book

    def need_folder(self) -> None:
        """That there is no match is said of a folder that is there, not of one that was unplugged meanwhile.

        Raises:
            StoreError: the data folder was there before and is gone.
        """
        if self.locks.have_vanished:
            raise folder_gone(self.folder)

    def first(self, most: int) -> tuple[Summary, ...]:
        """See `protocol.Matches.first_of_book`."""
        found, changed = self.index.first(most, self.files)
        names = set(changed)
        with suppress(StoreError):
            if (listed := self.recent.read()) is not None:
                names |= {*listed.live.values(), *([] if listed.last is None else [listed.last[1]])}
        for name in sorted(names - found.keys(), reverse=True)[:_AT_ONCE]:
            if (summary := self._summary_of(name)) is not None:
                found[name] = summary
        return first_to_last(found)

    def by_name(self) -> tuple[dict[str, Summary], Mapping[str, Stamp]]:
        """All summaries by the names of their files, and the stamps of all files before these were read."""
        stamps = files_in(self.folder)
        return dict(self._book(None)[0].named()), stamps

    def _stamps(self) -> Mapping[str, Stamp]:
        """The stamps of all files, if the list of recent matches has to be made from them."""
        with suppress(StoreError):
            if self.recent.read() is not None:
                return {}
        return files_in(self.folder)

    def _book(self, progress: Progress | None) -> tuple[Book, bool]:
        """The book, and whether all files were read that had to be."""
        whole = True

        def told(done: int, of: int) -> bool:
            nonlocal whole
            whole = progress is None or progress(done, of)
            return whole

        return self.index.book(self.files, self._summary_of, told), whole

    def _summary_of(self, name: str) -> Summary | None:
        match = self.match_of(id_of(name) or "")
        return None if match is None else summarise(match)
