"""Documents to rounds: pips, tiles, the double-blank and who went out, each checked against the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.course import doubles_left
from scorekeeper.rules.match import Hand, Match, Round
from scorekeeper.rules.names import NOTE_LIMIT
from scorekeeper.rules.tiles import SETS, Tile
from scorekeeper.store.faults import Fields, is_whole, shown
from scorekeeper.text import _


def read_next_round(fields: Fields, match: Match, before: Sequence[Round], number: int) -> Round:
    """Round `number` of a match, given the rounds `before` it."""
    fields.number = number
    missing_double = None
    if fields.raw.get("double") is None:
        left = doubles_left(match.edit(rounds=tuple(before))) if match.set in SETS else ()
        missing_double = left[0] if left else -1
        if not left and match.set in SETS:
            fields.faults.say(_("Every double of this match has had its round (C7)."), "C7", (), number)
    pips = fields.get("pips")
    if pips is None:
        fields.missing("pips", "R25")
    elif isinstance(pips, list) and len(pips) != len(match.players):
        fields.faults.say(
            _("“{key}” has one entry for each player: {players}, not {count}.").format(
                key=fields.label("pips"), count=len(pips), players=len(match.players)
            ),
            "R25",
            (),
            number,
        )
        pips = None
    elif not isinstance(pips, list):
        fields.wrong("pips", _("“{key}” is a list, not “{value}”."), "R25")
        pips = None
    return read_round(fields, len(match.players), pips, missing_double)


def read_round(fields: Fields, seats: int, pips: list[Any] | None, missing_double: int | None = None) -> Round:
    """A round with one entry of `pips` for each seat; None where they cannot be read, so that nothing rests on them."""
    blank = fields.seat("double_blank", seats, "C2")
    tiles = _read_tiles(fields, seats)
    hands: list[Hand | None] = []
    unread: set[int] = set()
    for seat, value in enumerate([None] * seats if pips is None else pips):
        if pips is None:
            unread.add(seat)
            hands.append(None)
        elif value is None:
            if blank == seat or tiles[seat] is not None:
                fields.faults.say(
                    _("“{key}” has null for a player who is said to hold tiles.").format(key=f"{fields.path}.pips"),
                    "A29",
                    (seat,),
                    fields.number,
                )
            hands.append(None)
        elif is_whole(value):
            hands.append(Hand(value, blank == seat, False, tiles[seat]))
        else:
            fields.faults.say(
                _("“{key}” is a whole number of pips, not “{value}” (C3).").format(
                    key=f"{fields.path}.pips[{seat}]", value=shown(value)
                ),
                "C3",
                (seat,),
                fields.number,
            )
            unread.add(seat)
            hands.append(None)
    row = Round(
        double=fields.whole("double", -1 if missing_double is None else missing_double, rule="C7"),
        hands=tuple(hands),
        starter=fields.seat("starter", seats, "R12"),
        note=fields.text("note", NOTE_LIMIT),
    )
    row = _read_out(fields, row, seats, unread)
    fields.leave_out()
    return row


def _read_tiles(fields: Fields, seats: int) -> list[tuple[Tile, ...] | None]:
    nothing: list[tuple[Tile, ...] | None] = [None] * seats
    raw = fields.get("tiles")
    if raw is None:
        return nothing
    if not isinstance(raw, list) or len(raw) != seats:
        text = _("“{key}” has a list of tiles or null for each seat, {seats} in all, not “{value}” (C6).")
        fields.wrong("tiles", text.replace("{seats}", str(seats)), "C6")
        return nothing
    found = nothing
    for seat, hand in enumerate(raw):
        if hand is None:
            continue
        tiles: list[Tile] = []
        for text in hand if isinstance(hand, list) else [hand]:
            try:
                tiles.append(Tile.parse(text if isinstance(text, str) else ""))
            except ValueError:
                fields.faults.say(
                    _("“{key}” is a list of tiles such as 9-4, not “{value}” (C6).").format(
                        key=f"{fields.path}.tiles[{seat}]", value=shown(text)
                    ),
                    "C6",
                    (seat,),
                    fields.number,
                )
                break
        else:
            found[seat] = tuple(tiles)
    return found


def _read_out(fields: Fields, row: Round, seats: int, unread: set[int]) -> Round:
    """The round with what `out` and `out_on_double` say, where that agrees with its pips (A16)."""
    said = fields.seat("out", seats, "A16")
    on_double = fields.flag("out_on_double")
    out = row.out
    if said in unread:
        return row
    if said is not None:
        hand = row.hands[said]
        if hand is None or not hand.is_out:
            text = _("“{key}” says that a player went out who still holds tiles or was not in the round (A16).")
            fields.wrong("out", text, "A16", (said,))
            return row
        out = said
    elif out is not None and "out" in fields.raw and fields.raw["out"] is None:
        text = _("“{key}” says that nobody went out, but a player has 0 pips and not the double-blank (A16).")
        fields.wrong("out", text, "A16", (out,))
    if not on_double:
        return row
    if out is None:
        if unread:
            return row
        fields.wrong("out_on_double", _("“{key}” is true, but nobody went out (H6)."), "H6", ())
        return row
    hands = list(row.hands)
    hands[out] = Hand(0, out_on_double=True)
    return Round(row.double, tuple(hands), row.starter, row.note)
