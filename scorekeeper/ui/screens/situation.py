"""The situation as it lies on the table, for those who did not keep the layout: set it, and ask about a tile."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, Static

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.rulings import outlook_text
from scorekeeper.rules.situation import Answer, Situation
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.playing import read_tile
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.stepper import Stepper

_NO_FOOT = -1
_LABEL = 37
_NARROW_LABEL = 17
_NARROW = 70


class SituationScreen(Dialog[Situation | None]):
    """Gives the situation as it was left, or None where it cannot be."""

    CSS_PATH = "situation.tcss"
    AUTO_FOCUS = "#arms"
    HELP = _(
        "What lies on the table, in numbers: how many arms have a tile, the numbers at the open ends, the unfinished "
        "foot. Then type a tile to ask about. Tab and the arrows go from line to line; Enter goes to the tile."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Back to the layout; the situation is kept")),
        Binding("ctrl+r", "pin", _("Pin"), tooltip=_("Keep this ruling with the round")),
        Binding("up", "app.focus_previous", _("Up"), show=False),
        Binding("down", "app.focus_next", _("Down"), show=False),
        Binding("enter", "ask", _("Ask"), show=False),
        Binding("f1", "app.help", _("Help")),
    ]

    def __init__(self, kept: KeptLayout, pin: Callable[[str, str], None]) -> None:
        """The form.

        Args:
            kept: the layout of the round; what is kept in it fills the form where no situation was set before.
            pin: keeps a ruling with the round, given the rule's number and the text.
        """
        super().__init__()
        self._pin = pin
        self._situation = kept.situation or as_it_is_kept(kept)
        self._answered: tuple[Tile, Answer] | None = None

    def compose(self) -> ComposeResult:
        """A line for everything that has to be known, the tile, and the answer."""
        lies = self._situation
        wide = self.app.size.width >= _NARROW
        label = _LABEL if wide else _NARROW_LABEL
        arms, foot, toes, boneyard = (
            (_("Arms with a tile"), _("Double of the unfinished foot"), _("Toes it has already"), _("Boneyard"))
            if wide
            else (_("Arms filled"), _("Unfinished foot"), _("Its toes"), _("Boneyard"))
        )
        ends = _("Numbers at open ends, such as 4 4 0") if wide else _("Open ends")
        seen = _("Tiles known to lie there, if any") if wide else _("Tiles seen")
        with Vertical(id="page"):
            title = _("As it lies: {double} started").format(double=Tile(lies.start, lies.start))
            yield Static(title, id="title", markup=False)
            with Vertical(id="form"):
                yield Stepper(
                    arms, range(lies.arms + 1), lies.arms_filled, changed=self._stepped, label_width=label, id="arms"
                )
                yield self._row("ends", ends, " ".join(map(str, lies.ends)))
                yield Stepper(
                    foot,
                    (_NO_FOOT, *(number for number in range(lies.highest, -1, -1) if number != lies.start)),
                    _NO_FOOT if lies.foot is None else lies.foot,
                    show=lambda number: _("none") if number == _NO_FOOT else str(Tile(number, number)),
                    changed=self._stepped,
                    label_width=label,
                    id="foot",
                )
                yield Stepper(toes, range(3), lies.toes, changed=self._stepped, label_width=label, id="toes")
                yield Stepper(
                    boneyard,
                    (False, True),
                    lies.boneyard_empty,
                    show=lambda empty: _("empty") if empty else _("has tiles"),
                    changed=self._stepped,
                    label_width=label,
                    id="boneyard",
                )
                yield self._row("seen", seen, " ".join(map(str, sorted(lies.seen, reverse=True))))
                yield self._row("tile", _("May this tile be played?") if wide else _("May I play?"), "")
            yield Static("", id="answer", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Pin (Ctrl+R)"), id="pin", compact=True)
                yield Button(_("Back (Esc)"), id="leave", compact=True)
        yield KeysBelow()

    def _row(self, name: str, label: str, value: str) -> Horizontal:
        return Horizontal(
            Label(label, markup=False),
            LineBox(value, accept=lambda _text: self._to_tile(), restrict=r"[0-9 ,.\-]*", max_length=250, id=name),
            classes="row",
            id=f"{name}-row",
        )

    def on_mount(self) -> None:
        """Say what can be said."""
        self._look()

    def _to_tile(self) -> bool:
        box = self.query_one("#tile", LineBox)
        box.focus()
        box.select_all()
        return False

    def action_ask(self) -> None:
        """Go to the tile."""
        self._to_tile()

    def _line(self, name: str) -> str:
        return self.query_one(f"#{name}", LineBox).value

    def _set(self, name: str) -> int:
        return int(self.query_one(f"#{name}", Stepper).value)

    def _read(self) -> tuple[Situation, tuple[Problem, ...]]:
        """The situation as the form has it, with everything that is wrong with it."""
        before = self._situation
        problems: list[Problem] = []
        foot = self._set("foot")
        seen: set[Tile] = set()
        for word in re.split(r"[ ,.]+", self._line("seen").strip()):
            tile = read_tile(word, before.highest)
            if tile is not None and tile.high <= before.highest:
                seen.add(tile)
            elif word:
                problems.append(Problem(_("{text} is no tile.").format(text=word)))
        situation = Situation(
            before.highest,
            before.start,
            self._set("arms"),
            tuple(int(number) for number in re.findall(r"[0-9]{1,2}", self._line("ends"))),
            None if foot == _NO_FOOT else foot,
            0 if foot == _NO_FOOT else self._set("toes"),
            bool(self._set("boneyard")),
            before.arms,
            frozenset(seen),
        )
        return situation, (*problems, *situation.problems())

    @on(Input.Changed)
    def _typed(self) -> None:
        self._look()

    def _stepped(self, _value: Any) -> None:
        self._look()

    def _look(self) -> None:
        """Answer what is asked, or say what cannot be."""
        situation, problems = self._read()
        self._answered = None
        lines: list[str] = [f"✗ {problem.text}{_numbered(problem.rule)}" for problem in problems]
        if not problems:
            self._situation = situation
            lines = self._answers(situation)
        self.query_one("#answer", Static).update("\n".join(lines))
        self.query_one("#pin", Button).disabled = self._answered is None

    def _answers(self, situation: Situation) -> list[str]:
        lines: list[str] = []
        text = self._line("tile").strip().replace(" ", "-")
        tile = read_tile(text, situation.highest)
        if tile is not None:
            answer = situation.ask(tile)
            self._answered = (tile, answer)
            word = _("✓ {tile} may be played: {reason}") if answer.legal else _("✗ {tile} may not: {reason}")
            lines.append(word.format(tile=tile, reason=answer.reason) + _numbered(answer.rule))
            lines += [f"  {unknown}" for unknown in answer.unknown]
        elif text:
            lines.append(_("  A tile is typed as 9-4."))
        if situation.can_be_finished is False:
            told = (
                _("✗ The arms can never all be filled.")
                if situation.stage == "arms"
                else _("✗ This foot can never be finished.")
            )
            lines.append(told)
        if situation.open_values:
            lines.append("  " + outlook_text(situation.outlook()))
        return lines

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Back, with the situation as it is."""
        situation, problems = self._read()
        self.dismiss(None if problems else situation)

    @on(Button.Pressed, "#pin")
    def action_pin(self) -> None:
        """Keep the answer with the round."""
        if self._answered is None:
            return
        tile, answer = self._answered
        word = (
            _("{tile}, as it lay: allowed. {reason}") if answer.legal else _("{tile}, as it lay: not allowed. {reason}")
        )
        self._pin(answer.rule, word.format(tile=tile, reason=answer.reason))
        self.query_one("#pin", Button).disabled = True
        answered = self.query_one("#answer", Static)
        answered.update(f"{answered.content}\n" + _("  The ruling is pinned to the round."))


def _numbered(rule: str) -> str:
    return f" ({rule})" if rule else ""


def as_it_is_kept(kept: KeptLayout) -> Situation:
    """The situation that a kept layout shows, or that of an empty table."""
    layout = kept.layout
    foot = layout.foot
    return Situation(
        kept.highest,
        kept.start,
        layout.arms - layout.arms_left,
        tuple(sorted((end.number for end in layout.ends if end.on not in (layout.start_double, foot)), reverse=True)),
        None if foot is None else foot.high,
        0 if foot is None else 3 - layout.toes_left,
        kept.state.boneyard == 0,
        layout.arms,
        frozenset(lying.tile for lying in layout.placed),
    )
