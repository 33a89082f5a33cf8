"""Taking in match files: everything is checked first, and with any fault nothing is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal

from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.moments import seconds_of
from scorekeeper.rules.superseding import is_same, superseded
from scorekeeper.store.codec import LARGEST_FILE, read_match_file
from scorekeeper.store.documents import match_document
from scorekeeper.store.protocol import Matches, NoSuchMatch, Store, StoreError
from scorekeeper.store.strictjson import Unreadable, dump
from scorekeeper.store.wholefile import read_whole
from scorekeeper.text import _

Outcome = Literal["new", "replaced", "kept"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What several match files say together."""

    matches: tuple[Match, ...]
    """In the order of the files; every one has an id. None of them may be taken in where there are faults."""
    faults: tuple[str, ...]
    """Each a line that begins with the name of its file."""
    left_out: tuple[str, ...]
    """Keys that nobody knows, each beginning with the name of its file."""
    same: Mapping[str, str] = field(default_factory=dict)
    """Other ids of players, each with the one that is meant, see `protocol.Players.other_ids`."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one match."""

    id: str
    outcome: Outcome
    revision: int
    """The revision that is there now."""
    differs: bool = False
    """Whether what was here said something else: where it was replaced, undo brings it back."""

    def __str__(self) -> str:
        match self.outcome:
            case "new":
                told = _("{id} is new.")
            case "replaced" if self.differs:
                told = _("{id} was replaced by revision {revision}; undo brings back what was here.")
            case "replaced":
                told = _("{id} was replaced by revision {revision}.")
            case "kept" if self.differs:
                told = _("{id} is here already with revision {revision}, and differs from what came; it was kept.")
            case "kept":
                told = _("{id} is here already with revision {revision}; it was kept.")
        return told.format(id=self.id, revision=self.revision)


def read_source(path: Path) -> bytes:
    """The bytes of a file that is to be imported or checked.

    Raises:
        StoreError: there is none, or it is a folder, a pipe, too large or not to be read.
    """
    try:
        raw = read_whole(path, LARGEST_FILE)
    except Unreadable as error:
        raise StoreError(f"{path}: {error}") from None
    if raw is None:
        raise StoreError(_("There is no file {path}.").format(path=path))
    return raw


def gather(
    sources: Iterable[tuple[str, bytes]],
    tell: Callable[[int, int], object] | None = None,
    as_match_file: Callable[[str, bytes], bytes] | None = None,
) -> Gathered:
    """What match files say, every fault of every file named. Raises nothing but what `tell` raises.

    Args:
        sources: the name to show for each file, and its bytes.
        tell: told (done, of) after every match of a file.
        as_match_file: makes the bytes of a match file of a file's name and bytes, whatever form that has; a ValueError
            of it says in words for people, a line each, why it cannot. None to take match files only.
    """
    matches: list[Match] = []
    faults: list[str] = []
    left_out: list[str] = []
    same: dict[str, str] = {}
    for name, raw in sources:
        try:
            # What is too large is not even looked at.
            form = raw if as_match_file is None or len(raw) > LARGEST_FILE else as_match_file(name, raw)
        except ValueError as error:
            faults += [f"{name}: {line}" for line in str(error).splitlines()]
            continue
        found = read_match_file(form, tell)
        matches += [match if match.id else _with_id(match) for match in found.matches]
        faults += [f"{name}: {fault}" for fault in found.faults]
        left_out += [f"{name}: {key}" for key in found.left_out]
        same = {**found.same, **same}
    return Gathered(tuple(matches), tuple(faults), tuple(left_out), same)


def _with_id(match: Match) -> Match:
    """The match with an id made of what it is, so that the same file is known when it comes again."""
    document = dump(match_document(match.edit(revision=0, updated="")))
    return match.edit(id="m" + sha256(document.encode()).hexdigest()[:11])


def take_in(
    matches: Matches, found: Sequence[Match], at: str, progress: Callable[[int, int], bool] | None = None
) -> tuple[Imported, ...]:
    """Keep matches, each whole; a known id is replaced by a higher revision only. Repeating completes what broke off.

    Args:
        matches: where to keep them.
        found: matches without a fault, as `gather` gives them.
        at: the time of this moment, ISO 8601; stands in where a match has no times.
        progress: told (done, of); returns False to break off.

    Raises:
        StoreError: one could not be written; those before it are kept.
    """
    done: list[Imported] = []
    with matches.together(found):
        for match in found:
            done.append(_take_in(matches, _timed(match, at)))
            if progress is not None and not progress(len(done), len(found)):
                break
    return tuple(done)


def take_in_with_players(
    store: Store,
    found: Sequence[Match],
    at: str,
    progress: Callable[[int, int], bool] | None = None,
    same: Mapping[str, str] | None = None,
) -> tuple[Imported, ...]:
    """Keep matches that come from elsewhere, and know everybody in them; args and breaking off as for `take_in`.

    Args:
        store: where to keep them.
        found: as for `take_in`.
        at: as for `take_in`.
        progress: as for `take_in`.
        same: what their files say about ids of players, see `Gathered`.

    Raises:
        StoreError: something could not be written; what was done before is kept, and repeating completes it.
    """
    # The match that was played last is to be the one that was changed last.
    matches = sorted(store.players.recognise(found, same), key=lambda match: seconds_of(match.updated))
    done = take_in(store.matches, matches, at, progress)
    store.players.follow_names(matches[: len(done)])
    return done


def _take_in(matches: Matches, match: Match) -> Imported:
    try:
        here = matches.load(match.id)
    except NoSuchMatch:
        matches.create(Journal(match))
        return Imported(match.id, "new", match.revision)
    known = here.match
    differs = not is_same(match, known)
    # An older form says something else as a matter of course.
    if match.revision <= known.revision:
        return Imported(known.id, "kept", known.revision, differs and match.revision == known.revision)
    matches.save(superseded(here, Journal(replace(match, id=known.id))), based_on=known.revision)
    return Imported(known.id, "replaced", match.revision, differs)


def _timed(match: Match, at: str) -> Match:
    """The match with the times that a file may leave out."""
    created = match.created or match.updated or at
    updated = match.updated or created
    finished = match.finished or (updated if state(match) == "finished" else None)
    return match.edit(created=created, updated=updated, finished=finished)
