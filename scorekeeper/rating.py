"""How strong players are, estimated from who finished before whom, with the uncertainty of that.

The estimate is made by the optional library openskill, which is imported when a rating is asked for. Of its models the
full Bradley-Terry is taken: players who share a place come out alike and never below somebody they were ahead of, and
even where luck decides as much as it does here, twice the uncertainty holds the true strength as often as it should.

Places are all that counts, so matches of several sets can be rated together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from math import hypot

from scorekeeper.rules.digest import MatchDigest, chosen
from scorekeeper.rules.names import same_name_key


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimated strength of one player, 25 for a newcomer."""

    who: str
    """See `digest.identity`."""
    name: str
    skill: float
    uncertainty: float
    """One standard deviation, 8.3 for a newcomer; the true strength is most likely within two of them."""
    matches: int
    """Matches it rests on: those with a place, against somebody else with one."""

    @property
    def at_least(self) -> float:
        """What the player is likely worth at least; ratings are ordered by it, as one lucky match proves nothing."""
        return self.skill - 2 * self.uncertainty

    def is_clearly_above(self, other: Rating) -> bool:
        """Whether the difference is more than chance may well have made."""
        return self.skill - other.skill > 2 * hypot(self.uncertainty, other.uncertainty)


def available() -> bool:
    """Whether the library is installed; nothing is imported."""
    return find_spec("openskill") is not None


def ratings(
    digests: Iterable[MatchDigest], *, since: str = "", until: str = "", set: int | None = None
) -> tuple[Rating, ...]:  # fmt: skip
    """Everybody who finished a match against somebody, the surest to be strong first.

    Matches count in the order in which they were finished. The arguments are those of `digest.chosen`.

    Raises:
        ModuleNotFoundError: the library is not installed, see `available`.
    """
    from openskill.models import (  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  optional, and 50 ms
        BradleyTerryFull,
    )

    model = BradleyTerryFull()
    strengths: dict[str, tuple[float, float]] = {}
    names: dict[str, str] = {}
    matches: dict[str, int] = {}
    for match in chosen(digests, since=since, until=until, set=set):
        placed = [player for player in match.players if player.place is not None]
        if len(placed) < 2:
            continue
        before = [
            [model.rating(*strengths[player.who]) if player.who in strengths else model.rating()] for player in placed
        ]
        after = model.rate(before, ranks=[float(player.place or 0) for player in placed])
        for player, (rated,) in zip(placed, after, strict=True):
            strengths[player.who] = (rated.mu, rated.sigma)
            names[player.who] = player.name
            matches[player.who] = matches.get(player.who, 0) + 1
    found = [Rating(who, names[who], *strengths[who], matches[who]) for who in strengths]
    return tuple(sorted(found, key=lambda rating: (-rating.at_least, same_name_key(rating.name), rating.who)))
