"""Players of a running match: joining late, leaving, mending a name; and the one-line question."""

from __future__ import annotations

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Hand, Match
from scorekeeper.store.protocol import Store
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.screens.seats import SeatsScreen
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store
from tests.ui.people import NAMES

AT = "2026-11-30T18:00:00+01:00"


def running(rounds: int = 2, highest: int = 9) -> Store:
    """Ana 0, Boris 21, Chi 10 a round."""
    store = memory_store("Ana", "Boris", "Dee")
    journal = Journal(changes.start("m", AT, ["Ana", "Boris", "Chi"], highest, 5, STANDARD))
    for number in range(rounds):
        hands = [Hand(0), Hand(21), Hand(10)]
        journal = journal.change("round", changes.record_round(journal.match, hands), AT, number + 1)
    store.matches.create(journal)
    return store


def kept(table: Desk) -> Match:
    return table.matches.load("m").match


async def test_a_late_player_joins_with_the_highest_total() -> None:
    async with desk(running()) as table:
        await table.press("f4")
        await table.burst("De")
        await table.press("right", "enter")
        player = kept(table).players[3]
        assert (player.name, player.joined, player.catch_up) == ("Dee", 3, 42)
        assert player.id == "p3"
        assert table.screen(SeatsScreen).box.value == ""
        await table.press("escape", "ctrl+z")
        assert len(kept(table).players) == 3


@pytest.mark.parametrize(
    ("keys", "catch_up", "seat"),
    [
        (["tab", "right", "enter"], 21, 3),
        (["tab", "right", "right", "enter"], 0, 3),
        (["tab", "tab", *"17", "enter"], 17, 3),
        (["tab", "tab", "tab", "left", "left", "enter"], 42, 1),
    ],
)
async def test_catch_up_and_seat_are_the_tables_choice(keys: list[str], catch_up: int, seat: int) -> None:
    async with desk(running()) as table:
        await table.press("f4")
        await table.burst(["D", "e", "e", *keys])
        player = kept(table).players[seat]
    assert (player.name, player.catch_up) == ("Dee", catch_up)


async def test_who_cannot_join_stays_in_the_box_with_the_reason() -> None:
    cases = {"": "Type who joins", "ana": "in this match already", "x" * 41: "at most 40 letters"}
    async with desk(running()) as table:
        await table.press("f4")
        for typed, says in cases.items():
            table.screen(SeatsScreen).box.put("")
            await table.burst(f"{typed}⏎")
            assert says in table.text("#message")
            assert table.screen(SeatsScreen).box.value == typed
        assert len(kept(table).players) == 3
        assert len(table.store.players.known()) == 3


async def test_leaving_and_coming_back() -> None:
    async with desk(running()) as table:
        await table.press("f4", "up", "up", "delete")
        assert kept(table).players[1].left == 2
        assert "Boris has left" in table.text("#message")
        row = "".join(text for text, _style in table.screen(SeatsScreen).seats.row(1, 60))
        assert "left after 2" in row
        await table.press("up", "down", "delete")
        assert "has left already" in table.text("#message")
        table.screen(SeatsScreen).box.focus()
        await table.burst("Boris⏎")
        assert [player.name for player in kept(table).players] == ["Ana", "Boris", "Chi", "Boris"]
        assert kept(table).players[3].catch_up == 20


async def test_a_name_is_mended_by_keys_and_by_mouse() -> None:
    async with desk(running()) as table:
        await table.press("f4", "up", "home", "enter")
        await table.burst("Chi⏎")
        assert "in this match already" in table.text("#message")
        await table.burst("⌫⌫⌫Anna⏎")
        assert kept(table).players[0].name == "Anna"
        seats = table.screen(SeatsScreen).seats
        await table.click(seats, (seats.size.width - 5, 1))
        await table.press("escape")
        assert table.screen(SeatsScreen).box.value == ""
        await table.click(seats, (seats.size.width - 2, 2))
        assert kept(table).players[2].left == 2


async def test_a_finished_match_only_mends_names() -> None:
    store = running(rounds=7, highest=6)
    async with desk(store) as table:
        await table.app.open_match("m")
        await table.settle()
        await table.press("f4")
        await table.burst("Dee⏎")
        assert "finished" in table.text("#message")
        assert not table.app.screen.query_one("#kind").display
        await table.press("escape")
        table.screen(ScoreScreen)


async def test_a_disk_that_fails_leaves_everything_as_it_was() -> None:
    async with desk(running()) as table:
        await table.press("f4")
        table.matches.broken = "The disk is full."
        await table.burst("Dee⏎")
        assert table.screen(SeatsScreen).box.value == "Dee"
        assert "Not kept" in table.text("#message")
        assert len(kept(table).players) == 3


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_any_name_at_any_size(size: tuple[int, int]) -> None:
    store = memory_store(*NAMES)
    journal = Journal(changes.start("m", AT, NAMES, 18, 5, STANDARD))
    hands = [Hand(seat * 10) for seat in range(len(NAMES))]
    store.matches.create(journal.change("round", changes.record_round(journal.match, hands), AT, 1))
    async with desk(store, size) as table:
        await table.press("f4")
        screen = table.screen(SeatsScreen)
        for part in ("#name", "#message", "#kind", "#points", "#seat"):
            assert screen.region.contains_region(screen.query_one(part).region), part
            assert screen.query_one(part).region.height == 1


async def test_a_question_gives_the_cleaned_line_or_nothing() -> None:
    cases: list[tuple[list[str], str | None]] = [
        (["⏎"], "old [/]"),
        (["!", "⏎"], "old [/]!"),
        (["⌫"] * 7 + ["⏎"], ""),
        (["⌫"] * 7 + [*"new  ⏎"], "new"),
        (["escape"], None),
    ]
    async with desk(memory_store()) as table:
        for keys, answer in cases:
            given: list[str | None] = []
            await table.app.push_screen(AskScreen("A note on [/]?", "old [/]"), given.append)
            await table.settle()
            await table.burst(keys)
            assert given == [answer]


async def test_a_question_says_what_is_wrong_and_pastes_one_line() -> None:
    given: list[str | None] = []
    async with desk(memory_store()) as table:
        question = AskScreen("Name?", limit=12, problem=lambda text: None if text else "Something has to stand here.")
        await table.app.push_screen(question, given.append)
        await table.settle()
        await table.click("#keep", (2, 0))
        assert table.text("#message") == "✗ Something has to stand here."
        await table.paste("two\nlines, and more")
        await table.press("enter")
    assert given == ["two lines, a"]
