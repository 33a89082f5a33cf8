"""What one finished match says about its players: small enough that thousands can be kept at hand, without rounds.

Figures over many matches (see `figures`) are computed from digests only. Digests are plain tuples all through, so that
they are stored as lists and come back in no time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from operator import attrgetter, lt
from sys import intern
from typing import Any, Final, NamedTuple

from scorekeeper.rules.course import state
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.moments import seconds_of, time_of
from scorekeeper.rules.names import same_name_key
from scorekeeper.rules.scoring import Line, Standings, standings, totals

_DAY: Final = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")


class PlayerDigest(NamedTuple):
    """One player in one finished match.

    Somebody who left and came back is one player: rounds of both seats count, the place is that of the second (A30).
    """

    who: str
    """See `identity`."""
    name: str
    place: int | None
    """None for a player who left (A30): the rounds count, the result does not."""
    won: bool
    """Whether in first place, alone or shared."""
    late: bool
    """Whether the place is that of a seat taken after the first round (A29)."""
    lead: int | None
    """Points to the best of the others who have a place: above zero ahead, below behind; None where there is none."""
    deficit: int
    """The most points behind the leader after any round; 0 for a player without a place."""
    deficit_round: int
    """The round after which it was so, the first of several; 0 for none."""
    rounds: int
    """Rounds played. Rounds missed are blank and count nowhere (A29)."""
    points: int
    """Points of these rounds, without any catch-up (A29)."""
    table_points: float
    """What these rounds brought an average player of the same rounds."""
    zero_rounds: int
    best: int | None
    """The lowest round in points; None without any."""
    best_round: int
    """Its number from 1, the first of several; 0 for none."""
    worst: int | None
    worst_round: int
    double_blanks: int
    """Rounds that ended with the double-blank in hand (R26)."""
    outs: int
    """Rounds that ended with no tile in hand (A16); more than zero rounds under H6, fewer under H2 = 0."""
    outs_on_double: int
    """Those of them with a double, where the table said so."""
    started: int
    """Rounds started, where the table said so (R8, R9)."""
    started_points: int
    started_outs: int


class MatchDigest(NamedTuple):
    """One finished match."""

    id: str
    set: int
    date: str
    """The day it was finished, YYYY-MM-DD, as the calendar at the table said; empty where it has no time."""
    moment: float
    """The same as a point in time, in seconds, to order matches by; 0 where it has no time."""
    began: float
    """When it was set up, in seconds; orders matches finished at the same moment."""
    rounds: int
    blocked: int
    """Rounds that ended with nobody out (R24)."""
    winners: int
    """Players in first place, more than one where it is shared (A24); 0 when everybody left."""
    players: tuple[PlayerDigest, ...]
    """In seat order, somebody with two seats at the first."""


def identity(player: Player) -> str:
    """Who somebody is across matches: by id where there is one, else by the name as `same_name_key` compares it."""
    return f"name:{same_name_key(player.name)}" if player.id is None else f"id:{player.id}"


def id_in(who: str) -> str | None:
    """The id in an identity; None where it is a name."""
    return who.removeprefix("id:") if who.startswith("id:") else None


def digest(match: Match) -> MatchDigest | None:
    """What figures need of a match; None unless it is finished, as stopped and running matches count nowhere (A28)."""
    if state(match) != "finished":
        return None
    result = standings(match)
    behind = _deficits(match)
    means = _means(result)
    out = [row.out for row in match.rounds]
    seats: dict[str, list[int]] = {}
    for seat, player in enumerate(match.players):
        seats.setdefault(identity(player), []).append(seat)
    at = match.finished or match.updated or match.created
    finished = time_of(at)
    return MatchDigest(
        id=match.id,
        set=match.set,
        date=finished.date().isoformat() if finished else "",
        moment=seconds_of(at),
        began=seconds_of(match.created),
        rounds=len(match.rounds),
        blocked=out.count(None),
        winners=len({identity(match.players[seat]) for seat in result.winners}),
        players=tuple(_player(match, result, who, own, behind, means, out) for who, own in seats.items()),
    )


def from_list(stored: Sequence[Any]) -> MatchDigest:
    """The digest that was stored as a list of its fields, its players too.

    Raises:
        TypeError: it is no list of lists, or one of them has another length.
        ValueError: as above, where a list is far too short.
    """
    *fields, players = stored
    # Thousands of matches repeat the same few names; one copy of each is enough.
    kept = tuple(PlayerDigest(intern(who), intern(name), *figures) for who, name, *figures in players)
    return MatchDigest._make((*fields, kept))


def is_day(text: str) -> bool:
    """Whether it is a day of the calendar, a month or a year as ISO 8601 writes it."""
    return _DAY.fullmatch(text) is not None and time_of(text + "-01-01"[len(text) - 4 :]) is not None


def is_turned_round(since: str, until: str) -> bool:
    """Whether a season ends before it begins; its days, months or years as for `chosen`, "" for an open end."""
    return bool(since and until) and since > until and not since.startswith(until)


def chosen(
    digests: Iterable[MatchDigest], *, since: str = "", until: str = "", set: int | None = None
) -> list[MatchDigest]:  # fmt: skip
    """The matches of a season or a set, in the order in which they were finished.

    Args:
        digests: in any order.
        since: the first day, YYYY-MM-DD, or a whole month or year; by the calendar at the table.
        until: the last day, month or year, which is taken in. With either, matches without a time are left out.
        set: only matches with this set.

    Raises:
        ValueError: `since` or `until` is no day, month or year.
    """
    for day in (since, until):
        if day and not is_day(day):
            raise ValueError(f"not a day, month or year: {day!r}")
    kept: Iterable[MatchDigest] = digests
    if set is not None:
        kept = (match for match in kept if match.set == set)
    if since or until:
        kept = (
            match
            for match in kept
            if match.date and match.date[: len(since)] >= since and match.date[: len(until)] <= until
        )
    found = list(kept)
    moments = [match.moment for match in found]
    if all(map(lt, moments, islice(moments, 1, None))):
        return found  # as they mostly come, and the keys below are thousands of tuples
    return sorted(found, key=attrgetter("moment", "began", "id"))


def _player(
    match: Match,
    result: Standings,
    who: str,
    own: Sequence[int],
    behind: Sequence[tuple[int, int]],
    means: Sequence[float],
    out: Sequence[int | None],
) -> PlayerDigest:
    lines = [result.lines[seat] for seat in own]
    placed = min((line for line in lines if line.place is not None), key=lambda line: line.key, default=None)
    scored = [
        (points, number, line.seat)
        for line in lines
        for number, points in enumerate(line.rounds, start=1)
        if points is not None
    ]
    best = min(scored, default=None)
    worst = max(scored, key=lambda item: (item[0], -item[1]), default=None)
    started = [item for item in scored if match.rounds[item[1] - 1].starter == item[2]]
    hands = [hand for row in match.rounds for seat in own if (hand := row.hands[seat]) is not None]
    deficit, deficit_round = behind[placed.seat] if placed else (0, 0)
    return PlayerDigest(
        who=who,
        name=(placed or lines[-1]).name,
        place=placed.place if placed else None,
        won=placed is not None and placed.seat in result.winners,
        late=placed is not None and placed.status == "late",
        lead=_lead(result, own, placed),
        deficit=deficit,
        deficit_round=deficit_round,
        rounds=len(scored),
        points=sum(points for points, _number, _seat in scored),
        table_points=sum(means[number - 1] for _points, number, _seat in scored),
        zero_rounds=sum(line.zero_rounds for line in lines),
        best=best[0] if best else None,
        best_round=best[1] if best else 0,
        worst=worst[0] if worst else None,
        worst_round=worst[1] if worst else 0,
        double_blanks=sum(hand.double_blank for hand in hands),
        outs=sum(hand.is_out for hand in hands),
        outs_on_double=sum(hand.out_on_double for hand in hands),
        started=len(started),
        started_points=sum(points for points, _number, _seat in started),
        started_outs=sum(out[number - 1] == seat for _points, number, seat in started),
    )


def _lead(result: Standings, own: Sequence[int], placed: Line | None) -> int | None:
    others = [line.total for line in result.lines if line.place is not None and line.seat not in own]
    return min(others) - placed.total if placed and others else None


def _deficits(match: Match) -> list[tuple[int, int]]:
    """For each seat the most points behind the leader after a round, with that round, among those who play on."""
    most = [(0, 0)] * len(match.players)
    for number in range(1, len(match.rounds) + 1):
        sums = totals(match, number)
        ranked = match.seats_in(number + 1)
        leader = min((sums[seat] for seat in ranked), default=0)
        for seat in ranked:
            if sums[seat] - leader > most[seat][0]:
                most[seat] = (sums[seat] - leader, number)
    return most


def _means(result: Standings) -> list[float]:
    """The average points of each round among those who were in it."""
    columns = zip(*(line.rounds for line in result.lines), strict=True)
    played = [[points for points in column if points is not None] for column in columns]
    return [sum(column) / len(column) for column in played]
