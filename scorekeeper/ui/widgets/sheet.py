"""The score sheet: rounds, totals and places, with the boxes of the row that is being typed inside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from scorekeeper.rules.course import next_double
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.sheet_look import FOOTER
from scorekeeper.ui.widgets.sheet_paint import Painter, View
from scorekeeper.ui.widgets.sheet_rows import Word, columns, in_few_lines, rows
from scorekeeper.ui.widgets.sheet_window import SheetWindow
from scorekeeper.ui.words import (
    words_for_correction,
    words_for_extra,
    words_for_row,
    words_of_result,
    words_on_layout,
)
from scorekeeper.ui.writing import Writing


class Keeper(Protocol):
    """Who keeps what is typed. The sheet calls it while it handles the key, so that the next key finds a new row."""

    @property
    def on_table(self) -> frozenset[Tile]:
        """The tiles that lie on the table, where the layout of the next round is kept (C6)."""

    def record(self, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep the next round; gives what is wrong with it, nothing if it is kept."""

    def correct(self, number: int, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep round `number` as corrected; gives what is wrong with it, nothing if it is kept."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""

    def undo(self) -> None:
        """Take the last change back."""

    def redo(self) -> None:
        """Do the last change again that was taken back."""


class Sheet(SheetWindow, can_focus=True):
    """The score sheet of one match; Enter saves, Space and Tab move on, arrows reach the rounds before.

    A click on a round's double posts `RoundClicked`, one on a name `SeatClicked`.
    """

    class Typed(Message):
        """What stands in the boxes of the next round has changed."""

    class FooterClicked(Message):
        """Somebody clicked the totals or the places."""

    def __init__(self, keeper: Keeper, match: Match, *, id: str | None = None) -> None:
        super().__init__(match, id=id)
        self.keeper = keeper
        self._writing = Writing.on(match, Boxes.empty(match.active_seats))
        self._wrong: frozenset[int] = frozenset()

    # What it shows

    @property
    def boxes(self) -> Boxes:
        """The boxes of the row that is typed in."""
        return self._writing.boxes

    @property
    def coming_boxes(self) -> Boxes:
        """The boxes of the next round, also while an earlier one is corrected."""
        return self._writing.coming

    @property
    def editing(self) -> int | None:
        """The round that is being corrected, from 1."""
        return self._writing.editing

    @property
    def correction(self) -> tuple[int, Boxes] | None:
        """The round that is being corrected, from 1, with its boxes."""
        return self._writing.correction

    @property
    def cursor_round(self) -> int:
        """The round the cursor is in, from 1; the next round while it is in the boxes."""
        return self._writing.round

    def show(self, match: Match, boxes: Boxes, *notice: Word) -> None:
        """Show a match with these boxes of its next round, and a word under them until the next key."""
        self._put(Writing.on(match, boxes, *notice))

    def tell(self, *notice: Word) -> None:
        """Put a word under the boxes until the next key."""
        self._put(self._writing.told(*notice))

    def take_up_correction(self, number: int, boxes: Boxes) -> None:
        """Go on with a correction that was under way when the match changed, if its round still has these seats."""
        self._put(self._writing.going_on(number, boxes))

    @property
    def words(self) -> tuple[Word, ...]:
        """What stands under the boxes."""
        writing = self._writing
        match, boxes = writing.match, writing.boxes
        if writing.problems:
            refused = (Word(problem.text, "problem", problem.seats) for problem in writing.problems)
            counts = () if writing.editing is not None else words_on_layout(writing.problems, self.keeper.on_table)
            return (*writing.notice, *refused, *counts)
        if boxes.extra:
            return (*writing.notice, words_for_extra(boxes))
        if writing.editing is not None:
            return (*writing.notice, *words_for_correction(match, writing.editing, boxes))
        if next_double(match) is None:
            said = words_of_result(match, writing.standings, can_undo=self.keeper.can_undo)
            lines = max(self._body_height - len(match.rounds), self._body_height // 2, 3)
            return (*writing.notice, *in_few_lines(said, self._word_width, lines))
        return (*writing.notice, *words_for_row(match, boxes, self.keeper.on_table))

    @property
    def _word_width(self) -> int:
        """Cells that a word has."""
        return (self.size.width or 80) - 4

    def _put(self, writing: Writing) -> None:
        self._writing = writing
        self._lay_out()

    def _lay_out(self) -> None:
        match = self._writing.match
        width = self.size.width or 80
        self._columns = columns(width, len(match.players), match.set)
        words = self.words
        self._is_refused = any(word.tone == "problem" for word in words)
        self._rows = rows(match, self._writing.editing, words, self._word_width, self._body_height)
        self._wrong = frozenset(seat for word in words if word.tone == "problem" for seat in word.seats)
        self._keep_in_sight()
        self.refresh()

    def _keep_in_sight(self) -> None:
        """Scroll to the cursor: in the boxes with their words below, or at the end where there are none."""
        writing = self._writing
        height = self._body_height
        kind_and_number = ("recorded" if writing.cursor else "boxes", writing.round)
        index = next(
            (i for i, row in enumerate(self._rows) if (row.kind, row.number) == kind_and_number), len(self._rows) - 1
        )
        last = index
        while last + 1 < len(self._rows) and self._rows[last + 1].kind == "word" and last - index < height - 1:
            last += 1
        if not writing.cursor and not writing.has_boxes:
            last = len(self._rows) - 1
        self._show_rows(index, last)
        self._show_seat(writing.cursor[1] if writing.cursor else writing.boxes.seat)

    def on_resize(self) -> None:
        """Lay the sheet out for its new size; what is typed stays typed."""
        self._lay_out()

    def cell_region(self, number: int, seat: int) -> Region | None:
        """Where the cell of round `number` and `seat` is on the sheet, for those who point at it; None out of sight."""
        for index, row in enumerate(self._rows):
            if row.number == number and row.kind in ("recorded", "boxes"):
                y = self._head + index - self._top
                x = self._columns.label + (seat - self._first) * self._columns.column
                shown = 0 <= seat - self._first < self._columns.shown
                inside = shown and self._head <= y < self.size.height - self._foot
                return Region(x, y, self._columns.column, 1) if inside else None
        return None

    # Drawing

    def _view(self) -> View:
        writing = self._writing
        return View(
            writing.match, writing.standings, writing.boxes, writing.editing, writing.cursor, self._wrong,
            self._rows, self._columns, self._first, self.has_focus,
        )  # fmt: skip

    def render_line(self, y: int) -> Strip:
        """One line: the names on top, totals and places at the bottom, the body between."""
        height = self.size.height
        paint = Painter(self._view(), self._style)
        edge = "header"
        if y < self._head:
            segments = paint.header()
        elif self._foot and y == height - FOOTER:
            segments = paint.totals()
        elif self._foot and y == height - FOOTER + 1:
            segments = paint.places()
        else:
            edge = "cell"
            index = self._index_at(y)
            segments = [] if index is None else paint.row(index)
        return Strip(segments).adjust_cell_length(self.size.width, self._style(edge))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Take the cursor away."""
        self.refresh()

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """What a key does; keys that are not the sheet's go on to the screen."""
        if self._handle(event.key, event.character if event.is_printable else None):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> None:
        """Do what a key of the keyboard does, such as "7", "tab" or "enter"."""
        self._handle(key, key if len(key) == 1 else None)

    def _handle(self, key: str, letter: str | None) -> bool:
        writing = self._writing
        match key:
            case "ctrl+z" if writing.editing is not None:
                word = _("The correction was left; Ctrl+Z again takes the last change back.")
                self._put(writing.uncorrected(Word(word, "hint")))
            case "ctrl+z":
                self.keeper.undo()
            case "ctrl+y":
                self.keeper.redo()
            case "up" | "down" | "pageup" | "pagedown":
                self._put(writing.climbed({"up": -1, "down": 1, "pageup": -8, "pagedown": 8}[key]))
            case "escape":
                left = writing.left()
                if left is None:
                    return False
                self._put(left)
            case _ if writing.cursor is not None:
                return self._key_among_rounds(key, letter, *writing.cursor)
            case _ if not writing.has_boxes:
                return False
            case "enter":
                self._enter()
            case _:
                return self._key_in_box(key, letter)
        return True

    def _key_in_box(self, key: str, letter: str | None) -> bool:
        boxes = self._writing.boxes
        moves = {
            "tab": boxes.tab, "shift+tab": boxes.back_tab, "left": boxes.left, "right": boxes.right,
            "home": boxes.home, "end": boxes.end, "space": boxes.space,
        }  # fmt: skip
        edits = {
            "backspace": boxes.backspace, "delete": boxes.delete, "ctrl+u": boxes.clear, "ctrl+h": boxes.backspace,
        }  # fmt: skip
        if key in moves:
            self._put(self._writing.moved(moves[key]()))
        elif key in edits:
            self._type(self._writing.typed(edits[key]()))
        elif letter is not None and not letter.isspace():
            self._type(self._writing.lettered(letter))
        else:
            return False
        return True

    def _key_among_rounds(self, key: str, letter: str | None, number: int, seat: int) -> bool:
        writing = self._writing
        step = {"left": -1, "right": 1, "tab": 1, "shift+tab": -1}.get(key)
        if key == "enter":
            self._put(writing.correcting(number, seat))
        elif step is not None:
            self._put(writing.stepped(step))
        elif key in ("home", "end"):
            self._put(writing.at_edge(last=key == "end"))
        elif key == "space" or (letter is not None and not letter.isspace()):
            word = _("Enter corrects round {number}; Escape goes back to the boxes.").format(number=number)
            self.tell(Word(word, "problem"))
        else:
            return False
        return True

    def _type(self, writing: Writing) -> None:
        self._put(writing)
        if writing.editing is None:
            self.post_message(self.Typed())

    def _enter(self) -> None:
        writing = self._writing
        entered = writing.entered()
        if entered is not None:
            self._put(entered)
            return
        if writing.editing is None:
            problems = self.keeper.record(writing.hands())
        else:
            problems = self.keeper.correct(writing.editing, writing.hands())
        if problems:
            self._put(self._writing.refused(problems))

    # Paste and mouse

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is typed; a paste never saves."""
        event.stop()
        if self._writing.cursor is None and self._writing.has_boxes:
            self._type(self._writing.pasted(event.text))

    def on_click(self, event: events.Click) -> None:
        """A click goes to a box, picks a round, or, on a picked one, corrects it."""
        self.focus()
        writing = self._writing
        seat = self._seat_at(event.x)
        index = self._index_at(event.y)
        if event.y < self._head:
            if seat is not None and seat < len(writing.match.players):
                self.post_message(self.SeatClicked(seat))
        elif event.y >= self.size.height - self._foot:
            self.post_message(self.FooterClicked())
        elif index is not None:
            row = self._rows[index]
            if event.x < self._columns.label and row.double is not None:
                self.post_message(self.RoundClicked(row.number))
            elif row.kind == "boxes" and seat in writing.boxes.seats:
                self._put(writing.moved(writing.boxes.go(writing.boxes.seats.index(seat))))
            elif row.kind == "recorded" and seat is not None and writing.editing is None:
                self._click_recorded(row.number, seat)

    def _click_recorded(self, number: int, seat: int) -> None:
        writing = self._writing
        if writing.cursor == (number, seat):
            self._put(writing.correcting(number, seat))
        elif seat in writing.match.seats_in(number):
            word = Word(_("Enter or another click corrects round {n}.").format(n=number), "hint")
            self._put(writing.pointed(number, seat).told(word))
