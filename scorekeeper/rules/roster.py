"""Everybody a house knows, with their figures: the best first, who has played nothing yet after them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.figures import Figures, figures_of
from scorekeeper.rules.names import same_name_key
from scorekeeper.rules.season import Row, table


class Person(Protocol):
    """Somebody whom a house knows."""

    @property
    def id(self) -> str:
        """Who it is across matches."""

    @property
    def name(self) -> str:
        """How the house calls them."""

    @property
    def archived(self) -> bool:
        """Whether they are no longer offered where names are typed."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One player of a house."""

    id: str | None
    """None for somebody who is in matches without an id and whom the house does not know."""
    name: str
    archived: bool
    place: int | None
    """In the table of everybody, see `season.Row`."""
    figures: Figures
    """Over finished matches."""

    @property
    def who(self) -> str:
        """See `digest.identity`."""
        return f"name:{same_name_key(self.name)}" if self.id is None else f"id:{self.id}"


def roster(
    people: Iterable[Person],
    digests: Iterable[MatchDigest],
    *,
    since: str = "",
    until: str = "",
    set: int | None = None,
) -> tuple[Listed, ...]:
    """Everybody of `people` and everybody else in the matches, best first, the archived ones last.

    Args:
        people: whom the house knows; they are called as it calls them.
        digests: with the ids of the house.
        since: as for `digest.chosen`, like `until` and `set`; who did not play then is listed without figures.
    """
    rows = {row.who: row for row in table(digests, since=since, until=until, set=set)}
    found: list[Listed] = []
    for person in people:
        row = rows.pop(f"id:{person.id}", None)
        found.append(_listed(person.id, person.name, person.archived, row))
    for who, row in rows.items():
        kind, _colon, rest = who.partition(":")
        found.append(_listed(rest if kind == "id" else None, row.name, False, row))
    return tuple(sorted(found, key=_order))


def _listed(player_id: str | None, name: str, archived: bool, row: Row | None) -> Listed:
    if row is None:
        return Listed(player_id, name, archived, None, figures_of((), ()))
    return Listed(player_id, name, archived, row.place, row.figures)


def _order(listed: Listed) -> tuple[bool, bool, int, bool, str, str]:
    return (
        listed.archived,
        listed.place is None,
        listed.place or 0,
        listed.figures.matches == 0,
        same_name_key(listed.name),
        listed.id or "",
    )
