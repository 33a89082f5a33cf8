"""Figures once more, the slow way: every question walks through all rounds again, and nothing of the product scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.rules.match import Match, Player


def same_person(player: Player, who: str) -> bool:
    if player.id is not None:
        return who == "id:" + player.id
    return who == "name:" + player.name.strip().casefold()


def everybody(matches: Iterable[Match]) -> set[str]:
    return {
        "name:" + player.name.strip().casefold() if player.id is None else "id:" + player.id
        for match in matches
        for player in match.players
    }


def score(match: Match, seat: int, number: int) -> int | None:
    hand = match.rounds[number - 1].hands[seat]
    if hand is None:
        return None
    points = hand.pips
    if hand.double_blank:
        points += match.house.double_blank
    if hand.pips == 0 and not hand.double_blank and hand.out_on_double:
        points += match.house.out_on_double
    return points


def scores(match: Match, seat: int, upto: int) -> list[int]:
    every = [score(match, seat, number) for number in range(1, upto + 1)]
    return [points for points in every if points is not None]


def total(match: Match, seat: int, upto: int) -> int:
    return match.players[seat].catch_up + sum(scores(match, seat, upto))


def better(match: Match, one: int, other: int) -> bool:
    """Whether `one` is ahead of `other` at the end: fewest points, most zeros, lowest round above zero."""
    end = len(match.rounds)
    if total(match, one, end) != total(match, other, end):
        return total(match, one, end) < total(match, other, end)
    mine, theirs = scores(match, one, end), scores(match, other, end)
    if mine.count(0) != theirs.count(0):
        return mine.count(0) > theirs.count(0)
    mine, theirs = [points for points in mine if points], [points for points in theirs if points]
    if not mine or not theirs:
        return bool(mine) and not theirs
    return min(mine) < min(theirs)


def at_table(match: Match, after: int) -> list[int]:
    """The seats that count after so many rounds: those who have not left and sit there by then."""
    return [
        seat
        for seat, player in enumerate(match.players)
        if (player.left is None or player.left > after) and player.joined <= after + 1
    ]


def place(match: Match, seat: int) -> int | None:
    end = at_table(match, len(match.rounds))
    return 1 + sum(better(match, other, seat) for other in end) if seat in end else None


def in_order(matches: Iterable[Match]) -> list[Match]:
    def when(match: Match) -> tuple[datetime, datetime, str]:
        assert match.finished is not None
        return datetime.fromisoformat(match.finished), datetime.fromisoformat(match.created), match.id

    return sorted((match for match in matches if match.finished is not None), key=when)


def seats_of(match: Match, who: str) -> list[int]:
    return [seat for seat, player in enumerate(match.players) if same_person(player, who)]


def placed_seat(match: Match, who: str) -> int | None:
    found = [seat for seat in seats_of(match, who) if place(match, seat) is not None]
    assert len(found) <= 1
    return found[0] if found else None


def naive_figures(matches: Iterable[Match], who: str) -> dict[str, Any]:
    """Every figure of one player by the name that it has in the product, ratios as pairs, records as tuples."""
    mine = [match for match in in_order(matches) if seats_of(match, who)]
    played = [
        (match, number, seat, points)
        for match in mine
        for number in range(1, len(match.rounds) + 1)
        for seat in seats_of(match, who)
        if (points := score(match, seat, number)) is not None
    ]
    results = [(match, seat) for match in mine if (seat := placed_seat(match, who)) is not None]
    won = [(match, seat) for match, seat in results if place(match, seat) == 1]
    lost = [(match, seat) for match, seat in results if place(match, seat) != 1]
    alone = [
        match for match, _seat in won if sum(place(match, seat) == 1 for seat in range(len(match.players))) == 1
    ]  # fmt: skip
    hands = [match.rounds[number - 1].hands[seat] for match, number, seat, _points in played]
    outs = [hand for hand in hands if hand is not None and hand.pips == 0 and not hand.double_blank]
    started = [item for item in played if item[0].rounds[item[1] - 1].starter == item[2]]
    comebacks, margins, misses = [], [], []
    for match, seat in won:
        for after in range(1, len(match.rounds) + 1):
            if seat in at_table(match, after):
                leader = min(total(match, other, after) for other in at_table(match, after))
                comebacks.append((total(match, seat, after) - leader, match, after))
        margins += [(gap, match, None) for gap in gaps(match, seat)[:1]]
    for match, seat in lost:
        misses.append((-gaps(match, seat)[0], match, None))
    return {
        "sets": tuple(sorted({match.set for match in mine})),
        "matches": len(mine),
        "placed": len(results),
        "late": sum(match.players[seat].joined > 1 for match, seat in results),
        "wins": len(alone),
        "shared_wins": len(won) - len(alone),
        "place": (sum(place(match, seat) or 0 for match, seat in results), len(results)),
        "points": (sum(points for *_where, points in played), len(played)),
        "zero_rounds": (sum(points == 0 for *_where, points in played), len(played)),
        "best_round": record([(-points, match, number) for match, number, _seat, points in played], -1),
        "worst_round": record([(points, match, number) for match, number, _seat, points in played]),
        "double_blanks": (sum(hand is not None and hand.double_blank for hand in hands), len(played)),
        "outs": (len(outs), len(played)),
        "outs_on_double": (sum(hand.out_on_double for hand in outs), len(outs)),
        "started": (sum(points for *_where, points in started), len(started)),
        "started_outs": (
            sum(match.rounds[number - 1].out == seat for match, number, seat, _points in started), len(started)
        ),
        "longest_run": longest_run([(match.id, place(match, seat) == 1) for match, seat in results]),
        "comeback": record([item for item in comebacks if item[0] > 0]),
        "closest_win": record([(-gap, match, number) for gap, match, number in margins], -1),
        "closest_miss": record([(-gap, match, number) for gap, match, number in misses], -1),
        "table_points": sum(table_average(match, number) for match, number, _seat, _points in played),
    }  # fmt: skip


def gaps(match: Match, seat: int) -> list[int]:
    """How far the others are behind, the best of them first."""
    end = len(match.rounds)
    others = [other for other in at_table(match, end) if other != seat]
    return sorted(total(match, other, end) - total(match, seat, end) for other in others)


def table_average(match: Match, number: int) -> float:
    every = [score(match, seat, number) for seat in range(len(match.players))]
    points = [value for value in every if value is not None]
    return sum(points) / len(points)


def record(found: Sequence[tuple[int, Match, int | None]], sign: int = 1) -> tuple[Any, ...] | None:
    """The highest of them, the first of several: its points times `sign`, match, set, local day, round."""
    best: tuple[int, Match, int | None] | None = None
    for item in found:
        if best is None or item[0] > best[0]:
            best = item
    if best is None:
        return None
    points, match, number = best
    return sign * points, match.id, match.set, str(match.finished)[:10], number


def longest_run(results: Sequence[tuple[str, bool]]) -> tuple[int, str, str]:
    best = (0, "", "")
    for start in range(len(results)):
        length = 0
        while start + length < len(results) and results[start + length][1]:
            length += 1
        if length > best[0]:
            best = (length, results[start][0], results[start + length - 1][0])
    return best


def naive_pair(matches: Iterable[Match], one: str, other: str) -> tuple[int, int, int, int]:
    """Matches that both finished, then those in which `one` was ahead, behind, level."""
    results = [
        (place(match, seat) or 0, place(match, rival) or 0)
        for match in in_order(matches)
        if (seat := placed_seat(match, one)) is not None and (rival := placed_seat(match, other)) is not None
    ]
    return (
        len(results),
        sum(mine < theirs for mine, theirs in results),
        sum(mine > theirs for mine, theirs in results),
        sum(mine == theirs for mine, theirs in results),
    )
