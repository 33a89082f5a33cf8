"""Help about where the reader is: the keys that are bound, the rules that are searched, at every size."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from scorekeeper.rules import rulebook
from scorekeeper.rules.entry import parse_hand
from scorekeeper.ui.screens.help import HelpPage, HelpScreen
from scorekeeper.ui.screens.help_pages import found, key_name, key_sections, pages, typing_section
from scorekeeper.ui.themes import DARK, LIGHT
from tests.ui.people import NAMES


class Table(Screen[None]):
    """A screen with a box and keys of its own."""

    HELP = "Say what " + " and ".join(NAMES) + " have left."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z,f12", "undo", "Undo [/]", tooltip="Take [red]it back"),
        Binding("ctrl+y", "redo", "Redo", tooltip="Again", show=False),
        Binding("f9", "gone", "Gone"),
        Binding("f3", "nameless", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Input()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "gone"


class Keeper(App[None]):
    """An app with keys that work everywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", tooltip="Where you are"),
        Binding("f3", "matches", "Matches"),
        Binding("f10", "theme", "Theme", show=False),
    ]

    def __init__(self, find: str = "") -> None:
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        self.find = find

    def get_default_screen(self) -> Screen[None]:
        return Table()

    def action_help(self) -> None:
        self.push_screen(HelpScreen(self.screen, find=self.find))

    def page(self) -> HelpPage:
        """The page of the help that is open."""
        return self.screen.query_one(HelpPage)

    def lines(self) -> list[str]:
        """Every line of the page, in sight or not."""
        page = self.page()
        page.scroll_home(animate=False)
        shown = [page.render_line(y - page.scroll_offset.y).text.rstrip() for y in range(page.virtual_size.height)]
        return shown

    def text(self) -> str:
        """The page as one text, however it is wrapped."""
        return " ".join(" ".join(self.lines()).split())


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("ctrl+z", "Ctrl+Z"),
        ("f1", "F1"),
        ("escape", "Escape"),
        ("pagedown", "Page down"),
        ("ctrl+shift+up", "Ctrl+shift+up"),
        ("p", "p"),
        ("question_mark", "?"),
    ],
)
def test_keys_are_named_as_people_call_them(key: str, name: str) -> None:
    assert key_name(key).casefold() == name.casefold()


def test_every_example_of_typing_is_a_hand() -> None:
    examples = [sign for row in typing_section().rows[:7] for sign in row.sign.split()]
    assert len(examples) == 9
    for example in examples:
        parse_hand(example, 9)


async def test_keys_come_from_the_bindings_and_only_those_that_work() -> None:
    app = Keeper()
    async with app.run_test():
        here, everywhere = key_sections(app.screen)
    assert [(row.sign, row.title, row.text) for row in here.rows if row.sign] == [
        ("Ctrl+Z F12", "Undo [/]", "Take [red]it back"),
        ("Ctrl+Y", "Redo", "Again"),
    ]
    assert [(row.sign, row.title) for row in everywhere.rows] == [("F1", "Help"), ("F10", "Theme")]


async def test_the_whole_help_goes_from_here_to_the_last_rule() -> None:
    app = Keeper()
    async with app.run_test():
        sections = pages(app.screen)
    headings = [section.heading for section in sections]
    assert headings[:5] == ["Here", "Everywhere", "How to type scores", "Signs", "A first match in five lines"]
    assert headings[5:] == [topic.title for topic in rulebook.topics()]
    assert [row.sign for section in sections[5:] for row in section.rows] == [
        rule.number for rule in rulebook.entries()
    ]
    assert len(sections[4].rows) == 5


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (140, 40), (20, 6)])
async def test_help_is_read_at_every_size_with_names_as_they_are(size: tuple[int, int]) -> None:
    app = Keeper()
    async with app.run_test(size=size) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert all(len(line) <= size[0] for line in app.lines())
        assert app.page().max_scroll_x == 0
        text = app.text()
        assert Table.HELP in text if size[0] > 60 else "[red]Bob" in text
        assert "Ctrl+Z F12 Undo [/] Take [red]it back" in text or size[0] < 60
        assert rulebook.rule("R28").text in text or size[0] < 140
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert all(len(line) <= 60 for line in app.lines())


async def test_typing_searches_rules_and_keys_and_escape_leaves() -> None:
    app = Keeper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.press(*"tie")
        await pilot.pause()
        rules = [line.split()[0] for line in app.lines() if line and line[0] == "R"]
        assert rules[:2] == ["Rules", "R28"]
        await pilot.press("ctrl+u", *"undo")
        await pilot.pause()
        assert app.lines()[1:3] == ["Here", "Ctrl+Z F12  Undo [/]  Take [red]it back"]
        await pilot.press("ctrl+u", *"[/] xyzzy")
        await pilot.pause()
        assert app.text() == "Nothing is found for “[/] xyzzy”."
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Table)


async def test_found_words_are_marked() -> None:
    app = Keeper(find="boneyard")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        marked = {
            segment.text.casefold()
            for y in range(app.page().size.height)
            for segment in app.page().render_line(y)
            if segment.style and segment.style.reverse
        }
        assert marked == {"boneyard"}


@pytest.mark.parametrize("number", ["R28", "r 28", "A13"])
async def test_help_opens_on_a_rule(number: str) -> None:
    app = Keeper(find=number)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        first = app.lines()[2].split()[0]
        assert first == number.replace(" ", "").upper()
        assert found(app.screen_stack[0], number)[0].rows[0].text == rulebook.rule(number).text


async def test_keys_scroll_while_the_cursor_stays_in_the_box_and_f1_closes() -> None:
    app = Keeper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        page = app.page()
        assert app.focused is app.screen.query_one(Input)
        positions = []
        for key in ("down", "pagedown", "up", "pageup", "ctrl+end", "ctrl+home"):
            await pilot.press(key)
            await pilot.pause()
            positions.append(page.scroll_offset.y)
        step = page.scrollable_content_region.height
        assert positions == [1, 1 + step, step, 0, page.max_scroll_y, 0]
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, Table)


async def test_another_theme_is_followed() -> None:
    app = Keeper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()

        def colours() -> set[str]:
            strip = app.page().render_line(1)
            return {str(segment.style.color) for segment in strip if segment.text == "Here" and segment.style}

        before = colours()
        app.theme = LIGHT.name
        await pilot.pause()
        assert len(before) == 1
        assert before != colours()
