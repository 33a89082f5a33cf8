"""Everything that is found about one player in the chosen matches, to be shown on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.digest import MatchDigest, chosen
from scorekeeper.rules.figures import player_figures
from scorekeeper.rules.roster import Listed, roster
from scorekeeper.rules.season import HeadToHead, head_to_head
from scorekeeper.store.protocol import KnownPlayer
from scorekeeper.ui.figure_words import Figure, all_lines, result_lines
from scorekeeper.ui.widgets.figurelist import Played
from scorekeeper.ui.widgets.whichmatches import Within

if TYPE_CHECKING:
    from scorekeeper.rating import Rating


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything about one player in the chosen matches."""

    within: Within
    everybody: tuple[Listed, ...]
    person: Listed
    figures: tuple[Figure, ...]
    against: tuple[HeadToHead, ...]
    played: tuple[Played, ...]
    """In the order in which they were finished."""


def findings(
    who: str, people: Sequence[Listed], digests: Sequence[MatchDigest], within: Within, rated: Mapping[str, Rating]
) -> Findings:
    """Work the page of a player out.

    Args:
        who: see `digest.identity`.
        people: everybody the house knows, the player among them.
        digests: all finished matches.
        within: which of them count.
        rated: how strong everybody is by these matches; empty where that is not known.
    """
    only = within._asdict()
    known = [KnownPlayer(each.id, each.name, each.archived) for each in people if each.id is not None]
    everybody = roster(known, digests, **only)
    person = next((each for each in everybody if each.who == who), None)
    if person is None:  # only in matches without an id, and in none of these
        stranger = next(each for each in people if each.who == who)
        person = replace(stranger, place=None, figures=player_figures((), who).overall)
    played = tuple(
        (match, player) for match in chosen(digests, **only) for player in match.players if player.who == who
    )
    names = {each.who: each.name for each in everybody}
    against = tuple(
        replace(pair, other_name=names.get(pair.other, pair.other_name))
        for pair in head_to_head(digests, who, **only)
    )  # fmt: skip
    results = result_lines(
        person.figures,
        played,
        place=person.place,
        everybody=sum(each.place is not None for each in everybody),
        rating=rated.get(who),
    )
    return Findings(
        within, everybody, person, all_lines(results, player_figures(digests, who, **only)), against, played
    )
