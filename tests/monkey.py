"""Somebody who presses and clicks anything: what is done is drawn from a seed, and can be done again as it is printed.

Each deed is told in two ways: as the events that the app gets, and as the bytes that a terminal sends.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

import scorekeeper.ui
from scorekeeper.ui.app import ScorekeeperApp
from tests.strategies import NASTY_NAMES

SIZES: Final = ((80, 24), (80, 24), (40, 20), (20, 6), (140, 40), (1, 1), (10, 3), (100, 30), (60, 8), (30, 50))


class Keys(NamedTuple):
    """Keys by name, all sent before the first is handled."""

    names: tuple[str, ...]


class Paste(NamedTuple):
    """A paste that the terminal brackets."""

    text: str


class Mouse(NamedTuple):
    """A click, a double click, a drag, a turn of the wheel or a move, at cells of the screen."""

    what: str
    at: tuple[int, int]
    to: tuple[int, int] = (0, 0)
    shift: bool = False


class Resized(NamedTuple):
    """The terminal has another size."""

    columns: int
    rows: int


class Again(NamedTuple):
    """The app is left and opened again."""


class Home(NamedTuple):
    """Escape as often as it takes to stand at a table, or where there is nothing below."""


class Noise(NamedTuple):
    """Bytes that are no key at all; only a terminal can send them."""

    data: bytes


Deed = Keys | Paste | Mouse | Resized | Home | Again | Noise


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def _ours(kind: type[Any]) -> list[type[Any]]:
    for module in pkgutil.walk_packages(scorekeeper.ui.__path__, "scorekeeper.ui."):
        importlib.import_module(module.name)
    found = {each for each in _subclasses(kind) if each.__module__.startswith("scorekeeper.")}
    return sorted(found, key=lambda each: str(each.__name__))


@cache
def all_screens() -> tuple[type[Screen[Any]], ...]:
    """Every screen of the package that can stand on the terminal."""
    return tuple(each for each in _ours(Screen) if not each.__subclasses__())


def _bound(kind: type[Any]) -> list[str]:
    bindings = [each for base in kind.__mro__ for each in base.__dict__.get("BINDINGS", ())]
    return [each.key for each in Binding.make_bindings(bindings) if each.key not in LEAVING]


LEAVING: Final = frozenset(("ctrl+q",))
"""Keys that end the app; a deed of its own does that."""


@cache
def all_keys() -> tuple[str, ...]:
    """Every key that does something somewhere in the package."""
    kinds = (ScorekeeperApp, *_ours(Widget))
    return tuple(sorted({key for kind in kinds for key in _bound(kind)} | set(EDITING)))


@cache
def keys_of(where: type[Screen[Any]]) -> tuple[str, ...]:
    """The keys that do something on a screen of this kind, the app's own among them."""
    return tuple(sorted({*_bound(where), *_bound(ScorekeeperApp)}))


EDITING: Final = (
    "enter", "tab", "shift+tab", "backspace", "delete", "left", "right", "up", "down", "home", "end", "ctrl+u",
    "ctrl+w", "ctrl+c", "ctrl+x", "ctrl+v", "ctrl+a", "ctrl+e", "ctrl+p", "escape", "ctrl+n", "insert", "ctrl+@",
)  # fmt: skip

LINES: Final = (
    "0 23 41⏎", "0 23 41 17⏎", "5 0 8⏎", "0⏎12⏎7⏎", "0/ 3 4*⏎", "6-5+4 0 9⏎", "0 0⏎", "* 0 3⏎", "999⏎", "1 2 3⏎",
    "9-9⏎", "9-4⏎9-8⏎9-7⏎9-6⏎", "94⏎98⏎", "8-4⏎/+", "+++", "Ana⏎Boris⏎⏎", "Chi⏎", "[/]⏎", "⏎", "⏎⏎", "23", "-1 x",
    "R21", "7 7 7 27⏎", "tie", "a", "  ", "0 1", "4", "×", "日本", "é", "1\t2\t0⏎",
)  # fmt: skip
"""What people type, as far as it leads anywhere, and some that leads nowhere; "⏎" is Enter."""

PASTES: Final = (
    "0\n23\n41\n", "0\t23\t41\n5\t0\t8\n", "Ana\nBoris\nChi\nDan\n", "Ana, Boris; Chi", "23*", "\x1b[31mred\x1b[0m",
    "[red]x[/]", "", "\n\n\n", "9-4\r\n9-8\r\n", "x" * 5000, "1 " * 3000, "\x00\x07\x9b", "‮evil", "a\x1b[201~b",
    *NASTY_NAMES,
)  # fmt: skip


PLAYERS: Final = (3, 3, 3, 2, 4)
"""How many play, for whom rounds are typed whole."""


WAYS: Final = (
    ("ctrl+p", *"import", "enter"), ("ctrl+p", *"export", "enter", "enter"), ("ctrl+p", *"back", "enter", "enter"),
    ("ctrl+b", "ctrl+r", "x", "enter"), ("ctrl+b", "down", "ctrl+g"), ("ctrl+b", "enter", "2", "enter", "enter"),
    ("ctrl+l", "ctrl+l"), ("f2", "f4"), ("f3", "ctrl+g"), ("f3", "delete", "ctrl+z"), ("f3", "down", "enter"),
    ("f6", "enter"), ("f5", "enter", "enter"), ("f8", "enter"), ("f7", "a", "enter"), ("f9", "f9"), ("f11", "5"),
    ("f4", "L", "enter"), ("up", "enter", "7", "enter"), ("ctrl+z", "ctrl+y"), ("ctrl+z", "ctrl+z", "ctrl+z"),
)  # fmt: skip
"""Keys that lead somewhere only together."""


class Monkey:
    """Draws what is done next."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.size = SIZES[0]
        self._then: Deed | None = None

    def next(self, where: type[Screen[Any]] | None, *, noise: bool = False) -> Deed:
        """What is done next.

        Args:
            where: the screen that is seen, whose keys lead somewhere; None where that is not known.
            noise: whether bytes that are no keys may come too.
        """
        if self._then is not None:
            then, self._then = self._then, None
            return then
        ways: list[tuple[int, Callable[[], Deed]]] = [
            (30, lambda: self._leading(where)),
            (8, self._way),
            (6, self._rounds),
            (16, self._any_keys),
            (16, self._line),
            (4, self._paste),
            (22, self._mouse),
            (4, self._resized),
            (3, Home),
            (1, Again),
            (4 if noise else 0, self._noise),
        ]
        (way,) = self.rng.choices([way for _, way in ways], [weight for weight, _ in ways])
        return way()

    def _leading(self, where: type[Screen[Any]] | None) -> Deed:
        keys = all_keys() if where is None else keys_of(where)
        return Keys(tuple(self.rng.choices(keys, k=self.rng.choice((1, 1, 1, 2, 3)))))

    def _way(self) -> Deed:
        way = Keys(self.rng.choice(WAYS))
        if self.rng.random() < 0.4:
            return way
        self._then = way
        return Home()

    def _rounds(self) -> Deed:
        # One of so many hands that follow one another is empty, wherever the first of them goes.
        players = self.rng.choice(PLAYERS)
        hands = ["0", *(str(self.rng.randint(1, 60)) for _ in range(players - 1))] * self.rng.randint(1, 4)
        self._then = Keys(keys_for("⏎".join([*hands, ""])))
        return Home()

    def _any_keys(self) -> Deed:
        pool = self.rng.choice((all_keys(), EDITING, tuple("0123456789 +-*/"), ("f1", "escape", "enter")))
        return Keys(tuple(self.rng.choices(pool, k=self.rng.randint(1, 8))))

    def _line(self) -> Deed:
        return Keys(keys_for(self.rng.choice(LINES)))

    def _paste(self) -> Deed:
        return Paste(self.rng.choice(PASTES))

    def _place(self) -> tuple[int, int]:
        columns, rows = self.size
        low = self.rng.choice((0, 0, rows - 1, rows - 4, rows // 2))
        return self.rng.randrange(columns), self.rng.randint(max(0, low), rows - 1)

    def _mouse(self) -> Deed:
        what = self.rng.choice(("click", "click", "click", "double", "drag", "wheel up", "wheel down", "move"))
        return Mouse(what, self._place(), self._place(), self.rng.random() < 0.2)

    def _resized(self) -> Deed:
        # Small windows are seen often enough, and little can be done in them.
        self.size = self.rng.choice(SIZES) if self.rng.random() < 0.6 else (80, 24)
        return Resized(*self.size)

    def _noise(self) -> Deed:
        return Noise(self.rng.choice(NOISES))


NOISES: Final = (
    b"\xff\xfe", b"\xc3", b"\x80\x80", b"\xf0\x9f", b"\xed\xa0\x80", b"\x00", b"\x1b[", b"\x1b[999;999R",
    b"\x1b]11;rgb:0/0/0\x07", b"\x1b[?2026;2$y", b"\x1bOZ", b"\x1b[<0;0;0M", b"\x1b[<99;500;500M", b"\x1b[<0;1",
    b"\x1b[I", b"\x1b[O", b"\x1b[1;9Z", b"\x1b[97;5u", b"\x1b[57441u", b"\x1b[200~", b"\x1b[201~",
    b"\x1b[200~never ends", b"\x9b31m", b"\x1bP>|tmux\x1b\\", b"\x7f\x08",
)  # fmt: skip
"""What a terminal or a bad line may send that is no key."""


def keys_for(text: str) -> tuple[str, ...]:
    """The keys that type a text; "⏎" is Enter."""
    named = {" ": "space", "⏎": "enter", "\t": "tab"}
    return tuple(named.get(letter, letter) for letter in text)


# As events


def events_of(deed: Deed) -> Iterator[events.Event]:
    """What the app gets."""
    match deed:
        case Keys(names):
            for name in names:
                yield events.Key(name, character(name))
        case Paste(text):
            yield events.Paste(text)
        case Mouse():
            yield from _mouse_events(deed)
        case Resized(columns, rows):
            yield events.Resize(Size(columns, rows), Size(columns, rows))


def character(name: str) -> str | None:
    """The letter that a key types; None for one that types nothing."""
    special = {"space": " ", "enter": "\r", "tab": "\t", "backspace": "\x7f", "plus": "+", "minus": "-"}
    return special.get(name, name if len(name) == 1 else None)


def _mouse_events(mouse: Mouse) -> Iterator[events.Event]:
    def told(kind: Callable[..., events.MouseEvent], at: tuple[int, int], button: int) -> events.MouseEvent:
        return kind(None, *at, 0, 0, button, mouse.shift, False, False, *at)

    match mouse.what:
        case "click" | "double":
            for _ in range(1 if mouse.what == "click" else 2):
                yield told(events.MouseDown, mouse.at, 1)
                yield told(events.MouseUp, mouse.at, 1)
        case "drag":
            yield told(events.MouseDown, mouse.at, 1)
            yield told(events.MouseMove, mouse.to, 1)
            yield told(events.MouseUp, mouse.to, 1)
        case "wheel up":
            yield told(events.MouseScrollUp, mouse.at, 0)
        case "wheel down":
            yield told(events.MouseScrollDown, mouse.at, 0)
        case _:
            yield told(events.MouseMove, mouse.at, 0)


# As bytes


@cache
def _sequences() -> dict[str, str]:
    found: dict[str, str] = {"f5": "\x1b[15~", "backspace": "\x7f", "space": " ", "plus": "+", "minus": "-"}
    for sequence, keys in ANSI_SEQUENCES_KEYS.items():
        if isinstance(keys, tuple) and len(keys) == 1:
            found.setdefault(keys[0].value, sequence)
    return found


def bytes_of(deed: Deed) -> bytes:
    """What a terminal sends; nothing for what it does not send but does."""
    match deed:
        case Keys(names):
            return "".join(_sequences().get(name, name) for name in names).encode()
        case Paste(text):
            return b"\x1b[200~" + text.encode(errors="surrogatepass") + b"\x1b[201~"
        case Mouse():
            return _mouse_bytes(deed)
        case Noise(data):
            return data
    return b""


def _mouse_bytes(mouse: Mouse) -> bytes:
    def told(button: int, at: tuple[int, int], end: str) -> str:
        return f"\x1b[<{button + 4 * mouse.shift};{at[0] + 1};{at[1] + 1}{end}"

    click = told(0, mouse.at, "M") + told(0, mouse.at, "m")
    drag = told(0, mouse.at, "M") + told(32, mouse.to, "M") + told(0, mouse.to, "m")
    ways = {
        "click": click, "double": click * 2, "drag": drag, "wheel up": told(64, mouse.at, "M"),
        "wheel down": told(65, mouse.at, "M"), "move": told(35, mouse.at, "M"),
    }  # fmt: skip
    return ways[mouse.what].encode()


# What is left of a failure


def shrunk(deeds: Sequence[Deed], fails: Callable[[Sequence[Deed]], bool]) -> list[Deed]:
    """Fewer deeds that fail still: pieces are left out as long as `fails` says so, the large ones first."""
    left = list(deeds)
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            if fails(fewer):
                left = fewer
            else:
                at += size
        size //= 2
    return left
