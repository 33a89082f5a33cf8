"""The rounds of a match told one below the other, with one of them picked."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from scorekeeper.report.story import match_story, reasons, round_story
from scorekeeper.rules.match import Match
from scorekeeper.ui.review_words import round_headline


class RoundStory(Static):
    """What happened in one round; a click picks it."""

    DEFAULT_CSS = """
    RoundStory {
        height: auto;
        max-width: 92;
        padding: 0 1;
        margin: 0 0 1 0;
        border-left: outer $surface;
        &:hover { background: $surface; }
        &.-picked {
            border-left: thick $accent;
            background: $panel;
        }
    }
    """

    class Picked(Message):
        """A round was clicked; `number` is from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, match: Match, number: int) -> None:
        told = Content.assemble((round_headline(match, number), "bold"), "\n", " ".join(round_story(match, number)))
        super().__init__(told)
        self.number = number

    def on_click(self) -> None:
        """Pick the round."""
        self.post_message(self.Picked(self.number))


class RoundStories(VerticalScroll, can_focus=False):
    """What the rounds have in common on top, then every round."""

    DEFAULT_CSS = """
    RoundStories {
        padding: 0 1;
        & > .stories--whole { height: auto; max-width: 92; margin: 0 0 1 1; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: Match | None = None
        self._number = 0

    def compose(self) -> ComposeResult:
        """The place for what the rounds have in common."""
        yield Static(markup=False, classes="stories--whole")

    def show(self, match: Match, number: int) -> None:
        """Tell a match, with round `number` picked, from 1 (0 for none), brought into sight where it is another."""
        stepped = match == self._told and number != self._number
        self._number = number
        if match != self._told:
            self._told = match
            self.query_one(".stories--whole", Static).update("\n".join(match_story(match) or reasons(match)))
            self.query(RoundStory).remove()
            self.mount(*(RoundStory(match, count) for count in range(1, len(match.rounds) + 1)))
            self.scroll_home(animate=False)
        self.call_after_refresh(self._mark, reveal=stepped)

    def _mark(self, *, reveal: bool) -> None:
        for story in self.query(RoundStory):
            picked = story.number == self._number
            story.set_class(picked, "-picked")
            if reveal and picked and story.number == 1:
                self.scroll_home(animate=False)
            elif reveal and picked:
                story.scroll_visible(animate=False)
