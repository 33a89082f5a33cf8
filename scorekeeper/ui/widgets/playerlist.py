"""Everybody with their figures, a line each, as a table whose columns follow the room there is and what compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.rules.names import same_name_key
from scorekeeper.text import _, pgettext
from scorekeeper.ui.figure_words import percent
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.rows import Piece, RowList
from scorekeeper.ui.widgets.whichmatches import SEASONS

if TYPE_CHECKING:
    from scorekeeper.rating import Rating
    from scorekeeper.rules.figures import Ratio, Record
    from scorekeeper.rules.roster import Listed

_PLACE: Final = 5
"""Cells of the place in front of the name."""
_LEAST_NAME: Final = 16
_LEAST_SMALL_NAME: Final = 13
_SMALL: Final = 52
"""Cells below which headings are short and names may be."""
WAITING: Final = "…"

Key = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of everybody."""

    id: str
    title: str
    short: str
    """The title where there is little room."""
    width: int
    cell: Callable[[Listed, Rating | None], str]
    key: Callable[[Listed, Rating | None], Key | None]
    """What the table is ordered by, smallest first; None for who has no such figure."""

    def cells(self, *, small: bool) -> int:
        """How wide it is."""
        return max(cell_len(self.short), 3) + 2 if small else self.width


def _average(ratio: Ratio, digits: int) -> str:
    return "–" if ratio.value is None else f"{ratio.value:.{digits}f}"


def _points(record: Record | None) -> str:
    return "–" if record is None else str(record.points)


def _least(value: float | None) -> Key | None:
    return None if value is None else (value,)


def _most(value: float | None) -> Key | None:
    return None if value is None else (-value,)


def _rating(_listed: Listed, rating: Rating | None) -> str:
    if rating is None:
        return "–"
    return _("{skill:.1f} ±{uncertainty:.1f}").format(skill=rating.skill, uncertainty=2 * rating.uncertainty)


def _columns() -> tuple[Column, ...]:
    """All columns as they stand from left to right."""
    return (
        Column("wins", _("Wins"), _("Wins"), 6, lambda p, _r: str(p.figures.wins), lambda p, _r: _most(p.figures.wins)),
        Column(
            "shared", pgettext("wins", "Shared"), pgettext("wins", "Shared"), 8,
            lambda p, _r: str(p.figures.shared_wins), lambda p, _r: _most(p.figures.shared_wins),
        ),
        Column(
            "matches", _("Matches"), pgettext("wins", "of"), 9,
            lambda p, _r: str(p.figures.matches), lambda p, _r: _most(p.figures.matches),
        ),
        Column(
            "average", _("Avg place"), _("Place"), 11,
            lambda p, _r: _average(p.figures.place, 2), lambda p, _r: _least(p.figures.place.value),
        ),
        Column(
            "points", _("Pts/round"), _("Pts"), 11,
            lambda p, _r: _average(p.figures.points, 1), lambda p, _r: _least(p.figures.points.value),
        ),
        Column(
            "table", _("Vs table"), _("Vs"), 10,
            lambda p, _r: percent(p.figures.against_table), lambda p, _r: _least(p.figures.against_table),
        ),
        Column(
            "rating", _("Rating"), _("Rating"), 12, _rating, lambda _p, r: None if r is None else (-r.at_least,)
        ),
        Column(
            "zero", _("Zero"), _("Zero"), 7,
            lambda p, _r: percent(p.figures.zero_rounds.value), lambda p, _r: _most(p.figures.zero_rounds.value),
        ),
        Column(
            "best", _("Best"), _("Best"), 6, lambda p, _r: _points(p.figures.best_round),
            lambda p, _r: _least(p.figures.best_round.points if p.figures.best_round else None),
        ),
        Column(
            "worst", _("Worst"), _("Worst"), 7, lambda p, _r: _points(p.figures.worst_round),
            lambda p, _r: _most(p.figures.worst_round.points if p.figures.worst_round else None),
        ),
        Column(
            "caught", _("0-0"), _("0-0"), 5,
            lambda p, _r: str(p.figures.double_blanks.total), lambda p, _r: _most(p.figures.double_blanks.total),
        ),
        Column(
            "rounds", _("Rounds"), _("Rounds"), 8,
            lambda p, _r: str(p.figures.points.of), lambda p, _r: _most(p.figures.points.of),
        ),
    )  # fmt: skip


_ONE_SET: Final = (
    "wins", "matches", "average", "points", "rating", "shared", "zero", "best", "worst", "caught", "table", "rounds",
)  # fmt: skip
"""The columns by how much they matter."""
_SEVERAL_SETS: Final = ("wins", "matches", "average", "table", "rating", "shared", "rounds")
"""What compares across sets."""


class PlayerList(RowList):
    """Everybody with a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.open", _("Figures"), tooltip=_("All figures of this player"), id="everybody.open"),
        *SEASONS,
        Binding(
            "delete", "screen.archive", _("Archive"), tooltip=_("Offer the name no longer, or again"),
            id="everybody.archive", show=False,
        ),
    ]  # fmt: skip

    def __init__(self, *, typed: Callable[[str], None] | None = None, id: str | None = None) -> None:
        super().__init__(typed=typed, id=id)
        self.players: Sequence[Listed] = ()
        self.ratings: Mapping[str, Rating] = {}
        self.mixed = False
        """Whether the matches are of several sets, so that points do not compare."""
        self.rated = False
        """Whether there is a column for ratings."""
        self.waiting = True
        """Whether the figures are still to come."""
        self.order = "place"
        """The id of the column that the table is ordered by; "place" or "name"."""

    @property
    def current(self) -> Listed | None:
        """The player at the cursor."""
        return self.players[self.cursor] if 0 <= self.cursor < len(self.players) else None

    def show(self, players: Sequence[Listed], *, keep: str | None = None) -> None:
        """Show these players in the order that is chosen; the cursor stays on the one who is `keep`."""
        self.players = self._ordered(players)
        self.rows_changed(None if keep is None else lambda index: self.players[index].who == keep)

    def _ordered(self, players: Sequence[Listed]) -> Sequence[Listed]:
        if self.order == "place":
            return players
        column = next((one for one in _columns() if one.id == self.order), None)

        def key(player: Listed) -> tuple[bool, bool, Key, int, str]:
            value = None
            if column is not None and player.figures.matches:
                value = column.key(player, self.ratings.get(player.who))
            name = same_name_key(player.name)
            by_name = self.order == "name"
            return player.archived, value is None, value or (), 0 if by_name else player.place or 1 << 30, name

        return sorted(players, key=key)

    def columns(self, width: int) -> list[Column]:
        """The columns that a row of `width` cells has room for, from left to right."""
        small = width < _SMALL
        room = width - _PLACE - (_LEAST_SMALL_NAME if small else _LEAST_NAME)
        every = _columns()
        by_id = {column.id: column for column in every}
        found = set()
        for name in _SEVERAL_SETS if self.mixed else _ONE_SET:
            size = by_id[name].cells(small=small)
            if name == "rating" and not self.rated:
                continue
            if size > room:
                break
            room -= size
            found.add(name)
        return [column for column in every if column.id in found]

    def sizes(self, width: int) -> list[tuple[Column, str, int]]:
        """Every column with its title and its cells."""
        small = width < _SMALL
        return [
            (column, column.short if small else column.title, column.cells(small=small))
            for column in self.columns(width)
        ]

    def row_count(self) -> int:
        """One row a player."""
        return len(self.players)

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """Place, name and figures."""
        player = self.players[index]
        sizes = self.sizes(width)
        name_width = max(width - _PLACE - sum(size for _column, _title, size in sizes), 1)
        style = "dim" if player.archived else ""
        name = _("{name} (archived)").format(name=player.name) if player.archived else player.name
        place = "" if player.place is None else f"{player.place}."
        pieces = [(fit_right(place, _PLACE - 2) + "  ", "dim"), (fit(name, name_width), style)]
        rating = self.ratings.get(player.who)
        for column, _title, size in sizes:
            if self.waiting:
                cell = WAITING
            elif player.figures.matches:
                cell = WAITING if column.id == "rating" and not self.ratings else column.cell(player, rating)
            else:
                cell = "–"
            ordered = "good" if column.id == self.order else ""
            pieces.append((fit_right(cell, size), style or ordered if cell != "–" else "dim"))
        return pieces


class PlayerHeading(Widget):
    """What the columns of a player list are; a click on one orders the list by it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    PlayerHeading { height: 1; color: $primary; text-style: bold; }
    """

    @dataclass
    class Picked(Message):
        """A column was clicked."""

        order: str

    def __init__(self, players: PlayerList, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._players = players

    def render_line(self, y: int) -> Strip:
        """The titles, with a sign at the one that orders."""
        width, found = self._players.row_width, self._players
        base = self.rich_style
        sizes = found.sizes(width) if y == 0 else []
        taken = sum(size for _column, _title, size in sizes)
        place = "▾" if found.order == "place" else "#"
        name = _("Player") + (" ▾" if found.order == "name" else "")
        segments = [
            Segment(fit_right(place, _PLACE - 2) + "  ", base + Style.from_meta({"order": "place"})),
            Segment(fit(name, max(width - _PLACE - taken, 1)), base + Style.from_meta({"order": "name"})),
        ]
        for column, title, size in sizes:
            told = f"▾{title}" if column.id == found.order else title
            segments.append(Segment(fit_right(told, size), base + Style.from_meta({"order": column.id})))
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Order by the column."""
        order = event.style.meta.get("order")
        if order is not None:
            event.stop()
            self.post_message(self.Picked(order))
