"""The log of a match: what was changed after it was recorded, and the pinned rulings, with their times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from scorekeeper.report import words
from scorekeeper.rules.match import Change, Match, PinnedRuling
from scorekeeper.text import _

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)")
"""A time as it is kept, which nobody wants to read in a sentence."""


_SAT: Final = re.compile(r"(?: (\d+)→ →(\d+)| (\d+)→| →(\d+))(?=, |$)")
"""Behind a name: the first round of a late player, the last of one who left."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log."""

    at: str
    """Day and time, as they were there and then."""
    what: str
    """What happened, as a sentence without its full stop."""
    before: str = ""
    """As it was; empty where there was nothing, or where nothing is to be said about it."""
    after: str = ""
    """As it is since then."""


def changes_log(match: Match) -> tuple[Entry, ...]:
    """What was changed after it was recorded, in the order in which it was changed."""
    return tuple(_entry(change) for change in match.corrections)


def _entry(change: Change) -> Entry:
    before, after = (_readable(text) for text in (change.before, change.after))
    if change.what in ("stop", "resume"):
        before = after = ""
    # What is taken back may be of any kind; nothing else than seats is written with an arrow.
    if change.what in ("join", "leave", "name", "undo", "redo"):
        before, after = _readable_seats(before), _readable_seats(after)
    return Entry(words.moment(change.at), _what(change), before, after)


def _readable(text: str) -> str:
    return words.moment(text) if _TIME.fullmatch(text) else text


def _readable_seats(text: str) -> str:
    """Names at the table with the rounds from and to which they sat there, as `Journal` writes them, in words."""

    def in_words(found: re.Match[str]) -> str:
        first, last = found[1] or found[3], found[2] or found[4]
        if first is None:
            told = _("(to round {last})")
        elif last is None:
            told = _("(from round {first})")
        else:
            told = _("(rounds {first} to {last})")
        return " " + told.format(first=first, last=last)

    return _SAT.sub(in_words, text)


def _what(change: Change) -> str:
    """What happened, in words."""
    number = change.round
    if number is not None:
        in_round = {
            "correction": _("Round {number} was corrected"),
            "undo": _("Taken back in round {number}"),
            "redo": _("Done again in round {number}"),
            "note": _("The note on round {number} was changed"),
            "starter": _("Who started round {number} was changed"),
        }
        if change.what in in_round:
            return in_round[change.what].format(number=number)
    told = {
        "undo": _("Taken back"),
        "redo": _("Done again"),
        "join": _("Somebody joined (A29)"),
        "leave": _("Somebody left (A30)"),
        "name": _("A name was mended"),
        "note": _("The note on the match was changed"),
        "stop": _("The match was stopped (A28)"),
        "resume": _("The match was taken up again"),
        "drop": _("A double was dropped (H1)"),
        "starter": _("Who starts was recorded"),
    }
    return told.get(change.what, change.what)


def rulings_log(match: Match) -> tuple[Entry, ...]:
    """The pinned rulings, in the order in which they were pinned."""
    return tuple(Entry(words.moment(ruling.at), _ruled(match, ruling)) for ruling in match.rulings)


def _ruled(match: Match, ruling: PinnedRuling) -> str:
    number, text = ruling.round, ruling.text
    # A ruling is pinned while its round is played, so the round may not be recorded, or be taken back.
    double = match.rounds[number - 1].double if number <= len(match.rounds) else None
    if double is None:
        told = _("Round {number}: {text}").format(number=number, text=text)
    else:
        told = _("Round {number} ({double}-{double}): {text}").format(number=number, double=double, text=text)
    return f"{told} ({ruling.rule})" if ruling.rule else told
