"""Random bytes, keys, clicks and sizes in a real pseudo-terminal: the app answers, is left, and loses nothing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.kept_data import KeptData
from tests.long_run import seeds_for
from tests.monkey import Again, Deed, Home, Monkey, Resized, bytes_of, shrunk
from tests.terminal import Terminal, running
from tests.ui.test_monkey import SHRINKING, WAYS_BACK
from tests.ui.test_monkey import seasons as seasons

DEEDS: Final = 80
"""Deeds of one seed in the long form."""
HEALED: Final = b"\x1b[201~"
"""Ends a paste that a bad line began."""
ESCAPE_TIME: Final = 0.15
"""Seconds after which an Escape is no longer the beginning of another key."""
RESTORED: Final = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?2004l", b"\x1b[?25h")
"""What the app sends at its end: the usual screen, no mouse, pastes without brackets, the cursor."""


def resize(app: Terminal, columns: int, rows: int) -> None:
    """Give the terminal another size."""
    app.screen.resize(rows, columns)
    app.process.setwinsize(rows, columns)


def quiet(app: Terminal, seconds: float = 0.05) -> None:
    """Read until the app says nothing for so long."""
    while app.read(seconds):
        pass


def answers(app: Terminal) -> bool:
    """Go home by Escape and see that help opens there; False where the app was left by a click on Quit.

    Raises:
        AssertionError: it does not.
    """
    resize(app, 80, 24)
    app.process.send(HEALED)
    quiet(app)
    seen = [app.text]
    # Twice nothing, as a slow machine may not have come to it at once.
    while len(seen) <= WAYS_BACK + 2 and not (len(seen) > 2 and seen[-3:] == 3 * seen[-1:]):
        app.process.send(b"\x1b")
        quiet(app, ESCAPE_TIME)
        seen.append(app.text)
    if not app.process.isalive():
        return False
    for is_last in (False, True):
        app.process.send(b"\x1bOP")
        try:
            app.wait("Type to search")
            break
        except AssertionError:
            # What was begun before may open only now on a slow machine, and lie over help.
            if is_last:
                raise
            app.process.send(b"\x1b")
            quiet(app, ESCAPE_TIME)
    app.process.send(b"\x1b")
    app.wait(lambda text: "Type to search" not in text)
    return True


def check_end(app: Terminal, code: int) -> None:
    """The app was left without a fault, and the terminal is as it was."""
    assert code == 0, app.text
    for sequence in RESTORED:
        assert sequence in app.written


def live(folder: Path, draw: Callable[[], Deed | None], done: list[Deed]) -> KeptData:
    """Do what is drawn until nothing more is.

    Raises:
        AssertionError: the app or the data is not as it has to be.
    """
    data = KeptData(folder)
    data.check()
    deed: Deed | None = Again()
    while deed is not None:
        with running(folder) as app:
            app.wait("^q Quit")
            goes_on = True
            while goes_on and (deed := draw()) is not None and not isinstance(deed, Again):
                done.append(deed)
                if isinstance(deed, Home):
                    goes_on = answers(app)
                elif isinstance(deed, Resized):
                    resize(app, deed.columns, deed.rows)
                else:
                    app.process.send(bytes_of(deed))
                app.read()
                goes_on = goes_on and app.process.isalive()
            if isinstance(deed, Again):
                done.append(deed)
            if goes_on and answers(app):
                app.process.send(b"\x11")
                quiet(app, ESCAPE_TIME)
                if app.process.isalive():
                    app.process.send(b"\x11")  # where something would be lost it asks
            code = app.wait_for_end()
            data.check()
            check_end(app, code)
    return data


def one_seed(seasons: Path, folder: Path, seed: int, deeds: int, *, homes: bool = True) -> KeptData:
    """Everything that one seed does; a failure names what is left of it that fails still.

    Args:
        seasons: the data to begin with.
        folder: where it is tried.
        seed: decides everything.
        deeds: how many.
        homes: whether it goes home, which takes time, between as well as at the end.
    """
    done: list[Deed] = []
    monkey = Monkey(Random(seed))
    left = iter(range(deeds))

    def tried(draw: Callable[[], Deed | None], done: list[Deed]) -> KeptData:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(seasons, folder)
        return live(folder, draw, done)

    def draw() -> Deed | None:
        while next(left, None) is not None:
            deed = monkey.next(None, noise=True)
            if homes or not isinstance(deed, Home):
                return deed
        return None

    try:
        return tried(draw, done)
    except AssertionError as error:
        end = time.monotonic() + SHRINKING

        def fails(fewer: Sequence[Deed]) -> bool:
            rest = iter(fewer)
            if time.monotonic() > end:
                return False
            try:
                tried(lambda: next(rest, None), [])
            except AssertionError:
                return True
            return False

        few = shrunk(done, fails) if fails(done) else done
        error.add_note(f"seed {seed}, {len(done)} deeds, of which these fail still: {few}")
        raise


def test_whatever_a_terminal_sends_does_no_harm(seasons: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    data = one_seed(seasons, tmp_path / "data", 1, 30, homes=False)
    tell(f"30 deeds, {data.rounds} rounds saved")


@pytest.mark.torture
def test_whatever_a_terminal_sends_for_long_does_no_harm(
    seasons: Path, tmp_path: Path, tell: Callable[[str], None], minutes: float
) -> None:
    rounds = seed = 0
    for seed in seeds_for(minutes):
        rounds += one_seed(seasons, tmp_path / "data", seed, DEEDS).rounds
    tell(f"{seed * DEEDS:,} deeds with seeds 1 to {seed}, {rounds:,} rounds saved")
