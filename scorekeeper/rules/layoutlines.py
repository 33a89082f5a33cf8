"""Actions and situations as short lines of text, both ways."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.referee import Action, Draw, Pass, Play
from scorekeeper.rules.situation import Situation
from scorekeeper.rules.tiles import Tile


def action_line(action: Action) -> str:
    """An action, such as "2 9-4 on 9-9", "2 9-4 on 6-5 stands free 4", "0 draw", "0 draw 9-4" or "0 pass"."""
    match action:
        case Play(player, tile, on, stands, free):
            words = [str(player), str(tile)]
            words += [] if on is None else ["on", str(on)]
            words += ["stands"] if stands else []
            words += [] if free is None else ["free", str(free)]
            return " ".join(words)
        case Draw(player, tile):
            return f"{player} draw" if tile is None else f"{player} draw {tile}"
        case Pass(player):
            return f"{player} pass"


def read_action(words: Sequence[str], players: int) -> Action:
    """The action that was written so.

    Raises:
        ValueError, IndexError: it is none, or its player is none of so many.
    """
    player = int(words[0])
    if not 0 <= player < players:
        raise ValueError(words[0])
    match list(words[1:]):
        case ["draw"]:
            return Draw(player)
        case ["draw", tile]:
            return Draw(player, Tile.parse(tile))
        case ["pass"]:
            return Pass(player)
        case [tile, *rest]:
            on = Tile.parse(rest[1]) if rest[:1] == ["on"] else None
            rest = rest[2:] if on is not None else rest
            stands = rest[:1] == ["stands"]
            rest = rest[1:] if stands else rest
            free = int(rest[1]) if rest[:1] == ["free"] else None
            if rest[2 if free is not None else 0 :]:
                raise ValueError(words)
            return Play(player, Tile.parse(tile), on, stands, free)
    raise ValueError(words)


def situation_line(lies: Situation) -> str:
    """A situation, such as "situation 4 5 1 boneyard ends 0 1 6 seen 5-5"; "-" without an unfinished foot."""
    foot = "-" if lies.foot is None else str(lies.foot)
    words = [f"situation {lies.arms_filled} {foot} {lies.toes} {'empty' if lies.boneyard_empty else 'boneyard'}"]
    words += [] if not lies.ends else ["ends", *map(str, lies.ends)]
    words += [] if not lies.seen else ["seen", *map(str, sorted(lies.seen, reverse=True))]
    return " ".join(words)


def read_situation(words: Sequence[str], highest: int, start: int, arms: int) -> Situation:
    """The situation that was written so, without its first word, in a round of this set, double and arms.

    Raises:
        ValueError: it is none.
    """
    filled, foot, toes, boneyard, *rest = words
    seen = rest.index("seen") if "seen" in rest else len(rest)
    return Situation(
        highest,
        start,
        int(filled),
        tuple(int(number) for number in rest[1:seen]),
        None if foot == "-" else int(foot),
        int(toes),
        boneyard == "empty",
        arms,
        frozenset(Tile.parse(text) for text in rest[seen + 1 :]),
    )
