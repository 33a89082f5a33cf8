"""The matches of a list: all there are, less what was deleted since they were read, narrowed down by words."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Sequence
from typing import Final, overload

from scorekeeper.rules.summary import Summary

_FEW: Final = 300
"""Matches whose texts can be made while a key is waiting."""


class Texts:
    """What each of many rows is found by: all in one piece, so that ten thousand take a megabyte and a moment."""

    def __init__(self) -> None:
        """No text yet."""
        self._all = bytearray()
        self._ends = array("L")

    def add(self, text: str) -> None:
        """Add the text of the next row."""
        self._all += text.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._all))
        self._all += b"\n"  # no word goes on in the next text

    def having(self, words: Sequence[str]) -> Sequence[int]:
        """The rows, from 0, whose texts have all of these words, at least one, anywhere."""
        every, ends = self._all, self._ends
        wanted = [word.encode("utf-8", "surrogatepass") for word in sorted(words, key=len)]
        rarest = wanted.pop()
        found = array("L")
        at = every.find(rarest)
        while at >= 0:
            row = bisect(ends, at)
            begin, end = ends[row - 1] if row else 0, ends[row]
            if all(every.find(word, begin, end) >= 0 for word in wanted):
                found.append(row)
            at = every.find(rarest, end)
        return found


class Chosen(Sequence[Summary]):
    """Some matches of a book, in its order."""

    def __init__(self, book: Sequence[Summary], places: Sequence[int]) -> None:
        """Those at these places of the book, from 0."""
        self.book = book
        self.places = places

    def __len__(self) -> int:
        """How many they are."""
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Summary: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Summary]: ...
    def __getitem__(self, index: int | slice) -> Summary | Sequence[Summary]:
        """One of them, or some."""
        if isinstance(index, slice):
            return Chosen(self.book, self.places[index])
        return self.book[self.places[index]]


class Shelf:
    """What was read at one time, as a list shows it."""

    def __init__(self, book: Sequence[Summary] = (), *, is_whole: bool = True) -> None:
        """Everything in the book.

        Args:
            book: all matches, or the first of them.
            is_whole: whether there are no more.
        """
        self.book = book
        self.is_whole = is_whole
        self.texts: Texts | None = None
        """What each is found by; None until that is made."""
        self._gone: set[int] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self.book) - len(self._gone)

    @property
    def is_searchable(self) -> bool:
        """Whether searching takes but a moment."""
        return self.texts is not None or len(self.book) <= _FEW

    def is_just(self, book: Sequence[Summary]) -> bool:
        """Whether this is exactly what is in that book."""
        return self.is_whole and not self._gone and self.book == book

    def having(self, words: Sequence[str], text_of: Callable[[Summary], str]) -> Chosen:
        """The matches whose texts have all of these words; all matches for none."""
        places: Sequence[int] = range(len(self.book))
        if words:
            if self.texts is None:
                self.texts = texts_of(self.book, text_of)
            places = self.texts.having(words)
        if self._gone:
            places = array("L", (place for place in places if place not in self._gone))
        return Chosen(self.book, places)

    def take_out(self, place: int) -> None:
        """Have the match at that place of the book no longer."""
        self._gone.add(place)


def texts_of(book: Sequence[Summary], text_of: Callable[[Summary], str]) -> Texts:
    """The texts of all matches of a book."""
    texts = Texts()
    for summary in book:
        texts.add(text_of(summary))
    return texts
