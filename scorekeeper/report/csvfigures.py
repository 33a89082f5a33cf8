"""Whether the figures in CSV follow from each other: pips, who went out, points and totals, row for row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.report.csvrows import Fault, Row, Sheet, no_number, said, whole
from scorekeeper.report.furthercolumns import read_rules
from scorekeeper.rules.house import CHOICES, STANDARD
from scorekeeper.rules.names import NAME_LIMIT, shown
from scorekeeper.text import _, listing, ngettext

COSTS: Final = ("double_blank", "out_on_double")
"""The columns of flags that may cost points, each called as the switch of its house rule (H2, H6)."""
_FIGURES: Final = ("double_blank", "out", "out_on_double", "points", "total")
"""Empty where a player was not in the round, as the pips are."""
_MOST_LINES: Final = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """What one thing counts in a match."""

    points: int | None
    """None where what is said cannot be, which is for whoever checks a match to say."""
    lines: tuple[int, ...] = ()
    """Where that is to be seen; none where it is the standard or stands in a column of its own."""
    told: bool = False
    """Whether it stands in a column of its own."""


def costs(sheet: Sheet) -> dict[str, Cost]:
    """What the double-blank and going out on a double count: as told, else as most rows show it; by column.

    What neither is told nor shown is not there.

    Raises:
        ValueError: the house rules are told in another form than that of their column.
    """
    if "house_rules" in sheet.head:
        rules = read_rules(sheet.head["house_rules"])
        told = {column: rules.get(column, getattr(STANDARD, column)) for column in COSTS}
        return {
            column: Cost(points if isinstance(points, int) and points in CHOICES[column] else None, told=True)
            for column, points in told.items()
        }
    found = {column: _shown(sheet, column) for column in COSTS}
    return {column: cost for column, cost in found.items() if cost is not None}


def _shown(sheet: Sheet, column: str) -> Cost | None:
    """What a flag counts by the points and by the totals of the rows that have it; None where none has."""
    votes: Counter[int] = Counter()
    lines: dict[int, list[int]] = {}
    flagged = False
    for seat in sheet.seats:
        before: int | None = 0
        for row in sheet.of(seat).values():
            pips, points, total = (whole(row.cells[each]) for each in ("pips", "points", "total"))
            if row.cells[column] == "1" and pips is not None:
                flagged = True
                seen = [None if points is None else points - pips]
                seen.append(None if total is None or before is None else total - before - pips)
                for cost in seen:
                    if cost in CHOICES[column]:
                        assert cost is not None
                        votes[cost] += 1
                        lines.setdefault(cost, []).append(row.line)
            before = total if row.played else None
    if not flagged:
        return None
    standard = getattr(STANDARD, column)
    cost = max(votes, key=lambda each: (votes[each], each == standard), default=standard)
    return Cost(cost, tuple(dict.fromkeys(lines.get(cost, ()))))


def figure_faults(sheet: Sheet, counted: Mapping[str, Cost]) -> Iterator[Fault]:
    """Every figure that does not follow from the others.

    Args:
        sheet: a match whose rows were settled.
        counted: as `costs` gives it.
    """
    doubtful: set[int] = set()
    for places in sheet.places.values():
        for row in places.values():
            yield from _flags(sheet, row)
        yield from _two_of_one(sheet, [row for row in places.values() if row.played], doubtful)
        if not sheet.lacks and len(places) == len(sheet.seats):
            yield from _starter(sheet, places)
    for seat in sheet.seats:
        yield from _seat(sheet, seat, counted, doubtful)


def _flags(sheet: Sheet, row: Row) -> Iterator[Fault]:
    """What is wrong with the pips of a row and what it says of going out."""
    cells = row.cells
    if not row.played:
        filled = next((column for column in (*_FIGURES, "tiles") if cells.get(column, "")), None)
        if filled is not None:
            text = _("pips is empty, but {column} is {cell}; both are empty for somebody who was not in the round.")
            yield sheet.fault(row, text.format(column=filled, cell=said(cells[filled])))
        return
    if whole(cells["pips"]) is None:
        yield sheet.fault(row, no_number("pips", cells["pips"]))
    for column in ("double_blank", "out", "out_on_double"):
        if cells[column] not in ("0", "1"):
            text = _("{column} is {cell}; it would have to be “0” for no or “1” for yes.")
            yield sheet.fault(row, text.format(column=column, cell=said(cells[column])))
    if whole(cells["pips"]) is None or cells["double_blank"] not in ("0", "1"):
        return
    why = _why_not_out(row)
    if cells["out"] == "1" and why:
        yield sheet.wrong(row, "out", "“0”", why)
    elif cells["out_on_double"] == "1" and why:
        yield sheet.wrong(row, "out_on_double", "“0”", why)


def _why_not_out(row: Row) -> str:
    """Why a player whose pips and double-blank can be read is not out (A16); "" for one who is."""
    pips = whole(row.cells["pips"]) or 0
    if pips:
        return ngettext("{pips} pip is left", "{pips} pips are left", pips).format(pips=pips)
    return _("the double-blank is left") if row.cells["double_blank"] == "1" else ""


def _two_of_one(sheet: Sheet, played: list[Row], doubtful: set[int]) -> Iterator[Fault]:
    """Who is said to have what one player at most can have; lines whose points prove nothing then become `doubtful`."""
    blank = [row for row in played if row.cells["double_blank"] == "1"]
    for row in blank[1:]:
        doubtful |= {each.line for each in blank}
        text = _(
            "double_blank is “1”, and it is for {other} in line {line} too; two players cannot hold the double-blank,"
            " the set has one (C2)."
        )
        yield sheet.fault(row, text.format(other=_name(sheet, blank[0]), line=blank[0].line))
    out = [
        row for row in played
        if whole(row.cells["pips"]) == 0 and row.cells["double_blank"] == "0"
    ]  # fmt: skip
    # Who is said to be out goes before who only has no pips.
    out.sort(key=lambda row: row.cells["out"] != "1")
    for row in out[1:]:
        text = _(
            "pips is “0” without the double-blank, and it is for {other} in line {line} too; two players cannot be out"
            " (C1)."
        )
        yield sheet.fault(row, text.format(other=_name(sheet, out[0]), line=out[0].line))
    if len(out) == 1 and out[0].cells["out"] == "0":
        yield sheet.wrong(out[0], "out", "“1”", _("no pips and no double-blank are left"))


def _starter(sheet: Sheet, places: Mapping[int, Row]) -> Iterator[Fault]:
    row = next(iter(places.values()))
    name = sheet.of_round[row.number, "starter"]
    if name and not any(_has_figures(each) and sheet.names[each.seat] == name for each in places.values()):
        text = _("starter is {cell}; it would have to be somebody who is in round {number}, or empty.")
        yield sheet.fault(row, text.format(cell=said(name), number=row.number))


def _has_figures(row: Row) -> bool:
    """Whether a row says anything of its round, even without the pips that it would have to have then."""
    return row.played or any(row.cells[column] for column in _FIGURES)


def _name(sheet: Sheet, row: Row) -> str:
    return shown(sheet.names[row.seat], NAME_LIMIT)


def _seat(sheet: Sheet, seat: int, counted: Mapping[str, Cost], doubtful: set[int]) -> Iterator[Fault]:
    """What is wrong with the points of a seat, their sums, and when its player came and left."""
    rows = sheet.of(seat)
    played = [number for number, row in rows.items() if row.played]
    if not played:
        return
    if not sheet.lacks:
        yield from _stay(sheet, rows, played)
    told = "catch_up" in rows[played[0]].cells
    catch_up = whole(sheet.of_seat[seat, "catch_up"] or "0")
    is_late = played[0] > 1 and played[0] - 1 in rows
    if catch_up and played[0] == 1:
        row = next(row for row in rows.values() if row.cells["catch_up"])
        text = _("{name} is there from round 1 on (A29)").format(name=_name(sheet, row))
        yield sheet.wrong(row, "catch_up", _("empty"), text)
    # What the total before this round may have been: after a wrong one, what it said or what it should have said.
    before: list[int] = [0]
    if is_late:
        before = [catch_up or 0] if told else []
    for number, row in rows.items():
        if (number - 1 not in rows and number > 1) or (not row.played and _has_figures(row)):
            # What cannot be read has a fault already, and leaves no sum to begin with.
            before = []
        if not row.played:
            continue
        points, total = whole(row.cells["points"]), whole(row.cells["total"])
        due = points if row.line in doubtful else _due(row, counted)
        if due is None and points is None:
            yield sheet.fault(row, no_number("points", row.cells["points"]))
        elif due is not None and points != due:
            yield sheet.wrong(row, "points", f"“{due}”", _why(row, counted))
        right = [each for each in (due, points) if each is not None]
        sums = [each + more for each in before for more in right]
        if sums and total not in sums:
            text = _("{before} so far and {points} in this round").format(before=before[0], points=right[0])
            yield sheet.wrong(row, "total", f"“{sums[0]}”", text)
            before = sums[:1] if total is None else [sums[0], total]
            continue
        if total is None:
            yield sheet.fault(row, no_number("total", row.cells["total"]))
        elif right and number == played[0] and total < min(right):
            text = _("that is what {name} has in this round alone").format(name=_name(sheet, row))
            yield sheet.wrong(row, "total", _("“{points}” or more").format(points=right[0]), text)
        before = [] if total is None else [total]


def _stay(sheet: Sheet, rows: Mapping[int, Row], played: list[int]) -> Iterator[Fault]:
    """Rounds that somebody missed in between, and a last round that is not the last (A30)."""
    for number in range(played[0] + 1, played[-1]):
        row = rows.get(number)
        if row is not None and not _has_figures(row):
            earlier = max(each for each in played if each < number)
            later = min(each for each in played if each > number)
            text = _(
                "pips is empty, but {name} is in rounds {earlier} and {later}; who leaves and comes back has a seat of"
                " their own from then on (A30)."
            )
            yield sheet.fault(row, text.format(name=_name(sheet, row), earlier=earlier, later=later))
    row = rows[max(rows)]
    left = row.cells.get("left")
    gone = played[-1] < row.number
    if left is None or (not left and not gone) or (left and whole(left) in (None, played[-1])):
        return
    text = _("that is the last round in which {name} has pips (A30)").format(name=_name(sheet, row))
    yield sheet.wrong(
        row, "left", f"“{played[-1]}”" if gone else _("“{number}” or empty").format(number=played[-1]), text
    )


def _due(row: Row, counted: Mapping[str, Cost]) -> int | None:
    """The points of a row by its other cells; None where these do not tell."""
    due = whole(row.cells["pips"])
    for column in COSTS:
        if row.cells[column] == "1" and due is not None:
            cost = counted[column].points
            due = None if cost is None else due + cost
        elif row.cells[column] != "0":
            due = None
    return due


def _why(row: Row, counted: Mapping[str, Cost]) -> str:
    """How the points that a row would have to have come about."""
    pips = whole(row.cells["pips"]) or 0
    text = ngettext("{pips} pip", "{pips} pips", pips).format(pips=pips)
    for column in COSTS:
        if row.cells[column] != "1":
            continue
        cost = counted[column]
        more = (
            _("{pips} and {cost} for the double-blank (H2)")
            if column == "double_blank"
            else _("{pips} and {cost} for going out on a double (H6)")
        )
        text = more.format(pips=text, cost=cost.points)
        lines = [str(line) for line in cost.lines if line != row.line][:_MOST_LINES]
        if cost.told:
            text = _("{points}, as house_rules says").format(points=text)
        elif lines:
            shown_in = ngettext("{points}, as in line {lines}", "{points}, as in lines {lines}", len(lines))
            text = shown_in.format(points=text, lines=listing(lines))
    return text
