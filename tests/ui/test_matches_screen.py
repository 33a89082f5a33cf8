"""The list of all matches: found, opened, taken up, deleted and brought back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Event

import pytest
from rich.cells import cell_len
from textual import events

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand
from scorekeeper.rules.summary import Summary, list_order, summarise
from scorekeeper.store.protocol import SetAside, Store, StoreError
from scorekeeper.ui.screens.matches import MatchesScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.setup import SetupScreen
from scorekeeper.ui.shelf import Texts
from scorekeeper.ui.widgets import rows
from scorekeeper.ui.widgets.matchlist import MatchList, folded
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import MemoryMatches, MemoryPlayers, MemorySettings, memory_store
from tests.ui.people import NAMES


def played(
    match_id: str, day: int, names: Sequence[str], rounds: int, *, note: str = "", stop: bool = False
) -> Journal:
    """A double-six match in November 2026; the first player goes out in every round."""
    at = f"2026-11-{day:02}T18:00:00+01:00"
    journal = Journal(changes.start(match_id, at, names, 6, 3, STANDARD))
    for number in range(rounds):
        hands = [Hand(0), *(Hand(4 + seat) for seat in range(len(names) - 1))]
        journal = journal.change("round", changes.record_round(journal.match, hands), at, number + 1)
    if note:
        journal = journal.change("note", changes.set_note(journal.match, note), at)
    return journal.change("stop", changes.stop(journal.match, at), at) if stop else journal


def house() -> Store:
    store = memory_store("Ana", "Boris")
    for journal in (
        played("old", 1, ["Ana", "Boris", "Chi"], 7, note="at Émile's"),
        played("open", 2, ["Boris", "Dee"], 2),
        played("new", 9, ["Fay", "Ana"], 7),
        played("stopped", 5, ["Ana", "Dee"], 3, stop=True),
    ):
        store.matches.create(journal)
    return store


def ids(table: Desk) -> list[str]:
    return [summary.id for summary in table.screen(MatchesScreen).found.matches]


async def test_what_goes_on_comes_first_then_the_newest() -> None:
    async with desk(house()) as table:
        await table.press("f3")
        assert ids(table) == ["open", "new", "stopped", "old"]
        found = table.screen(MatchesScreen).found
        lines = ["".join(text for text, _style in found.row(index, 76)) for index in range(4)]
    assert "▸ unfinished, 2 of 7" in lines[0]
    assert "2026-11-09" in lines[1]
    assert "★ Fay" in lines[1]
    assert "■ stopped after 3 of 7" in lines[2]


FOUND = {
    "chi": ["old"],
    "ana dee": ["stopped"],
    "2026-11-0": ["open", "new", "stopped", "old"],
    "11-09": ["new"],
    "emile": ["old"],
    "unfin": ["open"],
    "double-6 fay": ["new"],
    "dee, ana;": ["stopped"],
    "ana": ["new", "stopped", "old"],
    "*ana": ["old"],
    "*fay ana": ["new"],
    "*dee": [],
    "Quinn Undo": [],
}


async def test_letters_narrow_the_list_down() -> None:
    async with desk(house()) as table:
        await table.press("f3")
        for typed, found in FOUND.items():
            table.screen(MatchesScreen).found.focus()
            await table.burst(typed)
            assert ids(table) == found
            assert table.screen(MatchesScreen).box.value == typed
            assert table.text("#empty") == ("" if found else "No match has all of these words.")
            await table.press("escape")
            assert len(ids(table)) == 4
        await table.press("escape")
        table.screen(ScoreScreen)


async def test_enter_looks_back_on_what_is_over_and_opens_what_goes_on() -> None:
    async with desk(house()) as table:
        await table.press("f3", "down", "enter")
        assert table.screen(ReviewScreen).match_shown.id == "new"
        await table.press("escape")
        await table.burst("chi⏎")
        assert table.screen(ReviewScreen).match_shown.id == "old"
        await table.press("enter")
        assert table.screen(ScoreScreen).match_shown.id == "old"
        await table.press("f3", "enter")
        assert table.screen(ScoreScreen).match_shown.id == "open"


async def test_a_finished_match_can_be_opened_at_the_table_at_once() -> None:
    async with desk(house()) as table:
        await table.press("f3", "down", "ctrl+o")
        assert table.screen(ScoreScreen).match_shown.id == "new"


async def test_again_with_the_same_players_a_seat_further() -> None:
    async with desk(house()) as table:
        await table.press("f3", "down", "ctrl+g", "enter")
        names = [player.name for player in table.matches.load("new").match.players]
        assert list(table.screen(SetupScreen).lineup.names) == names[1:] + names[:1]


async def test_the_mouse_opens_deletes_and_brings_back() -> None:
    async with desk(house()) as table:
        await table.press("f3")
        found = table.screen(MatchesScreen).found
        await table.click(found, (found.scrollable_content_region.width - 2, 2))
        assert ids(table) == ["open", "new", "old"]
        assert set(table.matches.kept) == {"open", "new", "old"}
        await table.click("#back", (2, 0))
        assert ids(table) == ["open", "new", "stopped", "old"]
        assert found.current is not None
        assert found.current.id == "stopped"
        await table.click(found, (20, 3))
        assert table.screen(ReviewScreen).match_shown.id == "old"


async def test_several_deletions_come_back_one_by_one() -> None:
    async with desk(house()) as table:
        await table.press("f3", "down", "delete", "up", "down", "delete")
        assert ids(table) == ["open", "old"]
        assert "Ctrl+Z brings it back" in table.text("#message")
        await table.press("ctrl+z")
        assert ids(table) == ["open", "stopped", "old"]
        await table.press("ctrl+z")
        assert ids(table) == ["open", "new", "stopped", "old"]
        await table.press("ctrl+z")
        assert "Nothing is deleted" in table.text("#message")


async def test_what_was_deleted_another_day_comes_back_too() -> None:
    store = house()
    store.matches.delete("old", "2026-11-20T18:00:00+01:00")
    async with desk(store) as table:
        await table.press("f3", "ctrl+z")
        assert ids(table) == ["open", "new", "stopped", "old"]


async def test_when_the_match_below_was_deleted_another_is_shown() -> None:
    store = house()
    store.matches.create(played("second", 1, ["Ana", "Zoë"], 1))
    async with desk(store) as table:
        assert table.screen(ScoreScreen).match_shown.id == "open"
        await table.press("f3", "delete", "escape")
        assert table.screen(ScoreScreen).match_shown.id == "second"
        await table.press("f3", "delete", "escape")
        table.screen(SetupScreen)


async def test_only_a_stopped_match_is_taken_up() -> None:
    async with desk(house()) as table:
        await table.press("f3", "ctrl+r")
        table.screen(MatchesScreen)
        await table.press("down", "down", "ctrl+r")
        assert table.screen(ScoreScreen).match_shown.id == "stopped"
    assert table.matches.load("stopped").match.stopped is None


async def test_a_store_that_fails_is_a_sentence() -> None:
    async with desk(house()) as table:
        await table.press("f3")
        table.matches.broken = "The disk is read-only."
        await table.press("delete")
        assert table.text("#message") == "✗ The disk is read-only."
        assert len(ids(table)) == 4


async def test_a_file_that_was_set_aside_is_told_and_costs_no_other() -> None:
    store = house()
    assert isinstance(store.matches, MemoryMatches)
    store.matches.aside = (SetAside("/x/bad.json", "bad.json is no match file."),)
    async with desk(store) as table:
        await table.press("f3")
        assert table.text("#message") == "✗ One file could not be read: bad.json is no match file."
        assert len(ids(table)) == 4


async def test_a_list_that_cannot_be_read_says_why() -> None:
    class Broken(MemoryMatches):
        def summaries(self, progress: object = None) -> tuple[Summary, ...]:
            raise StoreError("The folder cannot be read.")

    async with desk(Store("memory", Broken(), MemoryPlayers(), MemorySettings())) as table:
        await table.press("f3")
        assert table.text("#message") == "✗ The folder cannot be read."


async def test_an_empty_list_says_how_to_begin() -> None:
    async with desk(memory_store()) as table:
        await table.press("f3")
        assert "F2" in table.text("#empty")
        await table.press("enter", "delete", "ctrl+r", "down")
        table.screen(MatchesScreen)


async def test_ten_thousand_matches_draw_only_what_is_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    one = summarise(played("m", 1, ["Ana", "Boris"], 7).match)
    many = tuple(replace(one, id=f"m{number}", note=f"evening {number}") for number in range(10_000))

    class Many(MemoryMatches):
        def summaries(self, progress: object = None) -> tuple[Summary, ...]:
            return many

    drawn: list[int] = []
    row = MatchList.row
    monkeypatch.setattr(MatchList, "row", lambda self, index, width: drawn.append(index) or row(self, index, width))
    async with desk(Store("memory", Many(), MemoryPlayers(), MemorySettings())) as table:
        await table.press("f3")
        assert len(ids(table)) == 10_000
        assert len(drawn) < 200
        await table.press("end")
        assert max(drawn) == 9_999
        await table.burst("evening 9999")
        assert ids(table) == ["m9999"]
        assert len(drawn) < 1_000


class Slow(MemoryMatches):
    """Four hundred matches that come only when they are let go, as they were when they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.go = Event()
        self.unknown: set[str] = set()
        """Matches that came from elsewhere, so that the first rows lack them."""
        journal = played("m", 1, ["Ana", "Boris"], 7)
        for number in range(400):
            at = f"2026-11-01T{number // 60:02}:{number % 60:02}:00+01:00"
            match = journal.match.edit(id=f"m{number:03}", finished=at, updated=at)
            self.kept[match.id] = Journal(match)

    def first_of_book(self, most: int) -> tuple[Summary, ...]:
        return tuple(summary for summary in super().book() if summary.id not in self.unknown)[:most]

    def book(self, progress: object = None) -> tuple[Summary, ...]:
        found = super().book()
        self.go.wait(5)
        return found


@asynccontextmanager
async def begun(matches: Slow) -> AsyncIterator[Desk]:
    """The list with its first rows, the rest being read."""
    async with desk(Store("memory", matches, MemoryPlayers(), MemorySettings())) as table:
        table.app.post_message(events.Key("f3", None))
        while not (isinstance(table.app.screen, MatchesScreen) and table.app.screen.is_filled):
            await table.pilot.pause()
        assert len(ids(table)) == 100
        assert table.text("#count") == "100 matches, reading on…"
        yield table
        matches.go.set()


async def test_the_rest_comes_and_the_cursor_stays_on_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "TAKE_OUT_PAUSE", 60)  # on a slow machine too
    matches = Slow()
    matches.unknown = {"m399", "m398", "m350", "m001"}
    expected = [f"m{number:03}" for number in range(399, -1, -1)]
    async with begun(matches) as table:
        found = table.screen(MatchesScreen).found
        await table.pilot.press("pagedown", "pagedown", "up")
        current, line = found.current, found.cursor - found.scroll_offset.y
        matches.go.set()
        await table.settle()
        assert ids(table) == expected
        assert table.text("#count") == "400 matches"
        assert (found.current, found.cursor - found.scroll_offset.y) == (current, line)
        await table.press("delete")  # meant for what stood there a moment ago
        assert len(matches.kept) == 400


async def test_what_is_typed_before_all_are_read_finds_everything() -> None:
    matches = Slow()
    old = played("m007", 1, ["Ana", "Zoë"], 7)
    matches.kept["m007"] = Journal(old.match.edit(finished="2026-10-01T20:00:00+02:00"))
    async with begun(matches) as table:
        await table.pilot.press("z")
        assert table.text("#count") == "0 matches, reading on…"
        assert table.text("#empty") == ""
        matches.go.set()
        await table.burst("o⏎")
        assert table.screen(ReviewScreen).match_shown.id == "m007"
        await table.press("escape")
        assert ids(table) == ["m007"]
        assert table.text("#count") == "1 of 400"


async def test_what_is_deleted_before_all_are_read_is_gone() -> None:
    matches = Slow()
    async with begun(matches) as table:
        await table.pilot.press("down", "delete")
        assert "m398" not in matches.kept
        assert "m398" not in ids(table)
        matches.go.set()
        await table.settle()
        assert len(ids(table)) == 399
        assert "m398" not in ids(table)
        current = table.screen(MatchesScreen).found.current
        assert current is not None
        assert current.id == "m397"


def test_words_are_found_in_their_own_match_only() -> None:
    texts = Texts()
    for text in ("ana boris", "chi", "", "ana dee żaba", "bo ris\nana"):
        texts.add(text)
    cases = {"ana": [0, 3, 4], "ana boris": [0], "ris": [0, 4], "an dee": [3], "żab": [3], "chi ana": [], "c": [1]}
    assert {words: list(texts.having(words.split())) for words in cases} == cases


@pytest.mark.parametrize("width", [30, 37, 76, 136])
def test_rows_are_as_wide_as_they_should_be(width: int) -> None:
    found = MatchList()
    found.matches = [
        summarise(played("a", 1, NAMES, 7, note="[/] a note").match),
        summarise(played("b", 2, NAMES[:2], 2).match),
        summarise(played("c", 3, NAMES[2:4], 2, stop=True).match),
    ]
    for index in range(3):
        assert sum(cell_len(text) for text, _style in found.row(index, width)) == width
    assert cell_len(found.heading(width)) == width


async def test_a_match_that_another_window_deleted_goes_from_the_list() -> None:
    for key in ("delete", "enter", "ctrl+r"):
        store = house()
        async with desk(store) as table:
            await table.press("f3", "down", "down")
            store.matches.delete("stopped", "2026-11-30T12:00:00+01:00")
            await table.press(key)
            await table.settle()
            assert "stopped" in table.text("#message")
            assert ids(table) == ["open", "new", "old"]


async def test_what_was_deleted_and_brought_back_is_named_with_its_day() -> None:
    async with desk(house()) as table:
        await table.press("f3", "down", "delete")
        assert table.text("#message") == "Deleted: 2026-11-09, Fay, Ana. Ctrl+Z brings it back."
        await table.press("ctrl+z")
        assert table.text("#message") == "Brought back: 2026-11-09, Fay, Ana."


def test_play_order_within_a_day_and_across_time_zones() -> None:
    one = summarise(played("m", 1, ["Ana", "Boris"], 7).match)
    times = ("2026-11-01T23:30:00+01:00", "2026-11-01T22:00:00+00:00", "2026-11-01T23:45:00+01:00", "no time")
    every = [replace(one, id=str(number), finished=at) for number, at in enumerate(times)]
    assert [summary.id for summary in sorted(every, key=list_order, reverse=True)] == ["2", "0", "1", "3"]


def test_searching_knows_no_case_and_no_accents() -> None:
    assert folded("ÉLODIE Ñandú ﬁ") == "elodie nandu fi"
