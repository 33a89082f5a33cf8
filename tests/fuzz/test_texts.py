"""Names, notes, what is searched for and what is pasted: any text at all, cleaned, found or refused in a moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import changes, rulebook
from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.names import (
    NAME_LIMIT,
    NOTE_LIMIT,
    clean,
    clusters,
    letters,
    name_problem,
    same_name_key,
    shown,
)
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.summary import Summary, summarise
from scorekeeper.store.faults import shown as shown_in_fault
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.matchlist import folded, search_text
from scorekeeper.ui.writing import Writing
from tests.fuzz.harmless import assert_harmless
from tests.fuzz.mutations import NASTY_TEXTS, any_text, nasty_texts
from tests.fuzz.tables import any_journal, everything_said
from tests.long_run import search
from tests.strategies import played

MOST_SECONDS = 5.0
"""What nothing here comes near, unless its time grows with the square of the text."""


def check_text(text: object) -> None:
    """A text is cleaned into something harmless, and cleaned once and for all."""
    assert isinstance(text, str)
    cleaned = clean(text)
    assert_harmless(cleaned)
    assert "\n" not in cleaned
    assert clean(cleaned) == cleaned
    assert letters(cleaned) == len(list(clusters(cleaned)))
    assert "".join(clusters(cleaned)) == cleaned
    assert same_name_key(cleaned) == same_name_key(text)
    for short in (shown(text), shown_in_fault(text)):
        assert_harmless(short)
        assert len(short) <= 41
    problem = name_problem(cleaned)
    assert (problem is None) == (0 < letters(cleaned) <= NAME_LIMIT)
    check_player(cleaned)
    check_note(text)
    check_search(text)
    check_pasted(text)


def check_player(name: str) -> None:
    match = played("m1", ["Ana", "Boris"], 1).match
    try:
        joined = changes.join(match, name)
    except RuleError as error:
        assert_harmless(str(error))
    else:
        assert joined.players[-1].name == name
        everything_said(joined)


def check_note(text: str) -> None:
    match = played("m1", ["Ana", "Boris"], 1).match
    try:
        noted = changes.set_note(match, text, 1)
    except RuleError:
        assert len(clean(text)) > NOTE_LIMIT
    else:
        assert noted.rounds[0].note == clean(text)
        everything_said(noted)


@cache
def summaries() -> tuple[tuple[Summary, str], ...]:
    found = [summarise(any_journal(seed).match) for seed in range(40)]
    return tuple((summary, search_text(summary)) for summary in found)


def check_search(text: str) -> None:
    """The rule book answers with rules of its own, and a filter of words leaves what has them."""
    found = rulebook.search(text)
    assert len({entry.number for entry in found}) == len(found)
    words = folded(text).split()
    for _summary, searched in summaries():
        all(word in searched for word in words)
    try:
        assert rulebook.rule(text).number
    except KeyError as error:
        assert_harmless(str(error.args[0]))


def check_pasted(text: str) -> None:
    match = played("m1", ["Ana", "Boris", "Chi"], 1).match
    writing = Writing.on(match, Boxes.empty((0, 1, 2))).pasted(text)
    for each in (*writing.boxes.texts, writing.boxes.extra):
        assert_harmless(each)
        assert len(each) <= 250
    writing.entered()


def check_layout(seed: object) -> None:
    """Lines of a layout that was kept, made wrong: read as a layout, or none."""
    assert isinstance(seed, int)
    rng = Random(seed)
    kept = KeptLayout.begin(played("m1", ["Ana", "Boris"], 1).match)
    lines = [*kept.lines(), "0 8-8", "1 draw", "0 8-4 on 8-8", "undone 1 pass"]
    for _change in range(rng.randint(0, 4)):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice(
            (any_text(rng), "0", "9", "9-9", "undone", "draw", "-1", "99999999")
        )
        lines[at] = " ".join(words)
        if rng.random() < 0.3:
            lines[rng.randrange(len(lines))] = lines[at]
    try:
        read = KeptLayout.from_lines(lines)
    except RuleError as error:
        assert_harmless(str(error))
        return
    assert KeptLayout.from_lines(read.lines()).lines() == read.lines()


@settings(max_examples=60)
@given(nasty_texts())
def test_any_text(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.torture)])
def test_texts_that_broke_other_programs(step: int) -> None:
    for text in NASTY_TEXTS[::step]:
        check_text(text)
        check_text(f"Ana {text} Boris")


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_any_kept_layout(seed: int) -> None:
    check_layout(seed)


@pytest.mark.parametrize("text", ["e\u0301", "👩‍", "8-8 "], ids=ascii)
def test_endless_texts_take_no_time(text: str) -> None:
    start = time.perf_counter()
    for each in (text * (20_000 // len(text)), "a" + text * (20_000 // len(text))):
        check_text(each)
    assert time.perf_counter() - start < MOST_SECONDS


@pytest.mark.torture
@pytest.mark.parametrize("text", ["a", "\u0301", "🇭🇷", "ﷺ", "\x1b", "a b ", "0 ", "(", "skip a turn "], ids=ascii)
def test_more_endless_texts_take_no_time(text: str) -> None:
    test_endless_texts_take_no_time(text)


@pytest.mark.torture
def test_any_text_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes / 2, nasty_texts(), check_text))
    tell(search(minutes / 2, st.integers(0, 2**32), check_layout))
