"""The layout of one round as a screen records it: what is typed becomes plays, draws and passes, or is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Action, Draw, Pass
from scorekeeper.rules.situation import Situation
from scorekeeper.text import _
from scorekeeper.ui.layout_keeper import Keeper, restored
from scorekeeper.ui.play_words import (
    Said,
    Tone,
    done,
    ended,
    not_followed,
    pinned_text,
    shortcut,
    unfinished,
    verdict,
)
from scorekeeper.ui.playing import Playing

LONGEST_PASTE = 10
"""Characters of what is pasted that can be a tile."""


class Recording:
    """Records the layout of the round to come; what is on the screen is kept."""

    def __init__(self, keeper: Keeper, show: Callable[[], None], gone: Callable[[], None]) -> None:
        """The layout as it was kept, or a new one.

        Args:
            keeper: keeps it.
            show: shows what is typed and said by now.
            gone: called where the round was recorded by somebody else.

        Raises:
            RuleError: the match has no round to come.
        """
        self._keeper = keeper
        self._show = show
        self._gone = gone
        match = keeper.match_shown
        self._seats = match.active_seats
        self.names = [match.players[seat].name for seat in self._seats]
        """By place at the table."""
        kept, self._told = restored(keeper)
        self._playing = Playing(kept)
        self._refused = ""
        """What Enter was refused for and stands in the box still."""

    @property
    def kept(self) -> KeptLayout:
        """The layout as it is kept."""
        return self._playing.kept

    @property
    def playing(self) -> Playing:
        """What is typed."""
        return self._playing

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be recorded."""
        return self.kept.dropped or self.kept.state.ended_by is not None

    @property
    def said(self) -> tuple[Said, ...]:
        """What is said now: the verdict on what is typed, what was done, how the round ended, or what can be done."""
        typed = verdict(self._playing)
        if typed:
            return (*self._told, *typed)
        if self.kept.dropped:
            return (*self._told, not_followed())
        over = ended(self.kept, self.names)
        if over:
            return (*over, *self._told)
        return self._told or shortcut(self.kept)

    def tell(self, *said: Said) -> None:
        """Say something until the next key."""
        self._told = said
        self._show()

    def _refuse(self, error: RuleError, tone: Tone = "refused") -> None:
        self.tell(*(Said(problem.text, tone, problem.rule) for problem in error.problems))

    # What is typed

    def put(self, playing: Playing) -> None:
        """Something else typed or pointed at; what was said is done with."""
        self._told = ()
        self._playing = playing
        self._show()

    def type(self, letter: str) -> None:
        """A character typed, after a refused tile as the first of another; what answers a question records."""
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
                self.record(answered.actions)
                return
        self.put(playing)

    def paste(self, text: str) -> None:
        """Text typed into the empty box."""
        playing = self._playing.cleared()
        for letter in text.strip()[:LONGEST_PASTE]:
            playing = playing.type(letter)
        self.put(playing)

    def clear(self) -> bool:
        """Clear the box; False where there is nothing to clear."""
        playing = self._playing
        if playing.answer is None and not playing.text and playing.player is None:
            return False
        self.put(playing.cleared())
        return True

    def enter(self) -> bool:
        """Record what is typed, or ask which number is matched; False where the rules refuse it."""
        playing = self._playing.settled() if self._playing.answer is not None else self._playing
        if not playing.text or playing.answer is not None:
            return True
        if playing.tile is None:
            self._refused = playing.text
            self.tell(unfinished(playing.text))
            return True
        ruling = playing.ruling
        if ruling is None or not ruling.legal:
            self._refused = playing.text
            self._show()
            return False
        if playing.asks_number:
            self.put(playing.ask())
        else:
            self.record(playing.actions)
        return True

    # What is recorded

    def record(self, actions: Sequence[Action]) -> None:
        """Record actions; where the rules refuse them, say so and leave everything as it is."""
        try:
            kept = self.kept.record(*actions)
        except RuleError as error:
            self._refuse(error)
            return
        if not self.keep(kept):
            return
        last = len(actions)
        told = [
            done(action, ruling, self.names[action.player])
            for action, ruling in zip(kept.actions[-last:], kept.rulings[-last:], strict=True)
        ]
        self.tell(*(said for group in told for said in group))

    def keep(self, kept: KeptLayout) -> bool:
        """Keep the layout and show it with an empty box; False where its round is over for good."""
        if not self.kept.belongs_to(self._keeper.match_shown):
            self._gone()
            return False
        self._keeper.keep_layout(kept.lines())
        self.put(Playing(kept))
        return True

    def draw(self) -> None:
        """Record a drawn tile, the typed one if it was seen."""
        playing = self._playing
        if self.is_over:
            return
        if playing.text and playing.tile is None:
            self.tell(unfinished(playing.text))
            return
        self.record([Draw(playing.seat, playing.tile)])

    def pass_turn(self) -> None:
        """Record that the turn ends without a play."""
        if not self.is_over:
            self.record([Pass(self._playing.seat)])

    def let_stand(self) -> None:
        """Record the typed tile where it lies, though it was wrong."""
        standing = self._playing.standing
        if standing is None:
            self.tell(Said(_("Type the tile that was wrong and lies there, then F8."), "hint", "A32"))
        elif not self.is_over:
            self.record([standing])

    def undo(self) -> None:
        """Take the last step back."""
        self._step(self.kept.undo, _("Taken back; Ctrl+Y does it again."))

    def redo(self) -> None:
        """Do the step again that was taken back."""
        self._step(self.kept.redo, _("Done again."))

    def _step(self, step: Callable[[], KeptLayout], told: str) -> None:
        try:
            kept = step()
        except RuleError as error:
            self._refuse(error, "hint")
            return
        if self.keep(kept):
            self.tell(Said(told, "hint"))

    def drop(self) -> None:
        """Stop following the layout in this round."""
        if not self.kept.dropped:
            self.keep(self.kept.drop())

    def start_with(self, place: int) -> None:
        """Record who opens the round, or draws first for its double, by place."""
        if place == self.kept.first:
            return
        try:
            kept = self.kept.with_first(place)
        except RuleError as error:
            self._refuse(error)
            return
        if self.keep(kept):
            self.tell(Said(_("{name} starts the round.").format(name=self.names[place]), "hint"))

    def lay_out(self, situation: Situation) -> None:
        """Keep the situation as it lies on the table, if it is another."""
        if situation != self.kept.situation:
            self.keep(self.kept.with_situation(situation))

    def to_score(self) -> None:
        """Go on to the score row, with who is out."""
        state, newest = self.kept.state, self.kept.newest
        out = None if state.out is None or self.kept.dropped else self._seats[state.out]
        self._keeper.to_score(out, out is not None and newest is not None and newest.is_double)

    def pin(self) -> None:
        """Keep the ruling that is shown with the round."""
        ruling = self._playing.ruling
        if ruling is not None:
            text, rule = pinned_text(self._playing, self.names[self._playing.seat], ruling), ruling.rule
        else:
            said = next((said for said in self.said if said.rule), None)
            if said is None:
                self.tell(Said(_("There is no ruling to pin: type a tile first."), "hint"))
                return
            text, rule = said.text, said.rule
        self._keeper.pin(rule, text)
        self.tell(Said(_("The ruling is pinned to the round."), "hint"))

    # The numbers of tiles

    @property
    def numbers(self) -> str:
        """The tiles in each hand by place, then those in the boneyard, as they are typed."""
        state = self.kept.state
        return " ".join(map(str, (*state.counts, state.boneyard)))

    def with_numbers(self, text: str) -> KeptLayout:
        """The layout with other numbers of tiles.

        Raises:
            RuleError: they cannot be.
            ValueError: they are no numbers.
        """
        *counts, boneyard = (int(word) for word in text.split())
        return self.kept.with_hands(counts, boneyard)

    def problem_of_numbers(self, text: str) -> str | None:
        """What is wrong with numbers of tiles as they are typed; None if nothing is."""
        try:
            self.with_numbers(text)
        except RuleError as error:
            return str(error)
        except ValueError:
            return _("Whole numbers with spaces between, such as 7 7 6 27.")
        return None
