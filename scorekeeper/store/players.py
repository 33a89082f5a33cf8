"""The players that a house knows, by an id that stays when a name is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from scorekeeper.rules.names import clean, same_name_key
from scorekeeper.store.appfile import AppFile
from scorekeeper.store.faults import ID
from scorekeeper.store.protocol import KnownPlayer

_TABLE: Final = "players"


class PlayerBook:
    """See `protocol.Players`."""

    def __init__(self, app: AppFile, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        """Name the file; nothing is read yet."""
        self.app = app
        self.clock = clock
        self.new_id = new_id

    def known(self) -> tuple[KnownPlayer, ...]:
        """See `protocol.Players.known`. What is no player in the file is passed over."""
        found = [
            (str(document.get("seen", "")), KnownPlayer(player_id, name, document.get("archived") is True))
            for player_id, document in self.app.read(_TABLE).items()
            if ID.fullmatch(player_id) and (name := _name(document))
        ]
        return tuple(player for _seen, player in sorted(found, key=lambda pair: pair[0], reverse=True))

    def identify(self, names: Iterable[str]) -> tuple[str, ...]:
        """See `protocol.Players.identify`. An archived player who plays again is archived no more.

        Raises:
            StoreError: it could not be written.
        """
        wanted = [clean(name) for name in names]
        seen = self.clock().isoformat(timespec="microseconds")

        def change(documents: dict[str, dict[str, Any]]) -> tuple[str, ...]:
            ids = {same_name_key(_name(document)): player_id for player_id, document in documents.items()}
            found: list[str] = []
            for name in wanted:
                player_id = ids.get(same_name_key(name))
                if player_id is None:
                    player_id = self.new_id()
                    while player_id in documents:
                        player_id = self.new_id()
                    ids[same_name_key(name)] = player_id
                    documents[player_id] = {"name": name}
                documents[player_id] = {"name": documents[player_id]["name"], "archived": False, "seen": seen}
                found.append(player_id)
            return tuple(found)

        return self.app.change(_TABLE, change)


def _name(document: Mapping[str, Any]) -> str:
    name = document.get("name")
    return clean(name) if isinstance(name, str) else ""
