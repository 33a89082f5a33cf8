"""Files in the app: matches taken in, matches and backups written, never over what is there."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Button, Input

from scorekeeper.report.spreadsheet import rounds_csv
from scorekeeper.rules.match import Match
from scorekeeper.store.codec import match_file, read_match_file
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Players, Store
from scorekeeper.ui.filepaths import completed, typed_path
from scorekeeper.ui.keys import DIALOGS
from scorekeeper.ui.palette import FileCommands
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.atwork import AtWorkScreen
from scorekeeper.ui.screens.importing import ImportScreen
from scorekeeper.ui.screens.matches import MatchesScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.taking_out import FORMS, form_problem
from tests.strategies import played
from tests.ui.desk import Desk, desk
from tests.ui.test_players_screen import press, settle


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "data")


def lines(table: Desk) -> list[str]:
    """What the import told line by line."""
    return table.text("#lines").splitlines()


def commands(table: Desk) -> dict[str, Callable[[], object]]:
    """What the command palette finds about files, by name."""
    return {name: run for name, _help, run in FileCommands(table.app.screen)._commands()}


async def command(table: Desk, name: str) -> None:
    """Do what the command palette finds under a name."""
    commands(table)[name]()
    await settle(table)


async def name(table: Desk, path: Path | str) -> None:
    """Put a path into the box and press Enter."""
    box = table.app.screen.query_one(Input)
    box.value = ""
    await table.paste(str(path))
    await press(table, "enter")


async def test_matches_are_taken_in_from_the_list_of_matches(store: Store, tmp_path: Path) -> None:
    good, bad, sheet = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "a sheet.csv"
    several = [played(f"m{number}", ["Ana", "[/]"], 3).match for number in range(3)]
    good.write_text(match_file(several, collection=True))
    broken = json.loads(match_file([several[0]]))
    broken["rounds"][0]["pips"] = [900, 900]
    broken["set"] = 7
    bad.write_text(json.dumps(broken))
    sheet.write_text(rounds_csv([played("csv", ["Ana", "Chi"], 2).match]))
    os.mkfifo(tmp_path / "pipe")
    async with desk(store) as table:
        await press(table, "f3")
        await command(table, "Import matches")
        for path, why in ((tmp_path, "ordinary"), (tmp_path / "pipe", "ordinary"), (tmp_path / "none", "no file")):
            await name(table, path)
            assert why in table.text("#outcome")
        await name(table, bad)
        assert table.text("#outcome").startswith("✗ Nothing was imported")
        assert any("7" in line for line in lines(table))
        assert table.screen(ImportScreen).box.value == str(bad)
        assert store.matches.summaries() == ()
        await name(table, good)
        assert table.text("#outcome") == "3 matches are new."
        assert lines(table) == ["m0 is new.", "m1 is new.", "m2 is new."]
        assert table.screen(ImportScreen).box.value == ""
        await name(table, f"'{sheet}'")
        assert table.text("#outcome") == "1 match is new."
        good.write_text(match_file([several[0], several[1].edit(revision=9)]))
        await name(table, good)
        assert table.text("#outcome") == "1 was replaced by a later one, 1 was here already and stays."
        await press(table, "escape")
        assert len(table.screen(MatchesScreen).shelf) == 4
    assert {player.name for player in store.players.known()} == {"Ana", "[/]", "Chi"}


class SlowToKnow:
    """Players who are recognised when the test says so."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.begun, self.go_on = Event(), Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self.players, name)

    def recognise(self, matches: Sequence[Match], same: Mapping[str, str] | None = None) -> tuple[Match, ...]:
        self.begun.set()
        self.go_on.wait(5)
        return self.players.recognise(matches, same)


async def test_an_import_is_broken_off_without_harm_and_completed(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(match_file([played(f"m{number}", ["Ana", "Boris"], 1).match for number in range(5)]))
    slow = SlowToKnow(store.players)
    async with desk(replace(store, players=slow)) as table:
        table.app.push_screen(ImportScreen())
        await table.settle()
        await table.paste(str(file))
        await table.burst("⏎")
        while not slow.begun.is_set():
            await table.pilot.pause()
        table.screen(AtWorkScreen).action_break_off()
        slow.go_on.set()
        await settle(table)
        assert table.text("#outcome") == "✗ 1 match is new, then it was broken off; repeating it does the rest."
        assert len(store.matches.summaries()) == 1
        await press(table, "enter")
        assert table.text("#outcome") == "4 matches are new, 1 was here already and stays."
        assert len(store.matches.summaries()) == 5


async def test_a_match_is_written_in_the_form_of_its_ending_and_over_no_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for taken in ("", "-2"):
        (tmp_path / f"chicken-foot-2026-11-30{taken}.html").write_text("mine")
    journal = played("k3f9", ["Ana", "Boris"], 4)
    store.matches.create(journal)
    there = tmp_path / "there.html"
    there.write_text("mine")
    async with desk(store) as table:
        assert "Export this match" in commands(table)
        await table.app.push_screen(ReviewScreen(journal))
        assert "Export this match" not in commands(table)  # it has a key here
        await press(table, "e")
        assert table.screen(AskScreen).query_one(Input).value == "~/chicken-foot-2026-11-30-3.html"
        assert str(table.screen(AskScreen).query_one("#keep", Button).label) == "Write (Enter)"
        for path, why in (
            (tmp_path / "x.doc", ".html"),
            (there, "exists already"),
            (tmp_path / "no" / "x.md", "no folder"),
        ):
            await name(table, path)
            assert why in table.text("#message")
            assert table.screen(AskScreen).query_one(Input).value == str(path)
        assert there.read_text() == "mine"
        await name(table, tmp_path / "new.json")
        table.screen(ReviewScreen)
    assert read_match_file((tmp_path / "new.json").read_bytes()).matches == (journal.match,)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [(".html", "<!DOCTYPE"), (".json", "{"), (".csv", "match_id"), (".md", "###"), (".txt", "Match m")],
)
def test_the_ending_says_the_form(ending: str, beginning: str) -> None:
    assert form_problem(f"x{ending.upper()}") is None
    assert FORMS[ending]([played("m", ["Ana", "Boris"], 2).match]).startswith(beginning)


async def test_everything_is_written_and_backed_up(store: Store, tmp_path: Path) -> None:
    for number in range(3):
        store.matches.create(played(f"m{number}", ["Ana", "Boris"], 10))
    async with desk(store) as table:
        await press(table, "f3")
        await command(table, "Export all matches")
        await name(table, tmp_path / "all.json")
        await press(table, *"ana")
        await command(table, "Export the matches that are listed")
        assert "3 matches that are listed" in table.text("#question")
        await name(table, tmp_path / "listed.csv")
        await command(table, "Back everything up")
        assert table.screen(AskScreen).query_one(Input).value == "~/scorekeeper-2026-11-30.zip"
        await name(table, tmp_path / "all.json")
        assert "exists already" in table.text("#message")
        await name(table, tmp_path / "all.zip")
        assert not isinstance(table.app.screen, AskScreen)
    assert len(read_match_file((tmp_path / "all.json").read_bytes()).matches) == 3
    assert (tmp_path / "listed.csv").read_text().count("\n") == 61
    elsewhere = open_store(tmp_path / "elsewhere")
    elsewhere.matches.create(played("m9", ["Chi", "Dan"], 2))
    (tmp_path / "bad.zip").write_bytes((tmp_path / "all.zip").read_bytes()[:-50])
    async with desk(elsewhere) as table:
        await command(table, "Restore a backup")
        await name(table, tmp_path / "none.zip")
        assert table.text("#outcome") == f"✗ There is no file {tmp_path / 'none.zip'}."
        await name(table, tmp_path / "bad.zip")
        assert table.text("#outcome").endswith("is no backup, or it is damaged.")
        assert [summary.id for summary in elsewhere.matches.summaries()] == ["m9"]
        await name(table, tmp_path / "all.zip")
        assert table.text("#outcome") == "The backup is restored."
        assert lines(table)[:2] == ["1 match was there.", "New: m0, m1 and m2."]
    assert {summary.id for summary in elsewhere.matches.summaries()} == {"m0", "m1", "m2", "m9"}
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert len([each for each in archive.namelist() if each.startswith("matches/")]) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.json", "a.json"), ("  a b.json ", "a b.json"), ("'a b.json'", "a b.json"), ('"a.json"', "a.json"),
        ("a\\ b.json", "a b.json"), ("file:///tmp/a%20b.json", "/tmp/a b.json"), ("~nobody-is/x", "~nobody-is/x"),
        ("a\0b", "ab"), ("", "."),
    ],
)  # fmt: skip
def test_what_a_line_names(text: str, expected: str) -> None:
    assert typed_path(text) == Path(expected)


def test_the_home_of_whoever_types(own_home: Path) -> None:
    assert typed_path("~/x.json") == own_home / "x.json"


def test_the_rest_of_a_name_is_offered(tmp_path: Path, own_home: Path) -> None:
    (own_home / "matches.json").touch()
    (own_home / "more").mkdir()
    (own_home / ".hidden").touch()
    (own_home / "a\x1b[2J").touch()
    assert completed("~/ma") == "~/matches.json"
    assert completed("~/mo") == "~/more/"
    assert completed("~/") == "~/matches.json"
    assert completed("~/.h") == "~/.hidden"
    assert completed("~/a") is None
    assert completed("~/more") == "~/more/"
    assert completed("~/matches.json") is None
    assert completed(str(tmp_path / "nowhere" / "x")) is None
    assert completed("") is None


async def test_a_question_over_which_a_match_is_opened_holds_up_no_key(store: Store) -> None:
    for number in range(2):
        store.matches.create(played(f"m{number}", ["Ana", "Boris"], 2))
    async with desk(store) as table:
        await command(table, "Export this match")
        assert isinstance(table.app.screen, AskScreen)
        await table.app.open_match("m0")
        await settle(table)
        assert not isinstance(table.app.screen, AskScreen)
        assert not [worker for worker in table.app.workers if worker.group == DIALOGS and not worker.is_finished]
