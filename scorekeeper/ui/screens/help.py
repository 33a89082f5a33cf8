"""Help about where the reader is: its keys, how scores are typed, a first match, and the rule book with a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.getters import query_one
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static

from scorekeeper.text import _
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.screens.help_pages import Row, Section, found, pages
from scorekeeper.ui.widgets.keysbelow import KeysBelow

_WIDEST: Final = 92
"""Cells of a line; longer ones are hard to read."""


class HelpPage(ScrollView, can_focus=False):
    """Sections of help, wrapped once for the width there is; drawn line by line, so that typing stays quick."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"help--heading", "help--key", "help--plain", "help--title", "help--found"}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sections: tuple[Section, ...] = ()
        self._words: tuple[str, ...] = ()
        self._lines: list[Text] = []
        self._stale = False

    def show(self, sections: Sequence[Section], words: Sequence[str] = ()) -> None:
        """Show these sections from their top, with these words marked."""
        self._sections, self._words = tuple(sections), tuple(words)
        self._lay_out()
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Wrap again for another width."""
        self._lay_out()

    def notify_style_update(self) -> None:
        """Take the colours of another theme with the next line drawn; those of parts are not known before."""
        super().notify_style_update()
        self._stale = True

    def _lay_out(self) -> None:
        self._fill()
        self.virtual_size = Size(0, len(self._lines))
        self.refresh()

    def _fill(self) -> None:
        width = min(self.scrollable_content_region.width - 1, _WIDEST)
        self._stale = False
        self._lines = []
        if width > 0:
            for section in self._sections:
                self._lines += [Text(), Text.assemble((section.heading, self._style("heading")))]
                signs = max((len(row.sign) for row in section.rows), default=0)
                for row in section.rows:
                    self._lines += self._wrapped(row, signs + 2 if row.sign else 0, width)

    def _wrapped(self, row: Row, indent: int, width: int) -> list[Text]:
        told = Text.assemble(
            (row.title, self._style("title")), "  " if row.title and row.text else "", (row.text, self._style("plain"))
        )
        sign = Text.assemble((row.sign, self._style("key")))
        for text in (sign, told):
            text.highlight_words(self._words, self._style("found"), case_sensitive=False)
        lines = told.wrap(self.app.console, max(width - indent, 8))
        sign.pad_right(indent - len(row.sign))
        blank = Text(" " * indent)
        return [(blank if number else sign) + line for number, line in enumerate(lines)]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"help--{name}", partial=True)

    def render_line(self, y: int) -> Strip:
        """One line of what is in sight."""
        if self._stale:
            self._fill()
        number = y + self.scroll_offset.y
        segments = list(self._lines[number].render(self.app.console)) if number < len(self._lines) else []
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)


class HelpScreen(Page[None]):
    """Keys and rules; typing searches, Escape leaves."""

    CSS_PATH = "help.tcss"
    AUTO_FOCUS = "#help-find"
    STAYS = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "leave", _("Back"), tooltip=_("Back to where you were"), key_display="esc"),
        Binding("down", "scroll_page('down')", _("Down"), show=False),
        Binding("up", "scroll_page('up')", _("Up"), show=False),
        Binding("pagedown", "scroll_page('page_down')", _("Page down"), show=False),
        Binding("pageup", "scroll_page('page_up')", _("Page up"), show=False),
        Binding("ctrl+home", "scroll_page('home')", _("To the top"), show=False),
        Binding("ctrl+end", "scroll_page('end')", _("To the end"), show=False),
    ]

    find = query_one("#help-find", Input)
    page = query_one(HelpPage)

    def __init__(self, about: Screen[Any], *, find: str = "") -> None:
        """Help about a screen, opened on what is found for `find` where it is given, such as a rule's number."""
        super().__init__()
        self.about = about
        self._find_first = find

    def compose(self) -> ComposeResult:
        """The search box on top of the page."""
        yield Static(_("Help"), id="help-title")
        hint = _("Type to search: undo, tie, double-blank, R28 …")
        yield Input(self._find_first, placeholder=hint, id="help-find", compact=True)
        yield HelpPage(id="help-page")
        yield KeysBelow()

    def on_mount(self) -> None:
        """Fill the page."""
        self._show(self._find_first)

    @on(Input.Changed, "#help-find")
    def search(self, event: Input.Changed) -> None:
        """Show what is found for the words typed so far."""
        self._show(event.value)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def action_scroll_page(self, where: str) -> None:
        """Scroll the page while the cursor stays in the search box."""
        match where:
            case "down":
                self.page.scroll_down(animate=False)
            case "up":
                self.page.scroll_up(animate=False)
            case "page_down":
                self.page.scroll_page_down(animate=False)
            case "page_up":
                self.page.scroll_page_up(animate=False)
            case "home":
                self.page.scroll_home(animate=False)
            case "end":
                self.page.scroll_end(animate=False)

    def _show(self, query: str) -> None:
        words = query.split()
        sections = found(self.about, query) if words else pages(self.about)
        if not sections:
            sections = [Section(_("Nothing is found for “{words}”.").format(words=query.strip()), ())]
        self.page.show(sections, words)
