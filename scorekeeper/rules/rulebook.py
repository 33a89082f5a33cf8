"""The rule book: every rule by its number, by topic and by search, and short labels for the house rules.

Every ruling, check and explanation cites a number of this book. Titles and texts are translated when they are read, so
the language may be chosen at any time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from scorekeeper.rules import rulesearch
from scorekeeper.rules.house import RULE_NUMBERS, Value
from scorekeeper.rules.names import shown
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
_KEYS: Final = MappingProxyType({number: key for key, number in RULE_NUMBERS.items()} | {"H10": "hand_size"})

_NUMBER: Final = re.compile(r"\b[RAHC][0-9]{1,2}\b")


def rule(number: str) -> Entry:
    """The rule of that number, in either case: "R15", "r15", "r 15".

    Raises:
        KeyError: there is no such rule; its first argument is a sentence for people.
    """
    entry = _BY_NUMBER.get("".join(number.split()).upper())
    if entry is None:
        raise KeyError(
            _("There is no rule “{number}” in the book; numbers look like R15, A7, H2 or C1.").format(
                number=shown(number)
            )
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


def search(words: str) -> tuple[Entry, ...]:
    """The rules that answer a question in everyday words, best first; the whole book for no words at all.

    The rule of a number that is typed comes first, then those with all the words, then, where these are few, those with
    most of them; a word in a title is worth more than one in the text, and a rare word more than a frequent one. A word
    may be the beginning or a part of a word, another word for the same thing ("spinner" for the starting double), a
    tile ("9-9" is a double), or the name of a switch or of what it is set to ("missing_double", "burn"); case, accents,
    hyphens and underscores do not matter. Only words that are nowhere in the book find nothing.
    """
    pages = tuple(
        rulesearch.Page(entry.number, entry.title, entry.text, entry.topic.title, _names(entry.number))
        for entry in _ENTRIES
    )
    asked = rulesearch.Words(_(common.FILLER), _(common.ARTICLES), tuple(map(_, common.SYNONYMS)))
    return tuple(_ENTRIES[place] for place in rulesearch.find(words, pages, asked))


def _names(number: str) -> tuple[str, ...]:
    """What the house rule of that number is called where it is set, and what it may be set to."""
    key = _KEYS.get(number)
    if key is None:
        return ()
    labels = house.WORD_LABELS.get(key, {})
    return (key, *labels, house_rule_title(key), *map(_, labels.values()))


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
