"""Names and other free text, cleaned once where they enter the model.

What a person sees stays as it was typed; what could drive a terminal, reverse a line or pretend to be nothing goes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scorekeeper.text import _

NAME_LIMIT: Final = 40
"""Letters in a name, as a person counts them."""
NOTE_LIMIT: Final = 500
"""Characters in a note."""

_JOINER: Final = "\u200d"
JOINERS: Final = frozenset("\u200c" + _JOINER)
"""The two format characters that some scripts and emoji are spelled with."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing; they count as spaces."""
_ODD: Final = re.compile(rf"[^\w -~]|[{''.join(_BLANKS)}]")
"""Neither letters and digits of some script without marks, nor what else a typewriter has; few names have any."""
_MARKS: Final = 4
"""Marks kept on one letter; no living script needs more."""
_UNCOMPOSED_MARKS: Final = 12
"""Marks kept before letters are composed, which costs the square of their number."""
_JOINED: Final = 4
"""Pictures that one emoji joins at most: a family of four."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)


def clean(text: str) -> str:
    """`text` as it is kept: white space turned to spaces, controls, escapes and bidi controls out, NFC, trimmed.

    Cleaning twice is cleaning once, and it takes time in proportion to the length.
    """
    if _ODD.search(text) is None and unicodedata.is_normalized("NFC", text):
        return text.strip(" ")
    kept = _kept(unicodedata.normalize("NFC", _kept(text, _UNCOMPOSED_MARKS)), _MARKS)
    return unicodedata.normalize("NFC", kept).strip(" \u200c\u200d")


def _kept(text: str, most_marks: int) -> str:
    """The letters of `text` that show something, at most `most_marks` marks on each, none on nothing."""
    kept: list[str] = []
    marks = most_marks
    for letter in text:
        category = unicodedata.category(letter)
        if letter.isspace() or letter in _BLANKS:
            letter = " "
        elif letter in JOINERS:
            if not kept or kept[-1] == " " or kept[-1] in JOINERS:
                continue
        elif category in ("Cc", "Cs", "Cf") or _ignorable(letter, category):
            continue
        elif category[0] == "M":
            if marks >= most_marks:
                continue
            marks += 1
        if category[0] != "M" and letter not in JOINERS:
            marks = most_marks if letter == " " else 0
        kept.append(letter)
    return "".join(kept)


def _ignorable(letter: str, category: str) -> bool:
    """Whether this is one of the places that are reserved for characters that show nothing."""
    return category == "Cn" and (
        letter == "\u2065" or "\ufff0" <= letter <= "\ufff8" or "\U000e0000" <= letter <= "\U000e0fff"
    )


def clusters(text: str) -> Iterator[str]:
    """What a person counts as one letter each: marks, joined emoji, skin tones and pairs for a flag stay together."""
    cluster = ""
    joined = toned = flag_open = False
    pictures = 0
    for letter in text:
        category = unicodedata.category(letter)
        if letter in JOINERS or category[0] == "M":
            joined = letter == _JOINER or (joined and category[0] == "M")
            cluster += letter
            continue
        if ord(letter) in _SKIN_TONES and pictures and not toned:
            toned = True
            cluster += letter
            continue
        picture = category in ("So", "Sm", "Cn")
        if ord(letter) in _FLAG_LETTERS:
            flag_open = not flag_open
            goes_on = not flag_open
        else:
            flag_open = False
            goes_on = joined and picture and 0 < pictures < _JOINED
        if not goes_on:
            if cluster:
                yield cluster
            cluster = ""
            pictures = 0
        cluster += letter
        pictures += picture
        joined = toned = False
    if cluster:
        yield cluster


def letters(text: str) -> int:
    """How many letters a person counts, see `clusters`."""
    return sum(1 for _cluster in clusters(text))


@lru_cache(maxsize=512)
def same_name_key(name: str) -> str:
    """What two names must share to be the same name: trimmed, normalised and case-folded, without what cannot be seen.

    Joiners and variation selectors make no other name: they change how letters are drawn, if anything; nor does it make
    a difference how much white space stands between two words.
    """
    seen = "".join(letter for letter in clean(name) if letter not in JOINERS and not _is_selector(letter))
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).split())


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def name_problem(name: str) -> str | None:
    """What is wrong with a cleaned name: a sentence, or None."""
    if not name:
        return _("A player needs a name with at least one letter that can be seen.")
    if len(name) > NAME_LIMIT and letters(name) > NAME_LIMIT:
        return _("A name has at most {most} letters; this one has {count}.").format(
            most=NAME_LIMIT, count=letters(name)
        )
    return None


def shown(text: str, most: int = 20) -> str:
    """Text of unknown origin as it may stand in a sentence: at most `most` characters, none that steers a terminal."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in short)
