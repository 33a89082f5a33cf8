"""The rules of play at the table, from the shuffle to a missed turn, as (number, title, text)."""

from __future__ import annotations

from typing import Final

from scorekeeper.text import N_

SETTING_UP: Final = (
    (
        "R0",
        N_("Where the game comes from"),
        N_(
            "Chicken Foot belongs to the Mexican Train family of dominoes and grew out of Maltese Cross. Texas or "
            "Mexico is its likely home. Other names for it are Chickenfoot, Chicken and Chickie Dominoes."
        ),
    ),
    (
        "R1",
        N_("How many can play"),
        N_("At least two people are needed. It is at its best with four to eight."),
    ),
    (
        "R3",
        N_("The aim: fewest points"),
        N_(
            "Points are bad. Play as many of your tiles as you can in every round, because whoever has collected the "
            "fewest points when the last round is over wins the match (R27)."
        ),
    ),
    (
        "R4",
        N_("Shuffle face down"),
        N_("Before every round all tiles are turned face down on the table and mixed."),
    ),
    (
        "R6",
        N_("Keep your tiles hidden"),
        N_("Stand your tiles on their edges in front of you, so that you see their faces and nobody else does."),
    ),
    (
        "R7",
        N_("Boneyard and layout"),
        N_(
            "The tiles that nobody took stay face down: they are the boneyard, which Chicken Foot players like to "
            "call the chicken yard. The tiles that have been played are the layout, which many call the farmyard."
        ),
    ),
)

SETS: Final = (
    (
        "R2",
        N_("Which set to use"),
        N_(
            "The usual set is the double-nine, 55 tiles up to 9-9. Larger groups take a larger set: the double-twelve "
            "has 91 tiles, the double-fifteen 136, the double-eighteen 190; the small double-six has 28. Suggested: "
            "double-nine for up to 7 players, double-twelve for 8 to 12, double-fifteen for 13 to 18, double-eighteen "
            "for 19 to 26."
        ),
    ),
    (
        "R5",
        N_("How many tiles you take"),
        N_(
            "Seven tiles each. Take more when the group is small or the set is large: two players with a double-nine "
            "set may take 21 each. H10 lists the usual numbers."
        ),
    ),
    (
        "A11",
        N_("Too few tiles to go round"),
        N_(
            "The tiles taken must leave at least one in the boneyard. Eight players with seven tiles each would need "
            "56, and a double-nine set has 55: take six each, or use a double-twelve set. This is a warning only; the "
            "table may play as it likes."
        ),
    ),
)

STARTING: Final = (
    (
        "R8",
        N_("Who starts round 1"),
        N_(
            "Whoever took the highest double of the set starts, and lays it face up at the centre of the table. With "
            "a double-nine set that is the 9-9."
        ),
    ),
    (
        "R9",
        N_("Who starts later rounds"),
        N_(
            "Every round belongs to the next double down, and whoever took that double starts. With a double-nine "
            "set: 8-8 starts round 2, 7-7 starts round 3, and so on."
        ),
    ),
    (
        "R10",
        N_("The last round and its number"),
        N_(
            "The last round is the one that the double-blank, 0-0, starts. So there is one round more than the number "
            "on the highest double: 7 with a double-six set, 10 with a double-nine, 13 with a double-twelve, 16 with "
            "a double-fifteen, 19 with a double-eighteen."
        ),
    ),
    (
        "R11",
        N_("Nobody has the double"),
        N_(
            "If no player took the double that the round needs, it lies in the boneyard. The players draw one tile "
            "each, in turn, until somebody draws it. Other ways to settle this are under H1."
        ),
    ),
    (
        "R12",
        N_("Whoever draws the double starts"),
        N_(
            "When the missing double is drawn from the boneyard, the player who drew it starts the round with it. The "
            "others follow clockwise from there (A6)."
        ),
    ),
    (
        "A1",
        N_("Highest double means of the set"),
        N_(
            "Round 1 needs the highest double of the whole set, not the highest that somebody happens to hold. If the "
            "best double in anybody's hand is 7-7, a double-nine round 1 still waits for the 9-9."
        ),
    ),
    (
        "A2",
        N_("Highest double missing in round 1"),
        N_(
            "Round 1 is like any other: the players draw in turn until the highest double is found (R11). Going down "
            "to the next double instead is a house rule (H1)."
        ),
    ),
    (
        "A3",
        N_("Who draws first for the double"),
        N_(
            "In round 1, the player on the left of the one who shuffled. In later rounds, the player on the left of "
            "the one who started the round before. The table may agree on somebody else."
        ),
    ),
    (
        "A4",
        N_("The drawer starts in later rounds too"),
        N_("Whoever draws the missing double starts, in round 2 and every later round just as in round 1 (R12)."),
    ),
    (
        "A5",
        N_("Tiles drawn in the search stay"),
        N_(
            "What you draw while the double is looked for stays in your hand, so players may begin the round with "
            "unequal hands. Somebody who took seven tiles and then drew two more plays the round with nine."
        ),
    ),
)

PLAYING: Final = (
    (
        "R13",
        N_("Where a tile may go"),
        N_(
            "A tile is always added to an arm of the layout, and the two numbers that touch must be equal. On an end "
            "that shows a 4 you may play 9-4 or 4-0, but not 9-5."
        ),
    ),
    (
        "R14",
        N_("Turns go clockwise"),
        N_("After each turn it is the next player clockwise: the player on the left of the one who has just played."),
    ),
    (
        "R15",
        N_("Fill all four arms first"),
        N_(
            "As long as one of the four arms of the starting double is empty, the next tile must go on an empty one; "
            "no arm gets a second tile before that. If 9-9 started the round, the first four tiles played on it all "
            "carry a 9, and a player without a 9 must draw (R16). With six arms, all six come first (H3)."
        ),
    ),
    (
        "A6",
        N_("Who plays after the starter"),
        N_(
            "The player on the starter's left. Laying the starting double is the starter's whole turn, and no second "
            "tile goes with it."
        ),
    ),
    (
        "A32",
        N_("A wrong play noticed afterwards"),
        N_(
            "If nobody has played since, the tile is taken back and the turn is played again. Once somebody has "
            "played after it, the tile stays where it lies, and the round goes on from there."
        ),
    ),
)

FEET: Final = (
    (
        "R19",
        N_("Doubles lie across the arm"),
        N_("A double is turned sideways, so that it lies across the arm it is played on."),
    ),
    (
        "R20",
        N_("Call “chicken foot”"),
        N_("When you play a double, say “chicken foot”, so that everybody knows that three toes must follow (R21)."),
    ),
    (
        "R21",
        N_("Three toes before anything else"),
        N_(
            "After a double, the next three tiles must all go on that double as its toes; until then no tile may be "
            "played anywhere else. If 6-6 was played, only tiles with a 6 will do, and a player who has none must "
            "draw (R16)."
        ),
    ),
    (
        "R22",
        N_("Toes spread outwards"),
        N_("The three toes fan out from the double, pointing away from the middle of the layout."),
    ),
    (
        "R23",
        N_("After the third toe"),
        N_(
            "The chicken foot is finished and play is free again: a tile may go on any open end, and the three toes "
            "are three new ends. A finished foot has turned one end into three."
        ),
    ),
    (
        "A18",
        N_("The starting double is no foot"),
        N_(
            "The double that starts the round gets four arms and no toes, and nothing is announced for it. What it "
            "asks for is R15."
        ),
    ),
    (
        "A19",
        N_("Forgot to call “chicken foot”"),
        N_("Nothing happens: there is no penalty, and the three toes are owed all the same (R21)."),
    ),
    (
        "A20",
        N_("No double as arm or toe"),
        N_(
            "It cannot happen. A toe of 6-6 must carry a 6, and the only double with a 6 is lying there already; with "
            "the arms of the starting double it is the same. That is why two unfinished feet can never lie on the "
            "table together."
        ),
    ),
    (
        "A21",
        N_("Who has to finish a foot"),
        N_(
            "Everybody, in turn: whoever has a matching tile when the turn comes must add a toe, whether or not that "
            "player laid the double."
        ),
    ),
)

DRAWING: Final = (
    (
        "R16",
        N_("Nothing fits: draw one"),
        N_("If none of your tiles may be played, you have to draw: one tile from the boneyard, in that same turn."),
    ),
    (
        "R17",
        N_("A drawn tile may be played"),
        N_(
            "If the tile you have just drawn fits, you may play it straight away. If it does not fit, it stays in "
            "your hand and the turn passes to the left (A9)."
        ),
    ),
    (
        "R18",
        N_("Boneyard empty: miss the turn"),
        N_("If nothing in your hand fits and there is no tile left to draw, you pass, and the next player goes on."),
    ),
    (
        "A7",
        N_("If you can play, you must"),
        N_(
            "Nobody may draw or pass while holding a tile that fits, not even to keep it for later; the one exception "
            "is the tile you have just drawn (A8). Which of several fitting tiles you play, and on which end, is your "
            "choice."
        ),
    ),
    (
        "A8",
        N_("Keeping a drawn tile that fits"),
        N_(
            "Allowed: the rule says that you may play it (R17), so you may also keep it and end your turn. From your "
            "next turn on it is a tile like any other and must be played if nothing else fits (A7). A table that "
            "wants it played at once takes house rule H5."
        ),
    ),
    (
        "A9",
        N_("Only one draw a turn"),
        N_(
            "You draw once. If that tile does not fit either, your turn is over, however many tiles are left in the "
            "boneyard. Drawing on until something fits is house rule H4."
        ),
    ),
)
