"""Files that a person names on the command line: read as bytes, written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from scorekeeper.cli.console import emit_bytes
from scorekeeper.store.newfile import AlreadyThere, named, new_file
from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _


def read_named(name: str) -> bytes:
    """What the file holds; "-" is standard input.

    Raises:
        StoreError: it cannot be read, or is far too large.
    """
    from scorekeeper.store.codec import LARGEST_FILE
    from scorekeeper.store.importing import read_source

    if name != "-":
        return read_source(Path(name))
    if sys.stdin is None:
        raise StoreError(_("Standard input is closed."))
    raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise StoreError(_("Standard input is too large: {most} MB are read at most.").format(most=LARGEST_FILE >> 20))
    return raw


def write_whole(name: str, text: str, *, force: bool) -> None:
    """Write `text` to the file in UTF-8; see `output_file`.

    Raises:
        StoreError: as `output_file`.
    """
    with output_file(name, force=force) as file:
        file.write(text.encode())


@contextmanager
def output_file(name: str, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write to, whole or not at all; over an existing one only by `force`, see `newfile.new_file`.

    A pipe or a device is not replaced but written to, and "-" is standard output; both get everything at the end.

    Raises:
        NotPrinted: standard output takes nothing.
        StoreError: it exists and no `force`, or cannot be written; what was there is untouched.
    """
    if name == "-" or _is_pipe_or_device(name):
        whole = io.BytesIO()
        yield whole
        (emit_bytes if name == "-" else partial(_write_to_device, name))(whole.getvalue())
        return
    try:
        with new_file(name, over=force) as file:
            yield file
    except AlreadyThere:
        raise StoreError(_("{path}: exists already; --force writes over it").format(path=name)) from None


def _is_pipe_or_device(name: str) -> bool:
    try:
        kind = os.stat(name).st_mode  # noqa: PTH116 -- the way that a shell gives to a pipe has no real path
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))


def _write_to_device(name: str, raw: bytes) -> None:
    with named(name):
        # A pipe that nobody reads would be waited for without O_NONBLOCK.
        try:
            descriptor = os.open(name, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            raise StoreError(_("Nothing was written; nobody reads from {path}.").format(path=name)) from None
        os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
