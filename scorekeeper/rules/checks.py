"""What a round's sheet can never be (C1 to C7), and what a whole match can never be: every problem at once, as data.

The same functions judge what is typed in the app, given on the command line and read from a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from scorekeeper.rules.course import doubles_left
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.smallhands import small_hands
from scorekeeper.rules.tiles import DOUBLE_BLANK, Tile, pips_off_table, tile_count
from scorekeeper.text import _, listing, ngettext


def check_hands(
    match: Match,
    number: int,
    double: int,
    hands: Sequence[Hand | None],
    *,
    on_table: AbstractSet[Tile] = frozenset(),
    partly: bool = False,
) -> tuple[Problem, ...]:
    """Everything that the hands of round `number`, started by `double`, can never be (C1 to C6).

    Args:
        match: whose set, players and names are meant; its rounds are not looked at.
        number: the round, from 1.
        double: the number on its starting double.
        hands: one for each seat, None for a player who was not in the round.
        on_table: tiles that are known to lie on the table, where the layout was kept.
        partly: whether the row is still being typed, so that a missing hand is no problem yet.
    """
    held = [(seat, hand) for seat, hand in enumerate(hands[: len(match.players)]) if hand is not None]
    problems = [*_strangers(match, number, hands)]
    if not partly:
        problems += _missing(match, number, hands)
    problems += _flags(match, double, held)
    problems += _sizes(match, double, held, on_table)
    problems += _tiles(match, double, held, on_table)
    problems += _too_many(match, double, held, on_table)
    problems += small_hands(match, double, held, on_table)
    return tuple(
        Problem(problem.text, problem.rule, problem.seats, number if problem.round is None else problem.round)
        for problem in problems
    )


def _missing(match: Match, number: int, hands: Sequence[Hand | None]) -> Iterator[Problem]:
    for seat in match.seats_in(number):
        if seat >= len(hands) or hands[seat] is None:
            yield Problem(
                _("{name} has no number yet; blank is not zero (R25).").format(name=match.players[seat].name),
                "R25",
                (seat,),
            )


def wrong_length(match: Match, number: int, hands: Sequence[Hand | None]) -> Problem:
    """The problem of a row for round `number` that has not one place for each seat."""
    text = _("Round {number} has one place for each seat of the match: {seats}, not {count}.")
    return Problem(text.format(number=number, count=len(hands), seats=len(match.players)), "", (), number)


def _strangers(match: Match, number: int, hands: Sequence[Hand | None]) -> Iterator[Problem]:
    if len(hands) > len(match.players):
        yield wrong_length(match, number, hands)
    for seat, (player, hand) in enumerate(zip(match.players, hands, strict=False)):
        if hand is None or player.plays(number):
            continue
        if number < player.joined:
            yield Problem(
                _("{name} joined after round {number}, so can have no number in it (A29).").format(
                    name=player.name, number=number
                ),
                "A29",
                (seat,),
            )
        else:
            yield Problem(
                _("{name} left before round {number}, so can have no number in it (A30).").format(
                    name=player.name, number=number
                ),
                "A30",
                (seat,),
            )


def _names(match: Match, seats: Sequence[int]) -> str:
    return listing([match.players[seat].name for seat in seats])


def _flags(match: Match, double: int, held: Sequence[tuple[int, Hand]]) -> Iterator[Problem]:
    out = tuple(seat for seat, hand in held if hand.is_out)
    if len(out) > 1:
        text = (
            _("{names} cannot both be out: one player at most has no tile left (C1).")
            if len(out) == 2
            else _("{names} cannot all be out: one player at most has no tile left (C1).")
        )
        yield Problem(text.format(names=_names(match, out)), "C1", out)
    blank = tuple(seat for seat, hand in held if hand.double_blank)
    if blank and double == 0:
        yield Problem(
            _("{names} cannot hold the double-blank: it started this round and lies on the table (C2).").format(
                names=_names(match, blank)
            ),
            "C2",
            blank,
        )
    elif len(blank) > 1:
        text = (
            _("{names} cannot both hold the double-blank: the set has one (C2).")
            if len(blank) == 2
            else _("{names} cannot all hold the double-blank: the set has one (C2).")
        )
        yield Problem(text.format(names=_names(match, blank)), "C2", blank)
    for seat, hand in held:
        if hand.out_on_double and hand.double_blank:
            yield Problem(
                _("{name} cannot be out and hold the double-blank (C2).").format(name=match.players[seat].name),
                "C2",
                (seat,),
            )
        elif hand.out_on_double and not hand.is_out:
            yield Problem(
                _("{name} still holds tiles, so did not go out on a double (H6).").format(
                    name=match.players[seat].name
                ),
                "H6",
                (seat,),
            )


def _sizes(
    match: Match, double: int, held: Sequence[tuple[int, Hand]], on_table: AbstractSet[Tile]
) -> Iterator[Problem]:
    most = pips_off_table(match.set, double) - sum(tile.pips for tile in on_table if tile != Tile(double, double))
    rest = (
        _("the tiles off the table have {most}").format(most=most)
        if on_table
        else _("all tiles but {double}-{double} have {most}").format(double=double, most=most)
    )
    for seat, hand in held:
        if hand.pips < 0:
            yield Problem(
                _("{name} cannot hold {pips} pips; pips are whole numbers from 0 (C3).").format(
                    name=match.players[seat].name, pips=hand.pips
                ),
                "C3",
                (seat,),
            )
        elif hand.pips > most:
            yield Problem(
                _("{name} cannot hold {pips} pips: {rest} (C3).").format(
                    name=match.players[seat].name, pips=hand.pips, rest=rest
                ),
                "C3",
                (seat,),
            )
    # A hand that is impossible alone has its problem already, and would make any sum impossible.
    possible = [(seat, hand) for seat, hand in held if 0 < hand.pips <= most]
    together = sum(hand.pips for _seat, hand in possible)
    if together > most:
        yield Problem(
            _("All hands together cannot hold {pips} pips: {rest} (C4).").format(pips=together, rest=rest),
            "C4",
            tuple(seat for seat, _hand in possible),
        )


def _too_many(
    match: Match, double: int, held: Sequence[tuple[int, Hand]], on_table: AbstractSet[Tile]
) -> Iterator[Problem]:
    """Hands that together hold more tiles than are off the table; a hand of which only the pips are known has one."""
    off = tile_count(match.set) - len(on_table | {Tile(double, double)})
    least = sum(1 if hand.tiles is None else len(hand.tiles) for _seat, hand in held)
    if least > off:
        yield Problem(
            ngettext(
                "All hands together hold {least} tiles at least, and only {off} is off the table (C6).",
                "All hands together hold {least} tiles at least, and only {off} are off the table (C6).",
                off,
            ).format(least=least, off=off),
            "C6",
            tuple(seat for seat, hand in held if hand.tiles != ()),
        )


def _tiles(
    match: Match, double: int, held: Sequence[tuple[int, Hand]], on_table: AbstractSet[Tile]
) -> Iterator[Problem]:
    holder: dict[Tile, int] = {}
    for seat, hand in held:
        name = match.players[seat].name
        known = hand.tiles if hand.tiles is not None else (DOUBLE_BLANK,) if hand.double_blank else ()
        for tile in known:
            if tile.high > match.set or tile.low < 0:
                yield Problem(
                    _("{name} cannot hold {tile}: it is not in a double-{set} set (C6).").format(
                        name=name, tile=tile, set=match.set
                    ),
                    "C6",
                    (seat,),
                )
            elif tile == Tile(double, double) and tile != DOUBLE_BLANK:
                yield Problem(
                    _("{name} cannot hold {tile}: it started this round and lies on the table (C6).").format(
                        name=name, tile=tile
                    ),
                    "C6",
                    (seat,),
                )
            elif tile in on_table and (tile != DOUBLE_BLANK or double != 0):
                yield Problem(
                    _("{name} cannot hold {tile}: it lies on the table (C6).").format(name=name, tile=tile),
                    "C6",
                    (seat,),
                )
            elif tile != DOUBLE_BLANK and holder.get(tile, seat) != seat:
                yield Problem(
                    _("{names} cannot both hold {tile}: a set has every tile once (C6).").format(
                        names=_names(match, (holder[tile], seat)), tile=tile
                    ),
                    "C6",
                    (holder[tile], seat),
                )
            holder.setdefault(tile, seat)
        if hand.tiles is not None:
            yield from _disagreement(name, seat, hand)


def _disagreement(name: str, seat: int, hand: Hand) -> Iterator[Problem]:
    tiles = hand.tiles or ()
    if len(set(tiles)) < len(tiles):
        yield Problem(
            _("{name} has the same tile twice; a set has every tile once (C6).").format(name=name), "C6", (seat,)
        )
    pips = sum(tile.pips for tile in tiles)
    if pips != hand.pips or (DOUBLE_BLANK in tiles) != hand.double_blank:
        yield Problem(
            ngettext(
                "{name}'s tiles come to {pips} pip {with_blank}, but the row says {said} {said_blank} (C6).",
                "{name}'s tiles come to {pips} pips {with_blank}, but the row says {said} {said_blank} (C6).",
                pips,
            ).format(
                name=name,
                pips=pips,
                with_blank=_with_blank(DOUBLE_BLANK in tiles),
                said=hand.pips,
                said_blank=_with_blank(hand.double_blank),
            ),
            "C6",
            (seat,),
        )


def _with_blank(there: bool) -> str:
    return _("with the double-blank") if there else _("without the double-blank")


def check_double(match: Match, number: int, double: int) -> tuple[Problem, ...]:
    """What is wrong with `double` starting round `number`, seen from the rounds before it (C7)."""
    left = doubles_left(match, number - 1)
    if left and (double == left[0] or (match.house.drops and double in left)):
        return ()
    before = match.edit(rounds=match.rounds[: number - 1], drops=0)
    return (Problem(_wrong_double(before, double, left), "C7", (), number),)


def _wrong_double(before: Match, double: int, left: Sequence[int]) -> str:
    if any(row.double == double for row in before.rounds):
        return _("{double}-{double} has had its round already (C7).").format(double=double)
    if not 0 <= double <= before.set:
        return _("{double}-{double} is not in a double-{set} set (C7).").format(double=double, set=before.set)
    if double < before.house.last_double:
        return _("The last double of this match is {last}-{last}; {double}-{double} has no round (C7).").format(
            last=before.house.last_double, double=double
        )
    if not left:
        return _("Every double of this match has had its round (C7).")
    if before.house.drops:
        return _("{double}-{double} was burned and has no round any more (C7).").format(double=double)
    return _(
        "This round is started by {next}-{next}, the highest double not yet played, not {double}-{double} (C7)."
    ).format(next=left[0], double=double)


UNUSUAL: Final = {(9, 4): 121, (9, 2): 188, (12, 8): 129}
"""Pips in one hand that simulated play reaches once in a thousand rounds, by set and players."""


def unusual(match: Match, seats: Sequence[int], hand: Hand) -> str | None:
    """A word about a hand that is possible but rare; never a refusal and never a question."""
    limit = UNUSUAL.get((match.set, len(seats)))
    if limit is None or hand.pips <= limit:
        return None
    return ngettext(
        "{pips} pip is rare for one hand; worth a second look.",
        "{pips} pips are rare for one hand; worth a second look.",
        hand.pips,
    ).format(pips=hand.pips)
