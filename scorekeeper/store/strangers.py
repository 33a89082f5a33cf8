"""People who sit in matches by an id that the house does not know, and how it knows them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorekeeper.rules.names import same_name_key
from scorekeeper.store.appfile import PLAYERS, UNSURE, AppFile
from scorekeeper.store.faults import ID
from scorekeeper.store.identities import Documents, Identities, followed
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.rules.summary import Summary
    from scorekeeper.store.players import PlayerBook

_MOST_NAMED: Final = 10
"""People who are named one by one in a sentence."""

Seats = Iterable[tuple[str | None, str]]
"""Id and name of everybody in a match."""


class Met(NamedTuple):
    """Somebody as a match wrote it last."""

    at: str
    """When that match was changed, ISO 8601."""
    name: str


def meet(met: dict[str, Met], seats: Seats, at: str) -> None:
    """Take note of everybody with an id in a match that was changed then."""
    for player_id, name in seats:
        if player_id is not None and (player_id not in met or met[player_id].at <= at):
            met[player_id] = Met(at, name)


def seats_of(summary: Summary) -> list[tuple[str | None, str]]:
    """Id and name of everybody in a match."""
    return [(player_id, line.name) for player_id, line in zip(summary.player_ids, summary.lines, strict=True)]


def met_in(summaries: Iterable[Summary]) -> dict[str, Met]:
    """Everybody with an id in these matches, by that id."""
    met: dict[str, Met] = {}
    for summary in summaries:
        meet(met, seats_of(summary), summary.updated)
    return met


def introduced(documents: Documents, met: Mapping[str, Met]) -> dict[str, dict[str, Any]]:
    """The documents, changed or new, of whoever was met and is not known; they keep the ids that the matches give.

    Whoever goes by another id since two were made one, or comes from another house, is known by that other one. What
    a document says besides the name stays.
    """
    before = Identities(documents)
    found: dict[str, dict[str, Any]] = {}
    for player_id, (at, name) in sorted(met.items(), key=lambda item: item[1].at, reverse=True):
        meant = followed(documents, player_id)
        if not ID.fullmatch(meant):
            meant = player_id
        if meant in before.players or meant in found:
            continue
        # Somebody known by the same name is the one who is meant by it as before.
        seen = "" if same_name_key(name) in before.by_key else at
        kept = {key: value for key, value in documents.get(meant, {}).items() if key != "into"}
        found[meant] = {"archived": False, "seen": seen, **kept, "name": name}
    return found


def introduce(app: AppFile, met: Mapping[str, Met]) -> None:
    """Know everybody who was met; those who were not known are told. Nobody is missing any more then.

    Raises:
        StoreError: it could not be written.
    """

    def change(documents: dict[str, dict[str, Any]]) -> list[str]:
        found = introduced(documents, met)
        documents.update(found)
        documents.pop(UNSURE, None)
        return [document["name"] for document in found.values()]

    names = app.change(PLAYERS, change)
    if names:
        told = _("{file} lacked players who sit in matches; they are known again: {names}.")
        app.asides.tell(told.format(file=app.path.name, names=some_of(names)))


def some_of(names: Sequence[str]) -> str:
    """The first of these names, for a sentence."""
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def remembered_from_matches(book: PlayerBook, name: str) -> bool:
    """Know whoever is in a match but not known to the house; gives whether somebody of that name or id may be."""
    summaries = book.matches.summaries()
    met = met_in(summaries)
    identities = book.identities()
    if any(identities.player_of(player_id) is None for player_id in met):
        introduce(book.app, met)
        return True
    key = same_name_key(name)
    alone = (seat == (None, key) for summary in summaries for seat in _keys(seats_of(summary)))
    if identities.named(name) is None and any(alone):
        book.identify([name])
        return True
    return False


def _keys(seats: Seats) -> Iterable[tuple[str | None, str]]:
    return ((player_id, same_name_key(name)) for player_id, name in seats)
