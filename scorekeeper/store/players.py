"""The players that a house knows, by an id that stays when a name is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.store.appfile import PLAYERS, UNSURE, AppFile
from scorekeeper.store.identities import Documents, Identities
from scorekeeper.store.matches import MatchFiles
from scorekeeper.store.protocol import KnownPlayer, NoSuchPlayer, StoreError
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.match import Match
    from scorekeeper.store.remembered import Progress


T = TypeVar("T")


class _MayLack(Exception):
    """See `_may_lack`."""


class PlayerBook:
    """See `protocol.Players`."""

    def __init__(
        self, app: AppFile, clock: Callable[[], datetime], new_id: Callable[[], str], matches: MatchFiles
    ) -> None:
        """Name the file and the matches; nothing is read yet."""
        self.app = app
        self.clock = clock
        self.new_id = new_id
        self.matches = matches
        self._resolved: tuple[object, Documents, frozenset[str], tuple[MatchDigest, ...]] | None = None
        self._unwritten: Documents = {}
        """People of the matches who are known only here, as nothing can be written."""
        self._has_met_all = False

    def identities(self) -> Identities:
        """Who is who, as the file says now."""
        return Identities(self._documents())

    def _documents(self) -> Documents:
        documents = self.app.read(PLAYERS)
        return {**self._unwritten, **documents} if self._unwritten else documents

    def known(self) -> tuple[KnownPlayer, ...]:
        """See `protocol.Players.known`. What is no player in the file is passed over."""
        documents = self._documents()
        if _may_lack(documents) and not self._has_met_all:
            with suppress(StoreError):  # it is said by whoever looks at the matches
                return self._having_met_all(documents).known()
        return Identities(documents).known()

    def identify(self, names: Iterable[str]) -> tuple[str, ...]:
        """See `protocol.Players.identify`. An archived player who plays again is archived no more.

        Raises:
            StoreError: it could not be written.
        """
        wanted = [clean(name) for name in names]
        seen = self.clock().isoformat(timespec="microseconds")

        def change(documents: dict[str, dict[str, Any]]) -> tuple[str, ...]:
            identities = Identities(documents)
            fresh = self._fresh(documents)
            added: dict[str, str] = {}
            found: list[str] = []
            for name in wanted:
                key = same_name_key(name)
                player_id = identities.named(name) or added.get(key)
                if player_id is None:
                    player_id = added[key] = next(fresh)
                    documents[player_id] = {"name": name}
                documents[player_id] |= {"archived": False, "seen": seen}
                found.append(player_id)
            return tuple(found)

        return self._change_knowing_all(change)

    def _change_knowing_all(self, change: Callable[[dict[str, dict[str, Any]]], T]) -> T:
        """Have somebody known or new; first everybody of the matches is known again, if there may be who is not.

        Raises:
            StoreError: it could not be written.
        """

        def change_or_not(documents: dict[str, dict[str, Any]]) -> T:
            if _may_lack(documents):
                raise _MayLack
            return change(documents)

        try:
            return self.app.change(PLAYERS, change_or_not)
        except _MayLack:
            self._having_met_all(self._documents())
            return self.app.change(PLAYERS, change)

    def _fresh(self, documents: Documents) -> Iterator[str]:
        """Ids that nobody has and nobody had."""
        while True:
            made = self.new_id()
            if made not in documents:
                yield made

    def find(self, name: str) -> KnownPlayer:
        """See `protocol.Players.find`. Who is only in matches that came without their players is known from now on."""
        from scorekeeper.store.strangers import remembered_from_matches  # noqa: PLC0415

        for _attempt in range(3):  # other ids may have to be known first, then the name alone
            identities = self.identities()
            found = identities.by_key.get(same_name_key(name), [])
            if len(found) > 1:
                raise NoSuchPlayer(
                    _("Several players are called {name}; the id says which one is meant: {ids}.").format(
                        name=clean(name), ids=", ".join(sorted(found))
                    )
                )
            player_id = found[0] if found else identities.player_of(name)
            if player_id is not None:
                return identities.players[player_id]
            if not remembered_from_matches(self, name):
                break
        raise NoSuchPlayer(_("Nobody here is called “{name}”.").format(name=clean(name)))

    def rename(self, player_id: str, name: str, progress: Progress | None = None) -> int:
        """See `protocol.Players.rename`."""
        from scorekeeper.store.people import rename  # noqa: PLC0415

        return rename(self, player_id, name, progress)

    def merge(self, player_id: str, into: str, progress: Progress | None = None) -> int:
        """See `protocol.Players.merge`."""
        from scorekeeper.store.people import merge  # noqa: PLC0415

        return merge(self, player_id, into, progress)

    def archive(self, player_id: str, archived: bool = True) -> None:
        """See `protocol.Players.archive`."""

        def change(documents: dict[str, dict[str, Any]]) -> None:
            if player_id not in Identities(documents).players:
                raise NoSuchPlayer(_("There is no player {id}.").format(id=player_id))
            documents[player_id]["archived"] = archived

        self.app.change(PLAYERS, change)

    def other_ids(self) -> Mapping[str, str]:
        """See `protocol.Players.other_ids`."""
        return self.identities().into

    def recognise(self, matches: Sequence[Match], same: Mapping[str, str] | None = None) -> tuple[Match, ...]:
        """See `protocol.Players.recognise`."""
        from scorekeeper.store.identities import Newcomers  # noqa: PLC0415

        def change(documents: dict[str, dict[str, Any]]) -> tuple[Match, ...]:
            newcomers = Newcomers(documents, self._fresh(documents), same)
            return tuple(map(newcomers.take, matches))

        return self._change_knowing_all(change)

    def follow_names(self, matches: Sequence[Match]) -> None:
        """See `protocol.Players.follow_names`."""
        from scorekeeper.store.people import follow_names  # noqa: PLC0415

        follow_names(self, matches)

    def digests(self, progress: Progress | None = None) -> tuple[MatchDigest, ...]:
        """See `protocol.Players.digests`."""
        from scorekeeper.rules.digest import chosen, id_in  # noqa: PLC0415

        raw = self.matches.digests(progress)
        waiting = self.matches.digest_file.waiting
        documents = self._documents()
        held = self._resolved
        if held is None or held[0] is not raw or held[1] != documents or held[2] != waiting:
            there = {player.who for match in raw for player in match.players}
            identities = self._knowing({id_in(who) for who in there} | waiting, documents)
            # Whoever chooses among them sorts them, and what is in order already is sorted in a quarter of the time.
            resolved = tuple(chosen(identities.resolved(raw, there)))
            self._resolved = held = (raw, self._documents(), waiting, resolved)
        return held[3]

    def _knowing(self, ids: Set[str | None], documents: Documents) -> Identities:
        """Who is who, everybody in the matches among them; `ids` are those of all players there."""
        identities = Identities(documents)
        if all(each is None or identities.player_of(each) is not None for each in ids):
            return identities
        return self._having_met_all(documents)

    def _having_met_all(self, documents: Documents) -> Identities:
        """Who is who, everybody in the matches among them, who is known from now on.

        Raises:
            StoreError: the disk does not give the matches.
        """
        self._has_met_all = True
        if self.matches.folder.scan():
            from scorekeeper.store.strangers import introduce, introduced, met_in  # noqa: PLC0415

            met = met_in(self.matches.summaries())
            try:
                introduce(self.app, met)
                self._unwritten = {}
            except StoreError:  # what there is is looked at in a folder too that can only be read
                self._unwritten = introduced(documents, met)
        return self.identities()

    def seats(self) -> dict[str, frozenset[str]]:
        """See `protocol.Players.seats`."""
        return self.identities().seats(self.digests(), self.matches.summaries())


def _may_lack(documents: Documents) -> bool:
    """Whether people may be missing who sit in matches: nobody is known, or an older copy stands in."""
    return not documents or UNSURE in documents
