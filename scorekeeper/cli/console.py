"""What the command line says: plain text to a person, bytes to a file, nothing that could drive a terminal."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from scorekeeper.rules.names import clean
from scorekeeper.text import _

_BEFORE_TELLING: Final = 0.3
"""Seconds that something takes before it is told how far it has come."""
_BETWEEN: Final = 0.1


def printable(text: str) -> str:
    """`text` line by line without controls and escapes, whoever wrote it."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    lines = text.split("\n")
    return "\n".join(" " * (len(line) - len(line.lstrip(" "))) + clean(line) for line in lines)


class NotPrinted(Exception):
    """Standard output takes nothing more; its text is one sentence for people, empty where the reader has just gone."""


@contextmanager
def _printing() -> Iterator[TextIO]:
    """Standard output; whatever it refuses comes out as `NotPrinted`."""
    if sys.stdout is None:
        raise NotPrinted(_("Standard output is closed."))
    try:
        yield sys.stdout
    except BrokenPipeError:
        raise NotPrinted from None
    except OSError as error:
        why = _("the disk is full") if error.errno == errno.ENOSPC else error.strerror or str(error)
        raise NotPrinted(_("Standard output cannot be written: {why}.").format(why=why)) from None


def say(text: str) -> None:
    """Print `text` as one or more lines on standard output.

    Raises:
        NotPrinted: that takes nothing.
    """
    with _printing() as stream:
        _write(stream, printable(text))


def complain(text: str) -> None:
    """Print `text` as one or more lines on standard error, if that takes anything."""
    if sys.stderr is not None:
        with suppress(OSError):
            _write(sys.stderr, printable(text))


def tell_apart(text: str) -> None:
    """Print `text` where it is seen: on standard error, or on standard output where only that is a terminal."""
    seen = sys.stderr is not None and sys.stderr.isatty()
    if not seen and sys.stdout is not None and sys.stdout.isatty():
        with suppress(NotPrinted):
            say(text)
    else:
        complain(text)


_PLAIN: Final = str.maketrans("“”‘’…–—·×✗★›→←▲▼─│┈✓", "\"\"''.--.xx*>><^v-|.v")
"""What stands for signs of ours where a stream has no letters for them, one for one so that columns stay."""


def _write(stream: TextIO, text: str) -> None:
    line = text if text.endswith("\n") else text + "\n"
    encoding = stream.encoding or "ascii"
    try:
        # Not left to the stream, which may print escapes of its own.
        line.encode(encoding)
    except UnicodeEncodeError:
        line = line.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    stream.write(line)


def emit(text: str) -> None:
    """Write `text` to standard output as it is, in UTF-8 whatever the terminal speaks: what programs read.

    Raises:
        NotPrinted: that takes nothing.
    """
    emit_bytes(text.encode())


def emit_bytes(raw: bytes) -> None:
    """Write bytes to standard output as they are.

    Raises:
        NotPrinted: that takes nothing.
    """
    with _printing() as stream:
        stream.flush()
        if isinstance(stream, io.TextIOWrapper):
            stream.buffer.write(raw)
            stream.buffer.flush()
        else:
            stream.write(raw.decode(errors="replace"))


def printed() -> None:
    """See to it that what was said stands on standard output.

    Raises:
        NotPrinted: that takes nothing.
    """
    if sys.stdout is not None:
        with _printing() as stream:
            stream.flush()


def print_no_more() -> None:
    """Have the process end without trying once more to print what could not be printed."""
    if sys.stdout is None:
        return
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def columns() -> int:
    """Cells of a line of standard output; 80 where it is no terminal."""
    try:
        return 80 if sys.stdout is None else max(20, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 80


class Counter:
    """How far something long has come, on standard error where that is a terminal; Ctrl+C breaks it off.

    Within `with`, the first Ctrl+C waits for the next thing to be done, so that what is done is whole; a second one
    does not. Both end in KeyboardInterrupt.
    """

    def __init__(self, what: str, when_broken_off: str = "") -> None:
        """Name what is done; nothing is printed before it takes a while.

        Args:
            what: what is done, as in "Importing".
            when_broken_off: what is said after Ctrl+C; that it was broken off, where nothing else is to be said.
        """
        self.what = what
        self.when_broken_off = when_broken_off or _("Broken off.")
        self._next = time.monotonic() + _BEFORE_TELLING
        self._shown = False
        self._stopped = False
        self._usual: object = None

    def __enter__(self) -> Counter:
        import signal

        with suppress(ValueError):  # only the main thread may
            usual = signal.getsignal(signal.SIGINT)
            if usual is signal.default_int_handler:
                self._usual = usual
                signal.signal(signal.SIGINT, self._stop)
        return self

    def _stop(self, number: int, frame: object) -> None:  # noqa: ARG002
        if self._stopped:
            raise KeyboardInterrupt
        self._stopped = True

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._usual is not None:
            import signal

            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        if isinstance(error, KeyboardInterrupt):
            complain(self.when_broken_off)

    def __call__(self, done: int, of: int) -> bool:
        """Tell that `done` of `of` are done; to go on.

        Raises:
            KeyboardInterrupt: Ctrl+C was pressed.
        """
        if self._stopped:
            raise KeyboardInterrupt
        now = time.monotonic()
        if now >= self._next and sys.stderr is not None and sys.stderr.isatty():
            self._next = now + _BETWEEN
            self._shown = True
            sys.stderr.write("\r\x1b[K" + _("{what}: {done} of {all}").format(what=self.what, done=done, all=of))
            sys.stderr.flush()
        return True
