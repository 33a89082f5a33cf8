"""One writer at a time: locks between windows, commands and machines that share a folder."""

from __future__ import annotations

import errno
import os
import stat
import time
from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scorekeeper.store.protocol import StoreError
from scorekeeper.store.wholefile import disk_trouble, is_missing, make_folder
from scorekeeper.text import _

WAIT: Final = 2.0
"""Seconds that are waited before it is said that somebody else is writing."""
BRIEF: Final = 0.2
"""Seconds that are waited to write what is made again by the next who needs it, and so is not worth a word."""
_LOOK_AGAIN: Final = 0.002
_MATCH_LOCKS: Final = 64
"""Lock files for matches: few enough to leave lying, many enough that two matches seldom share one."""


class Locks:
    """The locks of one data folder. A lock of a dead process is free at once, as the system lets go of it."""

    def __init__(self, folder: Path, *, wait: float = WAIT) -> None:
        """Name the folder of the lock files, which is made by the first writer, and see whether there is anything yet.

        Args:
            folder: lies in the data folder.
            wait: seconds to wait for another writer.
        """
        self.folder = folder
        self.wait = wait
        self._there = os.path.isdir(folder.parent)  # noqa: PTH112 -- what cannot be seen is found out by the first writer
        """Whether there was a data folder; one that vanished was moved or unplugged, and is not made anew."""

    @property
    def have_vanished(self) -> bool:
        """Whether there was a data folder when this was made, or since, and there is none now."""
        try:
            return self._there and not stat.S_ISDIR(self.folder.parent.stat().st_mode)
        except OSError as error:  # what the disk does not show may well be there
            return is_missing(error)

    def match(self, match_id: str) -> str:
        """The name of the lock of a match."""
        return f"match-{crc32(match_id.lower().encode()) % _MATCH_LOCKS:02}"

    @contextmanager
    def hold(self, name: str, *, begin: bool = True, wait: float | None = None) -> Iterator[None]:
        """Hold a lock for as long as the block runs. One who holds a match's lock may take "recent", never the reverse.

        Args:
            name: "app", "recent", "index", "restoring" or what `match` gave.
            begin: whether the data folder is made where there was none yet.
            wait: seconds to wait for another writer, if not as long as usual; for what can be done another time.

        Raises:
            StoreError: another writer kept it too long, or there can be no lock file.
        """
        # The library takes five times as long to import as the interpreter to start, so only writers import it. Of what
        # it offers this costs a fiftieth of its lock objects, which would be a quarter of the time of saving a round.
        from filelock import lock_descriptor, unlock_descriptor  # noqa: PLC0415

        descriptor = self._open(name, begin)
        try:
            until = time.monotonic() + (self.wait if wait is None else min(wait, self.wait))
            try:
                while not lock_descriptor(descriptor, blocking=False):
                    if time.monotonic() > until:
                        raise StoreError(
                            _("Nothing was saved: another window or command is writing the same data. Try again.")
                        )
                    time.sleep(_LOOK_AGAIN)
            except OSError as error:
                raise disk_trouble(error, self.folder) from error
            try:
                yield
            finally:
                unlock_descriptor(descriptor)
        finally:
            os.close(descriptor)

    def _open(self, name: str, begin: bool) -> int:
        path = f"{self.folder}/{name}.lock"
        # A link would have a file made wherever it leads.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            try:
                descriptor = os.open(path, flags, 0o600)
            except FileNotFoundError:
                make_folder(self.folder, parents=begin and not self._there)
                descriptor = os.open(path, flags, 0o600)
        except OSError as error:
            # Of a lock nobody knows, but one that is no file has to be found to be taken away.
            named = error.errno in (errno.EISDIR, errno.ELOOP)
            raise disk_trouble(error, Path(path) if named else self.folder) from error
        self._there = True
        return descriptor
