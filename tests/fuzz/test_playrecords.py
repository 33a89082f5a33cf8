"""Play records made wrong: judged as far as they are some, or malformed in sentences; the file is not touched by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.playrecord import judge_file
from scorekeeper.rules.rulings import RULE_OF
from tests.fuzz.harmless import Shell, check_done
from tests.fuzz.mutations import mutated_json
from tests.long_run import search
from tests.rules.brute_referee import invented_round

CASES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "cases" / "plays.json").read_text(encoding="utf-8"))
SEEDS = st.integers(0, 2**32)


def record_of(rng: Random) -> dict[str, Any]:
    """A record that can be judged, without its verdicts, mostly short."""
    record = rng.choice(CASES["plays"]) if rng.random() < 0.7 else invented_round(rng.randrange(60))
    steps = [{"action": step["action"]} for step in record["steps"]][: rng.choice((0, 2, 6, 200))]
    return {**{key: record[key] for key in record if key != "scores"}, "steps": steps}


def check_record(seed: object) -> None:
    assert isinstance(seed, int)
    rng = Random(seed)
    document: dict[str, Any] = record_of(rng)
    if rng.random() < 0.3:
        document = {
            "plays": [document, *(record_of(rng) for _ in range(rng.randrange(2)))],
            "format": "chicken-foot-plays",
            "version": 1,
        }
    check_judged(mutated_json(document, rng))


def check_judged(raw: bytes) -> None:
    """The command judges what it is given both ways, or says what is wrong with it both ways."""
    shell = Shell(None)
    plain, programs = (shell("referee", "-", *more, stdin=raw) for more in ((), ("--json",)))
    check_done(plain)
    check_done(programs)
    assert (plain.code, plain.err) == (programs.code, programs.err)
    assert plain.code in (0, 1)
    for line in plain.err.decode().splitlines():
        assert len(line) < 1000
    if plain.code:
        assert plain.out == b""
        return
    judged = json.loads(programs.out)
    for record in judged.get("plays", [judged]):
        assert all(step["code"] in RULE_OF for step in record["steps"])
    # What it gives is a play record again, with the same verdicts.
    assert judge_file(judged).document == judged


@settings(max_examples=30)
@given(SEEDS)
def test_any_play_record(seed: int) -> None:
    check_record(seed)


def test_what_is_repeated_in_json_drives_no_terminal() -> None:
    odd = {"\u200b\x9b\u202e": "\x7f\U000e0041\ud800 👩\u200d👧 é"}
    done = Shell(None)("referee", "-", "--json", stdin=json.dumps({**record_of(Random(1)), "x": odd}).encode())
    check_done(done)
    assert json.loads(done.out)["x"] == odd
    assert "👩\u200d👧 é".encode() in done.out


def test_lists_in_lists_are_named_and_never_written_out() -> None:
    for value in ([[[1]]] * 1000, {"a": [1]}):
        for key in ("set", "start_double", "players", "dealt", "house_rules", "steps", "version"):
            done = Shell(None)("referee", "-", stdin=json.dumps({**record_of(Random(1)), key: value}).encode())
            check_done(done)
            assert done.code == 1
            assert b"[1" not in done.err
    rules = {"arms": [4], "nobody": 1, "target": {"a": 1}}
    done = Shell(None)("referee", "-", stdin=json.dumps({**record_of(Random(1)), "house_rules": rules}).encode())
    assert done.err.count(b"\n") == 3


@pytest.mark.torture
def test_any_play_record_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes, SEEDS, check_record))
