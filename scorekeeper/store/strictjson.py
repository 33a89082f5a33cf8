"""JSON as it is written, read without the leniency of the standard reader.

Numbers that are not whole stay what they are, so that whoever expects a whole number can name them; keys that stand
twice are told; what is no JSON at all is refused in one sentence. Nothing here raises anything else, however mean the
bytes are.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, Final

from scorekeeper.text import _

_LONGEST_NUMBER: Final = 18
"""Digits of a whole number; no figure of any match comes near."""
_LONGEST_ODD: Final = 4000
"""Letters of a number that is written again as a number; a longer one is kept as text."""
_MOST_PARTS: Final = 4_000_000
"""Objects and lists in one text, which take many times their bytes in memory; 100,000 matches have fewer."""


class Unreadable(ValueError):
    """What is kept in a file cannot be read; the text is one sentence for people."""


class NotJson(Unreadable):
    """The bytes are no JSON."""


@dataclass(frozen=True, slots=True)
class OddNumber:
    """A number that is no whole number of sensible size, as it was written: 1.5, 1e3, NaN."""

    text: str


def parse(raw: bytes) -> tuple[Any, tuple[str, ...]]:
    """The value that `raw` spells in UTF-8 (a byte-order mark before it is passed over), and keys that stand twice.

    Raises:
        NotJson: it is empty, of another encoding, cut short, nested too deeply or otherwise no JSON.
    """
    if raw.count(b"{") + raw.count(b"[") > _MOST_PARTS:
        raise NotJson(_("It holds too much."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotJson(_("It is not UTF-8 text.")) from None
    if not text.strip("\0 \t\r\n"):
        raise NotJson(_("It is empty.") if not text.strip() else _("It is filled with zeros."))
    twice: list[str] = []

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            for key, _value in pairs:
                if key in seen:
                    twice.append(key)
                seen.add(key)
        return found

    try:
        value = json.loads(
            text, object_pairs_hook=kept, parse_int=_whole, parse_float=OddNumber, parse_constant=OddNumber
        )
    except json.JSONDecodeError as error:
        raise NotJson(
            _("It is no JSON: it cannot be read from line {line}, column {column} on.").format(
                line=error.lineno, column=error.colno
            )
        ) from None
    except RecursionError:
        raise NotJson(_("It is nested too deeply.")) from None
    return value, tuple(twice)


def is_deeper(value: Any, most: int) -> bool:
    """Whether objects and lists stand in each other more than `most` deep."""
    level = [value]
    for _depth in range(most + 1):
        nested = [each for each in level if isinstance(each, dict | list)]
        level = [item for each in nested for item in (each.values() if isinstance(each, dict) else each)]
        if not level:
            return False
    return any(isinstance(each, dict | list) for each in level)


def _whole(digits: str) -> int | OddNumber:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else OddNumber(digits)


def _as_it_was(value: object) -> int | float | str:
    """An odd number in a document that is written again for the sake of something else in it."""
    if not isinstance(value, OddNumber):
        raise TypeError(f"{type(value).__name__} is no JSON value")
    try:
        return int(value.text)
    except ValueError:
        number = float(value.text) if len(value.text) <= _LONGEST_ODD else inf
        return number if isfinite(number) else value.text


_WRITER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_as_it_was)


def dump(value: Any) -> str:
    """`value` as compact JSON of one line, letters as they are.

    Raises:
        ValueError: it holds a number that JSON has no word for.
        TypeError: it holds something that is no JSON value.
    """
    return _WRITER.encode(value)
