"""The rule book: every rule by its number, by topic and by search, and short labels for the house rules.

Every ruling, check and explanation cites a number of this book. Titles and texts are translated when they are read, so
the language may be chosen at any time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from scorekeeper.rules.house import RULE_NUMBERS, Value
from scorekeeper.rules.ruletexts import house, scores, table
from scorekeeper.rules.ruletexts import words as common
from scorekeeper.text import N_, _, ngettext


@dataclass(frozen=True, slots=True)
class Topic:
    """A chapter of the book."""

    key: str
    """What it is called in code, such as "feet"; never translated."""
    message: str = field(repr=False)

    @property
    def title(self) -> str:
        """Its heading in the reader's language."""
        return _(self.message)


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule."""

    number: str
    """R and a number for a rule of the game, A for a reading where it is silent, H for a house rule, C for a check."""
    topic: Topic
    title_message: str = field(repr=False)
    text_message: str = field(repr=False)

    @property
    def title(self) -> str:
        """Two to seven words in the reader's language."""
        return _(self.title_message)

    @property
    def text(self) -> str:
        """The rule in one to four sentences in the reader's language, often with an example."""
        return _(self.text_message)

    @property
    def see_also(self) -> tuple[str, ...]:
        """The numbers of the rules that its text points to."""
        return tuple(number for number in numbers_in(self.text) if number != self.number)


_CHAPTERS: Final = (
    ("setting-up", N_("Setting up"), table.SETTING_UP),
    ("sets", N_("Sets and hand sizes"), table.SETS),
    ("starting", N_("Starting a round"), table.STARTING),
    ("playing", N_("Playing tiles"), table.PLAYING),
    ("feet", N_("Chicken feet"), table.FEET),
    ("drawing", N_("Drawing and passing"), table.DRAWING),
    ("ending", N_("The end of a round"), scores.ENDING),
    ("scoring", N_("Scoring"), scores.SCORING),
    ("winning", N_("Winning and ties"), scores.WINNING),
    ("people", N_("Joining and leaving"), scores.PEOPLE),
    ("house", N_("House rules"), house.HOUSE),
    ("never", N_("What a round can never be"), scores.NEVER),
)
_TOPICS: Final = tuple(Topic(key, title) for key, title, _rules in _CHAPTERS)
_ENTRIES: Final = tuple(
    Entry(number, topic, title, text)
    for topic, (_key, _title, rules) in zip(_TOPICS, _CHAPTERS, strict=True)
    for number, title, text in rules
)
_BY_NUMBER: Final = MappingProxyType({entry.number: entry for entry in _ENTRIES})

_NUMBER: Final = re.compile(r"\b[RAHC][0-9]{1,2}\b")


def rule(number: str) -> Entry:
    """The rule of that number, in either case: "R15", "r15", "r 15".

    Raises:
        KeyError: there is no such rule; its first argument is a sentence for people.
    """
    entry = _BY_NUMBER.get("".join(number.split()).upper())
    if entry is None:
        raise KeyError(
            _("There is no rule “{number}” in the book; numbers look like R15, A7, H2 or C1.").format(number=number)
        )
    return entry


def entries(topic: str | None = None) -> tuple[Entry, ...]:
    """Every rule in the order of the book, or those of the topic with that key."""
    return tuple(entry for entry in _ENTRIES if topic in (None, entry.topic.key))


def topics() -> tuple[Topic, ...]:
    """The chapters in the order of the book, from setting up to what can never be."""
    return _TOPICS


def numbers_in(text: str) -> tuple[str, ...]:
    """The rules of this book that a sentence cites, each once, in order: ("R28", "A24") for "... (R28) ... (A24)"."""
    return tuple(dict.fromkeys(number for number in _NUMBER.findall(text) if number in _BY_NUMBER))


_SHORTEST_BEGINNING: Final = 3
"""Letters typed before a word counts as the beginning of another word for the same thing."""
_LONGEST_QUERY: Final = 200
"""Characters looked at; more is a paste into the wrong box."""
_SPACED_NUMBER: Final = re.compile(r"([rahc])\s+([0-9]{1,2})")
_EDGES: Final = "?!.,;:()[]{}\"'“”‘’„«»…"


@lru_cache(maxsize=1024)
def _folded(text: str) -> str:
    """`text` without case and accents, so that they do not matter in a search."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn").replace("’", "'")


def search(words: str) -> tuple[Entry, ...]:
    """The rules in which every word is found, best first; the whole book for no words at all.

    A word may be the beginning or a part of a word, or another word for the same thing ("spinner" for the starting
    double); case and accents do not matter. The rule of a number that is typed comes first, then those with the words
    in their title, then those with the words in their text or topic.
    """
    query = _folded(words[:_LONGEST_QUERY]).strip(_EDGES + " ")
    query = _SPACED_NUMBER.sub(r"\1\2", query) if _SPACED_NUMBER.fullmatch(query) else query
    needs = _needs(_content(query))
    ranked = []
    for entry in _ENTRIES:
        grades = [_grade(entry, need) for need in needs]
        if all(grades):
            in_title = sum(grade >= _IN_TITLE for grade in grades)
            rank = (_NUMBER_ITSELF in grades, _folded(entry.title) == query, in_title, sum(grades))
            ranked.append((rank, entry))
    ranked.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(entry for _rank, entry in ranked)


_NUMBER_ITSELF: Final = 100
_SAME_DIGITS: Final = 50
_NUMBER_BEGINS: Final = 15
_IN_TITLE: Final = 10


@dataclass(frozen=True, slots=True)
class _Need:
    """Something that a search has to find."""

    typed: tuple[str, ...]
    """A word, or several that are one expression."""
    others: tuple[str, ...]
    """The book's words for it."""


def _content(query: str) -> list[str]:
    """The words of a folded text without punctuation, and without filler where anything else remains."""
    typed = [word for word in (part.strip(_EDGES) for part in query.split()) if word]
    filler = _folded(_(common.FILLER)).split()
    return [word for word in typed if word not in filler] or typed


def _needs(typed: Sequence[str]) -> list[_Need]:
    groups = []
    for line in common.SYNONYMS:
        ours, _equals, theirs = _folded(_(line)).partition("=")
        book = tuple(phrase.strip() for phrase in ours.split(","))
        groups.append((book, [" ".join(_content(phrase)) for phrase in (*book, *theirs.split(","))]))
    longest = max(phrase.count(" ") for _book, known in groups for phrase in known) + 1
    needs = []
    start = 0
    while start < len(typed):
        for length in range(min(longest, len(typed) - start), 0, -1):
            phrase = " ".join(typed[start : start + length])
            others = [
                word
                for book, known in groups
                if len(phrase) >= _SHORTEST_BEGINNING and any(other.startswith(phrase) for other in known)
                for word in book
            ]
            if others or length == 1:
                break
        if length == 1 and len(phrase) > _SHORTEST_BEGINNING and phrase.endswith("s"):
            others.append(phrase[:-1])
        needs.append(_Need(tuple(typed[start : start + length]), tuple(others)))
        start += length
    return needs


def _grade(entry: Entry, need: _Need) -> int:
    """How well an entry has what is needed; 0 where it does not have it."""
    phrase = " ".join(need.typed)
    number = entry.number.casefold()
    if phrase == number:
        return _NUMBER_ITSELF
    if phrase == number[1:]:
        return _SAME_DIGITS
    title, text, topic = _folded(entry.title), _folded(entry.text), _folded(entry.topic.title)
    grade = max(_found(phrase, title) * _IN_TITLE, _found(phrase, text))
    if number.startswith(phrase):
        grade = max(grade, _NUMBER_BEGINS)
    # The book's own word in the title is worth as much as a part of a word that was typed.
    if grade < _IN_TITLE and any(_found(other, title) > 1 for other in need.others):
        return _IN_TITLE
    if grade == 0 and any(_found(other, text) > 1 for other in need.others):
        return 2
    if grade == 0 and all(word in f"{number} {title} {text} {topic}" for word in need.typed):
        return 1
    return grade


def _found(phrase: str, text: str) -> int:
    """3 for the words themselves, 2 for the beginning of a word, 1 for a part of one, 0 where they are not there."""
    if phrase not in text:
        return 0
    word = rf"(?<!\w){re.escape(phrase)}"
    if re.search(rf"{word}(?!\w)", text):
        return 3
    return 2 if re.search(word, text) else 1


def house_rule_title(key: str) -> str:
    """A switch of `HouseRules` (or "hand_size") in a few words: "Nobody has the double" for `missing_double`.

    Raises:
        KeyError: there is no such switch; its first argument is a sentence for people.
    """
    if key not in house.SWITCH_TITLES:
        raise KeyError(_("There is no house rule “{key}”.").format(key=key))
    return _(house.SWITCH_TITLES[key])


def house_rule_value_label(key: str, value: Value) -> str:
    """What a switch is set to in a few words, to follow its title: "draw in turn", "50 points", "5-5".

    Raises:
        KeyError: there is no such switch; its first argument is a sentence for people.
        ValueError: the switch has no such value; the message is a sentence for people.
    """
    title = house_rule_title(key)
    labels = house.WORD_LABELS.get(key)
    if labels is not None and value in labels:
        return _(labels[str(value)])
    if key == "target" and value is None:
        return _("none, play every double")
    if labels is not None or not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(_("“{title}” cannot be “{value}”.").format(title=title, value=value))
    match key:
        case "arms":
            return ngettext("{count} arm", "{count} arms", value).format(count=value)
        case "hand_size":
            return ngettext("{count} tile", "{count} tiles", value).format(count=value)
        case "last_double":
            return _("the double-blank, 0-0") if value == 0 else f"{value}-{value}"
        case _points:
            return ngettext("{count} point", "{count} points", value).format(count=value)


def house_rule_number(key: str) -> str:
    """The number of the rule that a switch of `HouseRules` (or "hand_size") is about: "H1" for `missing_double`.

    Raises:
        KeyError: there is no such switch.
    """
    return "H10" if key == "hand_size" else RULE_NUMBERS[key]


def house_rule_line(key: str, value: Value) -> str:
    """A switch, what it is set to, and its number on one line: "Left with the double-blank: 25 points (H2)".

    Raises:
        KeyError, ValueError: as `house_rule_value_label`.
    """
    return _("{title}: {value} ({number})").format(
        title=house_rule_title(key), value=house_rule_value_label(key, value), number=house_rule_number(key)
    )


def preset_title(name: str) -> str:
    """The published way to play of that name in `house.PRESETS`, as people read it.

    Raises:
        KeyError: there is no such preset.
    """
    return _(house.PRESET_TITLES[name])
