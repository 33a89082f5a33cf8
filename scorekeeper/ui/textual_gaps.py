"""The places where Textual 8 is reached behind its public face; each goes when Textual no longer needs it."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final, NamedTuple, cast

from rich.text import Text
from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.geometry import Size

from scorekeeper.text import _
from scorekeeper.ui.terminalinput import TerminalInput


def accept_any_input() -> None:
    """Let `TerminalInput` decode: Textual's input thread would end at a byte, and a paste at an escape within it."""
    from textual.drivers import linux_driver

    def tolerant(_encoding: str) -> type[TerminalInput]:
        return TerminalInput

    linux_driver.getincrementaldecoder = tolerant  # type: ignore[attr-defined,assignment]


class _Sent(NamedTuple):
    """A key as Textual's table of terminal sequences wants it."""

    value: str


def escape_before_others() -> None:
    """Let Escape and a key of a score in one read be these two keys, where Textual makes one of them, or none."""
    from textual import _ansi_sequences

    table = cast(dict[str, object], _ansi_sequences.ANSI_SEQUENCES_KEYS)
    for sent in "0123456789+*/":
        table[f"\x1b{sent}"] = (_Sent("escape"), _Sent(sent))
    table["\x1b "] = (_Sent("escape"), _Sent("space"))
    table["\x1b\r"] = (_Sent("escape"), _Sent("enter"))


LEAST: Final = Size(10, 3)
"""Cells that the app lays itself out for at least; in a smaller terminal its right and lower edges are cut off."""


class BearsTheTerminal(App[int]):
    """An app that goes on where Textual fails: at a size in which no letter fits, and at a click on what has just gone.

    The second click on a message, for one, comes when the first has taken it down.
    """

    async def on_event(self, event: events.Event) -> None:
        """Leave out what cannot be; see the class."""
        if isinstance(event, events.MouseEvent) and not event.is_forwarded and self._is_gone(event):
            return
        if isinstance(event, events.Resize) and (event.size.width < LEAST.width or event.size.height < LEAST.height):
            size = Size(max(event.size.width, LEAST.width), max(event.size.height, LEAST.height))
            event = events.Resize(size, size)
        await super().on_event(event)

    def _is_gone(self, event: events.MouseEvent) -> bool:
        try:
            widget, _region = self.get_widget_at(event.x, event.y)
        except NoWidget:
            # Outside of the screen nothing is pressed; a button that was pressed within may be let go there.
            return isinstance(event, events.MouseDown)
        return not widget.is_attached


class OneLineFailure(BearsTheTerminal):
    """An app whose inner faults end it with one sentence; the details go to a file, not to the table."""

    crash_file: Path | None = None
    """Where the details of a fault are written; they go nowhere while it is None."""

    def _handle_exception(self, error: Exception) -> None:
        # Widgets that are taken down while they are still being put up miss each other. Everything is saved by then,
        # and whoever leaves has nothing to be told.
        if not self._exit:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        details = traceback.format_exc()
        where = ""
        if self.crash_file is not None:
            try:
                self.crash_file.write_text(details, encoding="utf-8")
                where = " " + _("Details are in {path}.").format(path=self.crash_file)
            except OSError:
                where = ""
        self._exit_renderables.append(
            Text(_("Scorekeeper had to close: a fault of its own. Everything saved is kept.") + where)
        )
        self._close_messages_no_wait()
