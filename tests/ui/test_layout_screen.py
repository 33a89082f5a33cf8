"""The layout of a round kept by keys, a story at a time."""

from __future__ import annotations

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.tiles import Tile
from scorekeeper.ui.screens.layout import LayoutScreen
from tests.ui.layout_table import ARMS, Keeper, at_table, match_of


async def test_a_tile_and_enter_records_a_play_and_finds_its_end() -> None:
    async with at_table() as table:
        await table.type(ARMS)
        assert table.tiles == "9-9 9-4 9-6 9-1 9-0"
        assert table.kept == table.screen.kept
        assert "Boris" in table.said()
        assert "Ana lays 9-0 on 9-9" in table.said()
        assert "All arms are filled" in table.said()
        assert "│ 9 │ 4 │ ○" in table.drawn()


async def test_a_tile_may_be_typed_in_any_handy_form() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        for typed in ("9-4!", "94!", "4-9!", "49!", "9 4!", "9.4!", "9-5<4!", "8<<9-4!", "9 5<<<94!"):
            await table.type(typed)
            assert table.tiles == "9-9 9-4", typed
            await table.press("ctrl+z")
            assert table.tiles == "9-9"


async def test_no_tile_is_recorded_but_the_one_that_was_typed() -> None:
    async with at_table() as table:
        await table.type("9-9!9-!94!")
        assert table.tiles == "9-9 9-4", "what follows a refused beginning is another tile"
        await table.type("9-6-1!")
        assert table.tiles == "9-9 9-4", "what is too much for a tile is seen"
        await table.type("9-6!")
        assert table.tiles == "9-9 9-4 9-6"


async def test_the_verdict_stands_beside_the_tile_and_asking_changes_nothing() -> None:
    async with at_table() as table:
        await table.type("9-9!9-4!")
        before = table.keeper.kept_layout
        await table.type("6-4")
        assert "✗ All 4 arms of 9-9 must have a tile" in table.said()
        assert "(R15)" in table.said()
        await table.type("<<<9-6")
        assert "✓ 9-6 matches the starting double" in table.said()
        assert "‹" in table.drawn()
        await table.press("escape")
        assert table.keeper.kept_layout == before
        assert "‹" not in table.drawn()
        await table.type("6-4!")
        assert table.keeper.kept_layout == before
        assert "✗" in table.said()


async def test_two_numbers_that_fit_are_asked_about_and_one_is_not() -> None:
    async with at_table() as table:
        await table.type(ARMS + "4-1")
        assert "Both numbers fit" in table.said()
        await table.type("!")
        assert "Which number of 4-1 is matched, 4 or 1?" in table.said()
        assert table.tiles.endswith("9-0")
        await table.type("!!")
        assert table.tiles.endswith("9-0")
        await table.type("1")
        assert table.tiles.endswith("4-1")
        assert table.screen.kept.layout.open_values == (0, 4, 6)
        await table.type("8-4!")
        assert table.tiles.endswith("8-4")


@pytest.mark.parametrize(("answer", "left"), [("1!", (5, 6, 12)), ("12", (1, 5, 6)), ("1<12", (1, 5, 6))])
async def test_where_one_number_begins_the_other_the_answer_waits(answer: str, left: tuple[int, ...]) -> None:
    match = changes.record_round(match_of(("Ana", "Boris"), highest=12), (Hand(0), Hand(3)))
    async with at_table(match) as table:
        await table.type("11-11!11-12!11-1!11-5!11-6!12-1!1")
        assert table.tiles.endswith("11-6")
        await table.type("<" + answer)
        assert table.tiles.endswith("12-1")
        assert table.screen.kept.layout.placed[-1].number == (1 if 1 in left else 12)
        assert set(left) <= set(table.screen.kept.layout.open_values)


async def test_another_end_with_the_same_number_is_pointed_at_with_tab() -> None:
    async with at_table() as table:
        await table.type(ARMS + "6-4!6")
        assert table.tiles.endswith("6-4")
        await table.type("4-5")
        assert "It lies on 9-4; Tab: another end (1 of 2)" in table.said()
        await table.press("tab", "enter")
        assert table.screen.kept.layout.placed[-1].on == Tile(6, 4)


async def test_a_foot_needs_its_toes_first() -> None:
    async with at_table() as table:
        await table.type(ARMS + "4-4")
        assert "Chicken foot! Three toes are due." in table.said()
        await table.type("!4-3!")
        assert "Toes owed on 4-4: 2. Tiles with 4 off the table: 7 (R21)." in table.beside()
        assert "7 tiles that fit are unseen (A14)" in table.beside()
        await table.type("6-3")
        assert "unfinished chicken foot" in table.said()
        await table.type("!")
        assert table.tiles.endswith("4-3")
        await table.press("escape")
        await table.type("4-2!4-1!")
        assert "The foot is finished" in table.said()


async def test_draws_and_passes_have_their_keys() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        await table.press("f7")
        assert "draw before passing" in table.said()
        await table.press("f5")
        assert "boneyard 26" in table.beside()
        assert "▸Boris 8" in table.beside()
        await table.press("f5")
        assert "may not draw again" in table.said()
        await table.press("f7")
        assert "▸Chi 7" in table.beside()
        await table.type("+/")
        assert "▸Dan 7" in table.beside()
        assert "boneyard 25" in table.beside()


async def test_a_drawn_tile_that_was_seen_is_typed_before_the_key() -> None:
    async with at_table(match_of(house=HouseRules(drawn_tile="must"))) as table:
        await table.type("9-9!9-5")
        await table.press("f5")
        assert "Boris draws 9-5" in table.said()
        assert "may be played at once" in table.said()
        await table.press("f7")
        assert "has to be played at this table. (H5)" in table.said()


async def test_until_it_fits_goes_on_drawing() -> None:
    async with at_table(match_of(house=HouseRules(draws="until_playable"))) as table:
        await table.type("9-9!5-4+3-2+")
        assert "▸Boris 9" in table.beside()
        await table.press("f7")
        assert "(R16)" in table.said()


async def test_the_search_for_the_double_is_drawn_out_and_ends_by_typing_it() -> None:
    async with at_table() as table:
        assert "9-9 opens" in table.beside()
        await table.press("f5", "f5")
        assert "9-9 is drawn for" in table.beside()
        assert "▸Chi 7" in table.beside()
        await table.type("9-9!")
        assert table.screen.kept.state.counts == (8, 8, 7, 7)
        assert table.screen.kept.state.boneyard == 24
        await table.press("ctrl+z", "ctrl+z")
        assert table.screen.kept.state.counts == (8, 8, 7, 7)
        assert table.tiles == ""


async def test_undo_goes_to_any_depth_and_redo_back() -> None:
    async with at_table() as table:
        await table.type(ARMS + "4-4!4-3!")
        full = table.kept
        await table.press(*["ctrl+z"] * 7)
        assert table.tiles == ""
        await table.press("ctrl+z")
        assert "nothing to undo" in table.said()
        await table.press(*["ctrl+y"] * 7)
        assert table.kept == full
        await table.press("ctrl+y")
        assert "nothing to redo" in table.said()


async def test_a_wrong_play_noticed_too_late_stands() -> None:
    async with at_table() as table:
        await table.type(ARMS + "4-4!5-3")
        assert "F8: it stands on 4-4 with 5 outward" in table.said()
        await table.press("tab")
        assert "with 3 outward" in table.said()
        await table.press("f8")
        assert "stands, though it was wrong" in table.said()
        assert "5 ! 3" in table.drawn()
        assert table.screen.kept.layout.toes_left == 2
        assert table.screen.kept.layout.placed[-1].number == 3


async def test_who_played_out_of_turn_is_told_and_can_stand() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        await table.press("pagedown")
        await table.type("9-5")
        assert "another player's turn" in table.said()
        await table.press("f8")
        assert table.screen.kept.state.counts == (6, 7, 6, 7)
        assert "▸Dan" in table.beside()


async def test_numbers_show_their_open_ends_and_what_is_off_the_table() -> None:
    async with at_table() as table:
        await table.type(ARMS)
        panel = ["".join(part.text for part in line) for line in table.screen.panel.lines]
        numbers, ends, off = (line.split()[-10:] for line in panel[1:4])
        assert numbers == list("9876543210")
        assert ends == ["·", "·", "·", "○1", "·", "○1", "·", "·", "○1", "○1"]
        assert off == ["5", "10", "10", "9", "10", "9", "10", "10", "9", "9"]


DEAD = "3-3!3-4!3-1!3-2!3-5!4-1!1 4-2!4 5-6!2-0!0-4!0 4-4!6-4!".replace(" ", "")
"""Every tile with a 4 but one lies on the table, with a foot of fours owed two toes."""


def dead(house: HouseRules = STANDARD) -> Match:
    """The round of a double-six match that 3-3 starts."""
    match = match_of(("Ana", "Boris"), highest=6, hand_size=9, house=house)
    for _round in range(3):
        match = changes.record_round(match, (Hand(0), Hand(3)))
    return match


async def test_a_foot_that_can_never_be_finished_is_said_and_a_block_is_proved() -> None:
    async with at_table(dead()) as table:
        await table.type(DEAD)
        assert "can never be finished" in table.beside()
        assert "✗" in table.drawn()
        assert "Cannot tell whether anybody can play: 1 tile that fits is unseen" in table.beside()
        await table.type("5-4!")
        assert "★ Blocked: nobody can ever play again" in table.said()
        await table.type("!")
        assert table.keeper.scores == [(None, False)]
        assert not isinstance(table.app.screen, LayoutScreen)


async def test_under_h8_the_boneyard_is_drawn_out_first() -> None:
    async with at_table(dead(HouseRules(dead_position="draw_out"))) as table:
        await table.type(DEAD)
        await table.type("5-4!")
        assert "The boneyard is drawn out before the round ends (H8)" in table.beside()
        assert table.screen.kept.state.ended_by is None
        for _turn in range(40):
            if table.screen.kept.state.ended_by:
                break
            await table.type("+/")
        assert table.screen.kept.state.ended_by == "blocked"


async def test_six_arms() -> None:
    async with at_table(match_of(house=HouseRules(arms=6))) as table:
        await table.type(ARMS)
        assert "Arms still empty: 2 of 6" in table.beside()
        await table.type("4-1!")
        assert table.tiles.endswith("9-0")
        assert "All 6 arms" in table.said()


async def test_who_goes_out_is_offered_the_score_row() -> None:
    async with at_table(match_of(("Ana", "[/]"), hand_size=2)) as table:
        await table.type("9-9!9-4!9-6!")
        assert table.screen.kept.state.out == 0
        assert "★ Ana is out: the round is over. (R24)" in table.said()
        await table.type("5-4!")
        assert "The round has ended. (R24)" in table.said()
        assert table.tiles.endswith("9-6")
        await table.press("escape", "ctrl+z")
        assert table.screen.kept.state.out is None
        await table.press("ctrl+y")
        await table.press("f9")
        assert table.keeper.scores == [(0, False)]


async def test_out_on_a_double_needs_no_toes_and_is_told_to_the_scores() -> None:
    lines = ["layout 9 9", "first 0", "tiles 3 3 2", "boneyard 20"]
    async with at_table(match_of(("Ana", "Boris", "Chi")), lines) as table:
        await table.type(ARMS + "4-4!")
        assert "Chi is out on a double: the round is over, no toes needed. (A15)" in table.said()
        await table.type("!!")
        assert table.keeper.scores == [(2, True)]


async def test_hands_put_right_let_a_round_go_on() -> None:
    async with at_table(match_of(("Ana", "Boris"), hand_size=2)) as table:
        await table.type("9-9!9-4!9-6!")
        assert table.screen.kept.state.out == 0
        await table.press("f4")
        await table.type("<<<<<<1 1 50!")
        assert table.screen.kept.state.out is None
        assert "▸Boris 1" in table.beside()


async def test_who_starts_is_set_at_any_time() -> None:
    async with at_table() as table:
        await table.type("9-9!9-4!")
        await table.press("f6")
        await table.press("down", "down", "enter")
        await table.pilot.pause()
        assert table.screen.kept.first == 2
        assert "▸Ana" in table.beside()
        assert table.tiles == "9-9 9-4"


async def test_one_key_drops_the_layout_and_undo_takes_it_up_again() -> None:
    async with at_table() as table:
        await table.type(ARMS)
        await table.press("ctrl+d")
        assert table.kept.lying == ()
        assert "dropped" in table.beside()
        await table.type("4-4!")
        assert table.tiles.endswith("9-0")
        await table.press("ctrl+z")
        assert len(table.kept.lying) == 5


async def test_it_is_there_again_after_it_was_left() -> None:
    async with at_table() as table:
        await table.type(ARMS + "5")
        await table.press("escape")
        assert isinstance(table.app.screen, LayoutScreen)
        await table.press("escape")
        assert not isinstance(table.app.screen, LayoutScreen)
        await table.app.push_screen(LayoutScreen(table.keeper))
        await table.pilot.pause()
        assert table.tiles == "9-9 9-4 9-6 9-1 9-0"


async def test_a_layout_of_another_round_and_one_that_cannot_be_read_begin_anew() -> None:
    async with at_table(lines=["layout 9 8", "first 0", "tiles 7 7 7 7", "boneyard 27", "0 8-8"]) as table:
        assert "of another round" in table.said()
        assert table.tiles == ""
    async with at_table(lines=["nonsense"]) as table:
        assert "cannot be read" in table.said()


async def test_a_round_recorded_meanwhile_ends_the_layout() -> None:
    async with at_table() as table:
        await table.type("9-9!")
        before = table.keeper.kept_layout
        table.keeper.match_shown = changes.record_round(table.keeper.match_shown, (Hand(0), Hand(3), Hand(4), Hand(5)))
        await table.type("9-4!")
        assert table.keeper.kept_layout == before
        assert not isinstance(table.app.screen, LayoutScreen)


def test_there_is_no_layout_of_a_finished_match() -> None:
    match = match_of(("Ana", "Boris"), highest=6, house=HouseRules(last_double=5))
    for _round in range(2):
        match = changes.record_round(match, (Hand(0), Hand(3)))
    with pytest.raises(RuleError):
        LayoutScreen(Keeper(match))


async def test_the_tile_after_a_refused_one_is_typed_anew() -> None:
    async with at_table() as table:
        await table.type("9-9!9-4!1-5!1-7")
        assert "1-5" not in table.said()
        assert "1-7" in table.said() or "7-1" in table.said()
