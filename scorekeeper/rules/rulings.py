"""The words of the referee: the codes of its rulings, the rule that each rests on, and the sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from scorekeeper.rules.layout import Layout, Outlook, PlaceFault
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, ngettext

Allowed = Literal[
    "OK_START", "OK_ARM", "OK_TOE", "OK_EXTEND", "OK_DRAW", "OK_PASS", "OK_STANDS", "OK_DRAW_START", "OK_PASS_KEPT"
]
Refused = (
    PlaceFault
    | Literal[
        "ERR_NOT_STARTING_DOUBLE",
        "ERR_NOT_YOUR_TURN",
        "ERR_TILE_ALREADY_PLAYED",
        "ERR_TILE_NOT_IN_SET",
        "ERR_NOT_IN_HAND",
        "ERR_HAS_LEGAL_PLAY",
        "ERR_ALREADY_DREW",
        "ERR_MUST_DRAW",
        "ERR_BONEYARD_EMPTY",
        "ERR_START_IS_HELD",
        "ERR_ROUND_OVER",
        "ERR_TILE_NOT_IN_BONEYARD",
    ]
)
Code = Allowed | Refused
Flag = Literal[
    "ARMS_COMPLETE",
    "FOOT_OPENED",
    "FOOT_COMPLETE",
    "WENT_OUT",
    "DEAD_POSITION",
    "BLOCKED",
    "START_FOUND",
    "DRAWN_PLAYABLE",
]

RULE_OF: Final[Mapping[Code, str]] = MappingProxyType(
    {
        "OK_START": "R9",
        "OK_ARM": "R15",
        "OK_TOE": "R21",
        "OK_EXTEND": "R13",
        "OK_DRAW": "R16",
        "OK_PASS": "A9",
        "OK_STANDS": "A32",
        "OK_DRAW_START": "R11",
        "OK_PASS_KEPT": "A8",
        "ERR_NOT_STARTING_DOUBLE": "R9",
        "ERR_NOT_YOUR_TURN": "R14",
        "ERR_NO_MATCH": "R13",
        "ERR_TILE_ALREADY_PLAYED": "R2",
        "ERR_TILE_NOT_IN_SET": "R2",
        "ERR_NOT_IN_HAND": "R6",
        "ERR_ARMS_FIRST": "R15",
        "ERR_FOOT_PENDING": "R21",
        "ERR_END_COVERED": "R13",
        "ERR_NO_SUCH_TARGET": "R13",
        "ERR_HAS_LEGAL_PLAY": "A7",
        "ERR_ALREADY_DREW": "A9",
        "ERR_MUST_DRAW": "R16",
        "ERR_BONEYARD_EMPTY": "R18",
        "ERR_START_IS_HELD": "R11",
        "ERR_ROUND_OVER": "R24",
        "ERR_TILE_NOT_IN_BONEYARD": "R7",
    }
)
"""The rule of each code where circumstances do not make it another: R18 for a pass without a draw, H5 where only the
drawn tile has to be played, R11 for a pass while the starting double is looked for."""

FLAG_RULE: Final[Mapping[Flag, str]] = MappingProxyType(
    {
        "ARMS_COMPLETE": "R15",
        "FOOT_OPENED": "R20",
        "FOOT_COMPLETE": "R23",
        "WENT_OUT": "R24",
        "DEAD_POSITION": "A13",
        "BLOCKED": "R24",
        "START_FOUND": "R12",
        "DRAWN_PLAYABLE": "R17",
    }
)


def place_reason(code: Code, layout: Layout, tile: Tile, on: Tile | None) -> str:
    """The sentence on laying `tile` at `on` in `layout`, as it was before."""
    number = layout.number_at(on) if on is not None and on in layout else layout.start
    match code:
        case "OK_START":
            return ngettext(
                "{tile} is the starting double; its {count} arm comes next.",
                "{tile} is the starting double; its {count} arms come next.",
                layout.arms,
            ).format(tile=tile, count=layout.arms)
        case "OK_ARM":
            return _("{tile} matches the starting double and fills one of its arms: {filled} of {arms}.").format(
                tile=tile, filled=layout.arms - layout.arms_left + 1, arms=layout.arms
            )
        case "OK_TOE":
            return _("{tile} matches {foot} and is toe {toe} of 3.").format(
                tile=tile, foot=layout.foot, toe=4 - layout.toes_left
            )
        case "OK_EXTEND":
            return _("{tile} matches the open end {number}.").format(tile=tile, number=number)
        case "OK_STANDS":
            return _("{tile} on {on} was wrong, but noticed too late: it stands as it lies.").format(tile=tile, on=on)
        case "ERR_NOT_STARTING_DOUBLE":
            return _("Only {double} may open this round, not {tile}.").format(double=layout.start_double, tile=tile)
        case "ERR_NO_SUCH_TARGET":
            if on is None:
                return _("It has to be said which tile on the table {tile} is attached to.").format(tile=tile)
            return _("{on} is not on the table, so nothing can be attached to it.").format(on=on)
        case "ERR_ARMS_FIRST":
            return _(
                "All {arms} arms of {double} must have a tile before any arm gets a second one; {left} to go."
            ).format(arms=layout.arms, double=layout.start_double, left=layout.arms_left)
        case "ERR_FOOT_PENDING":
            return ngettext(
                "{foot} is an unfinished chicken foot: the next tile must be its last toe.",
                "{foot} is an unfinished chicken foot: the next {count} tiles must be its toes.",
                layout.toes_left,
            ).format(foot=layout.foot, count=layout.toes_left)
        case "ERR_END_COVERED":
            return _("Nothing more may be attached to {on}.").format(on=on)
        case _:
            return _("{tile} has no {number}, which is the number to match at {on}.").format(
                tile=tile, number=number, on=on
            )


def tile_reason(code: Code, highest: int, tile: Tile | None) -> str:
    """The sentence on a tile that cannot be where the action has it."""
    match code:
        case "ERR_TILE_NOT_IN_SET":
            return _("A double-{set} set has no {tile}.").format(set=highest, tile=tile)
        case "ERR_TILE_ALREADY_PLAYED":
            return _("{tile} is on the table already.").format(tile=tile)
        case "ERR_TILE_NOT_IN_BONEYARD":
            return _("{tile} is in a hand, so it cannot be drawn.").format(tile=tile)
        case _:
            return _("The player does not hold {tile}.").format(tile=tile)


def turn_reason(code: Code, layout: Layout, boneyard: int, rule: str) -> str:
    """The sentence on a turn, a draw or a pass; `boneyard` is the number of tiles in it before the action."""
    match code:
        case "OK_DRAW":
            return _("A player without a legal play draws from the boneyard.")
        case "OK_DRAW_START":
            return _("{double} is looked for: one tile is drawn, and the turn passes unless it is the one.").format(
                double=layout.start_double
            )
        case "OK_PASS_KEPT":
            return _("The drawn tile could be played and is kept, which is allowed: the turn passes.")
        case "OK_PASS" if rule == "R18":
            return _("There is nothing left to draw, so the turn is missed.")
        case "OK_PASS":
            return _("Nothing can be played after the draw: the turn passes.")
        case "ERR_NOT_YOUR_TURN":
            return _("It is another player's turn; play goes clockwise.")
        case "ERR_ROUND_OVER":
            return _("The round has ended.")
        case "ERR_HAS_LEGAL_PLAY" if rule == "H5":
            return _("The drawn tile fits and has to be played at this table.")
        case "ERR_HAS_LEGAL_PLAY":
            return _("The player holds a tile that can be played, so may not draw or pass.")
        case "ERR_ALREADY_DREW":
            return _("The player has drawn in this turn, and may not draw again.")
        case "ERR_BONEYARD_EMPTY":
            return _("There is nothing left to draw.")
        case "ERR_START_IS_HELD":
            return _("Somebody holds {double} and opens the round with it; no drawing for it, no passing.").format(
                double=layout.start_double
            )
        case "ERR_MUST_DRAW" if rule == "R11" and not boneyard:
            return _("Nothing is left to draw, so {double} is in a hand: it opens the round.").format(
                double=layout.start_double
            )
        case "ERR_MUST_DRAW" if rule == "R11":
            return _("{double} is looked for: draw a tile, passing is not allowed.").format(double=layout.start_double)
        case _:
            return _("The boneyard is not empty: draw before passing.")


def flag_text(flag: Flag) -> str:
    """What a flag says, as a sentence."""
    match flag:
        case "ARMS_COMPLETE":
            return _("All arms are filled: every end is open now.")
        case "FOOT_OPENED":
            return _("Chicken foot! Three toes are due.")
        case "FOOT_COMPLETE":
            return _("The foot is finished: play is free again, and its toes are open ends.")
        case "WENT_OUT":
            return _("The last tile is played: the round ends at once.")
        case "DEAD_POSITION":
            return _("No tile off the table fits where the next tile must go, so no draw can help.")
        case "BLOCKED":
            return _("Nobody can play: the round ends blocked, and everybody scores.")
        case "START_FOUND":
            return _("The starting double is found; whoever drew it opens the round.")
        case "DRAWN_PLAYABLE":
            return _("The drawn tile may be played at once.")


def outlook_text(outlook: Outlook) -> str:
    """Whether the round is blocked, as a sentence that says no more than is proved (A13, A14)."""
    if outlook.blocked:
        return _("Blocked: no tile off the table fits where the next tile must go (A13).")
    if outlook.blocked is None:
        return ngettext(
            "Cannot tell whether anybody can play: {count} tile that fits is unseen (A14).",
            "Cannot tell whether anybody can play: {count} tiles that fit are unseen (A14).",
            outlook.fitting,
        ).format(count=outlook.fitting)
    return ngettext(
        "Not blocked: the boneyard is empty, so somebody holds the {count} tile that fits (A14).",
        "Not blocked: the boneyard is empty, so the {count} tiles that fit are in hands (A14).",
        outlook.fitting,
    ).format(count=outlook.fitting)


def finish_text(layout: Layout) -> str | None:
    """The sentence that the unfinished foot, or the arms, can never be finished; None while they can or none is due."""
    if layout.can_be_finished:
        return None
    if layout.stage == "arms" or layout.foot is None:
        return _("The arms can never all be filled: tiles with {number} still off the table: {left}.").format(
            number=layout.start, left=layout.off_table[layout.start]
        )
    return _(
        "The foot {foot} can never be finished: it needs {toes} more, and tiles with {number} off the table: {left}."
    ).format(foot=layout.foot, toes=layout.toes_left, number=layout.foot.high, left=layout.off_table[layout.foot.high])
