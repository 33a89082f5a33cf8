"""What is typed for one play of the layout: the tile, who plays it and where, and what the referee says to it.

It is a frozen value, so that a burst of keys is a chain of values, and asking never changes the layout.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.referee import Action, Draw, Play, Ruling, judge
from scorekeeper.rules.tiles import Tile

LONGEST: Final = 7
"""Characters that are taken: two more than the longest tile has, such as 18-17, so that one too many is seen."""
SEPARATORS: Final = "- .,–"
"""What may stand between the two numbers of a tile; whatever is typed, a hyphen is shown."""


def read_tile(text: str, highest: int) -> Tile | None:
    """The tile that was typed: "9-4", or "94" where every number has one digit; None where it is none yet."""
    if highest <= 9 and len(text) == 2 and text.isascii() and text.isdigit():
        return Tile(int(text[0]), int(text[1]))
    try:
        return Tile.parse(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class Playing:
    """A play being typed on a kept layout."""

    kept: KeptLayout
    text: str = ""
    player: int | None = None
    """Who plays, by place; None for whose turn it is."""
    at: int | None = None
    """Which of the choices was pointed at; None for the likeliest."""
    answer: str | None = None
    """What is typed as the number that is matched, where two fit; None while nobody asked."""

    # Keys

    def type(self, letter: str) -> Self:
        """A digit or a separator typed; anything else changes nothing."""
        if self.answer is not None:
            return replace(self, answer=self.answer + letter) if letter.isdecimal() else self
        if letter in SEPARATORS:
            letter = "-"
            if not self.text or "-" in self.text or self.tile is not None:
                return self
        elif not (letter.isascii() and letter.isdigit()):
            return self
        if len(self.text) >= LONGEST:
            return self
        return replace(self, text=self.text + letter, at=None)

    def backspace(self) -> Self:
        """The last character taken away; the question which number is matched goes first."""
        if self.answer:
            return replace(self, answer=self.answer[:-1])
        if self.answer is not None:
            return replace(self, answer=None)
        return replace(self, text=self.text[:-1], at=None)

    def cleared(self) -> Self:
        """Nothing typed, and whose turn it is to play."""
        return type(self)(self.kept)

    def on(self, kept: KeptLayout) -> Self:
        """Nothing typed, on another layout."""
        return type(self)(kept)

    def next_choice(self, step: int) -> Self:
        """Point at the next place where the tile could lie, or the one before."""
        if len(self.choices) < 2:
            return self
        at = (0 if step > 0 else len(self.choices) - 1) if self.at is None and self.asks_number else None
        if at is None:
            at = ((self.at or 0) + step) % len(self.choices)
        return replace(self, at=at, answer=None)

    def pointed(self, on: Tile) -> Self:
        """Point at an end of the layout, if the tile could lie there."""
        at = next((index for index, play in enumerate(self.choices) if play.on == on), None)
        return self if at is None else replace(self, at=at, answer=None)

    def next_player(self, step: int) -> Self:
        """Somebody else plays: who played out of turn is recorded as such."""
        if self.kept.state.turn is None:
            return self
        return self.by((self.seat + step) % len(self.kept.counts))

    def by(self, player: int) -> Self:
        """`player` plays."""
        return replace(self, player=None if player == self.kept.state.turn else player, at=None, answer=None)

    def ask(self) -> Self:
        """Ask which of two numbers is matched."""
        return replace(self, answer="")

    def answered(self) -> Self:
        """The choice that the answer means, once it can mean no other; itself before that.

        "1" can still become "12" where both fit, so it is taken only by `settled`.
        """
        typed = self.answer or ""
        meant = [number for number in self.numbers if str(number).startswith(typed)]
        return self.settled() if typed and len(meant) == 1 and str(meant[0]) == typed else self

    def settled(self) -> Self:
        """The choice that the answer means as it stands; itself where it means none."""
        for index, play in enumerate(self.choices):
            if play.on is not None and str(self.kept.layout.number_at(play.on)) == self.answer:
                return replace(self, at=index, answer=None)
        return self

    # What it means

    @property
    def seat(self) -> int:
        """Who plays, by place; 0 when the round is over."""
        if self.player is not None:
            return self.player
        return self.kept.state.turn or 0

    @cached_property
    def tile(self) -> Tile | None:
        """The tile that was typed; None while it is none yet."""
        return read_tile(self.text, self.kept.highest)

    @cached_property
    def choices(self) -> tuple[Play, ...]:
        """The plays that it can mean, the likeliest first."""
        return () if self.tile is None else self.kept.choices(self.tile, self.seat, stands=True)

    @property
    def play(self) -> Play | None:
        """The play that it means as it stands."""
        return self.choices[self.at or 0] if self.choices else None

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The different numbers that could be matched by a tile that may be played."""
        if self.ruling is None or not self.ruling.legal:
            return ()
        ends = (play.on for play in self.choices if play.on is not None)
        return tuple(dict.fromkeys(self.kept.layout.number_at(on) for on in ends))

    @property
    def asks_number(self) -> bool:
        """Whether it has to be said which number is matched, because two fit and nobody pointed at one."""
        return self.at is None and len(self.numbers) > 1

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is recorded; where the starting double is drawn for, it is drawn before it is laid (R11)."""
        play = self.play
        if play is None:
            return ()
        kept = self.kept
        if kept.is_searching and not kept.state.found and play.tile == kept.layout.start_double and kept.state.boneyard:
            return (Draw(play.player, play.tile), play)
        return (play,)

    @cached_property
    def ruling(self) -> Ruling | None:
        """What the referee says; None while no tile is typed."""
        ruling: Ruling | None = None
        state = self.kept.state
        for action in self.actions:
            ruling = judge(state, action)
            if not ruling.legal:
                break
            state = ruling.state
        return ruling

    @property
    def standing(self) -> Play | None:
        """The play as one that was wrong and is noticed too late (A32)."""
        return None if self.play is None else replace(self.play, stands=True)
