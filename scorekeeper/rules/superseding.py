"""A match that comes in a later form takes the place of the one that is here, which an undo brings back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.rules.journal import UNDO_DEPTH, Journal, Patch, Step, difference
from scorekeeper.rules.match import Match


def superseded(here: Journal, coming: Journal) -> Journal:
    """The match as it comes, with a past that leads back to how it is here.

    Where what comes went on from what is here, its own past does. Where the two went apart, one undo takes the whole of
    what came back, and what is here is as it was, with its past.

    Args:
        here: the match with its past as it is kept here.
        coming: the same match, which stands for itself in everything else.
    """
    if went_on(here.match, coming):
        return coming
    draft = coming.draft
    if draft is None and here.draft is not None and here.draft.round == coming.match.next_round:
        draft = here.draft
    if is_same(coming.match, here.match):
        return Journal(coming.match, here.undo, here.redo, draft)
    back = Step("import", None, difference(coming.match, here.match))
    return Journal(coming.match, (*here.undo, back)[-UNDO_DEPTH:], (), draft)


def went_on(match: Match, coming: Journal) -> bool:
    """Whether what comes was once just as `match` is, as far as its past is known."""
    return any(is_same(before, match) for before in _led_to(coming.match, coming.undo))


def went_apart(here: Match, coming: Journal) -> bool:
    """Whether rounds that are kept here are nowhere in the past of what comes: another copy took the place of this one.

    Names that were mended are no matter. What was undone where it comes from is told by its log, which only grows.
    """
    if any(match.rounds == here.rounds for match in _states(coming)):
        return False
    known = len(here.corrections)
    since = coming.match.corrections[known:] if coming.match.corrections[:known] == here.corrections else ()
    return not any(change.what == "undo" for change in since)


def _states(journal: Journal) -> Iterator[Match]:
    """The match as it is, as it was before every change that can be undone, and after every one that can be redone."""
    yield journal.match
    yield from _led_to(journal.match, journal.undo)
    yield from _led_to(journal.match, journal.redo)


def _led_to(match: Match, steps: Sequence[Step]) -> Iterator[Match]:
    """The match after each of these steps, the last of which is taken first."""
    for step in reversed(steps):
        match = step.patch.apply(match)
        yield match


def is_same(one: Match, other: Match) -> bool:
    """Whether two forms of a match say the same, but for the log, the revision and the times of saving."""
    return difference(one, other) == Patch()
