"""What a set-up holds before it is a match: names in seat order, and the deal that follows from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from scorekeeper.rules.house import (
    STANDARD,
    HouseRules,
    boneyard_after_deal,
    deal_problem,
    suggested_hand_size,
    suggested_set,
)
from scorekeeper.rules.match import Match
from scorekeeper.rules.matchcheck import MOST_SEATS
from scorekeeper.rules.names import clean, name_problem, same_name_key
from scorekeeper.rules.tiles import tile_count
from scorekeeper.rules.unstarted import Unstarted
from scorekeeper.text import _, ngettext

_SEPARATORS: Final = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029,;\t]+")


def split_names(text: str) -> tuple[str, ...]:
    """The names in a pasted list: one a line, or between commas, semicolons or tabs."""
    return tuple(name for name in (clean(part) for part in _SEPARATORS.split(text)) if name)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Names in seat order with the set, hand size and house rules; a frozen value."""

    names: tuple[str, ...] = ()
    chosen_set: int | None = None
    """The set that somebody chose; None to follow the number of players (R2)."""
    chosen_size: int | None = None
    """The hand size that somebody chose; None to follow set and players (R5, H10)."""
    house: HouseRules = STANDARD

    @classmethod
    def of(cls, match: Match) -> Self:
        """The set-up of a match; what is not as suggested counts as chosen."""
        lineup = cls(tuple(player.name for player in match.players), house=match.house)
        if match.set != lineup.highest:
            lineup = replace(lineup, chosen_set=match.set)
        if match.hand_size != lineup.hand_size:
            lineup = replace(lineup, chosen_size=match.hand_size)
        return lineup

    @classmethod
    def of_unstarted(cls, left: Unstarted) -> Self:
        """The set-up of a match that was left before it was started."""
        lineup, _refused, _why = cls(house=left.house).all_added(left.names)
        return replace(lineup, chosen_set=left.chosen_set, chosen_size=left.chosen_size)

    def left(self, typed: str) -> Unstarted | None:
        """What there is to go on with another time, with what stands in the box; None where nobody is named."""
        if not self.names and not typed:
            return None
        return Unstarted(self.names, self.chosen_set, self.chosen_size, self.house, typed)

    @property
    def players(self) -> int:
        """For how many players the deal is shown: never fewer than two (R1)."""
        return max(len(self.names), 2)

    @property
    def suggested_set(self) -> int:
        """The set for this number of players (R2)."""
        return suggested_set(self.players)

    @property
    def highest(self) -> int:
        """The number on the highest double of the set that is played with."""
        return self.suggested_set if self.chosen_set is None else self.chosen_set

    @property
    def suggested_size(self) -> int:
        """Tiles each for this set and number of players (R5)."""
        return suggested_hand_size(self.highest, self.players)

    @property
    def hand_size(self) -> int:
        """Tiles that each player takes (H10)."""
        size = self.suggested_size if self.chosen_size is None else self.chosen_size
        return min(size, tile_count(self.highest))

    @property
    def boneyard(self) -> int:
        """Tiles left to draw after the deal; below 0 where the set has not that many (A11)."""
        return boneyard_after_deal(self.highest, self.players, self.hand_size)

    @property
    def deal_problem(self) -> str | None:
        """Why this deal cannot work, with what would (A11): a sentence, or None."""
        return deal_problem(self.highest, self.players, self.hand_size)

    @property
    def deal_text(self) -> str:
        """What the deal leaves, and how likely the first double is dealt with it: a few sentences."""
        left = max(self.boneyard, 0)
        double = f"{self.highest}-{self.highest}"
        text = ngettext("{count} tile is left to draw.", "{count} tiles are left to draw.", left).format(count=left)
        if self.house.missing_double == "set_aside":
            return text + " " + _("{double} is laid out before the deal (H1).").format(double=double)
        share = min(self.players * self.hand_size / tile_count(self.highest), 1.0)
        text += " " + _("{double} is dealt {percent} % of the time").format(double=double, percent=round(share * 100))
        if self.house.drops:
            return text + _("; without it the next double down starts (H1).")
        if left == 0:
            return text + "."
        draws = round((left + 1) / 2)
        found = ngettext("about {count} draw finds it (R11).", "about {count} draws find it (R11).", draws)
        return text + _("; otherwise {found}").format(found=found.format(count=draws))

    def name_problem(self, name: str, but: int | None = None) -> str | None:
        """Why a cleaned name cannot be that of a new player, or of the one at seat `but`: a sentence, or None."""
        text = name_problem(name)
        if text is not None:
            return text
        key = same_name_key(name)
        if any(same_name_key(other) == key for seat, other in enumerate(self.names) if seat != but):
            return _("Somebody called {name} is in already; names in a match must differ.").format(name=name)
        if but is None and len(self.names) >= MOST_SEATS:
            return _("A match has {most} seats at most.").format(most=MOST_SEATS)
        return None

    def added(self, name: str) -> Self:
        """With one more player, who sits last."""
        return replace(self, names=(*self.names, name))

    def renamed(self, seat: int, name: str) -> Self:
        """With another name at a seat."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def removed(self, seat: int) -> Self:
        """Without the player at a seat."""
        return replace(self, names=(*self.names[:seat], *self.names[seat + 1 :]))

    def moved(self, seat: int, to: int) -> Self:
        """With the player at `seat` sitting at seat `to`; the others close up."""
        rest = self.removed(seat).names
        return replace(self, names=(*rest[:to], self.names[seat], *rest[to:]))

    def with_set(self, highest: int) -> Self:
        """With a set that somebody chose; the hand size follows it again."""
        last = min(self.house.last_double, highest - 1)
        return replace(self, chosen_set=highest, chosen_size=None, house=replace(self.house, last_double=last))

    def all_added(self, names: Sequence[str]) -> tuple[Self, tuple[str, ...], str]:
        """With all of `names` that can be added, those that cannot, and why the first of them cannot."""
        lineup, refused, why = self, [], ""
        for name in names:
            problem = lineup.name_problem(name)
            if problem is None:
                lineup = lineup.added(name)
            else:
                refused.append(name)
                why = why or problem
        return lineup, tuple(refused), why
