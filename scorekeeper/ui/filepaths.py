"""Files named in a box: what a person means by a line, and the rest of a name that is there."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from textual.suggester import Suggester

from scorekeeper.rules.names import clean

LONGEST: Final = 4096
"""Characters of a path."""
_MOST_NUMBERS: Final = 1000
"""Numbers that are tried for a file of which several are there."""


def typed_path(text: str) -> Path:
    """The file that a line names, typed or dropped on the terminal: quoted, with ~, a space as "\\ ", or as a URL."""
    line = text.strip()
    if len(line) > 1 and line[0] == line[-1] and line[0] in "'\"":
        line = line[1:-1]
    elif os.sep == "/":
        line = line.replace("\\ ", " ")
    if line.startswith("file://"):
        line = unquote(urlsplit(line).path)
    path = Path(line.replace("\0", ""))
    try:
        return path.expanduser()
    except RuntimeError:
        return path  # whose home that would be, nobody knows


def free_name(text: str) -> str:
    """The line, or where its file is there already, the line with the first number that makes it another name."""
    base, dot, ending = text.rpartition(".")
    for number in range(2, _MOST_NUMBERS):
        try:
            if not os.path.lexists(typed_path(text)):
                break
        except (OSError, ValueError):
            break
        text = f"{base}-{number}{dot}{ending}"
    return text


class PathCompletion(Suggester):
    """Offers the rest of the name of a file or folder."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """What `completed` says; a slow disk holds nothing up."""
        return await asyncio.to_thread(completed, value)


def completed(value: str) -> str | None:
    """`value` with the rest of the first name that begins so; folders end with the separator. None for none."""
    head, separator, begun = value.rpartition(os.sep)
    if not begun and not separator:
        return None
    try:
        with os.scandir(typed_path(head + separator) if separator else Path()) as entries:
            found = sorted(
                (entry.name, entry.is_dir())
                for entry in entries
                if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))
            )
    except (OSError, ValueError):
        return None
    for name, is_folder in found:
        whole = f"{head}{separator}{name}{os.sep if is_folder else ''}"
        # What could not be typed is not offered.
        if whole != value and clean(name) == name:
            return whole
    return None
