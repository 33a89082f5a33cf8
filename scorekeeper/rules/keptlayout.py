"""The layout kept for the round being played: how it began and every action since, so that undo is fewer actions.

It is a frozen value, and it can be written as short lines of text and read back from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self, TypeVar

from scorekeeper.rules.course import next_double
from scorekeeper.rules.house import STANDARD, HouseRules, boneyard_after_deal
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.layoutlines import action_line, read_action, read_situation, situation_line
from scorekeeper.rules.match import Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.referee import Action, Play, Ruling, State, judge, new_round
from scorekeeper.rules.situation import Situation
from scorekeeper.rules.tiles import SETS, Tile, tile_count
from scorekeeper.text import _, ngettext

Kept = TypeVar("Kept", bound="KeptLayout")


@dataclass(frozen=True)
class KeptLayout:
    """One round's layout as a table keeps it; hands are not seen, only counted.

    Players are named by their place among those who play the round, from 0, clockwise.
    """

    highest: int
    """The number on the set's highest double."""
    start: int
    """The number on the round's starting double."""
    counts: tuple[int, ...]
    """Tiles that each player began with."""
    boneyard: int
    """Tiles in the boneyard at the beginning."""
    first: int = 0
    """Who opens the round, or draws first for the starting double (A3)."""
    house: HouseRules = STANDARD
    laid_out: bool = False
    """Whether the starting double was laid out before tiles were taken (H1 `set_aside`)."""
    actions: tuple[Action, ...] = ()
    """Everything that was recorded; none of it is refused by the rules."""
    undone: tuple[Action, ...] = ()
    """What was taken back; the last is the next to be done again."""
    dropped: bool = False
    """Whether the table stopped following the layout, so that nothing may rest on it."""
    situation: Situation | None = None
    """The situation as somebody set it, where the layout was not kept from the start."""

    @classmethod
    def begin(cls, match: Match) -> Self:
        """The layout of the round to come, before its first action.

        Raises:
            RuleError: the match has no round to come, or nobody to play it.
        """
        double = next_double(match)
        seats = match.active_seats
        if double is None or not seats:
            raise RuleError.because(_("There is no round to keep a layout of."))
        laid_out = match.house.missing_double == "set_aside"
        left = boneyard_after_deal(match.set, len(seats), match.hand_size) - laid_out
        return cls(
            match.set,
            double,
            (match.hand_size,) * len(seats),
            max(left, 0),
            seats.index(match.starter) if match.starter in seats else 0,
            match.house,
            laid_out,
        )

    def belongs_to(self, match: Match) -> bool:
        """Whether this is about the round to come of `match`."""
        about = (self.highest, self.start, len(self.counts))
        return about == (match.set, next_double(match), len(match.active_seats))

    # How the round stands

    @property
    def before(self) -> State:
        """The round before its first action."""
        state = new_round(self.highest, self.start, self.counts, self.boneyard, self.first, self.house)
        return replace(state, layout=state.layout.place(state.layout.start_double)) if self.laid_out else state

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """What the referee said to each action."""
        rulings: list[Ruling] = []
        state = self.before
        for action in self.actions:
            rulings.append(judge(state, action))
            state = rulings[-1].state
        return tuple(rulings)

    @property
    def state(self) -> State:
        """How the round stands now."""
        return self.rulings[-1].state if self.actions else self.before

    @property
    def layout(self) -> Layout:
        """What lies on the table."""
        return self.state.layout

    @property
    def is_searching(self) -> bool:
        """Whether the starting double is being drawn for (R11), so that nobody was dealt it."""
        return not self.layout.placed and bool(self.actions)

    @property
    def newest(self) -> Tile | None:
        """The tile that was laid last."""
        return self.layout.placed[-1].tile if self.layout.placed else None

    @property
    def standing(self) -> frozenset[Tile]:
        """Tiles that were laid wrongly and stand (A32)."""
        return frozenset(
            action.tile
            for action, ruling in zip(self.actions, self.rulings, strict=True)
            if isinstance(action, Play) and ruling.code == "OK_STANDS"
        )

    @property
    def lying(self) -> tuple[Tile, ...]:
        """The tiles known to lie on the table, in the order of play; none once the layout was dropped (C6)."""
        return () if self.dropped else tuple(lying.tile for lying in self.layout.placed)

    # What may be done

    def choices(self, tile: Tile, player: int | None = None, *, stands: bool = False) -> tuple[Play, ...]:
        """The plays that `tile` can mean, the likeliest first.

        Only the ends where it may be laid now, if there are any; otherwise every free end, those that it matches
        before the rest.

        Args:
            tile: what is laid.
            player: who lays it; None for whose turn it is.
            stands: whether a tile that matches nothing is offered both ways round, as it can lie both ways.
        """
        state, layout = self.state, self.layout
        player = player if player is not None else state.turn if state.turn is not None else 0
        if not layout.placed:
            return (Play(player, tile),)
        legal = state.legal_plays(tile)
        if legal:
            return tuple(Play(player, tile, end.on) for end in legal)
        ends = dict.fromkeys(sorted(layout.ends, key=lambda end: (end.number not in tile, end not in layout.open_ends)))
        plays: list[Play] = []
        for end in ends:
            plays.append(Play(player, tile, end.on))
            if stands and end.number not in tile and not tile.is_double:
                plays[-1:] = [Play(player, tile, end.on, free=free) for free in (tile.high, tile.low)]
        return tuple(plays) or (Play(player, tile),)

    def ask(self, action: Action) -> Ruling:
        """What the referee says to `action`; asking changes nothing."""
        return judge(self.state, action)

    def record(self, *actions: Action) -> Self:
        """The layout after these actions; what was taken back before can be done again no more.

        Raises:
            RuleError: the rules refuse one of them.
        """
        return self._after(actions, ())

    def _after(self, actions: Sequence[Action], undone: tuple[Action, ...]) -> Self:
        rulings = list(self.rulings)
        for action in actions:
            ruling = judge(rulings[-1].state if rulings else self.before, action)
            if not ruling.legal:
                raise RuleError.because(ruling.reason, ruling.rule, action.player)
            rulings.append(ruling)
        return self._with((*self.actions, *actions), tuple(rulings), undone)

    def _with(self, actions: tuple[Action, ...], rulings: tuple[Ruling, ...], undone: tuple[Action, ...]) -> Self:
        after = replace(self, actions=actions, undone=undone)
        # Carried over rather than replayed, so that a key costs the same late in a round.
        after.__dict__["rulings"] = rulings
        return after

    def undo(self) -> Self:
        """The layout without its last action, or taken up again where it was dropped.

        Raises:
            RuleError: there is nothing to undo.
        """
        if self.dropped:
            return replace(self, dropped=False)
        if not self.actions:
            raise RuleError.because(_("There is nothing to undo."))
        return self._with(self.actions[:-1], self.rulings[:-1], (*self.undone, self.actions[-1]))

    def redo(self) -> Self:
        """The layout with the action that was undone last.

        Raises:
            RuleError: there is nothing to do again, or the rules refuse it by now.
        """
        if not self.undone:
            raise RuleError.because(_("There is nothing to redo."))
        return self._after(self.undone[-1:], self.undone[:-1])

    def drop(self) -> Self:
        """The layout as one that nobody follows any more; `undo` takes it up again."""
        return replace(self, dropped=True)

    def with_situation(self, situation: Situation | None) -> Self:
        """The layout with a situation set as it lies beside it."""
        return replace(self, situation=situation)

    # What was not as it was thought

    def with_first(self, first: int) -> Self:
        """The layout with another player opening the round; everything recorded moves round the table with it.

        Raises:
            RuleError: the numbers of tiles in hands do not allow it.
        """
        turned = first - self.first

        def moved(actions: Iterable[Action]) -> tuple[Action, ...]:
            return tuple(replace(action, player=(action.player + turned) % len(self.counts)) for action in actions)

        return replace(self, first=first, actions=(), undone=())._after(moved(self.actions), moved(self.undone))

    def with_hands(self, counts: Sequence[int], boneyard: int) -> Self:
        """The layout with these numbers of tiles in hands and boneyard now, and what follows for the beginning.

        Raises:
            RuleError: they cannot be, with what was recorded.
        """
        state = self.state
        total = tile_count(self.highest) - len(state.layout.placed)
        if len(counts) != len(self.counts) or min(*counts, boneyard) < 0:
            raise RuleError.because(
                _("A number of tiles for each of the {count} players, then the boneyard.").format(
                    count=len(self.counts)
                )
            )
        if sum(counts) + boneyard > total:
            raise RuleError.because(
                ngettext(
                    "There is only {count} tile off the table, not {told}.",
                    "There are only {count} tiles off the table, not {told}.",
                    total,
                ).format(count=total, told=sum(counts) + boneyard),
                "R2",
            )
        begun = tuple(old + new - now for old, new, now in zip(self.counts, counts, state.counts, strict=True))
        at_first = replace(
            self, counts=begun, boneyard=self.boneyard + boneyard - state.boneyard, actions=(), undone=()
        )
        return at_first._after(self.actions, self.undone)

    # As text

    def lines(self) -> tuple[str, ...]:
        """The layout as short lines of text, such as "2 9-4 on 9-9", "0 draw" and "0 pass"."""
        words = [f"layout {self.highest} {self.start}", f"first {self.first}"]
        words += [f"tiles {' '.join(map(str, self.counts))}", f"boneyard {self.boneyard}"]
        words += ["laid out"] * self.laid_out + ["dropped"] * self.dropped
        if self.situation is not None:
            words.append(situation_line(self.situation))
        words += [action_line(action) for action in self.actions]
        words += [f"undone {action_line(action)}" for action in self.undone]
        return tuple(words)

    @classmethod
    def from_lines(cls, lines: Sequence[str], house: HouseRules = STANDARD) -> Self:
        """The layout that was written as `lines`.

        What the house rules no longer allow is taken back, to be done again when they do.

        Raises:
            RuleError: they are no layout.
        """
        try:
            begun, actions, undone = _read(lines, house, cls)
        except (ValueError, IndexError, KeyError) as error:
            raise RuleError.because(_("The layout that was kept cannot be read.")) from error
        for count, action in enumerate(actions):
            ruling = begun.ask(action)
            if not ruling.legal:
                return replace(begun, undone=(*undone, *reversed(actions[count:])))
            begun = begun._with((*begun.actions, action), (*begun.rulings, ruling), ())
        return begun._with(begun.actions, begun.rulings, undone)


def _read(lines: Sequence[str], house: HouseRules, kind: type[Kept]) -> tuple[Kept, list[Action], tuple[Action, ...]]:
    """The layout before its first action, what was done and what was undone.

    Raises:
        ValueError, IndexError, KeyError: the lines are no layout.
    """
    facts: dict[str, list[str]] = {}
    actions: list[Action] = []
    undone: list[Action] = []
    for line in lines:
        words = line.split()
        if words[0] == "undone":
            undone.append(read_action(words[1:], len(facts["tiles"])))
        elif words[0].isdecimal():
            actions.append(read_action(words, len(facts["tiles"])))
        else:
            facts[words[0]] = words[1:]
    highest, start = (int(word) for word in facts["layout"])
    counts = tuple(int(word) for word in facts["tiles"])
    first, boneyard = int(facts["first"][0]), int(facts["boneyard"][0])
    fits = highest in SETS and 0 <= start <= highest and counts and 0 <= first < len(counts)
    if not fits or min(*counts, boneyard) < 0:
        raise ValueError(lines)
    situation = facts.get("situation")
    begun = kind(
        highest,
        start,
        counts,
        boneyard,
        first,
        house,
        "laid" in facts,
        dropped="dropped" in facts,
        situation=None if situation is None else read_situation(situation, highest, start, house.arms),
    )
    return begun, actions, tuple(undone)
