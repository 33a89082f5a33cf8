"""A match as Markdown, ready to paste into a message."""

from __future__ import annotations

import re
from typing import Final

from scorekeeper.report import words
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.scoring import standings
from scorekeeper.text import _

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#~&$@!])")


def escaped(text: str) -> str:
    """`text` so that nothing in it is taken for Markdown, HTML or the edge of a table's cell."""
    return _SPECIAL.sub(r"\\\1", text)


def match_markdown(match: Match) -> str:
    """The match as a heading, a table of rounds, and the result with its reason."""
    placed = standings(match)
    lines = [f"### {escaped(words.title(match))}", ""]
    lines += [*(f"- {escaped(line)}" for line in words.agreed_lines(match)), ""]
    ends = [words.remarks(match, number) for number in range(1, len(match.rounds) + 1)]
    extra = [""] if any(ends) else []
    lines.append(_row([_("Round"), *(player.name for player in match.players), *extra]))
    lines.append("|".join(["", "---", *("---:" for _player in match.players), *("---" for _end in extra), ""]))
    for row, end in zip(match.rounds, ends, strict=True):
        lines.append(
            _row([f"{row.double}-{row.double}", *(_cell(hand, match) for hand in row.hands), *(end for _end in extra)])
        )
    if any(line.catch_up for line in placed.lines):
        lines.append(_row([_("Catch-up"), *(str(line.catch_up or "") for line in placed.lines), *extra]))
    lines.append(_row([_("Total"), *(str(line.total) for line in placed.lines), *extra]))
    places = [str(words.place(match, line) or "") for line in placed.lines]
    lines += [_row([_("Place"), *places, *extra]), ""]
    result = words.result(placed)
    if result:
        lines += [_("Result: {explanation}").format(explanation=escaped(result)), ""]
    marks = [(line.name, words.mark(match, line)) for line in placed.lines]
    said = [*words.legend(match), *(f"{name}: {mark}" for name, mark in marks if mark), *words.notes(match)]
    if said:
        lines += [*(f"- {escaped(line)}" for line in said), ""]
    return "\n".join(lines)


def _cell(hand: Hand | None, match: Match) -> str:
    """Points of one hand with its sign; empty for a player who was not in the round (A29)."""
    return "" if hand is None else f"{hand.points(match.house)}{words.flag(hand)}"


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"
