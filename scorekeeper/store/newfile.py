"""Files that a person names for what leaves the product: written whole or not at all, over none unless told so."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scorekeeper.store.protocol import StoreError
from scorekeeper.store.wholefile import disk_trouble, sync_folder
from scorekeeper.text import _


class AlreadyThere(StoreError):
    """There is a file of that name; it was left as it is."""


@contextmanager
def new_file(name: str, *, over: bool = False) -> Iterator[IO[bytes]]:
    """A file to write to, which gets its name when the block ends, and is gone where that fails.

    Args:
        name: where it is to be. Anything of that name is there already, a symbolic link that leads nowhere too.
        over: whether a file that is there gives way. Of a symbolic link it is the file that it leads to.

    Raises:
        AlreadyThere: there is such a file, and it does not give way.
        StoreError: it cannot be written, or it is no ordinary file; what was there is untouched.
    """
    with named(name):
        target = _free_target(name, over=over)
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with named(name), os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with named(name):
            Path(temporary).chmod(_mode(target))
            if over:
                os.replace(temporary, target)  # noqa: PTH105
            else:
                _put(temporary, target, name)
        sync_folder(target.parent)
    finally:
        Path(temporary).unlink(missing_ok=True)


@contextmanager
def named(name: str) -> Iterator[None]:
    """What the disk says about a file with a name of its own for a while is said about the file that is meant."""
    try:
        yield
    except OSError as error:
        if error.errno and not isinstance(error, BrokenPipeError):
            raise disk_trouble(error, Path(name)) from error
        raise


def _free_target(name: str, *, over: bool) -> Path:
    """The file that is to be written.

    Raises:
        OSError: the disk does not show what is there.
        StoreError: as for `new_file`.
    """
    if "\0" in name:
        raise StoreError(_("No file can have the name {path}.").format(path=name))
    target = Path(os.path.realpath(name))
    if target.is_dir():
        raise StoreError(_("{path} is a folder.").format(path=name))
    if os.path.basename(name) in ("", ".", ".."):  # noqa: PTH119  (Path leaves out what makes it a folder's name)
        raise StoreError(_("There is no folder {path}.").format(path=name))
    if os.path.lexists(name) and not over:
        raise _there(name)
    if os.path.lexists(target) and not target.is_file():
        raise StoreError(_("{path} is no ordinary file, so nothing is written in its place.").format(path=name))
    if not target.parent.is_dir():
        raise StoreError(
            _("Nothing was saved; {path} cannot be written: there is no folder {folder}.").format(
                path=name, folder=target.parent
            )
        )
    return target


def _there(name: str) -> AlreadyThere:
    return AlreadyThere(_("{path} exists already; it was left as it is.").format(path=name))


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
        raise _there(name) from None
    except OSError:
        # This kind of disk has no links.
        if target.exists():
            raise _there(name) from None
        os.replace(temporary, target)  # noqa: PTH105
