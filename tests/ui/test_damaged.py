"""The app on damaged files: it starts, says so, and a round can be saved, a match be found, a player be looked up."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.opening import open_store
from scorekeeper.ui.screens.score import ScoreScreen
from tests.store.torture_aftermath import held_in
from tests.store.torture_damage import DAMAGES, PLACES, Patient
from tests.store.torture_operations import clock, furnish
from tests.ui.desk import desk

Put = Callable[[Path], object]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that every patient is made of."""
    path = tmp_path_factory.mktemp("damaged") / "template"
    path.mkdir()
    furnish(path)
    return path


async def met(data: Path) -> str:
    """Open the app on a folder, look at everything and type a round; gives what was said."""
    async with desk(open_store(data, clock=clock)) as table:
        said = [toast.message for toast in table.app._notifications]
        await table.press("f3")
        await table.press("escape")
        await table.press("ctrl+b")
        await table.press("escape")
        if isinstance(table.app.screen, ScoreScreen):
            rounds = len(table.app.screen.match_shown.rounds)
            await table.burst("\x150 1 2⏎" if rounds == 3 else "0 1 2⏎")
        else:
            await table.burst("Uma⏎Vera⏎⏎0 23⏎")
        said += [toast.message for toast in table.app._notifications]
        screen = table.app.screen
        assert isinstance(screen, ScoreScreen)
        match = screen.match_shown
        assert match.rounds
    assert open_store(data, clock=clock).matches.load(match.id).match == match
    return "\n".join(said)


@pytest.mark.parametrize(
    "how", ["zeros", *(pytest.param(each, marks=pytest.mark.torture) for each in ("deep", "UTF-16", "a folder"))]
)
async def test_the_app_starts_though_everything_is_damaged(template: Path, tmp_path: Path, how: str) -> None:
    shutil.copytree(template, tmp_path, dirs_exist_ok=True)
    data = tmp_path / "data"
    for path in sorted(data.rglob("*.json")):
        raw = path.read_bytes()
        path.unlink()
        if how in PLACES:
            PLACES[how](path)
        else:
            path.write_bytes(DAMAGES[how](raw))
    said = await met(data)
    for word in ("app.json", "begin anew", "set-aside"):
        assert word in said
    kept = [each.path for each in open_store(data, clock=clock).matches.set_aside()]
    assert len(kept) >= 5


@pytest.mark.torture
@pytest.mark.parametrize("what", ["a match", "a finished match", "players and settings", "the list", "the index"])
async def test_the_app_on_every_damage(template: Path, tmp_path: Path, what: str, tell: Callable[[str], None]) -> None:
    count = 0
    for how in (*DAMAGES, *PLACES):
        patient = Patient(template, tmp_path / "patient", what)
        if how in PLACES:
            patient.put(PLACES[how])
        else:
            patient.damage(DAMAGES[how](patient.raw))
        try:
            await met(patient.data)
        except BaseException as error:
            error.add_note(f"{what}, {how}")
            raise
        assert ("match", "done") in held_in(patient.data, []) or what == "a finished match"
        count += 1
    tell(f"{what}: the app opened on {count} damages, listed matches and players, and saved a round")
