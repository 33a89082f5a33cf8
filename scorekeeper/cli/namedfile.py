"""Files that a person names on the command line: read as bytes, written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

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
    # One byte more tells whoever reads it that it is too large.
    return sys.stdin.buffer.read(LARGEST_FILE + 1)


def write_whole(name: str, text: str, *, force: bool) -> None:
    """Write `text` to the file in UTF-8, whole or not at all; over an existing file only by `force`.

    Raises:
        StoreError: it exists, or cannot be written; what was there is untouched.
    """
    target = Path(os.path.realpath(name))
    if target.exists() and not target.is_file() and not target.is_dir():
        # A pipe or a device is not replaced but written to.
        with named(name):
            target.write_bytes(text.encode())
        return
    with output_file(name, force=force) as file:
        file.write(text.encode())


@contextmanager
def output_file(name: str, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write to, see `newfile.new_file`; says how it can be written where it exists.

    Raises:
        StoreError: it exists and no `force`, or cannot be written; what was there is untouched.
    """
    try:
        with new_file(name, over=force) as file:
            yield file
    except AlreadyThere:
        raise StoreError(_("{path}: exists already; --force writes over it").format(path=name)) from None
