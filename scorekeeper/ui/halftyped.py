"""What is half typed in the boxes of the next round: kept as a draft, carried over to the match as it has become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.rules.course import next_double
from scorekeeper.rules.entry import hand_text
from scorekeeper.rules.journal import Draft
from scorekeeper.rules.match import Match
from scorekeeper.rules.unstarted import Unstarted
from scorekeeper.text import _
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.sheet_rows import Word


def to_draft(match: Match, boxes: Boxes, layout: tuple[str, ...]) -> Draft | None:
    """What is half typed with the layout of its round; None where there is neither, or no round to come."""
    double = next_double(match)
    if double is None or (boxes.is_empty and not layout):
        return None
    texts = tuple((match.players[seat].name, text) for seat, text in boxes.by_seat.items())
    at = "" if boxes.seat is None or boxes.is_empty else match.players[boxes.seat].name
    return Draft(match.next_round, double, texts, at, layout, boxes.extra.strip())


def from_draft(match: Match, draft: Draft | None) -> tuple[Boxes, Word | None]:
    """Boxes as the draft has them, with a word where its round was recorded by somebody else."""
    seats = match.active_seats
    if draft is None or not draft.texts:
        return Boxes.empty(seats), None
    if draft.round != match.next_round:
        return Boxes.empty(seats), gave_way(draft.round, [text for _name, text in draft.texts])
    boxes = _boxes_by_name(match, dict(draft.texts))
    if draft.extra:
        return boxes.too_many(draft.extra), None
    at = next((index for index, seat in enumerate(seats) if match.players[seat].name == draft.at), None)
    return (boxes if at is None else boxes.go(at, select=False)), None


def _boxes_by_name(match: Match, by_name: Mapping[str, str]) -> Boxes:
    """Boxes of the next round with these texts, the cursor in the first that is empty."""
    seats = match.active_seats
    return _to_go_on(seats, {seat: by_name[name] for seat in seats if (name := match.players[seat].name) in by_name})


def _to_go_on(seats: Sequence[int], texts: Mapping[int, str]) -> Boxes:
    boxes = Boxes.filled(seats, texts)
    empty = boxes.first_empty()
    return boxes.go(len(boxes.seats) - 1 if empty is None else empty)


def not_kept(draft: Draft, why: str) -> str:
    """What is said where `draft` cannot be written down, and why."""
    if draft.texts:
        texts = ", ".join(f"{name} {text}" for name, text in draft.texts)
        said = _("What is half typed for round {number} cannot be kept: {texts}.")
        return said.format(number=draft.round, texts=texts) + f" {why}"
    return _("The layout of round {number} cannot be kept.").format(number=draft.round) + f" {why}"


def uncorrected(match: Match, correction: tuple[int, Boxes] | None) -> str | None:
    """What is said of a correction that is under way, which nothing keeps; None where nothing is changed in one."""
    if correction is None:
        return None
    number, boxes = correction
    before = {seat: hand_text(hand) for seat, hand in match.rounds[number - 1].played()}
    if boxes.by_seat == before:
        return None
    texts = [text for seat, text in boxes.by_seat.items() if text != before.get(seat)]
    said = _("The correction of round {number} is not saved: {texts}.")
    return said.format(number=number, texts=", ".join(texts) or "–")


def unstarted_not_kept(unstarted: Unstarted, why: str) -> str:
    """What is said where a new match cannot be kept as far as it is typed, and why."""
    names = ", ".join(filter(None, [*unstarted.names, unstarted.typed]))
    return _("The names of the new match cannot be kept: {names}.").format(names=names) + f" {why}"


def gave_way(number: int, texts: Sequence[str]) -> Word:
    """What is said where round `number`, from 1, was recorded while these texts stood in its boxes."""
    return Word(
        _("Round {number} was recorded by somebody else; what was typed here gave way: {texts}").format(
            number=number, texts=" ".join(texts)
        ),
        "hint",
    )


def waits(number: int, texts: Sequence[str]) -> Word:
    """What is said where round `number`, from 1, was taken back while these texts stood in the boxes after it."""
    return Word(
        _("Round {number} was taken back; what was typed for the next one waits: {texts}").format(
            number=number, texts=" ".join(texts)
        ),
        "hint",
    )


def carried(before: Match, after: Match, typed: Boxes) -> Boxes:
    """What was typed in the boxes of a round, after seats have come, gone or got other names."""
    if typed.seats == after.active_seats and len(before.players) == len(after.players):
        return typed
    seats = _same_people(before, after)
    texts = {seats[seat]: text for seat, text in typed.by_seat.items() if seats.get(seat) in after.active_seats}
    return _to_go_on(after.active_seats, texts)


def _same_people(before: Match, after: Match) -> dict[int, int]:
    """The seat that everybody has after a change, by the seat before: known by id, else by name, else by place."""
    if len(before.players) == len(after.players):
        return {seat: seat for seat in range(len(before.players))}
    found: dict[int, int] = {}
    for seat, player in enumerate(before.players):
        for other_seat, other in enumerate(after.players):
            same = player.id == other.id if player.id and other.id else player.name == other.name
            if same and (player.joined == other.joined):
                found[seat] = other_seat
    return found
