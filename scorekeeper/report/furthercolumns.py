"""The columns that CSV of rounds may have to the right of its own: what they are called, and their text both ways.

The columns of every such file tell nearly all of an ordinary match. What they cannot tell stands further right, where a
match needs it or everything is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper.rules.house import HouseRules, Value, differences, parse_house_rule
from scorekeeper.rules.match import Hand, Match

WHEN_NEEDED: Final = ("house_rules", "stopped", "left", "catch_up", "drops")
"""What the course and the result of a match rest on; a file has each only where a match in it needs it."""
IN_FULL: Final = (
    *WHEN_NEEDED, "hand_size", "finished", "note", "round_note", "tiles", "next_starter", "shuffler",
)  # fmt: skip
"""All of them, in their order."""
OF_SEAT: Final = ("left", "catch_up")
"""Those that say the same in every row of a player."""
OF_MATCH: Final = tuple(column for column in IN_FULL if column not in (*OF_SEAT, "round_note", "tiles"))
"""Those that say the same in every row of a match."""
NUMBERS_OF_MATCH: Final = ("drops", "hand_size", "next_starter", "shuffler")
"""Those of a match that hold a number, where they hold anything."""

STANDARD_RULES: Final = "standard"
"""What stands for house rules that differ in nothing."""


def rules_text(house: HouseRules) -> str:
    """House rules as a cell has them: "last_double=3 target=100", or "standard"."""
    return " ".join(f"{key}={value}" for key, value in differences(house).items()) or STANDARD_RULES


def read_rules(text: str) -> dict[str, Value]:
    """The switches in such a cell; whether they exist is for whoever checks a match to say.

    Raises:
        ValueError: it has another form; the message is a sentence for people.
    """
    words = [] if text.strip() == STANDARD_RULES else text.split()
    return dict(map(parse_house_rule, words))


def shown_rules(
    highest: int | None, doubles: Sequence[int], *, blank: int | None, on_double: int | None
) -> dict[str, Value]:
    """The house rules that the columns of every file show.

    Args:
        highest: the set, where that is known.
        doubles: the numbers on the doubles of the rounds, in their order.
        blank: points for the double-blank (H2); None where nobody was left with it.
        on_double: points for going out on a double (H6); None where nobody did.
    """
    shown: dict[str, Value] = {}
    if blank is not None:
        shown["double_blank"] = blank
    if on_double is not None:
        shown["out_on_double"] = on_double
    if list(doubles) != sorted(doubles, reverse=True):
        shown["missing_double"] = "skip"
    elif highest is not None and list(doubles) != [highest - at for at in range(len(doubles))]:
        shown["missing_double"] = "burn"
    return shown


def needed(match: Match) -> set[str]:
    """The columns of `WHEN_NEEDED` without which the course of this match could not be told."""
    house, last = match.house, len(match.rounds)
    hands = [hand for row in match.rounds for _seat, hand in row.played()]
    shown = shown_rules(
        match.set,
        [row.double for row in match.rounds],
        blank=house.double_blank if any(hand.double_blank for hand in hands) else None,
        on_double=house.out_on_double if any(hand.out_on_double for hand in hands) else None,
    )
    told = {
        "house_rules": HouseRules(**shown) != house,  # type: ignore[arg-type]
        "stopped": match.stopped is not None,
        "left": any(player.left == last for player in match.players),
        "catch_up": any(player.catch_up and player.joined > last for player in match.players),
        "drops": match.drops > 0,
    }
    return {column for column, is_needed in told.items() if is_needed}


def tiles_text(hand: Hand) -> str:
    """The tiles of a hand as a cell has them: "6|5 4|1", which no spreadsheet takes for a day.

    Empty where nobody said, or where the pips say it.
    """
    if hand.tiles is None or not hand.pips:
        return ""
    return " ".join(f"{tile.high}|{tile.low}" for tile in hand.tiles)


def read_tiles(text: str) -> list[str] | None:
    """The tiles in such a cell as a match file has them; None for an empty one."""
    return [tile.replace("|", "-") for tile in text.split()] or None
