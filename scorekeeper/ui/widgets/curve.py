"""The curve beside the score table and in a review: points or places of everybody over the rounds."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from scorekeeper.rules.match import Match
from scorekeeper.text import _
from scorekeeper.ui.widgets.chart import Chart, Drawing, Mode, Piece, draw, places_chart, points_chart

_COLOURS: Final = (
    ("#f0c25a", "#8a6400"),
    ("#5fb3f2", "#1769aa"),
    ("#ef7d6b", "#b3261e"),
    ("#8fd17a", "#2f7a1f"),
    ("#c99bf0", "#7a35b0"),
    ("#4fd0c4", "#00756c"),
    ("#f29ac4", "#b02a78"),
    ("#d8a878", "#7a4a1e"),
    ("#9aa8f5", "#3f4fc0"),
    ("#cfd66a", "#66700a"),
    ("#e9e6dc", "#22261f"),
    ("#9fb0a7", "#5a665f"),
)
"""A colour for each seat on dark and on light; after twelve they begin again."""


def seat_colour(seat: int, *, dark: bool) -> str:
    """The colour of a seat, from 0, as "#rrggbb"."""
    return _COLOURS[seat % len(_COLOURS)][0 if dark else 1]


class Curve(Widget):
    """Everybody's line over the rounds, with names at the line ends; a click on a name singles that player out."""

    DEFAULT_CSS = """
    Curve {
        width: 1fr;
        height: 1fr;
        text-wrap: nowrap;
        text-overflow: clip;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "next_player(1)", _("Next player"), tooltip=_("Single out the next player"), show=False),
        Binding("up", "next_player(-1)", _("Previous player"), tooltip=_("Single out the one before"), show=False),
        Binding("p", "change_mode", _("Points/places"), tooltip=_("Change between points and places")),
    ]

    class Picked(Message):
        """A player was singled out, or nobody any more.

        Attributes:
            seat: the player's seat, from 0; None for nobody.
        """

        def __init__(self, curve: Curve, seat: int | None) -> None:
            super().__init__()
            self.curve = curve
            self.seat = seat

        @property
        def control(self) -> Curve:
            """The curve it happened in."""
            return self.curve

    def __init__(
        self, *, mode: Mode = "points", can_focus: bool = False, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.can_focus = can_focus
        self._mode: Mode = mode
        self._match: Match | None = None
        self._single: int | None = None
        self._mark: int | None = None
        self._drawing: Drawing | None = None

    @property
    def mode(self) -> Mode:
        """Whether points or places are drawn."""
        return self._mode

    @property
    def single(self) -> int | None:
        """The seat that is singled out."""
        return self._single

    def mark(self, number: int | None) -> None:
        """Mark a round, from 1, or none."""
        self._mark = number
        self.refresh()

    def show(self, match: Match, *, mode: Mode | None = None) -> None:
        """Draw the match as far as it has come."""
        self._match = match
        self._mode = mode or self._mode
        if self._single is not None and self._single >= len(match.players):
            self._single = None
        self.refresh()

    def single_out(self, seat: int | None) -> None:
        """Single out one player, or none: the line is thick, all others are dotted and pale."""
        if seat != self._single:
            self._single = seat
            self.refresh()
            self.post_message(self.Picked(self, seat))

    def action_next_player(self, by: int) -> None:
        """Single out the player who is one place below or above; past either end, nobody."""
        order: list[int | None] = [None]
        if self._match is not None:
            order += [line.seat for line in self._chart().lines]
        here = order.index(self._single) if self._single in order else 0
        self.single_out(order[(here + by) % len(order)])

    def action_change_mode(self) -> None:
        """Change between points and places."""
        self._mode = "places" if self._mode == "points" else "points"
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Single out whose name was clicked; anywhere else, or the same again, nobody."""
        offset = event.get_content_offset(self)
        if offset is None or self._drawing is None:
            return
        labels = self._drawing.labels
        seat = labels[offset.y] if offset.x >= self._drawing.label_column and offset.y < len(labels) else None
        self.single_out(None if seat == self._single else seat)

    def _chart(self) -> Chart:
        assert self._match is not None
        return points_chart(self._match) if self._mode == "points" else places_chart(self._match)

    def render(self) -> Content:
        """The curve in the room there is."""
        if self._match is None:
            return Content()
        width, height = self.content_size
        self._drawing = draw(self._chart(), width, height, single=self._single, mark=self._mark)
        dark = self.app.current_theme.dark
        lines = [
            Content.assemble(*((piece.text, self._style(piece, dark)) for piece in row)) for row in self._drawing.rows
        ]
        return Content("\n").join(lines)

    def _style(self, piece: Piece, dark: bool) -> str:
        if piece.role == "grid":
            return "$foreground 20%"
        if piece.role == "mark":
            return "$text-accent"
        if piece.seat is None:
            return "$foreground-muted"
        colour = seat_colour(piece.seat, dark=dark)
        if self._single not in (None, piece.seat):
            return f"{colour} 50%"
        singled = self._single is not None
        match piece.role:
            case "name":
                return f"bold reverse {colour}" if singled else colour
            case "figure":
                return f"bold {colour}"
            case _:
                return f"bold {colour}" if singled else colour
