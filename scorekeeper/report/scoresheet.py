"""A match as a score sheet to print: one HTML file that needs nothing else, and can be gone on with by pen.

Everything that a person typed is held back while sentences are made, and put into them at the end, escaped and
isolated, so that no name can be markup or turn the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Final

from scorekeeper.report import words
from scorekeeper.report.sheetstyle import STYLE
from scorekeeper.rules.course import doubles_left, next_double, state
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.names import clean
from scorekeeper.rules.pips import pip_columns
from scorekeeper.rules.scoring import Standings, standings, totals
from scorekeeper.text import _, listing, ngettext, pgettext

NOT_THERE: Final = "–"
"""A round that a player was not in, or is in no more (A29, A30)."""
MOST_UPRIGHT: Final = 7
"""Players beside whom there is room for remarks on a page that stands upright."""
CROWD: Final = 12
"""Players from whom on the names stand on end."""

_HELD: Final = re.compile("\ue000([0-9]+)\ue001")


class _Typed:
    """What people typed, by the marks that stand for it in sentences."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def hold(self, text: str) -> str:
        """A mark for `text`; none for no text."""
        if not text:
            return ""
        self._texts.append(clean(text))
        return f"\ue000{len(self._texts) - 1}\ue001"

    def html(self, sentence: str) -> str:
        """A sentence with what its marks stand for."""
        return _HELD.sub(lambda mark: f"<bdi>{escape(self._texts[int(mark[1])])}</bdi>", escape(sentence))

    def all_of(self, match: Match) -> Match:
        """The match with marks for all that was typed in it."""
        return match.edit(
            note=self.hold(match.note),
            players=tuple(replace(player, name=self.hold(player.name)) for player in match.players),
            rounds=tuple(replace(row, note=self.hold(row.note)) for row in match.rounds),
        )


def matches_html(matches: Iterable[Match]) -> str:
    """Score sheets, each beginning on a page of its own; a whole HTML file."""
    sheets = "\n".join(map(_sheet, matches))
    language, title = escape(pgettext("code of this language", "en")), escape(_("Chicken Foot"))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{sheets}\n</body>\n</html>\n"
    )


def _sheet(plain: Match) -> str:
    typed = _Typed()
    match = typed.all_of(plain)
    placed = standings(match)
    many, crowd = len(match.players) > MOST_UPRIGHT, len(match.players) > CROWD
    remarks = [words.remarks(match, number) for number in range(1, len(match.rounds) + 1)]
    beside = any(remarks) and not many
    lines = [
        f'<article class="sheet{" wide many" if many else ""}{" crowd" if crowd else ""}">',
        *_head(match, placed, typed),
        '<table class="rounds">',
        _row("thead", [_cell("th", _("Round"), "double"), *_names(match, typed), *_beside("th", "", beside)]),
        "<tbody>",
        *_played(match, typed, remarks, beside=beside),
        *_sums(match, placed, beside=beside),
        *_to_come(match, beside=beside),
        "</tbody>",
        "</table>",
        '<div class="below">',
        *_section(_("Places"), _places(match, placed, typed)),
        *_section(_("Rounds"), [] if beside else _listed(_remarks_below(match, remarks), typed)),
        *_section(_("What was agreed"), _listed(words.agreed_lines(match), typed)),
        *_section(_("Notes"), _listed(_notes(match), typed)),
        *_section(_("Signs"), _legend(match)),
        "</div>",
        f"<footer>{escape(_('Match {id}').format(id=match.id))}</footer>",
        "</article>",
    ]
    return "\n".join(lines)


def _cell(tag: str, text: str, *classes: str) -> str:
    """A cell with `text`, which is escaped here."""
    return _html_cell(tag, escape(text), *classes)


def _html_cell(tag: str, html: str, *classes: str) -> str:
    named = " ".join(filter(None, classes))
    return f'<{tag} class="{named}">{html}</{tag}>' if named else f"<{tag}>{html}</{tag}>"


def _row(kind: str, cells: Sequence[str]) -> str:
    """A row of the table of rounds; `kind` is its class, or "thead" for the head."""
    if kind == "thead":
        return f"<thead><tr>{''.join(cells)}</tr></thead>"
    return f'<tr class="{kind}">{"".join(cells)}</tr>' if kind else f"<tr>{''.join(cells)}</tr>"


def _beside(tag: str, html: str, beside: bool) -> list[str]:
    """The cell for remarks, where the sheet has such a column."""
    return [_html_cell(tag, html, "remark")] if beside else []


# On top


def _head(match: Match, placed: Standings, typed: _Typed) -> Iterator[str]:
    about = [_("double-{set} set").format(set=match.set)]
    if words.day(match):
        about.append(words.day(match))
    about.append(words.match_progress(match))
    yield f"<header><h1>{escape(_('Chicken Foot'))}</h1><p>{escape(', '.join(about))}</p></header>"
    names = [placed.lines[seat].name for seat in placed.winners]
    if names and state(match) == "finished":
        told = ngettext("Winner: {names}", "Winners: {names}", len(names)).format(names=listing(names))
        yield f'<p class="winner">{typed.html(told)}</p>'
    reason = words.result(placed)
    if reason:
        yield f"<p>{typed.html(reason)}</p>"


def _names(match: Match, typed: _Typed) -> list[str]:
    return [_html_cell("th", typed.html(player.name), "name") for player in match.players]


# The rounds


def _double(number: int) -> str:
    """The head of a round: its double drawn as a tile, and in digits, so that nobody has to count eighteen pips."""
    return _html_cell("th", f"{tile_svg(number)}{number}-{number}", "double")


def tile_svg(number: int) -> str:
    """The double of that number, lying across, as a picture of its own."""
    rows = pip_columns(number, 4)
    # Every half is filled alike, however many pips stand in a row.
    reach = 5.2 if number <= 9 else 6.4
    most = max((abs(column) for columns in rows for column in columns), default=0) or 1
    pips = "".join(
        f"M{middle + column * reach / most:.4g} {y:g}h0"
        for middle in (10.3, 29.7)
        for y, columns in zip((4.5, 10, 15.5), rows, strict=True)
        for column in columns
    )
    width = 3.2 if number <= 9 else 2.2 if number <= 15 else 1.9
    drawn = f'<path d="{pips}" stroke="#000" stroke-width="{width}" stroke-linecap="round"/>' if pips else ""
    return (
        '<svg width="11mm" height="5.5mm" viewBox="0 0 40 20" aria-hidden="true">'
        '<rect x="0.6" y="0.6" width="38.8" height="18.8" rx="3" fill="none" stroke="#000" stroke-width="1.2"/>'
        f'<path d="M20 2.5v15" stroke="#000" stroke-width="1"/>{drawn}</svg>'
    )


def _played(match: Match, typed: _Typed, remarks: Sequence[str], *, beside: bool) -> Iterator[str]:
    for number, (row, remark) in enumerate(zip(match.rounds, remarks, strict=True), start=1):
        sums = totals(match, number)
        cells = [_points(match, hand, sums[seat]) for seat, hand in enumerate(row.hands)]
        yield _row("", [_double(row.double), *cells, *_beside("td", typed.html(remark), beside)])


def _points(match: Match, hand: Hand | None, total: int) -> str:
    """Points of one hand with their sign, ringed for who went out, and small the total so far."""
    if hand is None:
        return _cell("td", NOT_THERE)
    ring = " ring" if hand.is_out else ""
    points = f"{hand.points(match.house)}{words.flag(hand)}"
    return f'<td><span class="points{ring}">{points}</span> <span class="sum">{total}</span></td>'


def _sums(match: Match, placed: Standings, *, beside: bool) -> Iterator[str]:
    """Catch-ups, totals and places as they are, where anything was played or brought along."""
    ends = state(match) != "live"

    def row(kind: str, label: str, cells: list[str]) -> str:
        return _row(f"foot {kind}".strip(), [_cell("th", label, "double"), *cells, *_beside("td", "", beside)])

    if any(line.catch_up for line in placed.lines):
        yield row("", _("Catch-up"), [_cell("td", str(line.catch_up or "")) for line in placed.lines])
    if match.rounds:
        label = _("Total") if ends else _("Total so far")
        yield row("total", label, [_cell("td", str(line.total)) for line in placed.lines])
        yield row(
            "",
            _("Place") if ends else _("Place so far"),
            [
                _cell("td", NOT_THERE if line.place is None else str(line.place), "first" if line.place == 1 else "")
                for line in placed.lines
            ],
        )


def _to_come(match: Match, *, beside: bool) -> Iterator[str]:
    """Empty lines for the rounds to come and for what they will come to, to be filled in by pen."""
    if state(match) != "live":
        return
    cells = [
        _cell("td", "" if player.left is None else NOT_THERE) for player in match.players
    ] + _beside("td", "", beside)  # fmt: skip
    for double in doubles_to_come(match):
        yield _row("open", [_double(double), *cells])
    yield _row("open foot total", [_cell("th", _("Total"), "double"), *cells])
    yield _row("open foot", [_cell("th", _("Place"), "double"), *cells])


def doubles_to_come(match: Match) -> tuple[int, ...]:
    """The numbers on the doubles of the rounds to come, as they come if none is dropped any more; all that may come
    where a target ends the match earlier (H11)."""
    coming, left = next_double(match), doubles_left(match)
    if coming is None:
        return ()
    if match.house.missing_double == "burn":
        return tuple(double for double in left if double <= coming)
    return (coming, *(double for double in left if double != coming))


# Below


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [f"<section><h2>{escape(heading)}</h2>", *lines, "</section>"] if lines else []


def _listed(lines: Sequence[str], typed: _Typed) -> list[str]:
    return ["<ul>", *(f"<li>{typed.html(line)}</li>" for line in lines), "</ul>"] if lines else []


def _places(match: Match, placed: Standings, typed: _Typed) -> list[str]:
    if not match.rounds:
        return []
    rows = [
        "<tr>"
        + _cell("td", NOT_THERE if line.place is None else str(line.place), "number")
        + _html_cell("td", typed.html(line.name), "who")
        + _cell("td", str(line.total), "number")
        + _cell("td", words.mark(match, line))
        + "</tr>"
        for line in placed.by_place()
    ]
    return ['<table class="places">', "<tbody>", *rows, "</tbody>", "</table>"]


def _remarks_below(match: Match, remarks: Sequence[str]) -> list[str]:
    return [
        f"{row.double}-{row.double}: {remark}"
        for row, remark in zip(match.rounds, remarks, strict=True)
        if remark
    ]  # fmt: skip


def _notes(match: Match) -> list[str]:
    """The notes, that on the match without a word before it."""
    return [*([match.note] if match.note else []), *words.notes(match.edit(note=""))]


def _legend(match: Match) -> list[str]:
    """What the signs mean that stand on this sheet."""
    lines = [escape(line) for line in words.legend(match)]
    if any(row.out is not None for row in match.rounds):
        lines.insert(0, f'<span class="ring">0</span> {escape(_("went out"))}')
    if match.rounds and len(match.players) <= CROWD:
        lines.append(f'<span class="sum">23</span> {escape(_("the total after that round"))}')
    return ["<ul>", *(f"<li>{line}</li>" for line in lines), "</ul>"] if lines else []
