"""The rows of one match in CSV: what they agree on, and where they contradict each other or are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.report.furthercolumns import NUMBERS_OF_MATCH, OF_MATCH, OF_SEAT
from scorekeeper.rules.names import NAME_LIMIT, shown
from scorekeeper.text import _

LARGEST: Final = 999_999_999
"""No number in a cell comes near it."""
_OF_MATCH: Final = ("created", "set", *OF_MATCH)
_NUMBERS: Final = ("set", *NUMBERS_OF_MATCH)
_CELL: Final = 60
MOST_NAMED: Final = 1000
"""Faults that are named one by one; nobody reads more, and a file that is something else has one in every line."""

Fault = tuple[int, str]
"""The line that a fault is about, or the first of the match, from 1; and a sentence."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says."""

    line: int
    """Where it begins in the file, from 1."""
    number: int
    """The round, from 1."""
    seat: int
    """From 0."""
    cells: Mapping[str, str]

    @property
    def played(self) -> bool:
        """Whether the player was in the round."""
        return self.cells["pips"] != ""


@dataclass(slots=True)
class Sheet:
    """The rows of one match, with what most of them say where they should all say the same."""

    id: str
    first_line: int
    """Where its first row begins in the file, from 1."""
    rows: list[Row] = field(default_factory=list)
    """In the order of the file."""
    lacks: bool = False
    """Whether a row of it could not be put anywhere, which is a fault of its own."""
    head: dict[str, str] = field(default_factory=dict)
    """What is said about the whole match, by column; only what is said."""
    names: dict[int, str] = field(default_factory=dict)
    """By seat."""
    of_seat: dict[tuple[int, str], str] = field(default_factory=dict)
    """What the further columns say about a seat, by seat and column."""
    of_round: dict[tuple[int, str], str] = field(default_factory=dict)
    """`double`, `starter` and `round_note`, by round and column."""
    places: dict[int, dict[int, Row]] = field(default_factory=dict)
    """By round and seat."""

    @property
    def seats(self) -> range:
        """Every seat there is, with and without rows."""
        return range(max(self.names, default=-1) + 1)

    @property
    def numbers(self) -> range:
        """Every round there is, with and without rows."""
        return range(1, max(self.places, default=0) + 1)

    def of(self, seat: int) -> dict[int, Row]:
        """The rows of a seat, by round in their order."""
        return {number: self.places[number][seat] for number in self.numbers if seat in self.places.get(number, {})}

    def fault(self, row: Row, text: str) -> Fault:
        """`text` about a row, with where that is."""
        return row.line, _("Line {line}, {name}, round {number}: {fault}").format(
            line=row.line, name=shown(self.names[row.seat], NAME_LIMIT), number=row.number, fault=text
        )

    def wrong(self, row: Row, column: str, wanted: str, why: str) -> Fault:
        """The fault of a cell, with what would have to be in it and why that follows."""
        return self.fault(
            row,
            _("{column} is {cell}; it would have to be {wanted}: {why}.").format(
                column=column, cell=said(row.cells.get(column, "")), wanted=wanted, why=why
            ),
        )


def said(cell: str) -> str:
    """A cell as a sentence has it."""
    return f"“{shown(cell, _CELL)}”" if cell else _("empty")


def whole(cell: str) -> int | None:
    """The number in a cell; None where there is none."""
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) <= len(str(LARGEST)) else None


def settle(sheet: Sheet) -> Iterator[Fault]:
    """Find what the rows agree on, and every row and cell that does not go with the others or is missing."""
    by_seat: dict[int, list[Row]] = {}
    first_lines: dict[int, int] = {}
    for row in sheet.rows:
        by_seat.setdefault(row.seat, []).append(row)
    for seat, rows in by_seat.items():
        sheet.names[seat], first_lines[seat] = _most(rows, "player")
    for column in _OF_MATCH:
        most, faults = _agreed(sheet, sheet.rows, column, even_empty=False)
        if most:
            sheet.head[column] = most
        yield from faults
    yield from _put(sheet, first_lines)
    for seat in by_seat:
        for column in OF_SEAT:
            sheet.of_seat[seat, column], faults = _agreed(sheet, sheet.of(seat).values(), column)
            yield from faults
    for number, places in sheet.places.items():
        for column in ("double", "starter", "round_note"):
            most, faults = _agreed(sheet, places.values(), column, even_empty=column != "round_note")
            sheet.of_round[number, column] = most
            yield from faults
    yield from _no_numbers(sheet)
    if not sheet.lacks:
        yield from _missing(sheet)


def _most(rows: Iterable[Row], column: str, *, even_empty: bool = True) -> tuple[str, int]:
    """What most rows have in a column, and the first line that has it; the earlier one where two are level."""
    cells = Counter(cell for row in rows if (cell := row.cells.get(column, "")) or even_empty)
    if not cells:
        return "", 0
    [(most, _count)] = cells.most_common(1)
    return most, next(row.line for row in rows if row.cells.get(column, "") == most)


def _agreed(sheet: Sheet, rows: Collection[Row], column: str, *, even_empty: bool = True) -> tuple[str, list[Fault]]:
    """What the rows say in a column, and a fault for each that says something else.

    Args:
        sheet: the match.
        rows: those that should say the same.
        column: its name; a file need not have it.
        even_empty: whether an empty cell says something, too.
    """
    most, line = _most(rows, column, even_empty=even_empty)
    others = [row for row in rows if (cell := row.cells.get(column, "")) != most and (cell or even_empty)]
    if len(others) == 1 and sum(row.cells.get(column, "") == most for row in rows) == 1:
        text = _("{column} is {cell}, but {other} in line {line}; one of the two is wrong.").format(
            column=column, cell=said(others[0].cells[column]), other=said(most), line=line
        )
        return most, [sheet.fault(others[0], text)]
    why = _("line {line} has it so").format(line=line)
    return most, [sheet.wrong(row, column, said(most), why) for row in others[:MOST_NAMED]]


def _put(sheet: Sheet, first_lines: Mapping[int, int]) -> Iterator[Fault]:
    """Put every row where it belongs; a seat is that of the player whom most of its rows name.

    Args:
        sheet: the match, names known.
        first_lines: the first line that names that player, by seat.
    """
    for row in sheet.rows:
        name = sheet.names[row.seat]
        if not row.cells["player"]:
            sheet.lacks = True
            yield (
                row.line,
                _("Line {line}, seat {seat}, round {number}: player is empty.").format(
                    line=row.line, seat=row.seat, number=row.number
                ),
            )
        elif row.cells["player"] != name:
            sheet.lacks = True
            text = _("Line {line}, {name}, round {number}: seat {seat} is that of {other} in line {there}.")
            yield row.line, text.format(
                line=row.line, name=shown(row.cells["player"], NAME_LIMIT), number=row.number, seat=row.seat,
                other=shown(name, NAME_LIMIT) or _("nobody"), there=first_lines[row.seat],
            )  # fmt: skip
        elif row.seat in (places := sheet.places.setdefault(row.number, {})):
            sheet.lacks = True
            yield sheet.fault(
                row, _("line {line} is about the same player and round.").format(line=places[row.seat].line)
            )
        else:
            places[row.seat] = row


def _no_numbers(sheet: Sheet) -> Iterator[Fault]:
    """What has to be a number and is none."""
    told: list[tuple[str, str, Iterable[Row]]] = [
        (column, sheet.head[column], sheet.rows) for column in _NUMBERS if column in sheet.head
    ]
    told += [(column, cell, sheet.of(seat).values()) for (seat, column), cell in sheet.of_seat.items() if cell]
    told += [
        (column, cell, sheet.places[number].values())
        for (number, column), cell in sheet.of_round.items() if column == "double"
    ]  # fmt: skip
    for column, cell, rows in told:
        if whole(cell) is None:
            row = next(row for row in rows if row.cells.get(column, "") == cell)
            yield sheet.fault(row, no_number(column, cell))


def no_number(column: str, cell: str) -> str:
    """The sentence for a cell that has to be a number and is none."""
    return _("{column} is {cell}; it would have to be a whole number from 0 to {most}.").format(
        column=column, cell=said(cell), most=LARGEST
    )


def _missing(sheet: Sheet) -> Iterator[Fault]:
    """Rows that are not there: every seat has one in every round, without pips where nobody played."""
    if all(sheet.names.keys() == places.keys() for places in sheet.places.values()) and not (
        _gap(sheet.seats, sheet.names) or _gap(sheet.numbers, sheet.places)
    ):
        return
    strays = {row.seat: row for row in sheet.rows if _true_seat(sheet, row) is not None}
    for row in strays.values():
        seat = _true_seat(sheet, row)
        there = next(each.line for each in sheet.rows if each.seat == seat)
        yield sheet.wrong(row, "seat", f"“{seat}”", _("line {line} has it so").format(line=there))
    if strays:
        return
    match = shown(sheet.id)
    for seat in _gap(sheet.seats, sheet.names):
        text = _(
            "{match}: there is no row for seat {seat}, but there is one for seat {last}; every seat has a row in every"
            " round."
        )
        yield sheet.first_line, text.format(match=match, seat=seat, last=max(sheet.names))
    for number in _gap(sheet.numbers, sheet.places):
        text = _("{match}: there is no row for round {number}, but there is one for round {last}.")
        yield sheet.first_line, text.format(match=match, number=number, last=max(sheet.places))
    for number, places in sheet.places.items():
        for seat in sheet.names.keys() - places.keys():
            text = _(
                "{match}, round {number}: there is no row for {name}, seat {seat}; who is not in a round has a row"
                " without pips."
            )
            line = next(iter(places.values())).line
            name = shown(sheet.names[seat], NAME_LIMIT)
            yield line, text.format(match=match, number=number, name=name, seat=seat)


def _true_seat(sheet: Sheet, row: Row) -> int | None:
    """The seat of the player of a row that alone has another seat; None for every ordinary row."""
    if len(sheet.places) < 2 or len(sheet.of(row.seat)) != 1:
        return None
    return next(
        (
            seat for seat, name in sheet.names.items()
            if seat != row.seat and name == sheet.names[row.seat] and seat not in sheet.places[row.number]
        ),
        None,
    )  # fmt: skip


def _gap(expected: Sequence[int], there: Mapping[int, object]) -> list[int]:
    """The first of what is expected and not there; empty where all is."""
    return [each for each in expected if each not in there][:1]
