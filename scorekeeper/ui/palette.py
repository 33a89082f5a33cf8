"""What the command palette finds: every key's command where the reader is, and every rule of the book."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.binding import Binding
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider

from scorekeeper.rules import rulebook
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.screens.help import HelpScreen


# Textual takes style sheets from the first base only.
class Palette(CommandPalette, Page[None]):
    """The command palette, left once."""


class KeyCommands(Provider):
    """The commands that have a key here, by name."""

    def _commands(self) -> Iterator[tuple[str, Binding]]:
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            # Moving about is done by its key; only what has an id is a command of its own.
            if active.enabled and binding.id and binding.description and binding.action not in seen:
                seen.add(binding.action)
                yield binding.description, binding

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for name, binding in self._commands():
            yield DiscoveryHit(name, partial(self.app.run_action, binding.action, self.screen), help=binding.tooltip)

    async def search(self, query: str) -> Hits:
        """The commands that fit what is typed."""
        matcher = self.matcher(query)
        for name, binding in self._commands():
            score = max(matcher.match(name), matcher.match(binding.tooltip) * 0.8)
            if score > 0:
                command = partial(self.app.run_action, binding.action, self.screen)
                yield Hit(score, matcher.highlight(name), command, help=binding.tooltip)


class Rules(Provider):
    """Every rule by its title, its number, or the words in it."""

    def _open(self, number: str) -> None:
        self.app.push_screen(HelpScreen(self.screen, find=number))

    async def search(self, query: str) -> Hits:
        """The rules that fit what is typed, best first."""
        for index, entry in enumerate(rulebook.search(query)[:12]):
            label = f"{entry.number}  {entry.title}"
            yield Hit(0.9 - index * 0.02, label, partial(self._open, entry.number), help=entry.text)
