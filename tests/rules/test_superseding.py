"""A match that comes in a later form: what was here is never lost, and what goes on from it keeps its past."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.superseding import is_same, superseded, went_on
from tests.strategies import play_round, played

AT = "2026-12-01T20:00:00+01:00"


def rounds_on(journal: Journal, count: int, seed: int) -> Journal:
    for number in range(count):
        journal = play_round(journal, Random(100 * seed + number), AT)
    return journal


@given(st.integers(0, 4), st.integers(0, 3), st.integers(1, 3), st.booleans())
def test_what_was_here_is_one_undo_away(shared: int, here: int, coming: int, with_past: bool) -> None:
    base = played("m", ["Ana", "Boris", "Chi"], shared, highest=9)
    mine, theirs = rounds_on(base, here, 1), rounds_on(base, coming, 2)
    if not with_past:
        theirs = Journal(theirs.match)
    result = superseded(mine, theirs)
    assert result.match == theirs.match
    back = result
    while not is_same(back.match, mine.match):
        back = back.undone(AT)
    assert with_past or len(result.undo) - len(back.undo) == 1
    # And from there all the way to the beginning, each match as sound as it was.
    while back.undo:
        back = back.undone(AT)
    assert is_same(back.match, played("m", ["Ana", "Boris", "Chi"], 0, highest=9).match)


def test_what_went_on_from_here_keeps_its_own_past() -> None:
    base = played("m", ["Ana", "Boris"], 2)
    later = rounds_on(base, 2, 1)
    assert went_on(base.match, later)
    assert superseded(base, later) == later


def test_the_same_again_leaves_the_past_alone() -> None:
    base = played("m", ["Ana", "Boris"], 2)
    again = Journal(base.match.edit(revision=99))
    assert superseded(base, again) == Journal(again.match, base.undo)


def test_what_is_half_typed_stays_where_its_round_is_still_next() -> None:
    draft = Draft(3, 7, (("Ana", "5"),))
    base = played("m", ["Ana", "Boris"], 2)
    mine = Journal(base.match, base.undo, (), draft)
    assert superseded(mine, Journal(base.match.edit(revision=9, note="x"))).draft == draft
    assert superseded(mine, Journal(rounds_on(base, 1, 1).match)).draft is None
