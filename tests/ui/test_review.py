"""Looking back on a match: stepped to any round, in every section, by keys and mouse, at every size."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from scorekeeper.report.markdown import match_markdown
from scorekeeper.report.plain import match_text
from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match, PinnedRuling
from scorekeeper.rules.scoring import standings
from scorekeeper.ui.review_words import figures, record
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.review import SECTIONS, ReviewScreen
from scorekeeper.ui.screens.score import ScoreScreen
from scorekeeper.ui.widgets.chart import draw, places_chart, points_chart
from scorekeeper.ui.widgets.roundstories import RoundStory
from tests.ui.desk import Desk, desk
from tests.ui.memory_store import memory_store
from tests.ui.people import NAMES, ten_players

AT = "2026-11-28T19:{minute:02}:00+01:00"
CASES = Path(__file__).parent.parent / "cases" / "matches.json"


def at(minute: int) -> str:
    return AT.format(minute=minute)


def record_all(journal: Journal, rows: Sequence[str], minute: int) -> Journal:
    for offset, row in enumerate(rows):
        match = journal.match
        typed = iter(row.split())
        seats = match.active_seats
        hands = [parse_hand(next(typed), match.set) if seat in seats else None for seat in range(len(match.players))]
        changed = changes.record_round(match, hands, starter=seats[offset % len(seats)])
        journal = journal.change("round", changed, at(minute + offset), match.next_round)
    return journal


def evening() -> Journal:
    """Six rounds; a correction, a ruling, notes, Eva from round 4 on and Dan gone after round 5."""
    names = ["Ana", "[/]", "[red]Chi", "Dan"]
    journal = Journal(changes.start("eve", at(0), names, 9, 7, STANDARD))
    journal = record_all(journal, ["0 23 41* 17", "16 0 30 28", "12 9 0 33"], 1)
    hands = [parse_hand(text, 9) for text in ("16", "0", "33", "28")]
    journal = journal.change("correction", changes.correct_round(journal.match, 2, hands), at(5), 2)
    ruling = PinnedRuling(at(6), 3, "R21", "[b]The foot[/b] comes first.")
    journal = journal.change("ruling", journal.match.edit(rulings=(ruling,)), at(6), 3)
    journal = journal.change("join", changes.join(journal.match, "Eva", catch_up="average"), at(7))
    journal = record_all(journal, ["21 35 14 8 11", "0/ 18 7 26 9"], 8)
    journal = journal.change("leave", changes.leave(journal.match, 3, at(12)), at(12))
    journal = record_all(journal, ["43 0 3 13"], 13)
    journal = journal.change("note", changes.set_note(journal.match, "Rain, [all] evening"), at(15))
    return journal.change("note", changes.set_note(journal.match, "glass", 4), at(16), 4)


def tie() -> Journal:
    """A worked case: three level on points, zero rounds pick the winner."""
    case = next(case for case in json.loads(CASES.read_text(encoding="utf-8"))["matches"] if case["id"] == "G04")
    rows = [
        " ".join(
            f"{points - 50}*" if row["double_blank"] == seat else str(points)
            for seat, points in enumerate(row["totals"])
        )
        for row in case["rounds"]
    ]
    return record_all(Journal(changes.start("tie", at(0), case["players"], 9, 8, STANDARD)), rows, 1)


def unplayed() -> Journal:
    return Journal(changes.start("none", at(0), ["Ana", "Boris"], 9, 7, STANDARD))


def abandoned() -> Journal:
    """One round of two players who both left."""
    journal = record_all(Journal(changes.start("gone", at(0), ["Ana", "Boris"], 9, 7, STANDARD)), ["0 12"], 1)
    journal = journal.change("leave", changes.leave(journal.match, 0, at(2)), at(2))
    return journal.change("leave", changes.leave(journal.match, 1, at(3)), at(3))


def club() -> Journal:
    """Ten players of every kind of name."""
    return Journal(ten_players().edit(created=at(0), updated=at(9), rulings=(PinnedRuling(at(2), 2, "", NAMES[0]),)))


@asynccontextmanager
async def review(journal: Journal, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Desk, ReviewScreen]]:
    """The review of a match that is kept."""
    store = memory_store()
    store.matches.create(journal)
    async with desk(store, size) as table:
        await table.app.push_screen(ReviewScreen(journal))
        await table.settle()
        yield table, table.screen(ReviewScreen)


def lines_of(screen: ReviewScreen) -> list[str]:
    return [screen.sheet.render_line(y).text for y in range(screen.sheet.size.height)]


def text_of(screen: ReviewScreen, selector: str) -> str:
    return str(screen.query_one(selector, Static).content)


async def test_the_table_is_as_it_was_after_any_round() -> None:
    journal = evening()
    async with review(journal) as (table, screen):
        assert screen.number == 6
        lines = lines_of(screen)
        assert lines[0].split() == ["round", "Ana", "[/]", "[red]Chi", "Dan←", "Eva→"]
        assert lines[1].split() == ["start", "+" + str(journal.match.players[4].catch_up)]
        assert lines[-2].split()[1:] == [str(line.total) for line in standings(journal.match).lines]
        assert "[4│4]" in lines[7]
        await table.burst(["left"] * 3)
        assert screen.number == 3
        lines = lines_of(screen)
        assert "[7│7]" in lines[4]
        then = standings(journal.match, 3).lines
        assert lines[-2].split()[1:] == [str(line.total) for line in then]
        assert "›" in lines[2], "who started"
        await table.burst(["left"])
        lines = lines_of(screen)
        assert lines[-2].split()[1:] == [str(line.total) for line in standings(journal.match, 2).lines[:4]]
        assert lines[-1].split()[-1] == "–", "Eva is not there yet (A29)"
        await table.burst(["home", "left", "up"])
        assert screen.number == 1
        await table.burst(["end", "right", "down"])
        assert screen.number == 6


async def test_what_happened_stands_under_the_table_and_a_burst_of_keys_keeps_its_order() -> None:
    async with review(evening()) as (table, screen):
        await table.burst(["home"])
        said = text_of(screen, "#said-text")
        assert said.startswith("Ana started. Ana went out. [red]Chi was left with the double-blank: 41 + 50 = 91")
        await table.burst(["right", "right"])
        assert "Ruling: [b]The foot[/b] comes first. (R21)" in text_of(screen, "#said-text")
        await table.burst(["right"])
        assert "blocked round: nobody went out (R24)" in text_of(screen, "#said-text")
        assert "Note: glass" in text_of(screen, "#said-text")
        await table.burst(["end"])
        await table.burst(["left", "left", "2", "down", "down", "3", "down", "left", "up"])
        assert (screen.section, screen.number) == ("curves", 3)
        by_place = [line.seat for line in standings(screen.match_shown, 4).by_place()]
        after = [line.seat for line in standings(screen.match_shown, 3).by_place()]
        third = by_place[2]
        assert screen.single == after[after.index(third) - 1]


async def test_a_tie_is_explained_and_every_place_can_be_asked() -> None:
    journal = tie()
    async with review(journal) as (table, screen):
        assert "Ana has the most zero rounds and is first" in text_of(screen, "#said-text")
        await table.burst(["2"])
        why = text_of(screen, "#why")
        assert why.startswith("Ana, Boris and Chloe are level with 129 points.")
        assert why.count("\n\n") == 4
        await table.burst(["up"])
        assert text_of(screen, "#why").startswith("Dan has a total of 172; 4 players have fewer")
        await table.burst(["down"])
        assert text_of(screen, "#why") == why
        await table.burst(["home"])
        assert "Ana has the fewest points: 0." in text_of(screen, "#why")


async def test_sections_by_digit_tab_and_mouse() -> None:
    async with review(evening()) as (table, screen):
        for digit, name in enumerate(SECTIONS, start=1):
            await table.burst([str(digit)])
            assert screen.section == name
            assert screen.query_one(f"#{name}").display
        await table.burst(["tab"])
        assert screen.section == "table"
        await table.burst(["shift+tab"])
        assert screen.section == "log"
        await table.click("#bar", (12, 0))
        assert screen.section == "standings"
        await table.click("#panel", (10, 2))
        assert screen.single == standings(screen.match_shown).by_place()[1].seat
        await table.burst(["4"])
        await table.click(next(story for story in screen.query(RoundStory) if story.number == 1), (3, 1))
        assert screen.number == 1


async def test_the_mouse_in_the_table_and_the_keys_in_the_curves() -> None:
    async with review(evening()) as (table, screen):
        await table.click(screen.sheet, (20, 3))
        assert screen.number == 2
        await table.click(screen.sheet, (20, 0))
        assert screen.single == 0
        assert "16]" in lines_of(screen)[3], "the cell of the round and the player"
        await table.click(screen.sheet, (20, 0))
        assert screen.single is None
        await table.click("#then", (screen.then.label_width + 0, 0))
        assert screen.number == 1
        await table.burst(["end"])
        await table.burst(["3"])
        curves = screen.curves
        assert (curves.points.display, curves.places.display) == (True, False)
        await table.burst(["p", "down"])
        assert (curves.points.display, curves.places.display) == (False, True)
        best = standings(screen.match_shown).winners[0]
        assert screen.single == curves.places.single == best
        assert text_of(screen, "#figures") == f"{screen.match_shown.players[best].name}: total 85, place 1."
        await table.burst(["up", "up"])
        assert screen.single == 3, "the last is Dan, who left"


def test_the_log_has_rulings_corrections_and_notes_with_their_times() -> None:
    text = record(evening().match, 100).plain
    for line in (
        "2026-11-28 19:06  Round 3 (7-7): [b]The foot[/b] comes first. (R21)",
        "2026-11-28 19:05  Round 2 was corrected",
        "was Ana 16, [/] 0, [red]Chi 30, Dan 28; [/] started",
        "now Ana 16, [/] 0, [red]Chi 33, Dan 28; [/] started",
        "Note: Rain, [all] evening",
        "Round 4 (6-6): glass",
        "No house rule differs from the standard.",
    ):
        assert line in text


def test_the_log_marks_only_what_differs() -> None:
    content = record(evening().match, 100)
    marked = [content.plain[span.start : span.end] for span in content.spans if "underline" in str(span.style)]
    assert marked[:2] == ["30", "33"]


@pytest.mark.parametrize("width", [37, 60, 77, 110])
def test_no_line_of_the_log_is_too_long(width: int) -> None:
    for journal in (evening(), club(), tie(), unplayed()):
        assert all(line.cell_length <= width for line in record(journal.match, width).split("\n"))


async def test_copied_left_and_opened_at_the_table() -> None:
    journal = evening()
    async with review(journal) as (table, screen):
        await table.burst(["c"])
        assert table.app.clipboard == match_text(journal.match)
        await table.burst(["m"])
        assert table.app.clipboard == match_markdown(journal.match)
        await table.burst(["ctrl+t"])
        assert table.app.clipboard == match_text(journal.match)
        assert "Left and Right step" in screen.HELP
        named = {active.binding.id for active in screen.active_bindings.values() if active.binding.id}
        assert {"review.leave", "review.after", "review.table", "review.copy", "review.markdown"} <= named
        await table.burst(["escape"])
        table.screen(ScoreScreen)
        await table.app.push_screen(ReviewScreen(evening()))
        await table.burst(["enter"])
        assert table.screen(ScoreScreen).match_shown.id == "eve"
        assert len(table.app.screen_stack) == 1


async def test_what_changes_meanwhile_is_seen_on_coming_back() -> None:
    journal = evening()
    async with review(journal) as (table, screen):
        await table.burst(["home", "f1"])
        table.screen(HelpScreen)
        renamed = journal.change("name", changes.rename(journal.match, 0, "Anna"), at(30))
        table.matches.save(renamed, based_on=journal.match.revision)
        await table.burst(["escape"])
        assert table.screen(ReviewScreen).number == 1
        assert "Anna" in lines_of(screen)[0]


OTHERS = {(80, 24): abandoned, (40, 20): unplayed, (140, 40): evening}


@pytest.mark.parametrize("size", OTHERS)
async def test_every_section_at_every_size(size: tuple[int, int]) -> None:
    async with review(tie(), size) as (table, screen):
        for journal in (club(), OTHERS[size]()):
            screen.take(journal.match)
            for digit in (2, 3, 4, 5, 1):
                await table.burst([str(digit), "left", "down", "shift+right", "pagedown", "pageup"])
                assert screen.section == SECTIONS[digit - 1]
                assert 0 <= screen.number <= len(journal.match.rounds)
            rows = lines_of(screen)
            assert all(cell_len(row) == screen.sheet.size.width for row in rows)
            lines = standings(journal.match, screen.number).lines
            total = lines[screen.single or 0].total
            assert str(total) in rows[-2] or not journal.match.rounds


async def test_on_a_narrow_screen_every_player_is_reached_and_on_a_wide_one_both_curves_stand() -> None:
    async with review(club(), (40, 20)) as (table, screen):
        for seat, name in enumerate(NAMES):
            screen.action_seat(1)
            assert screen.single == seat
            assert name[:3] in lines_of(screen)[0]
        screen.action_seat(1)
        assert screen.single is None
        await table.pilot.resize_terminal(140, 40)
        await table.burst(["3"])
        assert screen.curves.points.display
        assert screen.curves.places.display
        assert "review.mode" not in {active.binding.id for active in screen.active_bindings.values() if active.enabled}
        assert screen.beside_panel.size.width > 30


async def test_nobody_and_nothing_is_said_plainly() -> None:
    async with review(unplayed()) as (table, screen):
        assert text_of(screen, "#said-text") == "No round has been played; nobody has a place yet."
        assert not screen.then.display
        await table.burst(["3"])
        assert not screen.curves.points.display
        assert text_of(screen, "#figures") == "No round has been played; nobody has a place yet."
        await table.burst(["1"])
        screen.take(abandoned().match)
        assert "Everybody has left; nobody has a place (A30)." in text_of(screen, "#said-text")
        await table.burst(["2"])
        assert "Ana left and has no place" in text_of(screen, "#why")


def test_the_marked_round_stands_upright_behind_the_lines() -> None:
    match: Match = ten_players()
    for chart in (points_chart(match), places_chart(match)):
        plain, marked = draw(chart, 70, 20), draw(chart, 70, 20, mark=3)
        columns = {row.index("┊") for row in marked.text[:-2] if "┊" in row}
        assert len(columns) == 1
        assert marked.text[-2].index("▲") == columns.pop()
        assert [row.replace("┊", "") for row in plain.text] == plain.text
        assert marked.labels == plain.labels


@pytest.mark.parametrize("width", [38, 78])
def test_no_figure_is_parted_from_its_name(width: int) -> None:
    told = figures(standings(ten_players()), width, places=False, single=None)
    for line in standings(ten_players()).by_place():
        assert any(f"{line.name} {line.total}" in row for row in told.splitlines())
