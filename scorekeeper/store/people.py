"""What is changed about a player in every match: another name, two entries made one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.matchcheck import same_names
from scorekeeper.rules.names import clean, name_problem, same_name_key
from scorekeeper.rules.summary import Summary
from scorekeeper.store.everywhere import Round
from scorekeeper.store.identities import Identities, also_called, name_in
from scorekeeper.store.protocol import KnownPlayer, NoSuchPlayer, StoreError
from scorekeeper.store.strangers import Seats, seats_of
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.store.players import PlayerBook
    from scorekeeper.store.remembered import Progress


class Person:
    """One known player as matches may have written it: under several ids, or by the name alone."""

    def __init__(self, identities: Identities, player: KnownPlayer) -> None:
        self.player = player
        self.ids = identities.ids_of(player.id)
        self.key = same_name_key(player.name)

    def sits(self, seats: Seats) -> bool:
        """Whether the player has one of these seats."""
        return any(player_id in self.ids or self._by_name(player_id, name) for player_id, name in seats)

    def _by_name(self, player_id: str | None, name: str) -> bool:
        return player_id is None and same_name_key(name) == self.key

    def test_for(self, seats: Seats) -> Callable[[Player], bool]:
        """What tells the player's seats in a match that has these: a name alone counts only where no id does."""
        if any(player_id in self.ids for player_id, _name in seats):
            return lambda player: player.id in self.ids
        return lambda player: player.id in self.ids or self._by_name(player.id, player.name)

    def is_meant(self, summaries: Iterable[Summary]) -> Callable[[str, bytes], bool]:
        """What tells whether a match has to be read, by its id and bytes; `summaries` say who has no id.

        One that is not among them, as it could not be read or is in the trash, may well have to be.
        """
        marks = [f'"{player_id}"'.encode() for player_id in self.ids]
        without = {summary.id for summary in summaries if not any(self._by_name(*seat) for seat in seats_of(summary))}
        return lambda match_id, raw: match_id not in without or any(mark in raw for mark in marks)


def rename(book: PlayerBook, player_id: str, name: str, progress: Progress | None) -> int:
    """See `protocol.Players.rename`."""
    name = clean(name)
    problem = name_problem(name)
    if problem is not None:
        raise StoreError(problem)
    book.app.mend()  # the players are written last, so that they can be is seen to first
    identities = book.identities()
    person = _person(identities, player_id)
    key = same_name_key(name)
    if any(other != player_id for other in identities.by_key.get(key, ())):
        raise StoreError(
            _("Somebody called {name} is known already; two entries of one person can be merged.").format(name=name)
        )
    summaries = book.matches.summaries(progress)
    if key != person.key:
        _need_free_name(book, person, name, summaries)

    def mend(journal: Journal) -> Journal:
        seats = [(player.id, player.name) for player in journal.match.players]
        is_player = person.test_for(seats)
        return journal.mended(
            lambda player: replace(player, name=name, id=player.id or player_id) if is_player(player) else player,
            _now(book),
        )

    def change(documents: dict[str, dict[str, Any]]) -> None:
        if player_id not in Identities(documents).players:
            raise NoSuchPlayer(_("There is no player {id}.").format(id=player_id))
        former = name_in(documents[player_id])
        documents[player_id]["name"] = name
        also_called(documents[player_id], former)

    # The name is the last to change, so that what was broken off can be repeated by the old name; then come the matches
    # that were started meanwhile.
    way = Round(book.matches, person.is_meant(summaries), mend)
    way.go(progress)
    book.app.change("players", change)
    way.go()
    return way.changed


def _need_free_name(book: PlayerBook, person: Person, name: str, summaries: Iterable[Summary]) -> None:
    """Refuse a name that somebody without an id has, or somebody at the same table."""
    key = same_name_key(name)
    for summary in summaries:
        seats = seats_of(summary)
        others = [each for each in seats if same_name_key(each[1]) == key and each[0] not in person.ids]
        if any(player_id is None for player_id, _name in others):
            raise StoreError(
                _("Somebody called {name} is known already; two entries of one person can be merged.").format(name=name)
            )
        if others and person.sits(seats):
            _need_sound_table(book, person, name, summary)


def _need_sound_table(book: PlayerBook, person: Person, name: str, summary: Summary) -> None:
    """Refuse a name that somebody else has who was at the table of that match at the same time."""
    is_player = person.test_for(seats_of(summary))
    players = book.matches.load(summary.id).match.players
    if any(same_names([replace(each, name=name) if is_player(each) else each for each in players])):
        raise StoreError(
            _("In the match {id} somebody else is called {name}; names in a match must differ.").format(
                id=summary.id, name=name
            )
        )


def merge(book: PlayerBook, player_id: str, into: str, progress: Progress | None) -> int:
    """See `protocol.Players.merge`."""
    book.app.mend()  # as for `rename`
    identities = book.identities()
    one, other = _person(identities, player_id), _person(identities, into)
    if player_id == into:
        raise StoreError(_("{name} is one entry already.").format(name=one.player.name))
    summaries = book.matches.summaries(progress)
    for summary in summaries:
        seats = seats_of(summary)
        if one.sits(seats) and other.sits(seats):
            raise StoreError(
                _("{one} and {other} both sat in the match {id}, so they are two people.").format(
                    one=one.player.name, other=other.player.name, id=summary.id
                )
            )
        if one.sits(seats) and any(same_name_key(name) == other.key for _id, name in seats):
            _need_sound_table(book, one, other.player.name, summary)

    def mend(journal: Journal) -> Journal:
        seats = [(player.id, player.name) for player in journal.match.players]
        if one.sits(seats) and other.sits(seats):
            return journal  # deleted, or started meanwhile
        is_player = one.test_for(seats)
        return journal.mended(
            lambda player: replace(player, name=other.player.name, id=into) if is_player(player) else player,
            _now(book),
        )

    def change(documents: dict[str, dict[str, Any]]) -> None:
        known = Identities(documents).players
        if player_id not in known or into not in known:
            raise NoSuchPlayer(_("There is no player {id}.").format(id=player_id))
        seen = max(str(documents[each].get("seen", "")) for each in (player_id, into))
        documents[into]["seen"] = seen
        documents[player_id] = {"into": into}

    way = Round(book.matches, one.is_meant(summaries), mend)
    way.go(progress)
    book.app.change("players", change)
    way.go()
    return way.changed


def _person(identities: Identities, player_id: str) -> Person:
    player = identities.players.get(player_id)
    if player is None:
        raise NoSuchPlayer(_("There is no player {id}.").format(id=player_id))
    return Person(identities, player)


def _now(book: PlayerBook) -> str:
    return book.clock().isoformat(timespec="seconds")


def _is_called_otherwise(identities: Identities, player: Player) -> bool:
    known = None if player.id is None else identities.player_of(player.id)
    return known is not None and same_name_key(identities.players[known].name) != same_name_key(player.name)


def follow_names(book: PlayerBook, matches: Iterable[Match]) -> None:
    """See `protocol.Players.follow_names`."""
    identities = book.identities()
    if not any(_is_called_otherwise(identities, player) for match in matches for player in match.players):
        return
    names: dict[str, list[str]] = {}
    for summary in sorted(book.matches.summaries(), key=lambda each: each.updated):
        for player_id, name in seats_of(summary):
            known = None if player_id is None else identities.player_of(player_id)
            if known is not None:
                names.setdefault(known, []).append(name)
    renamed = {
        player_id: found[-1]
        for player_id, found in names.items()
        if same_name_key(identities.players[player_id].name) not in set(map(same_name_key, found))
        and same_name_key(found[-1]) not in identities.by_key
    }

    def change(documents: dict[str, dict[str, Any]]) -> None:
        for player_id, name in renamed.items():
            if former := name_in(documents.get(player_id, {})):
                documents[player_id]["name"] = name
                also_called(documents[player_id], former)

    if renamed:
        book.app.change("players", change)
