"""Who is who across matches: what the documents of known players say about ids and names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.store.faults import ID
from scorekeeper.store.protocol import KnownPlayer

if TYPE_CHECKING:
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.scoring import Line
    from scorekeeper.rules.summary import Summary

Documents = Mapping[str, Mapping[str, Any]]
_RANDOM: Final = re.compile(r"p[0-9a-f]{12}")
"""An id that was made at random, so that no two houses have given it."""


class Identities:
    """Known players by id and by name, and the other ids that they go by.

    A document is a player (`name`, `archived`, `seen`, and `also`: other names that went with the id) or says that its
    id is another one for a player (`into`): of an entry that was merged, or that by which another house knows them.
    """

    def __init__(self, documents: Documents) -> None:
        """Read the documents; what is neither is passed over."""
        self.players: dict[str, KnownPlayer] = {}
        self.seen: dict[str, str] = {}
        self.also: dict[str, frozenset[str]] = {}
        for player_id, document in documents.items():
            name = name_in(document)
            if name and "into" not in document and ID.fullmatch(player_id):
                self.players[player_id] = KnownPlayer(player_id, name, document.get("archived") is True)
                self.seen[player_id] = str(document.get("seen", ""))
                also = document.get("also")
                names = also if isinstance(also, list) else []
                self.also[player_id] = frozenset(
                    same_name_key(each) for each in (name, *names) if isinstance(each, str)
                )
        self.into: dict[str, str] = {}
        for player_id in documents:
            target = followed(documents, player_id)
            if target != player_id and target in self.players:
                self.into[player_id] = target
        self.by_key: dict[str, list[str]] = {}
        for player in self.known():
            self.by_key.setdefault(same_name_key(player.name), []).append(player.id)

    def known(self) -> tuple[KnownPlayer, ...]:
        """Everybody, the last seen first."""
        return tuple(sorted(self.players.values(), key=lambda player: self.seen[player.id], reverse=True))

    def named(self, name: str) -> str | None:
        """The id of whoever is called so: of several the one at the table most lately, not archived if that can be."""
        found = self.by_key.get(same_name_key(name), ())
        return next((each for each in found if not self.players[each].archived), found[0] if found else None)

    def player_of(self, player_id: str) -> str | None:
        """The id of the known player whom `player_id` means; None where nobody here is known by it."""
        return player_id if player_id in self.players else self.into.get(player_id)

    def ids_of(self, player_id: str) -> frozenset[str]:
        """All ids by which a known player goes."""
        return frozenset({player_id, *(other for other, target in self.into.items() if target == player_id)})

    def resolved(self, digests: Sequence[MatchDigest], there: Set[str]) -> Sequence[MatchDigest]:
        """The digests with everybody under the id of the known player, but where two at one table would be one.

        Args:
            digests: as the matches have it.
            there: everybody in them, see `digest.identity`.
        """
        moves = self._moves()
        if moves.keys().isdisjoint(there):
            return digests
        return tuple(
            _moved(match, moves) if any(player.who in moves for player in match.players) else match for match in digests
        )

    def _moves(self) -> dict[str, str]:
        """Whom an identity of a match means, see `digest.identity`, where that is another one here."""
        moves = {f"id:{other}": f"id:{target}" for other, target in self.into.items()}
        return moves | {f"name:{key}": f"id:{self.named(key)}" for key in self.by_key}

    def seats(self, digests: Iterable[MatchDigest], summaries: Iterable[Summary]) -> dict[str, frozenset[str]]:
        """The ids of the matches that everybody sat in, finished or not, by `digest.identity`.

        Args:
            digests: all finished matches, as `resolved` gives them.
            summaries: all matches.
        """
        moves = self._moves()
        found: dict[str, set[str]] = {}
        finished: set[str] = set()
        for match in digests:
            finished.add(match.id)
            for player in match.players:
                found.setdefault(player.who, set()).add(match.id)
        for summary in summaries:
            if summary.id not in finished:
                for who in _moved_each(map(_identity, summary.player_ids, summary.lines), moves):
                    found.setdefault(who, set()).add(summary.id)
        return {who: frozenset(ids) for who, ids in found.items()}

    def is_same(self, player: Player) -> bool:
        """Whether the id that a match from elsewhere gives its player can be trusted to be that of a player known here.

        Anybody may count players up, so such an id is trusted only together with the name.
        """
        known = None if player.id is None else self.player_of(player.id)
        return known is not None and (
            _RANDOM.fullmatch(player.id or "") is not None or same_name_key(player.name) in self.also[known]
        )


def name_in(document: Mapping[str, Any]) -> str:
    """The name in a player's document; "" where there is none."""
    name = document.get("name")
    return clean(name) if isinstance(name, str) else ""


def _also(document: Mapping[str, Any]) -> list[str]:
    also = document.get("also")
    return [name for name in also if isinstance(name, str)] if isinstance(also, list) else []


def also_called(document: dict[str, Any], name: str) -> None:
    """Remember in a player's document that this name went with the id."""
    names = _also(document)
    if same_name_key(name) not in map(same_name_key, (name_in(document), *names)):
        document["also"] = [*names, name]


def followed(documents: Documents, player_id: str) -> str:
    """Where an id leads by way of merged entries; itself for a player, and for ids that lead round in a circle."""
    here, passed = player_id, {player_id}
    while isinstance(target := documents.get(here, {}).get("into"), str):
        if target in passed:
            return player_id
        passed.add(target)
        here = target
    return here


def _moved(match: MatchDigest, moves: Mapping[str, str]) -> MatchDigest:
    whos = _moved_each((player.who for player in match.players), moves)
    return match._replace(
        players=tuple(player._replace(who=who) for player, who in zip(match.players, whos, strict=True))
    )


def _moved_each(whos: Iterable[str], moves: Mapping[str, str]) -> list[str]:
    """Everybody of one table as the house knows them, but where two of them would be one."""
    moved = list(whos)
    there = set(moved)
    for seat, who in enumerate(moved):
        target = moves.get(who)
        if target is not None and target not in there:
            there.add(target)
            moved[seat] = target
    return moved


def _identity(player_id: str | None, line: Line) -> str:
    """As `digest.identity`."""
    return f"name:{same_name_key(line.name)}" if player_id is None else f"id:{player_id}"


class Newcomers:
    """Takes matches from elsewhere one by one and makes the documents of whoever is not known yet."""

    def __init__(
        self, documents: dict[str, dict[str, Any]], fresh: Iterable[str], same: Mapping[str, str] | None = None
    ) -> None:
        """Begin with the documents as they are, which grow.

        Args:
            documents: the players known here.
            fresh: gives ids that nobody has.
            same: ids that mean another one where the matches come from, each with that one.
        """
        self.documents = documents
        self.fresh = iter(fresh)
        self.same = same or {}
        self.met: dict[str, str] = {}
        """The players known here, by the id that is meant where the matches come from."""
        self.before = Identities(documents)
        """As known before the first match, so that two ids of one file stay two players."""
        self.here = {key: ids[0] for key, ids in self.before.by_key.items()}
        self.given: dict[str, str] = {}
        """New ids for players whose own id is somebody else's here, by id and name."""

    def take(self, match: Match) -> Match:
        """Know everybody in a match; gives the match to keep."""
        taken = {player.id for player in match.players}
        return match.edit(players=tuple(self._player(player, match, taken) for player in match.players))

    def _player(self, player: Player, match: Match, taken: set[str | None]) -> Player:
        key = same_name_key(player.name)
        if player.id is None:
            if key not in self.here:
                self._add(next(self.fresh), player, match)
            return player
        if self.before.player_of(player.id) is not None:
            if self.before.is_same(player):
                self._meet(player.id)
                return player
            # Somebody else has this id here.
            pair = f"{player.id} {key}"
            known = self.given.get(pair) or self.before.named(player.name)
            if known is None or known in taken:
                known = next(self.fresh)
                self._add(known, player, match)
            self.given[pair] = known
            taken.add(known)
            return Player(player.name, known, player.joined, player.left, player.catch_up)
        if player.id not in self.documents:
            known = self._told(player) or self._by_name(player.name, taken)
            if known is None:
                self._add(player.id, player, match)
            else:
                self.documents[player.id] = {"into": known}
        elif name_in(self.documents[player.id]):
            also_called(self.documents[player.id], player.name)
        self._meet(player.id)
        return player

    def _meant(self, player_id: str) -> str:
        """The id that is meant where the matches come from."""
        return self.same.get(player_id, player_id)

    def _meet(self, player_id: str) -> None:
        """Remember who is known here by an id of a player from there."""
        if self.same and (meant := self._meant(player_id)) not in self.met:
            self.met[meant] = followed(self.documents, player_id)

    def _told(self, player: Player) -> str | None:
        """Who is known here by another id that means the same person where the match comes from."""
        meant = self._meant(player.id or "")
        if meant not in self.met and meant != player.id and self.before.is_same(replace(player, id=meant)):
            return self.before.player_of(meant)
        return self.met.get(meant)

    def _by_name(self, name: str, taken: set[str | None]) -> str | None:
        """Who is known here by that name and by no other id of these matches, nor sits at the same table."""
        known = self.before.named(name)
        return known if known is not None and known not in taken and self._is_free(known) else None

    def _is_free(self, known: str) -> bool:
        """Whether no other id of these matches was taken for that player."""
        return all(
            document.get("into") != known or other in self.before.into for other, document in self.documents.items()
        )

    def _add(self, player_id: str, player: Player, match: Match) -> None:
        self.documents[player_id] = {"name": player.name, "archived": False, "seen": match.updated or match.created}
        self.here.setdefault(same_name_key(player.name), player_id)
