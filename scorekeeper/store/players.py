"""The players that a house knows, by an id that stays when a name is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.store.appfile import AppFile
from scorekeeper.store.identities import Documents, Identities
from scorekeeper.store.matches import MatchFiles
from scorekeeper.store.protocol import KnownPlayer, NoSuchPlayer
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.match import Match
    from scorekeeper.store.remembered import Progress

TABLE: Final = "players"


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
        self._resolved: tuple[object, Documents, tuple[MatchDigest, ...]] | None = None

    def identities(self) -> Identities:
        """Who is who, as the file says now."""
        return Identities(self.app.read(TABLE))

    def known(self) -> tuple[KnownPlayer, ...]:
        """See `protocol.Players.known`. What is no player in the file is passed over."""
        return self.identities().known()

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

        return self.app.change(TABLE, change)

    def _fresh(self, documents: Documents) -> Iterator[str]:
        """Ids that nobody has and nobody had."""
        while True:
            made = self.new_id()
            if made not in documents:
                yield made

    def find(self, name: str) -> KnownPlayer:
        """See `protocol.Players.find`. Who is only in matches that came without their players is known from now on."""
        from scorekeeper.store.people import remembered_from_matches  # noqa: PLC0415

        for _attempt in range(2):
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

        self.app.change(TABLE, change)

    def other_ids(self) -> Mapping[str, str]:
        """See `protocol.Players.other_ids`."""
        return self.identities().into

    def recognise(self, matches: Sequence[Match], same: Mapping[str, str] | None = None) -> tuple[Match, ...]:
        """See `protocol.Players.recognise`."""
        from scorekeeper.store.identities import Newcomers  # noqa: PLC0415

        def change(documents: dict[str, dict[str, Any]]) -> tuple[Match, ...]:
            newcomers = Newcomers(documents, self._fresh(documents), same)
            return tuple(map(newcomers.take, matches))

        return self.app.change(TABLE, change)

    def follow_names(self, matches: Sequence[Match]) -> None:
        """See `protocol.Players.follow_names`."""
        from scorekeeper.store.people import follow_names  # noqa: PLC0415

        follow_names(self, matches)

    def digests(self, progress: Progress | None = None) -> tuple[MatchDigest, ...]:
        """See `protocol.Players.digests`."""
        from scorekeeper.rules.digest import chosen  # noqa: PLC0415

        raw = self.matches.digests(progress)
        documents = self.app.read(TABLE)
        held = self._resolved
        if held is None or held[0] is not raw or held[1] != documents:
            # Whoever chooses among them sorts them, and what is in order already is sorted in a quarter of the time.
            self._resolved = held = (raw, documents, tuple(chosen(Identities(documents).resolved(raw))))
        return held[2]

    def seats(self) -> dict[str, frozenset[str]]:
        """See `protocol.Players.seats`."""
        return self.identities().seats(self.digests(), self.matches.summaries())
