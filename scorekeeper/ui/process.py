"""The app as a process, and how it ends, whichever way it is told to."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Final

from textual import on
from textual.driver import Driver

from scorekeeper.store.protocol import Store
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.textual_gaps import accept_any_input, escape_before_others

LAST_SECONDS: Final = 1.5
"""How long a closing app may take; a terminal that is gone can hold up its last output for ever."""


class TerminalApp(ScorekeeperApp):
    """The app in a real terminal: told to end from outside, it keeps what is half typed and restores the terminal."""

    def on_mount(self) -> None:
        """Listen for the signals that end a process."""
        loop = asyncio.get_running_loop()

        def told(number: int, _frame: FrameType | None) -> None:
            # Not left to the loop: it may be waiting for a terminal that is gone, and never come to anything else.
            code = _exit_code(number)
            last = threading.Timer(LAST_SECONDS, os._exit, (code,))
            last.daemon = True
            last.start()
            loop.call_soon_threadsafe(self._end, code)

        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, told)

    def on_ready(self) -> None:
        """Collect garbage from the first frame on; before it nearly all that is made stays."""
        gc.freeze()
        gc.enable()

    @on(Driver.SignalResume)
    def _draw_again(self) -> None:
        """After it was stopped and goes on, the terminal shows nothing of it any more."""
        for screen in self.screen_stack:
            for widget in (screen, *screen.query("*")):
                widget.refresh()

    def _end(self, code: int) -> None:
        self.lost = self.keep_drafts()
        self.exit(return_code=code)


def _exit_code(number: int) -> int:
    """The exit code after a signal; Ctrl+C from outside is a way to leave like any other."""
    return 0 if number == signal.SIGINT else 128 + number


def run_app(store: Store, *, clock: Callable[[], datetime], new_id: Callable[[], str]) -> int:
    """Open the app, where nothing is `missing`, and stay until it is left; gives the exit code of the process.

    What was half typed and could not be kept is told on standard error, so that it can be typed again.
    """
    accept_any_input()
    escape_before_others()
    app = TerminalApp(store, clock=clock, new_id=new_id)
    app.crash_file = Path(store.folder) / "crash.txt"
    app.run()
    app.keep_drafts()
    if app.lost is None:
        return app.return_code or 0
    print(app.lost, file=sys.stderr)
    return app.return_code or 1
