"""Ways in which a file can be damaged, and what must be true of whoever meets it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scorekeeper.cli import main
from tests.store.torture_aftermath import Held, held_in, is_somewhere
from tests.store.torture_operations import clock, same_ids

FILES: Final = {
    "a match": "matches/*_live.json",
    "a finished match": "matches/*_done.json",
    "players and settings": "app.json",
    "the list": "recent.json",
    "the index": "index.json",
    "the digests": "digests.json",
    "a deleted match": "trash/*_gone.json",
    "a copy": "previous/*_live.json",
    "the copy of players and settings": "previous/app.json",
}
DERIVED: Final = ("the list", "the index", "the digests")
"""What is made again from the matches, so that nobody has to hear of it and nothing need be kept."""

FREE: Final = "free-to-be-made"
"""A name that a link leads to and nothing may be written to."""

LOOKS: Final = (
    "doctor", "show live", "show live --json", "history", "players", "players Ana", "export --all", "show",
)  # fmt: skip
TOLD: Final = ("set aside as", "before its last", "known again")
"""What stands in a sentence about what was damaged."""

VALUES: Final = (None, True, "", "x", 0, -1, 10**30, 1.5, [], {}, [[]], {"x": {}}, "9-9", "2026-01-01", "\u202e\x1b[2J")
"""Of every JSON type."""


def _stored(raw: bytes, change: Callable[[Any], object]) -> bytes:
    """The file with its document changed, where it is one JSON document."""
    document = json.loads(raw)
    change(document)
    return json.dumps(document, ensure_ascii=False).encode(errors="surrogatepass")


DAMAGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "empty": lambda raw: b"",
    "blank": lambda raw: b" \n",
    "zeros": lambda raw: b"\0" * len(raw),
    "zeros at the end": lambda raw: raw[: len(raw) // 2] + b"\0" * (len(raw) - len(raw) // 2),
    "zeros in a page": lambda raw: raw[:100] + b"\0" * 200 + raw[300:],
    "cut": lambda raw: raw[: len(raw) // 2],
    "twice over": lambda raw: raw + raw,
    "trailing": lambda raw: raw + b"}",
    "UTF-16": lambda raw: raw.decode().encode("utf-16"),
    "bad bytes": lambda raw: b"\xff\xfe" + raw,
    "a byte-order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "NaN": lambda raw: raw.replace(b":1", b":NaN", 3),
    "Infinity": lambda raw: raw.replace(b":0", b":-Infinity", 3),
    "a long number": lambda raw: raw.replace(b":1", b":1" + b"0" * 5000, 1),
    "a surrogate": lambda raw: raw.replace(b'"name":"', b'"name":"\\ud800', 1),
    "deep": lambda raw: b"[" * 200_000,
    "deep objects": lambda raw: b'{"match":' * 100_000,
    "null": lambda raw: b"null",
    "a list": lambda raw: b"[]",
    "a number": lambda raw: b"7",
    "nothing in it": lambda raw: b"{}",
    "not ours": lambda raw: b"GIF89a" + bytes(range(256)),
    "a page of another file": lambda raw: os.urandom(len(raw)),
    "keys twice": lambda raw: raw.replace(b'"name":', b'"name":"x","name":', 1).replace(
        b'"live":', b'"live":[],"live":', 1
    ),
    "version 0": lambda raw: raw.replace(b'"version":1', b'"version":0'),
    "version as text": lambda raw: raw.replace(b'"version":1', b'"version":"1"'),
    "a later version": lambda raw: raw.replace(b'"version":1', b'"version":2'),
    "a later version of the index": lambda raw: raw.replace(b'",2]', b'",99]', 1),
}
"""Bytes in the place of those that were there."""


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _socket(path: Path) -> None:
    name = path.parent / "s"  # the name of a socket cannot be long
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(path.parent)
        try:
            made.bind(name.name)
        finally:
            os.chdir(here)
    name.rename(path)


PLACES: Final[dict[str, Callable[[Path], object]]] = {
    "a folder": lambda path: path.mkdir(),
    "a full folder": lambda path: (path.mkdir(), (path / "x").write_bytes(b"x")),
    "a link round in a circle": _loop,
    "a link to nothing": lambda path: path.symlink_to("/nowhere/at/all"),
    "a link to what could be made": lambda path: path.symlink_to(path.parent / FREE),
    "a link through a file": lambda path: path.symlink_to("/dev/null/x"),
    "a link of a name too long": lambda path: path.symlink_to("x" * 300),
    "a socket": _socket,
    "a link to a folder": lambda path: path.symlink_to("/"),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "gone": lambda path: None,
}
"""What may be in the place of a file."""


def mutations(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The document with each of its values replaced by those of every type or taken out, one by one, and its name."""
    for way in _ways(json.loads(raw)):
        for number, value in enumerate(VALUES):
            yield f"{way} = value {number}", _stored(raw, lambda document, at=way, it=value: _put(document, at, it))
        yield f"{way} taken out", _stored(raw, lambda document, at=way: _take_out(document, at))


def _ways(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _ways(inner, (*here, key))


def _put(document: Any, way: tuple[Any, ...], value: Any) -> None:
    for key in way[:-1]:
        document = document[key]
    document[way[-1]] = value


def _take_out(document: Any, way: tuple[Any, ...]) -> None:
    for key in way[:-1]:
        document = document[key]
    del document[way[-1]]


@dataclass(frozen=True)
class Said:
    """What a command did."""

    code: int
    out: str
    err: str


class Patient:
    """A data folder with one damaged file, and those who meet it."""

    def __init__(self, template: Path, where: Path, what: str) -> None:
        self.where, self.data, self.what = where, where / "data", what
        shutil.rmtree(where, ignore_errors=True)
        shutil.copytree(template, where)
        (self.path,) = self.data.glob(FILES[what])
        self.before = held_in(self.data, [])
        self.raw = self.path.read_bytes()

    def damage(self, raw: bytes) -> None:
        """Put these bytes in the place of the file; its copies may be the same file and are left alone."""
        self.path.unlink()
        self.path.write_bytes(raw)
        self.raw = raw

    def put(self, make: Callable[[Path], object]) -> None:
        """Put something else in the place of the file."""
        self.path.unlink()
        make(self.path)
        self.raw = b""

    def __call__(self, text: str) -> Said:
        """What a command of the real command line does."""
        said, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained), same_ids():
            code = main(["--data", str(self.data), *text.split()], clock=clock)
        return Said(code, said.getvalue(), complained.getvalue())

    def held(self) -> Held:
        """What the folder holds now."""
        return held_in(self.data, [])

    def examined(self) -> list[str]:
        """What is wrong with how everybody met the damage, as sentences."""
        return [*self._read(), *self._repaired(), *self._used()]

    def _read(self) -> Iterator[str]:
        """Whoever looks: is answered, hears of it once, and changes nothing but the place of what cannot be read."""
        heard: list[str] = []
        for text in LOOKS:
            said = self(text)
            yield from self._plain(text, said)
            if text != "doctor":
                heard += [line for line in said.err.splitlines() if any(word in line for word in TOLD)]
        # A match and the list that has to follow it may both be told of, each once.
        if len(heard) != len(set(heard)):
            yield f"it is told twice: {heard}"
        for line in heard:
            # Whoever has another id in a sound match is somebody else, whom the list of players lacks.
            if self.path.name not in line and "recent.json" not in line and "are known again" not in line:
                yield f"it does not say which file: {line}"
        if self.raw and self.what not in DERIVED and not is_somewhere(self.data, self.raw):
            yield "what was there is gone"
        yield from self._others()
        stays = os.path.isfile(self.path) and self.path.read_bytes() == self.raw  # noqa: PTH113
        if not stays and self.what not in DERIVED and self.raw and not heard:
            yield "it was put away without a word"

    def _plain(self, text: str, said: Said) -> Iterator[str]:
        if said.code not in (0, 1):
            yield f"{text} ends with {said.code}"
        if said.code and "doctor" not in text and not said.err.strip():
            yield f"{text} is refused without a word"
        for word in ("Traceback", "Error:", "Something went wrong"):
            if word in said.err + said.out:
                yield f"{text} says {word}: {said.err}"
        if "\x1b" in said.err + said.out or "\u202e" in said.err + said.out:
            yield f"{text} prints what drives a terminal"

    def _others(self) -> Iterator[str]:
        """Whatever else there was is as it was."""
        now = self.held()
        of_it = {"a match": "live", "a finished match": "done", "a deleted match": "gone"}.get(self.what)
        for key, value in self.before.items():
            kind, name = key
            is_it = name == of_it if kind == "match" else self.what == "players and settings"
            if not is_it and now.get(key) != value:
                yield f"{key} was touched"

    def _repaired(self) -> Iterator[str]:
        """The doctor mends what can be mended, and says so."""
        mended = self("doctor --repair")
        yield from self._plain("doctor --repair", mended)
        after = self("doctor")
        found = after.out.splitlines()[2:]  # after where the data is, and how much of it reads
        if after.code and not any(
            why in line for line in found for why in ("later version", "(C", "(R", "(A", "(H", "in the match", "names")
        ):
            yield f"it is not mended: {after.out}"
        if "mends what can be mended" in after.out and "later version" not in mended.out:
            yield f"the doctor promises what it has not done: {after.out}"
        if any(path.name == FREE for path in self.data.rglob("*")):
            yield "it was written through a link to nothing"
        if self.raw and self.what not in DERIVED and not is_somewhere(self.data, self.raw):
            yield "what was there is gone after the repair"
        yield from self._others()

    def _used(self) -> Iterator[str]:
        """Afterwards everything goes on, and there is one copy of everything at most."""
        for text in ("note x --match last", "archive Ana", "delete other", "restore other", "new Ana Boris"):
            said = self(text)
            yield from self._plain(text, said)
            if said.code and "archive" not in text:
                yield f"{text} is refused: {said.err}"
        scored = self("score 0 1 2 --match live")
        yield from self._plain("score", scored)
        copies = [path.name for path in (self.data / "previous").iterdir()]
        if len(copies) > 1 + len(list((self.data / "matches").iterdir())):
            yield f"copies pile up: {copies}"
