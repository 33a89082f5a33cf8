"""What a review says, as lines that are wrapped and marked for the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from scorekeeper.report import words
from scorekeeper.report.log import Entry, changes_log, rulings_log
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import Line, Standings
from scorekeeper.text import _, ngettext, pgettext

_HEADING: Final = "bold $text-primary"
_MUTED: Final = "$foreground-muted"
_DIFFERENT: Final = "bold underline $text-accent"
_TIME: Final = 16
"""Cells of a day and time."""
_PIECES: Final = re.compile(r"[^\s,;]+|[\s,;]+")
"""Words, and what stands between them."""
_NARROW: Final = 60
"""Cells below which the text stands under its time instead of beside it."""


def record(match: Match, width: int) -> Content:
    """Everything kept with a match beside its rounds: what was agreed, notes, rulings and corrections.

    Args:
        match: any match.
        width: cells of a line.
    """
    lines = [*_heading(_("The match")), *_plain(_agreed(match), width)]
    noted = words.notes(match)
    if noted:
        lines += [*_heading(_("Notes")), *_plain(noted, width)]
    for heading, entries, none in (
        (_("Pinned rulings"), rulings_log(match), _("No ruling was pinned.")),
        (_("What was changed afterwards"), changes_log(match), _("Nothing was changed.")),
    ):
        lines += _heading(heading)
        for entry in entries:
            lines += _entry(entry, width)
        if not entries:
            lines += _plain([none], width)
    return Content("\n").join(lines[1:])


def _heading(text: str) -> list[Content]:
    return [Content(), Content.styled(text, _HEADING)]


def _agreed(match: Match) -> list[str]:
    told = [words.title(match)]
    told.append(
        ngettext("{count} tile for each player.", "{count} tiles for each player.", match.hand_size).format(
            count=match.hand_size
        )
    )
    for text, at in ((_("Begun {time}."), match.created), (_("Finished {time}."), match.finished)):
        if at:
            told.append(text.format(time=words.moment(at)))
    if match.stopped and not match.finished:
        told.append(_("Stopped {time}.").format(time=words.moment(match.stopped)))
    return told + (words.house_rule_lines(match) or [_("No house rule differs from the standard.")])


def _plain(texts: Sequence[str], width: int) -> Iterator[Content]:
    for text in texts:
        yield from _hung(Content(text), 2, width)


def _hung(content: Content, indent: int, width: int, lead: Content | None = None) -> list[Content]:
    """Lines of `content`, all but the first indented by `indent`; the first begins with `lead` where it is given."""
    blank = Content(" " * indent)
    lines = content.wrap(max(width - indent, 8))
    return [(lead if lead is not None and not index else blank) + line for index, line in enumerate(lines)]


def _entry(entry: Entry, width: int) -> list[Content]:
    time = Content.styled(entry.at.ljust(_TIME) + "  ", _MUTED)
    narrow = width < _NARROW
    indent = 2 if narrow else _TIME + 2
    what = Content.styled(entry.what, "bold" if entry.before or entry.after else "")
    lines = [time, *_hung(what, indent, width)] if narrow else _hung(what, indent, width, time)
    if entry.before or entry.after:
        was, now = pgettext("log", "was"), pgettext("log", "now")
        label = max(len(was), len(now)) + 1
        before, after = _differing(entry.before, entry.after)
        for name, told in ((was, before), (now, after)):
            lead = Content(" " * indent) + Content.styled(name.ljust(label), _MUTED)
            lines += _hung(told, indent + label, width, lead)
    return lines


def _differing(before: str, after: str) -> tuple[Content, Content]:
    """Two texts with the words marked in which they differ; a dash for an empty one."""
    if not before or not after:
        return Content(before or "–"), Content(after or "–")
    old, new = _PIECES.findall(before), _PIECES.findall(after)
    was: list[tuple[str, str]] = []
    now: list[tuple[str, str]] = []
    for how, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for parts, pieces in ((was, old[i1:i2]), (now, new[j1:j2])):
            parts += [(piece, "" if how == "equal" or piece[0] in " ,;" else _DIFFERENT) for piece in pieces]
    return Content.assemble(*was), Content.assemble(*now)


def round_headline(match: Match, number: int) -> str:
    """Round and double: "Round 4, 6-6"."""
    double = match.rounds[number - 1].double
    return _("Round {number}, {double}-{double}").format(number=number, double=double)


def leaders(placed: Standings) -> str:
    """Who is first, in few words: "Ana 26 is first", "Ana and Boris 26"; "" where nobody is."""
    return (
        "★ " + ", ".join(f"{placed.lines[seat].name} {placed.lines[seat].total}" for seat in placed.winners)
        if (placed.winners)
        else ""
    )


def figures(placed: Standings, width: int, *, places: bool, single: int | None) -> str:
    """Everybody's total, or place, best first, in lines of `width` cells; of one player alone both."""
    lines = [line for line in placed.by_place() if line.place is not None or line.status == "left"]
    if any(line.seat == single for line in lines):
        line = next(line for line in lines if line.seat == single)
        return _("{name}: total {total}, place {place}").format(name=line.name, total=line.total, place=_place(line))
    rows = [""]
    for line in lines:
        told = f"{_place(line)} {line.name}" if places else f"{line.name} {line.total}"
        joined = f"{rows[-1]} · {told}" if rows[-1] else told
        if cell_len(joined) <= width:
            rows[-1] = joined
        else:
            rows.append(told)
    return "\n".join(row for row in rows if row)


def _place(line: Line) -> str:
    return "–" if line.place is None else f"{line.place}."
