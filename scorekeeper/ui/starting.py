"""From a set-up to a match that is kept."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules import changes
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Player
from scorekeeper.store.protocol import Store
from scorekeeper.ui.lineup import Lineup


def start_match(store: Store, lineup: Lineup, match_id: str, at: str) -> None:
    """Keep a new match of this set-up, its players known by their ids from now on.

    Args:
        store: where it is kept.
        lineup: the set-up.
        match_id: the id it gets.
        at: when, ISO 8601.

    Raises:
        RuleError: the set-up cannot be.
        StoreError: it could not be kept.
    """
    match = changes.start(match_id, at, lineup.names, lineup.highest, lineup.hand_size, lineup.house)
    ids = store.players.identify(lineup.names)
    players = tuple(replace(player, id=known) for player, known in zip(match.players, ids, strict=True))
    store.matches.create(Journal(match.edit(players=players)))


def keep_set_up(store: Store, lineup: Lineup, journal: Journal, at: str) -> None:
    """Keep another set-up of a match that has no round yet; nothing where it is as it was.

    Args:
        store: where it is kept.
        lineup: the set-up.
        journal: the match as it was loaded.
        at: when, ISO 8601.

    Raises:
        RuleError: the set-up cannot be, or a round is saved.
        Outdated: somebody else changed the match in between.
        StoreError: it could not be kept.
    """
    ids = store.players.identify(lineup.names)
    players = tuple(Player(name, known) for name, known in zip(lineup.names, ids, strict=True))
    match = changes.set_up(
        journal.match, players=players, highest=lineup.highest, hand_size=lineup.hand_size, house=lineup.house
    )
    if match != journal.match:
        store.matches.save(journal.change("setup", match, at), based_on=journal.match.revision)
