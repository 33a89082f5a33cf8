"""What the command palette finds: every key's command where the reader is, files, and every rule of the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, cast

from textual.binding import Binding
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from scorekeeper.rules import rulebook
from scorekeeper.text import _
from scorekeeper.ui import taking_out
from scorekeeper.ui.app import ScorekeeperApp, ShowsMatch
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.screens.help import HelpScreen
from scorekeeper.ui.screens.importing import ImportScreen
from scorekeeper.ui.screens.matches import MatchesScreen

LEAVING: Final = ("leave", "quit", "app.quit")
"""Actions that leave where one is."""


# Textual takes style sheets from the first base only.
class Palette(CommandPalette, Page[None]):
    """The command palette, left once."""

    def _action_command_list(self, action: str) -> None:
        # A page of a list that is not laid out yet is none, and Textual would look for it.
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


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
        """Every command, before anything is typed; what leaves comes last, as the first is what a hasty Enter does."""
        for name, binding in sorted(self._commands(), key=lambda command: command[1].action in LEAVING):
            yield DiscoveryHit(name, partial(self.app.run_action, binding.action, self.screen), help=binding.tooltip)

    async def search(self, query: str) -> Hits:
        """The commands that fit what is typed."""
        matcher = self.matcher(query)
        for name, binding in self._commands():
            score = max(matcher.match(name), matcher.match(binding.tooltip) * 0.8)
            if score > 0:
                command = partial(self.app.run_action, binding.action, self.screen)
                yield Hit(score, matcher.highlight(name), command, help=binding.tooltip)


class FileCommands(Provider):
    """What comes from files and goes to them."""

    def _commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Name, what it does, and the command."""
        screen, app = self.screen, cast(ScorekeeperApp, self.app)
        forms = _("A score sheet to print, a match file, CSV, Markdown or text, as the ending of its name says")
        if isinstance(screen, ShowsMatch) and not self._has_key("app.export_match"):
            yield _("Export this match"), forms, app.action_export_match
        if isinstance(screen, MatchesScreen) and screen.found.matches:
            ids = [summary.id for summary in screen.found.matches]
            yield _("Export the matches that are listed"), forms, partial(taking_out.export_listed, app, ids)
        yield _("Export all matches"), forms, partial(taking_out.export_all, app)
        yield _("Import matches"), _("From a match file, or CSV as exported"), self._take_in
        yield _("Back everything up"), _("Matches, players and settings in one file"), partial(taking_out.back_up, app)
        yield _("Restore a backup"), _("What it holds and is not here, or is older here"), self._take_in

    def _take_in(self) -> None:
        self.app.push_screen(ImportScreen())

    def _has_key(self, action: str) -> bool:
        return any(active.binding.action == action for active in self.screen.active_bindings.values())

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for name, told, command in self._commands():
            yield DiscoveryHit(name, command, help=told)

    async def search(self, query: str) -> Hits:
        """The commands that fit what is typed."""
        matcher = self.matcher(query)
        for name, told, command in self._commands():
            score = max(matcher.match(name), matcher.match(told) * 0.8)
            if score > 0:
                yield Hit(score, matcher.highlight(name), command, help=told)


class Rules(Provider):
    """Every rule by its title, its number, or the words in it."""

    def _open(self, number: str) -> None:
        self.app.push_screen(HelpScreen(self.screen, find=number))

    async def search(self, query: str) -> Hits:
        """The rules that fit what is typed, best first."""
        for index, entry in enumerate(rulebook.search(query)[:12]):
            label = f"{entry.number}  {entry.title}"
            yield Hit(0.9 - index * 0.02, label, partial(self._open, entry.number), help=entry.text)
