"""Where players are named: the list of seats, the box below it, and the known players beside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget

from scorekeeper.text import _
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.rows import Mark, Piece, RowList


class Completion(Suggester):
    """Offers the rest of a known name."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        """A completion from what `names` gives at the moment, best first."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._names = names

    async def get_suggestion(self, value: str) -> str | None:
        """What `best` says."""
        return self.best(value)

    def best(self, value: str) -> str | None:
        """The first name that begins with `value`, whatever its case; None where there is none."""
        begun = value.casefold()
        for name in self._names():
            if len(name) > len(value) and name[: len(value)].casefold() == begun:
                return name
        return None


_MOVE: Final = Binding.Group(_("Move") + " ")
"""With a space behind, as a compact footer sets none between a group and the next key."""


class NameList(RowList):
    """Players in seat order; the screen has the actions `mend`, `remove` and `shift`."""

    ROW_MARKS: ClassVar[tuple[Mark, ...]] = (Mark("↑", "up"), Mark("↓", "down"), Mark("✎", "mend"), Mark("✕", "remove"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.mend", _("Mend"), tooltip=_("Change this player's name"), id="names.mend"),
        Binding("delete", "screen.remove", _("Remove"), tooltip=_("Take this player out"), id="names.remove"),
        Binding("backspace", "screen.remove", show=False),
        Binding("ctrl+up", "screen.shift(-1)", _("Move up"), tooltip=_("One seat earlier"), id="names.up", group=_MOVE),
        Binding(
            "ctrl+down", "screen.shift(1)", _("Move down"), tooltip=_("One seat later"), id="names.down", group=_MOVE
        ),
    ]
    DEFAULT_CSS = """
    NameList {
        & > .rows--cursor { background: $background; }
        &:focus > .rows--cursor { background: $primary; }
    }
    """

    names: var[tuple[str, ...]] = var(())

    def watch_names(self) -> None:
        """Draw the new names."""
        self.rows_changed()

    def row_count(self) -> int:
        """One row a player."""
        return len(self.names)

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """Seat and name."""
        return (fit_right(str(index + 1), 3) + "  ", "dim"), (fit(self.names[index], max(width - 5, 1)), "")

    def action_move(self, by: int) -> None:
        """Move the cursor; below the last name is the box."""
        if by > 0 and self.cursor >= self.row_count() - 1:
            self.screen.query_one(NameBox).focus()
        else:
            super().action_move(by)


class NameBox(LineBox):
    """Where a name is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "add", _("Add"), tooltip=_("Add this player"), id="names.add"),
        Binding("enter", "keep_name", _("Keep name"), tooltip=_("Keep the mended name"), id="names.keep"),
        Binding("enter", "start", _("Start"), tooltip=_("Start the match"), id="names.start"),
        Binding("enter", "keep", _("Keep"), tooltip=_("Keep this set-up"), id="names.keep-setup"),
        Binding("enter", "join", _("Join"), tooltip=_("Seat this player from the next round on"), id="names.join"),
        Binding("up", "screen.list", _("List"), tooltip=_("Remove, move or mend players"), id="names.list"),
    ]

    def action_cursor_right(self, select: bool = False) -> None:
        """Take the rest that is offered, even where it came too fast to be shown; go right otherwise."""
        known = None
        if isinstance(self.suggester, Completion) and self.value and self.cursor_at_end and not select:
            known = self.suggester.best(self.value)
        if known is None:
            super().action_cursor_right(select)
        else:
            self.put(known)

    meaning: var[str] = var("", bindings=True)
    """What Enter does as things stand: the name of its action above."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only what Enter does now."""
        if action in ("add", "keep_name", "start", "keep", "join"):
            return action == self.meaning
        return super().check_action(action, parameters)


class KnownNames(Widget):
    """Known players who are not seated yet, on as many lines as there are; a click seats one."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"known--name", "known--hover", "known--title"}
    DEFAULT_CSS = """
    KnownNames {
        height: 1;
        & > .known--title { color: $foreground 60%; }
        & > .known--name { color: $secondary; text-style: underline; }
        & > .known--hover { color: $accent; text-style: underline bold; }
    }
    """

    names: reactive[tuple[str, ...]] = reactive(())
    hovered: reactive[str | None] = reactive(None)

    @dataclass
    class Picked(Message):
        """A known player was clicked."""

        name: str

    def __init__(self, title: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tooltip = _("Click a name to add it")
        self.title = title

    def render_line(self, y: int) -> Strip:
        """As many whole names as there is room for on this line."""
        width, base = self.size.width, self.rich_style
        title = fit(self.title, min(len(self.title), width))
        skip = 0
        segments: list[Segment] = []
        for line in range(y + 1):
            text = title if line == 0 else " " * len(title)
            segments = [Segment(text, base + self._style("title"))]
            used = len(title)
            for name in self.names[skip:]:
                shown = fit(name, 18).rstrip()
                size = Segment(shown).cell_length + 2
                if used + size > width:
                    break
                style = base + self._style("hover" if name == self.hovered else "name")
                segments += [Segment("  ", base), Segment(shown, style + Style.from_meta({"player": name}))]
                used += size
                skip += 1
        return Strip(segments).adjust_cell_length(width, base)

    def _style(self, name: str) -> Style:
        part = self.get_component_rich_style(f"known--{name}")
        return Style(color=part.color, bold=part.bold, underline=part.underline)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light up the name under the mouse."""
        self.hovered = event.style.meta.get("player")

    def on_leave(self, _event: events.Leave) -> None:
        """The mouse is gone."""
        self.hovered = None

    def on_click(self, event: events.Click) -> None:
        """Pick the name under the mouse."""
        name = event.style.meta.get("player")
        if name is not None:
            event.stop()
            self.post_message(self.Picked(name))
