"""The score table at work, a story at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import Draft, Journal, What
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import round_points, standings, totals
from scorekeeper.store.protocol import Store
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.why import WhyScreen
from scorekeeper.ui.widgets.keypad import ROWS, WIDTH, Keypad
from scorekeeper.ui.widgets.sheet import Sheet
from tests.ui.memory_store import MemoryMatches, memory_store
from tests.ui.people import NAMES

START = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
ID = "test"
KEYS = {" ": "space", "!": "enter", "<": "backspace"}


@dataclass
class Table:
    """A running app with one match on the screen."""

    pilot: Pilot[int]
    app: ScorekeeperApp
    store: Store

    @property
    def match(self) -> Match:
        """The match as it is kept."""
        return self.store.matches.load(ID).match

    @property
    def screen(self) -> ScoreScreen:
        """The score screen."""
        assert isinstance(self.app.screen, ScoreScreen)
        return self.app.screen

    @property
    def sheet(self) -> Sheet:
        """The sheet on it."""
        return self.screen.sheet

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands in the boxes."""
        return self.sheet.boxes.texts

    def lines(self) -> list[str]:
        """The sheet as it is seen."""
        return [self.sheet.render_line(y).text for y in range(self.sheet.size.height)]

    def seen(self) -> str:
        """The sheet as one text, without the ends of lines."""
        return " ".join(" ".join(self.lines()).split())

    async def type(self, text: str) -> None:
        """Type as fast as a paste: a space is the space bar, "!" is Enter, "<" is Backspace."""
        await self.press(*(KEYS.get(letter, letter) for letter in text))

    async def seen_here(self) -> None:
        """Wait until this window shows what is kept, whoever kept it.

        Raises:
            AssertionError: it did not in some seconds.
        """
        for _ in range(100):
            if self.screen.match_shown.revision == self.match.revision:
                await self.pilot.pause()
                return
            await self.pilot.pause(0.05)
        raise AssertionError("this window never saw the change")

    async def press(self, *keys: str) -> None:
        """Send keys through the app without waiting between them, then wait until all are dealt with."""
        for key in keys:
            self.app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        for _ in range(3):
            await self.pilot.pause()


@asynccontextmanager
async def at_table(
    names: Sequence[str] = ("Ana", "Boris", "Chi"),
    rows: Sequence[str] = (),
    *,
    highest: int = 9,
    house: HouseRules = STANDARD,
    draft: Draft | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Table]:
    """The app on a match with these rounds, each row typed as in its boxes."""
    store = memory_store()
    match = changes.start(ID, START.isoformat(), names, highest, 7, house)
    journal = Journal(match)
    for number, row in enumerate(rows, start=1):
        hands = tuple(parse_hand(text, highest) for text in row.split())
        journal = journal.change("round", changes.record_round(journal.match, hands), START.isoformat(), number)
    store.matches.create(Journal(journal.match, journal.undo, (), draft))
    ticks = iter(range(1, 10_000))
    app = ScorekeeperApp(store, clock=lambda: START + timedelta(minutes=next(ticks)), new_id=lambda: "next")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Table(pilot, app, store)


@asynccontextmanager
async def reopened(table: Table) -> AsyncIterator[Table]:
    """The app started again on the same store."""
    app = ScorekeeperApp(table.store, clock=lambda: START + timedelta(hours=1), new_id=lambda: "next")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Table(pilot, app, table.store)


async def test_a_round_is_typed_and_kept_with_eleven_keys() -> None:
    async with at_table(["Ana", "Boris", "Chi", "Dan"]) as table:
        await table.type("0 23 41 17!")
        assert totals(table.match) == (0, 23, 41, 17)
        assert next_double(table.match) == 8
        assert table.texts == ("", "", "", "")
        assert table.sheet.boxes.seat == 0
        assert "8│8" in table.seen()


async def test_enter_goes_from_box_to_box_as_well() -> None:
    async with at_table() as table:
        await table.type("0!23!41!")
        assert totals(table.match) == (0, 23, 41)


async def test_a_bouncing_enter_keeps_one_round_and_shifts_nothing() -> None:
    async with at_table() as table:
        await table.type("0 23 41!!! !5 0 7!!")
        assert [round_points(table.match, number) for number in (1, 2)] == [(0, 23, 41), (5, 0, 7)]
        assert len(table.match.rounds) == 2


async def test_blank_is_not_zero() -> None:
    async with at_table() as table:
        await table.type("0 23!!")
        assert table.match.rounds == ()
        assert table.sheet.boxes.seat == 2
        assert "Chi has no number yet" in table.seen()


async def test_keys_typed_without_waiting_arrive_in_order() -> None:
    async with at_table() as table:
        await table.type("4 2<<<0 2<23 41!7<0 5 9!")
        rounds = [round_points(table.match, number) for number in range(1, len(table.match.rounds) + 1)]
        assert rounds == [(0, 23, 41), (0, 5, 9)]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0 0 5!", "cannot both be out"),
        ("5* 0 7b!", "the set has one (C2)"),
        ("0 1.5 4!", "not a whole number"),
        ("0 12+ 4!", "is not finished"),
        ("0 9-10 4!", "not in a double-9 set"),
        ("0 9-9 4!", "it started this round"),
        ("0 1 1!", "Only 1-0 has one pip"),
        ("0 9999 4!", "more pips than a whole"),
        ("0 6-5+6-5 3!", "is there twice"),
        ("0 6-5 6-5!", "cannot both hold 6-5"),
    ],
)
async def test_what_can_never_be_is_refused_beside_the_box(typed: str, told: str) -> None:
    async with at_table() as table:
        await table.type(typed)
        assert table.match.rounds == ()
        assert told in table.seen()
        assert not table.sheet.boxes.is_empty


async def test_a_box_shows_what_it_comes_to() -> None:
    async with at_table() as table:
        await table.type("0 23*")
        assert "Boris: 23* = 73" in table.seen()


async def test_nobody_out_is_told_and_not_asked() -> None:
    async with at_table() as table:
        await table.type("5 23 41")
        assert "a blocked round" in table.seen()
        await table.type("!")
        assert totals(table.match) == (5, 23, 41)


async def test_undo_puts_the_row_back_and_redo_takes_it_again() -> None:
    async with at_table(rows=["0 23 41", "6-5+4-1 0 7*"]) as table:
        await table.press("ctrl+z")
        assert len(table.match.rounds) == 1
        assert table.texts == ("6-5+4-1", "0", "7*")
        assert table.sheet.boxes.selected
        assert next_double(table.match) == 8
        await table.press("ctrl+y")
        assert totals(table.match) == (16, 23, 98)
        assert table.sheet.boxes.is_empty


async def test_undo_loses_nothing_half_typed() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.type("5 6")
        await table.press("ctrl+z", "ctrl+y")
        assert table.texts == ("5", "6", "")


async def test_undo_with_nothing_to_undo_says_so() -> None:
    async with at_table() as table:
        await table.press("ctrl+z")
        assert "nothing to undo" in table.seen()


async def test_swapped_numbers_are_put_right_in_one_correction() -> None:
    async with at_table(rows=["0 5* 41", "3 0 9"]) as table:
        await table.press("up", "up", "home", "enter")
        assert table.texts == ("0", "5*", "41")
        await table.type("5*")
        assert "cannot both hold the double-blank" in table.seen()
        await table.type(" 0")
        assert "total 3 → 58" in table.seen()
        assert "First: Ana → Boris" in table.seen()
        await table.type("!")
        assert totals(table.match) == (58, 0, 50)
        assert len(table.match.corrections) == 1
        assert table.sheet.editing is None


async def test_escape_leaves_a_correction_and_what_was_half_typed_is_there() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.type("7 8")
        await table.press("up", "enter", "9", "escape")
        assert totals(table.match) == (0, 23, 41)
        assert table.texts == ("7", "8", "")
        await table.type(" 0!")
        assert totals(table.match) == (7, 31, 41)


async def test_a_failed_save_leaves_everything_as_it_was() -> None:
    async with at_table() as table:
        assert isinstance(table.store.matches, MemoryMatches)
        table.store.matches.broken = "The disk is full."
        await table.type("0 23 41!")
        assert table.match.rounds == ()
        assert table.texts == ("0", "23", "41")
        table.store.matches.broken = ""
        await table.type("!")
        assert totals(table.match) == (0, 23, 41)


async def test_what_is_half_typed_is_kept_and_comes_back() -> None:
    async with at_table() as table:
        await table.type("0 23")
        await table.pilot.pause(0.5)
        kept = table.store.matches.load(ID).draft
        assert kept == Draft(1, 9, (("Ana", "0"), ("Boris", "23")), "Boris")
    async with at_table(draft=Draft(1, 9, (("Ana", "0"), ("Boris", "23")))) as table:
        assert table.texts == ("0", "23", "")
        assert table.sheet.boxes.seat == 2
        await table.type("41!")
        assert totals(table.match) == (0, 23, 41)


async def test_leaving_at_once_keeps_what_is_half_typed() -> None:
    async with at_table() as table:
        await table.type("0 23")
        await table.pilot.press("ctrl+q")
    assert table.store.matches.load(ID).draft == Draft(1, 9, (("Ana", "0"), ("Boris", "23")), "Boris")


async def test_typing_goes_on_in_the_box_that_was_left() -> None:
    async with at_table(draft=Draft(1, 9, (("Ana", "0"), ("Boris", "23"), ("Chi", "4")), "Chi")) as table:
        await table.type("1!")
        assert totals(table.match) == (0, 23, 41)


async def elsewhere(table: Table, row: str) -> None:
    """Another window records a round, and this one has the time to see it."""
    journal = table.store.matches.load(ID)
    hands = tuple(parse_hand(text, 9) for text in row.split())
    number = journal.match.next_round
    changed = journal.change("round", changes.record_round(journal.match, hands), START.isoformat(), number)
    table.store.matches.save(changed, based_on=journal.match.revision)


async def changed_elsewhere(
    table: Table, what: What, change: Callable[[Match], Match], number: int | None = None
) -> None:
    """Another window changes the match, and this one has the time to see it."""
    journal = table.store.matches.load(ID)
    changed = journal.change(what, change(journal.match), START.isoformat(), number)
    table.store.matches.save(changed, based_on=journal.match.revision)
    await table.seen_here()


async def test_a_correction_goes_on_when_another_window_changes_something_else() -> None:
    async with at_table(rows=["0 5* 41", "3 0 9"]) as table:
        await table.press("up", "up", "enter")
        await table.type("30 ")
        await changed_elsewhere(table, "note", lambda match: changes.set_note(match, "late", 2), 2)
        assert table.sheet.editing == 1
        assert "Changed in another window" in table.seen()
        await table.press("home")
        await table.type("12 0 7!")
        assert round_points(table.match, 1) == (12, 0, 7)


async def test_control_z_in_a_correction_leaves_it_and_undoes_nothing() -> None:
    async with at_table(rows=["0 5* 41", "3 0 9"]) as table:
        await table.press("up", "enter")
        await table.type("30 ")
        await table.press("ctrl+z")
        assert len(table.match.rounds) == 2
        assert table.sheet.editing is None
        assert "The correction was left" in table.seen()


async def test_leaving_in_a_correction_is_asked_twice() -> None:
    async with at_table(rows=["0 5* 41", "3 0 9"]) as table:
        await table.press("up", "up", "home", "enter")
        assert table.app.keep_drafts() is None, "nothing is changed in it"
        await table.type("77")
        assert table.app.keep_drafts() == "The correction of round 1 is not saved: 77."
        await table.press("escape")
        assert table.app.keep_drafts() is None


async def test_stopping_in_a_correction_keeps_the_correction() -> None:
    async with at_table(rows=["0 5* 41", "3 0 9"]) as table:
        await table.press("up", "up", "home", "enter")
        await table.type("7 0 ")
        await table.press("f9")
        assert table.sheet.editing == 1
        await table.type("41!")
        assert totals(table.match) == (10, 0, 50)
        assert state(table.match) == "stopped"


async def test_a_name_mended_elsewhere_keeps_the_number_typed_for_it() -> None:
    async with at_table() as table:
        await table.type("7 0 3")
        await changed_elsewhere(table, "name", lambda match: changes.rename(match, 2, "Zoe"))
        assert table.texts == ("7", "0", "3")
        await table.press("enter")
        assert totals(table.match) == (7, 0, 3), table.seen()


async def test_a_round_undone_elsewhere_sets_the_half_typed_row_aside_until_it_is_redone() -> None:
    async with at_table(rows=["0 5 9"]) as table:
        await table.type("3 0 4")
        journal = table.store.matches.load(ID)
        undone = journal.undone(START.isoformat())
        table.store.matches.save(undone, based_on=journal.match.revision)
        await table.seen_here()
        assert "was taken back" in table.seen()
        assert table.texts == ("0", "5", "9")
        redone = undone.redone(START.isoformat())
        table.store.matches.save(redone, based_on=undone.match.revision)
        await table.seen_here()
        assert table.texts == ("3", "0", "4")


async def test_what_is_half_typed_survives_a_stop_and_a_restart() -> None:
    async with at_table(rows=["0 5 9"]) as table:
        await table.type("1 0 5")
        await table.press("f9")
    assert table.store.matches.load(ID).draft == Draft(2, 8, (("Ana", "1"), ("Boris", "0"), ("Chi", "5")), "Chi")
    async with reopened(table) as again:
        await again.app.open_match(ID)
        await again.pilot.pause()
        await again.press("f9")
        assert again.texts == ("1", "0", "5")


async def test_what_is_half_typed_survives_an_undo_a_restart_and_a_redo() -> None:
    async with at_table(rows=["0 5 9", "3 0 4"]) as table:
        await table.type("1 0")
        await table.press("ctrl+z")
        assert table.texts == ("3", "0", "4")
    async with reopened(table) as again:
        assert again.texts == ("3", "0", "4")
        await again.press("ctrl+y")
        assert again.texts == ("1", "0", "")


async def test_a_number_too_many_is_not_dropped_in_silence() -> None:
    async with at_table() as table:
        await table.type("4 4 9 0!")
        assert table.match.rounds == ()
        assert "“0” is too many: Backspace takes it away" in table.seen()
        await table.type("<!")
        assert totals(table.match) == (4, 4, 9)


async def test_a_paste_with_a_number_too_many_says_so() -> None:
    async with at_table() as table:
        table.sheet.post_message(events.Paste("0 23 41\n5 0 7\n"))
        await table.pilot.pause()
        assert "“5 0 7” is too many" in table.seen()


async def test_everybody_left_after_a_round_is_not_called_stopped_before_the_first() -> None:
    async with at_table(["Ana", "Boris"], ["0 5"]) as table:
        for seat in (0, 1):
            match = table.match
            assert table.screen._keeping.change("leave", changes.leave(match, seat, START.isoformat()))
        await table.pilot.pause()
        assert "Everybody has left" in table.seen()


async def test_a_narrow_box_shows_three_digits_and_the_cursor() -> None:
    async with at_table(NAMES[:4], size=(40, 20)) as table:
        await table.type("121")
        assert "[ 121 ]" in table.seen() or "[121 ]" in table.seen()


async def test_a_change_in_another_window_appears_and_what_was_typed_gives_way_with_a_word() -> None:
    async with at_table() as table:
        await table.type("0 2")
        await elsewhere(table, "0 5 9")
        await table.seen_here()
        assert "total 0 5 9" in table.seen()
        assert "what was typed here gave way: 0 2" in table.seen()


async def test_a_save_on_an_outdated_match_is_refused_and_shown_again() -> None:
    async with at_table() as table:
        await table.type("0 2 3")
        await elsewhere(table, "0 5 9")
        await table.press("enter")
        assert totals(table.match) == (0, 5, 9)
        assert "gave way: 0 2 3" in table.seen()


async def test_the_winner_is_named_with_the_tiebreaker() -> None:
    rows = ["0 8 9"] * 5 + ["9 2 0"] * 2
    async with at_table(rows=[*rows], highest=6, size=(80, 30)) as table:
        await table.app.open_match(ID)
        await table.pilot.pause()
        assert state(table.match) == "finished"
        told = standings(table.match).explanation
        assert table.match.finished is not None
        assert "Ana wins!" in table.seen()
        assert told.split(".")[0] in table.seen()
        await table.press("ctrl+z")
        assert state(table.match) == "live"
        assert table.texts == ("9", "2", "0")


async def test_why_tells_what_the_others_need_and_opens_the_rule() -> None:
    async with at_table(rows=["0 23 41"], size=(100, 30)) as table:
        await table.type("0 0 ")
        await table.press("f8")
        assert isinstance(table.app.screen, WhyScreen)
        told = str(table.app.screen.query_one("VerticalScroll Static", Static).content)
        assert "cannot both be out" in told
        assert "Ana has the fewest points: 0." in told
        assert "Boris passes Ana with 24 fewer" in told
        await table.press("enter")
        assert isinstance(table.app.screen, HelpScreen)
        await table.press("escape")
        await table.press("escape")
        assert table.texts == ("0", "0", "")


async def test_stop_and_take_up_again() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        await table.press("f9")
        assert state(table.match) == "stopped"
        assert "Stopped after 1 of 10 rounds" in table.seen()
        await table.press("f9")
        assert state(table.match) == "live"


async def test_a_paste_is_typed_and_never_saves() -> None:
    async with at_table() as table:
        table.sheet.post_message(events.Paste("0\n23\n41\n"))
        await table.pilot.pause()
        assert table.texts == ("0", "23", "41")
        assert table.match.rounds == ()


async def test_by_mouse_a_box_and_a_correction() -> None:
    async with at_table(rows=["0 23 41"]) as table:
        region = table.sheet.cell_region(2, 2)
        assert region is not None
        await table.pilot.click(Sheet, offset=(region.x + 1, region.y))
        assert table.sheet.boxes.seat == 2
        region = table.sheet.cell_region(1, 1)
        assert region is not None
        await table.pilot.click(Sheet, offset=(region.x + 1, region.y))
        await table.pilot.click(Sheet, offset=(region.x + 1, region.y))
        assert table.sheet.editing == 1
        assert table.sheet.boxes.seat == 1
        outside = events.MouseDown(None, 500, 500, 0, 0, 1, False, False, False, 500, 500)
        table.screen.app.post_message(outside)
        await table.pilot.pause()
        assert table.sheet.has_focus


async def test_a_whole_round_by_mouse_alone() -> None:
    async with at_table(["Ana", "Boris"]) as table:
        await table.pilot.pause(0.2)
        keypad_key = next(key for key in table.screen.query("Footer *") if getattr(key, "action", "") == "keypad")
        await table.pilot.click(keypad_key)
        places = {key: (x, y) for y, row in enumerate(ROWS) for x, (_label, key) in enumerate(row)}
        for key in ("0", "tab", "1", "7", "backspace", "2", "enter"):
            x, y = places[key]
            await table.pilot.click(Keypad, offset=(x * WIDTH + 2, y))
        assert totals(table.match) == (0, 12)


@pytest.mark.parametrize(("size", "players"), [((40, 20), 4), ((80, 24), 10), ((140, 40), 10), ((20, 6), 4)])
async def test_columns_stay_straight_whatever_people_are_called(size: tuple[int, int], players: int) -> None:
    rows = [" ".join(["0", *(str(10 + seat) for seat in range(1, players))])] * 12
    async with at_table(NAMES[:players], rows, highest=18, size=size) as table:
        from rich.cells import cell_len

        lines = table.lines()
        assert {cell_len(line) for line in lines} == {table.sheet.size.width}
        assert "total" in lines[-2] if size[1] > 6 else True
        await table.type("5 ")
        assert table.texts[0] == "5"


async def test_with_ten_players_the_rounds_and_totals_stay_in_sight() -> None:
    rows = [" ".join(["0", *(str(10 + seat) for seat in range(1, 10))])] * 18
    async with at_table(NAMES, rows, highest=18) as table:
        lines = table.lines()
        assert any("0│0" in line for line in lines)
        assert lines[-2].split()[:3] == ["total", "0", "198"]
        await table.press("pageup", "pageup", "pageup")
        assert any("18│18" in line for line in table.lines())
        assert table.lines()[-2].split()[:3] == ["total", "0", "198"]


async def test_an_older_match_that_damage_brought_up_is_written_again_from_the_window() -> None:
    async with at_table(rows=["0 5 9", "3 0 4"]) as table:
        await table.type("1 0")
        assert isinstance(table.store.matches, MemoryMatches)
        held = table.screen.match_shown
        table.store.matches.kept[ID] = table.store.matches.load(ID).undone(START.isoformat())
        older = table.store.matches.load(ID)
        table.store.matches.kept[ID] = Journal(older.match.edit(revision=held.revision - 1), older.undo)
        await table.seen_here()
        assert table.match == held
        assert table.texts == ("1", "0", "")
        assert "was written again" in table.seen()


async def test_the_reasons_are_read_on_by_keys_on_a_small_screen() -> None:
    async with at_table(rows=["0 23 41", "5 0 9"], size=(40, 20)) as table:
        await table.press("f8")
        assert isinstance(table.app.screen, WhyScreen)
        sentences = table.app.screen.query_one(VerticalScroll)
        assert sentences.max_scroll_y > 0
        await table.press("pagedown")
        assert sentences.scroll_y > 0
