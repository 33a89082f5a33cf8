"""The command line with any arguments: done, refused in words with nothing changed, or wrong usage; nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cli.arguments import COMMANDS
from tests.fuzz.arguments import command_line
from tests.fuzz.harmless import Shell, check_done, everything_in
from tests.fuzz.mutations import mutated_bytes
from tests.fuzz.sandbox import sandbox, template
from tests.long_run import search

SEEDS = st.integers(0, 2**32)

TRIED: Counter[tuple[str, int]] = Counter()
"""How commands ended, by their names."""


def check_commands(seed: object) -> None:
    """A few commands one after another in a copy of the sandbox."""
    assert isinstance(seed, int)
    rng = Random(seed)
    with sandbox() as place:
        shell = Shell(None)
        before = everything_in(place)
        for _command in range(rng.randint(1, 4)):
            arguments = command_line(rng)
            stdin = rng.choice((b"", (template() / "match.json").read_bytes(), mutated_bytes(b'{"set": 9}', rng)))
            try:
                done = shell(*arguments, stdin=stdin)
            except BaseException as error:
                error.add_note(f"arguments: {arguments!a}")
                raise
            check_done(done, csv="csv" in arguments or "csv-matches" in arguments)
            after = everything_in(place)
            named = next((word for word in arguments if word in COMMANDS), "")
            changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
            writes = done.code == 0 and named and (COMMANDS[named].changes or named in ("export", "doctor"))
            writes = writes or named == "backup"  # one that lacks what could not be read ends with 1
            assert writes or not changed, (arguments, done, changed)
            if named in ("export", "backup"):
                assert len(changed) <= 1, (arguments, changed)
            elif arguments[:2] == ["--data", "data"] and not any(word.startswith("--data") for word in arguments[2:]):
                assert all(path.startswith("deep/here/data/") for path in changed), (arguments, changed)
            before = after
            TRIED[named, done.code] += 1


@settings(max_examples=20)
@given(SEEDS)
def test_any_command_line(seed: int) -> None:
    check_commands(seed)


@pytest.mark.torture
def test_any_command_line_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    TRIED.clear()
    tell(search(minutes, SEEDS, check_commands))
    codes = Counter(code for (_name, code), times in TRIED.items() for _time in range(times))
    tell(f"{codes.total():,} commands: {codes[0]:,} done, {codes[1]:,} refused, {codes[2]:,} wrong usage")
