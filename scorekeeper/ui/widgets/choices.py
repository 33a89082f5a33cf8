"""A list of answers to choose from."""

from __future__ import annotations

from textual import events
from textual.widgets import OptionList

from scorekeeper.ui.keys import BOUNCE


class Choices(OptionList):
    """An `OptionList` for questions that follow each other.

    Its pages are turned only once it has room; in none at all Textual finds no page.
    """

    _entered_at = float("-inf")

    def on_key(self, event: events.Key) -> None:
        """Take a bounced Enter once; the second one would answer what nobody has read."""
        if event.key == "enter":
            before, self._entered_at = self._entered_at, event.time
            if event.time - before < BOUNCE:
                event.stop()
                event.prevent_default()

    def action_page_up(self) -> None:
        """A page up."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
