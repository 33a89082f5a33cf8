"""Files that are written whole or not at all, and the sentence for whatever a disk may say."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.text import _

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read into memory."""


def temporary_of(path: Path) -> Path:
    """The file that is written before it takes the place of `path`; always the same, so that none pile up."""
    return path.with_name(f".{path.name}.tmp")


def write_whole(path: Path, raw: bytes, *, previous: Path | None = None, one_of_many: bool = False) -> None:
    """Write `raw` to `path`, whole or not at all; afterwards it is on the disk. The caller holds the file's lock.

    Args:
        path: the file; where it is a symbolic link, what it points to is written, if that is there.
        raw: its new content.
        previous: where the file as it was is kept as well, in place of the one kept there before.
        one_of_many: whether the caller calls `sync_folder` after the last of many. Until then a crash of the machine
            may leave the file as it was before, whole too.

    Raises:
        StoreError: it could not be written; the file is as it was.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
    except (OSError, RuntimeError) as error:  # a link that leads round in a circle is a RuntimeError in older Pythons
        raise disk_trouble(error if isinstance(error, OSError) else OSError(errno.ELOOP), path) from error
    if target is not path:
        if not is_there(target):
            raise StoreError(_("Nothing was saved; {path} is a link that leads nowhere.").format(path=path))
        if not target.is_file():
            raise StoreError(_("Nothing was saved; {path} is a link to something that is no file.").format(path=path))
    temporary = temporary_of(target)
    try:
        _write_temporary(temporary, raw, target)
        if previous is not None:
            _keep_previous(target, previous)
        os.replace(temporary, target)  # noqa: PTH105 -- Path.replace parses the target's name anew at every save
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise disk_trouble(error, path) from error
    if not one_of_many:
        sync_folder(target.parent)


def _write_temporary(temporary: Path, raw: bytes, target: Path) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0)
    # Without O_NONBLOCK a pipe would be waited for.
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(temporary, flags, 0o666)
    try:
        found = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(found):
            raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
        with contextlib.suppress(FileNotFoundError):
            mode = stat.S_IMODE(target.stat().st_mode)
            if stat.S_IMODE(found) != mode:
                os.fchmod(descriptor, mode)
        left = memoryview(raw)
        while left:
            left = left[os.write(descriptor, left) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep_previous(target: Path, previous: Path) -> None:
    """Give the file as it is a second name, which costs no copying; a disk that cannot do that has no such copies."""
    if not os.path.lexists(target):
        return  # whatever copy there is may be all that is left
    with contextlib.suppress(OSError):
        previous.unlink()
    with contextlib.suppress(OSError):
        try:
            os.link(target, previous)
        except FileNotFoundError:
            previous.parent.mkdir(mode=0o700, exist_ok=True)
            os.link(target, previous)


def sync_folder(folder: Path) -> None:
    """Have the names in `folder` on the disk. Some file systems cannot, and what was replaced stays so all the same."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_whole(path: Path, most: int = LARGEST) -> bytes | None:
    """The content of a file; None where there is none.

    Raises:
        StoreError: the disk does not give it.
        Unreadable: it is no ordinary file, or larger than `most` bytes.
    """
    try:
        # Without O_NONBLOCK a pipe would be waited for.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except ValueError:  # no file has a name with a NUL in it
        return None
    except OSError as error:
        if (odd := _oddity(path)) is not None:
            raise Unreadable(odd) from error
        if isinstance(error, FileNotFoundError):
            return None
        raise disk_trouble(error, path, reading=True) from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(_no_ordinary_file())
        if found.st_size > most:
            raise Unreadable(_("It is too large: {size} MB.").format(size=found.st_size // 2**20))
        parts: list[bytes] = []
        size = 0
        while part := os.read(descriptor, max(found.st_size + 1, 4096)):
            parts.append(part)
            size += len(part)
            if size > most:  # it grows while it is read
                raise Unreadable(_("It is too large: {size} MB.").format(size=size // 2**20))
        return b"".join(parts)
    except OSError as error:
        raise disk_trouble(error, path, reading=True) from error
    finally:
        os.close(descriptor)


def _no_ordinary_file() -> str:
    return _("It is not an ordinary file.")


def _oddity(path: Path) -> str | None:
    """What is wrong with a thing that cannot be opened: a link to nothing, a socket; None for a file, and for none."""
    try:
        return None if stat.S_ISREG(path.stat().st_mode) else _no_ordinary_file()
    except OSError as error:
        return _("It is a link that leads nowhere.") if leads_nowhere(path, error) else None


def leads_nowhere(path: str | os.PathLike[str], error: OSError) -> bool:
    """Whether that is a symbolic link to nothing, after following it gave `error`."""
    # A name that is too long is one that nothing has.
    return (is_missing(error) or error.errno == errno.ENAMETOOLONG) and os.path.islink(path)  # noqa: PTH114


def is_dead_link(path: Path) -> bool:
    """Whether that is a symbolic link that leads nowhere."""
    try:
        path.stat()
    except OSError as error:
        return leads_nowhere(path, error)
    return False


def names_in(folder: Path) -> list[str]:
    """The names of everything in a folder, in order; none where there is no such folder.

    Raises:
        StoreError: the disk does not give them.
    """
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError as error:
        if is_missing(error):
            return []
        raise disk_trouble(error, folder, reading=True) from error


def is_missing(error: OSError) -> bool:
    """Whether that says that there is no such file, and not that it cannot be seen."""
    return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def is_there(path: Path) -> bool:
    """Whether something goes by that name, be it a link that leads nowhere.

    Raises:
        StoreError: the disk does not say.
    """
    try:
        path.lstat()
    except OSError as error:
        if is_missing(error):
            return False
        raise disk_trouble(error, path, reading=True) from error
    return True


def make_folder(folder: Path, *, parents: bool = True) -> None:
    """Make a folder where there is none, for its owner only.

    Args:
        folder: the folder.
        parents: whether the folders above are made too.

    Raises:
        StoreError: it cannot be made.
    """
    if os.path.isdir(folder):  # noqa: PTH112 -- where that cannot be seen, making it says why
        return
    if parents and not os.path.isdir(folder.parent):  # noqa: PTH112
        make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise disk_trouble(error, folder) from error
    sync_folder(folder.parent)


def move(source: Path, target: Path) -> None:
    """Move a file into another folder, whole or not at all.

    Raises:
        StoreError: it could not be moved; it is where it was.
    """
    make_folder(target.parent)
    try:
        source.replace(target)
    except OSError as error:
        raise disk_trouble(error, source) from error
    sync_folder(target.parent)
    sync_folder(source.parent)


def folder_gone(path: Path) -> StoreError:
    """The one sentence for what was there, and cannot be read as the whole folder was moved away or unplugged."""
    return disk_trouble(FileNotFoundError(errno.ENOENT, ""), path, reading=True)


def disk_trouble(error: OSError, path: Path, *, reading: bool = False) -> StoreError:
    """The one sentence for what the disk said about `path`."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            why = _("the disk is full")
        case errno.EFBIG:
            why = _("the file would be larger than is allowed")
        case errno.EROFS:
            why = _("the disk can only be read")
        case errno.EACCES | errno.EPERM:
            why = _("there is no permission")
        case errno.ENOENT:
            why = _("its folder is gone")
        case errno.ENOTDIR | errno.EEXIST:
            why = _("a file is where a folder should be")
        case errno.EISDIR:
            why = _("a folder is where a file should be")
        case _other:
            why = os.strerror(error.errno) if error.errno else str(error)
    text = _("{path} cannot be read: {why}.") if reading else _("Nothing was saved; {path} cannot be written: {why}.")
    return StoreError(text.format(path=path, why=why))
