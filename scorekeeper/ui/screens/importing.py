"""Matches and backups from files: all is checked first, with any fault nothing is taken; what came of it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.getters import app as app_getter
from textual.getters import query_one
from textual.widgets import Button, Static

from scorekeeper.report.fromcsv import as_match_file
from scorekeeper.store.importing import Gathered, Imported, gather, read_source, take_in_with_players
from scorekeeper.store.protocol import BrokenOff, StoreError
from scorekeeper.store.restoring import Restored, Restoring
from scorekeeper.text import _, ngettext
from scorekeeper.ui.app import ScorekeeperApp
from scorekeeper.ui.dialog import Dialog
from scorekeeper.ui.filepaths import LONGEST, PathCompletion, typed_path
from scorekeeper.ui.screens.atwork import AtWorkScreen, Progress
from scorekeeper.ui.widgets.linebox import LineBox

BACKUP: Final = ".zip"
"""How the name of a backup ends."""
_MOST_LINES: Final = 500
"""Lines that are told one by one."""


class ImportScreen(Dialog[None]):
    """Takes in match files, CSV as exported and backups, one file after the other."""

    CSS_PATH = "importing.tcss"
    HELP = _(
        "A file of matches as “export” writes it, a match file or CSV, or a backup. All of it is checked first, and "
        "with any fault nothing is taken. A match that is here already is replaced by a higher revision only. Right "
        "completes the name of a file; Page Down reads on."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", _("Back"), tooltip=_("Back to where you were"), id="import.leave"),
        Binding("pagedown", "scroll(1)", _("Further down"), id="import.down", show=False),
        Binding("pageup", "scroll(-1)", _("Further up"), id="import.up", show=False),
        Binding("f1", "app.help", _("Help"), id="import.help"),
    ]

    app = app_getter(ScorekeeperApp)
    box = query_one(LineBox)

    def compose(self) -> ComposeResult:
        """The box for the file, what came of it, and both ways out."""
        with Vertical(id="import"):
            yield Static(_("Bring in matches from which file?"), id="question", markup=False)
            yield LineBox(
                accept=self._enter,
                placeholder=_("a match file, CSV as exported, or a backup"),
                max_length=LONGEST,
                suggester=PathCompletion(),
                id="file",
            )
            yield Static("", id="outcome", markup=False)
            with VerticalScroll(id="told", can_focus=False):
                yield Static("", id="lines", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Import (Enter)"), id="take", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="leave", compact=True)

    def _enter(self, text: str) -> bool:
        if text.strip():
            self._take_in(text)
        else:
            self._tell(_("Type the name of a file, or go back with Escape."))
        return False

    @work(exclusive=True, group="dialog")
    async def _take_in(self, text: str) -> None:
        path = typed_path(text)
        if path.suffix.lower() == BACKUP:
            await self._restore(path)
        else:
            await self._import(path)

    async def _restore(self, path: Path) -> None:
        restoring = Restoring(Path(self.app.store.folder), self.app.clock)
        done: list[Restored] = []

        def restore(progress: Progress) -> int:
            done.append(restoring.restore(path, progress))
            return len(done)

        self.app.keep_drafts()
        result = await self.app.push_screen_wait(AtWorkScreen(_("Restoring…"), restore))
        if isinstance(result, StoreError):
            why = str(result).splitlines()
            self._tell(*((why[0], ()) if len(why) == 1 else (_("Nothing was restored."), why)), wrong=True)
            return
        news = [told.text for told in restoring.asides.told()]
        self._tell(_("The backup is restored."), [*done[0].sentences(), *news])
        self.box.put("")

    async def _import(self, path: Path) -> None:
        found: list[Gathered] = []
        done: list[Imported] = []

        def check(progress: Progress) -> int:
            def tell(done: int, of: int) -> None:
                if not progress(done, of):
                    raise BrokenOff(_("Broken off; nothing was imported."))

            found.append(gather([(path.name, read_source(path))], tell, as_match_file))
            return len(found[0].matches)

        def take(progress: Progress) -> int:
            kept = take_in_with_players(
                self.app.store, found[0].matches, self.app.now(), progress, found[0].same
            )  # fmt: skip
            done.extend(kept)
            return len(done)

        count = await self.app.push_screen_wait(AtWorkScreen(_("Checking…"), check))
        if isinstance(count, StoreError):
            self._tell(str(count), wrong=True)
            return
        if found[0].faults:
            told = ngettext(
                "Nothing was imported: {count} thing is wrong.", "Nothing was imported: {count} things are wrong.",
                len(found[0].faults),
            )  # fmt: skip
            lines = [fault.removeprefix(f"{path.name}: ") for fault in found[0].faults]
            self._tell(told.format(count=len(lines)), lines, wrong=True)
            return
        taken = await self.app.push_screen_wait(AtWorkScreen(_("Importing…"), take))
        if isinstance(taken, StoreError):
            self._tell(
                _("{why} What was imported before is whole; repeating it does the rest.").format(why=taken), wrong=True
            )
            return
        self.app.tell_of_damage()
        left_out = [_("{key}: nobody knows this key; it is left out.").format(key=key) for key in found[0].left_out]
        self._tell(_outcome(done, count), [*left_out, *map(str, done)], wrong=taken < count)
        if taken == count:
            self.box.put("")

    def _tell(self, outcome: str, lines: Sequence[str] = (), *, wrong: bool = False) -> None:
        """Say what came of it, and below it what became of each match or what is wrong with it."""
        shown = list(lines[:_MOST_LINES])
        more = len(lines) - len(shown)
        if more:
            shown.append(ngettext("… and {count} line more.", "… and {count} lines more.", more).format(count=more))
        told = self.query_one("#outcome", Static)
        told.update(f"✗ {outcome}" if wrong else outcome)
        told.set_class(wrong, "-wrong")
        self.query_one("#lines", Static).update("\n".join(shown))
        self.query_one("#told").display = bool(shown)
        self.query_one("#told", VerticalScroll).scroll_home(animate=False)
        self.box.focus()

    def on_mount(self) -> None:
        """Nothing is told yet."""
        self.query_one("#told").display = False

    @on(Button.Pressed, "#take")
    async def _take(self) -> None:
        await self.box.action_submit()

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss(None)

    def action_scroll(self, pages: int) -> None:
        """Read on in what is told."""
        told = self.query_one("#told", VerticalScroll)
        told.scroll_relative(y=pages * max(1, told.size.height - 1), animate=False)


def _outcome(done: Sequence[Imported], of: int) -> str:
    """How many matches are new, replaced and kept, in a sentence."""
    if not of:
        return _("There is no match in it.")
    counts = Counter(each.outcome for each in done)
    parts = []
    if new := counts["new"]:
        parts.append(ngettext("{count} match is new", "{count} matches are new", new).format(count=new))
    if replaced := counts["replaced"]:
        told = ngettext("{count} was replaced by a later one", "{count} were replaced by later ones", replaced)
        parts.append(told.format(count=replaced))
    if kept := counts["kept"]:
        told = ngettext("{count} was here already and stays", "{count} were here already and stay", kept)
        parts.append(told.format(count=kept))
    if len(done) < of:
        parts.append(_("then it was broken off; repeating it does the rest"))
    return ", ".join(parts) + "."
