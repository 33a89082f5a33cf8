"""Matches as CSV (RFC 4180): one row a player and round, or one row a match and player."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scorekeeper.rules.course import state
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import standings, totals

ROUND_COLUMNS: Final = (
    "match_id", "created", "set", "round", "double", "starter", "player", "seat", "pips", "double_blank", "out",
    "out_on_double", "points", "total",
)  # fmt: skip
MATCH_COLUMNS: Final = (
    "match_id", "created", "finished", "state", "set", "rounds_played", "player", "seat", "place", "total",
    "zero_rounds", "lowest_nonzero", "status",
)  # fmt: skip

_FORMULA: Final = tuple("=+-@\t\r＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula."""

Cell = str | int | None


def guarded(text: str) -> str:
    """`text` so that no spreadsheet computes it: with an apostrophe before it where it looks like a formula."""
    return "'" + text if text.lstrip("'").startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """What `guarded` made this of."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA) else text


def rounds_csv(matches: Iterable[Match]) -> str:
    """One row a player and round of every match; pips, flags and points are empty where a player was not in it."""
    return _csv(ROUND_COLUMNS, (row for match in matches for row in _round_rows(match)))


def _round_rows(match: Match) -> Iterator[tuple[Cell, ...]]:
    for number, row in enumerate(match.rounds, start=1):
        sums = totals(match, number)
        starter = None if row.starter is None else match.players[row.starter].name
        for seat, (player, hand) in enumerate(zip(match.players, row.hands, strict=True)):
            played: tuple[Cell, ...] = (None,) * 6
            if hand is not None:
                flags = (int(hand.double_blank), int(hand.is_out), int(hand.out_on_double))
                played = (hand.pips, *flags, hand.points(match.house), sums[seat])
            yield (match.id, match.created, match.set, number, row.double, starter, player.name, seat, *played)


def matches_csv(matches: Iterable[Match]) -> str:
    """One row a match and player."""
    return _csv(MATCH_COLUMNS, (row for match in matches for row in _match_rows(match)))


def _match_rows(match: Match) -> Iterator[tuple[Cell, ...]]:
    for line in standings(match).lines:
        yield (
            match.id, match.created, match.finished, state(match), match.set, len(match.rounds), line.name, line.seat,
            line.place, line.total, line.zero_rounds, line.lowest_nonzero, line.status,
        )  # fmt: skip


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()
