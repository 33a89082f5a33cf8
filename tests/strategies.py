"""Whole matches for tests, made by playing: every change goes through the functions that the product itself calls.

What Hypothesis draws is the shape (players, house rules, how many changes of which kind); the tiles of the hands come
from a seeded shuffle, so that every hand can be and a long match costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random

from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.house import CHOICES, STANDARD, HouseRules, suggested_hand_size
from scorekeeper.rules.journal import Draft, Journal, What
from scorekeeper.rules.match import Hand, Match, PinnedRuling
from scorekeeper.rules.names import clean, name_problem, same_name_key
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.tiles import SETS, Tile, tiles_of_set

ID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

NASTY_NAMES = (
    "[/]", "[red]Bob", "Ann [x]", "[@click=app.quit]Bob[/]", "C:\\[tmp]", '"Quoted", with comma', "=1+1", "@SUM(A1)",
    "O'Neill; DROP TABLE", "Ana Ana Ana Ana Ana Ana Ana Ana Ana Ana A", "日本語の名前", "עברית", "العربية",
    "👩‍👩‍👧‍👦 Family", "🇭🇷", "Zoë", "Straße", "İstanbul", "नमस्ते", "null", "0", "-1", "--all",
    "{name}", "%s", "<b>", "\u0301",
)  # fmt: skip
"""Names that have broken other programs: markup, formulas, wide and joined letters, right-to-left, options."""


def names() -> st.SearchStrategy[str]:
    """A cleaned name that a match accepts."""
    nasty = [clean(name) for name in NASTY_NAMES]
    plain = st.sampled_from(["Ana", "Boris", "Chi", "Dan", "Eva", "Fran", "Goran", "Hana", "Ivo", "Jana"])
    return st.one_of(plain, st.sampled_from(nasty), st.text(max_size=12).map(clean)).filter(
        lambda name: name_problem(name) is None
    )


def ids() -> st.SearchStrategy[str]:
    """An id as the match file allows it."""
    return st.text(ID_LETTERS, min_size=1, max_size=64)


def houses(highest: int) -> st.SearchStrategy[HouseRules]:
    """House rules that a double-`highest` match may be played with, the standard ones most often."""
    return st.one_of(
        st.just(STANDARD),
        st.builds(
            HouseRules,
            **{key: st.sampled_from(values) for key, values in CHOICES.items()},
            last_double=st.sampled_from([0, 0, 0, 1, highest - 1]),
            target=st.sampled_from([None, None, 1, 60, 250]),
        ),
    )


def dealt_hands(
    rng: Random, highest: int, double: int, seats: Sequence[int], count: int, *, show: float = 0.3
) -> tuple[Hand | None, ...]:
    """Hands for `count` seats as a real round could end: tiles of the set without the starting double, no tile twice.

    Args:
        rng: decides everything.
        highest: the set.
        double: the number on the starting double.
        seats: who is in the round; the others get None.
        count: seats of the match.
        show: how often a hand's tiles are said, and not only its pips.
    """
    pool = [tile for tile in tiles_of_set(highest) if tile != Tile(double, double)]
    rng.shuffle(pool)
    out = rng.choice(seats) if seats and rng.random() < 0.7 else None
    hands: list[Hand | None] = [None] * count
    for place, seat in enumerate(seats):
        if seat == out:
            hands[seat] = Hand(0, out_on_double=rng.random() < 0.2)
            continue
        reserved = len(seats) - place - 1
        size = min(rng.randint(1, 7), len(pool) - reserved)
        held = [pool.pop() for _ in range(size)]
        tiles = tuple(held) if rng.random() < show else None
        hands[seat] = Hand(sum(tile.pips for tile in held), Tile(0, 0) in held, False, tiles)
    return tuple(hands)


class Clock:
    """Times that only go forward, a few seconds to some hours at a step, in one of several time zones."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.now = datetime(2026, 11, 30, 18, 2, 11, tzinfo=timezone(timedelta(minutes=rng.choice([0, 60, -210, 345]))))

    def __call__(self) -> str:
        self.now += timedelta(seconds=self.rng.randint(1, 9000))
        return self.now.isoformat(timespec="seconds")


def play_round(journal: Journal, rng: Random, at: str, *, note: str = "") -> Journal:
    """The journal with its next round recorded, hands drawn by `rng`; RuleError where the match does not go on."""
    match = journal.match
    hands = dealt_hands(rng, match.set, next_double(match) or 0, match.active_seats, len(match.players))
    starter = rng.choice([None, *match.active_seats])
    changed = changes.record_round(match, hands, starter=starter, note=note)
    return journal.change("round", changed, at, match.next_round)


def played(match_id: str, names: Sequence[str], rounds: int, *, highest: int = 9, seed: int = 1) -> Journal:
    """A plain match of so many rounds, always the same for the same arguments; for tests that need a match, not any."""
    rng = Random(seed)
    clock = Clock(rng)
    size = suggested_hand_size(highest, len(names))
    journal = Journal(changes.start(match_id, clock(), names, highest, size, STANDARD))
    for _ in range(rounds):
        journal = play_round(journal, rng, clock())
    return journal


Move = Callable[[Journal, Random, str, str], Journal]


def _round(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return play_round(journal, rng, at, note=text if rng.random() < 0.2 else "")


def _correct(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    match = journal.match
    number = rng.randint(1, max(1, len(match.rounds)))
    double = match.rounds[number - 1].double if match.rounds else 0
    hands = dealt_hands(rng, match.set, double, match.seats_in(number), len(match.players))
    return journal.change("correction", changes.correct_round(match, number, hands), at, number)


def _join(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    match = journal.match
    catch_up: changes.CatchUp = rng.choice(["highest", "average", "none", 7])
    before = rng.choice([None, *range(len(match.players))])
    player_id = rng.choice([None, f"p{rng.randint(10, 99)}"])
    joined = changes.join(match, text or "Late", catch_up=catch_up, before=before, player_id=player_id)
    return journal.change("join", joined, at)


def _leave(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    seat = rng.randrange(len(journal.match.players))
    return journal.change("leave", changes.leave(journal.match, seat, at), at)


def _rename(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    seat = rng.randrange(len(journal.match.players))
    return journal.change("name", changes.rename(journal.match, seat, text or "Mended"), at)


def _note(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    number = rng.choice([None, *range(1, len(journal.match.rounds) + 1)])
    return journal.change("note", changes.set_note(journal.match, text, number), at, number)


def _drop(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return journal.change("drop", changes.drop_double(journal.match), at)


def _starter(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    match = journal.match
    number = rng.choice([None, *range(1, len(match.rounds) + 1)])
    seat = rng.randrange(len(match.players))
    return journal.change("starter", changes.set_starter(match, seat, number), at, number)


def _shuffler(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    seat = rng.choice([None, *range(len(journal.match.players))])
    return journal.change("setup", journal.match.edit(shuffler=seat), at)


def _stop(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return journal.change("stop", changes.stop(journal.match, at), at)


def _resume(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return journal.change("resume", changes.resume(journal.match), at)


def _ruling(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    match = journal.match
    number = rng.randint(1, match.next_round)
    ruling = PinnedRuling(at, number, rng.choice(["R21", "A13", "C5"]), text or "The foot comes first.")
    return journal.change("ruling", match.edit(rulings=(*match.rulings, ruling)), at, number)


def _undo(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return journal.undone(at)


def _redo(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    return journal.redone(at)


MOVES: dict[What | str, Move] = {
    "round": _round, "correction": _correct, "join": _join, "leave": _leave, "name": _rename, "note": _note,
    "drop": _drop, "starter": _starter, "setup": _shuffler, "stop": _stop, "resume": _resume, "ruling": _ruling,
    "undo": _undo, "redo": _redo,
}  # fmt: skip


@st.composite
def journals(draw: st.DrawFn, *, most_players: int = 6, most_moves: int = 25, undo: bool = True) -> Journal:
    """A match with its past: any set and house rules, players who join and leave, corrections, undo, redo, a draft."""
    highest = draw(st.sampled_from(SETS))
    line_up = draw(st.lists(names(), min_size=2, max_size=most_players, unique_by=same_name_key))
    house = draw(houses(highest))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    clock = Clock(rng)
    size = draw(st.sampled_from([suggested_hand_size(highest, len(line_up)), 7, 1]))
    match = changes.start(draw(ids()), clock(), line_up, highest, size, house)
    match = match.edit(
        players=tuple(replace(player, id=rng.choice([None, f"p{seat}"])) for seat, player in enumerate(match.players)),
        revision=draw(st.sampled_from([0, 1])),
    )
    journal = Journal(match)
    kinds = [kind for kind in MOVES if undo or kind not in ("undo", "redo")]
    likely = st.one_of(st.just("round"), st.just("round"), st.sampled_from(kinds))
    whole = draw(st.sampled_from([0, 0, 3, highest + 1]))
    for kind in ["round"] * whole + draw(st.lists(likely, max_size=most_moves)):
        text = draw(names()) if kind in ("join", "name", "note", "ruling") or rng.random() < 0.1 else ""
        try:
            journal = MOVES[kind](journal, rng, clock(), text)
        except RuleError:
            continue  # a change that the rules refuse at this point leaves the match as it is
    if state(journal.match) == "live" and draw(st.booleans()):
        double = next_double(journal.match)
        assert double is not None
        texts = tuple((journal.match.players[seat].name, "12+") for seat in journal.match.active_seats[:2])
        journal = replace(journal, draft=Draft(journal.match.next_round, double, texts))
    return journal


def matches(*, most_players: int = 6, most_moves: int = 25) -> st.SearchStrategy[Match]:
    """A match as it may stand at any moment of any table."""
    return journals(most_players=most_players, most_moves=most_moves).map(lambda journal: journal.match)
