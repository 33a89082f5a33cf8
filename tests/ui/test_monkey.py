"""Random keys and clicks on the real app with a real data folder: it never fails, is always left, and loses nothing."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.keys import BOUNCE
from scorekeeper.ui.screens.score import ScoreScreen
from tests.kept_data import KeptData
from tests.long_run import seeds_for
from tests.monkey import Again, Deed, Home, Keys, Monkey, Resized, all_screens, events_of, shrunk
from tests.strategies import played

PATIENCE: Final = 20.0
"""Seconds that the app may take to answer on a loaded machine."""
WAYS_BACK: Final = 8
"""Escapes that lead home from anywhere."""
SHRINKING: Final = 120.0
"""Seconds in which fewer deeds that fail are looked for."""
DEEDS: Final = 300
"""Deeds of one seed in the long form."""
START: Final = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)

Draw = Callable[[type[Screen[Any]]], Deed | None]


def watched(store: Store, reached: Counter[type[Screen[Any]]], clock: Callable[[], datetime]) -> ScorekeeperApp:
    """The app, with every screen counted that is reached."""
    taken = {summary.id for summary in store.matches.summaries()} | {gone.id for gone in store.matches.trash()}
    ids = (made for number in count(1) if (made := f"new{number}") not in taken)
    app = ScorekeeperApp(store, clock=clock, new_id=lambda: next(ids))
    push = app.push_screen

    def counted(screen: Screen[Any], *more: Any, **named: Any) -> Any:
        reached[type(screen)] += 1
        return push(screen, *more, **named)

    app.push_screen = counted
    return app


@asynccontextmanager
async def in_time(what: str) -> Any:
    """Fail where something takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise AssertionError(f"no answer after {what}") from None


def check_app(app: ScorekeeperApp) -> bool:
    """Whether the app goes on; nothing may have gone wrong in it."""
    if app._exception is not None:
        raise app._exception
    assert app.return_code in (None, 0)
    return not app._exit


async def settled(pilot: Pilot[int]) -> bool:
    """Wait until everything that was sent is through; whether the app goes on."""
    async with in_time("what was done"):
        await pilot._wait_for_screen()
        while check_app(pilot.app) and not pilot.app.at_rest:
            await asyncio.sleep(0.002)
            await pilot._wait_for_screen()
    return check_app(pilot.app)


def is_home(app: ScorekeeperApp) -> bool:
    """Whether a table is in sight, or there is nothing below what is."""
    return isinstance(app.screen, ScoreScreen) or len(app.screen_stack) == 1


async def do(pilot: Pilot[int], deed: Deed) -> bool:
    """Do it; whether the app goes on."""
    app = pilot.app
    if isinstance(deed, Home):
        before = [type(screen).__name__ for screen in app.screen_stack]
        for _ in range(WAYS_BACK):
            if is_home(app):
                return True
            await asyncio.sleep(BOUNCE)  # sooner it would be the same press of a worn key
            app.post_message(next(events_of(Keys(("escape",)))))
            if not await settled(pilot):
                return False
        assert is_home(app), f"Escape does not lead back from {before}"
        return True
    if isinstance(deed, Resized):
        app._driver._size = Size(deed.columns, deed.rows)
    for event in events_of(deed):
        app.post_message(event)
    return await settled(pilot)


async def live(folder: Path, draw: Draw, done: list[Deed], reached: Counter[type[Screen[Any]]]) -> KeptData:
    """Do what is drawn until nothing more is, with everything checked on the way.

    Raises:
        AssertionError: the app or the data is not as it has to be.
        Exception: a fault in the app.
    """
    data = KeptData(folder)
    data.check()
    ticks = count()

    def clock() -> datetime:
        return START + timedelta(seconds=next(ticks))

    deed: Deed | None = Again()
    while deed is not None:
        app = watched(open_store(folder, clock=clock), reached, clock)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            goes_on = await settled(pilot)
            reached[type(app.screen_stack[0])] += 1
            while goes_on and (deed := draw(type(app.screen))) is not None and not isinstance(deed, Again):
                done.append(deed)
                goes_on = await do(pilot, deed)
            if isinstance(deed, Again):
                done.append(deed)
            if goes_on:
                # Where something would be lost it asks, and the second is the answer.
                if app.keep_drafts() is not None:
                    app.lost = app.keep_drafts()
                app.post_message(next(events_of(Keys(("ctrl+q",)))))
                async with in_time("Ctrl+Q"):
                    while check_app(app):
                        await pilot.pause(0.01)
            assert app.return_code == 0
        data.check()
    return data


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with some matches over, one stopped early and one that goes on."""
    folder = tmp_path_factory.mktemp("seasons")
    store = open_store(folder)
    for number in range(5):
        names = ("Ana", "Boris", "Chi", "[/]")[number % 2 :][:3]
        ids = store.players.identify(names)
        journal = played(f"old{number}", names, 10 if number < 4 else 3, seed=number)
        match = journal.match
        seats = tuple(player.__class__(player.name, known) for player, known in zip(match.players, ids, strict=True))
        finished = f"2026-0{number + 1}-01T18:00:00+00:00" if number < 4 else None
        store.matches.create(journal.__class__(match.edit(players=seats, finished=finished), ()))
    return folder


def drawn(rng: Random, deeds: int) -> Draw:
    """So many deeds, each that fits the screen that is seen."""
    monkey = Monkey(rng)
    left = iter(range(deeds))

    def draw(where: type[Screen[Any]]) -> Deed | None:
        if next(left, None) is None:
            return None
        deed = monkey.next(where)
        if isinstance(deed, Again):
            monkey.size = (80, 24)
        return deed

    return draw


def again(deeds: Sequence[Deed]) -> Draw:
    """These deeds, whatever is seen."""
    left: Iterator[Deed] = iter(deeds)
    return lambda _where: next(left, None)


def one_seed(seasons: Path, folder: Path, seed: int, deeds: int, reached: Counter[type[Screen[Any]]]) -> KeptData:
    """Everything that one seed does; a failure names what is left of it that fails still."""
    done: list[Deed] = []

    def tried(draw: Draw, done: list[Deed], reached: Counter[type[Screen[Any]]]) -> KeptData:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(seasons, folder)
        return asyncio.run(live(folder, draw, done, reached))

    try:
        return tried(drawn(Random(seed), deeds), done, reached)
    except Exception as error:
        end = time.monotonic() + SHRINKING
        kind = type(error)

        def fails(fewer: Sequence[Deed]) -> bool:
            if time.monotonic() > end:
                return False
            try:
                tried(again(fewer), [], Counter())
            except Exception as other:  # noqa: BLE001
                return type(other) is kind
            return False

        few = shrunk(done, fails) if fails(done) else done
        error.add_note(f"seed {seed}, {len(done)} deeds, of which these fail still: {few}")
        raise


def test_help_can_be_asked_for_on_every_screen() -> None:
    modal = [kind for kind in all_screens() if issubclass(kind, Dialog)]
    assert modal
    for kind in modal:
        assert any("f1" in binding.key for binding in kind.BINDINGS), kind


def test_anything_pressed_and_clicked_does_no_harm(seasons: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    reached: Counter[type[Screen[Any]]] = Counter()
    data = one_seed(seasons, tmp_path / "data", 1, 30, reached)
    tell(f"{data.rounds} rounds, {len(reached)} kinds of screens")


@pytest.mark.torture
def test_anything_pressed_and_clicked_for_long_does_no_harm(
    seasons: Path, tmp_path: Path, tell: Callable[[str], None], minutes: float
) -> None:
    reached: Counter[type[Screen[Any]]] = Counter()
    rounds = seed = 0
    for seed in seeds_for(minutes):
        rounds += one_seed(seasons, tmp_path / "data", seed, DEEDS, reached).rounds
    seen = ", ".join(f"{kind.__name__} {times:,}" for kind, times in reached.most_common())
    tell(f"{seed * DEEDS:,} deeds with seeds 1 to {seed}, {rounds:,} rounds saved; reached: {seen}")
    assert set(reached) >= set(all_screens())
