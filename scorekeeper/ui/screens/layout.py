"""The layout of the round being played, kept by typing tiles, with a verdict on each before it is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.widgets import Static

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.layout_keeper import Keeper
from scorekeeper.ui.layout_recording import Recording
from scorekeeper.ui.play_scene import scene_of
from scorekeeper.ui.play_words import Said
from scorekeeper.ui.playing import Playing
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.pick import PickScreen
from scorekeeper.ui.screens.situation import SituationScreen
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.farmyard import STEP, Farmyard
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.playbox import PlayBox
from scorekeeper.ui.widgets.table_lines import lines_below, lines_beside
from scorekeeper.ui.widgets.tablepanel import TablePanel
from scorekeeper.ui.words import round_to_come

BESIDE_WIDTH = 110
"""Cells from which on the numbers stand beside the farmyard and not under it."""

PANEL_LEAST = 6
PANEL_MOST = 8
"""Lines under the farmyard."""


class LayoutScreen(Page[None]):
    """Keeps the farmyard of the round to come; Escape leaves it, and it is there again when it is opened again."""

    CSS_PATH = "layout.tcss"
    AUTO_FOCUS = "PlayBox"
    HELP = _(
        "The farmyard of the round being played. Type a tile such as 9-4 and Enter: its end is found by itself, and "
        "asked only where both of its numbers fit. While you type, the referee says whether it may be played; asking "
        "changes nothing. Four arms first (R15); a double is a chicken foot and needs three toes before anything else "
        "(R21). The sign ○ marks ends that may be used now."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "draw", _("Draw"), tooltip=_("A tile drawn; + does it too; type it first if it was seen")),
        Binding("f7", "pass", _("Pass"), tooltip=_("The turn ends without a play; / does it too")),
        Binding("f8", "stands", _("Stands"), tooltip=_("The typed tile was wrong, noticed too late: it stands (A32)")),
        Binding("ctrl+z", "undo", _("Undo"), tooltip=_("Take the last step back")),
        Binding("f9", "score", _("Scores"), tooltip=_("To the score row, with who is out")),
        Binding("escape", "leave", _("Back"), tooltip=_("Back to the sheet; the layout is kept")),
        Binding("ctrl+y", "redo", _("Redo"), tooltip=_("Do it again"), show=False),
        Binding("tab", "choice(1)", _("Another end"), tooltip=_("Where else the typed tile could lie"), show=False),
        Binding("shift+tab", "choice(-1)", _("The end before"), show=False),
        Binding("pagedown", "player(1)", _("Next player"), tooltip=_("Somebody else plays, out of turn"), show=False),
        Binding("pageup", "player(-1)", _("Player before"), tooltip=_("Somebody else plays, out of turn"), show=False),
        Binding("f6", "starter", _("Who starts"), tooltip=_("Who opens the round, or draws first"), show=False),
        Binding("f4", "hands", _("Hands"), tooltip=_("Put tiles in hands and boneyard right"), show=False),
        Binding("ctrl+l", "lies", _("As it lies"), tooltip=_("Ask without having kept the layout"), show=False),
        Binding("ctrl+r", "pin", _("Pin"), tooltip=_("Keep this ruling with the round"), show=False),
        Binding("ctrl+k", "rule", _("Rule"), tooltip=_("Read the rule that was named"), show=False),
        Binding("ctrl+f", "fold", _("Fold"), tooltip=_("Fold long lines, or show all of them"), show=False),
        Binding("ctrl+d", "drop", _("Drop"), tooltip=_("Stop following the layout in this round"), show=False),
        Binding("f2", "app.new_match", _("New match"), show=False),
        Binding("f3", "app.matches", _("Matches"), show=False),
        Binding("left,right,up,down", "none", _("Look around"), key_display="← → ↑ ↓", show=False),
    ]

    app = app_getter(ScorekeeperApp)
    farmyard = query_one(Farmyard)
    panel = query_one(TablePanel)
    box = query_one(PlayBox)

    def __init__(self, keeper: Keeper) -> None:
        """The screen for the round to come.

        Raises:
            RuleError: the match has no round to come.
        """
        super().__init__()
        self._keeper = keeper
        self._recording = Recording(keeper, self._show, self._gone)
        self._acts = self._key_acts()

    @property
    def kept(self) -> KeptLayout:
        """The layout as it is kept."""
        return self._recording.kept

    @property
    def playing(self) -> Playing:
        """What is typed."""
        return self._recording.playing

    # Composition

    def compose(self) -> ComposeResult:
        """The title, the farmyard with what stands beside it, the box, and the keys."""
        yield Static(id="title", markup=False)
        with Container(id="yard"):
            yield Farmyard(self.kept.layout)
            yield TablePanel(self.kept, self._recording.names)
        yield PlayBox(self._key, self._recording.paste)
        yield KeysBelow()

    def on_mount(self) -> None:
        """Show the layout as it was kept."""
        self._arrange()
        self._show()

    def on_resize(self) -> None:
        """The numbers stand where there is room for them."""
        self._arrange()
        self._show()

    def _arrange(self) -> None:
        width, height = self.size
        beside = width >= BESIDE_WIDTH and height - 6 >= lines_beside(self.kept)
        self.set_class(beside, "-beside")
        self.panel.tall = beside
        self.panel.styles.height = "1fr" if beside else PANEL_LEAST
        match = self._keeper.match_shown
        parts = [_("Layout"), round_to_come(match), _("{double} starts").format(double=self.kept.layout.start_double)]
        if width >= 60:
            parts.append(_("double-{set}").format(set=match.set))
        self.query_one("#title", Static).update(fit(" " + " · ".join(parts), width or 80))

    def _show(self) -> None:
        recording, playing, kept = self._recording, self.playing, self.kept
        self.farmyard.show(scene_of(playing))
        if not self.panel.tall:
            self.panel.styles.height = max(PANEL_LEAST, min(lines_below(kept, self.size.width), PANEL_MOST))
        self.panel.show(kept, playing.seat)
        text = playing.text if playing.answer is None else f"{playing.text}={playing.answer}"
        self.box.show(recording.names[playing.seat], None if recording.is_over and not text else text, recording.said)

    def _gone(self) -> None:
        self.app.say(_("The round was recorded by somebody else; its layout is done with."), "warning")
        self.dismiss()

    # Keys

    def _key(self, key: str, letter: str | None) -> bool:
        """What a key does; False where the screen's own keys are to have it."""
        if not self.is_current:
            # The rest of a burst of keys that left the screen.
            return True
        act = self._acts.get(key)
        if key == "escape":
            return self._recording.clear()
        if act is not None:
            act()
        elif letter == "+":
            self._recording.draw()
        elif letter == "/" and not self.playing.text:
            self._recording.pass_turn()
        elif letter is not None:
            self._recording.type("-" if letter == "/" else letter)
        else:
            return False
        return True

    def _key_acts(self) -> dict[str, Callable[[], object]]:
        """What each key does that types nothing. The screen's bindings say the same to the footer and the help, but
        would come too late in a burst of keys."""
        across, down = STEP
        return {
            "enter": self._enter,
            "backspace": self._backspace,
            "ctrl+h": self._backspace,
            "delete": self._backspace,
            "ctrl+u": self._clear,
            "tab": lambda: self.action_choice(1),
            "shift+tab": lambda: self.action_choice(-1),
            "pagedown": lambda: self.action_player(1),
            "pageup": lambda: self.action_player(-1),
            "f5": self.action_draw,
            "f7": self.action_pass,
            "f8": self.action_stands,
            "ctrl+z": self.action_undo,
            "ctrl+y": self.action_redo,
            "left": lambda: self.farmyard.pan(-across, 0),
            "right": lambda: self.farmyard.pan(across, 0),
            "up": lambda: self.farmyard.pan(0, -down),
            "down": lambda: self.farmyard.pan(0, down),
        }

    def _backspace(self) -> None:
        self._recording.put(self.playing.backspace())

    def _clear(self) -> None:
        self._recording.put(self.playing.cleared())

    def _enter(self) -> None:
        if not self.playing.text:
            if self.kept.state.ended_by is not None and not self.kept.dropped:
                self.action_score()
        elif not self._recording.enter():
            self.app.bell()

    # Actions

    def action_draw(self) -> None:
        """Record a drawn tile, the typed one if it was seen."""
        self._recording.draw()

    def action_pass(self) -> None:
        """Record that the turn ends without a play."""
        self._recording.pass_turn()

    def action_stands(self) -> None:
        """Record the typed tile where it lies, though it was wrong."""
        self._recording.let_stand()

    def action_undo(self) -> None:
        """Take the last step back."""
        self._recording.undo()

    def action_redo(self) -> None:
        """Do the step again that was taken back."""
        self._recording.redo()

    def action_choice(self, step: int) -> None:
        """Point at another end for the typed tile."""
        self._recording.put(self.playing.next_choice(step))

    def action_player(self, step: int) -> None:
        """Let somebody else be the one who plays."""
        self._recording.put(self.playing.next_player(step))

    def action_fold(self) -> None:
        """Fold long lines, or show all of them."""
        self.farmyard.fold(not self.farmyard.folding)

    def action_drop(self) -> None:
        """Stop following the layout in this round."""
        self._recording.drop()

    def action_leave(self) -> None:
        """Back to where the screen was opened; the layout is kept."""
        self.dismiss()

    def action_score(self) -> None:
        """To the score row, with who is out."""
        self.dismiss()
        self._recording.to_score()

    def action_pin(self) -> None:
        """Keep the ruling that is shown with the round."""
        self._recording.pin()

    async def action_rule(self) -> None:
        """Open the rule book on the rule that was named last."""
        rule = next((said.rule for said in self._recording.said if said.rule), "")
        await self.app.push_screen(HelpScreen(self, find=rule))

    @work(exclusive=True, group="dialog")
    async def action_starter(self) -> None:
        """Say who opens the round, or draws first for its double."""
        question = _("Who starts this round?")
        chosen = await self.app.push_screen_wait(PickScreen(question, self._recording.names))
        if chosen is not None:
            self._recording.start_with(chosen)

    @work(exclusive=True, group="dialog")
    async def action_hands(self) -> None:
        """Put the numbers of tiles in hands and boneyard right."""
        recording = self._recording
        now = recording.numbers
        question = _("Tiles now: {names}, then the boneyard").format(names=", ".join(recording.names))
        answer = await self.app.push_screen_wait(AskScreen(question, now, problem=recording.problem_of_numbers))
        if answer is not None and answer != now:
            recording.keep(recording.with_numbers(answer))

    @work(exclusive=True, group="dialog")
    async def action_lies(self) -> None:
        """Set the situation as it lies on the table, and ask about a tile."""
        situation = await self.app.push_screen_wait(SituationScreen(self.kept, self._keeper.pin))
        if situation is not None:
            self._recording.lay_out(situation)

    # Mouse

    @on(Farmyard.EndClicked)
    def _end_clicked(self, event: Farmyard.EndClicked) -> None:
        """A click on an end points at it for the typed tile; a second click records; with an empty box it offers
        the tiles that fit there."""
        self.box.focus()
        playing = self.playing
        if playing.tile is not None:
            pointed = playing.pointed(event.on)
            if pointed.at is not None and pointed.at == playing.at and playing.ruling and playing.ruling.legal:
                self._recording.record(playing.actions)
            else:
                self._recording.put(pointed)
        elif not self._recording.is_over:
            self._offer(event.on)

    @work(exclusive=True, group="dialog")
    async def _offer(self, on: Tile) -> None:
        kept = self.kept
        if not kept.layout.placed:
            self._recording.put(Playing(kept, str(kept.layout.start_double)))
            return
        number = kept.layout.number_at(on)
        tiles = [tile for tile in kept.layout.unseen() if number in tile]
        if not tiles:
            self._recording.tell(Said(_("No tile with {number} is off the table.").format(number=number), "hint"))
            return
        question = _("Which tile at {number}?").format(number=number)
        chosen = await self.app.push_screen_wait(PickScreen(question, [str(tile) for tile in tiles]))
        if chosen is not None:
            self._recording.put(Playing(self.kept, str(tiles[chosen])).pointed(on))

    @on(TablePanel.SeatClicked)
    def _seat_clicked(self, event: TablePanel.SeatClicked) -> None:
        self.box.focus()
        self._recording.put(self.playing.by(event.place))
