"""CSV of rounds as it is exported, back into the form of a match file, which is checked like any other."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.report.furthercolumns import (
    IN_FULL,
    OF_MATCH,
    contradiction,
    read_rules,
    read_tiles,
    shown_rules,
)
from scorekeeper.report.spreadsheet import MATCH_COLUMNS, ROUND_COLUMNS, unguarded
from scorekeeper.rules.house import suggested_hand_size
from scorekeeper.rules.matchcheck import MOST_SEATS
from scorekeeper.rules.names import NAME_LIMIT, shown
from scorekeeper.rules.tiles import SETS
from scorekeeper.text import _


class NotOurCsv(ValueError):
    """The text is no CSV of rounds as it is exported; the text of the error is a sentence or several, one a line."""


MOST_ROUNDS: Final = SETS[-1] + 1
"""A double-eighteen match has no more."""
_COLUMNS: Final = (*ROUND_COLUMNS, *IN_FULL)
_MOST_MATCHES: Final = 100_000
_MOST_FAULTS: Final = 1000
"""Faults that are named one by one; nobody reads more, and a file that is something else has one in every line."""


@dataclass(slots=True)
class _Read:
    """One match while its rows are read."""

    head: dict[str, str]
    """What is said about the whole match, by column; only what was said."""
    names: dict[int, str] = field(default_factory=dict)
    rows: dict[int, dict[int, Mapping[str, str]]] = field(default_factory=dict)
    """By round from 1 and by seat from 0."""


def as_match_file(name: str, raw: bytes) -> bytes:
    """The bytes of a match file, made of CSV where that is what `raw` is or what the name of the file says.

    Raises:
        NotOurCsv: it is CSV, but not as exported.
    """
    beginning = raw[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if beginning[:1] in (b"{", b"[") or not (name.lower().endswith(".csv") or beginning.startswith(b"match_id")):
        return raw
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotOurCsv(_("It is not UTF-8 text; spreadsheets call that form “CSV UTF-8”.")) from None
    return json.dumps(read_rounds_csv(text)).encode()


def read_rounds_csv(text: str) -> dict[str, Any]:
    """The file of matches that CSV of rounds describes; cells that are no numbers stay as they are.

    What it never holds is gone: the log, pinned rulings, ids of players, revision and the time of the last change. What
    only a file in full holds is gone from others: notes, tiles, the number of tiles in a hand where it is not the one
    suggested, when the match was finished, who shuffled and who starts the round to come. Columns that nobody knows
    become keys that nobody knows.

    Raises:
        NotOurCsv: it has no such columns, or rows that contradict each other.
    """
    lines = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    found: dict[str, _Read] = {}
    faults: list[str] = []
    try:
        columns = [column for column in lines.fieldnames or () if column]
        _need_columns(columns)
        for row in lines:
            cells = {key: unguarded(cell or "") for key, cell in row.items() if isinstance(cell, str | None)}
            fault = _take(cells, found)
            if fault is not None:
                faults.append(_("Line {line}: {fault}").format(line=lines.line_num, fault=fault))
            if len(found) > _MOST_MATCHES:
                faults.append(_("It holds more than {most} matches.").format(most=_MOST_MATCHES))
            if len(faults) > _MOST_FAULTS or len(found) > _MOST_MATCHES:
                raise _refused(faults)
    except csv.Error as error:
        raise NotOurCsv(
            _("Line {line} is no CSV: {reason}.").format(line=lines.line_num, reason=shown(str(error), 80))
        ) from None
    matches: list[dict[str, Any]] = []
    for match_id, read in found.items():
        try:
            matches.append(_document(match_id, read))
        except ValueError as error:
            faults.append(f"{shown(match_id)}: {error}")
    if faults:
        raise _refused(faults)
    unknown = {column: None for column in columns if column not in _COLUMNS}
    return unknown | {"format": "chicken-foot-matches", "version": 1, "matches": matches}


def _refused(faults: list[str]) -> NotOurCsv:
    if len(faults) > _MOST_FAULTS:
        more = _("There is more that is wrong; these are the first {most} faults.").format(most=_MOST_FAULTS)
        faults = [*faults[:_MOST_FAULTS], more]
    return NotOurCsv("\n".join(faults))


def _delimiter(text: str) -> str:
    """What parts the columns: a comma, or what spreadsheets of other countries put there."""
    head = re.match(r"[^\r\n]*", text)
    first_line = head[0] if head else ""
    return max(",;\t", key=first_line.count)


def _need_columns(columns: Sequence[str]) -> None:
    missing = [column for column in ROUND_COLUMNS if column not in columns]
    if missing and set(MATCH_COLUMNS) <= set(columns):
        raise NotOurCsv(
            _("It has a row a match (csv-matches), which says nothing about the rounds; CSV with a row a round does.")
        )
    if missing:
        raise NotOurCsv(
            _("It is no CSV of rounds as exported: the columns {columns} are missing.").format(
                columns=", ".join(missing)
            )
        )


def _take(cells: Mapping[str, str], found: dict[str, _Read]) -> str | None:
    """Put one row where it belongs; gives what is wrong with it."""
    seat, number = _whole(cells["seat"]), _whole(cells["round"])
    if not isinstance(seat, int) or not 0 <= seat < MOST_SEATS:
        return _("“{cell}” is no seat; seats are counted from 0.").format(cell=shown(cells["seat"]))
    if not isinstance(number, int) or not 1 <= number <= MOST_ROUNDS:
        return _("“{cell}” is no round; rounds are counted from 1.").format(cell=shown(cells["round"]))
    read = found.setdefault(cells["match_id"], _Read({}))
    for column in ("created", "set", *OF_MATCH):
        cell = cells.get(column, "")
        if cell and read.head.setdefault(column, cell) != cell:
            return contradiction(column)
    if read.names.setdefault(seat, cells["player"]) != cells["player"]:
        return _("seat {seat} is that of {name} elsewhere.").format(seat=seat, name=shown(read.names[seat], NAME_LIMIT))
    row = read.rows.setdefault(number, {})
    if seat in row:
        return _("round {number} has this player already.").format(number=number)
    if any(other["double"] != cells["double"] or other["starter"] != cells["starter"] for other in row.values()):
        return _("round {number} has another double or starter elsewhere.").format(number=number)
    note = cells.get("round_note", "")
    if note and any(other.get("round_note", "") not in ("", note) for other in row.values()):
        return contradiction("round_note", number)
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
    players = [_player_document(read, seat, numbers) for seat in seats]
    head = read.head
    highest = _whole(head.get("set", ""))
    document: dict[str, Any] = {
        "format": "chicken-foot-match",
        "version": 1,
        "id": match_id,
        "created": head.get("created"),
        "finished": head.get("finished"),
        "stopped": head.get("stopped"),
        "note": head.get("note", ""),
        "set": highest,
        "hand_size": _whole(head.get("hand_size", "")),
        "house_rules": _house_rules(read, highest, [row["double"] for row in rounds]),
        "players": players,
        "rounds": rounds,
    }
    if document["hand_size"] is None and isinstance(highest, int) and highest in SETS:
        document["hand_size"] = suggested_hand_size(highest, sum(player["joined"] == 1 for player in players))
    if "drops" in head:
        document["drops"] = _whole(head["drops"])
    for key, column in (("starter", "next_starter"), ("shuffler", "shuffler")):
        if column in head:
            document[key] = _whole(head[column])
    return document


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
        "tiles": [read_tiles(row[seat].get("tiles", "")) if seat in row else None for seat in seats],
        "note": next((note for cells in row.values() if (note := cells.get("round_note", ""))), ""),
    }


def _player_document(read: _Read, seat: int, numbers: range) -> dict[str, Any]:
    """A seat; who was there from when to when follows from the rounds, a catch-up from the first total (A29).

    Only of who came or went after the last round it has to be said.
    """
    rows = [read.rows[number][seat] for number in numbers if seat in read.rows.get(number, {})]
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
    for column in ("left", "catch_up"):
        said = next((cell for cells in rows if (cell := cells.get(column, ""))), "")
        if said:
            player[column] = _whole(said)
    return player


def _house_rules(read: _Read, highest: int | str | None, doubles: Sequence[Any]) -> dict[str, Any]:
    """The house rules that are told, else those that the figures show.

    Raises:
        ValueError: they are told in another form than that of the column.
    """
    if "house_rules" in read.head:
        return dict(read_rules(read.head["house_rules"]))
    costs: dict[str, int] = {}
    for cells in (cells for row in read.rows.values() for cells in row.values()):
        points, pips = _whole(cells["points"]), _whole(cells["pips"])
        if isinstance(points, int) and isinstance(pips, int):
            costs |= {column: points - pips for column in ("double_blank", "out_on_double") if cells[column] == "1"}
    return dict(
        shown_rules(
            highest if isinstance(highest, int) else None,
            [double for double in doubles if isinstance(double, int)],
            blank=costs.get("double_blank"),
            on_double=costs.get("out_on_double"),
        )
    )
