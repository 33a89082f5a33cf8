"""The entry boxes of one row: what stands in them, where the cursor is, and what each key does to that.

It is a frozen value, so that a burst of keys is a chain of values and nothing can arrive in the wrong order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

LONGEST = 250
"""Characters in one box; a whole double-twelve hand typed as tiles needs fewer."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of boxes, one for each seat that plays the round."""

    seats: tuple[int, ...]
    texts: tuple[str, ...]
    """One for each of `seats`, "" for an empty box."""
    at: int = 0
    """The box with the cursor; `len(seats)` just behind the last box, where nothing can be typed."""
    caret: int = 0
    """Where in the text the next letter goes."""
    selected: bool = False
    """Whether the whole text is selected, so that typing replaces it."""
    extra: str = ""
    """What was typed behind the last box: a number too many, which has to be seen and taken away."""

    @classmethod
    def empty(cls, seats: Sequence[int]) -> Self:
        """Empty boxes with the cursor in the first."""
        return cls(tuple(seats), ("",) * len(seats))

    @classmethod
    def filled(cls, seats: Sequence[int], texts: Mapping[int, str], seat: int | None = None) -> Self:
        """Boxes with these texts by seat, the cursor at `seat` with its text selected."""
        boxes = cls(tuple(seats), tuple(texts.get(seat, "") for seat in seats))
        return boxes.go(boxes.seats.index(seat) if seat in boxes.seats else 0)

    @property
    def seat(self) -> int | None:
        """The seat of the box with the cursor; None behind the last box."""
        return self.seats[self.at] if self.at < len(self.seats) else None

    @property
    def text(self) -> str:
        """What stands in the box with the cursor."""
        return self.texts[self.at] if self.at < len(self.seats) else ""

    @property
    def is_empty(self) -> bool:
        """Whether the whole row is empty."""
        return not any(self.texts)

    @property
    def by_seat(self) -> dict[int, str]:
        """The texts that are not empty, by seat."""
        return {seat: text for seat, text in zip(self.seats, self.texts, strict=True) if text}

    def first_empty(self, start: int = 0) -> int | None:
        """The first empty box from `start` on, going round; None where every box has text."""
        order = [*range(start, len(self.seats)), *range(min(start, len(self.seats)))]
        return next((index for index in order if not self.texts[index]), None)

    def go(self, index: int, *, select: bool = True) -> Self:
        """The cursor in box `index`, its text selected or the caret behind it."""
        index = max(0, min(index, len(self.seats)))
        length = len(self.texts[index]) if index < len(self.seats) else 0
        return replace(self, at=index, caret=length, selected=select and length > 0)

    def too_many(self, extra: str) -> Self:
        """The cursor behind the last box, with what was typed there."""
        return replace(self.go(len(self.seats)), extra=extra[:LONGEST])

    def _write(self, text: str, caret: int) -> Self:
        texts = (*self.texts[: self.at], text, *self.texts[self.at + 1 :])
        return replace(self, texts=texts, caret=caret, selected=False)

    def type(self, letters: str) -> Self:
        """Letters written at the caret, in place of the selection; behind the last box they are kept as too many."""
        if not letters:
            return self
        if self.at >= len(self.seats):
            return replace(self, extra=(self.extra + letters)[:LONGEST])
        before, after = ("", "") if self.selected else (self.text[: self.caret], self.text[self.caret :])
        if len(before) + len(letters) + len(after) > LONGEST:
            return self
        return self._write(before + letters + after, len(before) + len(letters))

    def backspace(self) -> Self:
        """The letter before the caret taken away, or the selection; in an empty box, back to the one before it."""
        if self.extra:
            return replace(self, extra=self.extra[:-1].rstrip())
        if self.at >= len(self.seats):
            return self.go(len(self.seats) - 1, select=False)
        if self.selected:
            return self._write("", 0)
        if self.caret:
            return self._write(self.text[: self.caret - 1] + self.text[self.caret :], self.caret - 1)
        if not self.text and self.at:
            return self.go(self.at - 1, select=False)
        return self

    def delete(self) -> Self:
        """The letter behind the caret taken away, or the selection."""
        if self.selected:
            return self._write("", 0)
        return self._write(self.text[: self.caret] + self.text[self.caret + 1 :], self.caret) if self.text else self

    def clear(self) -> Self:
        """The whole text of the box taken away, or all that was too many."""
        if self.extra:
            return replace(self, extra="")
        return self._write("", 0) if self.text else self

    def left(self) -> Self:
        """The caret one letter to the left, or into the box before."""
        if self.caret and self.at < len(self.seats) and not self.selected:
            return replace(self, caret=self.caret - 1)
        return self.go(self.at - 1) if self.at else replace(self, caret=0, selected=False)

    def right(self) -> Self:
        """The caret one letter to the right, or into the next box."""
        if not self.selected and self.caret < len(self.text):
            return replace(self, caret=self.caret + 1)
        return self.go(self.at + 1) if self.at + 1 < len(self.seats) else self

    def home(self) -> Self:
        """The cursor in the first box."""
        return self.go(0)

    def end(self) -> Self:
        """The cursor in the last box."""
        return self.go(len(self.seats) - 1)

    def space(self) -> Self:
        """On to the next box; from the last to the first empty one, or behind it. An empty row stays as it is."""
        if self.is_empty:
            return self
        if self.extra:
            return replace(self, extra=self.extra.rstrip() + " ")
        if self.at + 1 < len(self.seats):
            return self.go(self.at + 1)
        empty = self.first_empty()
        return self.go(len(self.seats) if empty is None else empty)

    def tab(self) -> Self:
        """On to the next box, from the last to the first."""
        return self.go(self.at + 1 if self.at + 1 < len(self.seats) else 0)

    def back_tab(self) -> Self:
        """Back to the box before, from the first to the last."""
        return self.go(self.at - 1 if self.at else len(self.seats) - 1)
