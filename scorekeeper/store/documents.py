"""Values to documents: how a match and its past are written. What is written here, `reader` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from scorekeeper.rules.house import differences
from scorekeeper.rules.journal import Draft, Journal, Patch, Splice, Step
from scorekeeper.rules.match import Change, Match, PinnedRuling, Player, Round
from scorekeeper.store.faults import cleaned

MATCH_FORMAT: Final = "chicken-foot-match"
COLLECTION_FORMAT: Final = "chicken-foot-matches"
VERSION: Final = 1
"""The version of match files and of stored journals that is written."""

Document = dict[str, Any]
T = TypeVar("T")


def match_document(match: Match) -> Document:
    """The match as a match file holds it; keys in the order in which people read them."""
    document: Document = {
        "format": MATCH_FORMAT,
        "version": VERSION,
        "id": match.id or None,
        "revision": match.revision,
        "created": match.created or None,
        "updated": match.updated or None,
        "finished": match.finished,
        "stopped": match.stopped,
        "note": match.note,
        "set": match.set,
        "hand_size": match.hand_size,
        "house_rules": differences(match.house),
        "players": [player_document(player) for player in match.players],
        "rounds": [round_document(row) for row in match.rounds],
    }
    if match.drops:
        document["drops"] = match.drops
    if match.starter is not None:
        document["starter"] = match.starter
    if match.shuffler is not None:
        document["shuffler"] = match.shuffler
    document["corrections"] = [_change_document(change) for change in match.corrections]
    document["rulings"] = [_ruling_document(ruling) for ruling in match.rulings]
    return document


def player_document(player: Player) -> Document:
    """A seat; only the name is always there."""
    document: Document = {"name": player.name}
    if player.id is not None:
        document["id"] = player.id
    if player.joined != 1:
        document["joined"] = player.joined
    if player.left is not None:
        document["left"] = player.left
    if player.catch_up:
        document["catch_up"] = player.catch_up
    return document


def round_document(row: Round) -> Document:
    """A round; `tiles` is left out where nothing is known that the pips do not say."""
    out = None
    blank = None
    on_double = False
    told = False
    pips: list[int | None] = []
    for seat, hand in enumerate(row.hands):
        if hand is None:
            pips.append(None)
            continue
        pips.append(hand.pips)
        if hand.double_blank:
            blank = seat
        elif not hand.pips and out is None:
            out = seat
            on_double = hand.out_on_double
        told = told or (hand.pips > 0 and hand.tiles is not None)
    document: Document = {
        "double": row.double,
        "starter": row.starter,
        "out": out,
        "out_on_double": on_double,
        "double_blank": blank,
        "pips": pips,
    }
    if told:
        document["tiles"] = [
            None if hand is None or hand.tiles is None else [str(tile) for tile in hand.tiles] for hand in row.hands
        ]
    document["note"] = row.note
    return document


def _change_document(change: Change) -> Document:
    return {
        "at": change.at,
        "what": change.what,
        "round": change.round,
        "from": change.before,
        "to": change.after,
    }


def _ruling_document(ruling: PinnedRuling) -> Document:
    return {"at": ruling.at, "round": ruling.round, "rule": ruling.rule, "text": ruling.text}


def journal_document(journal: Journal) -> Document:
    """A match with the steps that lead back and forward again; the draft is kept apart."""
    return {
        "version": VERSION,
        "match": match_document(journal.match),
        "undo": [step_document(step) for step in journal.undo],
        "redo": [step_document(step) for step in journal.redo],
    }


def step_document(step: Step) -> Document:
    """One step back or forward: what it is about, and only what it changes."""
    document: Document = {"what": step.what, "round": step.round}
    document.update(_patch_document(step.patch))
    if step.draft is not None:
        document["draft"] = draft_document(step.draft)
    return document


def _patch_document(patch: Patch) -> Document:
    document: Document = {}
    if patch.fields:
        document["fields"] = {name: _field_document(name, value) for name, value in patch.fields}
    if patch.players is not None:
        document["players"] = _splice_document(patch.players, player_document)
    if patch.rounds is not None:
        document["rounds"] = _splice_document(patch.rounds, round_document)
    return document


def _field_document(name: str, value: Any) -> Any:
    if name == "house":
        return differences(value)
    if name == "rulings":
        return [_ruling_document(ruling) for ruling in value]
    return value


def _splice_document(splice: Splice[T], item_document: Callable[[T], Document]) -> Document:
    return {
        "start": splice.start,
        "removed": splice.removed,
        "items": [item_document(item) for item in splice.items],
    }


def draft_document(draft: Draft) -> Document:
    """A half-typed round."""
    texts = [[name, cleaned(text)] for name, text in draft.texts]
    document: Document = {"round": draft.round, "double": draft.double, "texts": texts}
    if draft.at:
        document["at"] = draft.at
    if draft.layout:
        document["layout"] = [cleaned(line) for line in draft.layout]
    if draft.extra:
        document["extra"] = cleaned(draft.extra)
    return document


def collection_document(matches: Sequence[Match], same: Mapping[str, str] | None = None) -> Document:
    """Several matches in one file; `same` are other ids of their players, each with the id that is meant."""
    document: Document = {"format": COLLECTION_FORMAT, "version": VERSION}
    if same:
        document["same_players"] = dict(same)
    return document | {"matches": [match_document(match) for match in matches]}
