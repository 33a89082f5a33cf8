"""The house rules as (number, title, text), with short labels for every switch, value and preset."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorekeeper.text import N_

HOUSE: Final = (
    (
        "H1",
        N_("House rule: a missing double"),
        N_(
            "Standard: the players draw in turn until somebody has it (R11); at some tables everybody draws at once. "
            "Others drop to the next lower double that has not had its round, and the dropped one is either tried "
            "first again in the next round or never gets a round at all; the last double left is not dropped but "
            "drawn for. Others again lay the double out before tiles are taken: the player left of the one who "
            "shuffled starts round 1, and each later round is started by the next player clockwise."
        ),
    ),
    (
        "H2",
        N_("House rule: the double-blank's points"),
        N_("Standard: being left with the 0-0 costs 50 points (R26). Other tables count 0, 25 or 100."),
    ),
    (
        "H3",
        N_("House rule: six arms"),
        N_(
            "Standard: the starting double has four arms. Some tables play with six, and then each of the six has its "
            "first tile before there is a second anywhere (R15)."
        ),
    ),
    (
        "H4",
        N_("House rule: draw until one fits"),
        N_(
            "Standard: a player who cannot play draws one tile, and if that is no help the turn is over (A9). Some "
            "tables draw on until a tile fits or the boneyard is empty."
        ),
    ),
    (
        "H5",
        N_("House rule: playing the drawn tile"),
        N_(
            "Standard: a drawn tile that fits may be played or kept (A8). Some tables say that it must be played at "
            "once."
        ),
    ),
    (
        "H6",
        N_("House rule: out on a double"),
        N_(
            "Standard: going out on a double costs nothing (A15). Some tables charge 50 points for it, so such a "
            "round is then no zero round."
        ),
    ),
    (
        "H8",
        N_("House rule: blocked, boneyard not empty"),
        N_(
            "Standard: once it is proved that nobody can ever play again, the round ends at once (A13). Some tables "
            "go on drawing in turn until the boneyard is empty, and end the round then; everybody's hand grows by it."
        ),
    ),
    (
        "H9",
        N_("House rule: a shorter match"),
        N_(
            "Standard: the match goes down to the double-blank. A table may stop at a higher double and play fewer "
            "rounds: a double-nine match that ends with 5-5 has five rounds in place of ten."
        ),
    ),
    (
        "H10",
        N_("House rule: your own hand size"),
        N_(
            "Any number of tiles each will do that leaves at least one in the boneyard; 10 to 20 left there is "
            "better. Usual with a double-nine set: 21 each for two players, 14 for three, 7 for four to seven, 6 for "
            "eight; with a double-twelve: 15 for two to four, 12 for five or six, 7 for seven to twelve. With a "
            "double-fifteen or double-eighteen: 18 for two to four, 15 for five or six, then 9 up to 14 players "
            "(double-fifteen) or 19 (double-eighteen), and 7 beyond. With a double-six: 7 for two or three, 5 for "
            "four, 4 for five, 3 for six."
        ),
    ),
    (
        "H11",
        N_("House rule: playing to a target"),
        N_(
            "Standard: every double gets its round. A table may name a total instead, such as 300: the match is over "
            "with the round in which anybody gets that far, or after its last double if nobody does. The fewest "
            "points still win (R27)."
        ),
    ),
)

SWITCH_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing_double": N_("Nobody has the double"),
        "double_blank": N_("Left with the double-blank"),
        "arms": N_("Arms on the starting double"),
        "draws": N_("Draws when nothing fits"),
        "drawn_tile": N_("A drawn tile that fits"),
        "out_on_double": N_("Going out on a double"),
        "dead_position": N_("Blocked with tiles left to draw"),
        "last_double": N_("Double of the last round"),
        "target": N_("Total that ends the match"),
        "hand_size": N_("Tiles for each player"),
    }
)

WORD_LABELS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "missing_double": MappingProxyType(
            {
                "draw": N_("draw in turn"),
                "draw_all": N_("everybody draws at once"),
                "skip": N_("next double down, come back to it"),
                "burn": N_("next double down, gone for good"),
                "set_aside": N_("lay it out first, take turns to start"),
            }
        ),
        "draws": MappingProxyType({"one": N_("one tile a turn"), "until_playable": N_("until one fits")}),
        "drawn_tile": MappingProxyType({"may": N_("may be played"), "must": N_("must be played")}),
        "dead_position": MappingProxyType(
            {"ends": N_("the round ends at once"), "draw_out": N_("draw the boneyard out first")}
        ),
    }
)
"""Labels of the switches whose values are words."""

PRESET_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "standard": N_("Standard rules"),
        "six arms": N_("Six arms"),
        "mild double-blank": N_("Mild double-blank: 25 points"),
        "next double down": N_("Next double down"),
        "everybody draws": N_("Everybody draws for the double"),
        "double laid out": N_("Double laid out first"),
        "draw till it fits": N_("Draw till it fits"),
    }
)
