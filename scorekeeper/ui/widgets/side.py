"""What stands beside the sheet: the tile that starts the next round, the standings and, where there is room, the curve."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from scorekeeper.rules.match import Match


class Side(Vertical):
    """Beside the sheet."""

    def compose(self) -> ComposeResult:
        """Nothing yet."""
        yield from ()

    def show(self, match: Match) -> None:
        """Show the match."""
