"""The words people search the rule book with: other words for its own, and words that find nothing."""

from __future__ import annotations

from typing import Final

from scorekeeper.text import N_

FILLER: Final = N_(
    "a an and are at be can could did do does for had has have how i if in is it its my of on or the to we what when "
    "where which who whom whose why with you your"
)
"""Words that a question has and that find nothing, with spaces between; a translation has its own."""

SYNONYMS: Final = (
    N_("boneyard, left to draw = chicken yard, chickenyard, draw pile, pile, stock, kitty"),
    N_("layout = farmyard, farm yard, tableau, board"),
    N_("starting double = spinner, engine, hub, first double, opening double"),
    N_("pass, miss the turn = passes, passing, knock, knocks, knocking, skip a turn, miss a turn, lose a turn"),
    N_("tie, tied, tiebreaker, level = ties, tiebreakers, tiebreak, tie-break, tie-breaker, equal, drawn match"),
    N_("tile = tiles, domino, dominoes, dominos, bone, bones, stone"),
    N_("going out, gone out, went out, can be out = go out, goes out, finish, finishes, domino out, is out, be out"),
    N_("blocked = block, stuck, jammed, locked, dead end, nobody can play"),
    N_("double-blank = double blank, double zero, double-zero, 0-0, blank double"),
    N_("starts, starter = start, begin, begins, go first, goes first"),
    N_("draw, drawn = draws, drew, pick up, picks up, take a tile, buy"),
    N_("arm = arms, line, branch, leg, spoke, train"),
    N_("toe = toes, claw, claws"),
    N_("chicken foot, foot, feet = chicken feet, chickie"),
    N_("joining late = latecomer, late player, new player, joins late, come late, join"),
    N_("leaving, leave = leaves, quit, quits, drop out, go home"),
    N_("hand size, tiles you take, tiles each = how many tiles, tiles to take, deal, dealt"),
    N_("pips = pip, dots, spots"),
    N_("points, scores = score, count, counts"),
    N_("wrong = mistake, misplay, illegal, error"),
    N_("fits, must be equal = fit, match, matching"),
    N_("call, announced = announce, shout, say"),
    N_("wins = winner, won, win"),
    N_("fewest, lowest = least, smallest"),
    N_("target = play to, limit"),
)
"""The book's words = other words for them, a meaning a line; a translation has its own."""
