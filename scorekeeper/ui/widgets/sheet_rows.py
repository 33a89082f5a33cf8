"""How the score sheet is laid out: its columns, and the rows it is made of from top to bottom (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from scorekeeper.rules.course import doubles_left, next_double
from scorekeeper.rules.match import Hand, Match
from scorekeeper.text import _
from scorekeeper.ui.shown import fit, wrap

Kind = Literal["catch_up", "recorded", "boxes", "word", "coming", "gap"]
Tone = Literal["plain", "hint", "problem", "result"]

NARROWEST: Final = 7
WIDEST: Final = 14
ROOM_FOR_WORDS: Final = 4
"""Lines that stay free for words where the rounds stand apart, so that a word does not push them together."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns stand, in cells."""

    width: int
    """Of the whole sheet."""
    label: int
    """Of the column with the rounds, which never scrolls away."""
    numbered: bool
    """Whether the label has room for the round's number beside its double."""
    column: int
    """Of each player's column."""
    count: int
    """Players."""

    @property
    def shown(self) -> int:
        """How many players' columns there is room for at once."""
        return max(1, min(self.count, (self.width - self.label) // self.column))

    def seat_at(self, x: int, first: int) -> int | None:
        """The seat whose column is at cell `x`, with seat `first` leftmost; None outside the columns."""
        index = (x - self.label) // self.column
        return first + index if x >= self.label and 0 <= index < self.shown else None


def tile_width(highest: int) -> int:
    """Cells of a double in the label, with a cell of room on both sides."""
    return 2 * len(str(highest)) + 3


def columns(width: int, players: int, highest: int) -> Columns:
    """The columns of a sheet `width` cells wide: as wide as there is room for, the number of the round if it fits."""
    count = max(players, 1)
    slim = tile_width(highest) + 1
    full = slim + 3
    label = full if full + count * NARROWEST <= width else slim
    column = max(NARROWEST, min(WIDEST, (width - label) // count))
    return Columns(width, label, label == full, column, count)


def narrowest_width(players: int, highest: int) -> int:
    """Cells that a sheet of so many players needs to show everything."""
    return tile_width(highest) + 4 + players * NARROWEST


@dataclass(frozen=True, slots=True)
class Word:
    """A sentence to be shown under the boxes."""

    text: str
    tone: Tone = "plain"
    seats: tuple[int, ...] = ()
    """The seats whose boxes it is about."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet's body."""

    kind: Kind
    number: int = 0
    """The round, from 1; of a word, the row it belongs to."""
    double: int | None = None
    text: str = ""
    tone: Tone = "plain"
    begins: bool = False
    """Whether a word begins here, and does not go on from the line above."""


def rows(match: Match, editing: int | None, words: Sequence[Word], width: int, height: int = 0) -> tuple[Row, ...]:
    """The body of the sheet: catch-ups, rounds, the row of boxes with its words, and the doubles to come.

    Args:
        match: what is shown.
        editing: the recorded round that is being corrected, from 1; None while the boxes are those of the next round.
        words: what stands under the boxes, or at the end where there are none.
        width: cells for a word.
        height: lines there are; where they are plenty, the rounds stand apart.
    """
    body: list[Row] = []
    if any(player.catch_up for player in match.players):
        body.append(Row("catch_up"))
    for number, row in enumerate(match.rounds, start=1):
        if number == editing:
            body.append(Row("boxes", number, row.double))
            body += _words(words, number, width)
        else:
            body.append(Row("recorded", number, row.double))
    double = next_double(match)
    number = match.next_round
    if double is not None:
        body.append(Row("coming" if editing else "boxes", number, double))
    if editing is None:
        body += _words(words, number, width)
    if double is not None:
        left = [other for other in doubles_left(match) if other != double]
        if match.house.missing_double == "burn":
            left = [other for other in left if other < double]
        body += [Row("coming", number + offset, other) for offset, other in enumerate(left, start=1)]
    rounds = sum(row.kind != "word" for row in body)
    return tuple(_apart(body)) if 2 * rounds + ROOM_FOR_WORDS <= height else tuple(body)


def past_rows(match: Match, height: int = 0) -> tuple[Row, ...]:
    """The body of a sheet that is only read: catch-ups and rounds; they stand apart where there are plenty of lines."""
    body = [Row("catch_up")] if any(player.catch_up for player in match.players) else []
    body += [Row("recorded", number, row.double) for number, row in enumerate(match.rounds, start=1)]
    return tuple(_apart(body)) if 2 * len(body) - 1 <= height else tuple(body)


def _apart(body: Sequence[Row]) -> Iterator[Row]:
    """The rows with a gap before each but the first and the words."""
    for index, row in enumerate(body):
        if index and row.kind != "word":
            yield Row("gap", row.number)
        yield row


def in_few_lines(words: Sequence[Word], width: int, lines: int) -> tuple[Word, ...]:
    """The words of a result in so many lines, where they can be: without hints, and what is long cut off.

    What is left out is told by F8 and F1; the rounds above would be out of sight for it.
    """
    kept = [word for word in words if word.tone != "hint"] if len(_words(words, 0, width)) > lines else list(words)
    for index in sorted(range(len(kept)), key=lambda at: -len(kept[at].text)):
        over = len(_words(kept, 0, width)) - lines
        parts = wrap(kept[index].text, max(width, 10))
        if over > 0 and len(parts) > 1:
            parts = parts[: max(1, len(parts) - over)]
            more = _("… F8: why")
            parts[-1] = fit(parts[-1] + " " * width, max(width - len(more), 1)).rstrip(" …") + more
            kept[index] = replace(kept[index], text=" ".join(parts))
    return tuple(kept)


def _words(words: Iterable[Word], number: int, width: int) -> list[Row]:
    lines: list[Row] = []
    for word in words:
        parts = wrap(word.text, max(width, 10)) or [""]
        lines += [Row("word", number, None, part, word.tone, index == 0) for index, part in enumerate(parts)]
    return lines


def cell_text(hand: Hand | None, points: int | None) -> str:
    """A recorded cell: points with "*" for the double-blank and "/" for out on a double; "·" for nobody there."""
    if hand is None:
        return "·"
    return f"{points}{'*' if hand.double_blank else ''}{'/' if hand.out_on_double else ''}"
