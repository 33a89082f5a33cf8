"""The layout of the round being played, kept by typing tiles, with a verdict on each before it is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.widgets import Footer, Static

from scorekeeper.rules.course import rounds_planned
from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Action, Draw, Pass
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.layout_keeper import Keeper, restored
from scorekeeper.ui.play_scene import scene_of
from scorekeeper.ui.play_words import Said, done, ended, pinned_text, shortcut, unfinished, verdict
from scorekeeper.ui.playing import Playing
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.pick import PickScreen
from scorekeeper.ui.screens.situation import SituationScreen
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.farmyard import STEP, Farmyard
from scorekeeper.ui.widgets.playbox import PlayBox, not_followed
from scorekeeper.ui.widgets.table_lines import lines_below, lines_beside
from scorekeeper.ui.widgets.tablepanel import TablePanel

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
        match = keeper.match_shown
        self._seats = match.active_seats
        self._names = [match.players[seat].name for seat in self._seats]
        self._acts = self._key_acts()
        kept, self._told = restored(keeper)
        self._playing = Playing(kept)
        self._refused = ""
        """The tile that Enter was refused for and that stands in the box still."""

    @property
    def kept(self) -> KeptLayout:
        """The layout as it is kept."""
        return self._playing.kept

    @property
    def playing(self) -> Playing:
        """What is typed."""
        return self._playing

    # Composition

    def compose(self) -> ComposeResult:
        """The title, the farmyard with what stands beside it, the box, and the keys."""
        yield Static(id="title", markup=False)
        with Container(id="yard"):
            yield Farmyard(self.kept.layout)
            yield TablePanel(self.kept, self._names)
        yield PlayBox(self._key, self._paste)
        yield Footer(compact=True, show_command_palette=False)

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
        planned = rounds_planned(match)
        number = match.next_round
        progress = (
            _("round {number}").format(number=number)
            if planned is None
            else _("round {number} of {planned}").format(number=number, planned=planned)
        )
        parts = [_("Layout"), progress, _("{double} starts").format(double=self.kept.layout.start_double)]
        if width >= 60:
            parts.append(_("double-{set}").format(set=match.set))
        self.query_one("#title", Static).update(fit(" " + " · ".join(parts), width or 80))

    def _show(self) -> None:
        playing, kept = self._playing, self.kept
        self.farmyard.show(scene_of(playing))
        if not self.panel.tall:
            self.panel.styles.height = max(PANEL_LEAST, min(lines_below(kept, self.size.width), PANEL_MOST))
        self.panel.show(kept, playing.seat)
        over = kept.state.ended_by is not None or kept.dropped
        text = playing.text if playing.answer is None else f"{playing.text}={playing.answer}"
        self.box.show(self._names[playing.seat], None if over and not text else text, self._said())

    def _said(self) -> tuple[Said, ...]:
        typed = verdict(self._playing)
        if typed and not self._told:
            return typed
        if typed:
            return (*self._told, *typed)
        if self.kept.dropped:
            return (*self._told, not_followed())
        over = ended(self.kept, self._names)
        if over:
            return (*over, *self._told)
        return self._told or shortcut(self.kept)

    def _tell(self, *said: Said) -> None:
        self._told = said
        self._show()

    def _refuse(self, error: RuleError) -> None:
        self._tell(*(Said(problem.text, "refused", problem.rule) for problem in error.problems))

    # Keys

    def _key(self, key: str, letter: str | None) -> bool:
        """What a key does; False where the screen's own keys are to have it."""
        if not self.is_current:
            # The rest of a burst of keys that left the screen.
            return True
        empty = not self._playing.text
        act = self._acts.get(key)
        if key == "escape":
            return self._escape()
        if act is not None:
            act()
        elif letter == "+":
            self.action_draw()
        elif letter == "/" and empty:
            self.action_pass()
        elif letter is not None:
            self._type("-" if letter == "/" else letter)
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
            "ctrl+u": lambda: self._put(self._playing.cleared()),
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
        self._put(self._playing.backspace())

    def _put(self, playing: Playing) -> None:
        self._told = ()
        self._playing = playing
        self._show()

    def _type(self, letter: str) -> None:
        if self.kept.dropped:
            return
        if self._refused and self._refused == self._playing.text:
            self._playing = self._playing.cleared()  # the next tile is typed, not more of the one refused
        self._refused = ""
        playing = self._playing.type(letter)
        if playing.answer is not None:
            answered = playing.answered()
            if answered.answer is None:
                self._playing = answered
                self._do(answered.actions)
                return
        self._put(playing)

    def _is_over(self) -> bool:
        return self.kept.dropped or self.kept.state.ended_by is not None

    def _paste(self, text: str) -> None:
        playing = self._playing.cleared()
        for letter in text.strip()[:10]:
            playing = playing.type(letter)
        self._put(playing)

    def _escape(self) -> bool:
        """Clear the box; False where there is nothing to clear."""
        if self._playing.answer is not None or self._playing.text or self._playing.player is not None:
            self._put(self._playing.cleared())
            return True
        return False

    def _enter(self) -> None:
        playing = self._playing
        if not playing.text:
            if self.kept.state.ended_by is not None and not self.kept.dropped:
                self.action_score()
            return
        if playing.answer is not None:
            playing = playing.settled()
            if playing.answer is not None:
                return
        if playing.tile is None:
            self._tell(unfinished(playing.text))
            return
        ruling = playing.ruling
        if ruling is None or not ruling.legal:
            self._refused = playing.text
            self._show()
            self.app.bell()
        elif playing.asks_number:
            self._put(playing.ask())
        else:
            self._do(playing.actions)

    def _do(self, actions: Sequence[Action]) -> bool:
        """Record actions; where the rules refuse them, say so and leave everything as it is."""
        try:
            kept = self.kept.record(*actions)
        except RuleError as error:
            self._refuse(error)
            return False
        if not self._keep(kept):
            return False
        last = len(actions)
        told = [
            done(action, ruling, self._names[action.player])
            for action, ruling in zip(kept.actions[-last:], kept.rulings[-last:], strict=True)
        ]
        self._tell(*(said for group in told for said in group))
        return True

    def _keep(self, kept: KeptLayout) -> bool:
        """Keep the layout and show it with an empty box, unless its round is over for good."""
        match = self._keeper.match_shown
        if not self.kept.belongs_to(match):
            self.app.say(_("The round was recorded by somebody else; its layout is done with."), "warning")
            self.dismiss()
            return False
        self._keeper.keep_layout(kept.lines())
        self._playing = Playing(kept)
        self._told = ()
        self._show()
        return True

    # Actions

    def action_draw(self) -> None:
        """Record a drawn tile, the typed one if it was seen."""
        playing = self._playing
        if self._is_over():
            return
        if playing.text and playing.tile is None:
            self._tell(unfinished(playing.text))
            return
        self._do([Draw(playing.seat, playing.tile)])

    def action_pass(self) -> None:
        """Record that the turn ends without a play."""
        if not self._is_over():
            self._do([Pass(self._playing.seat)])

    def action_stands(self) -> None:
        """Record the typed tile where it lies, though it was wrong."""
        standing = self._playing.standing
        if standing is None:
            self._tell(Said(_("Type the tile that was wrong and lies there, then F8."), "hint", "A32"))
        elif not self._is_over():
            self._do([standing])

    def action_undo(self) -> None:
        """Take the last step back."""
        self._step(forward=False)

    def action_redo(self) -> None:
        """Do the step again that was taken back."""
        self._step(forward=True)

    def _step(self, *, forward: bool) -> None:
        try:
            kept = self.kept.redo() if forward else self.kept.undo()
        except RuleError as error:
            self._tell(*(Said(problem.text, "hint", problem.rule) for problem in error.problems))
            return
        if self._keep(kept):
            self._tell(Said(_("Done again.") if forward else _("Taken back; Ctrl+Y does it again."), "hint"))

    def action_choice(self, step: int) -> None:
        """Point at another end for the typed tile."""
        self._put(self._playing.next_choice(step))

    def action_player(self, step: int) -> None:
        """Let somebody else be the one who plays."""
        self._put(self._playing.next_player(step))

    def action_fold(self) -> None:
        """Fold long lines, or show all of them."""
        self.farmyard.fold(not self.farmyard.folding)

    def action_drop(self) -> None:
        """Stop following the layout in this round."""
        if not self.kept.dropped:
            self._keep(self.kept.drop())

    def action_leave(self) -> None:
        """Back to where the screen was opened; the layout is kept."""
        self.dismiss()

    def action_score(self) -> None:
        """To the score row, with who is out."""
        state, newest = self.kept.state, self.kept.newest
        out = None if state.out is None or self.kept.dropped else self._seats[state.out]
        on_double = out is not None and newest is not None and newest.is_double
        self.dismiss()
        self._keeper.to_score(out, on_double)

    def action_pin(self) -> None:
        """Keep the ruling that is shown with the round."""
        ruling = self._playing.ruling
        if ruling is not None:
            text, rule = pinned_text(self._playing, self._names[self._playing.seat], ruling), ruling.rule
        else:
            said = next((said for said in self._said() if said.rule), None)
            if said is None:
                self._tell(Said(_("There is no ruling to pin: type a tile first."), "hint"))
                return
            text, rule = said.text, said.rule
        self._keeper.pin(rule, text)
        self._tell(Said(_("The ruling is pinned to the round."), "hint"))

    async def action_rule(self) -> None:
        """Open the rule book on the rule that was named last."""
        rule = next((said.rule for said in self._said() if said.rule), "")
        await self.app.push_screen(HelpScreen(self, find=rule))

    @work(exclusive=True, group="dialog")
    async def action_starter(self) -> None:
        """Say who opens the round, or draws first for its double."""
        question = _("Who starts this round?")
        chosen = await self.app.push_screen_wait(PickScreen(question, self._names))
        if chosen is None or chosen == self.kept.first:
            return
        try:
            kept = self.kept.with_first(chosen)
        except RuleError as error:
            self._refuse(error)
            return
        if self._keep(kept):
            self._tell(Said(_("{name} starts the round.").format(name=self._names[chosen]), "hint"))

    @work(exclusive=True, group="dialog")
    async def action_hands(self) -> None:
        """Put the numbers of tiles in hands and boneyard right."""
        state = self.kept.state
        now = " ".join(map(str, (*state.counts, state.boneyard)))
        question = _("Tiles now: {names}, then the boneyard").format(names=", ".join(self._names))
        answer = await self.app.push_screen_wait(AskScreen(question, now, problem=self._hands_problem))
        if answer is not None and answer != now:
            self._keep(self._with_hands(answer))

    def _with_hands(self, text: str) -> KeptLayout:
        """The layout with other numbers.

        Raises:
            RuleError: they cannot be.
            ValueError: they are no numbers.
        """
        *counts, boneyard = (int(word) for word in text.split())
        return self.kept.with_hands(counts, boneyard)

    def _hands_problem(self, text: str) -> str | None:
        try:
            self._with_hands(text)
        except RuleError as error:
            return str(error)
        except ValueError:
            return _("Whole numbers with spaces between, such as 7 7 6 27.")
        return None

    @work(exclusive=True, group="dialog")
    async def action_lies(self) -> None:
        """Set the situation as it lies on the table, and ask about a tile."""
        kept = self.kept
        situation = await self.app.push_screen_wait(SituationScreen(kept, self._keeper.pin))
        if situation is not None and situation != self.kept.situation:
            self._keep(self.kept.with_situation(situation))

    # Mouse

    @on(Farmyard.EndClicked)
    def _end_clicked(self, event: Farmyard.EndClicked) -> None:
        """A click on an end points at it for the typed tile; a second click records; with an empty box it offers
        the tiles that fit there."""
        self.box.focus()
        playing = self._playing
        if playing.tile is not None:
            pointed = playing.pointed(event.on)
            if pointed.at is not None and pointed.at == playing.at and playing.ruling and playing.ruling.legal:
                self._do(playing.actions)
            else:
                self._put(pointed)
        elif not self._is_over():
            self._offer(event.on)

    @work(exclusive=True, group="dialog")
    async def _offer(self, on: Tile) -> None:
        kept = self.kept
        if not kept.layout.placed:
            self._put(Playing(kept, str(kept.layout.start_double)))
            return
        number = kept.layout.number_at(on)
        tiles = [tile for tile in kept.layout.unseen() if number in tile]
        if not tiles:
            self._tell(Said(_("No tile with {number} is off the table.").format(number=number), "hint"))
            return
        question = _("Which tile at {number}?").format(number=number)
        chosen = await self.app.push_screen_wait(PickScreen(question, [str(tile) for tile in tiles]))
        if chosen is not None:
            self._put(Playing(self.kept, str(tiles[chosen])).pointed(on))

    @on(TablePanel.SeatClicked)
    def _seat_clicked(self, event: TablePanel.SeatClicked) -> None:
        self.box.focus()
        self._put(self._playing.by(event.place))
