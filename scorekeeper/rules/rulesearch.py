"""The search of the rule book: which pages answer a question in everyday words, best first.

Pure words in, places out: what the pages are and in which language is the caller's affair.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple


class Page(NamedTuple):
    """What is searched of one rule."""

    number: str
    title: str
    text: str
    topic: str
    names: tuple[str, ...]
    """What it is called where it is set, such as "missing_double" and "burn"; worth as much as its title."""


class Words(NamedTuple):
    """How people of a language ask."""

    filler: str
    """Words that find nothing unless they are all there is, with spaces between."""
    articles: str
    """Words that may stand in the middle of an expression: "skip a turn" is "skip turn"."""
    synonyms: tuple[str, ...]
    """The book's words = other words for them, with commas between."""


_LONGEST_QUERY: Final = 200
"""Characters looked at; more is a paste into the wrong box."""
_SHORTEST_BEGINNING: Final = 3
"""Letters typed before a word counts as the beginning of another word for the same thing."""
_FEW: Final = 6
"""Pages with all the words that are enough, so that those with most of them are left out."""
_MOST: Final = 0.5
"""The part of the best page's score that a page without all the words must have to be shown."""
_HEAVIEST: Final = 3.0
"""What the rarest word weighs; a word that one rule happens to use must not outweigh the subject."""
_SPACED_NUMBER: Final = re.compile(r"([rahc])\s+([0-9]{1,2})")
_TILE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_LOOSE_SIGN: Final = re.compile(r"(?<![0-9])-|-(?![0-9])|(?<!\w)'|'(?!\w)")

# What a word is worth where it is found; the title says what a rule is about.
_TITLE: Final = 1.0
_TEXT: Final = 0.45
_TOPIC: Final = 0.3
_OTHER_WORD: Final = 0.8
_BEGINNING: Final = 0.5
_PART: Final = 0.1
_PROPER: Final = _TEXT * _BEGINNING
"""Anything less is a piece out of the middle of some word."""
_SAME_DIGITS: Final = 2.0
_NUMBER_BEGINS: Final = 1.2
_GAME_RULE: Final = 1.05
"""A rule of the game answers a plain question before a reading or a house rule does."""


class _Field(NamedTuple):
    plain: str
    stems: str


class _Sheet(NamedTuple):
    number: str
    heading: str
    title: _Field
    """With the names."""
    text: _Field
    topic: _Field
    names: frozenset[str]


class _Need(NamedTuple):
    typed: str
    """A word, or several that are one expression."""
    others: tuple[str, ...]
    """Stems of the book's words for it."""


class _Index(NamedTuple):
    sheets: tuple[_Sheet, ...]
    filler: frozenset[str]
    articles: frozenset[str]
    known: Mapping[str, tuple[str, ...]]
    """Stems of an expression: stems of what the book calls it."""
    longest: int


def find(query: str, pages: tuple[Page, ...], words: Words) -> tuple[int, ...]:
    """The places in `pages` of those that answer, best first; all of them in order where nothing was asked.

    Pages with every word come first, and where they are few those with most of the words, by weight, follow. A word
    that is in no page is passed over, unless there is no other: then nothing is found.
    """
    index = _index(pages, words)
    raw = " ".join(unicodedata.normalize("NFC", query[:_LONGEST_QUERY]).split()).casefold().strip("?!.,;:()[]\"'“”")
    raw = _SPACED_NUMBER.sub(r"\1\2", raw) if _SPACED_NUMBER.fullmatch(raw) else raw
    asked = _plain(raw)
    needs = _needs(asked.split(), index)
    if not needs:
        return tuple(range(len(pages)))
    rows = [row for row in (_grades(need, index.sheets, alone=len(needs) == 1) for need in needs) if any(row)]
    weights = [
        min(_HEAVIEST, math.log(1 + len(pages) / max(1, sum(grade >= _PROPER for grade in row)))) for row in rows
    ]
    numbers = {need.typed for need in needs}
    ranked = []
    for place, sheet in enumerate(index.sheets):
        has = [row[place] for row in rows]
        if any(has):
            score = sum(weight * grade for weight, grade in zip(weights, has, strict=True))
            score *= _GAME_RULE if sheet.number[0] == "r" else 1
            named = sheet.heading == asked or ("_" in raw and raw in sheet.names)
            ranked.append((sheet.number in numbers, named, all(has), score, place))
    ranked.sort(key=lambda one: one[:4], reverse=True)
    few = sum(number or whole for number, _named, whole, _score, _place in ranked) < _FEW
    enough = _MOST * max((score for _number, _named, _whole, score, _place in ranked), default=0)
    return tuple(
        place for number, _named, whole, score, place in ranked if number or whole or (few and score >= enough)
    )


@lru_cache(maxsize=2)
def _index(pages: tuple[Page, ...], words: Words) -> _Index:
    known: defaultdict[str, list[str]] = defaultdict(list)
    articles = frozenset(_plain(words.articles).split())
    for line in words.synonyms:
        ours, _equals, theirs = line.partition("=")
        book = [_stems(_plain(phrase)) for phrase in ours.split(",")]
        for phrase in (*book, *(_stems(_plain(phrase)) for phrase in theirs.split(","))):
            known[_without(phrase.split(), articles)].extend(book)
    return _Index(
        sheets=tuple(
            _Sheet(
                page.number.casefold(),
                _plain(page.title),
                _field(page.title, *page.names),
                _field(page.text),
                _field(page.topic),
                frozenset(name.casefold() for name in page.names),
            )
            for page in pages
        ),
        filler=frozenset(_plain(words.filler).split()),
        articles=articles,
        known=MappingProxyType({phrase: tuple(dict.fromkeys(book)) for phrase, book in known.items()}),
        longest=max((phrase.count(" ") for phrase in known), default=0) + 3,
    )


def _field(*parts: str) -> _Field:
    # A stop that no query can hold keeps an expression from reaching over two parts.
    plain = " / ".join(map(_plain, parts))
    return _Field(f" {plain} ", f" {_stems(plain)} ")


def _plain(text: str) -> str:
    """`text` without case, accents and punctuation; hyphens and underscores part words, but for those in tiles."""
    letters = []
    for letter in unicodedata.normalize("NFKD", text.casefold()):
        category = unicodedata.category(letter)
        if letter in "'’":
            letters.append("'")
        elif letter == "-" or category[0] in "LN" or category == "So":
            letters.append(letter)
        elif category[0] != "M":
            letters.append(" ")
    return " ".join(_LOOSE_SIGN.sub(" ", "".join(letters)).split())


def _stems(plain: str) -> str:
    return " ".join(map(_stem, plain.split()))


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """A word without its endings, so that "plays", "played" and "playing" are one; roughly, for both sides alike."""
    word = word.removesuffix("'s")
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word.removesuffix("es") if word.endswith(("sses", "oes", "ches")) else word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "sld":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _without(stems: Sequence[str], articles: frozenset[str]) -> str:
    return " ".join(stem for stem in stems if stem not in articles)


def _needs(typed: Sequence[str], index: _Index) -> list[_Need]:
    """What has to be found: known expressions, the longest first, and the other words that are no filler."""
    stems = [_stem(word) for word in typed]
    needs = []
    start = 0
    while start < len(typed):
        length = next(
            (
                length
                for length in range(min(index.longest, len(typed) - start), 1, -1)
                if not {typed[start], typed[start + length - 1]} & index.articles
                and _without(stems[start : start + length], index.articles) in index.known
            ),
            1,
        )
        if length > 1:
            phrase = _without(stems[start : start + length], index.articles)
            needs.append(_Need(" ".join(typed[start : start + length]), index.known[phrase]))
        elif typed[start] not in index.filler:
            needs.append(_Need(typed[start], _others(typed[start], index, last=start == len(typed) - 1)))
        start += length
    return needs or [_Need(word, ()) for word in typed]


def _others(word: str, index: _Index, *, last: bool) -> tuple[str, ...]:
    stem = _stem(word)
    others = index.known.get(stem, ())
    if tile := _TILE.fullmatch(word):
        kind = "double" if tile[1] == tile[2] else "tile"
        others = (*others, *(index.known.get(_stem(kind), (_stem(kind),)) if not others else ()))
    if not others and last and len(word) >= _SHORTEST_BEGINNING:
        others = tuple(
            dict.fromkeys(ours for known, book in index.known.items() if known.startswith(stem) for ours in book)
            if not any(f" {word}" in sheet.title.plain or f" {word}" in sheet.text.plain for sheet in index.sheets)
            else ()
        )
    return others


def _grades(need: _Need, sheets: Sequence[_Sheet], *, alone: bool) -> list[float]:
    """How well each sheet has what is needed; 0 where it does not have it."""
    stems = _stems(need.typed)
    grades = []
    for sheet in sheets:
        title, text = sheet.title, sheet.text
        grade = max(
            _found(need.typed, stems, title) * _TITLE,
            _found(need.typed, stems, text) * _TEXT,
            _found(need.typed, stems, sheet.topic) * _TOPIC,
        )
        for other in need.others:
            if grade < _OTHER_WORD and f" {other} " in title.stems:
                grade = _OTHER_WORD
            elif grade < _OTHER_WORD * _TEXT and f" {other} " in text.stems:
                grade = _OTHER_WORD * _TEXT
        if sheet.number.startswith(need.typed) and (alone or sheet.number == need.typed):
            grade = max(grade, _NUMBER_BEGINS)
        if alone and sheet.number[1:] == need.typed:
            grade = _SAME_DIGITS
        grades.append(grade)
    if not alone and any(grade >= _PROPER for grade in grades):
        return [grade if grade >= _PROPER else 0 for grade in grades]
    return grades


def _found(typed: str, stems: str, field: _Field) -> float:
    if f" {stems} " in field.stems:
        return 1 if f" {typed} " in field.plain else 0.95
    if typed not in field.plain:
        return 0
    return _BEGINNING if f" {typed}" in field.plain else _PART
