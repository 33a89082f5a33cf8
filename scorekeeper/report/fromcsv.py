"""CSV of rounds as it is exported, back into the form of a match file, which is checked like any other."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.report.spreadsheet import ROUND_COLUMNS, unguarded
from scorekeeper.text import _


class NotOurCsv(ValueError):
    """The text is no CSV of rounds as it is exported; the text of the error is a sentence or several, one a line."""


MOST_SEATS: Final = 100
MOST_ROUNDS: Final = 19
"""A double-eighteen match has no more."""


@dataclass(slots=True)
class _Read:
    """One match while its rows are read."""

    head: dict[str, Any]
    names: dict[int, str] = field(default_factory=dict)
    rows: dict[int, dict[int, Mapping[str, str]]] = field(default_factory=dict)
    """By round from 1 and by seat from 0."""


def read_rounds_csv(text: str) -> dict[str, Any]:
    """The match file that CSV of rounds describes, as far as CSV tells; cells that are no numbers stay as they are.

    What CSV does not hold is gone: notes, tiles, the log, a stop, and those house rules that no figure shows.

    Raises:
        NotOurCsv: it has no such columns, or rows that contradict each other.
    """
    first_line = text[: text.find("\n")] if "\n" in text else text
    lines = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if ";" in first_line else ",", strict=True)
    found: dict[str, _Read] = {}
    faults: list[str] = []
    try:
        missing = [column for column in ROUND_COLUMNS if column not in (lines.fieldnames or ())]
        if missing:
            raise NotOurCsv(
                _("It is no CSV of rounds as exported: the columns {columns} are missing.").format(
                    columns=", ".join(missing)
                )
            )
        for row in lines:
            cells = {key: unguarded(cell or "") for key, cell in row.items() if isinstance(cell, str | None)}
            fault = _take(cells, found)
            if fault is not None:
                faults.append(_("Line {line}: {fault}").format(line=lines.line_num, fault=fault))
    except csv.Error as error:
        raise NotOurCsv(_("Line {line} is no CSV: {reason}.").format(line=lines.line_num, reason=error)) from None
    if faults:
        raise NotOurCsv("\n".join(faults))
    return {
        "format": "chicken-foot-matches",
        "version": 1,
        "matches": [_document(match_id, read) for match_id, read in found.items()],
    }


def _take(cells: Mapping[str, str], found: dict[str, _Read]) -> str | None:
    """Put one row where it belongs; gives what is wrong with it."""
    seat, number = _whole(cells["seat"]), _whole(cells["round"])
    if not isinstance(seat, int) or not 0 <= seat < MOST_SEATS:
        return _("“{cell}” is no seat; seats are counted from 0.").format(cell=cells["seat"])
    if not isinstance(number, int) or not 1 <= number <= MOST_ROUNDS:
        return _("“{cell}” is no round; rounds are counted from 1.").format(cell=cells["round"])
    read = found.setdefault(
        cells["match_id"], _Read({"created": cells["created"] or None, "set": _whole(cells["set"])})
    )
    if read.names.setdefault(seat, cells["player"]) != cells["player"]:
        return _("seat {seat} is that of {name} elsewhere.").format(seat=seat, name=read.names[seat])
    row = read.rows.setdefault(number, {})
    if seat in row:
        return _("round {number} has this player already.").format(number=number)
    if any(other["double"] != cells["double"] or other["starter"] != cells["starter"] for other in row.values()):
        return _("round {number} has another double or starter elsewhere.").format(number=number)
    row[seat] = cells
    return None


def _whole(cell: str) -> int | str | None:
    """The number in a cell; None for an empty one; anything else as it is."""
    if not cell:
        return None
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 10 else cell


def _document(match_id: str, read: _Read) -> dict[str, Any]:
    seats = range(max(read.names) + 1)
    numbers = range(1, max(read.rows) + 1)
    rounds = [_round_document(read, read.rows.get(number, {}), seats) for number in numbers]
    return {
        "format": "chicken-foot-match",
        "version": 1,
        "id": match_id,
        **read.head,
        "house_rules": _house_rules(read, [row["double"] for row in rounds]),
        "players": [_player_document(read, seat, numbers) for seat in seats],
        "rounds": rounds,
    }


def _round_document(read: _Read, row: Mapping[int, Mapping[str, str]], seats: range) -> dict[str, Any]:
    def flagged(column: str) -> int | None:
        return next((seat for seat, cells in row.items() if cells[column] == "1"), None)

    some = next(iter(row.values()), {})
    starter = next((seat for seat in row if row[seat]["pips"] and read.names[seat] == some["starter"]), None)
    return {
        "double": _whole(some.get("double", "")),
        "starter": starter,
        "out": flagged("out"),
        "out_on_double": flagged("out_on_double") is not None,
        "double_blank": flagged("double_blank"),
        "pips": [_whole(row[seat]["pips"]) if seat in row else None for seat in seats],
    }


def _player_document(read: _Read, seat: int, numbers: range) -> dict[str, Any]:
    """A seat; who was there from when to when follows from the rounds, a catch-up from the first total (A29)."""
    played = [number for number in numbers if read.rows.get(number, {}).get(seat, {}).get("pips")]
    joined = played[0] if played else len(numbers) + 1
    player: dict[str, Any] = {"name": read.names.get(seat, ""), "joined": joined}
    if played:
        first = read.rows[joined][seat]
        total, points = _whole(first["total"]), _whole(first["points"])
        if isinstance(total, int) and isinstance(points, int):
            player["catch_up"] = total - points
        if played[-1] < len(numbers):
            player["left"] = played[-1]
    return player


def _house_rules(read: _Read, doubles: Sequence[Any]) -> dict[str, Any]:
    """The house rules that the figures show: what the double-blank and going out on a double cost, dropped doubles."""
    rules: dict[str, Any] = {}
    for cells in (cells for row in read.rows.values() for cells in row.values()):
        points, pips = _whole(cells["points"]), _whole(cells["pips"])
        if not isinstance(points, int) or not isinstance(pips, int):
            continue
        if cells["double_blank"] == "1":
            rules["double_blank"] = points - pips
        if cells["out_on_double"] == "1":
            rules["out_on_double"] = points - pips
    played = [double for double in doubles if isinstance(double, int)]
    if played != sorted(played, reverse=True):
        rules["missing_double"] = "skip"
    elif isinstance(read.head["set"], int) and played != [read.head["set"] - at for at in range(len(played))]:
        rules["missing_double"] = "burn"
    return rules
