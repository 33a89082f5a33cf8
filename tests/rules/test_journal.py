"""Undo and redo over every change, the log that only grows, and the half-typed round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import UNDO_DEPTH, Draft, Journal, Splice, What, difference, draft_of
from scorekeeper.rules.match import Hand, Match, PinnedRuling
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.rules.problem import RuleError
from tests.strategies import MOVES, Clock, Move, dealt_hands, houses, journals, play_round, played

AT = "2026-11-30T18:00:00+01:00"
OUT = Hand(0)


def started(*names: str, house: HouseRules = STANDARD) -> Journal:
    return Journal(changes.start("m", AT, names or ("Ana", "Boris", "Chi"), 9, 7, house))


def scored(journal: Journal, *points: int, at: str = AT) -> Journal:
    match = journal.match
    changed = changes.record_round(match, [Hand(pips) for pips in points])
    return journal.change("round", changed, at, match.next_round)


def told(match: Match) -> Match:
    """The match but for its log, its revision and when it was saved, which undoing does not take back."""
    return match.edit(corrections=(), revision=0, updated="")


def _set_up(journal: Journal, rng: Random, at: str, text: str) -> Journal:
    match = journal.match
    players = list(match.players)
    rng.shuffle(players)
    house = replace(match.house, double_blank=rng.choice([0, 25, 50, 100]), missing_double=rng.choice(["skip", "burn"]))
    changed = changes.set_up(match, players=players, highest=match.set, hand_size=rng.randint(1, 20), house=house)
    return journal.change("setup", changed, at)


WALK: dict[str, Move] = {kind: move for kind, move in MOVES.items() if kind not in ("undo", "redo")}
WALK["set_up"] = _set_up


@st.composite
def walks(draw: st.DrawFn) -> list[Journal]:
    """A match after every change of a random sequence of all kinds, the first before any."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    clock = Clock(rng)
    house = draw(houses(9))
    steps = [started("Ana", "Boris", *["Chi", "Dan"][: draw(st.integers(0, 2))], house=house)]
    for kind in draw(st.lists(st.one_of(st.just("round"), st.sampled_from(sorted(WALK))), max_size=30)):
        try:
            after = WALK[kind](steps[-1], rng, clock(), rng.choice(["Eva", "Fran", "A note", "[/]"]))
        except RuleError:
            continue
        if after is not steps[-1]:
            steps.append(after)
    return steps


@settings(max_examples=150)
@given(walks())
def test_undo_inverts_every_change_and_redo_inverts_undo(steps: list[Journal]) -> None:
    journal = steps[-1]
    for before in reversed(steps[:-1]):
        journal = journal.undone("u")
        assert told(journal.match) == told(before.match)
        assert check_match(journal.match) == ()
    with pytest.raises(RuleError, match="nothing to undo"):
        journal.undone("u")
    for after in steps[1:]:
        journal = journal.redone("r")
        assert told(journal.match) == told(after.match)
        assert journal.undo[-1].what == after.undo[-1].what
    with pytest.raises(RuleError, match="nothing to redo"):
        journal.redone("r")
    # Forth and back again once more: the steps that redoing left behind lead back as well.
    for before in reversed(steps[:-1]):
        journal = journal.undone("u")
        assert told(journal.match) == told(before.match)


@settings(max_examples=80)
@given(walks())
def test_the_log_only_grows_and_the_revision_counts(steps: list[Journal]) -> None:
    walked = [*steps, steps[-1].undone("u")] if steps[-1].undo else steps
    for before, after in pairwise(walked):
        assert after.match.revision == before.match.revision + 1
        assert after.match.corrections[: len(before.match.corrections)] == before.match.corrections
        silent = after.redo == () and after.undo[-1].what in ("round", "setup", "ruling")
        assert len(after.match.corrections) == len(before.match.corrections) + (not silent)
    for journal in walked:
        assert (journal.match.finished is not None) == (state(journal.match) == "finished")


@settings(max_examples=80)
@given(journals(most_moves=15), st.randoms(use_true_random=False))
def test_correct_then_correct_back_is_the_same_match(journal: Journal, rng: Random) -> None:
    match = journal.match
    if not match.rounds:
        return
    number = rng.randint(1, len(match.rounds))
    row = match.rounds[number - 1]
    hands = dealt_hands(rng, match.set, row.double, match.seats_in(number), len(match.players))
    there = journal.change("correction", changes.correct_round(match, number, hands), "1", number)
    back = there.change("correction", changes.correct_round(there.match, number, row.hands), "2", number)
    if state(match) == "finished":  # when it ended is told anew where the correction took the end away
        assert back.match.finished in (match.finished, "2")
        back = replace(back, match=back.match.edit(finished=match.finished))
    assert told(back.match) == told(match)


def test_what_was_undone_cannot_be_redone_after_another_change() -> None:
    journal = scored(scored(started(), 0, 5, 6), 7, 0, 9).undone("u")
    assert len(journal.redo) == 1
    assert scored(journal, 1, 2, 0).redo == ()


def test_a_change_that_changes_nothing_is_none() -> None:
    journal = replace(scored(started(), 0, 5, 6), draft=Draft(2, 8, (("Ana", "1"),)))
    same = changes.correct_round(journal.match, 1, journal.match.rounds[0].hands)
    assert journal.change("correction", same, "later", 1) is journal
    assert journal.change("name", changes.rename(journal.match, 0, "Ana"), "later") is journal


def test_the_end_of_a_match_follows_every_change() -> None:
    journal = started(house=HouseRules(last_double=8))
    journal = scored(scored(journal, 0, 5, 6, at="1"), 0, 5, 6, at="2")
    assert journal.match.finished == "2"
    undone = journal.undone("3")
    assert (undone.match.finished, state(undone.match)) == (None, "live")
    assert undone.redone("4").match.finished == "2"
    corrected = journal.change("correction", changes.correct_round(journal.match, 2, [Hand(9), OUT, Hand(1)]), "5", 2)
    assert corrected.match.finished == "2"
    assert scored(undone, 9, 0, 1, at="6").match.finished == "6"


def test_a_correction_moves_the_end_of_a_match_with_a_target() -> None:
    journal = started("Ana", "Boris", house=HouseRules(target=30))
    journal = scored(scored(journal, 0, 9, at="1"), 0, 30, at="2")
    assert journal.match.finished == "2"
    back = journal.change("correction", changes.correct_round(journal.match, 2, [OUT, Hand(3)]), "3", 2)
    assert (back.match.finished, state(back.match), next_double(back.match)) == (None, "live", 7)
    assert back.undone("4").match.finished == "2"
    going_on = scored(back, 0, 1, at="5")
    earlier = going_on.change("correction", changes.correct_round(going_on.match, 1, [OUT, Hand(44)]), "6", 1)
    assert (earlier.match.finished, state(earlier.match), len(earlier.match.rounds)) == ("6", "finished", 3)


def entries(journal: Journal) -> list[tuple[str, int | None, str, str]]:
    return [(entry.what, entry.round, entry.before, entry.after) for entry in journal.match.corrections]


def test_the_log_says_from_what_to_what() -> None:
    journal = scored(started("Ana", "Boris"), 0, 5)

    def change(what: What, changed: Match, number: int | None = None) -> None:
        nonlocal journal
        journal = journal.change(what, changed, AT, number)

    change("correction", changes.correct_round(journal.match, 1, [Hand(5), Hand(0, True)]), 1)
    change("join", changes.join(journal.match, "Chi", before=0))
    change("name", changes.rename(journal.match, 1, "Anna"))
    change("leave", changes.leave(journal.match, 2, AT))
    change("note", changes.set_note(journal.match, "late"))
    change("note", changes.set_note(journal.match, "wild", 1), 1)
    change("starter", changes.set_starter(journal.match, 0))
    change("starter", changes.set_starter(journal.match, 1, 1), 1)
    change("stop", changes.stop(journal.match, "then"))
    change("resume", changes.resume(journal.match))
    assert entries(journal) == [
        ("correction", 1, "Ana 0, Boris 5", "Ana 5, Boris 0*"),
        ("join", None, "Ana, Boris", "Chi 2→, Ana, Boris"),
        ("name", None, "Chi 2→, Ana, Boris", "Chi 2→, Anna, Boris"),
        ("leave", None, "Chi 2→, Anna, Boris", "Chi 2→, Anna, Boris →1"),
        ("note", None, "", "late"),
        ("note", 1, "", "wild"),
        ("starter", None, "", "Chi"),
        ("starter", 1, "Anna 5, Boris 0*", "Anna 5, Boris 0*; Anna started"),
        ("stop", None, "", "then"),
        ("resume", None, "then", ""),
    ]


def test_undoing_and_redoing_stand_in_the_log() -> None:
    journal = scored(started("Ana", "Boris"), 0, 5).undone("u").redone("r")
    assert entries(journal) == [("undo", 1, "Ana 0, Boris 5", ""), ("redo", 1, "", "Ana 0, Boris 5")]
    assert [entry.at for entry in journal.match.corrections] == ["u", "r"]
    journal = started("Ana", "Boris", house=HouseRules(missing_double="skip"))
    journal = journal.change("drop", changes.drop_double(journal.match), AT).undone(AT)
    assert entries(journal) == [("drop", None, "0", "1"), ("undo", None, "1", "0")]
    ruling = PinnedRuling(AT, 1, "R21", "The foot comes first.")
    journal = started("Ana", "Boris")
    journal = journal.change("ruling", journal.match.edit(rulings=(ruling,)), AT, 1)
    assert entries(journal) == []
    assert entries(journal.undone(AT)) == [("undo", 1, "The foot comes first.", "")]
    journal = started("Ana", "Boris")
    house = HouseRules(double_blank=25)
    changed = changes.set_up(journal.match, players=journal.match.players, highest=12, hand_size=15, house=house)
    journal = journal.change("setup", changed, AT).undone(AT)
    assert entries(journal) == [
        ("undo", None, "Ana, Boris; double-12, 15 tiles, double_blank=25", "Ana, Boris; double-9, 7 tiles")
    ]


def test_an_undone_round_stands_in_the_boxes_again() -> None:
    journal = started(house=HouseRules(missing_double="skip"))
    journal = journal.change("drop", changes.drop_double(journal.match), AT)
    match = journal.match
    hands = [parse_hand(text, 9) for text in ("0/", "6-5+4-1+0-0", "23")]
    journal = journal.change("round", changes.record_round(match, hands, starter=1), AT, 1)
    undone = journal.undone(AT)
    assert undone.draft == Draft(1, 8, (("Ana", "0/"), ("Boris", "6-5+4-1+0-0"), ("Chi", "23")))
    assert (undone.match.drops, next_double(undone.match)) == (1, 8)
    assert undone.redone(AT).draft is None
    # Undoing something else before it leaves the boxes as they are.
    assert undone.undone(AT).draft == undone.draft


@pytest.mark.parametrize(
    "change",
    [
        lambda match: ("name", changes.rename(match, 0, "Anna"), None),
        lambda match: ("correction", changes.correct_round(match, 1, [Hand(9), OUT, Hand(8)]), 1),
        lambda match: ("note", changes.set_note(match, "x"), None),
        lambda match: ("stop", changes.stop(match, AT), None),
    ],
)
def test_what_is_half_typed_stays_until_its_round_is_recorded(
    change: Callable[[Match], tuple[What, Match, int | None]],
) -> None:
    draft = Draft(2, 8, (("Ana", "12+"),))
    journal = replace(scored(started(), 0, 5, 6), draft=draft)
    what, changed, number = change(journal.match)
    after = journal.change(what, changed, AT, number)
    assert after.draft == draft
    assert after.undone(AT).draft == draft
    assert after.undone(AT).redone(AT).draft == draft
    assert scored(journal, 1, 2, 0).draft is None


def test_only_so_many_steps_are_kept() -> None:
    journal = started()
    for count in range(UNDO_DEPTH + 5):
        journal = journal.change("note", changes.set_note(journal.match, f"note {count}"), AT)
    assert len(journal.undo) == UNDO_DEPTH
    assert journal.undone(AT).match.note == f"note {UNDO_DEPTH + 3}"


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_a_patch_turns_one_sequence_into_the_other(source: list[int], target: list[int]) -> None:
    one, other = (started().match.edit(rulings=(), players=tuple(items)) for items in (source, target))
    patch = difference(one, other)
    assert patch.apply(one) == other
    assert (patch.players is None) == (source == target)
    assert patch.players is None or len(patch.players.items) <= len(target)


def test_a_step_is_small() -> None:
    """A correction of one round among many keeps one row; a step of a long match costs no more than of a short one."""
    journal = started("Ana", "Boris")
    for _ in range(9):
        journal = scored(journal, 0, 9)
    journal = journal.change("correction", changes.correct_round(journal.match, 4, [Hand(9), OUT]), AT, 4)
    patch = journal.undo[-1].patch
    assert (patch.fields, patch.players) == ((), None)
    assert patch.rounds == Splice(3, 1, (journal.undone(AT).match.rounds[3],))
    assert journal.undo[0].patch.rounds == Splice(0, 1, ())


def test_a_recorded_round_as_a_draft() -> None:
    match = scored(started("Ana", "Boris"), 0, 23).match
    match = changes.join(match, "Chi", before=1)
    assert draft_of(match, 1) == Draft(1, 9, (("Ana", "0"), ("Boris", "23")))


def test_what_was_half_typed_when_a_round_was_undone_comes_back_when_it_is_redone() -> None:
    journal = played("m", ["Ana", "Boris"], 2)
    typed = Draft(3, 7, (("Ana", "1"), ("Boris", "0")))
    undone = replace(journal, draft=typed).undone("later")
    assert undone.draft is not None
    assert undone.draft.round == 2
    assert undone.redone("later").draft == typed
    assert undone.redone("later").undone("later").redone("later").draft == typed


def test_the_layout_of_an_undone_round_comes_back_with_it() -> None:
    journal = replace(played("m", ["Ana", "Boris"], 1), draft=Draft(2, 8, (), "", ("9-9", "9-4")))
    recorded = play_round(journal, Random(1), "later")
    assert recorded.draft is None
    undone = recorded.undone("later")
    assert undone.draft is not None
    assert (undone.draft.round, undone.draft.layout) == (2, ("9-9", "9-4"))
    again = undone.redone("later").undone("later")
    assert again.draft is not None
    assert again.draft.layout == ("9-9", "9-4")
