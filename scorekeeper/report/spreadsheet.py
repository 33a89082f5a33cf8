"""Matches as CSV (RFC 4180): one row a player and round, or one row a match and player."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scorekeeper.report.furthercolumns import IN_FULL, WHEN_NEEDED, needed, rules_text, tiles_text
from scorekeeper.rules.course import state
from scorekeeper.rules.match import Hand, Match, Player, Round
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


def rounds_csv(matches: Iterable[Match], *, full: bool = False) -> str:
    """One row a player and round of every match; pips, flags and points are empty where a player was not in it.

    To the right of the columns of every such file stand further ones: those without which the course of one of the
    matches could not be told, or all there are, notes and tiles too, where `full` says so.
    """
    every = tuple(matches)
    wanted = set(IN_FULL) if full else set().union(*map(needed, every))
    further = tuple(column for column in (IN_FULL if full else WHEN_NEEDED) if column in wanted)
    return _csv((*ROUND_COLUMNS, *further), (row for match in every for row in _round_rows(match, further)))


def _round_rows(match: Match, further: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    of_match = _of_match(match) if further else {}
    for number, row in enumerate(match.rounds, start=1):
        sums = totals(match, number)
        starter = None if row.starter is None else match.players[row.starter].name
        for seat, (player, hand) in enumerate(zip(match.players, row.hands, strict=True)):
            played: tuple[Cell, ...] = (None,) * 6
            if hand is not None:
                flags = (int(hand.double_blank), int(hand.is_out), int(hand.out_on_double))
                played = (hand.pips, *flags, hand.points(match.house), sums[seat])
            more = of_match | _of_row(player, row, hand) if further else {}
            yield (
                match.id, match.created, match.set, number, row.double, starter, player.name, seat, *played,
                *(more[column] for column in further),
            )  # fmt: skip


def _of_match(match: Match) -> dict[str, Cell]:
    """What the further columns say about the whole match."""
    return {
        "house_rules": rules_text(match.house),
        "stopped": match.stopped,
        "drops": match.drops or None,
        "hand_size": match.hand_size,
        "finished": match.finished,
        "note": match.note,
        "next_starter": match.starter,
        "shuffler": match.shuffler,
    }


def _of_row(player: Player, row: Round, hand: Hand | None) -> dict[str, Cell]:
    """What the further columns say about a player and a round."""
    return {
        "left": player.left,
        "catch_up": player.catch_up or None,
        "round_note": row.note,
        "tiles": None if hand is None else tiles_text(hand),
    }


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
