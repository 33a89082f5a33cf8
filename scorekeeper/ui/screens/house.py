"""The house rules on one page: every switch, ready-made sets of them, and what is not as usual or as last time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.reactive import var
from textual.widgets import Button, Static

from scorekeeper.rules import rulebook
from scorekeeper.rules.house import CHOICES, PRESETS, RULE_NUMBERS, STANDARD, TARGET_LIMIT, HouseRules
from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.stepper import Stepper

NOT_STANDARD: Final = "◆"
NOT_AS_LAST: Final = "≠"
_OWN: Final = ""
"""The preset that is none."""
_TARGET_STEP: Final = 50


class HouseScreen(Dialog[HouseRules | None]):
    """Gives the house rules that were chosen, or None where they were left as they are."""

    CSS_PATH = "house.tcss"
    AUTO_FOCUS = "#preset"
    HELP = _("Up and Down go from rule to rule, Left and Right change it, Enter keeps all of them.")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", _("Keep"), tooltip=_("Keep these house rules"), id="house.keep"),
        Binding("up", "app.focus_previous", _("Up"), show=False),
        Binding("down", "app.focus_next", _("Down"), show=False),
        Binding("left,right", "none", _("Change"), key_display="← →", tooltip=_("Change the rule"), id="house.change"),
        Binding("f5", "standard", _("Standard"), tooltip=_("All rules as standard"), id="house.standard"),
        Binding("f6", "last", _("As last time"), tooltip=_("The rules of the last match"), id="house.last"),
        # Before anybody else, so that keys typed behind a Tab go where it leads, however fast they come.
        Binding("tab", "app.focus_next", _("Next"), show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", _("Back"), show=False, priority=True),
        Binding("escape", "leave", _("Back"), tooltip=_("Leave the rules as they were"), id="house.leave"),
        Binding("f1", "app.help", _("Help"), id="house.help"),
    ]

    house: var[HouseRules] = var(STANDARD, init=False)

    def __init__(self, house: HouseRules, highest: int, last: HouseRules | None = None) -> None:
        """The page.

        Args:
            house: the rules to begin with.
            highest: the number on the highest double of the set, which bounds the last double (H9).
            last: the rules of the last match; None to compare with none.
        """
        super().__init__()
        self.highest = highest
        self.last = last
        self.set_reactive(HouseScreen.house, house)

    def compose(self) -> ComposeResult:
        """A line for the ready-made sets, a line a switch, and what the rule under the cursor says."""
        with Vertical(id="page"):
            yield Static(_("House rules"), id="title", markup=False)
            with VerticalScroll(id="switches", can_focus=False):
                yield Stepper(
                    _("Ready-made"),
                    (*PRESETS, _OWN),
                    self._preset(),
                    changed=self._preset_changed,
                    show=self._preset_text,
                    sign_width=3,
                    label_width=37,
                    id="preset",
                )
                for key in RULE_NUMBERS:
                    yield Stepper(
                        f"{rulebook.house_rule_title(key)} ({RULE_NUMBERS[key]})",
                        self._values(key),
                        self._shown(key),
                        changed=partial(self._switch_changed, key),
                        show=partial(self._value_text, key),
                        step=_TARGET_STEP if key == "target" else 1,
                        sign_width=3,
                        label_width=37,
                        id=f"switch-{key}",
                    )
            yield Static("", id="about", markup=False)
            yield Static(
                _("{sign} not the standard   {other} not as in the last match").format(
                    sign=NOT_STANDARD, other=NOT_AS_LAST
                ),
                id="legend",
                markup=False,
            )
            with Horizontal(id="buttons"):
                yield Button(_("Keep"), id="keep", variant="primary", compact=True)
                yield Button(_("Standard"), id="standard", compact=True)
                yield Button(_("As last time"), id="last", compact=True)
                yield Button(_("Back"), id="leave", compact=True)
        yield KeysBelow()

    def on_mount(self) -> None:
        """Mark what differs."""
        self.query_one("#last", Button).display = self.last is not None
        self.watch_house()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be no last match."""
        if action == "last":
            return self.last is not None
        return super().check_action(action, parameters)

    def _values(self, key: str) -> tuple[Any, ...] | range:
        if key == "last_double":
            return range(self.highest)
        return range(TARGET_LIMIT + 1) if key == "target" else CHOICES[key]

    def _shown(self, key: str) -> Any:
        value = getattr(self.house, key)
        return 0 if value is None else value

    def _value_text(self, key: str, value: Any) -> str:
        return rulebook.house_rule_value_label(key, None if key == "target" and value == 0 else value)

    def _preset(self) -> str:
        return next((name for name, house in PRESETS.items() if house == self.house), _OWN)

    def _preset_text(self, name: str) -> str:
        return rulebook.preset_title(name) if name else _("your own")

    def watch_house(self) -> None:
        """Show every switch as it is, with what differs marked."""
        for key in RULE_NUMBERS:
            switch = self.query_one(f"#switch-{key}", Stepper)
            switch.put(self._shown(key))
            value = getattr(self.house, key)
            signs = NOT_STANDARD if value != getattr(STANDARD, key) else " "
            signs += NOT_AS_LAST if self.last is not None and value != getattr(self.last, key) else " "
            switch.sign = f"{signs} "
        self.query_one("#preset", Stepper).put(self._preset())
        self._tell()

    def on_descendant_focus(self) -> None:
        """Say what the rule under the cursor is about."""
        self._tell()

    def _tell(self) -> None:
        focused = self.focused
        key = (focused.id or "").removeprefix("switch-") if isinstance(focused, Stepper) else ""
        about = self.query_one("#about", Static)
        if key not in RULE_NUMBERS:
            about.update(_("Ready-made sets of rules as they are published; any rule can be changed after that."))
            return
        text = rulebook.rule(RULE_NUMBERS[key]).text
        value = getattr(self.house, key)
        if self.last is not None and value != getattr(self.last, key):
            label = rulebook.house_rule_value_label(key, getattr(self.last, key))
            text += " " + _("{sign} Last match: {value}.").format(sign=NOT_AS_LAST, value=label)
        about.update(text)

    def _switch_changed(self, key: str, value: Any) -> None:
        changed: dict[str, Any] = {key: None if key == "target" and value == 0 else value}
        self.house = replace(self.house, **changed)

    def _preset_changed(self, name: str) -> None:
        if name in PRESETS:
            self.house = self._fitting(PRESETS[name])

    def _fitting(self, house: HouseRules) -> HouseRules:
        return replace(house, last_double=min(house.last_double, self.highest - 1))

    def action_none(self) -> None:
        """Left and Right belong to the switch under the cursor."""

    @on(Button.Pressed, "#standard")
    def action_standard(self) -> None:
        """Set every switch as standard."""
        self.house = STANDARD

    @on(Button.Pressed, "#last")
    def action_last(self) -> None:
        """Set every switch as in the last match."""
        if self.last is not None:
            self.house = self._fitting(self.last)

    @on(Button.Pressed, "#keep")
    def action_keep(self) -> None:
        """Give back what is set."""
        self.dismiss(self.house)

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Give back nothing."""
        self.dismiss(None)
