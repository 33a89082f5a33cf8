"""A disk that is watched: counts what a process does to it, and at any one of these calls does something else.

The calls are those that can leave something half done: making, writing, syncing, renaming, linking, removing. They are
counted in the order in which they come, which is the same every time, so that each of them can be the one that fails.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

_PLAIN: Final = ("replace", "rename", "link", "unlink", "remove", "mkdir", "rmdir", "utime", "chmod", "fchmod", "fsync")
_LOOKS: Final = ("stat", "listdir", "scandir", "read")
LOOKS: Final = frozenset({"open", *_LOOKS})
"""What a disk may refuse to somebody who only looks."""
NEEDS_ROOM: Final = frozenset({"make", "write", "fsync", "replace", "rename", "link", "mkdir"})
"""What a full disk may refuse."""
_WRITES: Final = os.O_WRONLY | os.O_RDWR
_A_FEW: Final = 7
"""Bytes of a write that is broken off."""


class Call(NamedTuple):
    """One thing done to the disk."""

    what: str
    path: str
    """The file or folder; of two the one it begins with."""
    to: str = ""
    """Where it goes, of two."""


Meet = Callable[[int, Call], int | None]
"""Is told of a call before it is done, with its number from 0; gives how many bytes of a write to do, if not all."""


class Disk:
    """What this process does to the disk while it is watched."""

    def __init__(self, meet: Meet | None = None, *, reads: bool = False) -> None:
        """Begin with nothing seen.

        Args:
            meet: is told of every call before it is done.
            reads: whether what only looks is watched too.
        """
        self.calls: list[Call] = []
        self._meet = meet
        self._plain = (*_PLAIN, *_LOOKS) if reads else _PLAIN
        self._reads = reads
        self._paths: dict[int, str] = {}

    def met(self, what: str, path: object, to: object = "") -> int | None:
        if isinstance(path, int):
            path = self._paths.get(path, "")
        call = Call(what, os.fspath(path), os.fspath(to) if isinstance(to, str | Path) else "")  # type: ignore[call-overload]
        self.calls.append(call)
        return None if self._meet is None else self._meet(len(self.calls) - 1, call)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch everything within the block."""
        real: dict[str, Any] = {name: getattr(os, name) for name in (*self._plain, "open", "write", "close")}
        real_open = io.open

        def plain(name: str) -> Callable[..., Any]:
            def call(*args: Any, **kwargs: Any) -> Any:
                self.met(name, args[0], args[1] if len(args) > 1 and isinstance(args[1], str | Path) else "")
                return real[name](*args, **kwargs)

            return call

        def opened(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
            if flags & os.O_CREAT and not os.path.lexists(path):
                self.met("make", path)
            elif flags & _WRITES and flags & os.O_TRUNC:
                self.met("empty", path)
            elif self._reads:
                self.met("open", path)
            descriptor: int = real["open"](path, flags, *args, **kwargs)
            self._paths[descriptor] = os.fspath(path)
            return descriptor

        def written(descriptor: int, raw: Any) -> int:
            if descriptor not in self._paths:  # a pipe or a terminal
                return int(real["write"](descriptor, raw))
            some = self.met("write", descriptor)
            return int(real["write"](descriptor, raw if some is None else memoryview(raw)[:some]))

        def closed(descriptor: int) -> None:
            self._paths.pop(descriptor, None)
            real["close"](descriptor)

        disk = self

        class Watched(io.FileIO):
            def write(self, raw: Any) -> int:
                some = disk.met("write", self.fileno())
                return int(super().write(raw if some is None else memoryview(raw)[:some]))

        def file(path: Any, mode: str = "r", buffering: int = -1, *args: Any, **kwargs: Any) -> Any:
            if not set(mode) & set("wax+") or "b" not in mode or buffering == 0:
                if self._reads:
                    self.met("open", path)
                return real_open(path, mode, buffering, *args, **kwargs)
            if not isinstance(path, int):
                self.met("empty" if os.path.lexists(path) else "make", path)
            raw = Watched(path, mode.replace("b", ""))
            if not isinstance(path, int):
                self._paths[raw.fileno()] = os.fspath(path)
            return io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)

        try:
            for name in self._plain:
                setattr(os, name, plain(name))
            os.open, os.write, os.close = opened, written, closed  # type: ignore[assignment]
            io.open = builtins.open = file
            yield
        finally:
            for name, each in real.items():
                setattr(os, name, each)
            io.open = builtins.open = real_open


def killing(at: int, *, torn: bool = False) -> Meet:
    """Kill this process before call number `at`; where that is a write and `torn`, after a few bytes of it."""

    def meet(number: int, call: Call) -> int | None:
        if number == at + torn:
            os.kill(os.getpid(), signal.SIGKILL)
        return _A_FEW if torn and number == at else None

    return meet


def refusing(at: int, code: int = errno.ENOSPC, *, for_good: bool = False, what: frozenset[str] = NEEDS_ROOM) -> Meet:
    """Refuse call number `at` of those kinds, as a full or broken disk does, or all from that one on."""
    count = -1

    def meet(number: int, call: Call) -> int | None:
        nonlocal count
        if call.what in what:
            count += 1
            if count == at or (for_good and count > at):
                raise OSError(code, os.strerror(code), call.path)
        return None

    return meet


def not_safe(calls: list[Call]) -> list[str]:
    """What a machine that loses its power after these calls could lose, as sentences.

    A file is on the disk once it was synced after its last write, and a name once its folder was.
    """
    dirty: set[str] = set()
    names: dict[str, str] = {}
    found: list[str] = []
    for call in calls:
        folder = str(Path(call.to or call.path).parent)
        match call.what:
            case "write" | "empty" | "make":
                dirty.add(call.path)
            case "fsync":
                dirty.discard(call.path)
                names = {name: where for name, where in names.items() if where != call.path}
            case "replace" | "rename" | "link":
                if call.path in dirty:
                    found.append(f"{call.path} got the name {call.to} before it was on the disk")
                names[call.to] = folder
            case "unlink" | "remove":
                dirty.discard(call.path)
    # What was before the last change is a help only while the disk is sound.
    return [*found, *(f"the name {name} is not on the disk" for name in names if "/previous/" not in name)]


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes, as on a full disk or under a quota."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
