"""A match, and a list of matches, as plain text whose columns stay straight in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scorekeeper.report import words
from scorekeeper.report.cells import cut, left, right, width
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.text import _, pgettext

if TYPE_CHECKING:
    from scorekeeper.rules.match import Match
    from scorekeeper.rules.summary import Summary

NOT_THERE: Final = "-"
"""A round that a player was not in, which is not zero (A29), or the place of one who left (A30)."""
NARROWEST: Final = 4
"""Cells of a name, however many players share the line."""


def match_text(match: Match, columns: int = 80) -> str:
    """The match as a table of rounds, its places, and why they are so; lines end with a newline.

    Args:
        match: any match.
        columns: cells of a line; names are cut to stay within them, as far as they can be.
    """
    placed = standings(match)
    lines = [words.title(match), *words.agreed_lines(match), ""]
    lines += _sheet(match, placed, columns)
    lines += ["", *_places(match, placed)]
    result = words.result(placed)
    if result:
        lines += ["", result]
    noted = words.notes(match)
    if noted:
        lines += ["", *noted]
    return "\n".join(lines) + "\n"


def _sheet(match: Match, placed: Standings, columns: int) -> list[str]:
    """The table: a row a round headed by its double, a column a player in seat order, catch-up, totals and places."""
    legend = words.legend(match)
    sign = 1 if legend else 0  # cells behind every number
    body = [
        (
            f"{row.double}-{row.double}",
            [_number(line.rounds[at]) + words.flag(row.hands[line.seat]).ljust(sign) for line in placed.lines],
            words.remarks(match, at + 1),
        )
        for at, row in enumerate(match.rounds)
    ]
    foot = [(_("Total"), [str(line.total) for line in placed.lines])]
    foot += [(_("Place"), [_number(words.place(match, line)) for line in placed.lines])]
    if any(line.catch_up for line in placed.lines):
        foot.insert(0, (_("Catch-up"), [str(line.catch_up or "") for line in placed.lines]))
    below = [(label, [cell + " " * sign for cell in cells], "") for label, cells in foot]

    label_width = max(width(label) for label in (_("Round"), *(row[0] for row in (*body, *below))))
    most = max(NARROWEST, (columns - label_width) // len(match.players) - 2 - sign)
    heads = [head + " " * sign for head in _heads([player.name for player in match.players], most)]
    sizes = [max(width(head), *(len(row[1][seat]) for row in (*body, *below))) for seat, head in enumerate(heads)]
    rule = "-" * (label_width + sum(size + 2 for size in sizes))

    def line(label: str, cells: Sequence[str], end: str) -> str:
        return "  ".join([left(label, label_width), *map(right, cells, sizes), end]).rstrip()

    lines = [line(_("Round"), heads, ""), rule, *(line(*row) for row in body)]
    if body:
        lines.append(rule)
    return [*lines, *(line(*row) for row in below), *legend]


def _number(value: int | None) -> str:
    return NOT_THERE if value is None else str(value)


def _heads(names: Sequence[str], most: int) -> list[str]:
    """The names cut to `most` cells; numbered by seat where cutting makes two of them the same."""
    heads = [cut(name, most) for name in names]
    if len(set(heads)) == len(heads):
        return heads
    return [cut(f"{number} {name}", most) for number, name in enumerate(names, start=1)]


def _places(match: Match, placed: Standings) -> list[str]:
    """Everybody by place with the whole name, the total and what is special."""
    rows = placed.by_place()
    name_width = max(width(line.name) for line in rows)
    place_width = max(len(_number(words.place(match, line))) for line in rows)
    total_width = max(len(str(line.total)) for line in rows)
    return [
        "  ".join(
            [
                _number(words.place(match, line)).rjust(place_width),
                left(line.name, name_width),
                str(line.total).rjust(total_width),
                words.mark(match, line),
            ]
        ).rstrip()
        for line in rows
    ]


def history_text(summaries: Sequence[Summary]) -> str:
    """One line a match in the order given: its id, date, set, how far it came, and everybody by place."""
    rows = [
        (
            summary.id,
            words.day(summary),
            _("double-{set}").format(set=summary.set),
            words.progress(summary.state, summary.rounds_played, summary.rounds_planned, summary.next_double),
            _result(summary),
        )
        for summary in summaries
    ]
    sizes = [max((width(row[column]) for row in rows), default=0) for column in range(4)]
    return "".join(
        "  ".join([*(left(cell, size) for cell, size in zip(row, sizes, strict=False)), row[-1]]).rstrip() + "\n"
        for row in rows
    )


def _result(summary: Summary) -> str:
    """Everybody by place: "1 Ana 6, 2 Chi 53, Boris 21 (left)"; the names alone before the first round."""
    if not summary.rounds_played:
        return ", ".join(line.name for line in summary.lines)
    return ", ".join(
        f"{line.name} {line.total} ({pgettext('player', 'left')})"
        if line.place is None
        else f"{line.place} {line.name} {line.total}"
        for line in Standings(summary.lines, (), None, "").by_place()
    )
