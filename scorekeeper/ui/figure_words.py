"""The figures of one player as lines: what it is, how much, what that rests on, and the match it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorekeeper.rules.digest import MatchDigest, PlayerDigest
from scorekeeper.rules.figures import Figures, PlayerFigures, Ratio, Record
from scorekeeper.text import _, ngettext

if TYPE_CHECKING:
    from scorekeeper.rating import Rating

FORM: Final = 12
"""Matches whose places are shown in a row."""
NOTHING: Final = "–"


@dataclass(frozen=True, slots=True)
class Source:
    """A match to look back on."""

    match_id: str
    round: int | None = None
    """From 1; None for all of it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line."""

    label: str
    value: str = ""
    rests: str = ""
    """What it rests on, or where it was."""
    source: Source | None = None
    heading: bool = False


def in_matches(count: int) -> str:
    """How many matches something rests on."""
    return ngettext("in {count} match", "in {count} matches", count).format(count=count)


def _in_rounds(count: int) -> str:
    return ngettext("in {count} round", "in {count} rounds", count).format(count=count)


def percent(value: float | None) -> str:
    """A share of 1 in percent."""
    return NOTHING if value is None else _("{share} %").format(share=round(100 * value))


def _number(value: float | None, digits: int) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def _of_matches(count: int) -> str:
    return ngettext("of {count} match", "of {count} matches", count).format(count=count)


def _shared_of(ratio: Ratio, of: str) -> str:
    """What a count rests on, with its share."""
    return of if ratio.value is None else _("{of}, {share} %").format(of=of, share=round(100 * ratio.value))


def _of_rounds(ratio: Ratio) -> str:
    told = ngettext("of {count} round", "of {count} rounds", ratio.of).format(count=ratio.of)
    return _shared_of(ratio, told)


def result_lines(
    figures: Figures,
    played: Sequence[tuple[MatchDigest, PlayerDigest]],
    *,
    place: int | None,
    everybody: int,
    rating: Rating | None = None,
) -> list[Figure]:
    """What the matches were, of all chosen sets together: places compare where points do not.

    Args:
        figures: over the chosen matches.
        played: the chosen matches with what each says about the player, in the order in which they were finished.
        place: in the table of everybody.
        everybody: how many stand in that table.
        rating: how strong the player is; None where that cannot be said.
    """
    left = figures.matches - figures.placed
    rests = []
    if figures.late:
        rests.append(ngettext("{count} joined late", "{count} joined late", figures.late).format(count=figures.late))
    if left:
        rests.append(ngettext("{count} left", "{count} left", left).format(count=left))
    won = Ratio(figures.wins, figures.placed)
    lines = [
        Figure(_("Results"), heading=True),
        Figure(
            _("In the table"), NOTHING if place is None else f"{place}.",
            ngettext("of {count} player", "of {count} players", everybody).format(count=everybody) if place else "",
        ),
        Figure(_("Finished matches"), str(figures.matches), ", ".join(rests)),
        Figure(
            _("Won alone"), str(figures.wins), _shared_of(won, _of_matches(figures.placed)),
        ),
        Figure(_("First place shared"), str(figures.shared_wins), _of_matches(figures.placed)),
        Figure(_("Average place"), _number(figures.place.value, 2), in_matches(figures.place.of)),
        Figure(
            _("Last places"), " ".join(_place(player) for _match, player in played[-FORM:]), _("the newest at the end")
        ),
        Figure(
            _("Points vs table"), percent(figures.against_table),
            ngettext("of an average, in {count} round", "of an average, in {count} rounds", figures.points.of).format(
                count=figures.points.of
            ),
        ),
    ]  # fmt: skip
    if rating is not None:
        lines.append(
            Figure(
                _("Rating"),
                _("{skill:.1f} ±{uncertainty:.1f}").format(skill=rating.skill, uncertainty=2 * rating.uncertainty),
                _("{matches}; a newcomer has 25").format(matches=in_matches(rating.matches)),
            )
        )
    return [*lines, *_run_lines(figures, {match.id: match for match, _player in played}), *_result_records(figures)]


def _place(player: PlayerDigest) -> str:
    return NOTHING if player.place is None else str(player.place)


def _run_lines(figures: Figures, matches: Mapping[str, MatchDigest]) -> list[Figure]:
    run = figures.longest_run
    if not run.length:
        return [Figure(_("Longest run of wins"), "0", in_matches(figures.placed))]
    first, last = matches[run.first], matches[run.last]
    if run.length == 1:
        return [Figure(_("Longest run of wins"), "1", first.date, Source(run.first))]
    return [
        Figure(
            _("Longest run of wins"), str(run.length), _("in a row, from {date}").format(date=first.date),
            Source(run.first),
        ),
        Figure(_("… its last match"), "", last.date, Source(run.last)),
    ]  # fmt: skip


def _result_records(figures: Figures) -> list[Figure]:
    return [
        _record(_("Biggest comeback"), figures.comeback, _("behind after round {round}, {date}")),
        _record(_("Closest win"), figures.closest_win, _("ahead, {date}")),
        _record(_("Closest miss"), figures.closest_miss, _("behind, {date}")),
    ]


def _record(label: str, record: Record | None, where: str) -> Figure:
    if record is None:
        return Figure(label, NOTHING)
    told = where.format(round=record.round, date=record.date or _("no date"))
    return Figure(label, str(record.points), told, Source(record.match_id, record.round))


def set_lines(figures: Figures) -> list[Figure]:
    """What the rounds with one set were."""
    rounds = _("round {round}, {date}")
    heading = _("With the double-{set} set").format(set=figures.sets[0])
    return [
        Figure(heading, rests=in_matches(figures.matches), heading=True),
        Figure(_("Points a round"), _number(figures.points.value, 1), _in_rounds(figures.points.of)),
        Figure(_("Zero rounds"), str(figures.zero_rounds.total), _of_rounds(figures.zero_rounds)),
        _record(_("Best round"), figures.best_round, rounds),
        _record(_("Worst round"), figures.worst_round, rounds),
        Figure(_("Went out"), str(figures.outs.total), _of_rounds(figures.outs)),
        Figure(
            _("Out on a double"), str(figures.outs_on_double.total),
            ngettext(
                "of {count} time out, where it was said", "of {count} times out, where it was said",
                figures.outs_on_double.of,
            ).format(count=figures.outs_on_double.of),
        ),
        Figure(_("Caught with double-blank"), str(figures.double_blanks.total), _of_rounds(figures.double_blanks)),
        Figure(
            _("Points when starting"), _number(figures.started.value, 1),
            ngettext("in {count} round started", "in {count} rounds started", figures.started.of).format(
                count=figures.started.of
            ),
        ),
        Figure(_("Out when starting"), str(figures.started_outs.total), _of_rounds(figures.started_outs)),
    ]  # fmt: skip


def all_lines(results: Sequence[Figure], figures: PlayerFigures) -> tuple[Figure, ...]:
    """The results, then the rounds of each set apart, with an empty line between."""
    lines = list(results)
    for of_set in figures.by_set:
        lines += [Figure(""), *set_lines(of_set)]
    return tuple(lines)
