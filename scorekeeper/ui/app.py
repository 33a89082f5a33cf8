"""The app: its theme, the keys that work everywhere, and which screen stands at the bottom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, runtime_checkable

from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen

from scorekeeper.rules.journal import Journal
from scorekeeper.store.protocol import Store, StoreError
from scorekeeper.text import _
from scorekeeper.ui.dialog import Page
from scorekeeper.ui.keys import KeysInOrder
from scorekeeper.ui.themes import DARK, LIGHT

if TYPE_CHECKING:
    from scorekeeper.rules.match import Match
    from scorekeeper.rules.unstarted import Unstarted

Severity = Literal["information", "warning", "error"]


def _key_commands() -> type[Provider]:
    from scorekeeper.ui.palette import KeyCommands

    return KeyCommands


def _file_commands() -> type[Provider]:
    from scorekeeper.ui.palette import FileCommands

    return FileCommands


def _rules() -> type[Provider]:
    from scorekeeper.ui.palette import Rules

    return Rules


@runtime_checkable
class KeepsDraft(Protocol):
    """A screen with something half typed."""

    def keep_draft(self) -> str | None:
        """Keep what is half typed; safe to call at any moment. Gives what would be lost as a sentence, or None."""


@runtime_checkable
class ShowsMatch(Protocol):
    """A screen about one match."""

    @property
    def match_shown(self) -> Match:
        """The match as it is kept."""


@runtime_checkable
class SaysInPlace(Protocol):
    """A screen with a place for words, so that none has to lie over anything."""

    def say_in_place(self, text: str) -> None:
        """Say it there."""


class ScorekeeperApp(KeysInOrder):
    """Score keeper and rules assistant; one screen at the bottom, others laid over it and left by Escape."""

    TITLE = "Chicken Foot"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_key_commands, _file_commands, _rules}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-normal"), (116, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-medium"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", _("Help"), tooltip=_("Keys and rules for where you are"), id="help"),
        Binding("f2", "new_match", _("New"), tooltip=_("Start another match"), id="new"),
        Binding("f3", "matches", _("Matches"), tooltip=_("All matches: open, take up, delete"), id="matches"),
        Binding("ctrl+b", "people", _("People"), tooltip=_("Everybody who plays here"), id="people", show=False),
        Binding("f10", "theme", _("Light/dark"), tooltip=_("Change between dark and light"), id="theme", show=False),
        Binding("ctrl+q", "quit", _("Quit"), tooltip=_("Leave; everything is kept"), id="quit", priority=True),
    ]

    def __init__(self, store: Store, *, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._told: list[str] = []
        self.lost: str | None = None
        """What leaving would lose, and why, as it was found when that was tried last."""
        self._opening = self._unfinished(store)
        # Textual loads no style sheet of a default screen, so the app loads that of the one it opens on.
        first = "setup" if self._opening is None else "score"
        super().__init__(css_path=["app.tcss", f"screens/{first}.tcss"])
        self.store = store
        self.clock = clock
        self.new_id = new_id
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = LIGHT.name if store.settings.get("theme") == "light" else DARK.name

    _unstarted_kept: Unstarted | Literal["unread"] | None = "unread"

    @cached_property
    def unstarted(self) -> Unstarted | None:
        """What was typed for a new match, until it is started."""
        found = self._unstarted_kept = self.store.settings.unstarted()
        return found

    def keep_unstarted(self) -> str | None:
        """Keep what was typed for a new match, if that is not done yet; gives what would be lost as `keep_drafts`."""
        if "unstarted" not in self.__dict__ or self.unstarted == self._unstarted_kept:
            return None
        try:
            self.store.settings.put_unstarted(self.unstarted)
        except StoreError as error:
            from scorekeeper.ui.halftyped import unstarted_not_kept

            return None if self.unstarted is None else unstarted_not_kept(self.unstarted, str(error))
        self._unstarted_kept = self.unstarted
        return None

    def now(self) -> str:
        """The time of a change, as it is kept: ISO 8601 with the offset of this place."""
        return self.clock().isoformat(timespec="seconds")

    def _unfinished(self, store: Store) -> Journal | None:
        """The match to open on: the unfinished one changed last that can be read."""
        try:
            for match_id in store.matches.open_ids():
                try:
                    return store.matches.load(match_id)
                except StoreError as error:
                    self._told.append(str(error))
        except StoreError as error:
            self._told.append(str(error))
        return None

    def tell_of_damage(self) -> None:
        """Say what could not be read since this was last asked, and what stands in for it."""
        sentences = [*self._told, *(told.text for told in self.store.told())]
        self._told.clear()
        if sentences:
            self.say("\n".join(sentences), "error")

    def get_default_screen(self) -> Screen[None]:
        """The match that is not finished, if there is one; a new match otherwise."""
        self.call_later(self.tell_of_damage)
        if self._opening is not None:
            from scorekeeper.ui.screens.score import ScoreScreen

            return ScoreScreen(self._opening)
        from scorekeeper.ui.screens.setup import SetupScreen

        return SetupScreen()

    def say(self, text: str, severity: Severity = "information") -> None:
        """One sentence to whoever looks, once; names in it are shown as they are."""
        self.clear_notifications()
        self.notify(text, severity=severity, markup=False, timeout=8 if severity == "error" else 5)

    def keep_drafts(self) -> str | None:
        """Keep what is half typed on every open screen; safe to call at any moment.

        Returns: what would be lost if the app ended now, and why, in sentences; None where nothing would.
        """
        lost = [screen.keep_draft() for screen in self.screen_stack if isinstance(screen, KeepsDraft)]
        return " ".join(filter(None, [*lost, self.keep_unstarted()])) or None

    async def action_quit(self) -> None:
        """Leave; where something half typed cannot be kept, only when that was said and the key comes again."""
        warned_of, self.lost = self.lost, self.keep_drafts()
        if self.lost is not None and self.lost != warned_of:
            self.say(_("{lost} Ctrl+Q again leaves without it.").format(lost=self.lost), "error")
            return
        await super().action_quit()

    async def open_match(self, match_id: str) -> None:
        """Put a match at the bottom and show it."""
        from scorekeeper.ui.screens.score import ScoreScreen

        try:
            journal = self.store.matches.load(match_id)
        except StoreError as error:
            self.say(str(error), "error")
            return
        self.tell_of_damage()
        # Textual cannot switch the screen at the bottom for another, so the one that is there takes the match.
        while len(self.screen_stack) > 1:
            screen = self.screen
            if isinstance(screen, Page):
                screen.close()  # so that whoever waits for its answer hears that it is left
            if self.screen is screen:
                await self.pop_screen()
        bottom = self.screen
        if isinstance(bottom, ScoreScreen):
            bottom.take(journal)
        else:
            await self.push_screen(ScoreScreen(journal))

    async def open_setup(self, journal: Journal | None = None, names: tuple[str, ...] = ()) -> None:
        """Lay the set-up over the screen: of a new match with these players, or of one that has no round yet."""
        from scorekeeper.ui.screens.setup import SetupScreen

        await self.push_screen(SetupScreen(journal, names=names))

    async def _show_page(self, kind: type[Page[Any]], is_it: Callable[[Page[Any]], bool] = lambda _page: True) -> None:
        """Show a page of this kind; where it lies below already, go back to it, so that Escape never has far to go."""
        if isinstance(self.screen, Page) and not self.screen.STAYS:
            await self.screen.close()
        over = list(takewhile(lambda screen: isinstance(screen, Page), reversed(self.screen_stack)))
        if not any(isinstance(page, kind) and is_it(page) for page in over):
            await self.push_screen(kind())
            return
        while isinstance(page := self.screen, Page) and not (isinstance(page, kind) and is_it(page)):
            await page.close()

    async def action_new_match(self) -> None:
        """Open the set-up of a new match."""
        from scorekeeper.ui.screens.setup import SetupScreen

        await self._show_page(SetupScreen, lambda page: isinstance(page, SetupScreen) and page.journal is None)

    async def action_matches(self) -> None:
        """Open the list of all matches."""
        from scorekeeper.ui.screens.matches import MatchesScreen

        await self._show_page(MatchesScreen)

    async def action_people(self) -> None:
        """Open the list of everybody who plays here, with their figures."""
        from scorekeeper.ui.screens.players import PlayersScreen

        await self._show_page(PlayersScreen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Other pages open from no question, nor from the help about one: it has to be answered or left first."""
        if action in ("new_match", "matches", "people"):
            return not any(screen.is_modal for screen in self.screen_stack[-2:])
        return super().check_action(action, parameters)

    def action_export_match(self) -> None:
        """Write the match on the screen to a file, such as a score sheet to print."""
        from scorekeeper.ui.taking_out import export_match

        if isinstance(self.screen, ShowsMatch):
            export_match(self, self.screen.match_shown)

    async def action_help(self) -> None:
        """Open help for where the reader is."""
        from scorekeeper.ui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            await self.push_screen(HelpScreen(self.screen))

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from scorekeeper.ui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_help_quit(self) -> None:
        """Ctrl+C where nothing is selected that it could copy: many have left programs by it."""
        told = _("Nothing is selected that could be copied. Ctrl+Q leaves; everything is kept.")
        if isinstance(self.screen, SaysInPlace):
            self.screen.say_in_place(told)
        else:
            self.say(told)

    def action_theme(self) -> None:
        """Change between dark and light, and remember it."""
        light = self.theme != LIGHT.name
        self.theme = LIGHT.name if light else DARK.name
        try:
            self.store.settings.put("theme", "light" if light else "dark")
        except StoreError as error:
            self.say(str(error), "warning")
