"""The rules from the end of a round to the winner, and what a round's sheet can never be, as (number, title, text)."""

from __future__ import annotations

from typing import Final

from scorekeeper.text import N_

ENDING: Final = (
    (
        "R24",
        N_("A round ends: out or blocked"),
        N_(
            "A round is over as soon as one player has played the last tile of a hand, which is called going out. It "
            "is also over when nobody at the table can play any more: it is blocked, and then nobody is out."
        ),
    ),
    (
        "A13",
        N_("Blocked with tiles left to draw"),
        N_(
            "While a tile still to be drawn could help, the round goes on. Once the layout shows that nothing in the "
            "hands or in the boneyard can fit where the next tile must go, the round ends at once, however much is "
            "left to draw. Example with a double-nine set: 7-7 still needs a toe, and all ten tiles with a 7 are on "
            "the table. A table may draw the boneyard out first (H8)."
        ),
    ),
    (
        "A14",
        N_("How to tell a blocked round"),
        N_(
            "Look at the layout only: which numbers may the next tile match? If every tile with one of those numbers "
            "is on the table already, nobody can ever play, and no hand need be shown. Under “draw the boneyard out "
            "first” (H8) the boneyard must be empty too and the turn must have passed. The table may also simply "
            "agree that it is blocked."
        ),
    ),
    (
        "A15",
        N_("Going out on a double"),
        N_(
            "If you get rid of your last tile and it is a double, the round is over at once; nobody has to add its "
            "toes. You score 0, unless the table charges 50 for it (H6)."
        ),
    ),
    (
        "A16",
        N_("Only one player can be out"),
        N_(
            "Being out means holding no tile at all, and the round stops with the first player who gets there. So one "
            "player at most is out; all others are left with pips or with the double-blank."
        ),
    ),
)

SCORING: Final = (
    (
        "R25",
        N_("Pips left in hand are points"),
        N_(
            "At the end of a round everybody adds up the pips on the tiles left in hand, and writes that number down "
            "as points. Left with 6-5 and 4-1: 11 and 5 make 16 points. The player who went out scores 0."
        ),
    ),
    (
        "R26",
        N_("The double-blank costs 50"),
        N_(
            "Whoever is left with the 0-0 scores 50 points for it, on top of the other tiles: 23 pips and the "
            "double-blank make 73. Some tables count it differently (H2)."
        ),
    ),
    (
        "A17",
        N_("Who can hold the double-blank"),
        N_(
            "There is only one, so one player at most can be left with it, and never the player who went out. In the "
            "round that it starts nobody can: it lies in the middle of the table."
        ),
    ),
    (
        "A22",
        N_("Blanks on other tiles"),
        N_(
            "A blank half is worth nothing, so 6-0 counts 6 and 1-0 counts 1. Only the 0-0 is special: a flat 50, no "
            "more and no less (R26)."
        ),
    ),
    (
        "A33",
        N_("What counts as a zero round"),
        N_(
            "A round in which you scored 0 points, the double-blank included. A player left with nothing but the 0-0 "
            "has no pips but scores 50, and that is no zero round."
        ),
    ),
)

WINNING: Final = (
    (
        "R27",
        N_("Fewest points wins the match"),
        N_("When all rounds have been played, everybody's points are added up, and the lowest total wins."),
    ),
    (
        "R28",
        N_("Tie: most zero rounds wins"),
        N_(
            "If the lowest total is shared, the one among those players with the most rounds of 0 points wins. Ana "
            "and Boris both have 143; Ana had three zero rounds and Boris two, so Ana wins."
        ),
    ),
    (
        "R29",
        N_("Still tied: lowest round above zero"),
        N_(
            "If zero rounds are equal too, look at the best single round of each that was not 0; the lower one wins. "
            "Ana's is 4 and Boris's is 6, so Ana wins."
        ),
    ),
    (
        "A23",
        N_("What lowest round above zero means"),
        N_(
            "Take one player's rounds, leave out those of 0 points, and pick the smallest of the rest. Rounds of 0, "
            "12, 7 and 30 give 7."
        ),
    ),
    (
        "A24",
        N_("Level after both tiebreakers"),
        N_(
            "Players who are equal in points, zero rounds and lowest round above zero share the place. The places "
            "after it are left out: two winners are both first, and the next player is third (1, 1, 3)."
        ),
    ),
    (
        "A25",
        N_("No round above zero"),
        N_(
            "A player who scored 0 in every round has nothing to show in the second tiebreaker (R29). Against "
            "somebody who has such a round that player loses the comparison; two players without one are level."
        ),
    ),
    (
        "A26",
        N_("Three or more tied"),
        N_(
            "Compare the zero rounds of all who are tied (R28). Only those who are equal there as well go on to the "
            "lowest round above zero (R29); whoever had fewer zero rounds is out of it, however low a round may be."
        ),
    ),
    (
        "A27",
        N_("Places below first"),
        N_(
            "Second place, third place and all others are decided as first place is: by points, then zero rounds, "
            "then the lowest round above zero."
        ),
    ),
    (
        "A28",
        N_("A match stopped early"),
        N_(
            "The rounds that were finished count, and places are made from them; a round broken off in the middle is "
            "thrown away. The result says so: “stopped after 6 of 10”."
        ),
    ),
)

PEOPLE: Final = (
    (
        "A29",
        N_("Joining late"),
        N_(
            "A new player may sit down anywhere between two rounds. The start is a catch-up: the highest total at the "
            "table at that moment, so with Ana on 30 and Boris on 52 it is 52; the table may agree on the average "
            "(41) or on nothing. The catch-up never changes later and counts in the total, but in no tiebreaker. The "
            "rounds missed stay blank, which is not 0, and the player gets a place like everybody else, marked as "
            "late."
        ),
    ),
    (
        "A30",
        N_("Leaving before the end"),
        N_(
            "A player may leave between two rounds. The scores stay on the sheet, marked as left, but there is no "
            "place for that player and no part in a tie. Coming back is joining late once more (A29). When a single "
            "player is left at the table, the match is stopped (A28)."
        ),
    ),
)

NEVER: Final = (
    (
        "C1",
        N_("Two players out"),
        N_(
            "Two players cannot both have gone out in one round, for the first to do so ends it (A16). So only one "
            "box can be 0 without the double-blank. Whoever is left with the double-blank alone is not out, even at a "
            "table where it costs nothing (H2)."
        ),
    ),
    (
        "C2",
        N_("The double-blank in two places"),
        N_(
            "There is one double-blank. Two players cannot both be left with it, a player who is out cannot have it, "
            "and in the round that it starts nobody can (A17)."
        ),
    ),
    (
        "C3",
        N_("A hand that cannot be"),
        N_(
            "What is left in a hand is a whole number of pips, 0 or more. It cannot be more than all pips of the set "
            "without the starting double: 495 less 18, or 477, in a double-nine round started by 9-9. The 50 for the "
            "double-blank is not counted among them."
        ),
    ),
    (
        "C4",
        N_("More pips than the set has"),
        N_(
            "All hands together cannot hold more pips than the set has without the starting double. The sets have 168 "
            "(double-six), 495 (double-nine), 1092 (double-twelve), 2040 (double-fifteen) and 3420 pips "
            "(double-eighteen)."
        ),
    ),
    (
        "C5",
        N_("Small hands that clash"),
        N_(
            "Only 1-0 has one pip, so two players cannot both be left with exactly 1. At most two can have exactly 2 "
            "(2-0 and 1-1; only one if 1-1 started the round), and at most three exactly 3. Hands of 1, 3, 3 and 3 "
            "together, or of 2, 2, 3, 3 and 3, would need a small tile twice; so would 2, 3, 3 and 3 if 1-1 started."
        ),
    ),
    (
        "C6",
        N_("A tile that cannot be there"),
        N_(
            "When the tiles themselves are typed, none may be in two hands or twice in one. None may be the double "
            "that started the round, or one that the set does not have, such as 10-9 in a double-nine set. And where "
            "the layout was kept, a tile lying on the table cannot be in a hand."
        ),
    ),
    (
        "C7",
        N_("The wrong double for the round"),
        N_(
            "No double starts two rounds of a match. And unless the table drops a missing double to the next (H1), it "
            "must be the highest that has not had its round: after 9-9 comes 8-8, never 6-6."
        ),
    ),
)
