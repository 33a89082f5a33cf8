"""Players with their figures: as JSON to read, as a table, and everything about one of them as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.report.cells import cut, left, right, width
from scorekeeper.rules.digest import id_in
from scorekeeper.text import _, ngettext, pgettext

if TYPE_CHECKING:
    from scorekeeper.rules.figures import Figures, PlayerFigures, Ratio, Record
    from scorekeeper.rules.roster import Listed
    from scorekeeper.rules.season import HeadToHead

LONGEST_NAME: Final = 24
"""Cells of a name in the table."""


def player_facts(listed: Listed) -> dict[str, Any]:
    """One player as `players --json` prints it; only finished matches count."""
    figures = listed.figures
    return {
        "name": listed.name,
        "id": listed.id,
        "archived": listed.archived,
        "matches": figures.matches,
        "wins": figures.wins,
        "shared_wins": figures.shared_wins,
        "average_place": figures.place.value,
        "points_per_round": figures.points.value,
        "zero_rounds": figures.zero_rounds.total,
        "rounds": figures.points.of,
        "best_round": figures.best_round.points if figures.best_round else None,
        "worst_round": figures.worst_round.points if figures.worst_round else None,
        "double_blanks": figures.double_blanks.total,
    }


def whole_player_facts(
    listed: Listed, figures: PlayerFigures, against: Sequence[HeadToHead], rating: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Everything about one player as `players NAME --json` prints it: `player_facts` and what only one is told.

    The arguments are those of `player_text`, the rating as the facts that it is.
    """
    overall = figures.overall
    return player_facts(listed) | {
        "left": overall.matches - overall.placed,
        "longest_run": overall.longest_run.length,
        "against_table": overall.against_table,
        "comeback": _record_facts(overall.comeback),
        "closest_win": _record_facts(overall.closest_win),
        "closest_miss": _record_facts(overall.closest_miss),
        "rating": rating,
        "sets": [_set_facts(of_set) for of_set in figures.by_set],
        "against": [
            {
                "name": pair.other_name,
                "id": id_in(pair.other),
                "matches": pair.matches,
                "ahead": pair.ahead,
                "behind": pair.behind,
                "level": pair.level,
            }
            for pair in against
        ],
    }


def _set_facts(figures: Figures) -> dict[str, Any]:
    """What the rounds with one set were."""
    return {
        "set": figures.sets[0],
        "matches": figures.matches,
        "rounds": figures.points.of,
        "points_per_round": figures.points.value,
        "zero_rounds": figures.zero_rounds.total,
        "outs": figures.outs.total,
        "outs_on_double": figures.outs_on_double.total,
        "double_blanks": figures.double_blanks.total,
        "best_round": _record_facts(figures.best_round),
        "worst_round": _record_facts(figures.worst_round),
        "rounds_started": figures.started.of,
        "points_when_starting": figures.started.value,
        "outs_when_starting": figures.started_outs.total,
    }


def _record_facts(record: Record | None) -> dict[str, Any] | None:
    if record is None:
        return None
    where = {} if record.round is None else {"round": record.round}
    return {"points": record.points, "match": record.match_id, "date": record.date, **where}


def players_text(players: Sequence[Listed]) -> str:
    """A line a player in the order given, with a head; lines end with a newline."""
    head = [
        _("Player"), _("Matches"), _("Wins"), pgettext("wins", "Shared"), _("Avg place"), _("Pts/round"), _("Rounds"),
        _("Zero"), _("Best"), _("Worst"), _("0-0"),
    ]  # fmt: skip
    rows = [_cells(listed) for listed in players]
    sizes = [max(width(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = ["  ".join([left(row[0], sizes[0]), *map(right, row[1:], sizes[1:])]).rstrip() for row in (head, *rows)]
    if any(len(listed.figures.sets) > 1 for listed in players):
        lines += ["", _("* over several sets, whose points do not compare; --set 9 counts one set only")]
    return "\n".join(lines) + "\n"


def _cells(listed: Listed) -> list[str]:
    figures = listed.figures
    name = _("{name} (archived)").format(name=listed.name) if listed.archived else listed.name
    return [
        cut(name, LONGEST_NAME),
        str(figures.matches),
        str(figures.wins),
        str(figures.shared_wins),
        _number(figures.place.value, 2),
        _number(figures.points.value, 1) + ("*" if len(figures.sets) > 1 else ""),
        str(figures.points.of),
        str(figures.zero_rounds.total),
        _points(figures.best_round),
        _points(figures.worst_round),
        str(figures.double_blanks.total),
    ]


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _points(record: Record | None) -> str:
    return "-" if record is None else str(record.points)


def player_text(listed: Listed, figures: PlayerFigures, against: Sequence[HeadToHead], rating: str = "") -> str:
    """Everything about one player, for each set apart, and against everybody else; lines end with a newline.

    Args:
        listed: the player.
        figures: the same matches for each set apart.
        against: the player against everybody else, the busiest pair first.
        rating: a line about how strong the player is; "" where there is none.
    """
    lines = [_("{name} (archived)").format(name=listed.name) if listed.archived else listed.name]
    if not figures.overall.matches:
        return "\n".join([*lines, _("No finished match.")]) + "\n"
    lines += _results(figures.overall)
    if rating:
        lines.append(rating)
    for of_set in figures.by_set:
        lines += ["", _("With the double-{set} set:").format(set=of_set.sets[0]), *_rounds(of_set)]
    if against:
        size = max(width(pair.other_name) for pair in against)
        lines += ["", _("Against (ahead, behind, level):")]
        lines += [
            f"  {left(pair.other_name, size)}  {pair.ahead:3} {pair.behind:3} {pair.level:3}  "
            + in_matches(pair.matches)
            for pair in against
        ]
    return "\n".join(lines) + "\n"


def _results(figures: Figures) -> list[str]:
    """What the matches were, all sets together: places compare where points do not."""
    rows = [
        (_("Matches"), str(figures.matches)),
        (_("Wins"), _("{alone} alone, {shared} shared").format(alone=figures.wins, shared=figures.shared_wins)),
        (_("Average place"), _average(figures.place, 2, in_matches(figures.place.of))),
        (_("Longest run of wins"), str(figures.longest_run.length)),
        (_("Points against the table"), _share(figures.against_table)),
        (_("Biggest comeback"), _where(figures.comeback)),
        (_("Closest win"), _where(figures.closest_win)),
        (_("Closest miss"), _where(figures.closest_miss)),
    ]
    return _aligned(rows)


def _rounds(figures: Figures) -> list[str]:
    """What the rounds with one set were."""
    rows = [
        (_("Points a round"), _average(figures.points, 1, _in_rounds(figures.points.of))),
        (_("Zero rounds"), _count(figures.zero_rounds)),
        (_("Went out"), _count(figures.outs)),
        (_("Out on a double"), _count(figures.outs_on_double)),
        (_("Double-blank left"), _count(figures.double_blanks)),
        (_("Best round"), _where(figures.best_round)),
        (_("Worst round"), _where(figures.worst_round)),
        (_("Points when starting"), _average(figures.started, 1, _in_rounds(figures.started.of))),
    ]
    return _aligned(rows)


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    size = max(width(label) for label, _value in rows)
    return [f"  {left(label, size)}  {value}" for label, value in rows]


def in_matches(count: int) -> str:
    """How many matches something rests on."""
    return ngettext("in {count} match", "in {count} matches", count).format(count=count)


def _in_rounds(count: int) -> str:
    return ngettext("in {count} round", "in {count} rounds", count).format(count=count)


def _average(ratio: Ratio, digits: int, what: str) -> str:
    return "-" if ratio.value is None else f"{_number(ratio.value, digits)} {what}"


def _count(ratio: Ratio) -> str:
    if ratio.value is None:
        return "-"
    return _("{count} of {all} ({share} %)").format(count=ratio.total, all=ratio.of, share=round(100 * ratio.value))


def _share(value: float | None) -> str:
    return "-" if value is None else _("{share} % of the average").format(share=round(100 * value))


def _where(record: Record | None) -> str:
    if record is None:
        return "-"
    points = ngettext("{count} point", "{count} points", record.points).format(count=record.points)
    place = _("match {id}, {date}") if record.round is None else _("round {round} of match {id}, {date}")
    return f"{points} ({place.format(round=record.round, id=record.match_id, date=record.date)})"
