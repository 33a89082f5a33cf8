"""House rules H1 to H11: what a table may play differently, with what is suggested for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, Literal

from scorekeeper.rules.names import shown
from scorekeeper.rules.tiles import SETS, tile_count
from scorekeeper.text import _, ngettext

MissingDouble = Literal["draw", "draw_all", "skip", "burn", "set_aside"]
Draws = Literal["one", "until_playable"]
DrawnTile = Literal["may", "must"]
DeadPosition = Literal["ends", "draw_out"]
Value = str | int | None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The switches of one match, frozen with it; the defaults are the standard rules."""

    missing_double: MissingDouble = "draw"
    """H1: what happens when nobody has the double that the round needs."""
    double_blank: int = 50
    """H2: points for being left with the double-blank."""
    arms: int = 4
    """H3: arms of the starting double."""
    draws: Draws = "one"
    """H4: how long a player without a legal play draws."""
    drawn_tile: DrawnTile = "may"
    """H5: whether a drawn tile that fits has to be played."""
    out_on_double: int = 0
    """H6: points for going out with a double."""
    dead_position: DeadPosition = "ends"
    """H8: whether a proven block ends the round at once."""
    last_double: int = 0
    """H9: the double that starts the last round."""
    target: int | None = None
    """H11: the total that ends the match, in points; None to play every double."""

    @property
    def drops(self) -> bool:
        """Whether a missing double is dropped to the next (H1 `skip` and `burn`)."""
        return self.missing_double in ("skip", "burn")


STANDARD: Final = HouseRules()

CHOICES: Final[Mapping[str, tuple[Value, ...]]] = MappingProxyType(
    {
        "missing_double": ("draw", "draw_all", "skip", "burn", "set_aside"),
        "double_blank": (50, 0, 25, 100),
        "arms": (4, 6),
        "draws": ("one", "until_playable"),
        "drawn_tile": ("may", "must"),
        "out_on_double": (0, 50),
        "dead_position": ("ends", "draw_out"),
    }
)
"""What each switch may be set to, the standard first; `last_double` and `target` are numbers."""

RULE_NUMBERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing_double": "H1",
        "double_blank": "H2",
        "arms": "H3",
        "draws": "H4",
        "drawn_tile": "H5",
        "out_on_double": "H6",
        "dead_position": "H8",
        "last_double": "H9",
        "target": "H11",
    }
)
"""The rule number of each switch, in the order in which they are shown."""

TARGET_LIMIT: Final = 100_000
"""No match comes near this total; a larger target is a slip of the fingers."""


def house_rule_problem(key: str, value: object, highest: int) -> str | None:
    """What is wrong with setting switch `key` to `value` in a double-`highest` match: a sentence, or None."""
    if key not in RULE_NUMBERS:
        return _("There is no house rule “{key}”; there are {known}.").format(
            key=shown(key), known=", ".join(RULE_NUMBERS)
        )
    number = RULE_NUMBERS[key]
    # A number with a decimal point or a truth value would compare equal, and be in every total from then on.
    whole = value if isinstance(value, int) and not isinstance(value, bool) else None
    if key == "last_double":
        if whole is not None and 0 <= whole < highest:
            return None
        return _("{key} ({rule}) is a double from 0 to {most}, not “{value}”.").format(
            key=key, rule=number, most=highest - 1, value=_said(value)
        )
    if key == "target":
        if value is None or (whole is not None and 1 <= whole <= TARGET_LIMIT):
            return None
        return _("{key} ({rule}) is a total from 1 to {most}, not “{value}”.").format(
            key=key, rule=number, most=TARGET_LIMIT, value=_said(value)
        )
    if (whole is not None or isinstance(value, str)) and value in CHOICES[key]:
        return None
    return _("{key} ({rule}) is one of {choices}, not “{value}”.").format(
        key=key, rule=number, choices=", ".join(str(choice) for choice in CHOICES[key]), value=_said(value)
    )


def _said(value: object) -> str:
    # A whole number of thousands of digits cannot even be turned into text, nor lists in lists in lists.
    endless = isinstance(value, list | dict) or (isinstance(value, int) and abs(value) >= 10**20)
    return shown("…" if endless else str(value), 40)


def parse_house_rule(text: str) -> tuple[str, Value]:
    """The switch and the value in "double_blank=25"; whether they exist is for `house_rule_problem` to say.

    Raises:
        ValueError: there is no "=" in it; the message is a sentence for people.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key or not value:
        raise ValueError(
            _("A house rule is written KEY=VALUE, such as double_blank=25, not “{text}”.").format(text=shown(text, 40))
        )
    if value.isascii() and value.isdigit() and len(value) < 10:
        return key, int(value)
    if key == "target" and value == "none":
        return key, None
    return key, value


def differences(rules: HouseRules, other: HouseRules = STANDARD) -> dict[str, Value]:
    """The switches of `rules` that are not as in `other`, in the order of their numbers."""
    return {
        field.name: getattr(rules, field.name)
        for field in fields(HouseRules)
        if getattr(rules, field.name) != getattr(other, field.name)
    }


PRESETS: Final[Mapping[str, HouseRules]] = MappingProxyType(
    {
        "standard": STANDARD,
        "six arms": HouseRules(arms=6),
        "mild double-blank": HouseRules(double_blank=25),
        "next double down": HouseRules(missing_double="skip"),
        "everybody draws": HouseRules(missing_double="draw_all"),
        "double laid out": HouseRules(missing_double="set_aside"),
        "draw till it fits": HouseRules(draws="until_playable", drawn_tile="must"),
    }
)

_HAND_SIZES: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {
        6: (7, 7, 5, 4, 3),
        9: (21, 14, 7, 7, 7, 7, 6),
        12: (15, 15, 15, 12, 12, 7, 7, 7, 7, 7, 7),
        15: (18, 18, 18, 15, 15, *(9,) * 8),
        18: (18, 18, 18, 15, 15, *(9,) * 13),
    }
)
"""The commonest published hand size for 2, 3, 4, ... players of each set (rules, hand sizes)."""

MOST_PLAYERS: Final = 26
"""More players than any set is suggested for."""


def suggested_set(players: int) -> int:
    """The set for a number of players: double-nine up to 7, then -12, -15 and -18 (R2)."""
    for highest, most in ((9, 7), (12, 12), (15, 18)):
        if players <= most:
            return highest
    return SETS[-1]


def suggested_hand_size(highest: int, players: int) -> int:
    """Tiles for each player (R5, H10), never more than leave one tile in the boneyard, and at least 1."""
    table = _HAND_SIZES[highest]
    after = 7 if highest >= 15 else table[-1]
    size = table[players - 2] if 0 <= players - 2 < len(table) else after
    return max(1, min(size, (tile_count(highest) - 1) // max(players, 1)))


def boneyard_after_deal(highest: int, players: int, hand_size: int) -> int:
    """Tiles left to draw after the deal; below 0 where the set has not that many (A11)."""
    return tile_count(highest) - players * hand_size


def deal_problem(highest: int, players: int, hand_size: int) -> str | None:
    """Why this deal cannot work, with what would (A11): a sentence, or None. It is a warning, never a refusal."""
    if boneyard_after_deal(highest, players, hand_size) >= 1:
        return None
    smaller = (tile_count(highest) - 1) // players
    larger = [n for n in SETS if n > highest and boneyard_after_deal(n, players, hand_size) >= 1]
    needed = players * hand_size
    if smaller and larger:
        return ngettext(
            "{players} players with {size} tiles need {needed}, and the double-{set} set has {tiles}: "
            "{smaller} tile each, or a double-{larger} set, would do (A11).",
            "{players} players with {size} tiles need {needed}, and the double-{set} set has {tiles}: "
            "{smaller} tiles each, or a double-{larger} set, would do (A11).",
            smaller,
        ).format(
            players=players, size=hand_size, needed=needed, set=highest, tiles=tile_count(highest),
            smaller=smaller, larger=larger[0],
        )  # fmt: skip
    if smaller:
        return ngettext(
            "{players} players with {size} tiles need {needed}, and the double-{set} set has {tiles}: "
            "{smaller} tile each would do (A11).",
            "{players} players with {size} tiles need {needed}, and the double-{set} set has {tiles}: "
            "{smaller} tiles each would do (A11).",
            smaller,
        ).format(
            players=players, size=hand_size, needed=needed, set=highest, tiles=tile_count(highest), smaller=smaller
        )
    return _("A double-{set} set has only {tiles} tiles: too few for {players} players (A11).").format(
        set=highest, tiles=tile_count(highest), players=players
    )
