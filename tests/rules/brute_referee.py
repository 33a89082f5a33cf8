"""A second referee that knows nothing of the first: plain lists, every fault collected, everything tried by force.

It also makes up recorded rounds, with wrong actions among them, and writes its own verdicts into them.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

PLAY_ORDER = [
    "ERR_ROUND_OVER", "ERR_NOT_YOUR_TURN", "ERR_TILE_NOT_IN_SET", "ERR_TILE_ALREADY_PLAYED", "ERR_NOT_IN_HAND",
    "ERR_NOT_STARTING_DOUBLE", "ERR_NO_SUCH_TARGET", "ERR_ARMS_FIRST", "ERR_FOOT_PENDING", "ERR_END_COVERED",
    "ERR_NO_MATCH",
]  # fmt: skip
DRAW_ORDER = [
    "ERR_ROUND_OVER", "ERR_NOT_YOUR_TURN", "ERR_START_IS_HELD", "ERR_ALREADY_DREW", "ERR_HAS_LEGAL_PLAY",
    "ERR_BONEYARD_EMPTY", "ERR_TILE_NOT_IN_SET", "ERR_TILE_ALREADY_PLAYED", "ERR_TILE_NOT_IN_BONEYARD",
]  # fmt: skip
PASS_ORDER = ["ERR_ROUND_OVER", "ERR_NOT_YOUR_TURN", "ERR_START_IS_HELD", "ERR_HAS_LEGAL_PLAY", "ERR_MUST_DRAW"]
FORGIVEN = {"ERR_NOT_YOUR_TURN", "ERR_ARMS_FIRST", "ERR_FOOT_PENDING", "ERR_NO_MATCH"}
RULES = {
    "OK_START": "R9", "OK_ARM": "R15", "OK_TOE": "R21", "OK_EXTEND": "R13", "OK_DRAW": "R16", "OK_STANDS": "A32",
    "OK_DRAW_START": "R11", "OK_PASS_KEPT": "A8", "ERR_NOT_STARTING_DOUBLE": "R9", "ERR_NOT_YOUR_TURN": "R14",
    "ERR_NO_MATCH": "R13", "ERR_TILE_ALREADY_PLAYED": "R2", "ERR_TILE_NOT_IN_SET": "R2", "ERR_NOT_IN_HAND": "R6",
    "ERR_ARMS_FIRST": "R15", "ERR_FOOT_PENDING": "R21", "ERR_END_COVERED": "R13", "ERR_NO_SUCH_TARGET": "R13",
    "ERR_ALREADY_DREW": "A9", "ERR_BONEYARD_EMPTY": "R18", "ERR_START_IS_HELD": "R11", "ERR_ROUND_OVER": "R24",
    "ERR_TILE_NOT_IN_BONEYARD": "R7",
}  # fmt: skip

Pips = list[int]


def numbers(text: str) -> Pips:
    """Both numbers of a tile, the smaller first."""
    return sorted(int(part) for part in text.split("-"))


def written(pips: Pips) -> str:
    return f"{pips[1]}-{pips[0]}"


class Table:
    """One round in progress; `tiles` holds [numbers, number at its free end, how many tiles lie on it]."""

    def __init__(self, record: dict[str, Any]) -> None:
        rules = record.get("house_rules") or {}
        self.n = record["set"]
        self.start = numbers(record["start_double"])
        self.arms = rules.get("arms", 4)
        self.one_draw = rules.get("draws", "one") == "one"
        self.must = rules.get("drawn_tile") == "must"
        self.draw_out = rules.get("dead_position") == "draw_out"
        self.everything = [[low, high] for low in range(self.n + 1) for high in range(low, self.n + 1)]
        self.turn = record["first"]
        self.boneyard = record["boneyard_count"]
        self.counts = list(record["counts"])
        self.hands = None if record["dealt"] is None else [[numbers(t) for t in hand] for hand in record["dealt"]]
        self.tiles: list[list[Any]] = []
        self.found = False
        self.drawn: list[Pips | None] = []
        self.ended: str | None = None
        self.out: int | None = None

    def where(self, pips: Pips) -> int | None:
        return next((i for i, entry in enumerate(self.tiles) if entry[0] == pips), None)

    def limit(self, index: int) -> int:
        if index == 0:
            return self.arms
        pips = self.tiles[index][0]
        return 3 if pips[0] == pips[1] else 1

    def is_full(self, index: int) -> bool:
        return bool(self.tiles[index][2] >= self.limit(index))

    def waiting_foot(self) -> int | None:
        feet = [i for i, entry in enumerate(self.tiles) if i and entry[0][0] == entry[0][1] and not self.is_full(i)]
        return feet[0] if feet else None

    def place_faults(self, pips: Pips, on: Pips | None) -> set[str]:
        if not self.tiles:
            faults = {"ERR_NOT_STARTING_DOUBLE"} if pips != self.start else set()
            return faults | ({"ERR_NO_SUCH_TARGET"} if on is not None else set())
        index = None if on is None else self.where(on)
        if index is None:
            return {"ERR_NO_SUCH_TARGET"}
        faults = set()
        arms_due = not self.is_full(0)
        if arms_due and index != 0:
            faults.add("ERR_ARMS_FIRST")
        foot = self.waiting_foot()
        if foot is not None and not arms_due and index != foot:
            faults.add("ERR_FOOT_PENDING")
        if self.is_full(index):
            faults.add("ERR_END_COVERED")
        if self.tiles[index][1] not in pips:
            faults.add("ERR_NO_MATCH")
        return faults

    def targets(self, pips: Pips) -> list[Pips]:
        """Where the tile may be laid; the starting double on the empty table has none, but see `fits`."""
        if self.where(pips) is not None:
            return []
        near = [entry[0] for entry in self.tiles if entry[1] in pips]
        return [other for other in near if not self.place_faults(pips, other)]

    def fits(self, pips: Pips) -> bool:
        return bool(self.targets(pips)) if self.tiles else pips == self.start

    def dead(self) -> bool:
        used = {tuple(entry[0]) for entry in self.tiles}
        return bool(self.tiles) and not any(self.targets(pips) for pips in self.everything if tuple(pips) not in used)

    def held(self) -> bool:
        return self.found or (self.hands is not None and any(self.start in hand for hand in self.hands))

    def state(self) -> dict[str, Any]:
        result: dict[str, Any] = {
            "turn": self.turn, "boneyard": self.boneyard, "counts": list(self.counts), "open_values": [],
        }  # fmt: skip
        foot = self.waiting_foot()
        if self.ended:
            result |= {"phase": "over", "ended_by": self.ended}
            if self.ended == "out":
                result["out"] = self.out
        elif not self.tiles:
            result["phase"] = "find_start"
        else:
            result["open_values"] = [
                number for number in range(self.n + 1)
                if any(e[1] == number and not self.place_faults([number, number], e[0]) for e in self.tiles)
            ]  # fmt: skip
            if not self.is_full(0):
                result |= {"phase": "arms", "arms_left": self.arms - self.tiles[0][2]}
            elif foot is not None:
                result |= {"phase": "foot", "foot": written(self.tiles[foot][0]), "toes_left": 3 - self.tiles[foot][2]}
            else:
                result["phase"] = "open"
        return result

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        verdict = {"play": self._play, "draw": self._draw, "pass": self._pass}[action["do"]](action)
        code = verdict["code"]
        verdict.setdefault("rule", RULES.get(code))
        return {"legal": code.startswith("OK"), "flags": [], **verdict, "state": self.state()}

    def _turn_faults(self, player: int) -> set[str]:
        if self.ended:
            return {"ERR_ROUND_OVER"}
        return set() if player == self.turn else {"ERR_NOT_YOUR_TURN"}

    def _next(self, player: int) -> list[str]:
        self.turn = player + 1 if player + 1 < len(self.counts) else 0
        self.drawn = []
        if not self.dead():
            return []
        if self.draw_out and self.boneyard > 0:
            return ["DEAD_POSITION"]
        self.ended, self.turn = "blocked", None
        return ["DEAD_POSITION", "BLOCKED"]

    def _play(self, action: dict[str, Any]) -> dict[str, Any]:
        player, pips = action["player"], numbers(action["tile"])
        on = numbers(action["on"]) if action.get("on") else None
        faults = self._turn_faults(player) | self.place_faults(pips, on)
        if pips not in self.everything:
            faults.add("ERR_TILE_NOT_IN_SET")
        if self.where(pips) is not None:
            faults.add("ERR_TILE_ALREADY_PLAYED")
        if self.hands is not None and pips not in self.hands[player]:
            faults.add("ERR_NOT_IN_HAND")
        stands = bool(faults) and bool(action.get("stands")) and faults <= FORGIVEN
        if faults and not stands:
            return {"code": min(faults, key=PLAY_ORDER.index)}
        index = None if on is None else self.where(on)
        arms_before = bool(self.tiles) and not self.is_full(0)
        touching = pips[0] if index is None else self.tiles[index][1]
        if index is not None:
            self.tiles[index][2] += 1
        self.tiles.append([pips, pips[0] if pips[1] == touching else pips[1], 0])
        self.counts[player] -= 1
        if self.hands is not None:
            self.hands[player].remove(pips)
        double = pips[0] == pips[1]
        flags = []
        if index is None:
            code = "OK_START"
        elif index == 0:
            code = "OK_ARM"
            flags += ["ARMS_COMPLETE"] if arms_before and self.is_full(0) else []
        else:
            code = "OK_TOE" if self.limit(index) == 3 else "OK_EXTEND"
        if double and index is not None:
            flags.append("FOOT_OPENED")
        if index and self.limit(index) == 3 and self.is_full(index):
            flags.append("FOOT_COMPLETE")
        if self.counts[player] == 0:
            flags.append("WENT_OUT")
            self.ended, self.out, self.turn = "out", player, None
        else:
            flags += self._next(player)
        return {"code": "OK_STANDS" if stands else code, "flags": flags}

    def _draw(self, action: dict[str, Any]) -> dict[str, Any]:
        player = action["player"]
        pips = numbers(action["tile"]) if action.get("tile") else None
        faults = self._turn_faults(player)
        if not self.tiles and self.held():
            faults.add("ERR_START_IS_HELD")
        last = self.drawn[-1] if self.drawn else None
        if self.drawn and (self.one_draw or (last is not None and self.fits(last))):
            faults.add("ERR_ALREADY_DREW")
        if self.tiles and self.hands is not None and any(self.fits(tile) for tile in self.hands[player]):
            faults.add("ERR_HAS_LEGAL_PLAY")
        if self.boneyard == 0:
            faults.add("ERR_BONEYARD_EMPTY")
        if pips is not None:
            if pips not in self.everything:
                faults.add("ERR_TILE_NOT_IN_SET")
            if self.where(pips) is not None:
                faults.add("ERR_TILE_ALREADY_PLAYED")
            if self.hands is not None and any(pips in hand for hand in self.hands):
                faults.add("ERR_TILE_NOT_IN_BONEYARD")
        if faults:
            code = min(faults, key=DRAW_ORDER.index)
            return {"code": code, "rule": "A7"} if code == "ERR_HAS_LEGAL_PLAY" else {"code": code}
        self.boneyard -= 1
        self.counts[player] += 1
        if self.hands is not None:
            self.hands[player].append(pips)
        if not self.tiles:
            if pips == self.start:
                self.found = True
                return {"code": "OK_DRAW_START", "flags": ["START_FOUND"]}
            self.turn = (player + 1) % len(self.counts)
            return {"code": "OK_DRAW_START"}
        self.drawn.append(pips)
        return {"code": "OK_DRAW", "flags": ["DRAWN_PLAYABLE"] if pips is not None and self.fits(pips) else []}

    def _pass(self, action: dict[str, Any]) -> dict[str, Any]:
        player = action["player"]
        faults = self._turn_faults(player)
        if not self.tiles:
            faults.add("ERR_START_IS_HELD" if self.held() else "ERR_MUST_DRAW")
            code = min(faults, key=PASS_ORDER.index)
            return {"code": code, "rule": "R11"} if code == "ERR_MUST_DRAW" else {"code": code}
        last = self.drawn[-1] if self.drawn else None
        last_fits = last is not None and self.fits(last)
        others = [t for t in self.hands[player] if t != last] if self.hands is not None else []
        by_a7 = any(self.fits(tile) for tile in others)
        if by_a7 or (last_fits and self.must):
            faults.add("ERR_HAS_LEGAL_PLAY")
        if self.boneyard > 0 and (not self.drawn or (not self.one_draw and last is not None and not last_fits)):
            faults.add("ERR_MUST_DRAW")
        if faults:
            code = min(faults, key=PASS_ORDER.index)
            rule = {"ERR_HAS_LEGAL_PLAY": "A7" if by_a7 else "H5", "ERR_MUST_DRAW": "R16"}.get(code, RULES.get(code))
            return {"code": code, "rule": rule}
        code, rule = ("OK_PASS_KEPT", "A8") if last_fits else ("OK_PASS", "A9" if self.drawn else "R18")
        return {"code": code, "rule": rule, "flags": self._next(player)}


def invented_round(seed: int) -> dict[str, Any]:
    """A round of any set, 2 to 8 players and any house rules, a fifth of its actions wrong, with verdicts."""
    rng = random.Random(seed)
    n = rng.choice([6, 6, 9, 9, 12, 15, 18])
    tiles = [[low, high] for low in range(n + 1) for high in range(low, n + 1)]
    rng.shuffle(tiles)
    players = rng.randint(2, 8)
    most = max(1, min(18, len(tiles) // players))
    size = rng.randint(most // 2 + 1 if rng.random() < 0.6 else 1, most)
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
    boneyard = tiles[players * size :]
    start = rng.randint(0, n)
    holder = next((seat for seat, hand in enumerate(hands) if [start, start] in hand), None)
    choices = {
        "arms": 6, "draws": "until_playable", "drawn_tile": "must", "dead_position": "draw_out", "double_blank": 25,
        "missing_double": "skip", "out_on_double": 50,
    }  # fmt: skip
    record: dict[str, Any] = {
        "id": f"seed-{seed}", "set": n, "start_double": f"{start}-{start}", "players": players,
        "first": rng.randrange(players) if holder is None else holder,
        "counts": [size] * players, "boneyard_count": len(boneyard),
        "dealt": [[written(pips) for pips in hand] for hand in hands] if rng.random() < 0.6 else None,
        "house_rules": {key: value for key, value in choices.items() if rng.random() < 0.35},
        "steps": [],
    }  # fmt: skip
    table = Table(record)
    maker = _Maker(rng, table, hands, boneyard)
    after_end = 2
    while after_end and len(record["steps"]) < 400:
        action = maker.wrong() if table.ended or rng.random() < 0.2 else maker.right()
        verdict = table.step(action)
        maker.follow(action, verdict)
        record["steps"].append({"n": len(record["steps"]) + 1, "action": action, **verdict})
        after_end -= table.ended is not None
    return record


class _Maker:
    """Thinks up actions; knows the real hands even where the referee does not."""

    def __init__(self, rng: random.Random, table: Table, hands: list[list[Pips]], boneyard: list[Pips]) -> None:
        self.rng = rng
        self.table = table
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.coming: Pips | None = None

    def name(self, pips: Pips) -> str:
        low, high = pips
        return f"{low}-{high}" if self.rng.random() < 0.1 else f"{high}-{low}"

    def play(self, player: int, pips: Pips, on: Pips | None, stands: bool = False) -> dict[str, Any]:
        action: dict[str, Any] = {"do": "play", "player": player, "tile": self.name(pips)}
        if on is not None:
            action["on"] = self.name(on)
        if stands:
            action["stands"] = True
        return action

    def draw(self, player: int) -> dict[str, Any]:
        if not self.boneyard:
            return {"do": "draw", "player": player}
        self.coming = self.boneyard[-1]
        if self.table.hands is None and self.coming != self.table.start and self.rng.random() < 0.5:
            return {"do": "draw", "player": player}
        return {"do": "draw", "player": player, "tile": self.name(self.coming)}

    def right(self) -> dict[str, Any]:
        table, player = self.table, self.table.turn
        assert player is not None
        hand = self.hands[player]
        if not table.tiles:
            return self.play(player, table.start, None) if table.start in hand else self.draw(player)
        plays = [(pips, on) for pips in hand for on in table.targets(pips)]
        doubles = [(pips, on) for pips, on in plays if pips[0] == pips[1]]
        if plays and not (table.drawn and self.rng.random() < 0.3):
            return self.play(player, *self.rng.choice(doubles or plays))
        if not table.drawn and self.boneyard:
            return self.draw(player)
        if not table.one_draw and self.boneyard and self.rng.random() < 0.7:
            return self.draw(player)
        return {"do": "pass", "player": player}

    def wrong(self) -> dict[str, Any]:
        """An action that is probably wrong; when it is not, so much the better."""
        rng, table = self.rng, self.table
        player = table.turn if table.turn is not None and rng.random() < 0.8 else rng.randrange(len(self.hands))
        hand = self.hands[player]
        lying = [entry[0] for entry in table.tiles]
        anything = [*table.everything, [0, table.n + 1], [table.n, table.n + 2]]
        kind = rng.choice(
            ["pass", "draw", "draw any", "hand", "hand", "matching", "covered", "any", "stands", "stands"]
        )
        if kind == "pass":
            return {"do": "pass", "player": player}
        if kind == "draw":
            return self.draw(player)
        if kind == "draw any":
            # Where hands are not seen, a tile out of a hand would pass for a drawn one, and the search would never end.
            pips = rng.choice(anything if table.hands is not None else [*lying, *anything[-2:]])
            return {"do": "draw", "player": player, "tile": self.name(pips)}
        pips = rng.choice(hand) if hand and kind != "any" else rng.choice(anything)
        on = rng.choice([*lying, rng.choice(anything), None] if kind == "any" else lying or [None])
        if kind in ("matching", "stands"):
            ends = list(itertools.product(hand, (e[0] for i, e in enumerate(table.tiles) if not table.is_full(i))))
            fitting = [(t, o) for t, o in ends if set(t) & {table.tiles[table.where(o) or 0][1]}]
            chosen = fitting if fitting and rng.random() < 0.8 else ends
            pips, on = rng.choice(chosen) if chosen else (pips, on)
        return self.play(player, pips, on, stands=kind == "stands" or rng.random() < 0.05)

    def follow(self, action: dict[str, Any], verdict: dict[str, Any]) -> None:
        """Keeps the real hands in step with what was allowed."""
        if not verdict["legal"] or action["do"] == "pass":
            return
        player = action["player"]
        if action["do"] == "play":
            pips = numbers(action["tile"])
            for hand in [*self.hands, self.boneyard]:
                if pips in hand:
                    hand.remove(pips)
            return
        pips = numbers(action["tile"]) if action.get("tile") else self.coming
        if pips in self.boneyard:
            self.boneyard.remove(pips)
            self.hands[player].append(pips)
