"""CSV of rounds as it is exported, back into the form of a match file, which is checked like any other."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, Final

from scorekeeper.report.csvfigures import COSTS, Cost, costs, figure_faults
from scorekeeper.report.csvrows import MOST_NAMED, Fault, Row, Sheet, said, settle, whole
from scorekeeper.report.furthercolumns import IN_FULL, read_rules, read_tiles, shown_rules
from scorekeeper.report.spreadsheet import MATCH_COLUMNS, ROUND_COLUMNS, unguarded
from scorekeeper.rules.house import suggested_hand_size
from scorekeeper.rules.matchcheck import MOST_SEATS
from scorekeeper.rules.names import shown
from scorekeeper.rules.tiles import SETS
from scorekeeper.text import _


class NotOurCsv(ValueError):
    """The text is no CSV of rounds as it is exported; the text of the error is a sentence or several, one a line."""


MOST_ROUNDS: Final = SETS[-1] + 1
"""A double-eighteen match has no more."""
_COLUMNS: Final = frozenset((*ROUND_COLUMNS, *IN_FULL))
_MOST_MATCHES: Final = 100_000
_MOST_ROWS: Final = MOST_SEATS * MOST_ROUNDS


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
    """The file of matches that CSV of rounds describes, where every cell of it goes with the others.

    What it never holds is gone: the log, pinned rulings, ids of players, revision and the time of the last change. What
    only a file in full holds is gone from others: notes, tiles, the number of tiles in a hand where it is not the one
    suggested, when the match was finished, who shuffled and who starts the round to come. Columns that nobody knows
    become keys that nobody knows.

    Raises:
        NotOurCsv: it has no such columns, or contradicts itself: rows are missing or say different things about one
            thing, or points and totals do not follow from the rest.
    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    sheets: dict[str, Sheet] = {}
    faults: list[Fault] = []
    try:
        columns = next(lines, [])
        _need_columns(columns)
        places = {column: at for at, column in enumerate(columns) if column in _COLUMNS}
        nameless = [at for at, column in enumerate(columns) if not column]
        last = lines.line_num
        for cells in lines:
            line, last = last + 1, lines.line_num
            if not cells:
                continue
            stray = next(filter(None, cells[len(columns) :]), "") or _first_filled(cells, nameless)
            width = len(cells)
            row = {column: unguarded(cells[at]) if at < width else "" for column, at in places.items()}
            fault = _take(line, row, sheets, stray)
            if fault is not None:
                faults.append((line, _("Line {line}: {fault}").format(line=line, fault=fault)))
            if len(sheets) > _MOST_MATCHES:
                faults.append((line, _("It holds more than {most} matches.").format(most=_MOST_MATCHES)))
            if len(faults) > MOST_NAMED or len(sheets) > _MOST_MATCHES:
                raise _refused(faults)
    except csv.Error as error:
        raise NotOurCsv(
            _("Line {line} is no CSV: {reason}.").format(line=lines.line_num, reason=shown(str(error), 80))
        ) from None
    matches: list[dict[str, Any]] = []
    ordered = list(sheets.values())[::-1]
    sheets.clear()
    while ordered:
        # What was read is let go: a large file is not to be in memory twice.
        wrong, document = _read(ordered.pop())
        faults += wrong
        matches.append(document)
        if len(faults) > MOST_NAMED:
            break
    if faults:
        raise _refused(faults)
    unknown = {column: None for column in columns if column and column not in _COLUMNS}
    return unknown | {"format": "chicken-foot-matches", "version": 1, "matches": matches}


def _read(sheet: Sheet) -> tuple[list[Fault], dict[str, Any]]:
    """Everything that is wrong with the rows of a match, and its document where nothing is and none lacks."""
    faults = list(islice(settle(sheet), MOST_NAMED + 1))
    if len(faults) > MOST_NAMED:
        return faults, {}
    try:
        counted = costs(sheet)
    except ValueError as error:
        return [*faults, (sheet.first_line, f"{shown(sheet.id)}: {error}")], {}
    faults += figure_faults(sheet, counted)
    return faults, {} if faults or sheet.lacks else _document(sheet, counted)


def _refused(found: list[Fault]) -> NotOurCsv:
    faults = [text for _line, text in sorted(found, key=lambda fault: fault[0])]
    if len(faults) > MOST_NAMED:
        more = _("There is more that is wrong; these are the first {most} faults.").format(most=MOST_NAMED)
        faults = [*faults[:MOST_NAMED], more]
    return NotOurCsv("\n".join(faults))


def _delimiter(text: str) -> str:
    """What parts the columns: a comma, or what spreadsheets of other countries put there."""
    head = re.match(r"[^\r\n]*", text)
    first_line = head[0] if head else ""
    return max(",;\t", key=first_line.count)


def _need_columns(columns: Sequence[str]) -> None:
    twice = next((column for column, count in Counter(columns).items() if count > 1 and column in _COLUMNS), None)
    if twice is not None:
        raise NotOurCsv(_("The column {column} is there twice.").format(column=twice))
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


def _first_filled(cells: Sequence[str], places: Iterable[int]) -> str:
    """The first cell at one of these places, in ascending order, that is not empty; "" where there is none."""
    there = takewhile(lambda at: at < len(cells), places)
    return next((cells[at] for at in there if cells[at]), "")


def _take(line: int, cells: Mapping[str, str], sheets: dict[str, Sheet], stray: str) -> str | None:
    """Put one row to its match; gives what is wrong where that cannot be done.

    Args:
        line: where the row begins.
        cells: what it says, by column.
        sheets: the matches so far, by id.
        stray: what it says in no column, "" for nothing.
    """
    sheet = sheets.setdefault(cells["match_id"], Sheet(cells["match_id"], line))
    if stray:
        sheet.lacks = True
        return _("{cell} is in a column without a name.").format(cell=said(stray))
    seat, number = whole(cells["seat"]), whole(cells["round"])
    if seat is None or seat >= MOST_SEATS:
        sheet.lacks = True
        return _("seat is {cell}; it would have to be a whole number from 0, in the order at the table.").format(
            cell=said(cells["seat"])
        )
    if number is None or not 1 <= number <= MOST_ROUNDS:
        sheet.lacks = True
        return _("round is {cell}; it would have to be a whole number from 1 to {most}.").format(
            cell=said(cells["round"]), most=MOST_ROUNDS
        )
    if len(sheet.rows) >= _MOST_ROWS:
        sheet.lacks = True
        return _("A match has {most} rows at most.").format(most=_MOST_ROWS)
    sheet.rows.append(Row(line, number, seat, cells))
    return None


def _document(sheet: Sheet, counted: Mapping[str, Cost]) -> dict[str, Any]:
    head = sheet.head
    highest = whole(head.get("set", ""))
    rounds = [_round_document(sheet, number) for number in sheet.numbers]
    players = [_player_document(sheet, seat) for seat in sheet.seats]
    document: dict[str, Any] = {
        "format": "chicken-foot-match",
        "version": 1,
        "id": sheet.id,
        "created": head.get("created"),
        "finished": head.get("finished"),
        "stopped": head.get("stopped"),
        "note": head.get("note", ""),
        "set": highest,
        "hand_size": whole(head.get("hand_size", "")),
        "house_rules": _house_rules(sheet, counted, [row["double"] for row in rounds]),
        "players": players,
        "rounds": rounds,
    }
    if document["hand_size"] is None and highest in SETS:
        document["hand_size"] = suggested_hand_size(highest, sum(player["joined"] == 1 for player in players))
    for key, column in (("drops", "drops"), ("starter", "next_starter"), ("shuffler", "shuffler")):
        if column in head:
            document[key] = whole(head[column])
    return document


def _round_document(sheet: Sheet, number: int) -> dict[str, Any]:
    row = sheet.places[number]

    def flagged(column: str) -> int | None:
        return next((seat for seat, each in row.items() if each.cells[column] == "1"), None)

    name = sheet.of_round[number, "starter"]
    return {
        "double": whole(sheet.of_round[number, "double"]),
        "starter": next((seat for seat in sheet.seats if row[seat].played and sheet.names[seat] == name), None),
        "out": flagged("out"),
        "out_on_double": flagged("out_on_double") is not None,
        "double_blank": flagged("double_blank"),
        "pips": [whole(row[seat].cells["pips"]) for seat in sheet.seats],
        "tiles": [read_tiles(row[seat].cells.get("tiles", "")) for seat in sheet.seats],
        "note": sheet.of_round[number, "round_note"],
    }


def _player_document(sheet: Sheet, seat: int) -> dict[str, Any]:
    """A seat; who was there from when to when follows from the rounds, a catch-up from the first total (A29).

    Only of who came or went after the last round it has to be said.
    """
    rows = sheet.of(seat)
    played = [number for number, row in rows.items() if row.played]
    left, catch_up = (whole(sheet.of_seat[seat, column]) for column in ("left", "catch_up"))
    player: dict[str, Any] = {"name": sheet.names[seat], "joined": len(sheet.numbers) + 1}
    if played:
        player["joined"] = played[0]
        total, points = (whole(rows[played[0]].cells[column]) for column in ("total", "points"))
        assert total is not None
        assert points is not None
        catch_up = total - points
        if played[-1] < len(sheet.numbers):
            left = played[-1]
    return player | {"left": left, "catch_up": catch_up or 0}


def _house_rules(sheet: Sheet, counted: Mapping[str, Cost], doubles: Sequence[int]) -> dict[str, Any]:
    """The house rules that are told, else those that the figures show."""
    if "house_rules" in sheet.head:
        return dict(read_rules(sheet.head["house_rules"]))
    shown = {column: counted[column].points if column in counted else None for column in COSTS}
    return dict(
        shown_rules(
            whole(sheet.head.get("set", "")), doubles, blank=shown["double_blank"], on_double=shown["out_on_double"]
        )
    )
