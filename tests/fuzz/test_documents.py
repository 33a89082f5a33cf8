"""Match files, several matches in one, and stored journals, made wrong: read as they say, or refused in sentences."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.journal import Journal
from scorekeeper.rules.problem import RuleError
from scorekeeper.store.codec import match_file, read_journal, read_match_file
from scorekeeper.store.documents import collection_document, draft_document, journal_document, match_document
from scorekeeper.store.strictjson import Unreadable, parse
from tests.fuzz.harmless import assert_harmless
from tests.fuzz.mutations import mutated_bytes, mutated_json
from tests.fuzz.tables import any_journal, everything_said
from tests.long_run import search
from tests.strategies import played

AT = "2026-12-24T12:00:00+01:00"
SEEDS = st.integers(0, 2**32)


def check_match_file(seed: object) -> None:
    rng = Random(seed)  # type: ignore[arg-type]
    match = any_journal(rng.randrange(300)).match
    if rng.random() < 0.3:
        others = [any_journal(rng.randrange(300)).match for _ in range(rng.randint(0, 2))]
        raw = mutated_json(collection_document([match, *others]), rng)
    elif rng.random() < 0.1:
        raw = mutated_bytes(match_file([match]).encode(), rng, 20)
    else:
        raw = mutated_json(match_document(match), rng)
    check_read(raw)


def check_read(raw: bytes) -> None:
    """What a match file says is kept as it says, or it has faults that can be read by people."""
    found = read_match_file(raw)
    for line in (*map(str, found.faults), *found.left_out):
        assert line.strip()
        assert len(line) < 1000
        assert_harmless(line)
    for match in found.matches:
        everything_said(match)
    if not found.faults:
        again = read_match_file(match_file(found.matches, collection=True).encode())
        assert (again.matches, again.faults, again.left_out) == (found.matches, (), ())


def check_journal(seed: object) -> None:
    rng = Random(seed)  # type: ignore[arg-type]
    journal = any_journal(rng.randrange(300))
    draft = None if journal.draft is None else draft_document(journal.draft)
    raw = mutated_json({"match": journal_document(journal), "draft": draft}, rng)
    try:
        tables, _twice = parse(raw)
        if not isinstance(tables, dict):
            return
        read = read_journal(tables.get("match"), tables.get("draft"))
    except Unreadable as error:
        assert_harmless(str(error))
        return
    everything_said(read.match)
    read_journal(json.loads(json.dumps(journal_document(read))), None)
    walked(read)


def walked(journal: Journal) -> None:
    """Its whole past can be gone through, as far as it is one."""
    for step in (Journal.undone, Journal.redone):
        for _time in range(len(journal.undo) + len(journal.redo)):
            try:
                journal = step(journal, AT)
            except RuleError as error:
                assert_harmless(str(error))
                break
        everything_said(journal.match)


def test_a_key_that_nobody_can_see_is_named() -> None:
    found = read_match_file(json.dumps({**match_document(any_journal(1).match), "\ufe0f": 1, "": 2}).encode())
    assert found.left_out == (r"f1: '\ufe0f'", "f1: ''")


def test_a_past_that_leads_to_no_table_is_refused_when_it_is_gone() -> None:
    journal = played("m1", ["Ana", "Boris"], 2)
    document = json.loads(json.dumps(journal_document(journal)))
    document["undo"][-1]["players"] = {"start": 0, "removed": 1, "items": []}
    damaged = read_journal(document)
    with pytest.raises(RuleError, match="damaged"):
        damaged.undone(AT)
    step = {"what": "round", "round": 1, "rounds": {"start": 0, "removed": 2, "items": []}}
    document["undo"] = [step, step, step]
    emptied = read_journal(document).undone(AT).undone(AT)
    assert emptied.match.rounds == ()


def test_an_odd_name_in_the_past_is_said_harmlessly() -> None:
    document = json.loads(json.dumps(journal_document(played("m1", ["Ana", "Boris"], 2))))
    document["undo"][-1]["fields"] = {"\x1b[2J" + "x" * 1000: 1}
    with pytest.raises(Unreadable) as caught:
        read_journal(document)
    assert_harmless(str(caught.value))
    assert len(str(caught.value)) < 100


def test_a_stored_round_without_its_double_is_damage() -> None:
    document = json.loads(json.dumps(journal_document(played("m1", ["Ana", "Boris"], 2).undone(AT))))
    del document["redo"][-1]["rounds"]["items"][0]["double"]
    with pytest.raises(Unreadable, match="double"):
        read_journal(document)


@settings(max_examples=80)
@given(SEEDS)
def test_any_match_file(seed: int) -> None:
    check_match_file(seed)


@settings(max_examples=50)
@given(SEEDS)
def test_any_stored_journal(seed: int) -> None:
    check_journal(seed)


@pytest.mark.torture
@pytest.mark.parametrize("check", [check_match_file, check_journal])
def test_any_document_for_long(check: Callable[[object], None], minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes, SEEDS, check))
