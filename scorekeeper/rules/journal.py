"""A match with its past: undo and redo over every change, and the log that only grows.

A step remembers only what the change touched, so a match of many rounds stays small on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, TypeVar

from scorekeeper.rules.changes import row_text
from scorekeeper.rules.course import state
from scorekeeper.rules.entry import hand_text
from scorekeeper.rules.house import differences
from scorekeeper.rules.match import Change, Match, Player, Round
from scorekeeper.rules.matchcheck import same_names, shape_problem
from scorekeeper.rules.problem import RuleError
from scorekeeper.text import _

T = TypeVar("T")

What = Literal[
    "setup", "round", "correction", "join", "leave", "name", "stop", "resume", "note", "drop", "starter", "ruling",
    "import",
]  # fmt: skip

UNDO_DEPTH: Final = 1000
"""Steps that are kept; no match played by people has as many."""

SCALARS: Final = (
    "set", "hand_size", "house", "finished", "stopped", "note", "drops", "starter", "shuffler", "rulings",
)  # fmt: skip
"""The fields that a patch keeps whole. The log, the revision and the times of saving are never taken back."""


@dataclass(frozen=True, slots=True)
class Splice(Generic[T]):
    """A run of a sequence and what to put in its place."""

    start: int
    removed: int
    items: tuple[T, ...]

    def apply(self, old: tuple[T, ...]) -> tuple[T, ...]:
        """The sequence with the run replaced."""
        return (*old[: self.start], *self.items, *old[self.start + self.removed :])


@dataclass(frozen=True, slots=True)
class Patch:
    """What turns one match into another."""

    fields: tuple[tuple[str, Any], ...] = ()
    """Names of `SCALARS` with the values they get."""
    players: Splice[Player] | None = None
    rounds: Splice[Round] | None = None

    def apply(self, match: Match) -> Match:
        """The match with the patch laid on."""
        changes: dict[str, Any] = dict(self.fields)
        if self.players is not None:
            changes["players"] = self.players.apply(match.players)
        if self.rounds is not None:
            changes["rounds"] = self.rounds.apply(match.rounds)
        return match.edit(**changes)


@dataclass(frozen=True, slots=True)
class Step:
    """One change that can be undone or done again."""

    what: What
    round: int | None
    """The round it is about, from 1."""
    patch: Patch
    """What takes the match to the other side of the change."""
    draft: Draft | None = None
    """What comes back with the step: of a round that is undone its layout, of one that is done again what was half
    typed in the round after it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-typed round: what stands in the boxes, by player, and the round it is meant for."""

    round: int
    double: int
    texts: tuple[tuple[str, str], ...] = ()
    """Name and text of every box that is not empty."""
    at: str = ""
    """The player whose box has the cursor; "" where nobody said."""
    layout: tuple[str, ...] = ()
    """The layout of the round as far as the table keeps it, a line an action; see `keptlayout`."""
    extra: str = ""
    """What was typed behind the last box: a number too many, which has to be seen and taken away."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it to keep."""
        return not self.texts and not self.layout


@dataclass(frozen=True, slots=True)
class Journal:
    """A match, the steps that lead back from it and those that lead forward again."""

    match: Match
    undo: tuple[Step, ...] = ()
    """The last is the next to be undone."""
    redo: tuple[Step, ...] = ()
    """The last is the next to be done again."""
    draft: Draft | None = field(default=None, compare=False)

    def change(self, what: What, changed: Match, at: str, number: int | None = None) -> Journal:
        """The journal after one change of its match to `changed`; what was undone before can be redone no more.

        Where nothing differs nothing happened: it is the same journal, with nothing to undo and nothing in the log.

        Args:
            what: the kind of change.
            changed: the match as it is now, made by one of the functions in `changes`.
            at: when, ISO 8601.
            number: the round it is about, from 1.
        """
        before = self.match
        if changed == before:
            return self
        finished = state(changed) == "finished"
        if finished != (changed.finished is not None):
            changed = changed.edit(finished=at if finished else None)
        # The boxes of a round come back from its hands; its layout is kept nowhere else.
        draft = self.draft if what == "round" and self.draft is not None and self.draft.layout else None
        step = Step(what, number, difference(changed, before), draft)
        logged = _logged(what, before, changed, at, number)
        changed = changed.edit(
            revision=before.revision + 1, updated=at, corrections=(*before.corrections, *logged)
        )  # fmt: skip
        return Journal(changed, (*self.undo, step)[-UNDO_DEPTH:], (), _still_meant(self.draft, changed))

    def undone(self, at: str) -> Journal:
        """The journal with its last change taken back; an undone round stands in the draft again.

        Raises:
            RuleError: there is nothing to undo.
        """
        if not self.undo:
            raise RuleError.because(_("There is nothing to undo."))
        step = self.undo[-1]
        match, back = self._taken(step, "undo", at)
        draft = _still_meant(self.draft, match)
        if step.what == "round" and self.match.rounds:
            if draft is None and self.draft is not None and self.draft.round == self.match.next_round:
                back = replace(back, draft=self.draft)
            draft = draft_of(self.match, len(self.match.rounds))
            if step.draft is not None and step.draft.round == draft.round:
                draft = replace(draft, layout=step.draft.layout)
        return Journal(match, self.undo[:-1], (*self.redo, back), draft)

    def redone(self, at: str) -> Journal:
        """The journal with the change that was undone last done again.

        Raises:
            RuleError: there is nothing to do again.
        """
        if not self.redo:
            raise RuleError.because(_("There is nothing to redo."))
        step = self.redo[-1]
        match, back = self._taken(step, "redo", at)
        if step.what == "round" and self.draft is not None and self.draft.layout:
            back = replace(back, draft=self.draft)
        draft = _still_meant(self.draft, match) or _still_meant(step.draft, match)
        return Journal(match, (*self.undo, back), self.redo[:-1], draft)

    def mended(self, mend: Callable[[Player], Player], at: str) -> Journal:
        """The journal with every seat as `mend` gives it, in its past and its draft too; itself where nothing differs.

        For who somebody is across matches. The log tells new names; there is nothing to undo, as it is no change of
        this match alone, and the match counts as changed when it was. Steps that would lead to a table at which two
        players share a name are let go.

        Args:
            mend: gives the same player with another name or id.
            at: when, ISO 8601.
        """
        before = self.match
        match = before.edit(players=tuple(map(mend, before.players)))
        undo, redo = (_mended(match, steps, mend) for steps in (self.undo, self.redo))
        if (match, undo, redo) == (before, self.undo, self.redo):
            return self
        told = _told("name", before, match, None)
        logged = (Change(at, "name", None, *told),) if told[0] != told[1] else ()
        draft = self.draft
        if draft is not None:
            names = {old.name: new.name for old, new in zip(before.players, match.players, strict=True)}
            texts = tuple((names.get(name, name), text) for name, text in draft.texts)
            draft = replace(draft, texts=texts, at=names.get(draft.at, draft.at))
        match = match.edit(revision=before.revision + 1, corrections=(*before.corrections, *logged))
        return Journal(match, undo, redo, draft)

    def _taken(self, step: Step, how: str, at: str) -> tuple[Match, Step]:
        before = self.match
        match = step.patch.apply(before)
        if shape_problem(match) is not None:
            raise RuleError.because(_("What was kept of that change is damaged; it can be neither undone nor redone."))
        entry = Change(at, how, step.round, *_told(step.what, before, match, step.round))
        match = match.edit(revision=before.revision + 1, updated=at, corrections=(*before.corrections, entry))
        return match, replace(step, patch=difference(match, before), draft=None)


def _mended(match: Match, steps: Sequence[Step], mend: Callable[[Player], Player]) -> tuple[Step, ...]:
    """The steps that lead on from `match`, the last first, every seat in them mended, as far as tables stay sound."""
    kept: list[Step] = []
    for step in reversed(steps):
        patch = step.patch
        if patch.players is not None:
            patch = replace(patch, players=replace(patch.players, items=tuple(map(mend, patch.players.items))))
        match = patch.apply(match)
        if any(same_names(match.players)):
            break
        kept.append(replace(step, patch=patch))
    return tuple(reversed(kept))


def _still_meant(draft: Draft | None, match: Match) -> Draft | None:
    """The draft, unless its round is recorded or no longer next."""
    return draft if draft is not None and draft.round == match.next_round else None


def draft_of(match: Match, number: int) -> Draft:
    """Round `number` as it stood in the boxes before it was saved."""
    row = match.rounds[number - 1]
    return Draft(number, row.double, tuple((match.players[seat].name, hand_text(hand)) for seat, hand in row.played()))


def difference(source: Match, target: Match) -> Patch:
    """The patch that turns `source` into `target`, but for the log, the revision and the times of saving."""
    return Patch(
        tuple((name, getattr(target, name)) for name in SCALARS if getattr(source, name) != getattr(target, name)),
        _splice(source.players, target.players),
        _splice(source.rounds, target.rounds),
    )


def _splice(source: tuple[T, ...], target: tuple[T, ...]) -> Splice[T] | None:
    if source == target:
        return None
    start = _common(source, target)
    end = _common(source[start:][::-1], target[start:][::-1])
    return Splice(start, len(source) - start - end, target[start : len(target) - end])


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _logged(what: What, before: Match, after: Match, at: str, number: int | None) -> Iterable[Change]:
    """The log entry for a change; recording a round and setting up correct nothing, so they have none."""
    if what in ("round", "setup", "ruling"):
        return ()
    return (Change(at, what, number, *_told(what, before, after, number)),)


def _told(what: What, before: Match, after: Match, number: int | None) -> tuple[str, str]:
    """What a change was from and to, in words that stay true when players move seats."""
    return _tell(what, before, number), _tell(what, after, number)


def _tell(what: What, match: Match, number: int | None) -> str:
    if what in ("join", "leave", "name", "setup"):
        seats = ", ".join(_seat_text(player) for player in match.players)
        return seats if what != "setup" else f"{seats}; {_agreed_text(match)}"
    if what == "ruling":
        return "; ".join(ruling.text for ruling in match.rulings if number in (None, ruling.round))
    if what in ("stop", "resume"):
        return match.stopped or ""
    if what == "drop":
        return str(match.drops)
    if what == "note" and number is None:
        return match.note
    if what == "starter" and number is None:
        return "" if match.starter is None else match.players[match.starter].name
    if number is None or number > len(match.rounds):
        return ""
    return match.rounds[number - 1].note if what == "note" else row_text(match, number)


def _agreed_text(match: Match) -> str:
    house = (f"{key}={value}" for key, value in differences(match.house).items())
    return ", ".join((_("double-{set}, {size} tiles").format(set=match.set, size=match.hand_size), *house))


def _seat_text(player: Player) -> str:
    marks = []
    if player.is_late:
        marks.append(f"{player.joined}→")
    if player.left is not None:
        marks.append(f"→{player.left}")
    return " ".join([player.name, *marks])
