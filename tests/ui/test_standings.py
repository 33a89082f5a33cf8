"""The standings beside the table: who is first, who moved, who is late or gone; names as they are."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from scorekeeper.rules.match import Match, Player
from scorekeeper.rules.scoring import standings
from scorekeeper.ui.shown import fit
from scorekeeper.ui.widgets.standings import LEADER, StandingsPanel, standings_lines
from tests.ui.people import NAMES, match_of, ten_players


def plain(match: Match, width: int = 60, before: int | None = None) -> list[str]:
    """The lines as text, with arrows from the standings after `before` rounds."""
    earlier = None if before is None else standings(match, before)
    return [line.plain for line in standings_lines(standings(match), width, before=earlier)]


@pytest.mark.parametrize("width", [12, 16, 20, 24, 30, 38, 46, 60, 100])
def test_every_line_is_exactly_as_wide_as_asked(width: int) -> None:
    match = ten_players()
    for before in (None, standings(match, 4)):
        for line in standings_lines(standings(match), width, before=before):
            assert line.cell_length == width


@pytest.mark.parametrize("width", [16, 20, 30, 46, 60])
def test_best_first_with_place_name_and_total_in_every_width(width: int) -> None:
    match = ten_players()
    lines = plain(match, width)[1:]
    for shown, line in zip(lines, standings(match).by_place(), strict=True):
        assert shown[2:].lstrip().startswith(str(line.place or "–"))
        assert str(line.total) in shown.split()
        assert fit(line.name, 40).strip()[:3] in shown


def test_names_are_shown_as_they_are() -> None:
    text = "\n".join(plain(ten_players(), 90))
    assert all(name in text for name in NAMES)


def test_the_leader_has_a_star_and_all_who_share_the_place() -> None:
    lines = plain(match_of([(0, 5, 9), (5, 0, 9)]))
    assert [line[0] for line in lines] == [" ", LEADER, LEADER, " "]
    assert [line.split()[0] for line in lines[3:]] == ["3"]


def test_gap_and_zero_rounds() -> None:
    match = match_of([(0, 23, 41), (7, 0, 2)], players=[Player("Ana"), Player("Boris"), Player("Chi")])
    assert [line.split() for line in plain(match)] == [
        ["Player", "Total", "Behind", "Zeros"],
        [LEADER, "1", "Ana", "7", "1"],
        ["2", "Boris", "23", "+16", "1"],
        ["3", "Chi", "43", "+36", "0"],
    ]


def test_level_on_points_but_behind_by_a_tiebreaker_is_plus_nothing() -> None:
    match = match_of([(0, 3, 5), (0, 4, 5), (7, 0, 5)], players=[Player("Ana"), Player("Boris"), Player("Chi")])
    lines = [line.split() for line in plain(match)]
    assert lines[1:3] == [[LEADER, "1", "Ana", "7", "2"], ["2", "Boris", "7", "+0", "1"]]


def test_arrows_say_how_many_places_were_won_and_lost() -> None:
    match = match_of([(0, 10, 20, 30), (50, 0, 1, 3)], players=[Player(name) for name in "ABCD"])
    moved = [line[2:].split()[1:3] for line in plain(match, before=1)[1:]]
    assert moved == [["▲1", "B"], ["▲1", "C"], ["▲1", "D"], ["▼3", "A"]]


def test_no_arrows_after_the_first_round_and_none_where_nobody_moved() -> None:
    match = match_of([(0, 10), (0, 10)])
    for lines in (plain(match_of([(0, 10)]), before=0), plain(match, before=1)):
        assert not any(sign in line for line in lines for sign in "▲▼")


def test_late_and_gone_players_are_marked_in_words() -> None:
    lines = plain(ten_players(), 90)
    assert f"{NAMES[4]} late +88" in "\n".join(lines)
    assert f"{NAMES[7]} left" in lines[-1]
    assert lines[-1].split()[0] == "–"
    assert lines[-1].count("+") == 0, "a player who left is behind nobody (A30)"


def test_before_the_first_round_nobody_leads() -> None:
    lines = plain(match_of([]))
    assert not any(LEADER in line for line in lines)
    assert [line.split()[-1] for line in lines[1:]] == ["0"] * 4


class Beside(App[None]):
    """A panel alone on the screen."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.panel = StandingsPanel()
        self.picked: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.panel

    def on_mount(self) -> None:
        self.panel.show(standings(self.match), standings(self.match, len(self.match.rounds) - 1))

    def on_standings_panel_picked(self, message: StandingsPanel.Picked) -> None:
        self.picked.append(message.seat)


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (140, 40)])
async def test_the_panel_shows_everybody_at_every_size_and_after_a_resize(size: tuple[int, int]) -> None:
    app = Beside(ten_players())
    async with app.run_test(size=size) as pilot:
        for width in (size[0], 30, size[0]):
            await pilot.resize_terminal(width, size[1])
            await pilot.pause()
            assert app.panel.size.height == 11
            shown = [app.panel.render_line(row).text for row in range(11)]
            expected = standings_lines(standings(app.match), width, before=standings(app.match, 4))
            assert shown == [line.plain for line in expected]


async def test_a_click_on_a_line_names_the_seat_and_singles_it_out() -> None:
    app = Beside(match_of([(9, 0, 4)]))
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.click(StandingsPanel, offset=(10, 1))
        await pilot.click(StandingsPanel, offset=(10, 3))
        await pilot.click(StandingsPanel, offset=(10, 0))
        assert app.picked == [1, 0]
        app.panel.single_out(1)
        await pilot.pause()
        reversed_text = "".join(
            segment.text for segment in app.panel.render_line(1) if segment.style and segment.style.reverse
        )
        assert reversed_text == NAMES[1]
