"""What is being written on the score sheet: the boxes of the next round or of one corrected, and the cursor.

It is a frozen value, so that a burst of keys is a chain of values; nothing here keeps anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.rules.course import next_double
from scorekeeper.rules.entry import EntryError, hand_text, parse_hand
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.scoring import Standings, standings
from scorekeeper.text import _
from scorekeeper.ui.boxes import LONGEST, Boxes
from scorekeeper.ui.widgets.sheet_rows import Word


@dataclass(frozen=True)
class Writing:
    """A match with the row that is typed in, and what was said to that."""

    match: Match
    standings: Standings
    boxes: Boxes
    """Of the row that is typed in."""
    waiting: Boxes | None = None
    """The boxes of the next round while an earlier one is corrected."""
    editing: int | None = None
    """The round that is being corrected, from 1."""
    cursor: tuple[int, int] | None = None
    """Round and seat of the cursor among the rounds before; None while it is in the boxes."""
    problems: tuple[Problem, ...] = ()
    """Why the row was refused."""
    notice: tuple[Word, ...] = ()
    """What is said until the next key."""

    @classmethod
    def on(cls, match: Match, boxes: Boxes, *notice: Word) -> Self:
        """A match with these boxes of its next round."""
        return cls(match, standings(match), boxes, notice=notice)

    # What it is

    @property
    def coming(self) -> Boxes:
        """The boxes of the next round, also while an earlier one is corrected."""
        return self.boxes if self.waiting is None else self.waiting

    @property
    def round(self) -> int:
        """The round the cursor is in, from 1; the next round while it is in the boxes."""
        if self.editing is not None:
            return self.editing
        return self.cursor[0] if self.cursor else self.match.next_round

    @property
    def correction(self) -> tuple[int, Boxes] | None:
        """The round that is being corrected, from 1, with its boxes."""
        return None if self.editing is None else (self.editing, self.boxes)

    @property
    def has_boxes(self) -> bool:
        """Whether there is a row to type in."""
        return self.editing is not None or next_double(self.match) is not None

    # In the boxes

    def told(self, *notice: Word) -> Self:
        """A word said to it until the next key."""
        return replace(self, notice=notice)

    def moved(self, boxes: Boxes) -> Self:
        """The cursor in the boxes, where they say; what was said is done with, but for what is wrong with the row."""
        return replace(self, boxes=boxes, cursor=None, notice=())

    def typed(self, boxes: Boxes) -> Self:
        """Other texts in the boxes, so that the row is no longer the one that was refused."""
        same = (boxes.texts, boxes.extra) == (self.boxes.texts, self.boxes.extra)
        return replace(self.moved(boxes), problems=self.problems if same else ())

    def pasted(self, text: str) -> Self:
        """Pasted text typed: anything between numbers goes to the next box, and so does each cell of a table's row."""
        boxes = self.boxes
        parts, is_row = _parts(text)
        for index, part in enumerate(parts):
            if index:
                # In a row of a table the boxes before may well be empty, and what is empty there stays so.
                boxes = boxes.go(boxes.at + 1) if is_row and not boxes.extra else boxes.space()
            letters = "".join(letter for letter in part if letter.isprintable() and letter != " ")
            longer = boxes.type(letters)
            if letters and longer is boxes:
                return self.typed(boxes).told(_too_long())
            boxes = longer
        return self.typed(boxes)

    def lettered(self, letter: str) -> Self:
        """A letter typed."""
        boxes = self.boxes.type(letter)
        return self.told(_too_long()) if boxes is self.boxes else self.typed(boxes)

    def refused(self, problems: Sequence[Problem]) -> Self:
        """Why the row is not kept, with the cursor where the first problem is."""
        seats = (seat for problem in problems for seat in problem.seats if seat in self.boxes.seats)
        seat = next(seats, None)
        boxes = self.boxes if seat is None else self.boxes.go(self.boxes.seats.index(seat))
        return replace(self, boxes=boxes, problems=tuple(problems), notice=())

    def entered(self) -> Self | None:
        """What Enter makes of it: the next empty box, or what is wrong; None where the row is complete."""
        boxes = self.boxes
        if (boxes.is_empty and self.editing is None) or boxes.extra:
            return self
        unread = self._unread()
        seat = boxes.seat
        if seat is not None and any(seat in problem.seats for problem in unread):
            return self.refused(unread)
        empty = boxes.first_empty(boxes.at)
        if empty is None:
            return self.refused(unread) if unread else None
        moved = self.moved(boxes.go(empty))
        if empty != boxes.at and seat is not None:
            return moved
        name = self.match.players[boxes.seats[empty]].name
        return moved.told(Word(_("{name} has no number yet; blank is not zero (R25).").format(name=name), "problem"))

    def _unread(self) -> list[Problem]:
        """What is wrong with the texts that are no hands."""
        problems: list[Problem] = []
        for seat, text in self.boxes.by_seat.items():
            try:
                parse_hand(text, self.match.set)
            except EntryError as error:
                name = self.match.players[seat].name
                problems += [Problem(f"{name}: {problem.text}", problem.rule, (seat,)) for problem in error.problems]
        return problems

    def hands(self) -> tuple[Hand | None, ...]:
        """The hands of a complete row, by seat.

        Raises:
            EntryError: a text is no hand.
        """
        hands: list[Hand | None] = [None] * len(self.match.players)
        for seat, text in self.boxes.by_seat.items():
            hands[seat] = parse_hand(text, self.match.set)
        return tuple(hands)

    # Among the rounds before

    def pointed(self, number: int, seat: int) -> Self:
        """The cursor on the cell of a recorded round, from 1."""
        return replace(self, cursor=(number, seat))

    def stepped(self, step: int) -> Self:
        """The cursor so many seats on within its round."""
        assert self.cursor is not None
        number, seat = self.cursor
        seats = self.match.seats_in(number)
        index = max(0, min(len(seats) - 1, seats.index(seat) + step)) if seat in seats else 0
        return self.pointed(number, seats[index])

    def at_edge(self, *, last: bool) -> Self:
        """The cursor on the first or the last seat of its round."""
        assert self.cursor is not None
        number = self.cursor[0]
        return self.pointed(number, self.match.seats_in(number)[-1 if last else 0])

    def climbed(self, step: int) -> Self:
        """Up into the rounds before and down again; while a round is corrected the cursor stays in its boxes."""
        if self.editing is not None or not self.match.rounds:
            return self
        last = len(self.match.rounds)
        number = max(1, (self.cursor[0] if self.cursor else last + 1) + step)
        if number > last:
            return self.moved(self.boxes)
        seats = self.match.seats_in(number)
        wanted = self.cursor[1] if self.cursor else self.boxes.seat
        seat = wanted if wanted in seats and wanted is not None else seats[-1]
        return self.pointed(number, seat).told(Word(_("Enter corrects round {number}.").format(number=number), "hint"))

    def left(self) -> Self | None:
        """A correction, the rounds before or what was said left; None where there is nothing to leave."""
        if self.editing is not None:
            return self.uncorrected(Word(_("Nothing was corrected."), "hint"))
        if self.cursor is not None:
            return self.moved(self.boxes)
        if self.problems or self.notice:
            return replace(self, problems=(), notice=())
        return None

    # A correction

    def correcting(self, number: int, seat: int) -> Self:
        """A recorded round, from 1, turned into boxes with the cursor at `seat`."""
        texts = {played: hand_text(hand) for played, hand in self.match.rounds[number - 1].played()}
        return replace(
            self, boxes=Boxes.filled(self.match.seats_in(number), texts, seat), waiting=self.coming, editing=number,
            cursor=None, problems=(), notice=(),
        )  # fmt: skip

    def going_on(self, number: int, boxes: Boxes) -> Self:
        """A correction taken up that was under way when the match changed, if its round still has these seats."""
        if number > len(self.match.rounds) or boxes.seats != self.match.seats_in(number):
            return self
        return replace(self.correcting(number, boxes.seats[0]), boxes=boxes, notice=self.notice)

    def uncorrected(self, *notice: Word) -> Self:
        """The correction given up."""
        return type(self).on(self.match, self.coming, *notice)


def _parts(text: str) -> tuple[list[str], bool]:
    """What goes to a box each of pasted text: the cells of a table's row, or numbers; and which of these it was."""
    text = text.strip(" \r\n")
    if "\t" in text:
        return [cell for line in text.splitlines() if line for cell in line.split("\t")], True
    return text.replace(",", " ").replace(";", " ").split(), False


def _too_long() -> Word:
    text = _("That is too long: {most} signs at most stand in a box.").format(most=LONGEST)
    return Word(text, "problem")
