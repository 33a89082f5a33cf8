"""Valid input made wrong on purpose: texts, bytes and JSON, each changed where a file or a person may be mean.

What is changed, and how, is decided by a seeded `Random`, so that one whole number draws one mutant and finds it again.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

NASTY_TEXTS: Final = (
    "", " ", "\t \n", "\u3000", "\u00a0", "\u2800", "\u3164",
    "\0", "a\0b", "\x1b[2J", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\y", "\x9b31m", "\x90q\x9c", "a\rb", "a\nb",
    "\x07\x08\x7f", "\x85", "\u2028", "\u2029",
    "\u202egnp.exe", "\u2066x\u2069", "\u200f\u200e\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u180e",
    "\u200d", "a\u200db", "\u200c\u200c", "\U000e0041\U000e007f", "\ufe0f", "\U000e0100",
    "\ud800", "a\udcffb", "\udfff\ud800", "\uffff", "\U0010ffff",
    "Z" + "\u0301" * 50, "\u0301" * 300, "\u0489" * 40, "e\u0301", "\ufdfa" * 40, "ﷺ" * 200,
    "👩‍👩‍👧‍👦", "👩‍" * 100, "🏳️‍🌈", "🇭🇷🇭", "👍🏽" * 30, "日本語" * 20, "עברית", "العربية", "İ", "ß", "ŉ" * 41,
    "[/]", "[red]Bob[/red]", "[@click=app.quit]x[/]", "[", "\\[", "<script>alert(1)</script>", "<b>", "&lt;", "`x`",
    "|", "a|b", "# x", "* x", "](http://x)", "=1+1", "@SUM(A1)", "-2+3", "'=1", "+1", "\t=1",
    "{0}", "{name}", "{x!r}", "{__class__}", "%s", "%(prog)s", "%", "$HOME", "`id`", "; rm -rf x", "~", "~root",
    "null", "None", "NaN", "Infinity", "-1", "0", "1e400", "1_0", "٣", "①", "１２", "0x10", "9" * 400, "-0", "+0",
    "--all", "--", "-", "-h", "--match", "@file", "=", "a=b", ",", ";", '"', '"a', "'", "a" * 10_000, "x," * 300,
    "../../x", "..", ".", "C:\\x", "con", "\\", "file:///x", ".json", "x.csv", "/",
)  # fmt: skip
"""What has broken programs: controls, escapes, joiners, half letters, markup, formulas, options, paths."""

NASTY_NUMBERS: Final = (
    "0", "-0", "1", "-1", "2", "3", "7", "9", "12", "13", "19", "50", "100", "101", "255", "65536", "-2147483649",
    "4294967296", "9007199254740993", "999999999999999", "1000000000000000", "1000000000000001", "18446744073709551616",
    "1.0", "0.5", "1e2", "1E400", "-1e400", "1e-400", "NaN", "Infinity", "-Infinity", "9" * 19, "1" + "0" * 4299,
    "1" + "0" * 5000, "-" + "9" * 5000,
)  # fmt: skip
"""Numbers as a file may spell them."""


_TYPICAL: Final = ("9-9", "0-0", "2026-11-30T18:02:11+01:00", "0001-01-01T00:00:00+23:59", "burn", "a", "")
"""Text that stands somewhere in a good file."""


class Raw(str):
    """Text that stands in JSON as it is, without quotes."""


class Pairs(list[tuple[str, Any]]):
    """An object with its keys in order, of which two may be equal."""


def nasty_texts() -> st.SearchStrategy[str]:
    """Text that nobody would type and a program has to stand all the same."""
    letters = st.characters(exclude_categories=())
    return st.one_of(st.sampled_from(NASTY_TEXTS), st.text(letters, max_size=30), st.text(max_size=30))


def any_text(rng: Random) -> str:
    """As `nasty_texts`, drawn by `rng`; sometimes a piece in the middle of ordinary letters."""
    text = rng.choice(NASTY_TEXTS)
    if rng.random() < 0.3:
        text = "".join(
            chr(rng.choice((rng.randrange(256), rng.randrange(0x3000), rng.randrange(0x110000)))) for _ in "123456"
        )
    return text if rng.random() < 0.6 else f"Ana {text} B"


# Bytes


def _flip(raw: bytearray, rng: Random) -> None:
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)


def _cut(raw: bytearray, rng: Random) -> None:
    start = rng.randrange(len(raw))
    del raw[start : start + rng.choice((1, 1, 3, 20, len(raw)))]


def _insert(raw: bytearray, rng: Random) -> None:
    what = rng.choice(
        (
            b"\0",
            b"\xff",
            b"\x1b[2J",
            b'"',
            b",",
            b"\n",
            b"\r",
            b"{",
            b"[[",
            b"]",
            b"9",
            b"-",
            b";",
            bytes([rng.randrange(256)]),
        )
    )
    at = rng.randrange(len(raw) + 1)
    raw[at:at] = what


def _double(raw: bytearray, rng: Random) -> None:
    start = rng.randrange(len(raw))
    piece = raw[start : start + rng.randrange(1, 60)]
    at = rng.randrange(len(raw) + 1)
    raw[at:at] = piece


def _overwrite(raw: bytearray, rng: Random) -> None:
    raw[rng.randrange(len(raw))] = rng.choice(b'0129-+*/"\\{}[],:; \n\0\x80\xffbd')


_BYTES: Final[tuple[Callable[[bytearray, Random], None], ...]] = (_flip, _cut, _insert, _double, _overwrite)

ENCODINGS: Final = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "cp037")


def mutated_bytes(raw: bytes, rng: Random, most: int = 4) -> bytes:
    """`raw` with up to `most` changes to its bytes."""
    changed = bytearray(raw)
    for _change in range(rng.randint(0, most)):
        if not changed:
            break
        rng.choice(_BYTES)(changed, rng)
    return bytes(changed)


def encoded(text: str, rng: Random) -> bytes:
    """`text` as bytes, mostly UTF-8, now and then as another program may have written it, with other ends of lines."""
    roll = rng.random()
    if roll < 0.05:
        text = text.replace("\n", rng.choice(("\r\n", "\r", "\n\n", "\u2028")))
    if roll > 0.04 and roll < 0.08:
        return text.encode(rng.choice(ENCODINGS), "replace")
    return text.encode("utf-8", "surrogatepass")


# JSON


def spelled(value: Any) -> str:
    """JSON, `Raw` and `Pairs` as they are."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{json.dumps(key)}: {spelled(item)}" for key, item in value) + "}"
    if isinstance(value, dict):
        return spelled(Pairs(value.items()))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(spelled, value)) + "]"
    return json.dumps(value)


def _opened(value: Any) -> Any:
    """A copy in which every object is `Pairs`."""
    if isinstance(value, dict):
        return Pairs((key, _opened(item)) for key, item in value.items())
    return [_opened(item) for item in value] if isinstance(value, list | tuple) else value


_Place = tuple[Any, int]
"""A list or `Pairs`, and a place in it."""


def _places(value: Any) -> list[_Place]:
    found: list[_Place] = []
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, list):
            found += [(each, place) for place in range(len(each))]
            todo += [item[1] for item in each] if isinstance(each, Pairs) else each
    return found


def _value(place: _Place) -> Any:
    holder, at = place
    return holder[at][1] if isinstance(holder, Pairs) else holder[at]


def _put(place: _Place, value: Any) -> None:
    holder, at = place
    holder[at] = (holder[at][0], value) if isinstance(holder, Pairs) else value


def _deep(rng: Random) -> Raw:
    depth = rng.choice((3, 50, 900, 960, 980, 990, 1000, 100_000))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    return Raw(opening * depth + "1" + closing * depth)


def _any_value(places: list[_Place], rng: Random) -> Any:
    kind = rng.randrange(9) if places else 0
    if kind < 2:
        return Raw(rng.choice(NASTY_NUMBERS))
    if kind < 4:
        return any_text(rng)
    if kind == 4:
        return copy.deepcopy(_value(rng.choice(places)))
    if kind == 5:
        return rng.choice((None, True, False))
    if kind == 6 and rng.random() < 0.2:
        return _deep(rng)
    return rng.choice(([], Pairs(), [None], [[]], [0, 0, 0], *_TYPICAL))


def _near(value: Any, rng: Random) -> Any:
    """Something of the same kind, a little off."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-50, -2, -1, 1, 2, 50)) if rng.random() < 0.8 else Raw(f"{value}.0")
    if isinstance(value, str) and value:
        at = rng.randrange(len(value) + 1)
        return value[:at] + rng.choice((any_text(rng), "0", "-", "")) + value[at + rng.randrange(2) :]
    return [value]


def mutated(document: Any, rng: Random, most: int = 4) -> Any:
    """The document with up to `most` changes: values of other types, keys gone, doubled, renamed, items moved."""
    root: Any = [_opened(document)]
    for _change in range(rng.randint(0, most)):
        places = _places(root)
        place = rng.choice(places)
        holder, at = place
        if holder is root and rng.random() < 0.9:
            continue
        kind = rng.randrange(7)
        if kind == 0:
            del holder[at]
        elif kind == 1:
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[at]))
        elif kind == 2 and isinstance(holder, Pairs):
            other = rng.choice(places)
            names = [key for each, _at in (other, place) if isinstance(each, Pairs) for key, _item in each]
            holder[at] = (rng.choice((any_text(rng), rng.choice(names))), holder[at][1])
        elif kind == 3:
            there, place_there = rng.choice(places)
            if type(there) is type(holder):
                holder[at], there[place_there] = copy.deepcopy(there[place_there]), copy.deepcopy(holder[at])
        elif kind < 6:
            _put(place, _near(_value(place), rng))
        else:
            _put(place, _any_value(places, rng))
        if not root:
            root.append(_any_value([], rng))
    return root[0]


def mutated_json(document: Any, rng: Random, most: int = 4) -> bytes:
    """A mutant of the document as bytes; in one of ten the bytes are changed as well."""
    raw = encoded(spelled(mutated(document, rng, most)), rng)
    return mutated_bytes(raw, rng) if rng.random() < 0.1 else raw
