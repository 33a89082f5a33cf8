"""The words people search the rule book with: other words for its own, and words that find nothing."""

from __future__ import annotations

from typing import Final

from scorekeeper.text import N_

FILLER: Final = N_(
    "a about an and anybody are as at be been but by can could did do does doing done for from get gets had happen "
    "happens happened has have he her him his how i if in is it its just long made make many me much my need needed "
    "of on one or our ought person rule rules she should so some somebody someone than that the their them then there "
    "they this those to us was we were what when where which who whom whose why will with would you your"
)
"""Words that a question has and that find nothing, with spaces between; a translation has its own."""

ARTICLES: Final = N_("a an the my your our their this that")
"""Words that make no difference inside an expression: "skip my turn" is "skip a turn"."""

SYNONYMS: Final = (
    N_("how many can play = how many players, how many people, minimum players, number of players, players needed"),
    N_("last round = how many rounds, number of rounds, how long match, how long game, match take, game take"),
    N_(
        "a round ends, end of a round, fewest points wins the match = game end, end of game, game over, match over, "
        "match end, end of match, round over, round end"
    ),
    N_("boneyard, left to draw = chicken yard, chickenyard, draw pile, pile, stock, kitty"),
    N_("layout = farmyard, farm yard, tableau, board"),
    N_("starting double = spinner, engine, hub, first double, opening double"),
    N_("pass, miss the turn = knock, knocks, skip a turn, miss a turn, lose a turn, can't play, cannot play, can't go"),
    N_("tie, tied, tiebreaker, level = tiebreak, tie break, tie breaker, equal, drawn match, same points, same score"),
    N_("tile = domino, dominoes, dominos, bone, stone, piece"),
    N_("going out, gone out, went out, be out = go out, finish hand, domino out, is out, last tile"),
    N_("finish a foot, third toe, finished = finish, complete, completed"),
    N_(
        "finish a foot, three toes, toes are owed, unfinished = unfinished foot, incomplete foot, pending foot, open "
        "foot, foot open, foot is open, foot is unfinished, unfinished, incomplete, pending"
    ),
    N_("blocked = block, stuck, jammed, locked, dead end, dead, nobody can play"),
    N_("double blank = double zero, 0-0, blank double, doubleblank"),
    N_("starts, starter = start, begin, begins, go first, goes first, opens, first player"),
    N_("draw, drawn = drew, pick up, picks up, take a tile, buy"),
    N_("arm = line, branch, branches, leg, spoke, train"),
    N_("toe = claw"),
    N_("chicken foot, foot, feet = chicken feet, chickie, chickenfoot"),
    N_("joining late = latecomer, late player, new player, joins late, come late, comes late, join"),
    N_("leaving, leave = quit, quits, drop out, drops out, go home, goes home"),
    N_("hand size, tiles you take, tiles each = how many tiles, tiles to take, deal, dealt, hand out"),
    N_("shuffle, mixed = who deals, dealer, mix, stir, who shuffles"),
    N_("pips = pip, dots, spots"),
    N_("points, costs, scores, counts = point, score, cost, count, worth, value"),
    N_("wrong = mistake, misplay, illegal, error, mistyped, slip"),
    N_("fits, must be equal = fit, match up, matching"),
    N_("match = game"),
    N_("call, announced = announce, shout, say"),
    N_("forgot = forget, forgotten, missed announcing"),
    N_("call chicken foot = announcing chicken, announce chicken, say chicken, call chicken"),
    N_("wins = winner, won, win"),
    N_("fewest, lowest = least, smallest"),
    N_("target = play to, limit"),
    N_("play, played, added = put, lay, place a tile"),
    N_(
        "doubles lie across, call chicken foot, three toes before = play a double, put a double, lay a double, "
        "playing a double"
    ),
    N_("going out on a double = double at the end, finish on a double, finish with a double, end on a double"),
    N_("where a tile may go = where can i put, where can i play, where to put, where may i play"),
    N_("only one draw = draw two, draw twice, draw again, draw more"),
    N_("player who went out = winner of a round, round winner"),
    N_("arm first = another arm, other arm, second tile"),
    N_("clockwise = direction, direction of play, which way, whose turn"),
    N_("hidden = look at, looked at, peek, peeked, show"),
    N_("nobody, no player = no one, none of us"),
)
"""The book's words = other words for them, a meaning a line; a translation has its own."""
