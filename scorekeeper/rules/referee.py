"""Turns, draws, passes and blocks: what an action is worth, and how the round stands after it.

Everything is a frozen value. `judge` changes nothing: to ask is to call it, to record is to keep the state it gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.layout import End, Layout, Outlook
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.rulings import RULE_OF, Code, Flag, Refused, place_reason, tile_reason, turn_reason
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _

Phase = Literal["find_start", "arms", "open", "foot", "over"]


@dataclass(frozen=True, slots=True)
class Play:
    """Laying a tile."""

    player: int
    """Seat index from 0, clockwise."""
    tile: Tile
    on: Tile | None = None
    """The tile it is attached to; None for the starting double."""
    stands: bool = False
    """Whether it was wrong and noticed too late, so that it stays where it lies (A32)."""
    free: int | None = None
    """The number at the free end of a tile that stands and matches nothing; the higher one where nobody said."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Taking one tile from the boneyard."""

    player: int
    tile: Tile | None = None
    """The tile drawn; None when nobody but its owner saw it."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Ending a turn without a play."""

    player: int


Action = Play | Draw | Pass


@dataclass(frozen=True, slots=True)
class State:
    """How a round stands: the layout, whose turn it is, and what is known of hands and boneyard."""

    layout: Layout
    turn: int | None
    """Seat whose turn it is; None when the round is over."""
    boneyard: int
    """Tiles left to draw."""
    counts: tuple[int, ...]
    """Tiles held by each seat."""
    house: HouseRules = STANDARD
    hands: tuple[frozenset[Tile], ...] | None = None
    """The tiles of each seat, or None where the referee sees no hands."""
    found: bool = False
    """Whether the starting double was drawn in the search for it (R12)."""
    draws: int = 0
    """Tiles drawn in this turn."""
    drawn: Tile | None = None
    """The last tile drawn in this turn, if it was seen."""
    ended_by: Literal["out", "blocked"] | None = None
    out: int | None = None
    """The seat that went out."""

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        return "over" if self.ended_by else self.layout.stage

    @property
    def open_values(self) -> tuple[int, ...]:
        """The numbers that may be matched now, smallest first; none when the round is over."""
        return () if self.ended_by else self.layout.open_values

    @property
    def start_is_held(self) -> bool:
        """Whether somebody is known to hold the starting double, so that it is not drawn for (R11)."""
        return self.found or (self.hands is not None and any(self.layout.start_double in hand for hand in self.hands))

    @property
    def drawn_fits(self) -> bool:
        """Whether the tile drawn in this turn was seen to fit (R17)."""
        return self.drawn is not None and self.layout.fits(self.drawn)

    def legal_plays(self, tile: Tile) -> tuple[End, ...]:
        """The different ends where `tile` may be laid now; empty when the round is over, or not begun."""
        return () if self.ended_by else self.layout.legal_plays(tile)

    def playable(self, player: int) -> tuple[Tile, ...]:
        """The tiles of a known hand that may be played now, heaviest first; none where hands are not known."""
        if self.hands is None or self.ended_by:
            return ()
        return tuple(sorted((tile for tile in self.hands[player] if self.layout.fits(tile)), reverse=True))

    def outlook(self) -> Outlook:
        """Whether the round is blocked, as far as it can be proved (A13, A14)."""
        return self.layout.outlook(boneyard_empty=self.boneyard == 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says to one action."""

    legal: bool
    code: Code
    flags: tuple[Flag, ...]
    """What a legal action caused, in the order ARMS_COMPLETE, FOOT_OPENED, FOOT_COMPLETE, WENT_OUT, DEAD_POSITION,
    BLOCKED; START_FOUND or DRAWN_PLAYABLE on draws."""
    rule: str
    """The number of the rule it rests on."""
    reason: str
    """A sentence for people."""
    state: State
    """How the round stands after it; a refused action changes nothing."""


def new_round(
    highest: int,
    start: int,
    counts: Sequence[int],
    boneyard: int,
    first: int = 0,
    house: HouseRules = STANDARD,
    dealt: Sequence[Iterable[Tile]] | None = None,
) -> State:
    """A round before its first action.

    Args:
        highest: the number on the set's highest double.
        start: the number on the double that has to open the round.
        counts: tiles dealt to each seat; must agree with `dealt` where that is known.
        boneyard: tiles in the boneyard.
        first: the seat that holds the starting double, or draws first for it (A3).
        dealt: the tiles of each seat, or None where the referee sees no hands.
    """
    hands = None if dealt is None else tuple(frozenset(hand) for hand in dealt)
    return State(Layout(highest, start, house.arms), first, boneyard, tuple(counts), house, hands)


def judge(state: State, action: Action) -> Ruling:
    """What `action` is worth in `state`, and the state after it; `state` itself stays as it is.

    Raises:
        RuleError: hands are known, and a draw that is otherwise allowed does not name its tile.
    """
    match action:
        case Play():
            return _judge_play(state, action)
        case Draw():
            return _judge_draw(state, action)
        case Pass():
            return _judge_pass(state, action)


def replay(state: State, actions: Iterable[Action]) -> tuple[Ruling, ...]:
    """The rulings on several actions one after the other, each in the state that the one before left."""
    rulings: list[Ruling] = []
    for action in actions:
        rulings.append(judge(state, action))
        state = rulings[-1].state
    return tuple(rulings)


def _refuse(state: State, code: Refused, reason: str, rule: str = "") -> Ruling:
    return Ruling(False, code, (), rule or RULE_OF[code], reason, state)


def _not_now(state: State, player: int) -> Refused | None:
    if state.ended_by:
        return "ERR_ROUND_OVER"
    return None if player == state.turn else "ERR_NOT_YOUR_TURN"


def _tile_fault(state: State, tile: Tile) -> Refused | None:
    if not state.layout.in_set(tile):
        return "ERR_TILE_NOT_IN_SET"
    return "ERR_TILE_ALREADY_PLAYED" if tile in state.layout else None


def _refuse_turn(state: State, code: Refused, rule: str = "") -> Ruling:
    rule = rule or RULE_OF[code]
    return _refuse(state, code, turn_reason(code, state.layout, state.boneyard, rule), rule)


def _pass_turn(state: State, player: int, flags: list[Flag]) -> State:
    """The state with the turn gone to the left of `player`, and the round ended if that proves it blocked."""
    state = replace(state, turn=(player + 1) % len(state.counts), draws=0, drawn=None)
    if not state.layout.is_dead:
        return state
    flags.append("DEAD_POSITION")
    if state.house.dead_position == "draw_out" and state.boneyard:
        return state
    flags.append("BLOCKED")
    return replace(state, turn=None, ended_by="blocked")


def _holding(state: State, player: int, change: int, tile: Tile | None) -> State:
    """The state with `tile` moved into (+1) or out of (-1) the hand of `player`."""
    counts = tuple(count + change * (seat == player) for seat, count in enumerate(state.counts))
    hands = state.hands
    if hands is not None and tile is not None:
        hand = hands[player] | {tile} if change > 0 else hands[player] - {tile}
        hands = (*hands[:player], hand, *hands[player + 1 :])
    return replace(state, counts=counts, hands=hands)


def _judge_play(state: State, play: Play) -> Ruling:
    layout = state.layout
    fault = _not_now(state, play.player)
    if fault is not None and not (play.stands and _can_stand(state, play)):
        return _refuse_turn(state, fault)
    unheld = _unheld(state, play)
    if unheld is not None:
        return _refuse(state, unheld, tile_reason(unheld, layout.highest, play.tile))
    code: Code
    if not layout.placed:
        if play.tile != layout.start_double:
            code = "ERR_NOT_STARTING_DOUBLE"
            return _refuse(state, code, place_reason(code, layout, play.tile, play.on))
        if play.on is not None:
            code = "ERR_NO_SUCH_TARGET"
            return _refuse(state, code, place_reason(code, layout, play.tile, play.on))
        code = "OK_START"
    else:
        wrong = layout.place_fault(play.tile, play.on)
        if (wrong or fault) and play.stands and _can_stand(state, play):
            code = "OK_STANDS"
        elif wrong is not None:
            return _refuse(state, wrong, place_reason(wrong, layout, play.tile, play.on))
        else:
            code = "OK_ARM" if layout.stage == "arms" else "OK_TOE" if layout.stage == "foot" else "OK_EXTEND"
    return _lay(state, play, code)


def _unheld(state: State, play: Play) -> Refused | None:
    """Why the tile cannot have come from the player's hand."""
    fault = _tile_fault(state, play.tile)
    if fault is None and state.hands is not None and play.tile not in state.hands[play.player]:
        return "ERR_NOT_IN_HAND"
    return fault


def _can_stand(state: State, play: Play) -> bool:
    """Whether a wrong play can lie where it is said to: a tile of the player's, at an end that exists and is free."""
    if state.ended_by or play.on is None or _unheld(state, play) is not None:
        return False
    return state.layout.room(play.on) > 0


def _lay(state: State, play: Play, code: Code) -> Ruling:
    layout = state.layout.place(play.tile, play.on, play.free)
    flags: list[Flag] = []
    if play.on == layout.start_double and not layout.arms_left:
        flags.append("ARMS_COMPLETE")
    if play.on is not None and play.tile.is_double:
        flags.append("FOOT_OPENED")
    if play.on is not None and play.on.is_double and play.on != layout.start_double and not layout.room(play.on):
        flags.append("FOOT_COMPLETE")
    after = replace(_holding(state, play.player, -1, play.tile), layout=layout)
    if not after.counts[play.player]:
        flags.append("WENT_OUT")
        after = replace(after, turn=None, ended_by="out", out=play.player, draws=0, drawn=None)
    else:
        after = _pass_turn(after, play.player, flags)
    return Ruling(True, code, tuple(flags), RULE_OF[code], place_reason(code, state.layout, play.tile, play.on), after)


def _draw_fault(state: State, draw: Draw) -> Refused | None:
    fault = _not_now(state, draw.player)
    if fault is not None:
        return fault
    if not state.layout.placed:
        if state.start_is_held:
            return "ERR_START_IS_HELD"
    elif state.draws and (state.house.draws == "one" or state.drawn_fits):
        return "ERR_ALREADY_DREW"
    elif state.playable(draw.player):
        return "ERR_HAS_LEGAL_PLAY"
    return None if state.boneyard else "ERR_BONEYARD_EMPTY"


def _judge_draw(state: State, draw: Draw) -> Ruling:
    fault = _draw_fault(state, draw)
    if fault is not None:
        return _refuse_turn(state, fault)
    if draw.tile is not None:
        fault = _tile_fault(state, draw.tile)
        if fault is None and state.hands is not None and any(draw.tile in hand for hand in state.hands):
            fault = "ERR_TILE_NOT_IN_BONEYARD"
        if fault is not None:
            return _refuse(state, fault, tile_reason(fault, state.layout.highest, draw.tile))
    elif state.hands is not None:
        raise RuleError.because(_("Where the hands are known, a draw names its tile."), "", draw.player)
    after = replace(_holding(state, draw.player, +1, draw.tile), boneyard=state.boneyard - 1)
    code: Code = "OK_DRAW"
    flags: tuple[Flag, ...] = ()
    if not state.layout.placed:
        code = "OK_DRAW_START"
        if draw.tile == state.layout.start_double:
            flags = ("START_FOUND",)
            after = replace(after, found=True)
        else:
            after = replace(after, turn=(draw.player + 1) % len(state.counts))
    else:
        after = replace(after, draws=state.draws + 1, drawn=draw.tile)
        if after.drawn_fits:
            flags = ("DRAWN_PLAYABLE",)
    return Ruling(True, code, flags, RULE_OF[code], turn_reason(code, state.layout, state.boneyard, ""), after)


def _judge_pass(state: State, action: Pass) -> Ruling:
    player = action.player
    fault = _not_now(state, player)
    if fault is not None:
        return _refuse_turn(state, fault)
    if not state.layout.placed:
        return (
            _refuse_turn(state, "ERR_START_IS_HELD")
            if state.start_is_held
            else _refuse_turn(state, "ERR_MUST_DRAW", "R11")
        )
    fits = state.drawn_fits
    if any(tile != state.drawn for tile in state.playable(player)):
        return _refuse_turn(state, "ERR_HAS_LEGAL_PLAY")
    if fits and state.house.drawn_tile == "must":
        return _refuse_turn(state, "ERR_HAS_LEGAL_PLAY", "H5")
    seen_not_to_fit = state.drawn is not None and not fits
    draws_on = state.house.draws == "until_playable" and seen_not_to_fit
    if state.boneyard and (not state.draws or draws_on):
        return _refuse_turn(state, "ERR_MUST_DRAW")
    code: Code = "OK_PASS_KEPT" if fits else "OK_PASS"
    rule = RULE_OF[code] if state.draws else "R18"
    flags: list[Flag] = []
    after = _pass_turn(state, player, flags)
    return Ruling(True, code, tuple(flags), rule, turn_reason(code, state.layout, state.boneyard, rule), after)
