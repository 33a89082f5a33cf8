"""What is remembered of every match file, in one file that can be thrown away: it is made again from the match files.

Saving a match never touches it. Whoever asks reads the match files that are newer than what is remembered of them.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from scorekeeper.store.locks import BRIEF, Locks
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.strictjson import dump
from scorekeeper.store.wholefile import disk_trouble, write_whole

_YOUNG: Final = 3_000_000_000
"""Nanoseconds within which a file may change twice with one time; what is younger is read again next time."""
_NEVER: Final = (0, 0, 0)
_UNKNOWN: Final = (-1, -1, -1)

Stamp = tuple[int, int, int]
Progress = Callable[[int, int], bool]
T = TypeVar("T")


class Remembered:
    """Values by the names of match files, kept in a file; each with what `os.stat` said of its match file.

    A line holds one of them, so that tens of thousands are read one by one and never lie in memory as JSON.
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
        self.version = version

    def read(self) -> Iterator[tuple[str, Stamp, Any]]:
        """Name, stamp and value of everything; nothing where the file is missing or of another version.

        What is damaged is passed over, as it is made again from the match file.
        """
        with suppress(OSError, ValueError, RecursionError), self.path.open("rb") as file:
            if json.loads(next(file, b"")) != [self.kind, self.version]:
                return
            for line in file:
                name, stamp, value = json.loads(line)
                yield name, tuple(stamp), value

    def write(self, values: Iterable[tuple[str, Stamp, Any]]) -> None:
        """Keep these values and no others, if that can be; the next one to ask tries again."""
        lines = [dump([self.kind, self.version]), *map(dump, values), ""]
        with suppress(StoreError), self.locks.hold(self.path.stem, wait=BRIEF):
            write_whole(self.path, "\n".join(lines).encode())


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

    found: dict[str, T]
    young: frozenset[str]
    """Files that may have changed again without another stamp, and so are read again next time."""
    is_new: bool
    """Whether this is not what was remembered."""

    def remembered(self, files: Mapping[str, Stamp]) -> Iterator[tuple[str, Stamp, T]]:
        """What is to be remembered; a young file has a stamp that no file has."""
        for name, value in self.found.items():
            yield name, _NEVER if name in self.young else files[name], value


def follow(
    files: Mapping[str, Stamp],
    known: Iterable[tuple[str, Stamp, Any]],
    found_in: Callable[[Any], T],
    read: Callable[[str], T | None],
    progress: Progress | None = None,
) -> Followed[T]:
    """What every file says, from what is remembered where that is up to date, else from the file.

    Args:
        files: names of the match files with their stamps.
        known: what is remembered.
        found_in: gives what a remembered value says; KeyError, TypeError or ValueError for one of another form.
        read: gives what the file itself says; None where that cannot be.
        progress: told (done, of) while files are read; returns False to break off with those done so far.
    """
    found: dict[str, T] = {}
    is_new = False
    with suppress(TypeError, ValueError):  # a line of another form ends what is remembered
        for name, stamp, value in known:
            if files.get(name) == stamp:
                # What has another form is made again like what is missing.
                with suppress(KeyError, TypeError, ValueError):
                    found[name] = found_in(value)
                    continue
            is_new = True
    missing = [name for name in files if name not in found]
    young: set[str] = set()
    for done, name in enumerate(missing, start=1):
        made = read(name)
        if made is not None:
            found[name] = made
            if not is_old(files[name]):
                young.add(name)
        if progress is not None and not progress(done, len(missing)):
            break
    return Followed(found, frozenset(young), is_new or bool(missing))


def is_old(stamp: Stamp) -> bool:
    """Whether what has this stamp would have another one by now if it had changed again."""
    return stamp[0] < time.time_ns() - _YOUNG


def files_in(folder: Path) -> dict[str, Stamp]:
    """Every file in `folder`, by name, with what tells whether it changed; none where there is no such folder.

    Raises:
        StoreError: the disk does not give them.
    """
    found: dict[str, Stamp] = {}
    try:
        looked = os.scandir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return found
    except OSError as error:
        raise disk_trouble(error, folder, reading=True) from error
    with looked as entries:
        for entry in entries:
            try:
                status = entry.stat()
            except FileNotFoundError:
                continue
            except OSError:  # whoever reads it says why
                found[entry.name] = _UNKNOWN
            else:
                found[entry.name] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found
