"""Summaries of all matches, so that a list of them needs no look into their files."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, overload

from scorekeeper.rules.moments import seconds_of
from scorekeeper.rules.scoring import Line, Status
from scorekeeper.rules.summary import Summary, list_order
from scorekeeper.store.filenames import id_of
from scorekeeper.store.locks import Locks
from scorekeeper.store.remembered import FilesNow, Progress, Remembered, follow, line_of, name_in, value_in

_VERSION: Final = 3
_PLAYING: Final[tuple[Status, int]] = ("playing", 0)
"""Status and catch-up of nearly everybody, which are left out."""


class Book(Sequence[Summary]):
    """The summaries of many matches in the order of `list_order`, each made from its line when it is looked at.

    A line takes a fifth of the room of its summary and comes from the disk as it is, so that ten thousand matches are
    there at once.
    """

    def __init__(self, lines: Sequence[bytes]) -> None:
        """The book of these lines of the index."""
        self._lines = lines

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Summary: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Summary]: ...
    def __getitem__(self, index: int | slice) -> Summary | Sequence[Summary]:
        """The summary at a place, or the book of some."""
        return Book(self._lines[index]) if isinstance(index, slice) else _summary(self._lines[index])

    def __eq__(self, other: object) -> bool:
        """Whether the other is a book of the same lines."""
        return self._lines == other._lines if isinstance(other, Book) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def named(self) -> Iterator[tuple[str, Summary]]:
        """All of them with the names of their files."""
        return ((name_in(line), _summary(line)) for line in self._lines)

    def live(self, names: Container[str] = ()) -> dict[str, Summary]:
        """The live ones by the names of their files, perhaps with others; those with `names` in any case."""
        lines = {name: line for line in self._lines if (name := name_in(line)) in names or b'"live"' in line}
        return {name: _summary(line) for name, line in lines.items()}


class Index:
    """The index in its file, in the order of the book, so that its first lines are the first rows of a list."""

    def __init__(self, path: Path, locks: Locks) -> None:
        """Name the file; it is made when the first match is found that it does not know."""
        self.file = Remembered(path, locks, "index", _VERSION)

    def book(self, files: FilesNow, read: Callable[[str], Summary | None], progress: Progress | None = None) -> Book:
        """The summaries of all files that can be read.

        Args:
            files: the match files.
            read: makes the summary of a file from the file itself; None where that cannot be.
            progress: told (done, of) while files are read; returns False to break off with those done so far.
        """

        def made(name: str, head: bytes) -> bytes | None:
            summary = read(name)
            return None if summary is None else line_of(head, _value(summary))

        every = follow(files, self.file.read(), lambda _head, line: line, name_in, made, progress)
        lines = every.known
        if every.new:
            # From the smallest on, as new ones find their places so.
            lines.reverse()
            at = 0
            for line in sorted(every.new, key=_place):
                at = bisect(lines, _place(line), at, key=_place)
                lines.insert(at, line)
                at += 1
            lines.reverse()
        if every.is_new:
            self.file.write(lines)
        return Book(lines)

    def first(self, most: int, files: FilesNow) -> tuple[dict[str, Summary], tuple[str, ...]]:
        """What stands first: summaries by the names of their files, and the names of files that are not so any more.

        Args:
            most: how many are looked at.
            files: the match files.
        """
        found: dict[str, Summary] = {}
        changed = []
        for head, line in islice(self.file.read(), most):
            if files.has(head):
                found[name_in(line)] = _summary(line)
            else:
                changed.append(name_in(line))
        return found, tuple(changed)


def first_to_last(summaries: Mapping[str, Summary]) -> tuple[Summary, ...]:
    """Those of the files of these names as a list of them begins: see `list_order`; of one moment, the later first."""
    ordered = sorted(summaries.items(), key=lambda item: (*list_order(item[1]), item[0]), reverse=True)
    return tuple(summary for _name, summary in ordered)


def finished_first(summaries: Mapping[str, Summary]) -> tuple[Summary, ...]:
    """The last finished first, then the others, the last changed first; of one moment by the names of files."""

    def key(item: tuple[str, Summary]) -> tuple[bool, float, str]:
        name, summary = item
        over = summary.state == "finished"
        return over, seconds_of((summary.finished if over else None) or summary.updated or summary.created), name

    return tuple(summary for _name, summary in sorted(summaries.items(), key=key, reverse=True))


def _place(line: bytes) -> tuple[bool, float, str]:
    return (*list_order(_summary(line)), name_in(line))


# What a line holds; mostly times are the same, nobody came late and no id is known or all are.


def _value(summary: Summary) -> list[Any]:
    return [
        summary.set,
        summary.state,
        [summary.rounds_planned, summary.rounds_played, summary.next_double],
        summary.created,
        0 if summary.updated == summary.finished else summary.updated,
        summary.finished,
        summary.stopped,
        summary.note,
        [
            [line.name, line.total, line.zero_rounds, line.lowest_nonzero, line.place]
            + ([] if (line.status, line.catch_up) == _PLAYING else [line.status, line.catch_up])
            for line in summary.lines
        ],
        summary.player_ids if any(summary.player_ids) else 0,
    ]


def _summary(line: bytes) -> Summary:
    highest, how, (planned, played, double), created, updated, finished, stopped, note, lines, ids = value_in(line)
    return Summary(
        id_of(name_in(line)) or "",
        highest,
        how,
        planned,
        played,
        double,
        created,
        finished if updated == 0 else updated,
        finished,
        stopped,
        note,
        tuple(
            [
                Line(seat, name, (late or _PLAYING)[0], (), (late or _PLAYING)[1], total, zeros, lowest, place)
                for seat, (name, total, zeros, lowest, place, *late) in enumerate(lines)
            ]
        ),
        tuple(ids or [None] * len(lines)),
    )
