"""Many matches for figures: a thousand played by a seeded table, and short ones made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import cache
from random import Random

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.digest import MatchDigest, digest, identity
from scorekeeper.rules.house import CHOICES, STANDARD, HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.problem import RuleError
from tests.strategies import dealt_hands

SOMEBODY = [
    ("Ana", "p1"), ("Boris", "p2"), ("Chi", None), ("Dan", None), ("Eva", "p5"), ("Fran", None), ("Goran", "p7"),
    ("[/]", None), ("Straße", "p9"),
]  # fmt: skip
OTHERWISE = {"Ana": "Ana B.", "Chi": " CHI ", "Dan": "dan"}
"""How somebody is written in some matches, and still is the same."""


@cache
def many_matches(count: int = 1000, seed: int = 4) -> tuple[Match, ...]:
    """Matches of several sets and house rules: short ones for ties, stopped ones, players who come, go and return."""
    rng = Random(seed)
    found: list[Match] = []
    while len(found) < count:
        zone = timezone(timedelta(minutes=rng.choice([0, 60, -600, 345])))
        began = datetime(2026, rng.randint(1, 12), rng.randint(1, 28), rng.choice([0, 12, 23]), 30, tzinfo=zone)
        found.append(one_match(f"m{len(found):04}", began, rng))
    return tuple(found)


def one_match(match_id: str, began: datetime, rng: Random) -> Match:
    highest = rng.choice([6, 6, 6, 9, 12])
    if rng.random() < 0.5:
        house = HouseRules(last_double=highest - rng.choice([1, 1, 2]), target=rng.choice([None, 4]))
    else:
        house = HouseRules(
            **{key: rng.choice(values) for key, values in CHOICES.items()},  # type: ignore[arg-type]
            last_double=rng.choice([0, 0, 2]),
            target=rng.choice([None, None, 60, 250]),
        )
    people = rng.sample(SOMEBODY, rng.randint(2, 5))
    match = changes.start(match_id, began.isoformat(), [name for name, _id in people], highest, 7, house)
    match = match.edit(players=tuple(Player(written(name, rng), player_id) for name, player_id in people))
    journal = Journal(match)
    at = began
    stops = rng.random() < 0.1
    while state(journal.match) == "live":
        match = journal.match
        at += timedelta(minutes=rng.randint(0, 20))
        if match.rounds and rng.random() < 0.1:
            journal = come_or_go(journal, rng, at.isoformat())
            continue
        if stops and rng.random() < 0.2:
            return journal.change("stop", changes.stop(match, at.isoformat()), at.isoformat()).match
        seats = match.active_seats
        double = next_double(match)
        assert double is not None
        hands = dealt_hands(rng, highest, double, seats, len(match.players), show=0)
        if rng.random() < 0.3:
            hands = low_hands(rng, seats, len(match.players))
        try:
            match = changes.record_round(match, hands, starter=rng.choice([None, *seats]))
        except RuleError:
            continue
        journal = journal.change("round", match, at.isoformat())
    return journal.match


def written(name: str, rng: Random) -> str:
    return OTHERWISE.get(name, name) if rng.random() < 0.2 else name


def low_hands(rng: Random, seats: Sequence[int], count: int) -> tuple[Hand | None, ...]:
    return tuple(Hand(rng.choice([3, 4, 4, 5])) if seat in seats else None for seat in range(count))


def come_or_go(journal: Journal, rng: Random, at: str) -> Journal:
    match = journal.match
    if len(match.active_seats) > 2 and rng.random() < 0.5:
        return journal.change("leave", changes.leave(match, rng.choice(match.active_seats), at), at)
    name, player_id = rng.choice(SOMEBODY)
    there = {identity(match.players[seat]) for seat in match.active_seats}
    if identity(Player(name, player_id)) in there or len(match.active_seats) > 5:
        return journal
    before = rng.choice([None, 0, 1])
    return journal.change("join", changes.join(match, name, player_id=player_id, before=before), at)


def short(
    match_id: str,
    rounds: Sequence[Sequence[Hand | int | None]],
    *,
    finished: str | None = "2026-11-30T22:00:00+01:00",
    players: Sequence[Player | str] = ("Ana", "Boris", "Chi"),
    house: HouseRules = STANDARD,
    starters: Sequence[int | None] = (),
) -> Match:
    """A match that is over after these rounds, hands by seat in pips."""
    starters = starters or [None] * len(rounds)
    return Match(
        match_id,
        9,
        tuple(Player(player) if isinstance(player, str) else player for player in players),
        tuple(
            Round(9 - number, tuple(Hand(hand) if isinstance(hand, int) else hand for hand in hands), starter)
            for number, (hands, starter) in enumerate(zip(rounds, starters, strict=True))
        ),
        house=replace(house, last_double=10 - len(rounds)),
        created="2026-11-30T18:00:00+01:00",
        finished=finished,
    )


def digests_of(matches: Iterable[Match]) -> list[MatchDigest]:
    return [found for match in matches if (found := digest(match)) is not None]


@cache
def many_digests(count: int = 1000, seed: int = 4) -> tuple[MatchDigest, ...]:
    """The digests of those of `many_matches` that are finished."""
    return tuple(digests_of(many_matches(count, seed)))
