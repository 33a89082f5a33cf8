"""Files that a person names on the command line: read as bytes, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scorekeeper.store.protocol import StoreError
from scorekeeper.store.wholefile import disk_trouble
from scorekeeper.text import _


def read_named(name: str) -> bytes:
    """What the file holds; "-" is standard input.

    Raises:
        StoreError: it cannot be read, or is far too large.
    """
    from scorekeeper.store.importing import read_source

    if name != "-":
        return read_source(Path(name))
    if sys.stdin is None:
        raise StoreError(_("Standard input is closed."))
    return sys.stdin.buffer.read()


def write_whole(name: str, text: str, *, force: bool) -> None:
    """Write `text` to the file in UTF-8, whole or not at all; over an existing file only by `force`.

    Raises:
        OSError: it exists.
        StoreError: it cannot be written; what was there is untouched.
    """
    target = Path(os.path.realpath(name))
    if target.exists() and not target.is_file() and not target.is_dir():
        # A pipe or a device is not replaced but written to.
        with _named(name):
            target.write_bytes(text.encode())
        return
    with new_file(name, force=force) as file:
        file.write(text.encode())


@contextmanager
def new_file(name: str, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write to, which gets its name when the block ends, and is gone where that fails.

    Raises:
        OSError: there is such a file and no `force`, or it is a folder.
        StoreError: it cannot be written; what was there is untouched.
    """
    target = Path(os.path.realpath(name))
    if target.is_dir():
        raise IsADirectoryError(0, _("is a folder"), name)
    if target.exists() and not force:
        raise _exists(name)
    if not target.parent.is_dir():
        raise StoreError(
            _("Nothing was saved; {path} cannot be written: there is no folder {folder}.").format(
                path=name, folder=target.parent
            )
        )
    with _named(name):
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with _named(name), os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with _named(name):
            Path(temporary).chmod(_mode(target))
            if force:
                os.replace(temporary, target)  # noqa: PTH105
            else:
                _put(temporary, target, name)
    finally:
        Path(temporary).unlink(missing_ok=True)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """What the disk says about a file with a name of its own for a while is said about the file that is meant."""
    try:
        yield
    except OSError as error:
        if error.errno and not isinstance(error, BrokenPipeError):
            raise disk_trouble(error, Path(name)) from error
        raise


def _exists(name: str) -> FileExistsError:
    return FileExistsError(0, _("exists already; --force writes over it"), name)


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, or the one that a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _put(temporary: str, target: Path, name: str) -> None:
    """Give the temporary file its name unless something is there already, in one step where the disk can."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise _exists(name) from None
    except OSError:
        # This kind of disk has no links.
        if target.exists():
            raise _exists(name) from None
        os.replace(temporary, target)  # noqa: PTH105
