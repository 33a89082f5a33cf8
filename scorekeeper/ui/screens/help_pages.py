"""What the help says: the keys of a screen as it binds them, how scores are typed, a first match, the rule book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from scorekeeper.rules import rulebook
from scorekeeper.text import _, pgettext


@dataclass(frozen=True, slots=True)
class Row:
    """One line of help."""

    sign: str
    """What is pressed or typed, or a rule's number; may be empty."""
    title: str
    text: str = ""

    def has(self, words: Sequence[str]) -> bool:
        """Whether every one of `words`, which are case-folded, stands in it."""
        everything = f"{self.sign} {self.title} {self.text}".casefold()
        return all(word in everything for word in words)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading."""

    heading: str
    rows: tuple[Row, ...]


def key_name(key: str) -> str:
    """A key as people call it: "Ctrl+Z" for "ctrl+z", "F1" for "f1", "Page up" for "pageup"."""
    names = {
        "ctrl": pgettext("key", "Ctrl"),
        "shift": pgettext("key", "Shift"),
        "alt": pgettext("key", "Alt"),
        "escape": pgettext("key", "Escape"),
        "enter": pgettext("key", "Enter"),
        "space": pgettext("key", "Space"),
        "tab": pgettext("key", "Tab"),
        "up": pgettext("key", "Up"),
        "down": pgettext("key", "Down"),
        "left": pgettext("key", "Left"),
        "right": pgettext("key", "Right"),
        "home": pgettext("key", "Home"),
        "end": pgettext("key", "End"),
        "pageup": pgettext("key", "Page up"),
        "pagedown": pgettext("key", "Page down"),
        "delete": pgettext("key", "Delete"),
        "backspace": pgettext("key", "Backspace"),
        "insert": pgettext("key", "Insert"),
        "plus": "+",
        "minus": "-",
        "slash": "/",
        "question_mark": "?",
        "asterisk": "*",
    }
    *held, last = key.split("+")
    if len(last) == 1 or (last[:1] == "f" and last[1:].isdigit()):
        last = last.upper() if held or len(last) > 1 else last
    return "+".join(names.get(part, part) for part in (*held, last))


def _is_ours(node: DOMNode) -> bool:
    return type(node).__module__.partition(".")[0] == __name__.partition(".")[0]


def key_sections(about: Screen[Any]) -> list[Section]:
    """The keys that work on a screen as it is now, its own first; read from its bindings, so they are always true."""
    here: dict[tuple[DOMNode, str], list[Binding]] = {}
    anywhere: dict[tuple[DOMNode, str], list[Binding]] = {}
    for node, binding, _enabled, _tooltip in about.active_bindings.values():
        if not binding.description or not (_is_ours(node) or node is about.app or node is about):
            continue
        # What Textual binds on every screen and app speaks English only and is not what people look for here.
        if not any(own.action == binding.action for own in _own_bindings(node)):
            continue
        (anywhere if node is about.app else here).setdefault((node, binding.action), []).append(binding)
    helps = [Row("", "", text) for text in _help_texts(about)]
    return [
        Section(_("Here"), (*helps, *_key_rows(here.values()))),
        Section(_("Everywhere"), tuple(_key_rows(anywhere.values()))),
    ]


def _own_bindings(node: DOMNode) -> list[Binding]:
    """The bindings that a class and its parents outside Textual declare."""
    declared = [
        entry
        for parent in type(node).__mro__
        if not parent.__module__.startswith("textual.")
        for entry in parent.__dict__.get("BINDINGS", ())
    ]
    return list(Binding.make_bindings(declared))


def _help_texts(about: Screen[Any]) -> list[str]:
    """What the screen says about itself, and the widgets around the cursor."""
    nodes: list[DOMNode] = [about]
    if about.focused is not None:
        nodes += [node for node in about.focused.ancestors_with_self if node not in (about, about.app)]
    texts = (getattr(node, "HELP", None) for node in nodes if _is_ours(node) or node is about)
    return list(dict.fromkeys(text for text in texts if text))


def _key_rows(groups: Iterable[list[Binding]]) -> list[Row]:
    rows = []
    for bindings in groups:
        keys = dict.fromkeys(binding.key_display or key_name(binding.key) for binding in bindings)
        rows.append(Row(" ".join(keys), bindings[0].description, bindings[0].tooltip))
    return rows


def typing_section() -> Section:
    """How a hand is typed, and the keys of the boxes."""
    lines = (
        ("23", _("23 pips left in the hand; the 50 for the double-blank is never part of the number.")),
        ("0", _("Went out.")),
        ("0/  0d", _("Went out on a double; it costs 50 where the table plays H6, and is counted otherwise.")),
        ("23*  23b", _("23 pips and the double-blank: 73 points with the standard rule (R26).")),
        ("*", _("The double-blank is all that is left.")),
        ("12+9+2", _("A sum.")),
        ("6-5+4-1+0-0", _("The tiles themselves, either end first; 0-0 is the double-blank.")),
        (key_name("space"), _("Next box; it never saves.")),
        (key_name("enter"), _("Next empty box; saves the round when every box is filled.")),
        (key_name("up"), _("Into the rounds above, where Enter corrects one and Escape goes back.")),
    )
    return Section(_("How to type scores"), tuple(Row(sign, "", text) for sign, text in lines))


def signs_section() -> Section:
    """The signs of the score table, also where one looks back."""
    lines = (
        ("23*", _("Left with the double-blank.")),
        ("0/", _("Went out on a double.")),
        ("›", _("Started the round; at the end of the names: there are more players to the right.")),
        ("✎", _("The round has a note.")),
        (_("Ana←  Ana→"), _("Left the match; joined it late.")),
        ("★  =1.", _("In first place; a place that is shared.")),
        ("▲  ▼", _("So many places better or worse than a round before.")),
        ("▸  ■", _("A match that goes on; one that was stopped.")),
    )
    return Section(_("Signs"), tuple(Row(sign, "", text) for sign, text in lines))


def first_match_section() -> Section:
    """A whole match in five lines."""
    lines = (
        _("Type a name and Enter for each player, in the order you sit, clockwise."),
        _("Enter on the empty box starts, with the set and the number of tiles that stand beside it."),
        _("Play a round with your tiles; the double that starts it is shown."),
        _("Type what each player has left, such as 0 23 41 17 and Enter: the round is saved."),
        _("Go on to the double-blank. The fewest points win; every step can be undone and corrected."),
    )
    rows = tuple(Row(str(number), "", text) for number, text in enumerate(lines, 1))
    return Section(_("A first match in five lines"), rows)


def _rule_row(entry: rulebook.Entry) -> Row:
    return Row(entry.number, entry.title, entry.text)


def pages(about: Screen[Any]) -> list[Section]:
    """The whole help: the keys of `about` first, the rule book last."""
    book = [
        Section(topic.title, tuple(_rule_row(entry) for entry in rulebook.entries(topic.key)))
        for topic in rulebook.topics()
    ]
    return [*key_sections(about), typing_section(), signs_section(), first_match_section(), *book]


def found(about: Screen[Any], query: str) -> list[Section]:
    """What is found for some words: keys and lines that have them all, and the rules, best first."""
    words = query.casefold().split()
    kept = []
    for section in (*key_sections(about), typing_section(), signs_section(), first_match_section()):
        rows = tuple(row for row in section.rows if row.has(words))
        if rows:
            kept.append(Section(section.heading, rows))
    rules = tuple(_rule_row(entry) for entry in rulebook.search(query))
    # A number asks for a rule.
    by_number = bool(rulebook.numbers_in(query.replace(" ", "").upper()))
    if rules:
        kept.insert(0 if by_number else len(kept), Section(_("Rules"), rules))
    return kept
