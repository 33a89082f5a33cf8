"""Around the layout: whole rounds, the mouse, rulings to keep and to read, situations as they lie, sizes, speed."""

from __future__ import annotations

import random

import pytest
from textual.geometry import Offset
from textual.widgets import OptionList, Static

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.match import Match
from scorekeeper.rules.referee import Draw, Pass, Play
from scorekeeper.rules.tiles import Tile, tiles_of_set
from scorekeeper.ui.playing import Playing, read_tile
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.situation import SituationScreen
from tests.rules.layouts import full_double_eighteen
from tests.ui.layout_table import Table, at_table, match_of
from tests.ui.people import NAMES


async def test_a_ruling_is_pinned_to_the_round() -> None:
    async with at_table() as table:
        await table.press("ctrl+r")
        assert "no ruling" in table.said()
        await table.type("9-9!9-6!6-4")
        await table.press("ctrl+r")
        assert table.keeper.pinned[0][0] == "R15"
        assert table.keeper.pinned[0][1].startswith("Chi, 6-4: not allowed. All 4 arms")


async def test_the_rule_that_was_named_can_be_read() -> None:
    async with at_table() as table:
        await table.type("9-9!9-6!6-4")
        await table.press("ctrl+k")
        assert isinstance(table.app.screen, HelpScreen)
        assert table.app.screen.find.value == "R15"


async def test_an_end_can_be_clicked_to_choose_a_tile_or_where_it_lies() -> None:
    async with at_table() as table:
        await click_end(table, Tile(9, 9))
        await table.type("!9-4!9-6!9-1!9-0!")
        await click_end(table, Tile(9, 6))
        tiles = table.app.screen.query_one(OptionList)
        assert tiles.option_count == 9
        await table.press("enter")
        await table.pilot.pause()
        assert "✓" in table.said()
        await click_end(table, Tile(9, 6))
        assert table.screen.kept.layout.placed[-1].on == Tile(9, 6)
        await table.type("4-1")
        await click_end(table, Tile(9, 1))
        await click_end(table, Tile(9, 1))
        assert table.screen.kept.layout.placed[-1].on == Tile(9, 1)


async def click_end(table: Table, on: Tile) -> None:
    farmyard = table.screen.farmyard
    left, top = farmyard._corner
    spot = next((spot for spot in farmyard.drawing.spots if spot.on == on), None)
    x, y = (0, 0) if spot is None else (spot.x, spot.y)
    await table.pilot.click(farmyard, offset=Offset(x - left, y - top))
    for _ in range(3):
        await table.pilot.pause()


async def test_a_player_can_be_clicked_to_play_out_of_turn() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        await table.pilot.click(table.screen.panel, offset=Offset(12, 0))
        await table.pilot.pause()
        assert table.screen.playing.seat == 2


async def test_keys_of_the_footer_can_be_clicked() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        await table.pilot.click(offset=Offset(3, 23))
        await table.pilot.pause()
        assert table.screen.kept.state.boneyard == 26


async def test_a_situation_is_set_as_it_lies_and_asked_about() -> None:
    async with at_table() as table:
        await table.press("ctrl+l")
        screen = table.app.screen
        assert isinstance(screen, SituationScreen)

        def answer() -> str:
            return str(screen.query_one("#answer", Static).content)

        await fill(table, "4", "6 1 0", "→→→→→", "1")
        await table.press("enter")
        await table.type("4-2")
        assert "✓ 4-2 may be played" in answer()
        assert "whether 4-2 lies there already cannot be told" in answer()
        await table.type("<<<6-1")
        assert "✗ 6-1 may not" in answer()
        assert "(R21)" in answer()
        await table.press("ctrl+r")
        assert table.keeper.pinned == [("R21", table.keeper.pinned[0][1])]
        await table.press("escape")
        await table.pilot.pause()
        assert table.kept.situation is not None
        assert (table.kept.situation.foot, table.kept.situation.toes) == (4, 1)
        await table.press("ctrl+l")
        assert table.app.screen.query_one("#ends").value == "6 1 0"  # type: ignore[attr-defined]


async def test_what_cannot_lie_so_is_said() -> None:
    async with at_table() as table:
        await table.press("ctrl+l")
        await fill(table, "4", "12 1", "", "", "", "99x-")
        answer = str(table.app.screen.query_one("#answer", Static).content)
        assert "numbers from 0 to 9" in answer
        await table.press("escape")
        await table.pilot.pause()
        assert table.keeper.kept_layout == ()


async def fill(table: Table, *lines: str) -> None:
    """Fill the lines of a form one after the other; "→" is Right."""
    for line in lines:
        await table.press(*({" ": "space", "→": "right"}.get(letter, letter) for letter in line))
        await table.press("tab")


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (140, 40), (1, 1)])
async def test_any_name_and_any_size(size: tuple[int, int]) -> None:
    async with at_table(match_of(NAMES, highest=12, hand_size=7), size=size) as table:
        await table.type("12-12!12-4!12-6!12-1!12-0!4-4!4-3!4-")
        assert table.tiles.endswith("4-3")
        if size[0] >= 40:
            assert "4" in table.drawn()
            assert "Toes owed on 4-4: 2" in table.beside()


async def test_the_keys_are_told_in_the_help() -> None:
    async with at_table() as table:
        await table.press("f1")
        screen = table.app.screen
        assert isinstance(screen, HelpScreen)
        page = " ".join(row.title for section in screen.page._sections for row in section.rows)
        for title in ("Draw", "Pass", "Stands", "Hands", "As it lies", "Drop", "Pin", "Another end", "Who starts"):
            assert title in page


def dealt_round(seed: int, players: int = 4) -> list[tuple[str, Tile | None, int | None]]:
    """A whole double-nine round with real hands: what is done, the tile, and the number that is matched."""
    rng = random.Random(seed)
    tiles = [tile for tile in tiles_of_set(9) if tile != Tile(9, 9)]
    rng.shuffle(tiles)
    hands = [tiles[place * 7 : place * 7 + 7] for place in range(players)]
    hands[0][0] = Tile(9, 9)
    boneyard = [*tiles[players * 7 :], tiles[0]]
    kept = KeptLayout(9, 9, (7,) * players, len(boneyard))
    done: list[tuple[str, Tile | None, int | None]] = []

    def play(tile: Tile, number: int | None) -> None:
        nonlocal kept
        turn = kept.state.turn
        assert turn is not None
        on = next((end.on for end in kept.layout.legal_plays(tile) if end.number == number), None)
        kept = kept.record(Play(turn, tile, on))
        hands[turn].remove(tile)
        done.append(("play", tile, number))

    play(Tile(9, 9), None)
    while kept.state.ended_by is None:
        turn = kept.state.turn
        assert turn is not None
        options = [(tile, end.number) for tile in hands[turn] for end in kept.layout.legal_plays(tile)]
        if not options and boneyard and not kept.state.draws:
            hands[turn].append(boneyard.pop())
            kept = kept.record(Draw(turn))
            done.append(("draw", None, None))
        elif not options:
            kept = kept.record(Pass(turn))
            done.append(("pass", None, None))
        else:
            play(*rng.choice(options))
    return done


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_whole_double_nine_round_by_keys_ends_in_the_score_row(seed: int) -> None:
    async with at_table() as table:
        keys: list[str] = []
        kept = table.screen.kept
        for what, tile, number in dealt_round(seed):
            turn = kept.state.turn
            assert turn is not None
            if tile is None:
                keys.append("f5" if what == "draw" else "f7")
                kept = kept.record(Draw(turn) if what == "draw" else Pass(turn))
                continue
            keys += [*f"{tile.low}{tile.high}", "enter"]
            playing = Playing(kept, str(tile))
            if playing.asks_number:
                keys.append(str(number))
                playing = Playing(kept, str(tile), answer=str(number)).settled()
            kept = kept.record(*playing.actions)
        assert kept.state.ended_by
        await table.press(*keys)
        assert table.kept == kept
        await table.press("enter")
        assert table.keeper.scores == [(kept.state.out, kept.newest is not None and kept.state.out is not None
                                        and kept.newest.is_double)]  # fmt: skip


@pytest.mark.parametrize("size", [(140, 40), (80, 24)])
async def test_the_verdict_stands_with_all_of_double_eighteen_on_the_table(size: tuple[int, int]) -> None:
    match, kept, tile = nearly_full_table()
    async with at_table(match, kept.lines(), size=size) as table:
        await table.type(str(tile))
        assert "✓" in table.said()


def nearly_full_table() -> tuple[Match, KeptLayout, Tile]:
    """A double-eighteen match of ten, its layout but for six tiles, and the tile to be played next."""
    layout = full_double_eighteen()
    match = match_of([f"Player {number}" for number in range(10)], highest=18, hand_size=18)
    kept = KeptLayout(18, 18, (20,) * 10, 0)
    for lying in layout.placed[:-6]:
        turn = kept.state.turn
        assert turn is not None
        kept = kept.record(Play(turn, lying.tile, lying.on))
    return match, kept, layout.placed[-6].tile


@pytest.mark.parametrize(
    ("text", "highest", "tile"),
    [
        ("9-4", 9, "9-4"),
        ("4-9", 12, "9-4"),
        ("94", 9, "9-4"),
        ("00", 6, "0-0"),
        ("94", 12, None),
        ("9", 9, None),
        ("9-", 9, None),
        ("945", 9, None),
        ("12-11", 12, "12-11"),
        ("", 9, None),
        ("٩٤", 9, None),
    ],
)
def test_what_is_a_tile(text: str, highest: int, tile: str | None) -> None:
    assert read_tile(text, highest) == (None if tile is None else Tile.parse(tile))
