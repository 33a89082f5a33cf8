"""The score sheet: rounds, totals and places, with the boxes of the row that is being typed inside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.entry import EntryError, hand_text, parse_hand
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.sheet_look import FOOTER, HEADER, SheetLook
from scorekeeper.ui.widgets.sheet_paint import Painter, View
from scorekeeper.ui.widgets.sheet_rows import Columns, Row, Word, columns, rows
from scorekeeper.ui.words import words_for_correction, words_for_extra, words_for_row, words_of_result


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


class Sheet(SheetLook, can_focus=True):
    """The score sheet of one match; Enter saves, Space and Tab move on, arrows reach the rounds before."""

    class Typed(Message):
        """What stands in the boxes of the next round has changed."""

    class HeaderClicked(Message):
        """Somebody clicked a name."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    class LabelClicked(Message):
        """Somebody clicked a round's double."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class FooterClicked(Message):
        """Somebody clicked the totals or the places."""

    def __init__(self, keeper: Keeper, match: Match, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keeper = keeper
        self._match = match
        self._standings: Standings = standings(match)
        self._boxes = Boxes.empty(match.active_seats)
        self._coming = self._boxes
        self._editing: int | None = None
        self._cursor: tuple[int, int] | None = None
        """Round and seat of the cursor among the rounds before; None while it is in the boxes."""
        self._problems: tuple[Problem, ...] = ()
        self._notice: tuple[Word, ...] = ()
        self._wrong: frozenset[int] = frozenset()
        self._rows: tuple[Row, ...] = ()
        self._columns: Columns = columns(80, len(match.players), match.set)
        self._top = 0
        self._first = 0

    # What it shows

    @property
    def match_shown(self) -> Match:
        """The match as it stands on the sheet."""
        return self._match

    @property
    def boxes(self) -> Boxes:
        """The boxes of the row that is typed in."""
        return self._boxes

    @property
    def coming_boxes(self) -> Boxes:
        """The boxes of the next round, also while an earlier one is corrected."""
        return self._boxes if self._editing is None else self._coming

    @property
    def editing(self) -> int | None:
        """The round that is being corrected, from 1."""
        return self._editing

    @property
    def cursor_round(self) -> int:
        """The round the cursor is in, from 1; the next round while it is in the boxes."""
        if self._editing is not None:
            return self._editing
        return self._cursor[0] if self._cursor else self._match.next_round

    def show(self, match: Match, boxes: Boxes | None = None, *notice: Word) -> None:
        """Show a match; without `boxes` those of the next round stay as typed while they belong to the same seats."""
        keep = self.coming_boxes
        if boxes is None:
            same = match.next_round == self._match.next_round and keep.seats == match.active_seats
            boxes = keep if same else Boxes.empty(match.active_seats)
        self._match = match
        self._standings = standings(match)
        self._editing = None
        self._cursor = None
        self._boxes = boxes
        self._coming = boxes
        self._problems = ()
        self._notice = notice
        self._lay_out()

    def tell(self, *notice: Word) -> None:
        """Put a word under the boxes until the next key."""
        self._notice = notice
        self._lay_out()

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Show why the row is not kept, and put the cursor where the first problem is."""
        self._problems = tuple(problems)
        self._notice = ()
        seat = next((seat for problem in problems for seat in problem.seats if seat in self._boxes.seats), None)
        if seat is not None:
            self._boxes = self._boxes.go(self._boxes.seats.index(seat))
        self._lay_out()

    @property
    def words(self) -> tuple[Word, ...]:
        """What stands under the boxes."""
        return self._words()

    def _words(self) -> tuple[Word, ...]:
        if self._problems:
            refused = (Word(problem.text, "problem", problem.seats) for problem in self._problems)
            return (*self._notice, *refused)
        if self._boxes.extra:
            return (*self._notice, words_for_extra(self._boxes))
        if self._editing is not None:
            return (*self._notice, *words_for_correction(self._match, self._editing, self._boxes))
        if next_double(self._match) is None:
            return (*self._notice, *words_of_result(self._match, self._standings, can_undo=self.keeper.can_undo))
        return (*self._notice, *words_for_row(self._match, self._boxes, self.keeper.on_table))

    def _lay_out(self) -> None:
        width = self.size.width or 80
        self._columns = columns(width, len(self._match.players), self._match.set)
        words = self._words()
        self._rows = rows(self._match, self._editing, words, width - 4, self._body_height())
        self._wrong = frozenset(seat for word in words if word.tone == "problem" for seat in word.seats)
        self._keep_in_sight()
        self.refresh()

    def _body_height(self) -> int:
        return max(1, self.size.height - HEADER - FOOTER)

    def _keep_in_sight(self) -> None:
        height = self._body_height()
        kind_and_number = ("recorded", self._cursor[0]) if self._cursor else ("boxes", self.cursor_round)
        index = next(
            (i for i, row in enumerate(self._rows) if (row.kind, row.number) == kind_and_number), len(self._rows) - 1
        )
        last = index
        while last + 1 < len(self._rows) and self._rows[last + 1].kind == "word" and last - index < height - 1:
            last += 1
        if kind_and_number[0] == "boxes" and next_double(self._match) is None and self._editing is None:
            last = len(self._rows) - 1
        self._top = min(self._top, index)
        self._top = max(self._top, last - height + 1, 0)
        self._top = min(self._top, max(0, len(self._rows) - height))
        seat = self._cursor[1] if self._cursor else self._boxes.seat
        if seat is not None:
            self._first = min(self._first, seat)
            self._first = max(self._first, seat - self._columns.shown + 1)
        self._first = max(0, min(self._first, self._columns.count - self._columns.shown))

    def on_resize(self) -> None:
        """Lay the sheet out for its new size; what is typed stays typed."""
        self._lay_out()

    # Drawing

    def _view(self) -> View:
        return View(
            self._match, self._standings, self._boxes, self._editing, self._cursor, self._wrong,
            self._rows, self._columns, self._first, self.has_focus,
        )  # fmt: skip

    def render_line(self, y: int) -> Strip:
        """One line: the names on top, totals and places at the bottom, the body between."""
        height = self.size.height
        paint = Painter(self._view(), self._style)
        edge = "header"
        if y < HEADER:
            segments = paint.header()
        elif y == height - FOOTER:
            segments = paint.totals()
        elif y == height - FOOTER + 1:
            segments = paint.places()
        else:
            edge = "cell"
            index = self._top + y - HEADER
            segments = paint.row(index) if index < len(self._rows) else []
        return Strip(segments).adjust_cell_length(self.size.width, self._style(edge))

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
        match key:
            case "ctrl+z" if self._editing is not None:
                word = _("The correction was left; Ctrl+Z again takes the last change back.")
                self.show(self._match, self._coming, Word(word, "hint"))
            case "ctrl+z":
                self.keeper.undo()
            case "ctrl+y":
                self.keeper.redo()
            case "up" | "down" | "pageup" | "pagedown":
                self._move_rows({"up": -1, "down": 1, "pageup": -8, "pagedown": 8}[key])
            case "escape":
                return self._leave()
            case _ if self._cursor is not None:
                return self._key_among_rounds(key, letter)
            case _ if self._editing is None and next_double(self._match) is None:
                return False
            case "enter":
                self._enter()
            case "space":
                self._move(self._boxes.space())
            case _:
                return self._key_in_box(key, letter)
        return True

    def _key_in_box(self, key: str, letter: str | None) -> bool:
        boxes = self._boxes
        moves = {
            "tab": boxes.tab, "shift+tab": boxes.back_tab, "left": boxes.left, "right": boxes.right,
            "home": boxes.home, "end": boxes.end,
        }  # fmt: skip
        edits = {
            "backspace": boxes.backspace, "delete": boxes.delete, "ctrl+u": boxes.clear, "ctrl+h": boxes.backspace,
        }  # fmt: skip
        if key in moves:
            self._move(moves[key]())
        elif key in edits:
            self._change(edits[key]())
        elif letter is not None and not letter.isspace():
            self._type(letter)
        else:
            return False
        return True

    def _type(self, letters: str) -> None:
        self._change(self._boxes.type(letters))

    def _key_among_rounds(self, key: str, letter: str | None) -> bool:
        assert self._cursor is not None
        number, seat = self._cursor
        seats = self._match.seats_in(number)
        step = {"left": -1, "right": 1, "tab": 1, "shift+tab": -1}.get(key)
        if key == "enter":
            self.correct_round(number, seat)
        elif step is not None:
            index = max(0, min(len(seats) - 1, seats.index(seat) + step)) if seat in seats else 0
            self._cursor = (number, seats[index])
            self._lay_out()
        elif key in ("home", "end"):
            self._cursor = (number, seats[0 if key == "home" else -1])
            self._lay_out()
        elif key == "space" or (letter is not None and not letter.isspace()):
            self.tell(
                Word(
                    _("Enter corrects round {number}; Escape goes back to the boxes.").format(number=number), "problem"
                )
            )
        else:
            return False
        return True

    def _move(self, boxes: Boxes) -> None:
        self._boxes = boxes
        self._notice = ()
        self._lay_out()

    def _change(self, boxes: Boxes) -> None:
        if boxes.texts != self._boxes.texts or boxes.extra != self._boxes.extra:
            self._problems = ()
        self._move(boxes)
        if self._editing is None:
            self.post_message(self.Typed())

    def _move_rows(self, step: int) -> None:
        """Up into the rounds before and down again; while a round is corrected the cursor stays in its boxes."""
        if self._editing is not None or not self._match.rounds:
            return
        last = len(self._match.rounds)
        number = (self._cursor[0] if self._cursor else last + 1) + step
        if number > last:
            self._cursor = None
        else:
            number = max(1, number)
            seats = self._match.seats_in(number)
            wanted = self._cursor[1] if self._cursor else self._boxes.seat
            self._cursor = (number, wanted if wanted in seats and wanted is not None else seats[-1])
        self._notice = ()
        if self._cursor:
            self._notice = (Word(_("Enter corrects round {number}.").format(number=self._cursor[0]), "hint"),)
        self._lay_out()

    def _leave(self) -> bool:
        """Leave a correction or the rounds before; False where there is nothing to leave."""
        if self._editing is not None:
            self.show(self._match, self._coming, Word(_("Nothing was corrected."), "hint"))
        elif self._cursor is not None:
            self._cursor = None
            self._move(self._boxes)
        elif self._problems or self._notice:
            self._problems = ()
            self._move(self._boxes)
        else:
            return False
        return True

    @property
    def correction(self) -> tuple[int, Boxes] | None:
        """The round that is being corrected, from 1, with its boxes."""
        return None if self._editing is None else (self._editing, self._boxes)

    def take_up_correction(self, number: int, boxes: Boxes) -> None:
        """Go on with a correction that was under way when the match changed, if its round still has these seats."""
        if number <= len(self._match.rounds) and boxes.seats == self._match.seats_in(number):
            notice = self._notice
            self.correct_round(number, boxes.seats[0])
            self._boxes = boxes
            self._notice = notice
            self._lay_out()

    def correct_round(self, number: int, seat: int) -> None:
        """Turn a recorded round into boxes with the cursor at `seat`."""
        row = self._match.rounds[number - 1]
        if self._editing is None:
            self._coming = self._boxes
        self._editing = number
        self._cursor = None
        self._problems = ()
        self._notice = ()
        texts = {played: hand_text(hand) for played, hand in row.played()}
        self._boxes = Boxes.filled(self._match.seats_in(number), texts, seat)
        self._lay_out()

    def _enter(self) -> None:
        boxes = self._boxes
        if (boxes.is_empty and self._editing is None) or boxes.extra:
            return
        seat = boxes.seat
        if seat is not None and boxes.text and not self._is_hand(boxes.text):
            self._refuse_typed()
            return
        empty = boxes.first_empty(boxes.at)
        if empty is not None:
            if empty == boxes.at or seat is None:
                self._move(boxes.go(empty))
                name = self._match.players[boxes.seats[empty]].name
                self.tell(Word(_("{name} has no number yet; blank is not zero (R25).").format(name=name), "problem"))
            else:
                self._move(boxes.go(empty))
            return
        if not all(self._is_hand(text) for text in boxes.texts):
            self._refuse_typed()
            return
        self._save()

    def _is_hand(self, text: str) -> bool:
        try:
            parse_hand(text, self._match.set)
        except EntryError:
            return False
        return True

    def _refuse_typed(self) -> None:
        problems: list[Problem] = []
        for seat, text in self._boxes.by_seat.items():
            try:
                parse_hand(text, self._match.set)
            except EntryError as error:
                name = self._match.players[seat].name
                problems += [Problem(f"{name}: {problem.text}", problem.rule, (seat,)) for problem in error.problems]
        self.refuse(problems)

    def _save(self) -> None:
        hands: list[Hand | None] = [None] * len(self._match.players)
        for seat, text in self._boxes.by_seat.items():
            hands[seat] = parse_hand(text, self._match.set)
        if self._editing is None:
            problems = self.keeper.record(tuple(hands))
        else:
            problems = self.keeper.correct(self._editing, tuple(hands))
        if problems:
            self.refuse(problems)

    # Paste and mouse

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is typed: anything between numbers goes to the next box; a paste never saves."""
        event.stop()
        if self._cursor is not None or (self._editing is None and next_double(self._match) is None):
            return
        boxes = self._boxes
        for index, part in enumerate(event.text.replace(",", " ").replace(";", " ").split()):
            if index:
                boxes = boxes.space()
            boxes = boxes.type("".join(letter for letter in part if letter.isprintable()))
        self._change(boxes)

    def on_click(self, event: events.Click) -> None:
        """A click goes to a box, picks a round, or, on a picked one, corrects it."""
        self.focus()
        seat = self._columns.seat_at(event.x, self._first)
        if event.y < HEADER:
            if seat is not None and seat < len(self._match.players):
                self.post_message(self.HeaderClicked(seat))
            return
        if event.y >= self.size.height - FOOTER:
            self.post_message(self.FooterClicked())
            return
        index = self._top + event.y - HEADER
        if index >= len(self._rows):
            return
        row = self._rows[index]
        if event.x < self._columns.label and row.double is not None:
            self.post_message(self.LabelClicked(row.number))
        elif row.kind == "boxes" and seat in self._boxes.seats:
            self._cursor = None
            self._move(self._boxes.go(self._boxes.seats.index(seat)))
        elif row.kind == "recorded" and seat is not None and self._editing is None:
            if seat not in self._match.seats_in(row.number):
                return
            if self._cursor == (row.number, seat):
                self.correct_round(row.number, seat)
            else:
                self._cursor = (row.number, seat)
                self.tell(Word(_("Enter or another click corrects round {n}.").format(n=row.number), "hint"))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Look further down, or right with Shift."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Look further up, or left with Shift."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        event.stop()
        if event.shift:
            self._first = max(0, min(self._first + step, self._columns.count - self._columns.shown))
        else:
            self._top = max(0, min(self._top + step, len(self._rows) - self._body_height()))
        self.refresh()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Take the cursor away."""
        self.refresh()

    @property
    def is_over(self) -> bool:
        """Whether the match on the sheet is finished."""
        return state(self._match) == "finished"

    def cell_region(self, number: int, seat: int) -> Region | None:
        """Where the cell of round `number` and `seat` is on the sheet, for those who point at it; None out of sight."""
        for index, row in enumerate(self._rows):
            if row.number == number and row.kind in ("recorded", "boxes"):
                y = HEADER + index - self._top
                x = self._columns.label + (seat - self._first) * self._columns.column
                inside = HEADER <= y < self.size.height - FOOTER and 0 <= seat - self._first < self._columns.shown
                return Region(x, y, self._columns.column, 1) if inside else None
        return None
