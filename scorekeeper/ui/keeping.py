"""One match as a screen keeps it: every change saved before it is shown, half-typed rounds, undo, other windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double
from scorekeeper.rules.journal import Draft, Journal, What
from scorekeeper.rules.match import Hand, Match, PinnedRuling
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.tiles import Tile
from scorekeeper.store.protocol import Deleted, NoSuchMatch, Outdated, Store, StoreError
from scorekeeper.text import _
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.halftyped import carried, from_draft, gave_way, not_kept, to_draft, uncorrected, waits
from scorekeeper.ui.widgets.sheet_rows import Word
from scorekeeper.ui.words import step_text


class Table(Protocol):
    """Where the match is shown and typed."""

    @property
    def coming_boxes(self) -> Boxes:
        """What stands in the boxes of the next round."""

    @property
    def correction(self) -> tuple[int, Boxes] | None:
        """The round that is being corrected, from 1, with its boxes."""

    def show_match(
        self, match: Match, boxes: Boxes, *words: Word, correction: tuple[int, Boxes] | None = None
    ) -> None:  # fmt: skip
        """Show the match with these boxes of the next round, going on with a correction that is under way."""

    def tell(self, *words: Word) -> None:
        """Put a word under the boxes."""

    def complain(self, text: str) -> None:
        """Say what went wrong outside the table."""


class Keeping:
    """Keeps one match for a table; what is on the screen is on the disk."""

    def __init__(self, journal: Journal, store: Store, now: Callable[[], str], table: Table) -> None:
        self._journal = journal
        self._matches = store.matches
        self._store = store
        self._now = now
        self._table = table
        self._stamp: object = object()
        self._trouble: StoreError | None = None
        """Why the last look for changes from outside found no match."""
        self._draft_kept = journal.draft
        self._layout: tuple[str, ...] = () if journal.draft is None else journal.draft.layout
        self._lying: tuple[tuple[str, ...], frozenset[Tile]] = ((), frozenset())
        """The lines of a layout and the tiles that lie in it; reading them again for every key would be slow."""
        self._set_aside: dict[int, Boxes] = {}
        """What stood in the boxes of a round when somebody else undid the one before, to come back with that."""

    @property
    def journal(self) -> Journal:
        """The match with its past."""
        return self._journal

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""
        return self._journal.match

    def open(self) -> None:
        """Show the match with what was half typed in it."""
        boxes, word = from_draft(self.match_shown, self._journal.draft)
        self._table.show_match(self.match_shown, boxes, *([word] if word else []))

    # The half-typed round

    def _from_draft(self, draft: Draft | None) -> Boxes:
        return from_draft(self.match_shown, draft)[0]

    def _draft(self) -> Draft | None:
        match = self.match_shown
        if next_double(match) is None:
            return self._journal.draft  # a match that is stopped keeps what was half typed for when it goes on
        return to_draft(match, self._table.coming_boxes, self._layout)

    def keep_draft(self) -> str | None:
        """Keep what is half typed and the layout, if that is not done yet; safe to call at any moment.

        Returns: what would be lost if the app ended now, and why, as a sentence; None where nothing would.
        """
        draft = self._draft()
        if draft == self._draft_kept:
            return self._gone() or uncorrected(self.match_shown, self._table.correction)
        try:
            self._matches.save_draft(self.match_shown.id, draft)
        except StoreError as error:
            self._table.complain(str(error))
            return None if draft is None else not_kept(draft, str(error))
        self._draft_kept = draft
        self._journal = replace(self._journal, draft=draft)
        return uncorrected(self.match_shown, self._table.correction)

    def _gone(self) -> str | None:
        """What is said of a match that was taken from the disk and not put into the trash; None where it is there."""
        if not isinstance(self._trouble, NoSuchMatch) or isinstance(self._trouble, Deleted):
            return None
        text = _("The match {id} is gone from the disk; the next change that is saved here writes it again.")
        return text.format(id=self.match_shown.id)

    def _as_it_stands(self) -> Journal:
        """The journal with what is half typed at this moment."""
        return replace(self._journal, draft=self._draft())

    # Saving

    def _save(self, journal: Journal) -> None:
        """Save over what this window shows, or anew where that is gone from the disk.

        Raises:
            StoreError: the disk or somebody else was in the way; it lies in the trash.
        """
        try:
            self._matches.save(journal, based_on=self._journal.match.revision)
        except Deleted:
            raise
        except NoSuchMatch:
            self._matches.create(journal)

    def _keep(self, journal: Journal) -> bool:
        """Save first; False, with a sentence, where that cannot be."""
        try:
            self._save(journal)
        except Outdated as error:
            said = Word(str(error), "problem")
            if self._went_apart(error.current):
                self._keep_both(error.current, [said])
            else:
                self._adopt(error.current, said)
            return False
        except StoreError as error:
            self._table.complain(str(error))
            return False
        self._journal = journal
        self._draft_kept = journal.draft
        self._layout = () if journal.draft is None else journal.draft.layout
        return True

    def change(self, what: What, changed: Match, number: int | None = None) -> bool:
        """Save a change that is no round and no correction, and show it; what is half typed stays in its boxes.

        Args:
            what: the kind of change.
            changed: the match as it is to be.
            number: the round it is about, from 1.
        """
        before, typed, correction = self.match_shown, self._table.coming_boxes, self._table.correction
        if not self._keep(self._as_it_stands().change(what, changed, self._now(), number)):
            return False
        match = self.match_shown
        if what == "resume" and typed.is_empty:
            boxes = self._from_draft(self._journal.draft)
        else:
            boxes = carried(before, match, typed)
        self._table.show_match(match, boxes, correction=correction)
        return True

    def record(self, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep the next round; gives what is wrong with it, nothing if it is kept."""
        number = self.match_shown.next_round
        try:
            changed = changes.record_round(
                self.match_shown, hands, on_table=self.on_table, starter=self._starter_in_layout()
            )
        except RuleError as error:
            return error.problems
        if self._keep(self._as_it_stands().change("round", changed, self._now(), number)):
            self._table.show_match(self.match_shown, Boxes.empty(self.match_shown.active_seats))
        return ()

    def correct(self, number: int, hands: tuple[Hand | None, ...]) -> Sequence[Problem]:
        """Keep round `number` as corrected; gives what is wrong with it, nothing if it is kept."""
        try:
            changed = changes.correct_round(self.match_shown, number, hands)
        except RuleError as error:
            return error.problems
        coming = self._table.coming_boxes
        if changed == self.match_shown:
            self._table.show_match(self.match_shown, coming, Word(_("Nothing was corrected."), "hint"))
        elif self._keep(self._as_it_stands().change("correction", changed, self._now(), number)):
            word = Word(_("Round {number} is corrected; Ctrl+Z takes it back.").format(number=number), "hint")
            same = coming.seats == self.match_shown.active_seats
            self._table.show_match(
                self.match_shown, coming if same else Boxes.empty(self.match_shown.active_seats), word
            )
        return ()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._journal.undo)

    def undo(self) -> None:
        """Take the last change back; an undone round stands in the boxes again."""
        self._step(forward=False)

    def redo(self) -> None:
        """Do the last change again that was taken back."""
        self._step(forward=True)

    def _step(self, *, forward: bool) -> None:
        before, typed = self.match_shown, self._table.coming_boxes
        standing = self._as_it_stands()
        try:
            journal = standing.redone(self._now()) if forward else standing.undone(self._now())
        except RuleError as error:
            self._table.tell(Word(str(error), "hint"))
            return
        step = (standing.redo if forward else standing.undo)[-1]
        if not self._keep(journal):
            return
        match = self.match_shown
        if match.next_round == before.next_round and not typed.is_empty:
            boxes = carried(before, match, typed)
        else:
            boxes = self._from_draft(journal.draft)
        if match.next_round < before.next_round:
            boxes = boxes.home()
        self._table.show_match(match, boxes, Word(step_text(step.what, step.round, forward=forward), "hint"))

    # Changes from outside

    def look_outside(self) -> None:
        """Show what somebody else has changed since the last look.

        Only a look takes the stamp: one taken after a save of our own could be that of somebody else's right behind it.
        """
        stamp = self._matches.stamp(self.match_shown.id)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            current = self._matches.load(self.match_shown.id)
        except StoreError as error:
            self._trouble = error
            self._table.tell(Word(self._gone() or str(error), "problem"))
            return
        if self._trouble is not None:
            self._trouble = None
            self._table.tell()
        told = [Word(each.text, "problem") for each in self._store.told()]
        if current.match.revision < self.match_shown.revision:
            self._write_again(current, told)
        elif self._went_apart(current):
            self._keep_both(current, told)
        elif current.match.revision != self.match_shown.revision:
            self._adopt(current, *told, Word(_("Changed in another window."), "hint"))

    def _write_again(self, older: Journal, told: list[Word]) -> None:
        """Put the match as it is shown back in place of an older one, which only damage can have brought up."""
        try:
            self._matches.save(self._as_it_stands(), based_on=older.match.revision)
        except StoreError as error:
            self._table.tell(*told, Word(str(error), "problem"))
            return
        self._table.tell(*told, Word(_("What this window shows was written again; nothing is lost."), "hint"))

    def _went_apart(self, other: Journal) -> bool:
        """Whether that is another copy of the match, in which what is shown here never was."""
        if other.match == self.match_shown:
            return False
        from scorekeeper.rules.superseding import went_apart

        return went_apart(self.match_shown, other)

    def _keep_both(self, other: Journal, told: list[Word]) -> None:
        """Show another copy of the match that was put in the place of this one, which can be brought back."""
        from scorekeeper.rules.superseding import superseded

        both = superseded(self._as_it_stands(), other)
        both = replace(both, match=other.match.edit(revision=other.match.revision + 1))
        try:
            self._matches.save(both, based_on=other.match.revision)
        except StoreError as error:
            self._table.tell(*told, Word(str(error), "problem"))
            return
        text = _("Another copy of this match was put in its place; Ctrl+Z brings back what was here.")
        self._adopt(both, *told, Word(text, "problem"))

    def _adopt(self, current: Journal, *said: Word) -> None:
        """Show the match as somebody else left it; what is typed stays, unless its round is recorded."""
        before, typed, correction = self.match_shown, self._table.coming_boxes, self._table.correction
        self._journal = current
        self._draft_kept = current.draft
        match = current.match
        words = [*said]
        if match.next_round == before.next_round:
            boxes = carried(before, match, typed)
        else:
            self._layout = ()
            boxes = self._set_aside.pop(match.next_round, Boxes.empty(match.active_seats))
            if boxes.seats != match.active_seats:
                boxes = Boxes.empty(match.active_seats)
            if boxes.is_empty:
                boxes = self._from_draft(current.draft)
            if not typed.is_empty and match.next_round < before.next_round:
                self._set_aside[before.next_round] = typed
                words.append(waits(match.next_round, list(typed.by_seat.values())))
            elif not typed.is_empty:
                words.append(gave_way(before.next_round, list(typed.by_seat.values())))
        self._table.show_match(match, boxes, *words, correction=correction)

    # The layout of the round to come

    @property
    def kept_layout(self) -> tuple[str, ...]:
        """The layout of the round to come as its lines; empty where none is kept."""
        return self._layout

    @property
    def on_table(self) -> frozenset[Tile]:
        """The tiles that lie on the table, where the layout of the round to come is kept (C6)."""
        lines, lying = self._lying
        if lines != self._layout:
            lying = self._lying_now()
            self._lying = (self._layout, lying)
        return lying

    def _lying_now(self) -> frozenset[Tile]:
        if not self._layout:
            return frozenset()
        from scorekeeper.ui import known_layout

        return known_layout.lying(self._layout, self.match_shown)

    def _starter_in_layout(self) -> int | None:
        """The seat that played the starting double in the layout that is kept; None where nobody knows (R12)."""
        if not self._layout or self.match_shown.starter is not None:
            return None
        from scorekeeper.ui import known_layout

        return known_layout.starter(self._layout, self.match_shown)

    def keep_layout(self, lines: tuple[str, ...]) -> None:
        """Keep the layout with the half-typed round; the checks of the row rest on it from now on."""
        self._layout = lines
        self.keep_draft()
        self._table.show_match(self.match_shown, self._table.coming_boxes, correction=self._table.correction)

    def to_score(self, out: int | None, on_double: bool = False) -> None:
        """Go on to the boxes, with 0 in that of the player who went out, where they are still empty."""
        match = self.match_shown
        boxes = self._table.coming_boxes
        if out is not None and out in boxes.seats:
            texts = {out: "0/" if on_double else "0"} | boxes.by_seat
            boxes = Boxes.filled(match.active_seats, texts)
            empty = boxes.first_empty()
            boxes = boxes if empty is None else boxes.go(empty)
        self._table.show_match(match, boxes)
        self.keep_draft()

    def pin(self, rule: str, text: str) -> None:
        """Keep a ruling with the round to come."""
        match = self.match_shown
        ruling = PinnedRuling(self._now(), match.next_round, rule, text)
        self.change("ruling", match.edit(rulings=(*match.rulings, ruling)), match.next_round)
