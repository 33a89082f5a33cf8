"""A list of answers to choose from."""

from __future__ import annotations

from textual.widgets import OptionList


class Choices(OptionList):
    """An `OptionList` whose pages are turned only once it has room; in none at all Textual finds no page."""

    def action_page_up(self) -> None:
        """A page up."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
