"""What every score sheet looks like, whether one types in it or only reads it."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.style import Style
from textual.widget import Widget

HEADER: Final = 1
"""Lines of the names on top."""
FOOTER: Final = 2
"""Lines of the totals and places at the bottom."""


class SheetLook(Widget):
    """A widget with the styles that `Painter` draws a sheet with."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "sheet--header", "sheet--label", "sheet--tile", "sheet--cell", "sheet--zebra", "sheet--zero", "sheet--box",
        "sheet--active", "sheet--caret", "sheet--row", "sheet--cursor", "sheet--plain", "sheet--hint",
        "sheet--problem", "sheet--result", "sheet--coming", "sheet--total", "sheet--place", "sheet--leader",
        "sheet--gone", "sheet--wrong",
    }  # fmt: skip
    DEFAULT_CSS = """
    SheetLook {
        height: 1fr;
        width: 1fr;
        background: $background;
        & > .sheet--header { background: $panel; color: $foreground; text-style: bold; }
        & > .sheet--label { background: $background; color: $text-muted; }
        & > .sheet--tile { background: #f4eedd; color: #1d1d1d; text-style: bold; }
        &:light > .sheet--tile { background: #e6d7ab; color: #1d1d1d; text-style: bold; }
        & > .sheet--cell { background: $background; color: $foreground; }
        & > .sheet--zebra { background: $surface; color: $foreground; }
        & > .sheet--zero { color: $success; text-style: bold; }
        & > .sheet--row { background: $panel; color: $foreground; }
        & > .sheet--box { background: $foreground 16%; color: $foreground; }
        & > .sheet--active { background: $primary; color: $background; text-style: bold; }
        & > .sheet--caret { background: $foreground; color: $background; text-style: bold; }
        & > .sheet--wrong { background: $error; color: $background; text-style: bold; }
        & > .sheet--cursor { background: $secondary; color: $background; text-style: bold; }
        & > .sheet--plain { background: $background; color: $foreground; }
        & > .sheet--hint { background: $background; color: $text-muted; }
        & > .sheet--problem { background: $background; color: $error; text-style: bold; }
        & > .sheet--result { background: $background; color: $accent; text-style: bold; }
        & > .sheet--coming { background: $background; color: $foreground 65%; }
        & > .sheet--total { background: $panel; color: $foreground; text-style: bold; }
        & > .sheet--place { background: $panel; color: $foreground; }
        & > .sheet--leader { background: $panel; color: $accent; text-style: bold; }
        & > .sheet--gone { background: $panel; color: $foreground 65%; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._styles: dict[tuple[str, ...], Style] = {}

    def notify_style_update(self) -> None:
        """Forget colours of the theme before."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, *names: str) -> Style:
        if names not in self._styles:
            first, *over = [f"sheet--{name}" for name in names]
            style = self.get_component_rich_style(first)
            for name in over:
                style += self.get_component_rich_style(name, partial=True)
            self._styles[names] = style
        return self._styles[names]
