"""What the command line says: plain text to a person, bytes to a file, nothing that could drive a terminal."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from scorekeeper.rules.names import clean
from scorekeeper.text import _


def printable(text: str) -> str:
    """`text` line by line without controls and escapes, whoever wrote it."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    lines = text.split("\n")
    return "\n".join(" " * (len(line) - len(line.lstrip(" "))) + clean(line) for line in lines)


def say(text: str) -> None:
    """Print `text` as one or more lines on standard output."""
    _write(sys.stdout, printable(text))


def complain(text: str) -> None:
    """Print `text` as one or more lines on standard error."""
    _write(sys.stderr, printable(text))


def _write(stream: TextIO, text: str) -> None:
    line = text if text.endswith("\n") else text + "\n"
    try:
        stream.write(line)
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(line.encode(encoding, "replace").decode(encoding))


def emit(text: str) -> None:
    """Write `text` to standard output as it is, in UTF-8 whatever the terminal speaks: what programs read."""
    stream = sys.stdout
    stream.flush()
    if isinstance(stream, io.TextIOWrapper):
        stream.buffer.write(text.encode())
        stream.buffer.flush()
    else:
        stream.write(text)


def columns() -> int:
    """Cells of a line of standard output; 80 where it is no terminal."""
    try:
        return max(20, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 80


class Counter:
    """How far something long has come, on standard error where that is a terminal; Ctrl+C breaks it off."""

    def __init__(self, what: str) -> None:
        """Name what is done; nothing is printed before it takes a while."""
        self.what = what
        self.shown = 0

    def __call__(self, done: int, of: int) -> bool:
        """Tell that `done` of `of` are done; to go on."""
        if done // 100 > self.shown and sys.stderr.isatty():
            self.shown = done // 100
            sys.stderr.write("\r" + _("{what}: {done} of {all}").format(what=self.what, done=done, all=of))
            sys.stderr.flush()
        return True

    def gone(self) -> None:
        """Take the line away again."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
