"""What the app needs from where it is started; imports nothing of it, so that a refusal costs no wait."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from scorekeeper.text import _


def missing() -> str | None:
    """What this terminal lacks for the app to be drawn on it: a sentence, or None."""
    if "TEXTUAL_DRIVER" in os.environ:
        return None
    if not all(_is_terminal(stream) for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__)):
        return _("The app needs a terminal; without one, “scorekeeper --help” lists the commands.")
    if os.environ.get("TERM") == "dumb":
        return _("This terminal (TERM=dumb) cannot be drawn on; “scorekeeper --help” lists the commands.")
    encoding = "" if sys.__stderr__ is None else sys.__stderr__.encoding or ""
    if encoding.lower().replace("-", "").replace("_", "") != "utf8":
        way = "PYTHONIOENCODING=utf-8" if "PYTHONIOENCODING" in os.environ else "PYTHONUTF8=1"
        return _("This terminal is set to {encoding}; the app needs UTF-8 (set {way}).").format(
            encoding=encoding or _("nothing"), way=way
        )
    return None


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is there and a terminal."""
    return stream is not None and not stream.closed and stream.isatty()
