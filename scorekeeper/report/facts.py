"""A match and a list of matches as JSON to read: what follows from the rounds, computed when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from unicodedata import category

from scorekeeper.rules.match import Match
from scorekeeper.rules.names import JOINERS
from scorekeeper.rules.scoring import Line, standings
from scorekeeper.rules.summary import Summary, summarise


def match_facts(match: Match) -> dict[str, Any]:
    """The match with everybody's points, totals and places, as `show --json` prints it."""
    facts = _facts(summarise(match))
    facts["players"] = [_line_facts(line, with_rounds=True) for line in standings(match).lines]
    return facts


def summary_facts(summary: Summary) -> dict[str, Any]:
    """One match of a list: as `match_facts` without the points of each round, with its times."""
    return _facts(summary) | {"created": summary.created, "finished": summary.finished}


def _facts(summary: Summary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "set": summary.set,
        "state": summary.state,
        "rounds_planned": summary.rounds_planned,
        "rounds_played": summary.rounds_played,
        "next_double": summary.next_double,
        "winners": list(summary.winners),
        "decided_by": summary.decided_by,
        "explanation": summary.explanation,
        "players": [_line_facts(line, with_rounds=False) for line in summary.lines],
    }


def _line_facts(line: Line, *, with_rounds: bool) -> dict[str, Any]:
    return {
        "name": line.name,
        "seat": line.seat,
        "place": line.place,
        "total": line.total,
        **({"rounds": list(line.rounds)} if with_rounds else {}),
        "zero_rounds": line.zero_rounds,
        "lowest_nonzero": line.lowest_nonzero,
        "status": line.status,
        "catch_up": line.catch_up,
    }


def json_text(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """`value` as JSON for people and programs: letters as they are, opened only where a line would be too long."""
    return _laid_out(value, "") + "\n"


_LINE: Final = 140
"""Letters of a line before a list or an object is opened over several."""
_DEEPEST: Final = 20
"""Levels that are opened at most; nothing of ours has half as many."""
_STEERING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Kinds of characters that could drive a terminal or turn a line round, and halves of letters."""


def _laid_out(value: Any, indent: str) -> str:
    line = _dumped(value)
    if len(indent) + len(line) <= _LINE or not isinstance(value, (Mapping, list)) or len(indent) >= _DEEPEST:
        return line
    deeper = indent + " "
    if isinstance(value, Mapping):
        items = [f"{_dumped(key)}: {_laid_out(item, deeper)}" for key, item in value.items()]
        opening, closing = "{}"
    else:
        items = [_laid_out(item, deeper) for item in value]
        opening, closing = "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(items) + f"\n{indent}{closing}"


def _dumped(value: Any) -> str:
    """One line of JSON, letters as they are; half a letter and what could drive a terminal by its number."""
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if line.isprintable():
        return line
    return "".join(
        json.dumps(letter)[1:-1] if category(letter) in _STEERING and letter not in JOINERS else letter
        for letter in line
    )
