"""What many matches say about one player.

Only finished matches count, and every figure carries the number of matches or rounds that it rests on. What is counted
in rounds takes in everybody who played them. What is about results (wins, places, runs, comebacks, head to head) takes
in only those who have a place: late players do, players who left do not, so that leaving neither wins nor loses (A30).

Points of different sets do not compare. Figures therefore come for each set apart; those over several sets name their
sets, and beside the plain average stands the comparison with the table, which is fair across sets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from typing import Final

from scorekeeper.rules.digest import MatchDigest, PlayerDigest, chosen

_COUNTS: Final = (
    "late", "rounds", "points", "zero_rounds", "double_blanks", "outs", "outs_on_double",
    "started", "started_points", "started_outs",
)  # fmt: skip
"""What is simply added up over matches."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """So much in so many matches or rounds."""

    total: int
    of: int
    """The number of matches or rounds that it rests on."""

    @property
    def value(self) -> float | None:
        """The average, or the share from 0 to 1; None where it rests on nothing."""
        return self.total / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Record:
    """Points that were reached once, and where; the first time of several."""

    points: int
    match_id: str
    set: int
    date: str
    """YYYY-MM-DD; empty where the match has no time."""
    round: int | None = None
    """From 1; None for what is about a whole match."""


@dataclass(frozen=True, slots=True)
class Run:
    """Matches in a row, the longest such row, the first of several."""

    length: int
    first: str
    """Id of the first match; empty for a run of none."""
    last: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What some matches say about one player."""

    sets: tuple[int, ...]
    """The sets they were played with, smallest first. With several, points are those of unlike rounds."""
    matches: int
    """Finished matches played in, those that the player left among them."""
    placed: int
    """Those of them with a place; all figures about results rest on these."""
    late: int
    """Those with a place that the player joined late (A29)."""
    wins: int
    """Matches won alone, by points or a tiebreaker."""
    shared_wins: int
    """Matches whose first place was shared (A24); not among `wins`."""
    place: Ratio
    """Places over matches with a place."""
    points: Ratio
    """Points over rounds played, without any catch-up (A29). Over several sets a plain average of unlike rounds."""
    table_points: float
    """What the same rounds brought their players on average, in all."""
    zero_rounds: Ratio
    """Rounds of 0 points over rounds (A33)."""
    best_round: Record | None
    worst_round: Record | None
    double_blanks: Ratio
    """Rounds left with the double-blank over rounds (R26)."""
    outs: Ratio
    """Rounds in which the player went out over rounds (A16)."""
    outs_on_double: Ratio
    """Those with a double over all outs; at least so many, as a table need not say."""
    started: Ratio
    """Points over rounds started, where the table said who started."""
    started_outs: Ratio
    """Rounds gone out over rounds started."""
    longest_run: Run
    """Matches in a row among the winners, shared wins too; matches left are passed over."""
    comeback: Record | None
    """The most points behind the leader after a round of a match that was then won, alone or shared."""
    closest_win: Record | None
    """The fewest points ahead of the next; 0 where a tiebreaker decided or first place was shared."""
    closest_miss: Record | None
    """The fewest points behind the winner of a match that was not won; 0 where a tiebreaker decided."""

    @property
    def first_places(self) -> int:
        """Matches won, alone or shared."""
        return self.wins + self.shared_wins

    @property
    def against_table(self) -> float | None:
        """Points for each point of an average player in the same rounds: below 1 is better. Fair over several sets."""
        return self.points.total / self.table_points if self.table_points else None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Everything about one player: over all chosen matches, and over those of each set apart."""

    who: str
    name: str
    """As in the last match; empty where no match knows the player."""
    overall: Figures
    by_set: tuple[Figures, ...]
    """Smallest set first."""


def player_figures(
    digests: Iterable[MatchDigest], who: str, *, since: str = "", until: str = "", set: int | None = None
) -> PlayerFigures:
    """The figures of the player with the identity `who` (see `digest.identity`), all zero where no match knows it.

    The other arguments are those of `chosen`.
    """
    matches: list[MatchDigest] = []
    players: list[PlayerDigest] = []
    # Two lists, as thousands of pairs would have the garbage collector look through all digests.
    for match in chosen(digests, since=since, until=until, set=set):
        for player in match.players:
            if player.who == who:
                matches.append(match)
                players.append(player)
    overall = figures_of(matches, players)
    name = players[-1].name if players else ""
    if len(overall.sets) < 2:
        return PlayerFigures(who, name, overall, (overall,) if matches else ())
    by_set = []
    for highest in overall.sets:
        with_it = [match.set == highest for match in matches]
        by_set.append(figures_of(list(compress(matches, with_it)), list(compress(players, with_it))))
    return PlayerFigures(who, name, overall, tuple(by_set))


def figures_of(matches: Sequence[MatchDigest], players: Sequence[PlayerDigest]) -> Figures:
    """The figures of one player over these matches, which are in the order in which they were finished.

    Args:
        matches: one for each of `players`.
        players: what each match says about the player.
    """
    # Column by column and without a value for each match, because thousands go through here for one key press.
    column = dict(zip(PlayerDigest._fields, zip(*players, strict=True) if players else repeat(()), strict=False))
    total = {name: sum(column[name]) for name in _COUNTS}
    placed = [place is not None for place in column["place"]]
    won = column["won"]
    alone = sum(match.winners == 1 for match in compress(matches, won))
    deficits = [deficit if first and deficit else None for first, deficit in zip(won, column["deficit"], strict=True)]
    leads = column["lead"]
    ahead = [lead if first else None for lead, first in zip(leads, won, strict=True)]
    misses = [None if lead is None or first else -lead for lead, first in zip(leads, won, strict=True)]
    return Figures(
        sets=tuple(sorted({match.set for match in matches})),
        matches=len(matches),
        placed=sum(placed),
        late=total["late"],
        wins=alone,
        shared_wins=sum(won) - alone,
        place=Ratio(sum(compress(column["place"], placed)), sum(placed)),
        points=Ratio(total["points"], total["rounds"]),
        table_points=math.fsum(column["table_points"]),
        zero_rounds=Ratio(total["zero_rounds"], total["rounds"]),
        best_round=_record(matches, players, column["best"], "best_round"),
        worst_round=_record(matches, players, column["worst"], "worst_round", most=True),
        double_blanks=Ratio(total["double_blanks"], total["rounds"]),
        outs=Ratio(total["outs"], total["rounds"]),
        outs_on_double=Ratio(total["outs_on_double"], total["outs"]),
        started=Ratio(total["started_points"], total["started"]),
        started_outs=Ratio(total["started_outs"], total["started"]),
        longest_run=_longest_run(compress(matches, placed), compress(won, placed)),
        comeback=_record(matches, players, deficits, "deficit_round", most=True),
        closest_win=_record(matches, players, ahead),
        closest_miss=_record(matches, players, misses),
    )


def _record(
    matches: Sequence[MatchDigest],
    players: Sequence[PlayerDigest],
    points: Sequence[int | None],
    round_field: str = "",
    *,
    most: bool = False,
) -> Record | None:
    """The lowest of these points, one for each match, or the `most`; the first of several, None where all are None."""
    known = [value for value in points if value is not None]
    if not known:
        return None
    best = max(known) if most else min(known)
    where = points.index(best)
    match = matches[where]
    number = getattr(players[where], round_field) if round_field else None
    return Record(best, match.id, match.set, match.date, number)


def _longest_run(matches: Iterable[MatchDigest], won: Iterable[bool]) -> Run:
    longest = Run(0, "", "")
    length, first = 0, ""
    for match, first_place in zip(matches, won, strict=True):
        length = length + 1 if first_place else 0
        first = match.id if length == 1 else first
        if length > longest.length:
            longest = Run(length, first, match.id)
    return longest
