"""Text in a terminal's cells, so that columns stay straight with wide letters, marks and emoji."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from scorekeeper.rules.names import letters

_EMOJI_STYLE = "\ufe0f"
"""Asks for the coloured form of a sign, which takes two cells."""
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def _clusters(text: str) -> Iterator[str]:
    """What a person counts as one letter each, with its marks and joined emoji."""
    start = 0
    for end in range(1, len(text)):
        if letters(text[start : end + 1]) > 1:
            yield text[start:end]
            start = end
    if text:
        yield text[start:]


def _cluster_width(cluster: str) -> int:
    """Cells of what a person counts as one letter."""
    if _EMOJI_STYLE in cluster or any(unicodedata.east_asian_width(letter) in "WF" for letter in cluster):
        return 2
    if ord(cluster[0]) in _FLAG_LETTERS and len(cluster) > 1:
        return 2
    return 0 if unicodedata.category(cluster[0]) in ("Mn", "Me", "Cf") else 1


def width(text: str) -> int:
    """Cells that `text` takes in a terminal."""
    return len(text) if text.isascii() else sum(_cluster_width(cluster) for cluster in _clusters(text))


def cut(text: str, cells: int) -> str:
    """`text`, or as much of its beginning as fits `cells` with a sign that it goes on; never half a letter."""
    if width(text) <= cells:
        return text
    kept = ""
    room = cells - 1
    for cluster in _clusters(text):
        room -= _cluster_width(cluster)
        if room < 0:
            break
        kept += cluster
    return kept.rstrip() + "…"


def left(text: str, cells: int) -> str:
    """`text` filled up with spaces behind it."""
    return text + " " * (cells - width(text))


def right(text: str, cells: int) -> str:
    """`text` filled up with spaces before it."""
    return " " * (cells - width(text)) + text
