"""Setting a match up: names, deal and house rules, by keys, by mouse and by paste."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.journal import Journal
from scorekeeper.store.opening import open_store
from scorekeeper.ui.lineup import Lineup, split_names
from scorekeeper.ui.screens.house import HouseScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.setup import SetupScreen
from scorekeeper.ui.widgets.dealpane import DealPane
from scorekeeper.ui.widgets.names import Completion, KnownNames, NameBox, NameList
from scorekeeper.ui.widgets.stepper import Stepper
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import MemoryMatches, memory_store
from tests.ui.people import NAMES


def names(table: Desk) -> tuple[str, ...]:
    return table.screen(SetupScreen).lineup.names


async def test_first_start_takes_names_and_enter_on_the_empty_box_starts() -> None:
    async with desk(memory_store()) as table:
        assert table.app.focused is table.screen(SetupScreen).box
        await table.burst("Ana⏎Boris⏎Chi⏎⏎")
        table.screen(ScoreScreen)
    match = table.matches.load("new1").match
    assert [player.name for player in match.players] == ["Ana", "Boris", "Chi"]
    assert (match.set, match.hand_size, match.house) == (9, 14, STANDARD)
    assert all(player.id for player in match.players)
    assert len({player.id for player in match.players}) == 3
    assert match.created == "2026-11-30T18:00:00+00:00"


async def test_a_burst_with_backspaces_arrives_in_its_order() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Amm⌫⌫na⏎Borx⌫is⏎Chee⌫⌫⌫⌫Dee⏎x⌫")
        assert names(table) == ("Ana", "Boris", "Dee")
        assert table.screen(SetupScreen).box.value == ""


async def test_what_is_typed_behind_the_start_arrives_in_the_table() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎⏎0 24⌫3⏎")
        await table.settle()
        (row,) = table.matches.load("new1").match.rounds
    assert [hand.pips for _seat, hand in row.played()] == [0, 23]


async def test_letters_are_letters() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Quinn Undo⏎quit q?⏎")
        assert names(table) == ("Quinn Undo", "quit q?")


async def test_enter_says_what_is_missing() -> None:
    async with desk(memory_store()) as table:
        await table.burst("⏎")
        assert "2 more players" in table.text("#message")
        await table.burst("Ana⏎⏎")
        assert "1 more player." in table.text("#message")
        await table.burst("   ⏎")
        assert "at least one letter" in table.text("#message")
        assert not table.matches.kept


async def test_a_name_that_is_in_already_stays_in_the_box_with_the_reason() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎")
        for again in ("Ana", " ana ", "ＡＮＡ"):
            await table.burst(f"{again}⏎")
            assert "is in already" in table.text("#message")
            assert table.screen(SetupScreen).box.value == again
            await table.burst("⌫")
            assert table.text("#message") == ""
            table.screen(SetupScreen).box.put("")


async def test_known_players_complete_and_enter_takes_what_was_typed() -> None:
    async with desk(memory_store("Anton", "Ana", "Boris")) as table:
        await table.burst("an")
        await table.press("right")
        assert table.screen(SetupScreen).box.value == "Anton"
        await table.burst(["enter", "a", "right", "enter", *"bor⏎"])
        assert names(table) == ("Anton", "Ana", "bor")


async def test_on_the_disk_as_in_memory(tmp_path: Path) -> None:
    async with desk(open_store(tmp_path)) as table:
        await table.burst("Ana⏎Boris⏎⏎0 23⏎")
        await table.settle()
        await table.press("f3", "delete", "ctrl+z", "enter")
        assert len(table.screen(ScoreScreen).match_shown.rounds) == 1
    again = open_store(tmp_path)
    assert [player.name for player in again.players.known()] == ["Ana", "Boris"]
    assert again.matches.open_ids() == ("new1",)


async def test_completion_offers_only_what_lengthens_the_name() -> None:
    completion = Completion(lambda: ("Ana", "ANASTASIA", "[/]x"))
    assert await completion.get_suggestion("ana") == "ANASTASIA"
    assert await completion.get_suggestion("[") == "[/]x"
    assert await completion.get_suggestion("zoe") is None


async def test_a_known_player_is_seated_by_a_click() -> None:
    async with desk(memory_store("Ana", "Boris")) as table:
        known = table.app.screen.query_one(KnownNames)
        await table.click(known, (len("Known:  ") + 1, 0))
        assert names(table) == ("Ana",)
        assert known.names == ("Boris",)
        assert table.app.focused is table.screen(SetupScreen).box


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana\nBoris\r\nChi\n", ("Ana", "Boris", "Chi")),
        ("Ana, Boris;Chi", ("Ana", "Boris", "Chi")),
        ("Ana\tBoris\u2028Chi\x85 ,, ", ("Ana", "Boris", "Chi")),
        ("Ana\x1b[31m,\u202eBob", ("Ana[31m", "Bob")),
    ],
)
def test_the_names_in_a_pasted_list(text: str, found: tuple[str, ...]) -> None:
    assert split_names(text) == found


async def test_a_pasted_list_adds_every_name() -> None:
    async with desk(memory_store()) as table:
        await table.burst("An")
        await table.paste("a\nBoris, Chi\n")
        assert names(table) == ("Ana", "Boris", "Chi")


async def test_what_a_pasted_list_cannot_add_stays_in_the_box() -> None:
    async with desk(memory_store()) as table:
        await table.paste(f"Ana\nana\n{'x' * 41}\nBoris")
        assert names(table) == ("Ana", "Boris")
        assert table.screen(SetupScreen).box.value == f"ana, {'x' * 41}"
        assert "is in already" in table.text("#message")


async def test_one_pasted_name_waits_for_enter_and_is_clean() -> None:
    async with desk(memory_store()) as table:
        await table.paste("An\x1b[2Ja\n")
        assert table.screen(SetupScreen).box.value == "An[2Ja"
        assert names(table) == ()


async def test_the_list_by_keys() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎Chi⏎Dee⏎")
        await table.press("up", "up", "ctrl+up")
        assert names(table) == ("Ana", "Chi", "Boris", "Dee")
        await table.press("ctrl+down", "ctrl+down", "ctrl+down")
        assert names(table) == ("Ana", "Boris", "Dee", "Chi")
        await table.press("delete")
        assert names(table) == ("Ana", "Boris", "Dee")
        await table.press("home", "enter")
        await table.burst("Zoë⏎")
        assert names(table) == ("Zoë", "Boris", "Dee")
        assert table.app.focused is table.screen(SetupScreen).box
        await table.press("up", "down")
        assert table.app.focused is table.screen(SetupScreen).box


async def test_mending_keeps_what_was_typed_and_can_be_left() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎Ch")
        await table.press("up", "enter")
        await table.burst("ana⏎")
        assert "is in already" in table.text("#message")
        await table.press("escape")
        assert names(table) == ("Ana", "Boris")
        assert table.screen(SetupScreen).box.value == "Ch"


async def test_the_list_by_mouse() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎Chi⏎")
        seats = table.screen(SetupScreen).seats
        end = seats.size.width
        await table.click(seats, (end - 11, 2))
        assert names(table) == ("Ana", "Chi", "Boris")
        await table.click(seats, (end - 8, 0))
        assert names(table) == ("Chi", "Ana", "Boris")
        await table.click(seats, (end - 2, 1))
        assert names(table) == ("Chi", "Boris")
        await table.click(seats, (end - 5, 0))
        await table.burst("Chiara⏎")
        assert names(table) == ("Chiara", "Boris")
        await table.click("#begin", (4, 1))
        assert len(table.matches.kept) == 1


@pytest.mark.parametrize(
    ("players", "highest", "size", "left"),
    [(2, 9, 21, 13), (3, 9, 14, 13), (4, 9, 7, 27), (7, 9, 7, 6), (8, 12, 7, 35), (13, 15, 9, 19), (19, 18, 9, 19)],
)
def test_set_and_hand_size_follow_the_number_of_players(players: int, highest: int, size: int, left: int) -> None:
    lineup = Lineup(tuple(f"P{number}" for number in range(players)))
    assert (lineup.highest, lineup.hand_size, lineup.boneyard) == (highest, size, left)
    assert lineup.deal_problem is None
    assert f"{left} tiles are left" in lineup.deal_text


def test_what_was_chosen_no_longer_follows() -> None:
    lineup = Lineup(("Ana", "Boris")).with_set(12)
    assert (lineup.highest, lineup.hand_size) == (12, 15)
    lineup = replace(lineup, chosen_size=11).added("Chi")
    assert (lineup.highest, lineup.hand_size) == (12, 11)
    assert lineup.with_set(9).hand_size == 14


@pytest.mark.parametrize(
    ("house", "says"),
    [
        (STANDARD, "9-9 is dealt 51 % of the time; otherwise about 14 draws find it (R11)."),
        (HouseRules(missing_double="skip"), "without it the next double down starts (H1)."),
        (HouseRules(missing_double="set_aside"), "9-9 is laid out before the deal (H1)."),
    ],
)
def test_the_deal_says_how_likely_the_double_is_dealt(house: HouseRules, says: str) -> None:
    assert says in Lineup(("Ana", "Boris", "Chi", "Dee"), house=house).deal_text


async def test_the_deal_stands_beside_the_names_and_warns() -> None:
    async with desk(memory_store()) as table:
        assert table.text("#deal-title") == "The deal for 2 players"
        await table.paste(",".join("ABCDEFGH"))
        assert table.screen(SetupScreen).query_one(DealPane).set_choice.value == 12
        await table.press("tab", "left")
        assert table.screen(SetupScreen).lineup.highest == 9
        assert table.screen(SetupScreen).query_one(DealPane).set_choice.note == "suggested: double-12"
        await table.burst("⇥7")
        assert table.text("#deal").startswith("⚠ 8 players with 7 tiles need 56")
        assert "(A11)" in table.text("#deal")
        await table.press("enter")
        match = table.matches.load("new1").match
    assert (match.set, match.hand_size) == (9, 7)


async def test_set_and_hand_size_by_mouse() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎")
        await table.click("#set", (len("Set         ◂ double-9 ") + 0, 0))
        assert table.screen(SetupScreen).lineup.highest == 12
        await table.click("#size", (12, 0))
        assert table.screen(SetupScreen).lineup.hand_size == 14


async def test_digits_typed_in_the_hand_size_are_a_number() -> None:
    async with desk(memory_store()) as table:
        await table.burst("Ana⏎Boris⏎⇥⇥12")
        assert table.screen(SetupScreen).lineup.hand_size == 12
        await table.burst("⌫⌫9")
        assert table.screen(SetupScreen).lineup.hand_size == 9
        await table.burst(["8", "up", "down", "1", "9", "9"])
        assert table.screen(SetupScreen).lineup.hand_size == 9


async def test_a_disk_that_fails_is_a_sentence_and_nothing_typed_is_lost() -> None:
    store = memory_store()
    assert isinstance(store.matches, MemoryMatches)
    store.matches.broken = "The disk is full; nothing was changed."
    async with desk(store) as table:
        await table.burst("Ana⏎Boris⏎⏎")
        assert table.text("#message") == "✗ The disk is full; nothing was changed."
        assert names(table) == ("Ana", "Boris")
        table.matches.broken = ""
        await table.burst("⏎")
        table.screen(ScoreScreen)


async def test_the_last_house_rules_are_the_first_of_the_next_match() -> None:
    store = memory_store()
    store.settings.put_last_house_rules(HouseRules(arms=6, last_double=11))
    async with desk(store) as table:
        assert table.text("#house").startswith("House rules: H3, H9")
        await table.burst("Ana⏎Boris⏎")
        await table.press("f4")
        await table.press("down", "down", "right")
        await table.press("enter")
        assert "(not as last time)" in table.text("#house")
        table.screen(SetupScreen).box.focus()
        await table.press("enter")
        house = table.matches.load("new1").match.house
    assert house == HouseRules(arms=6, last_double=8, double_blank=0)
    assert table.settings.house == house


async def test_house_rules_open_by_mouse_and_can_be_left() -> None:
    async with desk(memory_store()) as table:
        await table.click("#change-house", (2, 0))
        await table.press("down", "right")
        table.screen(HouseScreen)
        await table.press("escape")
        assert table.screen(SetupScreen).lineup.house == STANDARD


def begun(match_id: str = "m1") -> Journal:
    match = changes.start(match_id, "2026-11-30T17:00:00+01:00", ["Ana", "Boris"], 9, 21, STANDARD)
    players = tuple(replace(player, id=f"p{seat}") for seat, player in enumerate(match.players, start=1))
    return Journal(match.edit(players=players))


async def test_a_match_without_a_round_is_set_up_again() -> None:
    store = memory_store("Ana", "Boris")
    store.matches.create(begun())
    async with desk(store) as table:
        await table.press("f4")
        assert names(table) == ("Ana", "Boris")
        await table.burst("Chi⏎⏎")
        table.screen(ScoreScreen)
        assert len(table.app.screen_stack) == 1
    journal = table.matches.load("m1")
    assert [player.name for player in journal.match.players] == ["Ana", "Boris", "Chi"]
    assert journal.match.players[0].id == "p1"
    assert (journal.match.hand_size, journal.match.revision, len(table.matches.kept)) == (14, 1, 1)
    assert journal.undone("2026-11-30T19:00:00+01:00").match.players == begun().match.players


async def test_a_set_up_that_somebody_else_changed_is_not_overwritten_silently() -> None:
    store = memory_store("Ana", "Boris")
    store.matches.create(begun())
    async with desk(store) as table:
        await table.press("f4")
        await table.burst("Chi⏎")
        other = begun().change("name", changes.rename(begun().match, 0, "Anna"), "2026-11-30T18:30:00+01:00")
        store.matches.save(other, based_on=0)
        await table.burst("⏎")
        assert "another window" in table.text("#message")
        assert [player.name for player in table.matches.load("m1").match.players] == ["Anna", "Boris"]
        await table.burst("⏎")
        assert [player.name for player in table.matches.load("m1").match.players] == ["Ana", "Boris", "Chi"]


async def test_escape_leaves_a_set_up_that_lies_over_something() -> None:
    store = memory_store()
    store.matches.create(begun())
    async with desk(store) as table:
        await table.press("f2")
        await table.burst("Dee⏎")
        await table.press("escape")
        table.screen(ScoreScreen)
    assert len(table.matches.kept) == 1


async def test_escape_at_the_bottom_says_how_to_leave() -> None:
    async with desk(memory_store()) as table:
        await table.press("escape")
        assert "Ctrl+Q" in table.text("#message")


async def test_names_of_a_rematch_are_there_at_once() -> None:
    async with desk(memory_store()) as table:
        await table.app.open_setup(names=("Ana", "[/]", "ana"))
        await table.settle()
        assert names(table) == ("Ana", "[/]")
        assert "is in already" in table.text("#message")


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (140, 40)])
async def test_any_name_at_any_size(size: tuple[int, int]) -> None:
    async with desk(memory_store(*NAMES), size) as table:
        await table.burst("".join(f"{name}⏎" for name in NAMES))
        screen = table.screen(SetupScreen)
        assert names(table) == NAMES
        seats = screen.query_one(NameList)
        width = seats.row_width
        for seat in range(len(NAMES)):
            assert sum(cell_len(text) for text, _style in seats.row(seat, width)) == width
        await table.burst("Ana⏎")
        for part in (screen.query_one(NameBox), screen.query_one("#message"), screen.query_one("#begin")):
            assert part.region.height >= 1
            assert screen.region.contains_region(part.region), part
        assert screen.region.contains_region(screen.query_one("#size", Stepper).region)


async def test_leaving_a_changed_set_up_of_a_match_is_said_first() -> None:
    store = memory_store()
    store.matches.create(Journal(changes.start("m", "2026-11-30T18:00:00+00:00", ("Ana", "Boris"), 9, 7, STANDARD)))
    async with desk(store) as table:
        await table.press("f4")
        await table.burst("Chi⏎")
        await table.press("escape")
        assert "Escape again leaves it" in table.text("#message")
        await table.burst("Dan⏎")
        await table.press("escape")
        assert isinstance(table.app.screen, SetupScreen)
        await table.press("escape")
        assert isinstance(table.app.screen, ScoreScreen)
        await table.press("f4", "escape")
        assert isinstance(table.app.screen, ScoreScreen)


async def test_enter_in_an_empty_list_of_names_goes_to_the_box() -> None:
    async with desk(memory_store()) as table:
        await table.press("shift+tab", "enter")
        assert isinstance(table.app.focused, NameBox)
