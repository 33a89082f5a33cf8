"""The players of a match that has begun: who joins, who leaves, whose name has to be mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Literal, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.reactive import var
from textual.widgets import Input, Static

from scorekeeper.rules import changes
from scorekeeper.rules.course import state
from scorekeeper.rules.journal import What
from scorekeeper.rules.match import Match
from scorekeeper.rules.matchcheck import MOST_CATCH_UP
from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.scoring import totals
from scorekeeper.store.protocol import StoreError, names_of
from scorekeeper.text import _
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.shown import fit, fit_right
from scorekeeper.ui.widgets.keysbelow import KeysBelow
from scorekeeper.ui.widgets.names import Completion, NameBox, NameList
from scorekeeper.ui.widgets.rows import Mark, Piece, RowList
from scorekeeper.ui.widgets.stepper import Stepper


class SeatsKeeper(Protocol):
    """Who keeps the match: the screen below."""

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""

    def change(self, what: What, changed: Match, number: int | None = None) -> bool:
        """Save one change and show it; False, with a sentence said, where it could not be kept."""


Kind = Literal["highest", "average", "none", "own"]
_KINDS: Final[tuple[Kind, ...]] = ("highest", "average", "none", "own")


class SeatList(NameList):
    """Everybody who ever sat here, with their points and who came late or left."""

    ROW_MARKS = (Mark("✎", "mend"), Mark("✕", "remove"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete", "screen.remove", _("Leaves"), tooltip=_("Plays no further round (A30)"), id="seats.leave"),
    ]

    match_shown: var[Match | None] = var(None)

    def watch_match_shown(self) -> None:
        """Draw the players as they are now."""
        self.rows_changed()

    def row_count(self) -> int:
        """One row a seat."""
        return 0 if self.match_shown is None else len(self.match_shown.players)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Seats do not move once the match has begun."""
        return False if action == "screen.shift" else super().check_action(action, parameters)

    def row(self, index: int, width: int) -> Sequence[Piece]:
        """Seat, name, what is special about the player, and the total."""
        match = self.match_shown
        assert match is not None
        player = match.players[index]
        if player.left is not None:
            mark = _("left after {round}").format(round=player.left)
        elif player.is_late:
            mark = _("since {round}, +{points}").format(round=player.joined, points=player.catch_up)
        else:
            mark = ""
        points = str(totals(match)[index])
        mark_width = 16 if width >= 44 else 0
        name_width = max(width - 5 - mark_width - 7, 1)
        gone = "dim" if player.left is not None else ""
        name = player.name if mark_width or not mark else f"{player.name} ({mark})"
        return (
            (fit_right(str(index + 1), 3) + "  ", "dim"),
            (fit(name, name_width), gone),
            (fit(mark, mark_width) if mark_width else "", "dim"),
            (fit_right(points, 6) + " ", gone),
        )


class SeatsScreen(Dialog[None]):
    """Joining (A29), leaving (A30) and mending names; each is kept at once and can be undone."""

    CSS_PATH = "seats.tcss"
    AUTO_FOCUS = "#name"
    HELP = _(
        "A name and Enter joins a late player with the catch-up and the seat beside it. Up goes to the list, where "
        "Enter mends a name and Delete lets a player leave. Undo takes any of it back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "join", _("Join"), show=False),
        # Before anybody else, so that keys typed behind a Tab go where it leads, however fast they come.
        Binding("tab", "app.focus_next", _("Next"), show=False, priority=True),
        Binding("shift+tab", "app.focus_previous", _("Back"), show=False, priority=True),
        Binding("escape", "leave", _("Back"), tooltip=_("Back to the table"), id="seats.back"),
        Binding("f1", "app.help", _("Help"), id="seats.help"),
    ]

    app = app_getter(ScorekeeperApp)
    seats = query_one("#seats", SeatList)
    box = query_one("#name", NameBox)
    mending: var[int | None] = var(None)
    """The seat whose name is in the box, from 0."""

    def __init__(self, keeper: SeatsKeeper) -> None:
        """The players of the match that `keeper` keeps."""
        super().__init__()
        self.keeper = keeper
        self.known: tuple[str, ...] = ()
        self._set_back = ""
        self._told = ""

    def compose(self) -> ComposeResult:
        """Seats, the box, and how a late player joins."""
        match = self.keeper.match_shown
        with Vertical(id="page"):
            yield Static(_("Players"), id="title", markup=False)
            yield SeatList(id="seats")
            with Horizontal(id="entry"):
                yield Static("", id="next-seat", markup=False)
                yield NameBox(accept=self.enter, suggester=Completion(self._free_names), id="name")
            yield Static("", id="message", markup=False)
            yield Stepper(
                _("Catch-up"), _KINDS, "highest", changed=self._kind_changed, show=self._catch_up_text, id="kind"
            )
            yield Stepper(_("in points"), range(MOST_CATCH_UP + 1), 0, changed=self._points_changed, id="points")
            yield Stepper(
                _("Seat"),
                range(1, len(match.players) + 2),
                len(match.players) + 1,
                changed=self._seat_changed,
                show=self._seat_text,
                id="seat",
            )
        yield KeysBelow()

    def on_mount(self) -> None:
        """Show who plays."""
        try:
            self.known = names_of(self.app.store.players.known())
        except StoreError as error:
            self._say(str(error))
        self.show()

    def show(self) -> None:
        """Show the players as they are kept now."""
        match = self.keeper.match_shown
        self.seats.match_shown = match
        seats = len(match.players)
        self.query_one("#seat", Stepper).put(seats + 1, range(1, seats + 2))
        self.query_one("#kind", Stepper).put("highest")
        self.query_one("#points", Stepper).put(changes.catch_up_points(match, "highest"))
        open_match = state(match) != "finished"
        for part in ("#kind", "#points", "#seat"):
            self.query_one(part).display = open_match
        self._show_box()

    def _show_box(self) -> None:
        match = self.keeper.match_shown
        joining = self.mending is None
        finished = state(match) == "finished"
        box = self.box
        box.meaning = "join" if joining else "keep_name"
        if not joining:
            box.placeholder = ""
        elif finished:
            box.placeholder = _("the match is finished; names can be mended above")
        else:
            box.placeholder = _("who joins from round {number} on").format(number=match.next_round)
        seat = len(match.players) if self.mending is None else self.mending
        self.query_one("#next-seat", Static).update(f"{seat + 1:>3}  ")
        self.set_class(not joining, "-mending")

    def watch_mending(self) -> None:
        """Say what the box is for."""
        if self.is_mounted:
            self._show_box()

    def _free_names(self) -> tuple[str, ...]:
        here = {same_name_key(p.name) for p in self.keeper.match_shown.players if p.left is None}
        return tuple(name for name in self.known if same_name_key(name) not in here)

    def _catch_up_text(self, kind: Kind) -> str:
        return {
            "highest": _("highest total (A29)"),
            "average": _("average total"),
            "none": _("nothing"),
            "own": _("as the table says"),
        }[kind]

    def _seat_text(self, seat: int) -> str:
        players = self.keeper.match_shown.players
        if seat > len(players):
            return _("last")
        return _("before {name}").format(name=fit(players[seat - 1].name, 24).rstrip())

    def _say(self, text: str, *, wrong: bool = True) -> None:
        message = self.query_one("#message", Static)
        message.update(f"✗ {text}" if text and wrong else text)
        message.set_class(bool(text) and wrong, "-wrong")
        self._told = self.box.value

    # Called by the box itself, so that the letters behind an Enter in a burst find the box as Enter left it.
    def enter(self, text: str) -> bool:
        """Join a player of this name, or keep a mended name; True where the box is to be empty now."""
        name = clean(text)
        seat = self.mending
        if seat is not None:
            same = name == self.keeper.match_shown.players[seat].name
            if same or self._change("name", lambda match: changes.rename(match, seat, name)):
                self._mending_done()
            return False
        if not text:
            self._say(_("Type who joins, or go back with Escape."), wrong=False)
            return False
        return self._change("join", lambda match: self._joined(match, name))

    def _joined(self, match: Match, name: str) -> Match:
        seat = self.query_one("#seat", Stepper).value - 1
        points = self.query_one("#points", Stepper).value
        before = seat if seat < len(match.players) else None
        # Tried first without an id, so that a name that cannot be is not remembered as a player.
        changes.join(match, name, catch_up=points, before=before)
        (player_id,) = self.app.store.players.identify([name])
        return changes.join(match, name, catch_up=points, before=before, player_id=player_id)

    def _change(self, what: What, changed: Callable[[Match], Match]) -> bool:
        """Keep one change; what was typed stays where it cannot be kept, with the reason."""
        try:
            kept = self.keeper.change(what, changed(self.keeper.match_shown))
        except (RuleError, StoreError) as error:
            self._say(str(error))
            return False
        self._say("" if kept else _("Not kept; look again and repeat it."))
        self.show()
        return kept

    def _mending_done(self) -> None:
        self._say("")
        self.mending = None
        self.box.put(self._set_back)

    @on(Input.Changed, "#name")
    def _typed(self) -> None:
        # The news of the letters of a refused name comes after the refusal, which has to stay.
        if self.box.value not in ("", self._told):
            self._say("")

    def _kind_changed(self, kind: Kind) -> None:
        if kind != "own":
            points = changes.catch_up_points(self.keeper.match_shown, kind)
            self.query_one("#points", Stepper).put(points)

    def _seat_changed(self, _seat: int) -> None:
        """The seat is looked at when somebody joins."""

    def _points_changed(self, _points: int) -> None:
        self.query_one("#kind", Stepper).put("own")

    @on(RowList.Chosen, "#seats")
    def _row_chosen(self) -> None:
        self.seats.focus()

    @on(RowList.Marked, "#seats")
    def _row_marked(self, event: RowList.Marked) -> None:
        if event.action == "mend":
            self.action_mend()
        else:
            self.action_remove()

    async def action_join(self) -> None:
        """Join the player whose name stands in the box."""
        await self.box.action_submit()

    def action_list(self) -> None:
        """Go to the last seat in the list."""
        self.seats.cursor = self.seats.row_count() - 1
        self.seats.focus()

    def action_mend(self) -> None:
        """Take the name at the cursor into the box."""
        if self.mending is None:
            self._set_back = self.box.value
        self.mending = self.seats.cursor
        self.box.put(self.keeper.match_shown.players[self.seats.cursor].name, select=True)
        self.box.focus()
        self._say(_("Change the name, then Enter; Escape leaves it as it is."), wrong=False)

    def action_remove(self) -> None:
        """Let the player at the cursor leave."""
        if self.mending is not None:
            self._mending_done()
        seat = self.seats.cursor
        name = self.keeper.match_shown.players[seat].name
        if self._change("leave", lambda match: changes.leave(match, seat, self.app.now())):
            self._say(_("{name} has left; undo at the table takes it back.").format(name=name), wrong=False)

    def action_leave(self) -> None:
        """Leave the mending of a name, or the page."""
        if self.mending is not None:
            self._mending_done()
        else:
            self.dismiss(None)
