"""The list of matches: one line each, drawn only where it is looked at."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from scorekeeper.report import words
from scorekeeper.rules.summary import Summary
from scorekeeper.text import _, listing
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.rows import Mark, Piece, RowList

WON: Final = "*"
"""Before a name that is searched for: only matches that the player won."""


def folded(text: str) -> str:
    """`text` without regard to case and accents, for searching."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return letters if letters.isascii() else "".join(one for one in letters if unicodedata.category(one) != "Mn")


def search_words(text: str) -> list[str]:
    """What has to stand in whatever is searched for, of a line as people type it: "Ana, Boris" is two names."""
    return [word for word in (each.strip(",;") for each in folded(text).split()) if word]


def date_text(summary: Summary) -> str:
    """The day by which it goes, as it was where it was played: "2026-11-30"."""
    return words.day(summary)


def players_text(summary: Summary) -> str:
    """Everybody in seat order."""
    return ", ".join(line.name for line in summary.lines)


def state_text(summary: Summary, *, short: bool = False) -> str:
    """How it ended, or how far it has come; the sign before it says it without colour."""
    if summary.state == "finished":
        return "★ " + listing(summary.winners)
    planned, played = summary.rounds_planned, summary.rounds_played
    if short:
        sign = "▸ " if summary.state == "live" else "■ "
        return sign + (
            str(played) if planned is None else _("{played} of {planned}").format(played=played, planned=planned)
        )
    if summary.state == "stopped":
        if planned is None:
            return "■ " + _("stopped after {played}").format(played=played)
        return "■ " + _("stopped after {played} of {planned}").format(played=played, planned=planned)
    if planned is None:
        return "▸ " + _("unfinished, {played} played").format(played=played)
    return "▸ " + _("unfinished, {played} of {planned}").format(played=played, planned=planned)


def search_text(summary: Summary) -> str:
    """Everything that a match can be found by; the winners of a finished one with `WON` before their names too."""
    winners = summary.winners if summary.state == "finished" else ()
    return folded(
        " ".join(
            (
                players_text(summary),
                date_text(summary),
                _("double-{n}").format(n=summary.set),
                state_text(summary),
                *(WON + name for name in winners),
                summary.note,
            )
        )
    )


class MatchList(RowList):
    """Matches with a cursor."""

    ROW_MARKS = (Mark("✕", "delete"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.open", _("Open"), tooltip=_("Open this match"), id="matches.open"),
        Binding("delete", "screen.delete", _("Delete"), tooltip=_("Move this match to the trash"), id="matches.delete"),
    ]

    def __init__(self, *, typed: Callable[[str], None] | None = None, id: str | None = None) -> None:
        super().__init__(typed=typed, id=id)
        self.matches: Sequence[Summary] = ()

    def show(self, matches: Sequence[Summary], *, keep: str | None = None) -> None:
        """Show these matches; the cursor stays on the match of id `keep` where it is among them."""
        before, above = self.cursor, self.cursor - round(self.scroll_offset.y)
        self.matches = matches
        if keep is None:
            self.rows_changed()
            return
        self.rows_changed(lambda index: matches[index].id == keep)
        if self.cursor == before and matches and matches[before].id == keep:
            return
        # What came above in the meantime does not move the row that somebody is looking at.
        if before:
            self.scroll_to(y=self.cursor - above, animate=False, force=True, immediate=True)
        self.rows_shifted()

    @property
    def current(self) -> Summary | None:
        """The match at the cursor."""
        return self.matches[self.cursor] if 0 <= self.cursor < len(self.matches) else None

    def row_count(self) -> int:
        """One row a match."""
        return len(self.matches)

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """Date, players, set and how it ended, as there is room."""
        summary = self.matches[index]
        colour = {"live": "warn", "stopped": "dim", "finished": "good"}[summary.state]
        date_width, names_width, set_width, state_width = _columns(width)
        date, names = date_text(summary), players_text(summary)
        if summary.note and width >= 100:
            names = f"{names}  · {summary.note}"
        return (
            (f" {fit(date[-date_width:], date_width)}  ", "dim"),
            (fit(names, names_width) + " ", ""),
            (fit(_("double-{n}").format(n=summary.set), set_width), "dim"),
            (fit(state_text(summary, short=not set_width), state_width), colour),
        )

    def heading(self, width: int) -> str:
        """What the columns are, as wide as a row."""
        date, names, highest, result = _columns(width)
        return f" {fit(_('Date'), date)}  {fit(_('Players'), names)} {fit(_('Set'), highest)}{fit(_('Result'), result)}"


def _columns(width: int) -> tuple[int, int, int, int]:
    """Cells for date, players, set and result in a row of `width` cells."""
    if width < 56:
        date, highest, result = 8, 0, max(min(12, width // 3), 1)
    else:
        date, highest, result = 10, 11, 26 if width < 100 else 34
    return date, max(width - date - highest - result - 4, 1), highest, result
