"""Layouts that tests look at."""

from __future__ import annotations

import random
from typing import Final

from scorekeeper.rules.layout import Layout
from scorekeeper.rules.tiles import Tile

ARMS: Final = ("9-9", "9-4@9-9", "9-6@9-9", "9-1@9-9", "9-0@9-9")
"""Plays that fill the four arms of a double-nine."""


def tile(text: str) -> Tile:
    """The tile written "9-4"."""
    return Tile.parse(text)


def laid(highest: int, *plays: str, arms: int = 4) -> Layout:
    """The layout after plays written "9-4@9-9"; the first is the starting double alone."""
    start = tile(plays[0])
    layout = Layout(highest, start.high, arms).place(start)
    for play in plays[1:]:
        what, on = play.split("@")
        layout = layout.place(tile(what), tile(on))
    return layout


def grown(highest: int, tiles: int, *, seed: int, arms: int = 4, start: int | None = None) -> Layout:
    """A layout of so many tiles at most, grown by legal plays, every other one a double where there is a choice."""
    rng = random.Random(seed)
    layout = Layout(highest, highest if start is None else start, arms)
    layout = layout.place(layout.start_double)
    while len(layout.placed) < tiles:
        plays = [(tile, end.on) for tile in layout.unseen() for end in layout.legal_plays(tile)]
        if not plays:
            break
        doubles = [play for play in plays if play[0].is_double]
        layout = layout.place(*rng.choice(doubles if doubles and rng.random() < 0.5 else plays))
    return layout


def full_double_eighteen() -> Layout:
    """All 190 tiles of the largest set on the table: eighteen feet and forty open ends."""
    layout = grown(18, 190, seed=3)
    assert len(layout.placed) == 190
    return layout
