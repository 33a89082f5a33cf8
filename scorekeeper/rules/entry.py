"""What a person types for one hand, and its way back to text.

hand  := item ("+" item)* [flag] | "*"
item  := digits | digits "-" digits
flag  := "*" or "b" (holds the double-blank) | "/" or "d" (went out on a double, only after a plain 0)

Spaces around it, beside a "+" and before a flag do not count.
"""

from __future__ import annotations

import re
from typing import Final

from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.match import Hand
from scorekeeper.rules.names import shown
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.tiles import DOUBLE_BLANK, Tile, pips_of_set
from scorekeeper.text import _

LONGEST: Final = 1000
"""Characters in one entry; a whole double-eighteen set typed as tiles needs fewer."""

_NARROW: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width forms, as some keyboards type them, to the plain ones."""
_ITEM: Final = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_UNFINISHED: Final = re.compile(r"(?:[0-9]+(?:-[0-9]+)?\+)*(?:[0-9]+-)?")
_LETTER_O: Final = re.compile(r"[0-9oO]+(?:-[0-9oO]+)?")
_FRACTION: Final = re.compile(r"-?[0-9]*[.,][0-9]*")
_BELOW_ZERO: Final = re.compile(r"-[0-9]+")


class EntryError(RuleError):
    """What was typed is no hand.

    Attributes:
        unfinished: whether more typing could still make it one, as with "12+" and "6-".
    """

    def __init__(self, text: str, rule: str = "", *, unfinished: bool = False) -> None:
        super().__init__((Problem(text, rule),))
        self.unfinished = unfinished


def parse_hand(text: str, highest: int) -> Hand:
    """The hand that `text` says, in a match with a double-`highest` set (R25, R26).

    Raises:
        EntryError: it says none, with the one sentence that says why.
    """
    typed = text.translate(_NARROW).strip()
    if not typed:
        raise EntryError(_("Nothing is typed here; a player who went out has 0."), unfinished=True)
    if len(typed) > LONGEST:
        raise EntryError(_("That is too long for one hand: {most} signs at most.").format(most=LONGEST))
    if typed == "*":
        return Hand(0, double_blank=True)
    body, flag = (typed[:-1], typed[-1]) if typed[-1] in "*b/d" else (typed, "")
    body = "+".join(item.strip() for item in body.split("+"))
    out_on_double = flag in ("/", "d")
    if out_on_double and (not body or body.strip("0")):
        raise EntryError(
            _("“{flag}” says that a player went out on a double: it stands only after a plain 0 (H6).").format(
                flag=flag
            ),
            "H6",
        )
    if not body:
        raise EntryError(_("“{flag}” needs a number before it, such as 0{flag} or 23{flag}.").format(flag=flag))
    double_blank = flag in ("*", "b")
    pips = 0
    tiles: list[Tile] = []
    only_tiles = True
    for item in body.split("+"):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise _no_item(item, body + flag)
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
                text=shown(typed)
            ),
            unfinished=True,
        )
    if not item:
        return EntryError(_("“{text}” has a + with nothing beside it.").format(text=shown(typed)))
    if _BELOW_ZERO.fullmatch(item):
        return EntryError(
            _("“{item}” is below zero; nobody holds fewer than 0 pips (C3).").format(item=shown(item)), "C3"
        )
    if _FRACTION.fullmatch(item):
        return EntryError(_("“{item}” is not a whole number; pips are whole (C3).").format(item=shown(item)), "C3")
    if _LETTER_O.fullmatch(item):
        return EntryError(_("“{item}” has the letter O in it; zero is the digit 0.").format(item=shown(item)))
    if any(letter.isdecimal() and not letter.isascii() for letter in item):
        return EntryError(_("“{item}” has other digits than 0 to 9 in it.").format(item=shown(item)))
    return EntryError(
        _("“{item}” is neither a number of pips nor a tile such as 6-5.").format(item=shown(item)),
    )


def _number(digits: str, most: int, highest: int) -> int:
    value = digits.lstrip("0") or "0"
    if len(value) > len(str(most)):
        raise EntryError(
            _("“{digits}” is more pips than a whole double-{set} set has, {most} (C3).").format(
                digits=shown(digits), set=highest, most=most
            ),
            "C3",
        )
    return int(value)


def _tile(first: str, second: str, highest: int) -> Tile:
    ends = [end.lstrip("0") or "0" for end in (first, second)]
    if any(len(end) > 2 or int(end) > highest for end in ends):
        raise EntryError(
            _("{tile} is not in a double-{set} set; its numbers go from 0 to {set} (C6).").format(
                tile=shown(f"{first}-{second}"), set=highest
            ),
            "C6",
        )
    return Tile(int(ends[0]), int(ends[1]))


def hand_text(hand: Hand) -> str:
    """What a person would type for `hand`: tiles where they are known, else pips, with its flag."""
    if hand.tiles and hand.pips:
        return "+".join(str(tile) for tile in hand.tiles)
    return _plain(hand)


def _plain(hand: Hand) -> str:
    return f"{hand.pips}{'*' if hand.double_blank else ''}{'/' if hand.out_on_double else ''}"


def worth(hand: Hand, house: HouseRules) -> str:
    """What an entry comes to, as it stands beside the box: "23* = 73" (R26), "0/ = 50" (H6), else only "23"."""
    points = hand.points(house)
    plain = _plain(hand)
    return str(points) if plain == str(points) else f"{plain} = {points}"
