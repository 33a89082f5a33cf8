"""Screens that lie over others: whatever asks them to leave, and however often, they leave once."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType

DRAFT_PAUSE: Final = 0.3
"""Seconds without a key after which what is half typed is kept."""
TINY: Final = 14
"""Lines of a window below which nothing is left for frames."""


class Page(Screen[ScreenResultType]):
    """A screen laid over another that takes all the room."""

    STAYS: ClassVar[bool] = True
    """Whether it is there still below a page that is opened from it."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave with a result; nothing where it has left already, or where another lies over it.

        A key that bounces asks twice before the first leaving is through, and Textual would take the screen below too.
        """
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)

    def close(self) -> AwaitComplete:
        """Leave as Escape does in the end, whatever is begun here."""
        return self.dismiss(None)


# Textual takes style sheets from the first base only.
class Dialog(ModalScreen[ScreenResultType], Page[ScreenResultType]):
    """A screen laid over another that asks for one thing before anything else.

    In a window of few lines it does without frame and room around, as its class `-tiny` has it.
    """

    def on_resize(self, event: events.Resize) -> None:
        """Save lines where there are few."""
        self.set_class(event.size.height < TINY, "-tiny")
