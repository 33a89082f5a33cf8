"""A match told: what happened in each round, what there is to laugh about, and why everybody stands there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.report.words import result
from scorekeeper.rules.course import state
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.scoring import explain_place, round_points, standings
from scorekeeper.text import _, listing, ngettext


def round_story(match: Match, number: int) -> list[str]:
    """What happened in round `number`, from 1: who came, started, went out, was caught, leads and left; its notes."""
    row = match.rounds[number - 1]
    names = [player.name for player in match.players]
    told = [_joined(match, seat) for seat, player in enumerate(match.players) if player.joined == number > 1]
    if row.starter is not None:
        told.append(_("{name} started.").format(name=names[row.starter]))
    told.append(_("A blocked round: nobody went out (R24).") if row.out is None else _went_out(match, number, row.out))
    for seat, hand in row.played():
        if hand.double_blank:
            told.append(_caught(match, names[seat], hand))
    told += _most(match, number)
    told += _lead(match, number)
    told += [
        _("{name} left after it (A30).").format(name=player.name) for player in match.players if player.left == number
    ]
    if row.note:
        told.append(_("Note: {note}").format(note=row.note))
    for ruling in match.rulings:
        if ruling.round == number:
            text = _("Ruling: {text}").format(text=ruling.text)
            told.append(f"{text} ({ruling.rule})" if ruling.rule else text)
    return told


def _joined(match: Match, seat: int) -> str:
    player = match.players[seat]
    return ngettext(
        "{name} joined with {points} point (A29).", "{name} joined with {points} points (A29).", player.catch_up
    ).format(name=player.name, points=player.catch_up)


def _went_out(match: Match, number: int, seat: int) -> str:
    hand = match.rounds[number - 1].hands[seat]
    assert hand is not None
    name, points = match.players[seat].name, hand.points(match.house)
    if not hand.out_on_double:
        return _("{name} went out.").format(name=name)
    if not points:
        return _("{name} went out on a double.").format(name=name)
    return ngettext(
        "{name} went out on a double: {points} point (H6).",
        "{name} went out on a double: {points} points (H6).",
        points,
    ).format(name=name, points=points)


def _caught(match: Match, name: str, hand: Hand) -> str:
    points = hand.points(match.house)
    if not hand.pips:
        return ngettext(
            "{name} was left with nothing but the double-blank: {points} point (R26).",
            "{name} was left with nothing but the double-blank: {points} points (R26).",
            points,
        ).format(name=name, points=points)
    return ngettext(
        "{name} was left with the double-blank: {pips} + {blank} = {points} point (R26).",
        "{name} was left with the double-blank: {pips} + {blank} = {points} points (R26).",
        points,
    ).format(name=name, pips=hand.pips, blank=match.house.double_blank, points=points)


def _most(match: Match, number: int) -> list[str]:
    """Who scored the most in a round, with the tiles where they are known; nothing where that was told already."""
    row = match.rounds[number - 1]
    scored = {seat: points for seat, points in enumerate(round_points(match, number)) if points}
    if not scored:
        return []
    most = max(scored.values())
    seats = [seat for seat, points in scored.items() if points == most]
    names = listing([match.players[seat].name for seat in seats])
    hand = row.hands[seats[0]]
    if seats == [row.double_blank] or hand is None or hand.out_on_double:
        return []
    if len(seats) > 1 or not hand.tiles:
        return [
            ngettext("Most: {names} with {points} point.", "Most: {names} with {points} points.", most).format(
                names=names, points=most
            )
        ]
    return [
        ngettext(
            "Most: {names} with {points} point, {tiles}.", "Most: {names} with {points} points, {tiles}.", most
        ).format(names=names, points=most, tiles=" ".join(str(tile) for tile in hand.tiles))
    ]


def _lead(match: Match, number: int) -> list[str]:
    now = standings(match, number)
    if not now.winners:
        return []
    points = now.lines[now.winners[0]].total
    several = len(now.winners) > 1
    if number == len(match.rounds) and state(match) == "finished":
        told = (
            ngettext("{names} win with {points} point.", "{names} win with {points} points.", points)
            if several
            else ngettext("{names} wins with {points} point.", "{names} wins with {points} points.", points)
        )
    elif several:
        told = ngettext("{names} lead with {points} point.", "{names} lead with {points} points.", points)
    elif number > 1 and now.winners != standings(match, number - 1).winners:
        told = ngettext(
            "{names} takes the lead with {points} point.", "{names} takes the lead with {points} points.", points
        )
    else:
        told = ngettext("{names} leads with {points} point.", "{names} leads with {points} points.", points)
    return [told.format(names=listing([now.lines[seat].name for seat in now.winners]), points=points)]


def match_story(match: Match) -> list[str]:
    """What the rounds have in common: blocks, double-blanks, who went out and started, the worst round, the lead."""
    if not match.rounds:
        return []
    told = [_blocked(match), _double_blanks(match)]
    outs = [row.out for row in match.rounds if row.out is not None]
    if outs:
        told.append(_("Went out: {who}.").format(who=_tally(match, outs)))
    on_double = [row.out for row in match.rounds if row.out is not None and _is_on_double(row.hands[row.out])]
    if on_double:
        told.append(_("Of these on a double: {who}.").format(who=_tally(match, on_double)))
    started = [row.starter for row in match.rounds if row.starter is not None]
    if started:
        told.append(_("Started: {who}.").format(who=_tally(match, started)))
    return told + _worst(match) + _changes(match)


def _blocked(match: Match) -> str:
    doubles = [_double(match, number) for number, row in enumerate(match.rounds, start=1) if row.out is None]
    if not doubles:
        return _("No round was blocked.")
    return ngettext(
        "Blocked: {doubles}; {blocked} of {count} round.",
        "Blocked: {doubles}; {blocked} of {count} rounds.",
        len(match.rounds),
    ).format(blocked=len(doubles), count=len(match.rounds), doubles=", ".join(doubles))


def _double_blanks(match: Match) -> str:
    caught: dict[int, list[str]] = {}
    for number, row in enumerate(match.rounds, start=1):
        if row.double_blank is not None:
            caught.setdefault(row.double_blank, []).append(_double(match, number))
    if not caught:
        return _("Nobody was caught with the double-blank.")
    who = [f"{match.players[seat].name} ({', '.join(doubles)})" for seat, doubles in sorted(caught.items())]
    return _("Caught with the double-blank: {who}.").format(who=listing(who))


def _double(match: Match, number: int) -> str:
    double = match.rounds[number - 1].double
    return f"{double}-{double}"


def _is_on_double(hand: Hand | None) -> bool:
    return hand is not None and hand.out_on_double


def _tally(match: Match, seats: Sequence[int]) -> str:
    """How often each is among `seats`, the most first: "Ana 4, Chi 2"."""
    counts = {seat: seats.count(seat) for seat in range(len(match.players)) if seat in seats}
    order = sorted(counts, key=lambda seat: -counts[seat])
    return ", ".join(f"{match.players[seat].name} {counts[seat]}" for seat in order)


def _worst(match: Match) -> list[str]:
    scored = [
        (points, number, seat)
        for number in range(1, len(match.rounds) + 1)
        for seat, points in enumerate(round_points(match, number))
        if points
    ]
    if not scored:
        return []
    points, number, seat = max(scored, key=lambda item: item[0])
    return [
        ngettext(
            "Most in a round: {name} with {points} point ({double}).",
            "Most in a round: {name} with {points} points ({double}).",
            points,
        ).format(name=match.players[seat].name, points=points, double=_double(match, number))
    ]


def _changes(match: Match) -> list[str]:
    if len(match.rounds) < 2:
        return []
    leaders = [standings(match, number).winners for number in range(1, len(match.rounds) + 1)]
    count = sum(now != before for before, now in pairwise(leaders))
    if not count:
        return [_("The lead never changed.")]
    return [ngettext("The lead changed {count} time.", "The lead changed {count} times.", count).format(count=count)]


def reasons(match: Match, upto: int | None = None) -> list[str]:
    """Why everybody stood where they stood after `upto` rounds, all of them by default: first place, then the others.

    Players who are not there yet are left out.
    """
    now = standings(match, upto)
    if not now.lines or not now.lines[0].rounds:
        return [_("No round has been played; nobody has a place yet.")]
    told = [result(now)]
    told += [
        explain_place(now.lines, line.seat)
        for line in now.by_place()
        if line.seat not in now.winners and not (line.place is None and line.status != "left")
    ]
    return told
