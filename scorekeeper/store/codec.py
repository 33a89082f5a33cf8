"""Match files and stored journals as bytes and text, both ways; pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast, get_args

from scorekeeper.rules.journal import Draft, Journal, Patch, Splice, Step, What
from scorekeeper.rules.match import Match, Round
from scorekeeper.rules.matchcheck import shape_problem
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import SETS
from scorekeeper.store.documents import (
    COLLECTION_FORMAT,
    VERSION,
    Document,
    collection_document,
    match_document,
)
from scorekeeper.store.faults import ID, MOST_NAMED, Fault, Faults, Fields, is_whole, shown
from scorekeeper.store.migrations import JOURNAL_STEPS, MATCH_STEPS, migrated
from scorekeeper.store.reader import read_format, read_house, read_match, read_player, read_rulings
from scorekeeper.store.roundreader import read_round
from scorekeeper.store.strictjson import NotJson, Unreadable, parse
from scorekeeper.text import _

T = TypeVar("T")

LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes of the largest match file that is read: some ten thousand matches."""
_WHATS: Final = frozenset(get_args(What))
_TEXT_LIMIT: Final = 1000
"""Characters kept of what is half typed in one box."""


class TooNew(Unreadable):
    """It was written by a later version, so it is not damaged and has to stay where it is."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a match file says."""

    matches: tuple[Match, ...]
    """Those without a fault; all of them when there are no faults at all."""
    faults: tuple[Fault, ...]
    left_out: tuple[str, ...]
    """Keys that nobody knows, each with its match and the way to it."""
    same: Mapping[str, str] = field(default_factory=dict)
    """Other ids that players of these matches go by, each with the id that is meant; see `match_file`."""


def match_file(matches: Sequence[Match], *, collection: bool = False, same: Mapping[str, str] | None = None) -> str:
    """The match file of these matches, ending with a new line; of one match in the single form unless `collection`.

    Args:
        matches: in the order in which they are to stand.
        collection: makes a file of matches even of a single one.
        same: other ids of known players, see `protocol.Players.other_ids`; those that stand in these matches are told
            in a file of matches, so that nobody is taken for two people where the file is read.
    """
    if len(matches) == 1 and not collection:
        return _laid_out(match_document(matches[0])) + "\n"
    used = {player.id for match in matches for player in match.players}
    document = collection_document(matches, {other: meant for other, meant in (same or {}).items() if other in used})
    inner = ",\n".join(_laid_out(each) for each in document.pop("matches"))
    head = json.dumps(document, ensure_ascii=False)[:-1]
    return f'{head}, "matches": [\n{inner}\n]}}\n'


def _laid_out(document: Document) -> str:
    """JSON for people: what belongs together on a line, every player and round on one of its own."""
    lines: list[str] = []
    for key, value in document.items():
        if key in ("players", "rounds", "corrections", "rulings") and value:
            items = ",\n  ".join(json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value)
            text = f"[\n  {items}]"
        else:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        lines.append(f"{json.dumps(key)}: {text}")
    return "{" + ",\n ".join(lines) + "}"


def read_match_file(raw: bytes, tell: Callable[[int, int], object] | None = None) -> MatchFile:
    """What a match file says, one match or several, every fault named. Raises nothing.

    Args:
        raw: the file.
        tell: told (done, of) after every match.
    """
    if len(raw) > LARGEST_FILE:
        text = _("It is too large for a match file: {size} MB; {most} MB are read at most.").format(
            size=len(raw) // 2**20, most=LARGEST_FILE // 2**20
        )
        return MatchFile((), (Fault("", Problem(text)),), ())
    try:
        document, twice = parse(raw)
    except NotJson as error:
        return MatchFile((), (Fault("", Problem(str(error))),), ())
    faults = [
        Fault("", Problem(_("“{key}” stands twice in one object.").format(key=shown(key))))
        for key in list(dict.fromkeys(twice))[:MOST_NAMED]
    ]
    left_out: list[str] = []
    same: dict[str, str] = {}
    inside = isinstance(document, dict) and document.get("format") == COLLECTION_FORMAT
    if inside:
        whole = Faults()
        fields = Fields(document, whole)
        items = fields.items("matches") if read_format(fields, COLLECTION_FORMAT) else []
        if document.get("matches") is None:
            fields.missing("matches")
        same = _read_same(fields)
        fields.leave_out()
        faults += whole.all()
        left_out += whole.unknown
    else:
        items = [document]
    matches: list[Match] = []
    ids: set[str] = set()
    for place, item in enumerate(items, start=1):
        given = item.get("id") if isinstance(item, dict) else None
        name = shown(given) if isinstance(given, str) and given else f"#{place}" if inside else ""
        found = Faults(name)
        if isinstance(item, dict):
            item = migrated(item, MATCH_STEPS)
        match = read_match(item, found, inside=inside)
        if match is not None and match.id and match.id.lower() in ids:
            found.say(_("Another match in this file has the same id; ids differ by more than case."))
        if match is not None:
            ids.add(match.id.lower())
        faults += found.all()
        left_out += [f"{name}: {key}" if name else key for key in found.unknown]
        if match is not None and not found.problems:
            matches.append(match)
        if tell is not None:
            tell(place, len(items))
        if len(faults) > MOST_NAMED:
            more = _("There is more that is wrong; these are the first {most} faults.").format(most=MOST_NAMED)
            faults[MOST_NAMED:] = [Fault("", Problem(more))]
            break
    if len(left_out) > MOST_NAMED:
        left_out[MOST_NAMED:] = ["…"]
    return MatchFile(tuple(matches), tuple(faults), tuple(left_out), same)


def _read_same(fields: Fields) -> dict[str, str]:
    """Other ids of players, each with the one that is meant."""
    raw = fields.get("same_players")
    if raw is None:
        return {}
    if isinstance(raw, dict) and all(
        ID.fullmatch(other) and isinstance(meant, str) and ID.fullmatch(meant) for other, meant in raw.items()
    ):
        return raw
    fields.wrong("same_players", _("“{key}” is an object of ids, each with the id that is meant, not “{value}”."))
    return {}


def read_journal(document: Any, draft: Any = None) -> Journal:
    """The journal of stored documents. It was checked when it was kept, so only its form is looked at again.

    Raises:
        Unreadable: something in it has the wrong form; the sentence names the first such thing.
        TooNew: a later version wrote it.
    """
    if not isinstance(document, dict):
        raise Unreadable(_("It holds no match."))
    version = document.get("version")
    inner = document.get("match")
    for each in (version, inner.get("version") if isinstance(inner, dict) else None):
        if isinstance(each, int) and is_whole(each) and each > VERSION:
            raise TooNew(_("It was written by a later version of Scorekeeper; this one cannot read it."))
    document = migrated(document, JOURNAL_STEPS)
    faults = Faults()
    fields = Fields(document, faults)
    if document.get("version") != VERSION:
        fields.wrong("version", _("“{key}” cannot be “{value}”."))
    raw = document.get("match")
    match = read_match(migrated(raw, MATCH_STEPS) if isinstance(raw, dict) else raw, faults, check=False)
    if match is not None and not faults.problems:
        if not match.id:
            faults.say(_("The match has no id."))
        problem = shape_problem(match)
        if problem is not None:
            faults.problems.append(problem)
    if match is None or faults.problems:
        raise Unreadable(faults.problems[0].text)
    undo = tuple(_read_step(each) for each in fields.objects("undo"))
    redo = tuple(_read_step(each) for each in fields.objects("redo"))
    typed = None if draft is None else _read_draft(draft, faults)
    if faults.problems:
        raise Unreadable(faults.problems[0].text)
    if typed is not None and typed.round != match.next_round:
        typed = None
    return Journal(match, undo, redo, typed)


def _read_step(fields: Fields) -> Step:
    what = fields.get("what")
    if not isinstance(what, str) or what not in _WHATS:
        fields.wrong("what", _("“{key}” cannot be “{value}”."))
    raw = fields.get("fields")
    patch = Patch(
        _read_patch_fields(Fields(raw, fields.faults, fields.label("fields"))) if isinstance(raw, dict) else (),
        _read_splice(fields, "players", lambda each, seat: read_player(each, seat)),
        _read_splice(fields, "rounds", lambda each, _place: _read_stored_round(each)),
    )
    draft = fields.get("draft")
    typed = None if draft is None else _read_draft(draft, fields.faults)
    return Step(cast(What, what), fields.whole("round", 0, 1) or None, patch, typed)


def _read_patch_fields(fields: Fields) -> tuple[tuple[str, Any], ...]:
    found: list[tuple[str, Any]] = []
    for name in fields.raw:
        match name:
            case "set":
                found.append((name, fields.whole(name, SETS[0], SETS[0], SETS[-1])))
            case "hand_size":
                found.append((name, fields.whole(name, 7, 1)))
            case "house":
                found.append((name, read_house(fields, name, SETS[-1])))
            case "finished" | "stopped":
                found.append((name, fields.time(name)))
            case "note":
                found.append((name, fields.text(name)))
            case "drops":
                found.append((name, fields.whole(name, 0)))
            case "starter" | "shuffler":
                found.append((name, fields.seat(name, 1000)))
            case "rulings":
                found.append((name, read_rulings(fields, name)))
            case _:
                text = _("“{key}” cannot be “{value}”.").format(
                    key=fields.label(shown(name)), value=shown(fields.raw[name])
                )
                fields.faults.say(text)
    return tuple(found)


def _read_splice(fields: Fields, key: str, read: Any) -> Any:
    raw = fields.get(key)
    if raw is None:
        return None
    if not isinstance(raw, dict):
        fields.wrong(key, _("“{key}” is an object, not “{value}”."))
        return None
    inner = Fields(raw, fields.faults, fields.label(key))
    items = tuple(read(each, place) for place, each in enumerate(inner.objects("items")))
    return Splice(inner.whole("start", 0), inner.whole("removed", 0), items)


def _read_stored_round(fields: Fields) -> Round:
    pips = fields.items("pips")
    if fields.get("double") is None:
        fields.missing("double")
    return read_round(fields, len(pips), pips)


def _read_draft(raw: Any, faults: Faults) -> Draft | None:
    if not isinstance(raw, dict):
        faults.say(_("“{key}” is an object, not “{value}”.").format(key="draft", value=shown(raw)))
        return None
    fields = Fields(raw, faults, "draft")
    texts: list[tuple[str, str]] = []
    for pair in fields.items("texts"):
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair):
            texts.append((pair[0], pair[1][:_TEXT_LIMIT]))
        else:
            fields.wrong("texts", _("“{key}” is a list of names with what is typed for them."))
            break
    at = fields.text("at")
    layout = [line for line in fields.items("layout") if isinstance(line, str)] if "layout" in raw else []
    extra = fields.text("extra")[:_TEXT_LIMIT] if texts else ""
    return Draft(fields.whole("round", 1, 1), fields.whole("double", 0), tuple(texts), at, tuple(layout), extra)
