"""A play being typed as a moment of the farmyard: what fits where, and where the tile would lie."""

from __future__ import annotations

from scorekeeper.ui.playing import Playing
from scorekeeper.ui.widgets.farmyard_lines import Ghost, Scene


def scene_of(playing: Playing) -> Scene:
    """What the farmyard shows while this is typed."""
    kept, ruling = playing.kept, playing.ruling
    legal = ruling is not None and ruling.legal
    return Scene(
        kept.layout,
        kept.newest,
        kept.standing,
        kept.state.ended_by is not None or kept.dropped,
        frozenset(choice.on for choice in playing.choices if choice.on is not None and legal),
        _ghost(playing),
    )


def _ghost(playing: Playing) -> Ghost | None:
    """The typed tile where it would lie; None while it may lie at several ends, or can lie nowhere."""
    play, ruling, layout = playing.play, playing.ruling, playing.kept.layout
    if play is None or ruling is None or play.on is None or play.tile in layout or playing.asks_number:
        return None
    number = layout.number_at(play.on)
    free = play.tile.other(number) if number in play.tile else play.tile.high if play.free is None else play.free
    return Ghost(play.tile, play.on, free, ruling.legal)
