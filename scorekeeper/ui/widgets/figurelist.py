"""What is shown of one player: figures, everybody else they met, and the matches, each line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.rules.digest import MatchDigest, PlayerDigest
from scorekeeper.rules.season import HeadToHead
from scorekeeper.text import _, ngettext, pgettext
from scorekeeper.ui.figure_words import Figure, Source
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.rows import Piece, RowList
from scorekeeper.ui.widgets.whichmatches import SEASONS

_BAR: Final = 12
"""Cells of the bar that shows who is ahead how often."""
_SMALL: Final = 56
"""Cells of a line below which there is little room."""
_VALUE: Final = 10
"""Cells of a value that the column of values is made for."""


class LookList(RowList):
    """Lines, some of which open something."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--head"}
    DEFAULT_CSS = """
    LookList > .rows--head { color: $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.open", _("Open"), tooltip=_("Look back on this match"), id="player.open"),
        *SEASONS,
    ]

    def source(self, _index: int) -> Source | None:
        """The match that line `index` comes from."""
        raise NotImplementedError


class FigureList(LookList):
    """Figures, each with what it rests on; where there is little room, that stands on a line of its own."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.figures: Sequence[Figure] = ()
        self._lines: list[tuple[Figure, bool]] = []
        """Every line: the figure, and whether it is only what that rests on."""

    def show(self, figures: Sequence[Figure]) -> None:
        """Show these figures."""
        begun = bool(self.figures)
        self.figures = figures
        self._lay_out()
        if not begun and figures and figures[0].heading:
            self.cursor = 1

    def on_resize(self) -> None:
        """What a line has room for may be more or less now."""
        self._lay_out()

    def _lay_out(self) -> None:
        small = self.row_width < _SMALL
        self._lines = []
        for figure in self.figures:
            self._lines.append((figure, False))
            if small and figure.rests and not figure.heading:
                self._lines.append((figure, True))
        self.rows_changed()

    def row_count(self) -> int:
        """One row a figure, or two."""
        return len(self._lines)

    def source(self, index: int) -> Source | None:
        """The match that a record comes from."""
        return self._lines[index][0].source if 0 <= index < len(self._lines) else None

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """What it is, how much, and what that rests on."""
        figure, only_rests = self._lines[index]
        if figure.heading:
            return ((fit(f"{figure.label}  {figure.rests}".rstrip(), width), "head"),)
        sign = (fit(" ›" if figure.source and not only_rests else "", 2), "good")
        if only_rests:
            return (fit(f"   {figure.rests}", width - 2), "dim"), sign
        labels = max((cell_len(each.label) for each in self.figures if not each.heading), default=0) + 2
        values = max((cell_len(each.value) for each in self.figures if cell_len(each.value) <= _VALUE), default=0)
        if width < _SMALL:
            value = cell_len(figure.value)
            label = max(width - value - 3, 1)
            return (fit(f" {figure.label}", label), "dim"), (fit_right(figure.value, width - label - 2), ""), sign
        # What is wider than the column of values goes on where that ends.
        values = max(values, cell_len(figure.value))
        return (
            (fit(f" {figure.label}", labels), "dim"),
            (fit_right(figure.value, values), ""),
            (fit(f"  {figure.rests}", max(width - labels - values - 2, 0)), "dim"),
            sign,
        )


class AgainstList(LookList):
    """Everybody whom the player met in matches that both finished."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pairs: Sequence[HeadToHead] = ()

    def show(self, pairs: Sequence[HeadToHead]) -> None:
        """Show these pairs."""
        self.pairs = pairs
        self.rows_changed()

    def row_count(self) -> int:
        """One row for everybody."""
        return len(self.pairs)

    def source(self, _index: int) -> Source | None:
        """Somebody met is no match."""
        return None

    def heading(self, width: int) -> str:
        """What the columns are."""
        name, bar = self._widths(width)
        titles = (
            pgettext("met", "Matches"), pgettext("met", "ahead"), pgettext("met", "behind"), pgettext("met", "level"),
        )  # fmt: skip
        shown = titles if width >= _SMALL - 10 else titles[1:]
        return "".join([" ", fit(_("Against"), name), *(fit_right(title, 8) for title in shown), " " * bar])

    def _widths(self, width: int) -> tuple[int, int]:
        """Cells of the name and of the bar."""
        bar = _BAR + 2 if width >= 64 else 0
        figures = 4 if width >= _SMALL - 10 else 3
        return max(width - 1 - 8 * figures - bar, 1), bar

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """The name and how often who was ahead."""
        pair = self.pairs[index]
        name, bar = self._widths(width)
        better = "good" if pair.ahead > pair.behind else "bad" if pair.ahead < pair.behind else ""
        sign = "▲" if better == "good" else "▼" if better == "bad" else "="
        cells = round(_BAR * (pair.ahead + pair.level / 2) / pair.matches)
        return (
            (fit(f" {pair.other_name}", name + 1), ""),
            (fit_right(str(pair.matches), 8) if width >= _SMALL - 10 else "", "dim"),
            (fit_right(f"{sign} {pair.ahead}", 8), better),
            (fit_right(str(pair.behind), 8), ""),
            (fit_right(str(pair.level), 8), "dim"),
            ("  " + "█" * cells if bar else "", "good"),
            ("░" * (_BAR - cells) if bar else "", "dim"),
        )


class Heading(Widget):
    """What the columns of a list of people met are."""

    DEFAULT_CSS = """
    Heading { height: 1; color: $primary; text-style: bold; }
    """

    def __init__(self, rows: AgainstList) -> None:
        super().__init__()
        self._rows = rows

    def render_line(self, y: int) -> Strip:
        """The titles, as wide as the rows."""
        told = self._rows.heading(self._rows.row_width) if y == 0 else ""
        return Strip([Segment(told, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)


Played = tuple[MatchDigest, PlayerDigest]


class PlayedList(LookList):
    """The matches of a player, the newest first."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.played: Sequence[Played] = ()

    def show(self, played: Sequence[Played]) -> None:
        """Show these matches."""
        self.played = played
        self.rows_changed()

    def row_count(self) -> int:
        """One row a match."""
        return len(self.played)

    def source(self, index: int) -> Source | None:
        """The match."""
        return Source(self.played[index][0].id) if 0 <= index < len(self.played) else None

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """Day, place, by how much, and with whom."""
        match, player = self.played[index]
        placed = sum(one.place is not None for one in match.players)
        if player.place is None:
            place, how, colour = "–", pgettext("player", "left"), "dim"
        else:
            place = _("{place}. of {all}").format(place=player.place, all=placed)
            how, colour = _lead(player), "good" if player.won else ""
        others = ", ".join(one.name for one in match.players if one.who != player.who)
        small = width < _SMALL
        cells = (10, 9, 11 if not small else 0, 12 if not small else 0)
        sign = "★ " if player.won else "  "
        return (
            (fit(f" {match.date}", cells[0] + 3), "dim"),
            (fit(sign + place, cells[1] + 3), colour),
            (fit(_("double-{n}").format(n=match.set), cells[2]) if cells[2] else "", "dim"),
            (fit(how, cells[3]) if cells[3] else "", colour),
            (fit(others, max(width - 6 - sum(cells), 1)), ""),
        )


def _lead(player: PlayerDigest) -> str:
    """Points ahead of the next, or behind the first."""
    if player.lead is None:
        return ""
    count = abs(player.lead)
    if player.won:
        return ngettext("{count} ahead", "{count} ahead", count).format(count=count)
    return ngettext("{count} behind", "{count} behind", count).format(count=count)
