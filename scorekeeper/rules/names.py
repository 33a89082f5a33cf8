"""Names and other free text, cleaned once where they enter the model.

What a person sees stays as it was typed; what could drive a terminal, reverse a line or pretend to be nothing goes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from scorekeeper.text import _

NAME_LIMIT: Final = 40
"""Letters in a name, as a person counts them."""
NOTE_LIMIT: Final = 500
"""Characters in a note."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""The two format characters that some scripts and emoji are spelled with."""
_MARKS: Final = 4
"""Marks kept on one letter; no living script needs more."""


def clean(text: str) -> str:
    """`text` as it is kept: white space turned to spaces, controls, escapes and bidi controls out, NFC, trimmed."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if letter.isspace():
            letter = " "
        elif category in ("Cc", "Cs") or (category == "Cf" and letter not in _JOINERS):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept)).strip(" \u200c\u200d")


def clusters(text: str) -> Iterator[str]:
    """What a person counts as one letter each: marks, joined emoji, skin tones and pairs for a flag stay together."""
    cluster = ""
    begun = joined = flag_open = False
    for letter in text:
        if letter == "\u200d":
            cluster += letter
            joined = True
            continue
        extends = unicodedata.category(letter)[0] == "M" or letter == "\u200c" or "\U0001f3fb" <= letter <= "\U0001f3ff"
        if "\U0001f1e6" <= letter <= "\U0001f1ff":
            extends = flag_open
            flag_open = not flag_open
        else:
            flag_open = False
        if begun and not (extends or joined):
            yield cluster
            cluster = ""
        cluster += letter
        begun = True
        joined = False
    if begun:
        yield cluster


def letters(text: str) -> int:
    """How many letters a person counts, see `clusters`."""
    return sum(1 for _cluster in clusters(text))


def same_name_key(name: str) -> str:
    """What two names must share to be the same name: trimmed, normalised and case-folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(name)).casefold()).strip()


def name_problem(name: str) -> str | None:
    """What is wrong with a cleaned name: a sentence, or None."""
    if not name:
        return _("A player needs a name with at least one letter that can be seen.")
    if len(name) > NAME_LIMIT and letters(name) > NAME_LIMIT:
        return _("A name has at most {most} letters; this one has {count}.").format(
            most=NAME_LIMIT, count=letters(name)
        )
    return None
