"""One setting on one line: its name, what it is set to between two arrows, and a word beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from scorekeeper.text import _
from scorekeeper.ui.shown import fit


class Stepper(Widget, can_focus=True):
    """A value stepped with Left and Right or a click on an arrow; a number can be typed as well."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus", "step(1)", _("More"), show=False),
        Binding("left,minus", "step(-1)", _("Less"), show=False),
        Binding("up", "app.focus_previous", _("Up"), show=False),
        Binding("down", "app.focus_next", _("Down"), show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"stepper--label", "stepper--value", "stepper--arrow", "stepper--note"}
    DEFAULT_CSS = """
    Stepper {
        height: 1;
        & > .stepper--label { color: $foreground; }
        & > .stepper--value { color: $foreground; text-style: bold; }
        & > .stepper--arrow { color: $secondary; }
        & > .stepper--note { color: $foreground 60%; }
        &:hover { background: $surface; }
        &:focus { background: $primary; color: $background; }
        &:focus > .stepper--label, &:focus > .stepper--value, &:focus > .stepper--arrow, &:focus > .stepper--note {
            color: $background;
        }
    }
    """

    value: reactive[Any] = reactive(None)
    note = reactive("")
    """A word behind the value."""
    sign = reactive("")
    """A sign before the name, such as that it is not the standard."""

    def __init__(
        self,
        label: str,
        values: Sequence[Any],
        value: Any,
        *,
        changed: Callable[[Any], None],
        show: Callable[[Any], str] = str,
        step: int = 1,
        sign_width: int = 0,
        label_width: int = 12,
        id: str | None = None,
    ) -> None:
        """A setting.

        Args:
            label: its name.
            values: what it can be set to; a `range` can be typed in digits.
            value: what it is set to.
            changed: told the value that somebody sets, before the next key is looked at.
            show: how a value reads.
            step: how far an arrow goes in a range.
            sign_width: cells for the sign before the name.
            label_width: cells for the name.
            id: of the widget.
        """
        super().__init__(id=id)
        self.label = label
        self.values = values
        self.show = show
        self._changed = changed
        self.step_size = step
        self.sign_width = sign_width
        self.label_width = label_width
        self._typed = ""
        self.set_reactive(Stepper.value, value)

    def put(self, value: Any, values: Sequence[Any] | None = None) -> None:
        """Set it without telling anybody, to one of `values` from now on where they are given."""
        if values is not None:
            self.values = values
        if value != self.value:
            self._typed = ""
            self.value = value
        self.refresh()

    def _set(self, value: Any) -> None:
        if value != self.value:
            self.value = value
            self._changed(value)

    def action_step(self, by: int) -> None:
        """Go to the next value, or the one before."""
        self._typed = ""
        values = self.values
        if isinstance(values, range):
            size = self.step_size
            number = (self.value // size + by) * size if by > 0 else -((-self.value) // size - by) * size
            self._set(max(values[0], min(number, values[-1])))
            return
        at = values.index(self.value) + by if self.value in values else 0
        if 0 <= at < len(values):
            self._set(values[at])
        else:
            self._set(values[at % len(values)])

    def on_key(self, event: events.Key) -> None:
        """Step, and take digits and Backspace in a range; every key acts before the next."""
        values = self.values
        if event.key in ("left", "right"):
            event.stop()
            event.prevent_default()
            self.action_step(1 if event.key == "right" else -1)
            return
        if not isinstance(values, range):
            return
        if event.character is not None and event.character in "0123456789":
            self._typed = (self._typed + event.character).lstrip("0")
            if self._typed and int(self._typed) > values[-1]:
                self._typed = event.character.lstrip("0")
        elif event.key == "backspace":
            self._typed = (self._typed or str(self.value))[:-1]
        else:
            return
        event.stop()
        event.prevent_default()
        self._set(max(values[0], min(int(self._typed or "0"), values[-1])))

    def on_blur(self) -> None:
        """The next digit begins a new number."""
        self._typed = ""

    def render_line(self, y: int) -> Strip:
        """The name and the value on one line; where there are two, the value on the second."""
        width, base = self.size.width, self.rich_style
        two = self.size.height > 1
        shown = self.show(self.value)
        less, more = Style.from_meta({"step": -1}), Style.from_meta({"step": 1})
        name = [
            Segment(fit(self.sign, self.sign_width) if self.sign_width else "", self._part("arrow")),
            Segment(self.label if two else fit(self.label, self.label_width), self._part("label")),
        ]
        setting = [
            Segment("◂ ", self._part("arrow") + less),
            Segment(shown, self._part("value") + more),
            Segment(" ▸", self._part("arrow") + more),
            Segment("  " + self.note if self.note else "", self._part("note")),
        ]
        if not two:
            segments = name + setting
        else:
            segments = name if y == 0 else [Segment(" " * self.sign_width, base), *setting] if y == 1 else []
        return Strip(segments).adjust_cell_length(width, base)

    def _part(self, name: str) -> Style:
        part = self.get_component_rich_style(f"stepper--{name}")
        return self.rich_style + Style(color=part.color, bold=part.bold)

    def on_click(self, event: events.Click) -> None:
        """Step by the arrows; a click on the value goes to the next."""
        step = event.style.meta.get("step")
        if step is not None:
            event.stop()
            self.action_step(step)
