"""Everything that is found about one player in the chosen matches, to be shown on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.digest import MatchDigest, chosen
from scorekeeper.rules.figures import figures_of, player_figures
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
    who: str, everybody: Sequence[Listed], digests: Sequence[MatchDigest], within: Within, rated: Mapping[str, Rating]
) -> Findings:
    """Work the page of a player out.

    Args:
        who: see `digest.identity`.
        everybody: all players with their figures over the matches that count, that one among them.
        digests: all finished matches.
        within: which of them count.
        rated: how strong everybody is by these matches; empty where that is not known.
    """
    only = within._asdict()
    person = next(each for each in everybody if each.who == who)
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
        within, tuple(everybody), person, all_lines(results, player_figures(digests, who, **only)), against, played
    )


def listed_within(
    everybody: Sequence[Listed], digests: Sequence[MatchDigest], within: Within
) -> tuple[Listed, ...]:  # fmt: skip
    """The same players with their figures over other matches; who is in none of these is listed without any."""
    known = [KnownPlayer(each.id, each.name, each.archived) for each in everybody if each.id is not None]
    found = roster(known, digests, **within._asdict())
    there = {each.who for each in found}
    nothing = figures_of((), ())
    # Somebody without an id is found in matches only.
    return (*found, *(replace(each, place=None, figures=nothing) for each in everybody if each.who not in there))
