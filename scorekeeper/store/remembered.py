"""What is remembered of every match file, in one file that can be thrown away: it is made again from the match files.

Saving a match never touches it. Whoever asks reads the match files that are newer than what is remembered of them.
"""

from __future__ import annotations

import gc
import json
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Generic, TypeVar
from zlib import crc32

from scorekeeper.store.locks import BRIEF, Locks
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import dump
from scorekeeper.store.wholefile import disk_trouble, is_dead_link, is_missing, leads_nowhere, write_whole

_YOUNG: Final = 3_000_000_000
"""Nanoseconds within which a file may change twice with one time; what is younger is read again next time."""
_NEVER: Final = (0, 0, 0)
_UNKNOWN: Final = (-1, -1, -1)

Stamp = tuple[int, int, int]
Progress = Callable[[int, int], bool]
T = TypeVar("T")
Known = TypeVar("Known")


class Remembered:
    """Values by match files, kept in a file; each with what `os.stat` said of its match file.

    A line holds one of them as JSON: `["name",[time,size,inode,checksum],value]`. All before the checksum is its head,
    so that whether a line is up to date is told by comparing bytes, and tens of thousands need not be parsed for it.
    """

    def __init__(self, path: Path, locks: Locks, kind: str, version: int) -> None:
        """Name the file; it is made when the first match is found that it does not know.

        Args:
            path: the file.
            locks: the locks of the data folder; its own is called like the file.
            kind: what the values are.
            version: the form of the values; those of any other are made again.
        """
        self.path = path
        self.locks = locks
        self.kind = kind
        self._first = dump([kind, version]).encode() + b"\n"

    def read(self) -> Iterator[tuple[bytes, bytes]]:
        """Every line with its head before it; nothing where the file is missing or of another version.

        What is damaged is passed over, as it is made again from the match file.
        """
        with suppress(OSError), self._opened() as file:
            if next(file, b"") == self._first:
                for line in file:
                    if (head := _head_of_sound(line)) is not None:
                        yield head, line

    def _opened(self) -> BinaryIO:
        # Without O_NONBLOCK a pipe would be waited for, and a device may have no end.
        descriptor = os.open(self.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError
        return os.fdopen(descriptor, "rb")

    def is_damaged(self) -> bool:
        """Whether something in the file, of whatever version, cannot be read."""
        with suppress(OSError), self._opened() as file:
            first = next(file, b"")
            if first == self._first:
                return any(_head_of_sound(line) is None for line in file)
            try:
                kind, version = json.loads(first)
            except (ValueError, TypeError, RecursionError):
                return True
            return kind != self.kind or not isinstance(version, int)
        return False

    def write(self, lines: Iterable[bytes]) -> None:
        """Keep these lines and no others, if that can be; the next one to ask tries again."""
        with suppress(StoreError, OSError), self.locks.hold(self.path.stem, wait=BRIEF):
            if is_dead_link(self.path):
                self.path.unlink()
            write_whole(self.path, b"".join((self._first, *lines)))


# A line and its head


def _head_of_sound(line: bytes) -> bytes | None:
    """The head of a line; None where it is damaged."""
    end = line.find(b"],")
    begin = line.rfind(b",", 0, end) + 1
    sound = end > 0 and line[-2:] == b"]\n" and line[begin:end] == b"%d" % crc32(line[end + 2 : -2])
    return line[:begin] if sound else None


def line_of(head: bytes, value: Any) -> bytes:
    """The line that keeps a value."""
    raw = dump(value).encode()
    return b"%b%d],%b]\n" % (head, crc32(raw), raw)


def value_in(line: bytes) -> Any:
    """The value that a sound line keeps."""
    return json.loads(line[line.index(b"],") + 2 : -2].decode())


def head_of(name: str, status: os.stat_result) -> bytes:
    """The head of the line for a match file, by what `os.stat` says of it."""
    return _head(name, _stamp(status))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_size, status.st_ino


def _head(name: str, stamp: Stamp) -> bytes:
    return b'["%b",[%d,%d,%d,' % (name.encode(), *stamp)


def name_in(head: bytes) -> str:
    """The name of the match file in a head or a line."""
    return head[2 : head.index(b'"', 2)].decode()


def _as_remembered(head: bytes) -> bytes:
    """A head as it is kept: that of a young file, which may change again without another stamp, fits no file."""
    changed = int(head[head.rindex(b"[") + 1 :].split(b",")[0])
    return head if changed > 0 and _is_old(changed) else _head(name_in(head), _NEVER)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Collect no garbage meanwhile: tens of thousands of values are made here that all stay, at half the price then."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Followed(Generic[T]):
    """What all match files say."""

    known: list[T]
    """What was remembered and is up to date, in its order."""
    new: list[T]
    """What had to be read."""
    is_new: bool
    """Whether this is not what was remembered."""


class FilesNow:
    """The match files of a folder as they are at this moment, asked one by one: a list of all would take much room."""

    def __init__(self, folder: Path, is_match: Callable[[str], bool]) -> None:
        """Those in `folder` whose names are those of matches."""
        self._folder = folder
        self._is_match = is_match

    def _head(self, name: str) -> bytes | None:
        """The head of a file now; None where there is none."""
        path = f"{self._folder}/{name}"
        try:
            return head_of(name, os.stat(path))  # noqa: PTH116 - thousands are asked for
        except OSError as error:
            # What cannot be seen, and a link that leads nowhere: whoever reads it says why.
            return None if is_missing(error) and not leads_nowhere(path, error) else _head(name, _UNKNOWN)

    def has(self, head: bytes) -> bool:
        """Whether a file is as its head says."""
        name = name_in(head)
        return self._is_match(name) and self._head(name) == head

    def _names(self) -> Iterator[str]:
        return (entry.name for entry in _entries(self._folder) if self._is_match(entry.name))

    def others(self, count: int, names: Iterable[str]) -> list[bytes]:
        """The heads of all files but the `count` ones of these names, the last names first.

        Raises:
            StoreError: the disk does not give them.
        """
        if sum(1 for _name in self._names()) == count:
            return []
        known = set(names)
        heads = (self._head(name) for name in sorted(set(self._names()) - known, reverse=True))
        return [head for head in heads if head is not None]


def follow(
    files: FilesNow,
    remembered: Iterable[tuple[bytes, Known]],
    known: Callable[[bytes, Known], T],
    name_of: Callable[[T], str],
    made: Callable[[str, bytes], T | None],
    progress: Progress | None = None,
) -> Followed[T]:
    """What every file says, from what is remembered where that is up to date, else from the file.

    Args:
        files: the match files.
        remembered: what is remembered, each after its head.
        known: gives what that says; KeyError, TypeError or ValueError for one of another form.
        name_of: gives the name of the file that says so.
        made: gives what the file of that name says, to be remembered under that head; None where that cannot be.
        progress: told (done, of) while files are read; returns False to break off with those done so far.

    Raises:
        StoreError: the disk does not say which files there are.
    """
    found: list[T] = []
    is_new = False
    for head, each in remembered:
        # What has another form is made again like what is missing.
        with suppress(KeyError, TypeError, ValueError):
            if files.has(head):
                found.append(known(head, each))
                continue
        is_new = True
    new: list[T] = []
    missing = files.others(len(found), map(name_of, found))
    for done, head in enumerate(missing, start=1):
        one = made(name_in(head), _as_remembered(head))
        if one is not None:
            new.append(one)
        if progress is not None and not progress(done, len(missing)):
            break
    return Followed(found, new, is_new or bool(missing))


def is_old(stamp: Stamp) -> bool:
    """Whether what has this stamp would have another one by now if it had changed again."""
    return _is_old(stamp[0])


def _is_old(changed: int) -> bool:
    return changed < time.time_ns() - _YOUNG


def files_in(folder: Path) -> dict[str, Stamp]:
    """Every file in `folder`, by name, with what tells whether it changed; none where there is no such folder.

    Raises:
        StoreError: the disk does not give them.
    """
    found: dict[str, Stamp] = {}
    for entry in _entries(folder):
        try:
            found[entry.name] = _stamp(entry.stat())
        except OSError as error:
            if not is_missing(error) or leads_nowhere(entry, error):  # whoever reads it says why
                found[entry.name] = _UNKNOWN
    return found


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        looked = os.scandir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise disk_trouble(error, folder, reading=True) from error
    with looked as entries:
        yield from entries
