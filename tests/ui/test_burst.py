"""Keys that arrive in one read: bounced, typed ahead, or late over a slow line."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.geometry import Offset
from textual.screen import Screen
from textual.selection import SELECT_ALL
from textual.widgets import Input, OptionList

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand, Match
from scorekeeper.store.protocol import Store
from scorekeeper.ui import screens
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.palette import Palette
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.house import HouseScreen
from scorekeeper.ui.screens.layout import LayoutScreen
from scorekeeper.ui.screens.matches import MatchesScreen
from scorekeeper.ui.screens.review import ReviewScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.seats import SeatsScreen
from scorekeeper.ui.screens.setup import SetupScreen
from scorekeeper.ui.screens.why import WhyScreen
from scorekeeper.ui.textual_gaps import escape_before_others
from scorekeeper.ui.widgets.stepper import Stepper
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store

AT = "2026-11-30T18:00:00+00:00"


def of_three(match_id: str = "m", rounds: int = 1) -> Journal:
    """A match of Ana, Boris and Chi, who goes out in every round."""
    journal = Journal(changes.start(match_id, AT, ["Ana", "Boris", "Chi"], 9, 7, STANDARD))
    for number in range(rounds):
        changed = changes.record_round(journal.match, [Hand(4), Hand(9), Hand(0)])
        journal = journal.change("round", changed, AT, number + 1)
    return journal


def table_of_three() -> Store:
    store = memory_store("Ana", "Boris", "Chi", "Dan")
    store.matches.create(of_three())
    return store


def kept(table: Desk) -> Match:
    return table.store.matches.load("m").match


def boxes(table: Desk) -> tuple[str, ...]:
    return table.screen(ScoreScreen).coming_boxes.texts


TWICE: list[tuple[tuple[str, ...], type[Screen[Any]]]] = [
    (("f6", "enter", "enter"), ScoreScreen),
    (("f6", "down", "enter", "enter", "enter"), ScoreScreen),
    (("f7", "enter", "enter"), ScoreScreen),
    (("f7", "x", "enter", "enter"), ScoreScreen),
    (("f5", "down", "enter", "enter"), ScoreScreen),
    (("f5", "escape", "escape"), ScoreScreen),
    (("f8", "f8"), WhyScreen),
    (("f8", "escape", "escape"), ScoreScreen),
    (("f8", "escape", "f8"), WhyScreen),
    (("f4", "escape", "escape"), ScoreScreen),
    (("f11", "escape", "f11", "escape"), ScoreScreen),
    (("f11", "f11"), ReviewScreen),
    (("f1", "escape", "f1", "f1"), HelpScreen),
    (("f3", "escape", "escape"), ScoreScreen),
    (("f2", "escape", "escape"), ScoreScreen),
    (("f2", "f4", "enter", "enter"), SetupScreen),
    (("ctrl+l", "f6", "enter", "enter"), LayoutScreen),
    (("ctrl+l", "f4", "enter", "enter", "escape", "escape"), ScoreScreen),
    (("ctrl+l", "ctrl+l"), LayoutScreen),
    (("ctrl+p", "escape", "escape"), ScoreScreen),
]


@pytest.mark.parametrize(("keys", "shown"), TWICE, ids=["-".join(keys) for keys, _shown in TWICE])
async def test_a_key_that_comes_twice_at_once_opens_and_leaves_one_screen(
    keys: Sequence[str], shown: type[Screen[Any]]
) -> None:
    async with desk(table_of_three()) as table:
        await table.burst(keys)
        assert table.app.return_code is None
        assert isinstance(table.app.screen, shown)
        assert isinstance(table.app.screen_stack[0], ScoreScreen)


@pytest.mark.parametrize("text", ["", "und"])
async def test_a_command_that_is_picked_twice_at_once_is_done_once(text: str) -> None:
    async with desk(table_of_three()) as table:
        await table.press("ctrl+p")
        await table.press(*text)
        await table.pilot.pause(0.4)
        if not text:
            await table.press("down")
        await table.burst(["enter", "enter", "enter"])
        await table.pilot.pause(0.2)
        assert table.app.return_code is None
        assert not isinstance(table.app.screen, Palette)


async def test_leaving_twice_at_once_from_a_dialog_over_a_page_leaves_the_page() -> None:
    store = memory_store()
    store.matches.create(of_three())
    async with desk(store) as table:
        await table.press("f2", "f4")
        house = table.screen(HouseScreen)
        house.dismiss(None)
        house.dismiss(None)
        await table.settle()
        assert isinstance(table.app.screen, SetupScreen)


def test_every_screen_over_another_is_left_once() -> None:
    found = set()
    for module in pkgutil.iter_modules(screens.__path__):
        for one in vars(importlib.import_module(f"{screens.__name__}.{module.name}")).values():
            if isinstance(one, type) and issubclass(one, Screen) and one.__module__.startswith("scorekeeper"):
                found.add(one)
    assert {one for one in found if not issubclass(one, Page)} == {ScoreScreen}
    assert len(found) > 10


async def test_keys_behind_one_that_opens_a_dialog_go_into_it() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f4", *"Dan", "enter"])
        assert [player.name for player in kept(table).players] == ["Ana", "Boris", "Chi", "Dan"]
        assert table.screen(SeatsScreen).box.value == ""
        await table.burst(["escape", *"5 6"])
        assert boxes(table) == ("5", "6", "", "")


async def test_a_note_typed_ahead_is_kept_and_the_row_behind_it() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f7", *"5 6", "enter", *"7 0 8", "enter"])
        assert kept(table).note == "5 6"
        assert len(kept(table).rounds) == 2
        assert boxes(table) == ("", "", "")


async def test_who_starts_is_picked_and_the_row_typed_in_one_go() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f6", "down", "enter", *"5 0"])
        assert kept(table).starter == 1
        assert boxes(table) == ("5", "0", "")
        await table.burst(["f5", "down", "down", "down", "enter", "tab", "8"])
        assert kept(table).starter == 2
        assert boxes(table) == ("5", "0", "8")


async def test_the_list_takes_the_keys_behind_the_one_that_goes_to_it() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f4", "up", "delete", "escape"])
        assert [player.left for player in kept(table).players] == [None, None, 1]
        assert isinstance(table.app.screen, ScoreScreen)
        await table.burst(["f2", *"P", "enter", *"Q", "enter", "up", "up", "delete"])
        assert table.screen(SetupScreen).lineup.names == ("Q",)


async def test_a_house_rule_is_changed_where_the_keys_before_led() -> None:
    async with desk(memory_store()) as table:
        await table.burst(["f4", "down", "right"])
        house = table.screen(HouseScreen)
        assert isinstance(house.focused, Stepper)
        assert house.focused.id == "switch-missing_double"
        assert (house.house.missing_double, house.house.double_blank) == ("draw_all", STANDARD.double_blank)
        await table.burst(["down", "down", "left", "down", "right", "up", "enter"])
        assert isinstance(table.app.screen, SetupScreen)


async def test_a_match_is_chosen_before_the_list_is_read() -> None:
    store = table_of_three()
    for number in range(1, 4):
        store.matches.create(of_three(f"m{number}", rounds=number))
    async with desk(store) as table:
        await table.burst(["f3", "down", "down", "enter", "1"])
        shown = table.screen(ScoreScreen)
        assert shown.match_shown.id == "m2"
        assert boxes(table) == ("1", "", "")


async def test_a_finished_match_chosen_twice_at_once_is_looked_back_on() -> None:
    store = table_of_three()
    store.matches.create(of_three("over", rounds=10))
    async with desk(store) as table:
        await table.press("f3", "end")
        await table.burst(["enter", "enter", "enter"])
        assert [type(screen) for screen in table.app.screen_stack] == [ScoreScreen, MatchesScreen, ReviewScreen]


async def test_a_bounced_enter_does_not_save_the_round_below_the_dialog() -> None:
    async with desk(table_of_three()) as table:
        await table.burst("5 0 7")
        await table.burst(["f6", "enter", "enter"])
        assert len(kept(table).rounds) == 1
        assert boxes(table) == ("5", "0", "7")
        await table.press("enter")
        assert len(kept(table).rounds) == 2


async def test_words_behind_help_are_looked_for_in_it() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f1", *"blank"])
        assert table.screen(HelpScreen).query_one(Input).value == "blank"
        await table.press("escape")
        assert boxes(table) == ("", "", "")


async def test_a_paste_behind_a_key_that_opens_a_dialog_goes_into_it() -> None:
    async with desk(table_of_three()) as table:
        for event in (events.Key("f7", None), events.Paste("at Émile's"), events.Key("enter", "\r")):
            table.app.post_message(event)
        await table.settle()
        assert kept(table).note == "at Émile's"


async def test_a_long_burst_is_through_soon_and_whole() -> None:
    async with desk(table_of_three()) as table:
        await table.burst("12 0 7⏎" * 9)
        assert [tuple(hand.pips for _seat, hand in row.played()) for row in kept(table).rounds[1:]] == [(12, 0, 7)] * 9


async def test_answers_are_counted_one_by_one() -> None:
    async with desk(table_of_three()) as table:
        await table.press("f6")
        options = table.app.screen.query_one(OptionList)
        assert options.has_focus
        await table.burst(["down", "down", "up", "enter"])
        assert kept(table).starter == 1
        assert not isinstance(table.app.screen, AskScreen)


def _players_left(table: Desk) -> list[str]:
    return [player.name for player in kept(table).players if player.left is None]


def _names(table: Desk) -> list[str]:
    return list(table.screen(SetupScreen).lineup.names)


def _matches(table: Desk) -> list[str]:
    return list(table.matches.kept)


def _many_matches() -> Store:
    store = table_of_three()
    for number in range(1, 5):
        store.matches.create(of_three(f"m{number}", rounds=number))
    return store


Removing = tuple[Callable[[], Store], list[str], str, Callable[[Desk], list[str]]]
REMOVING: dict[str, Removing] = {
    "a match": (_many_matches, ["f3", "down"], "delete", _matches),
    "a name": (table_of_three, ["f2", *"A⏎B⏎C⏎D⏎E⏎", "up", "up"], "delete", _names),
    "a name, backwards": (table_of_three, ["f2", *"A⏎B⏎C⏎D⏎E⏎", "up", "up"], "backspace", _names),
}


@pytest.mark.parametrize("removing", REMOVING.values(), ids=REMOVING)
async def test_a_bounced_or_held_delete_takes_one_row_out(removing: Removing) -> None:
    store, keys, key, left = removing
    async with desk(store()) as table:
        await table.burst(keys)
        before = left(table)
        await table.burst([key] * 4)
        assert len(left(table)) == len(before) - 1
        late = events.Key(key, None)
        late.time += 0.6
        table.app.post_message(late)
        await table.settle()
        assert len(left(table)) == len(before) - 2
        await table.burst(["up", key])
        assert len(left(table)) == len(before) - 3


async def test_a_bounced_delete_of_somebody_who_has_not_played_spares_the_neighbour() -> None:
    async with desk(table_of_three()) as table:
        await table.burst(["f4", *"Dan", "enter", "up", "delete", "delete"])
        assert _players_left(table) == ["Ana", "Boris", "Chi"]


async def test_a_double_click_on_a_cross_takes_one_row_out() -> None:
    async with desk(_many_matches()) as table:
        await table.press("f3")
        found = table.screen(MatchesScreen).found
        cross = Offset(found.row_width + 1, 1)
        await table.pilot.click(found, offset=cross, times=3)
        await table.settle()
        assert len(_matches(table)) == 4
        await table.press("escape", "f2")
        await table.burst("A⏎B⏎C⏎")
        seats = table.screen(SetupScreen).seats
        await table.pilot.click(seats, offset=Offset(seats.row_width + 10, 0), times=2)
        await table.settle()
        assert _names(table) == ["B", "C"]


async def test_escape_and_a_key_of_a_score_in_one_read_are_these_two_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for sent in "0123456789+*/ \r":
        monkeypatch.setitem(ANSI_SEQUENCES_KEYS, f"\x1b{sent}", ANSI_SEQUENCES_KEYS.get(f"\x1b{sent}"))
    escape_before_others()
    read = [event for event in XTermParser().feed("\x1b[A\x1b1£¡\x1b0\x1b\r\x1b*") if isinstance(event, events.Key)]
    assert [event.key for event in read] == [
        "up", "escape", "1", "pound_sign", "inverted_exclamation_mark", "escape", "0", "escape", "enter", "escape", "*",
    ]  # fmt: skip
    async with desk(table_of_three()) as table:
        for event in read[:3]:
            table.app.post_message(event)
        await table.settle()
        assert boxes(table) == ("1", "", "")


async def test_ctrl_c_copies_what_is_selected_and_says_what_leaves() -> None:
    async with desk(table_of_three()) as table:
        said: list[str] = []
        table.app.notify = lambda text, **_how: said.append(text)  # type: ignore[method-assign]
        await table.burst("5 0")
        await table.press("ctrl+c")
        # Under the boxes, where it lies over nothing; a message elsewhere.
        words = [word.text for word in table.screen(ScoreScreen).sheet.words]
        assert "Nothing is selected that could be copied. Ctrl+Q leaves; everything is kept." in words
        await table.press("f11", "ctrl+c", "escape")
        assert said == ["Nothing is selected that could be copied. Ctrl+Q leaves; everything is kept."]
        assert boxes(table) == ("5", "0", "")
        title = table.app.screen.query_one("#title")
        table.app.screen.selections = {title: SELECT_ALL}
        await table.press("ctrl+c")
        assert "double-9" in table.app.clipboard
        await table.press("f7")
        await table.burst(["c", "a", "k", "e", "shift+home", "ctrl+c"])
        assert table.app.clipboard == "cake"
        assert table.screen(AskScreen).query_one(Input).value == "cake"
        assert len(said) == 1


async def test_keys_that_were_held_when_the_app_ended_go_nowhere() -> None:
    async with desk(table_of_three()) as table:
        app = table.app
    app._held.append(events.Key("1", "1"))
    await app._look()
    assert app.screen_stack == []
