"""Everybody with their figures: the table of a season, one player's page, and what is changed about people."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from rich.cells import cell_len
from textual.widgets import Input, OptionList, Static

from scorekeeper.rating import Rating
from scorekeeper.rules import changes
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand
from scorekeeper.rules.roster import roster
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import BrokenOff, KnownPlayer, Store, StoreError
from scorekeeper.ui.figure_words import Figure, Source
from scorekeeper.ui.findings import findings, listed_within
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.atwork import AtWorkScreen
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.merge import MergeScreen
from scorekeeper.ui.screens.pick import PickScreen
from scorekeeper.ui.screens.player import PlayerScreen
from scorekeeper.ui.screens.players import PlayersScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.widgets.figurelist import AgainstList, FigureList, PlayedList
from scorekeeper.ui.widgets.playerlist import PlayerHeading, PlayerList
from scorekeeper.ui.widgets.rows import RowList
from scorekeeper.ui.widgets.whichmatches import Within
from tests.rules.many_matches import many_digests
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import MemoryMatches, MemoryPlayers, MemorySettings
from tests.ui.people import NAMES

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


def keep(
    store: Store, match_id: str, day: str, names: Sequence[str], rows: Sequence[Sequence[int]], highest: int, *,
    planned: int | None = None,
) -> None:  # fmt: skip
    """A match that is over after these rounds, or after `planned` ones; pips by seat."""
    at = f"{day}T20:00:00+01:00"
    house = HouseRules(last_double=highest + 1 - (planned or len(rows)))
    ids = store.players.identify(names)
    match = changes.start(match_id, at, names, highest, 7, house)
    match = match.edit(
        players=tuple(replace(player, id=who) for player, who in zip(match.players, ids, strict=True))
    )  # fmt: skip
    journal = Journal(match)
    for number, row in enumerate(rows, start=1):
        changed = changes.record_round(journal.match, [Hand(pips) for pips in row], starter=0)
        journal = journal.change("round", changed, at, number)
    store.matches.create(journal)


def fill(store: Store) -> None:
    """Ana won in 2025, Boris in 2026 from behind; Anna is Ana by another name, and two never finished a match."""
    for month in range(1, 13):
        keep(store, f"old{month:02}", f"2025-{month:02}-10", ["Ana", "Boris", "Chi"], [(0, 4, 5)] * 3, 6)
    for month in range(1, 7):
        rows = [(0, 31, 20), (20, 0, 22), (21, 0, 24)]
        keep(store, f"new{month:02}", f"2026-{month:02}-15", ["Ana", "Boris", "Chi"], rows, 9)
    for month in range(7, 10):
        keep(store, f"anna{month}", f"2026-{month:02}-20", ["Anna", "Boris"], [(0, 6), (0, 7)], 6)
    store.players.identify(["[/]"])
    keep(store, "live", "2026-11-30", ["Boris", "Quinn Undo"], [(0, 9)], 9, planned=10)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    fill(opened(folder))
    return folder


def opened(folder: Path) -> Store:
    seconds, numbers = count(), count(1)
    return open_store(
        folder, clock=lambda: NOW + timedelta(seconds=next(seconds)), new_id=lambda: f"p{next(numbers)}"
    )  # fmt: skip


@pytest.fixture
def house(filled: Path, tmp_path: Path) -> Store:
    return opened(Path(shutil.copytree(filled, tmp_path / "house")))


async def settle(table: Desk) -> None:
    """Let everything happen that follows, in other threads too."""
    await table.pilot.pause()
    while busy := [worker for worker in table.app.workers if worker.group in ("summaries", "figures", "atwork")]:
        await table.app.workers.wait_for_complete(busy)
        await table.pilot.pause()


async def press(table: Desk, *keys: str) -> None:
    """Send keys one by one, each through with all that it opens."""
    for key in keys:
        await table.burst([key])
        await settle(table)


async def write(table: Desk, text: str) -> None:
    """Type letters at one go; "⏎" is Enter."""
    await table.burst(text)
    await settle(table)


@asynccontextmanager
async def players(store: Store, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Desk]:
    """The app with the list of players open."""
    async with desk(store, size) as table:
        await table.app.push_screen(PlayersScreen())
        await settle(table)
        yield table


def line(rows: RowList, index: int, width: int = 0) -> str:
    return "".join(text for text, _style in rows.row(index, width or rows.row_width))


def table_of(table: Desk) -> list[list[str]]:
    """The cells of every row."""
    found = table.screen(PlayersScreen).found
    return [line(found, index).split() for index in range(found.row_count())]


def heading(table: Desk) -> str:
    found = table.screen(PlayersScreen).found
    return " ".join(title for _column, title, _size in found.sizes(found.row_width))


async def click_row(table: Desk, rows: RowList, index: int) -> None:
    await table.click(rows, (3, index))
    await settle(table)


def names_in(store: Store, match_id: str) -> list[str]:
    return [player.name for player in store.matches.load(match_id).match.players]


# The table


async def test_sets_are_never_mixed_without_a_word_and_years_stand_alone(house: Store) -> None:
    async with players(house) as table:
        assert table.text("#count") == "6 players"
        assert [row[:5] for row in table_of(table)[:4]] == [
            ["1.", "Ana", "12", "0", "18"], ["2.", "Boris", "6", "0", "21"], ["3.", "Anna", "3", "0", "3"],
            ["4.", "Chi", "0", "0", "18"],
        ]  # fmt: skip
        assert "Pts/round" not in heading(table)
        assert "Vs table" in heading(table)
        assert table.text("#message").startswith("Several sets: points do not compare.")
        await press(table, "ctrl+s")
        assert table.screen(PlayersScreen).within == Within(set=6)
        assert table.text("#message") == ""
        boris = next(row for row in table_of(table) if "Boris" in row)
        assert "Pts/round" in heading(table)
        # Twelve matches of three rounds with 4, three of two with 6 and 7.
        assert f"{(12 * 12 + 3 * 13) / (36 + 6):.1f}" in boris
        await press(table, "ctrl+s", "ctrl+s")
        assert table.screen(PlayersScreen).within == Within()
        seen = {}
        for year in ("2026", "2025"):
            await press(table, "right")
            assert table.screen(PlayersScreen).within == Within(year, year)
            seen[year] = [(row[1], row[2]) for row in table_of(table)[:3]]
        assert seen == {
            "2026": [("Boris", "6"), ("Anna", "3"), ("Ana", "0")],
            "2025": [("Ana", "12"), ("Boris", "0"), ("Chi", "0")],
        }
        assert "last year, 2025" in table.screen(PlayersScreen).which.query_one("#season").render_line(0).text


async def test_a_season_of_ones_own_days(house: Store) -> None:
    async with players(house) as table:
        await press(table, "ctrl+t")
        await write(table, "2026-0")
        assert table.text("#which-wrong") == "such as 2026, 2026-03 or 2026-03-15"
        await press(table, "enter")
        assert table.text("#which-wrong").startswith("✗ such as")
        await write(table, "2⏎2026-03-15⏎")
        assert table.text("#which-wrong") == ""
        assert table.screen(PlayersScreen).within == Within("2026-02", "2026-03-15")
        assert [row[1:3] for row in table_of(table)[:2]] == [["Boris", "2"], ["Ana", "0"]]
        assert table.app.focused is table.screen(PlayersScreen).found
        await press(table, "shift+tab")
        await write(table, "⌫" * 10 + "2025⏎")
        assert table.text("#which-wrong") == "✗ it ends before it begins"
        # Another day is typed over the one that stands there.
        await press(table, "ctrl+t")
        await write(table, "2026-02⏎2026-13⏎")
        assert table.text("#which-wrong").startswith("✗ such as")
        await write(table, "⌫⌫⌫⏎")
        assert table.screen(PlayersScreen).within == Within("2026-02", "2026")
        await press(table, "shift+tab")
        await write(table, "⌫⌫⌫⌫⏎")
        assert table.screen(PlayersScreen).within == Within("2026-02", "")
        await press(table, "enter")
        assert table.screen(PlayerScreen).within == Within("2026-02", "")
        await press(table, "left", "escape")
        assert table.screen(PlayersScreen).within == Within("2025", "2025")
        assert table_of(table)[0][1:3] == ["Ana", "12"]


async def test_letters_find_a_name_and_enter_shows_the_player(house: Store) -> None:
    async with players(house) as table:
        await write(table, "ann")
        assert [row[1] for row in table_of(table)] == ["Anna"]
        assert table.text("#count") == "1 of 6"
        await press(table, "enter")
        assert table.screen(PlayerScreen).who == "id:" + house.players.find("Anna").id
        await press(table, "escape", "escape")
        assert len(table_of(table)) == 6
        await write(table, "[/")
        assert line(table.screen(PlayersScreen).found, 0).split()[0] == "[/]"
        await write(table, "x")
        assert table.text("#empty") == "Nobody is called so."
        await press(table, "escape", "escape")
        table.screen(ScoreScreen)


async def test_the_table_is_ordered_by_any_figure(house: Store) -> None:
    async with players(house) as table:
        found = table.screen(PlayersScreen).found
        await press(table, "ctrl+o")
        assert [player.name for player in found.players[:3]] == ["[/]", "Ana", "Anna"]
        while found.order != "average":
            await press(table, "ctrl+o")
        assert [player.name for player in found.players[:3]] == ["Anna", "Ana", "Boris"]
        await table.click(PlayerHeading.__name__, (25, 0))
        assert found.order == "wins"
        await table.click(PlayerHeading.__name__, (2, 0))
        assert [player.place for player in found.players[:3]] == [1, 2, 3]


async def test_the_mouse_does_what_the_keys_do(house: Store) -> None:
    async with desk(house) as table:
        await press(table, "f3")
        await table.click("#people", (3, 0))
        await settle(table)
        await table.click("#set", (7, 0))
        await settle(table)
        assert table.screen(PlayersScreen).within.set is not None
        await table.click("#season", (7, 0))
        await click_row(table, table.screen(PlayersScreen).found, 1)
        page = table.screen(PlayerScreen)
        await table.click("#bar", (14, 0))
        assert page.section == "against"
        await table.click("#rename", (3, 0))
        await settle(table)
        table.screen(AskScreen)


# One player


async def test_every_figure_says_what_it_rests_on(house: Store) -> None:
    async with players(house) as table:
        await write(table, "boris⏎")
        told = {
            figure.label: (figure.value, figure.rests)
            for figure in reversed(table.screen(PlayerScreen).query_one(FigureList).figures)
        }
        assert told["Finished matches"] == ("21", "")
        assert told["Won alone"] == ("6", "of 21 matches, 29 %")
        assert told["Average place"] == (f"{(12 * 2 + 6 + 3 * 2) / 21:.2f}", "in 21 matches")
        assert told["Last places"][0] == "2 2 2 1 1 1 1 1 1 2 2 2"
        assert told["Longest run of wins"] == ("6", "in a row, from 2026-01-15")
        assert told["Biggest comeback"] == ("31", "behind after round 1, 2026-01-15")
        assert told["Closest win"] == ("10", "ahead, 2026-01-15")
        assert told["Worst round"] == ("7", "round 2, 2026-07-20")
        assert told["With the double-6 set"] == ("", "in 15 matches")
        assert told["Zero rounds"] == ("0", "of 42 rounds, 0 %")
        await press(table, "ctrl+s", "ctrl+s")
        told = {figure.label: figure.value for figure in table.screen(PlayerScreen).query_one(FigureList).figures}
        assert (told["Finished matches"], told["Zero rounds"]) == ("6", "12")
        assert "With the double-6 set" not in told


async def test_a_record_opens_the_match_it_comes_from(house: Store) -> None:
    async with players(house) as table:
        await write(table, "boris⏎")
        page = table.screen(PlayerScreen)
        await press(table, "enter")
        assert table.app.screen is page, "a figure of many matches opens none of them"
        labels = [figure.label for figure in page.figures.figures]
        await press(table, *["down"] * (labels.index("Biggest comeback") - page.figures.cursor), "enter")
        review = table.screen(ReviewScreen)
        assert (review.match_shown.id, review.number) == ("new01", 1)
        await press(table, "escape")
        await click_row(table, page.figures, labels.index("… its last match") - int(page.figures.scroll_offset.y))
        assert table.screen(ReviewScreen).match_shown.id == "new06"
        assert table.screen(ReviewScreen).number == 3


async def test_head_to_head_and_all_matches(house: Store) -> None:
    async with players(house) as table:
        await write(table, "boris⏎")
        await press(table, "2")
        page = table.screen(PlayerScreen)
        assert [(pair.other_name, pair.ahead, pair.behind) for pair in page.against.pairs] == [
            ("Ana", 6, 12), ("Chi", 18, 0), ("Anna", 0, 3),
        ]  # fmt: skip
        await press(table, "down", "enter")
        assert str(table.app.screen.query_one("#title", Static).content).strip() == "Chi · 18 finished matches"
        await press(table, "escape", "tab")
        assert page.section == "matches"
        assert "2026-09-20" in line(page.matches, 0)
        assert "13 behind" in line(page.matches, 0)
        assert "★ 1. of 3" in line(page.matches, 3)
        await press(table, "end", "enter")
        assert table.screen(ReviewScreen).match_shown.id == "old01"


# Changed


async def test_a_new_name_follows_everywhere_and_back(house: Store) -> None:
    async with players(house) as table:
        await write(table, "boris")
        await press(table, "ctrl+r")
        await write(table, "⌫" * 5 + "Ana⏎")
        assert "Ctrl+G" in table.text("#message")
        await write(table, " [/b]⏎")
        assert table.text("#message").startswith("Boris is Ana [/b] now, in 22 matches.")
        assert names_in(house, "old03") == ["Ana", "Ana [/b]", "Chi"]
        below = next(screen for screen in table.app.screen_stack if isinstance(screen, ScoreScreen))
        assert [player.name for player in table.screen(PlayersScreen).listed].count("Boris") == 0
        await press(table, "ctrl+z")
        assert table.text("#message") == "Ana [/b] is Boris again."
        assert names_in(house, "live") == ["Boris", "Quinn Undo"]
        await press(table, "ctrl+r")
        await write(table, "⌫" * 5 + "B.⏎")
        await press(table, "escape", "escape")
        while below.match_shown.players[0].name != "B.":
            await table.pilot.pause()


async def test_two_entries_become_one_after_one_question(house: Store) -> None:
    async with players(house) as table:
        await write(table, "anna")
        await press(table, "ctrl+g")
        dialog = table.screen(MergeScreen)
        assert dialog.others.current is not None
        assert dialog.others.current.name == "Ana"
        assert table.text("#told") == "Anna becomes Ana: 3 matches change hands, and the entry Anna is gone."
        await write(table, "boris")
        assert table.text("#told") == "Anna and Boris sat in 3 matches together, so they are two people."
        await press(table, "enter", "f1")
        table.screen(HelpScreen)
        await press(table, "escape")
        table.screen(MergeScreen)
        await write(table, "⌫⌫⌫⌫⌫")
        await press(table, "enter", "enter")
        table.screen(MergeScreen)
        await press(table, "enter")
        table.screen(PickScreen)
        answers = table.app.screen.query_one(OptionList)
        assert "Ana becomes Anna: 18 matches" in str(answers.get_option_at_index(2).prompt)
        await press(table, "down", "enter")
        assert table.text("#message") == "Anna is Ana now; 3 matches were changed."
        await press(table, "escape")
        assert [player.name for player in house.players.known()].count("Anna") == 0
        assert names_in(house, "anna8") == ["Ana", "Boris"]
        assert table_of(table)[0][:5] == ["1.", "Ana", "15", "0", "21"]
        assert table.screen(PlayersScreen).check_action("undo", ()) is False


async def test_archived_and_back(house: Store) -> None:
    async with players(house) as table:
        found = table.screen(PlayersScreen).found
        await press(table, "delete")
        assert house.players.find("Ana").archived
        assert table.text("#message").startswith("Ana is archived")
        assert "Ana (archived)" in line(found, 5, 60)
        assert found.current is not None
        assert found.current.name == "Ana"
        await press(table, "ctrl+z")
        assert not house.players.find("Ana").archived
        await press(table, "enter")
        for archived in (True, False):
            await table.click("#archive", (2, 0))
            await settle(table)
            assert house.players.find("Ana").archived == archived
        await press(table, "escape", "ctrl+z")
        assert house.players.find("Ana").archived


# While it lasts, and what goes wrong


class SlowPlayers(MemoryPlayers):
    """Players whose matches take as long as the test wants."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.go_on = Event()

    def digests(self, progress: Callable[[int, int], bool] | None = None) -> tuple[MatchDigest, ...]:
        assert progress is not None
        progress(400, 10_000)
        self.go_on.wait(5)
        return many_digests(60)


async def test_the_names_stand_there_before_the_figures() -> None:
    slow = SlowPlayers("Eva", "Nobody Yet")
    store = Store("memory", MemoryMatches(), slow, MemorySettings())  # type: ignore[arg-type]
    async with desk(store) as table:
        await table.app.push_screen(PlayersScreen())
        screen = table.screen(PlayersScreen)
        while not screen.found.players or "read" not in table.text("#count"):
            await table.pilot.pause()
        assert [player.name for player in screen.found.players] == ["Eva", "Nobody Yet"]
        assert "…" in line(screen.found, 0)
        assert table.text("#count") == "400 of 10000 matches read…"
        slow.go_on.set()
        await settle(table)
        assert "…" not in line(screen.found, 0)
        assert len(screen.found.players) > 2


class FullDisk(MemoryPlayers):
    """Players who cannot be called otherwise while the disk is full."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.why: StoreError | None = StoreError("The disk is full.")
        self.asked: list[str] = []

    def digests(self, progress: Callable[[int, int], bool] | None = None) -> tuple[MatchDigest, ...]:
        return many_digests(60)

    def find(self, name: str) -> KnownPlayer:
        return KnownPlayer("p1", name)

    def rename(self, player_id: str, name: str, progress: Callable[[int, int], bool]) -> int:
        self.asked.append(name)
        if self.why is not None:
            raise self.why
        return 1


async def test_a_name_that_cannot_be_kept_stays_in_its_box_with_the_reason() -> None:
    full = FullDisk("Ana")
    store = Store("memory", MemoryMatches(), full, MemorySettings())  # type: ignore[arg-type]
    async with players(store) as table:
        await press(table, "ctrl+r")
        await write(table, "stasia")
        for why in (full.why, BrokenOff("Broken off.")):
            full.why = why
            await press(table, "enter")
            assert table.screen(AskScreen).query_one(Input).value.endswith("stasia")
            assert table.text("#message") == f"✗ {why}"
        full.why = None
        await press(table, "enter")
        screen = table.screen(PlayersScreen)
        assert "in 1 match." in table.text("#message")
        assert len(full.asked) == 3
        assert len(screen.past) == 1


async def test_what_cannot_be_read_is_a_sentence() -> None:
    class Broken(MemoryPlayers):
        def digests(self, progress: object = None) -> tuple[MatchDigest, ...]:
            raise StoreError("The folder cannot be read.")

    store = Store("memory", MemoryMatches(), Broken("Ana"), MemorySettings())  # type: ignore[arg-type]
    async with players(store) as table:
        assert table.text("#message") == "✗ The folder cannot be read."
        await press(table, "enter")
        table.screen(PlayersScreen)


async def test_long_work_can_be_broken_off(house: Store) -> None:
    begun, told = Event(), Event()

    def job(progress: Callable[[int, int], bool]) -> int:
        while progress(50, 10_000):
            begun.set()
            told.wait(0.01)
        raise BrokenOff("Broken off.")

    results: list[object] = []
    async with players(house) as table:
        table.app.push_screen(AtWorkScreen("[/] Renaming…", job), results.append)
        while not begun.is_set():
            await table.pilot.pause()
        await press(table, "escape")
        table.screen(PlayersScreen)
    assert isinstance(results[0], BrokenOff)


# How it looks


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (140, 40)])
async def test_any_name_at_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    store = opened(tmp_path)
    pips = [9 * seat for seat in range(6)]
    keep(store, "m", "2026-05-05", NAMES[:6], [pips, pips[::-1]], 12)
    store.players.identify(NAMES)
    async with players(store, size) as table:
        screen = table.screen(PlayersScreen)
        for index in range(screen.found.row_count()):
            assert cell_len(line(screen.found, index)) == screen.found.row_width
        await press(table, "enter")
        page = table.screen(PlayerScreen)
        for section in ("2", "3", "1"):
            await press(table, section)
            shown = [rows for rows in page.query(RowList) if rows.region]
            assert shown
            for rows in shown:
                assert {cell_len(line(rows, index)) for index in range(rows.row_count())} == {rows.row_width}


@pytest.mark.parametrize("width", [30, 36, 50, 76, 136])
def test_lines_are_as_wide_as_they_should_be(width: int) -> None:
    digests = many_digests(200)
    known = (KnownPlayer("p1", "Ana"), KnownPlayer("p5", "王小明" * 9), KnownPlayer("p99", "[/]", archived=True))
    listed = roster(known, digests)
    found = PlayerList()
    found.waiting, found.rated = False, True
    found.ratings = {"id:p1": Rating("id:p1", "Ana", 27.25, 3.5, 12)}
    for mixed in (True, False):
        found.mixed = mixed
        for order in ("place", "name", "wins", "rating", "best"):
            found.order = order
            found.players = found._ordered(listed)
            assert {cell_len(line(found, index, width)) for index in range(len(listed))} == {width}
            assert found.players[-1].name == "[/]"
    page = findings("id:p1", listed, digests, Within(), found.ratings)
    against, matches = AgainstList(), PlayedList()
    against.pairs, matches.played = page.against, page.played
    for rows in (against, matches):
        assert {cell_len(line(rows, index, width)) for index in range(rows.row_count())} == {width}
    assert cell_len(against.heading(width)) == width


def test_a_figure_that_rests_on_nothing_is_a_dash() -> None:
    digests = many_digests(60)
    listed = roster((KnownPlayer("p99", "Nobody Yet"),), digests)
    page = findings("id:p99", listed, digests, Within(), {})
    assert listed_within(listed, digests, Within()) == listed
    told = {figure.label: figure.value for figure in page.figures}
    assert (told["In the table"], told["Average place"], told["Closest win"]) == ("–", "–", "–")
    assert (page.against, page.played) == ((), ())
    assert not any(figure.source for figure in page.figures)


def test_every_record_leads_to_a_match_of_the_player() -> None:
    digests = many_digests(200)
    own = {match.id for match in digests for player in match.players if player.who == "id:p1"}
    within = Within("2026-03", "2026-09", 6)
    listed = listed_within(roster((KnownPlayer("p1", "Ana"),), digests), digests, within)
    page = findings("id:p1", listed, digests, within, {})
    sources = [figure.source for figure in page.figures if figure.source]
    assert len(sources) > 4
    assert {source.match_id for source in sources} <= own
    assert Figure("x").source is None
    assert Source("m").round is None
