"""Reads a recorded round out of plain values, and says in sentences what is wrong with one that cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.rules.house import HouseRules, house_rule_problem
from scorekeeper.rules.names import clean
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.referee import Action, Draw, Pass, Play, State, new_round
from scorekeeper.rules.tiles import SETS, Tile, tile_count
from scorekeeper.text import _, listing

_SHOWN: Final = 40
"""Characters of somebody's text that are repeated in a sentence about it."""
MOST_NAMED: Final = 1000
"""Faults that are named one by one; nobody reads more, and a mean file has millions."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded round before it is judged."""

    title: str
    """What to call it in a sentence: its id, its title or its number in the file, fit for a terminal."""
    start: State
    """How it stands before the first step."""
    actions: tuple[Action, ...]
    """One for each step."""


def read_record(record: object, number: int | None = None) -> Recorded:
    """The round that a record describes.

    Args:
        record: a record as a JSON reader gives it.
        number: its number in the file from 1, for the sentences about one that has no id.

    Raises:
        RuleError: it is malformed; every fault is named.
    """
    reader = _Reader(_title(record, number))
    if not isinstance(record, Mapping):
        reader.fault(_("a play record is an object with “set”, “players” and “steps”"))
        raise RuleError(reader.problems)
    start = reader.start(record)
    actions = reader.steps(record)
    if reader.problems or start is None:
        raise RuleError(reader.problems)
    return Recorded(reader.title, start, actions)


def quoted(value: object) -> str:
    """Something found in a file, short and fit for a terminal."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]  # as the file has it
    if isinstance(value, list | dict):
        return _("a list") if isinstance(value, list) else _("an object")
    text = clean(value[: 2 * _SHOWN] if isinstance(value, str) else repr(value)[: 2 * _SHOWN])
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def whole_number(value: object) -> int | None:
    """`value` if it is a whole number; None otherwise, for true and false too."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _title(record: object, number: int | None) -> str:
    if isinstance(record, Mapping):
        for key in ("id", "title"):
            value = record.get(key)
            if isinstance(value, str) and clean(value[: 2 * _SHOWN]):
                return _("Record {name}").format(name=quoted(value))
    return _("The record") if number is None else _("Record {name}").format(name=number)


class _Reader:
    """Reads one record and gathers what is wrong with it; what it returns counts only where nothing is."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.problems: list[Problem] = []

    def fault(self, text: str, step: int | None = None) -> None:
        if len(self.problems) >= MOST_NAMED:
            return
        if step is None:
            sentence = _("{title}: {fault}.").format(title=self.title, fault=text)
        else:
            sentence = _("{title}, step {n}: {fault}.").format(title=self.title, n=step, fault=text)
        self.problems.append(Problem(sentence))

    def number(self, value: object, key: str, least: int, most: int) -> int | None:
        """A whole number in its bounds, or None with the fault noted."""
        number = whole_number(value)
        if number is not None and least <= number <= most:
            return number
        self.fault(
            _("“{key}” is a whole number from {least} to {most}, not “{found}”").format(
                key=key, least=least, most=most, found=quoted(value)
            )
        )
        return None

    def tile(self, value: object, key: str, step: int | None = None) -> Tile | None:
        """A tile written "9-4", or None with the fault noted."""
        if isinstance(value, str):
            try:
                return Tile.parse(value)
            except ValueError:
                pass
        self.fault(_("“{key}” is a tile such as “9-4”, not “{found}”").format(key=key, found=quoted(value)), step)
        return None

    def start(self, record: Mapping[str, Any]) -> State | None:
        """The state before the first step."""
        highest = whole_number(record.get("set"))
        if highest is None or highest not in SETS:
            self.fault(
                _("“set” is one of {sets}, not “{found}”").format(
                    sets=listing([str(number) for number in SETS]), found=quoted(record.get("set"))
                )
            )
            return None
        double = self.tile(record.get("start_double"), "start_double")
        if double is not None and not (double.is_double and double.high <= highest):
            self.fault(
                _("“start_double” is a double of the double-{set} set, not “{found}”").format(set=highest, found=double)
            )
        house = self.house(record.get("house_rules"), highest)
        players = self.number(record.get("players"), "players", 2, tile_count(highest))
        if players is None:
            return None
        first = self.number(record.get("first"), "first", 0, players - 1)
        dealt = self.dealt(record.get("dealt"), players, highest)
        counts = self.counts(record.get("counts"), players, highest, dealt)
        if counts is None:
            return None
        left = tile_count(highest) - sum(counts)
        if left < 0:
            self.fault(
                _("{held} tiles are dealt, and the double-{set} set has {tiles}").format(
                    held=sum(counts), set=highest, tiles=tile_count(highest)
                )
            )
            return None
        boneyard = self.number(record.get("boneyard_count", left), "boneyard_count", 0, left)
        if double is None or first is None or boneyard is None or house is None:
            return None
        return new_round(highest, double.high, counts, boneyard, first, house, dealt)

    def house(self, value: object, highest: int) -> HouseRules | None:
        """The house rules, of which only what differs from the standard is recorded."""
        if value is None:
            return HouseRules()
        if not isinstance(value, Mapping):
            self.fault(_("“house_rules” is an object, not “{found}”").format(found=quoted(value)))
            return None
        wrong = False
        for key, setting in value.items():
            problem = house_rule_problem(key, setting, highest)
            if problem is not None:
                wrong = True
                self.fault(clean(problem).removesuffix("."))
        return None if wrong else HouseRules(**value)

    def dealt(self, value: object, players: int, highest: int) -> tuple[tuple[Tile, ...], ...] | None:
        """The tiles of each seat; None where the referee sees no hands."""
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != players or not all(isinstance(hand, list) for hand in value):
            self.fault(_("“dealt” is null, or a list of tiles for each of the {n} players").format(n=players))
            return None
        hands = tuple(tuple(tile for text in hand if (tile := self.tile(text, "dealt"))) for hand in value)
        for tile, times in Counter(tile for hand in hands for tile in hand).items():
            if tile.high > highest:
                self.fault(_("a double-{set} set has no {tile}").format(set=highest, tile=tile))
            if times > 1:
                self.fault(_("{tile} is dealt more than once").format(tile=tile))
        return hands

    def counts(
        self, value: object, players: int, highest: int, dealt: tuple[tuple[Tile, ...], ...] | None
    ) -> tuple[int, ...] | None:
        """The number of tiles of each seat, which the dealt hands say too."""
        held = None if dealt is None else tuple(len(hand) for hand in dealt)
        if value is None and held is not None:
            value = list(held)
        if not isinstance(value, list) or len(value) != players:
            self.fault(_("“counts” is a list with the number of tiles of each of the {n} players").format(n=players))
            return None
        counts = tuple(self.number(count, "counts", 1, tile_count(highest)) for count in value)
        known = tuple(count for count in counts if count is not None)
        if len(known) < players:
            return None
        if held is not None and held != known:
            self.fault(_("“counts” and “dealt” do not agree"))
        return known

    def steps(self, record: Mapping[str, Any]) -> tuple[Action, ...]:
        """The actions of the record's steps."""
        value = record.get("steps")
        if not isinstance(value, list):
            self.fault(_("“steps” is a list"))
            return ()
        players = whole_number(record.get("players"))
        actions: list[Action] = []
        for place, step in enumerate(value, 1):
            action = self.action(step, place, players)
            if action is not None:
                actions.append(action)
            if len(self.problems) >= MOST_NAMED:
                break
        return tuple(actions)

    def action(self, step: object, place: int, players: int | None) -> Action | None:
        """The action of one step; None with the fault noted."""
        value = step.get("action") if isinstance(step, Mapping) else None
        if not isinstance(value, Mapping):
            self.fault(_("a step is an object with an “action”"), place)
            return None
        player = whole_number(value.get("player"))
        if player is None or player < 0 or (players is not None and player >= players):
            self.fault(_("there is no player “{found}”").format(found=quoted(value.get("player"))), place)
            player = None
        match value.get("do"):
            case "play":
                return self.play(value, place, player)
            case "draw":
                hidden = value.get("tile") is None
                tile = None if hidden else self.tile(value["tile"], "tile", place)
                return None if player is None or (tile is None and not hidden) else Draw(player, tile)
            case "pass":
                return None if player is None else Pass(player)
            case other:
                self.fault(_("“do” is play, draw or pass, not “{found}”").format(found=quoted(other)), place)
                return None

    def play(self, value: Mapping[str, Any], place: int, player: int | None) -> Play | None:
        """A tile that is laid; None with the fault noted."""
        tile = self.tile(value.get("tile"), "tile", place)
        opens = value.get("on") is None
        on = None if opens else self.tile(value["on"], "on", place)
        stands = False if value.get("stands") is None else value["stands"]
        if not isinstance(stands, bool):
            self.fault(_("“stands” is true or false, not “{found}”").format(found=quoted(stands)), place)
            return None
        if player is None or tile is None or (on is None and not opens):
            return None
        return Play(player, tile, on, stands)
