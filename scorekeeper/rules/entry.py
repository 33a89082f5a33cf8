"""What a person types for one hand, and its way back to text.

hand  := item ("+" item)* [flag] | "*"
item  := digits | digits "-" digits
flag  := "*" or "b" (holds the double-blank) | "/" or "d" (went out on a double, only after a plain 0)
"""

from __future__ import annotations

import re
from typing import Final

from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.match import Hand
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.tiles import DOUBLE_BLANK, Tile, pips_of_set
from scorekeeper.text import _

LONGEST: Final = 1000
"""Characters in one entry; a whole double-eighteen set typed as tiles needs fewer."""

_NARROW: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width forms, as some keyboards type them, to the plain ones."""
_ITEM: Final = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_UNFINISHED: Final = re.compile(r"(?:[0-9]+(?:-[0-9]+)?\+)*(?:[0-9]+-)?")


class EntryError(RuleError):
    """What was typed is no hand.

    Attributes:
        unfinished: whether more typing could still make it one, as with "12+" and "6-".
    """

    def __init__(self, text: str, rule: str = "", *, unfinished: bool = False) -> None:
        super().__init__((Problem(text, rule),))
        self.unfinished = unfinished


def parse_hand(text: str, highest: int) -> Hand:
    """The hand that `text` says, in a match with a double-`highest` set; white space around it does not count.

    Raises:
        EntryError: it says none, with the one sentence that says why.
    """
    typed = text.translate(_NARROW).strip()
    if not typed:
        raise EntryError(_("Nothing is typed here; a player who went out has 0."), unfinished=True)
    if len(typed) > LONGEST:
        raise EntryError(_("That is too long for one hand."))
    if typed == "*":
        return Hand(0, double_blank=True)
    body, flag = (typed[:-1], typed[-1]) if typed[-1] in "*b/d" else (typed, "")
    out_on_double = flag in ("/", "d") and flag != ""
    if out_on_double and not (body.isdecimal() and body.isascii() and not body.strip("0")):
        raise EntryError(
            _("“{flag}” says that a player went out on a double: it stands only after a plain 0 (H6).").format(
                flag=flag
            ),
            "H6",
        )
    if not body:
        raise EntryError(_("“{flag}” needs a number before it, such as 0{flag} or 23{flag}.").format(flag=flag))
    double_blank = flag in ("*", "b") and flag != ""
    pips = 0
    tiles: list[Tile] = []
    only_tiles = True
    for item in body.split("+"):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise _no_item(item, typed)
        if match[2] is None:
            pips += _number(match[1], pips_of_set(highest), highest)
            only_tiles = False
            continue
        tile = _tile(match[1], match[2], highest)
        if tile in tiles:
            raise EntryError(_("{tile} is there twice; a set has every tile once (C6).").format(tile=tile), "C6")
        tiles.append(tile)
        pips += tile.pips
    if double_blank and DOUBLE_BLANK in tiles:
        raise EntryError(
            _("The double-blank is there twice, as 0-0 and as “{flag}”; a set has it once (C6).").format(flag=flag),
            "C6",
        )
    if double_blank:
        tiles.append(DOUBLE_BLANK)
    return Hand(pips, DOUBLE_BLANK in tiles, out_on_double, tuple(tiles) if only_tiles else None)


def _no_item(item: str, typed: str) -> EntryError:
    """The sentence for an item that is none; the commonest slips have one of their own."""
    if _UNFINISHED.fullmatch(typed):
        return EntryError(
            _("“{text}” is not finished: a number or a tile such as 6-5 belongs after the last sign.").format(
                text=typed
            ),
            unfinished=True,
        )
    if not item:
        return EntryError(_("“{text}” has a + with nothing beside it.").format(text=_short(typed)))
    if "o" in item.lower():
        return EntryError(_("“{item}” has the letter O in it; zero is the digit 0.").format(item=_short(item)))
    if "." in item or "," in item:
        return EntryError(_("“{item}” is not a whole number; pips are whole.").format(item=_short(item)))
    if item.startswith("-") and item[1:].isdecimal():
        return EntryError(
            _("“{item}” is below zero; nobody holds fewer than 0 pips (C3).").format(item=_short(item)), "C3"
        )
    return EntryError(
        _("“{item}” is neither a number of pips nor a tile such as 6-5.").format(item=_short(item)),
    )


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"


def _number(digits: str, most: int, highest: int) -> int:
    value = digits.lstrip("0") or "0"
    if len(value) > len(str(most)):
        raise EntryError(
            _("“{digits}” is more pips than a whole double-{set} set has, {most} (C3).").format(
                digits=_short(digits), set=highest, most=most
            ),
            "C3",
        )
    return int(value)


def _tile(first: str, second: str, highest: int) -> Tile:
    ends = [end.lstrip("0") or "0" for end in (first, second)]
    if any(len(end) > 2 or int(end) > highest for end in ends):
        raise EntryError(
            _("{tile} is not in a double-{set} set; its numbers go from 0 to {set} (C6).").format(
                tile=_short(f"{first}-{second}"), set=highest
            ),
            "C6",
        )
    return Tile(int(ends[0]), int(ends[1]))


def hand_text(hand: Hand) -> str:
    """What a person would type for `hand`: tiles where they are known, else pips, with its flag."""
    if hand.tiles and hand.pips:
        return "+".join(str(tile) for tile in hand.tiles)
    return f"{hand.pips}{'*' if hand.double_blank else ''}{'/' if hand.out_on_double else ''}"


def worth(hand: Hand, house: HouseRules) -> str:
    """What an entry comes to, as it stands beside the box: "23* = 73", "11 pips"; "" where the entry says it all."""
    points = hand.points(house)
    plain = f"{hand.pips}{'*' if hand.double_blank else ''}{'/' if hand.out_on_double else ''}"
    return str(points) if plain == str(points) else f"{plain} = {points}"
