"""The printed score sheet: what stands on it, and that nothing anybody typed is more than text on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.report import words
from scorekeeper.report.scoresheet import NOT_THERE, doubles_to_come, matches_html, tile_svg
from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.rules.match import Match
from scorekeeper.rules.names import clean
from scorekeeper.rules.scoring import standings, totals
from scorekeeper.rules.tiles import SETS
from tests.strategies import dealt_hands, matches, played
from tests.three import recorded, three_players

VOID = {"meta", "rect", "path"}
NAMED = {
    "html": {"lang"}, "meta": {"charset", "name", "content"}, "svg": {"width", "height", "viewbox", "aria-hidden"},
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"},
    "path": {"d", "stroke", "stroke-width", "stroke-linecap"},
}  # fmt: skip
CLASSES = {
    "sheet", "wide", "many", "crowd", "rounds", "double", "name", "remark", "open", "foot", "total", "points", "ring",
    "sum", "first", "below", "places", "number", "winner", "who",
}  # fmt: skip
PLAIN = {
    "head", "title", "style", "body", "article", "header", "h1", "h2", "p", "table", "thead", "tbody", "tr", "th", "td",
    "span", "bdi", "div", "section", "ul", "li", "footer",
}  # fmt: skip


@dataclass
class Row:
    """A row of the table of rounds."""

    kind: str
    cells: list[str] = field(default_factory=list)


class Sheet(HTMLParser):
    """A score sheet as a browser reads it; anything that does not belong on one is a failure."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.rows: list[Row] = []
        self.isolated: list[str] = []
        self.text = ""
        """All but the style."""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in PLAIN or tag in NAMED, tag
        given = dict(attrs)
        classes = (given.pop("class", "") or "").split()
        assert set(classes) <= CLASSES
        assert set(given) <= NAMED.get(tag, set())
        assert not any("//" in (value or "") or ":" in (value or "") for value in given.values())
        if tag not in VOID:
            self.open.append((tag, " ".join(classes)))
        if self.in_rounds:
            if tag == "tr":
                self.rows.append(Row(" ".join(classes)))
            elif tag in ("th", "td"):
                self.rows[-1].cells.append("")
        if tag == "bdi":
            self.isolated.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _classes in self.open]
        if "style" in tags:
            assert "http" not in data
            assert "url(" not in data
            assert "@import" not in data
            return
        self.text += data
        if "bdi" in tags:
            self.isolated[-1] += data
        if self.in_rounds and ("th" in tags or "td" in tags):
            self.rows[-1].cells[-1] += data

    def handle_comment(self, data: str) -> None:
        pytest.fail(data)

    def handle_pi(self, data: str) -> None:
        pytest.fail(data)

    def unknown_decl(self, data: str) -> None:
        pytest.fail(data)

    @property
    def in_rounds(self) -> bool:
        return ("table", "rounds") in self.open


def rows_of(match: Match) -> list[Row]:
    """What has to stand in the table of rounds, but for the remarks."""
    placed = standings(match)
    rows = [Row("", ["Round", *(player.name for player in match.players)])]
    for number, row in enumerate(match.rounds, start=1):
        sums = totals(match, number)
        cells = [
            NOT_THERE if hand is None else f"{hand.points(match.house)}{words.flag(hand)} {sums[seat]}"
            for seat, hand in enumerate(row.hands)
        ]
        rows.append(Row("", [f"{row.double}-{row.double}", *cells]))
    if any(line.catch_up for line in placed.lines):
        rows.append(Row("foot", ["Catch-up", *(str(line.catch_up or "") for line in placed.lines)]))
    so_far = " so far" if state(match) == "live" else ""
    if match.rounds:
        places = [NOT_THERE if line.place is None else str(line.place) for line in placed.lines]
        rows.append(Row("foot total", [f"Total{so_far}", *(str(line.total) for line in placed.lines)]))
        rows.append(Row("foot", [f"Place{so_far}", *places]))
    if so_far:
        empty = ["" if player.left is None else NOT_THERE for player in match.players]
        rows += [Row("open", [f"{double}-{double}", *empty]) for double in doubles_to_come(match)]
        rows += [Row("open foot total", ["Total", *empty]), Row("open foot", ["Place", *empty])]
    return rows


TYPED = st.text(min_size=1, max_size=30).map(clean).filter(bool) | st.sampled_from(
    ["<b>", "</td>", "<!--", "&amp;", "&#60;", "<script>alert(1)</script>", "]]>", "\ue0000\ue001", '" onload="x', "'"]
)


@given(matches(most_moves=12), st.data())
@settings(max_examples=60)
def test_whatever_was_typed_stands_there_as_text(match: Match, data: st.DataObject) -> None:
    texts = iter(data.draw(st.lists(TYPED, min_size=60, max_size=60)))
    match = match.edit(
        players=tuple(replace(player, name=next(texts)) for player in match.players),
        note=next(texts),
        rounds=tuple(replace(row, note=next(texts)) for row in match.rounds),
    )
    sheet = Sheet(matches_html([match]))
    count = 1 + len(match.players)
    assert [Row(row.kind, row.cells[:count]) for row in sheet.rows] == rows_of(match)
    assert {len(row.cells) for row in sheet.rows} <= {count, count + 1}
    typed = [player.name for player in match.players] + [row.note for row in match.rounds] + [match.note]
    assert set(sheet.isolated) == set(typed)
    assert f"Match {match.id}" in sheet.text


def test_what_stands_on_it() -> None:
    match = changes.set_note(changes.set_note(three_players(), "Blue table", 1), "Émile's birthday")
    sheet = Sheet(matches_html([match]))
    for told in (
        "double-9 set, 2026-11-30, 2 of 10 rounds played, 7-7 starts the next", "Ana has the fewest points: 6.",
        "started by Boris", "Tiles in a hand: 21 (H10)", "House rules: standard", "Émile's birthday",
        "Round 1 (9-9): Blue table", "joined in round 2 with 21 points", "left after round 2", "went out",
    ):  # fmt: skip
        assert told in sheet.text, told
    assert "Winner" not in sheet.text
    assert [row.cells[0] for row in sheet.rows if row.kind == "open"] == [f"{n}-{n}" for n in range(7, -1, -1)]
    assert sheet.rows[1].cells == ["9-9", "0 0", "21 21", NOT_THERE, "started by Boris"]


def test_a_match_that_is_over_names_the_winner_and_has_no_empty_lines() -> None:
    match = changes.start("m", "", ["Ana", "Boris"], 6, 7, HouseRules(last_double=4, out_on_double=50))
    match = recorded(recorded(recorded(match, "0/", "3*"), "6", "7"), "0", "0*")
    html = matches_html([match])
    sheet = Sheet(html)
    assert "Winner: Ana" in sheet.text
    assert "blocked" in sheet.rows[2].cells
    assert [row for row in sheet.rows if "open" in row.kind] == []
    # Who went out is ringed; the double-blank alone is no way out.
    assert '<span class="points ring">50/</span>' in html
    assert '<span class="points">50*</span>' in html
    assert "* left with the double-blank" in sheet.text
    assert "/ went out on a double" in sheet.text
    assert "(H6)" in sheet.text
    assert "(H9)" in sheet.text
    stopped = Sheet(matches_html([changes.stop(played("s", ["Ana", "Boris"], 2).match, "2026-11-30T20:00:00+01:00")]))
    assert "stopped after 2 of 10 rounds" in stopped.text
    assert [row for row in stopped.rows if "open" in row.kind] == []


@pytest.mark.parametrize(
    ("names", "classes"),
    [
        (["Ana", "Boris"], "sheet"),
        (list("ABCDEFGH"), "sheet wide many"),
        (list("ABCDEFGHIJKLM"), "sheet wide many crowd"),
    ],
)
def test_a_crowd_lies_across(names: list[str], classes: str) -> None:
    match = played("m", names, 3, highest=18).match
    html = matches_html([match])
    assert f'<article class="{classes}">' in html
    assert len(Sheet(html).rows[0].cells) == 1 + len(names) + (classes == "sheet")
    for number in range(1, 4):
        told = words.remarks(match, number)
        assert told in Sheet(html).text


def test_several_matches_are_several_sheets() -> None:
    each = [played(f"m{number}", ["Ana", "Boris"], number).match for number in range(3)]
    sheet = Sheet(matches_html(each))
    assert len([row for row in sheet.rows if row.cells[0] == "Round"]) == 3
    assert Sheet(matches_html([])).rows == []


@given(matches(most_players=3, most_moves=12), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_rounds_to_come_are_those_that_come(match: Match, rng: Random) -> None:
    coming = doubles_to_come(match)
    assert coming[:1] == (() if next_double(match) is None else (next_double(match),))
    while match.house.target is None and (double := next_double(match)) is not None:
        assert coming[0] == double
        coming = coming[1:]
        match = changes.record_round(
            match, dealt_hands(rng, match.set, double, match.active_seats, len(match.players), show=0)
        )
    assert match.house.target is not None or coming == ()


@pytest.mark.parametrize("number", range(SETS[-1] + 1))
def test_a_tile_has_its_pips_twice(number: int) -> None:
    assert tile_svg(number).count("h0") == 2 * number


def test_the_language_and_nothing_from_elsewhere() -> None:
    html = matches_html([changes.start("m", "", ["Ana", "Boris"], 9, 21, STANDARD)])
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert "script" not in html
    assert "href" not in html
    assert "src" not in html
