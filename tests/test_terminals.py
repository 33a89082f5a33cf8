"""Terminals of every kind: the app draws on them, or says in one line what is missing."""

from __future__ import annotations

import colorsys
import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.terminal import PATIENCE, Terminal, command, environment, running, shown

LINE = "The app needs a terminal; without one, “scorekeeper --help” lists the commands."


@contextlib.contextmanager
def terminal(data: Path, *words: str, size: tuple[int, int] = (80, 24), **variables: str | None) -> Iterator[Terminal]:
    """A command, the app by default, in a terminal with these variables; None takes one away."""
    env = {**environment(data), **variables}
    made = Terminal.__new__(Terminal)
    made.start(
        words or [sys.executable, "-m", "scorekeeper"],
        {name: value for name, value in env.items() if value is not None},
        size=size,
    )
    try:
        yield made
    finally:
        made.process.close(force=True)


def click(app: Terminal, text: str, *, at: int = 0, times: int = 1) -> None:
    """Click the first place where the screen shows a text, so many cells into it."""
    app.wait(text)
    quiet(app)
    y, line = next((y, line) for y, line in enumerate(app.screen.display) if text in line)
    x = line.index(text) + at
    app.process.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode() * times)


def quiet(app: Terminal, seconds: float = 0.06) -> None:
    """Read until the app says nothing for so long."""
    while app.read(seconds):
        pass


def started(data: Path) -> Path:
    """A data folder with a match of three."""
    assert command(data, "new", "Ana", "Boris", "Chi").returncode == 0
    return data


# Where the app cannot be


def test_every_stream_has_to_be_a_terminal_and_the_word_is_seen(tmp_path: Path) -> None:
    ways = ["</dev/null", ">/dev/null", "2>/dev/null", "<&-", ">&-", "2>&-", "</dev/null 2>/dev/null"]
    for way in ways:
        script = f"{sys.executable} -m scorekeeper {way}; echo exit $?"
        with terminal(tmp_path, "/bin/sh", "-c", script, size=(100, 5)) as sh:
            sh.wait("exit 2")
            assert [line for line in sh.text.splitlines() if line] == [LINE, "exit 2"], way
    script = f"{sys.executable} -m scorekeeper | cat"
    with terminal(tmp_path, "/bin/sh", "-c", script, size=(100, 5)) as sh:
        sh.wait(LINE)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"TERM": "dumb"}, "This terminal (TERM=dumb) cannot be drawn on; “scorekeeper --help” lists the commands."),
        (
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            "This terminal is set to ascii; the app needs UTF-8 (set PYTHONUTF8=1).",
        ),
        (
            {"PYTHONIOENCODING": "latin-1"},
            "This terminal is set to iso8859-1; the app needs UTF-8 (set PYTHONIOENCODING=utf-8).",
        ),
    ],
)
def test_a_terminal_that_cannot_be_drawn_on_is_told_why(variables: dict[str, str], said: str, tmp_path: Path) -> None:
    with terminal(tmp_path, size=(120, 5), **variables) as app:
        app.wait(said)
        assert app.wait_for_end() == 2
        assert b"\x1b" not in app.written


def test_commands_go_on_with_other_signs_where_letters_are_missing(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [sys.executable, "-m", "scorekeeper"]
    with terminal(tmp_path, *words, "new", "Žofie", "日本", **plain) as app:
        assert app.wait_for_end() == 0
    assert [player["name"] for player in shown(tmp_path)["players"]] == ["Žofie", "日本"]
    with terminal(tmp_path, *words, "show", "nobody", **plain) as app:
        assert app.wait_for_end() == 1
        assert app.text.strip() == 'There is no match "nobody".'
    with terminal(tmp_path, *words, "history", **plain) as app:
        assert app.wait_for_end() == 0
        assert "?ofie, ??" in app.text.replace("\n", "")


# Colours


def saved_seasons(tmp_path: Path) -> Path:
    """A match with a round, so that somebody leads."""
    data = started(tmp_path)
    assert command(data, "score", "0", "12", "9").returncode == 0
    return data


def cells(app: Terminal) -> Iterator[tuple[int, str, str, str]]:
    """Line, letter, foreground and background of every cell in which something stands; reversed ones as they look."""
    for y in range(app.screen.lines):
        for x in range(app.screen.columns):
            cell = app.screen.buffer[y][x]
            if cell.data.strip():
                look = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
                yield y, cell.data, *look


@pytest.mark.parametrize("term", ["xterm-16color", "linux"])
def test_sixteen_colours_leave_everything_legible(term: str, tmp_path: Path) -> None:
    with terminal(saved_seasons(tmp_path), size=(100, 30), TERM=term, COLORTERM=None) as app:
        app.wait("8│8")
        app.wait("Matches")
        for _theme in ("dark", "light"):
            for keys, seen in (("0 0 0\r", "(C1)"), ("\x1b\x1bOR", "Find"), ("\x1b\x1bOP", "Type to search")):
                app.type(keys)
                app.wait(seen)
                quiet(app)
                for y, letter, front, back in cells(app):
                    assert front != back or letter in "▁▂▃▔█", (y, letter, front, app.screen.display[y])
                    assert len(front) != 6 or not re.fullmatch("[0-9a-f]{6}", front), "more than sixteen colours"
            app.type("\x1b")
            app.wait("8│8")
            app.type("\x15\x1b[21~")
        assert app.end() == 0


def test_without_colour_everything_is_said_by_signs(tmp_path: Path) -> None:
    with terminal(saved_seasons(tmp_path), NO_COLOR="1") as app:
        app.wait("8│8")
        app.wait(lambda text: re.search(r"place +★ 1\.", text) is not None)
        assert re.search(r"8│8 +\[ +\]", app.text), "where one types"
        app.type("0 0 0\r")
        app.wait("✗ Ana, Boris and Chi")
        app.type("\x1bOR")
        app.wait("Find")
        quiet(app)
        hues = {colour for _y, _letter, *look in cells(app) for colour in look if re.fullmatch("[0-9a-f]{6}", colour)}
        for hue in hues:
            red, green, blue = (int(hue[at : at + 2], 16) / 255 for at in (0, 2, 4))
            assert colorsys.rgb_to_hsv(red, green, blue)[1] < 0.02, hue
        picked = next(line for line, text in enumerate(app.screen.display) if "▸ unfinished" in text)
        look, above = ({(fore, back) for y, _, fore, back in cells(app) if y == at} for at in (picked, picked - 1))
        assert look.isdisjoint(above), "what is picked"
        assert app.end() == 0


# Sizes


@pytest.mark.parametrize("size", [(20, 6), (10, 3), (1, 1)])
def test_a_window_of_any_size_takes_a_round(size: tuple[int, int], tmp_path: Path) -> None:
    with running(started(tmp_path), size=size) as app:
        app.wait(lambda text: bool(text.strip()))
        quiet(app, 0.3)
        app.type("0 23 41")
        if size == (20, 6):
            app.wait("41 ]")
            app.type(" 9\r")
            app.wait("✗ There are 3")  # what is wrong is seen, if nothing else is
            app.type("\x15")
            app.wait("place")
        elif size == (10, 3):
            app.wait("9│9  [")
        quiet(app)
        app.type("\r")
        quiet(app)
        app.screen.resize(24, 80)
        app.process.setwinsize(24, 80)
        app.wait("round 2 of 10")
        assert app.end() == 0


def test_a_row_typed_while_the_window_is_dragged_is_whole(tmp_path: Path) -> None:
    rng = Random(7)
    with running(started(tmp_path)) as app:
        app.wait("9│9")
        app.wait("^q Quit")
        for letter in "0 23 4+1 ":
            for _ in range(20):
                size = rng.randint(1, 60), rng.randint(1, 160)
                app.process.setwinsize(*size)
                app.screen.resize(*size)
                app.read(0)
            app.type(letter)
        app.screen.resize(24, 80)
        app.process.setwinsize(24, 80)
        app.wait(lambda text: re.search(r"0 +23 +4\+1", text) is not None)
        app.type("\r")
        app.wait("round 2 of 10")
        assert app.end() == 0
    assert [player["total"] for player in shown(tmp_path)["players"]] == [0, 23, 5]


# Pastes


def test_a_column_that_is_pasted_fills_the_row(tmp_path: Path) -> None:
    with running(started(tmp_path)) as app:
        app.wait("9│9")
        app.process.send(b"\x1b[200~0\n23\n41\n\x1b[201~")
        app.wait(lambda text: re.search(r"9│9 +0 +23 +\[ +41 \]", text) is not None)
        app.type("\r")
        app.wait("round 2 of 10")
        # A terminal that brackets no pastes sends what would be typed.
        app.process.send(b"5\r0\r8\r")
        app.wait("round 3 of 10")
        app.type("\x1b[18~")
        app.wait("Note on the match")
        app.process.send(b"\x1b[200~two\nlines\x1b[201~\r")
        app.wait("two lines")
        assert app.end() == 0
    assert [player["total"] for player in shown(tmp_path)["players"]] == [5, 23, 49]


# By mouse alone


def test_a_match_is_played_by_mouse_alone(tmp_path: Path) -> None:
    done = command(tmp_path, "new", "Ana", "Boris")
    assert command(tmp_path, "delete", done.stdout.strip()).returncode == 0
    with running(tmp_path, size=(100, 30)) as app:
        app.wait("New match")
        click(app, "Ana", at=1)
        app.wait(lambda text: "1  Ana" in text)
        click(app, "Boris", at=1)
        app.wait(lambda text: "2  Boris" in text)
        click(app, "Change")
        app.wait("Double of the last round")
        for last in ("the double-blank, 0-0", *(f"{number}-{number}" for number in range(1, 8))):
            click(app, f"◂ {last} ▸", at=len(last) + 3)
        app.wait("◂ 8-8 ▸")
        click(app, "Keep", at=1)
        app.wait(lambda text: "Double of the last round" not in text)
        click(app, "Start the match", at=3)
        app.wait("round 1 of 2")
        click(app, "f12 Pad", at=5)
        app.wait("⌫")
        for keys in (("0", "→", "2", "3", "Enter"), ("1", "2", "→", "0", "Enter")):
            for key in keys:
                press(app, key)
        app.wait("Ana wins!")
        click(app, "^q Quit", at=4)
        assert app.wait_for_end() == 0
    told = shown(tmp_path)
    assert (told["state"], [player["total"] for player in told["players"]]) == ("finished", [12, 23])


def press(app: Terminal, key: str) -> None:
    """Click a key on the screen."""
    quiet(app)
    first = next(y for y, line in enumerate(app.screen.display) if "⌫" in line)
    y, line = next((y, line) for y, line in enumerate(app.screen.display) if y >= first and f" {key} " in line)
    x = line.index(f" {key} ") + 1
    app.process.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())


# Signals


def state_of(pid: int) -> str:
    """How the process is, as the system says: "T" where it is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_stopped_app_gives_the_terminal_back_and_draws_again(tmp_path: Path) -> None:
    with running(started(tmp_path)) as app:
        app.wait("9│9")
        app.type("0 2")
        app.wait(lambda text: re.search(r"\[ +2 ?\]", text) is not None)
        os.kill(app.process.pid, signal.SIGTSTP)
        end = time.monotonic() + PATIENCE
        while state_of(app.process.pid) != "T":
            assert time.monotonic() < end
            app.read()
        quiet(app)
        assert app.written.rindex(b"\x1b[?1049l") > app.written.rindex(b"\x1b[?1049h")
        app.screen.reset()
        os.kill(app.process.pid, signal.SIGCONT)
        app.wait(lambda text: re.search(r"\[ +2 ?\]", text) is not None)
        app.type("3 41\r")
        app.wait("round 2 of 10")
        assert app.end() == 0
    assert [player["total"] for player in shown(tmp_path)["players"]] == [0, 23, 41]
