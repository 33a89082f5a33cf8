"""What is wrong in a file, collected while it is read, each fault with the match, round and players it is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scorekeeper.rules.names import clean
from scorekeeper.rules.problem import Problem
from scorekeeper.store.strictjson import OddNumber
from scorekeeper.text import _

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The form of an id of a match or a player."""

_TIME: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9:]{5,8})"
)
_LARGEST: Final = 10**15
MOST_NAMED: Final = 1000
"""Faults and left-out keys of a file that are named one by one; nobody reads more, and a mean file has millions."""
LONGEST_TEXT: Final = 100_000
"""Characters of one text before it is cleaned; a hundred names of forty letters with marks have fewer."""
_MOST_ITEMS: Final = 250_000
"""Entries of one list; no log of any match comes near."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file."""

    match: str
    """The id of the match, or "#2" for the second of a file where it has none; "" for the file as a whole."""
    problem: Problem

    def __str__(self) -> str:
        number = self.problem.round
        if self.match and number is not None:
            where = _("{match}, round {number}: {text}")
        elif self.match:
            where = _("{match}: {text}")
        else:
            where = "{text}"
        return where.format(match=self.match, number=number, text=self.problem.text)


class Faults:
    """A list of faults that grows while one match is read, and the keys that nobody knows."""

    def __init__(self, match: str = "") -> None:
        self.match = match
        self.problems: list[Problem] = []
        self.unknown: list[str] = []

    def say(self, text: str, rule: str = "", seats: tuple[int, ...] = (), number: int | None = None) -> None:
        """Add a fault: a whole sentence, the rule it breaks, the seats and the round it is about."""
        if len(self.problems) <= MOST_NAMED:
            self.problems.append(Problem(text, rule, seats, number))

    def leave_out(self, key: str) -> None:
        """Name a key that nobody knows."""
        if len(self.unknown) < MOST_NAMED:
            self.unknown.append(key)
        elif len(self.unknown) == MOST_NAMED:
            self.unknown.append("…")

    def all(self) -> tuple[Fault, ...]:
        """Everything found, in the order of the rounds, what is about the whole match first."""
        ordered = sorted(self.problems, key=lambda problem: problem.round or 0)
        return tuple(Fault(self.match, problem) for problem in ordered)


def shown(value: object) -> str:
    """`value` from a file as a sentence may show it: harmless and short."""
    if isinstance(value, str):
        text = clean(value[:200])
        return text if len(text) <= 40 else text[:39] + "…"
    if isinstance(value, OddNumber):
        return value.text if len(value.text) <= 20 else value.text[:19] + "…"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, list):
        return _("a list")
    return _("an object") if isinstance(value, dict) else str(value)


def is_time(text: str) -> bool:
    """Whether `text` is a time of ISO 8601 with date and offset, and one that exists."""
    if _TIME.fullmatch(text) is None:
        return False
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def is_whole(value: object) -> bool:
    """Whether a value from a file is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Fields:
    """One object of a file, read key by key. What is wrong is said to its `Faults`, and a default stands in for it."""

    def __init__(
        self, raw: Mapping[str, Any], faults: Faults, path: str = "", number: int | None = None, seat: int | None = None
    ) -> None:
        self.raw = raw
        self.faults = faults
        self.path = path
        self.number = number
        self.seats = () if seat is None else (seat,)
        self.known: set[str] = set()

    def get(self, key: str) -> Any:
        """The value of `key` as it is, None where it is missing; afterwards the key counts as known."""
        self.known.add(key)
        return self.raw.get(key)

    def label(self, key: str) -> str:
        """`key` with the way to it, such as "players[1].joined"."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, text: str, rule: str = "", seats: tuple[int, ...] | None = None) -> None:
        """Say what `key` should be; {key} and {value} in `text` are filled in."""
        sentence = text.format(key=self.label(key), value=shown(self.raw.get(key)))
        self.faults.say(sentence, rule, self.seats if seats is None else seats, self.number)

    def missing(self, key: str, rule: str = "") -> None:
        """Say that `key` has to be there."""
        self.faults.say(_("“{key}” is missing.").format(key=self.label(key)), rule, self.seats, self.number)

    def whole(self, key: str, default: int, least: int = 0, most: int = _LARGEST, rule: str = "") -> int:
        """A whole number from `least` to `most`; missing and null are the default."""
        value = self.get(key)
        if value is None:
            return default
        if is_whole(value) and least <= value <= most:
            return int(value)
        if most == _LARGEST:
            text = _("“{key}” is a whole number from {least}, not “{value}”.").replace("{least}", str(least))
        else:
            text = _("“{key}” is a whole number from {least} to {most}, not “{value}”.")
            text = text.replace("{least}", str(least)).replace("{most}", str(most))
        self.wrong(key, text, rule)
        return default

    def seat(self, key: str, seats: int, rule: str = "") -> int | None:
        """A seat from 0 to `seats` - 1, or None; without seats nothing is asked of it."""
        if not seats:
            self.known.add(key)
            return None
        value = self.whole(key, -1, 0, seats - 1, rule)
        return None if value < 0 else value

    def text(self, key: str, most: int | None = None) -> str:
        """Text, cleaned; missing and null are "". `most` is how many characters it may have."""
        value = self.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.wrong(key, _("“{key}” is text, not “{value}”."))
            return ""
        if len(value) > LONGEST_TEXT:
            self.wrong(key, _("“{key}” has more than {most} characters.").replace("{most}", str(LONGEST_TEXT)))
            return ""
        text = cleaned(value)
        if most is not None and len(text) > most:
            sentence = _("“{key}” has at most {most} characters; this has {count}.").replace("{most}", str(most))
            self.wrong(key, sentence.replace("{count}", str(len(text))))
            return ""
        return text

    def time(self, key: str) -> str | None:
        """A time, kept as it is written; missing, null and "" are None."""
        value = self.get(key)
        if value is None or value == "":
            return None
        if isinstance(value, str) and is_time(value):
            return value
        self.wrong(key, _("“{key}” is a time such as 2026-11-30T18:02:11+01:00, not “{value}”."))
        return None

    def id(self, key: str) -> str | None:
        """An id of the form that matches and players have; None where it is missing."""
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, str) and ID.fullmatch(value):
            return value
        self.wrong(key, _("“{key}” is 1 to 64 of A-Z a-z 0-9 _ and -, not “{value}”."))
        return None

    def flag(self, key: str) -> bool:
        """True or false; missing and null are false."""
        value = self.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong(key, _("“{key}” is true or false, not “{value}”."))
        return False

    def items(self, key: str) -> list[Any]:
        """A list; missing and null are an empty one."""
        value = self.get(key)
        if value is None:
            return []
        if isinstance(value, list) and len(value) <= _MOST_ITEMS:
            return value
        if isinstance(value, list):
            self.wrong(key, _("“{key}” has more than {most} entries.").replace("{most}", str(_MOST_ITEMS)))
            return []
        self.wrong(key, _("“{key}” is a list, not “{value}”."))
        return []

    def objects(self, key: str) -> list[Fields]:
        """A list of objects, each to be read in turn."""
        found = []
        for index, item in enumerate(self.items(key)):
            label = f"{self.label(key)}[{index}]"
            if isinstance(item, dict):
                found.append(Fields(item, self.faults, label, self.number))
            else:
                text = _("“{key}” is an object, not “{value}”.").format(key=label, value=shown(item))
                self.faults.say(text, "", (), self.number)
        return found

    def leave_out(self) -> None:
        """Name the keys that nobody asked for."""
        for key in self.raw:
            if key not in self.known:
                # A key that nobody can see is named as it is written.
                self.faults.leave_out(self.label(shown(key) or ascii(key)[:40]))


def cleaned(text: str) -> str:
    """`text` as `clean` keeps it; plain text, which nearly all is, is seen at a glance."""
    return text.strip(" ") if text.isascii() and text.isprintable() else clean(text)
