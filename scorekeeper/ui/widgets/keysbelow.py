"""The keys below a screen: as many as stand there whole, help always among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from textual.widgets import Footer

from scorekeeper.report.cells import width

if TYPE_CHECKING:
    from textual.app import ComposeResult

HELP: Final = "f1"
"""The key that tells all others, so that it never makes way for one of them."""


@runtime_checkable
class _Key(Protocol):
    """A key with its word, as a `Footer` makes it."""

    key: str
    key_display: str
    description: str
    display: bool


class KeysBelow(Footer):
    """A `Footer` without keys that are cut off; those that find no room are left to help.

    Keys stand in the order of their screen, so each screen names first what is needed most.
    """

    def __init__(self) -> None:
        """All keys of whatever has the focus, a word each."""
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """The keys, those hidden that do not fit."""
        keys = list(super().compose())
        self._fit(keys)
        yield from keys

    def on_resize(self) -> None:
        """Show as many as there is room for now."""
        self._fit(self.children)

    def _fit(self, keys: Iterable[object]) -> None:
        every = [key for key in keys if isinstance(key, _Key)]
        room = self.app.size.width + 1  # nothing stands behind the last one
        room -= sum(_cells(key) for key in every if key.key == HELP)
        for key in every:
            if key.key != HELP:
                key.display = _cells(key) <= room
                room -= _cells(key) if key.display else 0


def _cells(key: _Key) -> int:
    """Cells of a key with its word, and of the space behind it."""
    return width(f"{key.key_display} {key.description}") + 1
