"""What leaves the app as a file: matches in the form that the file's name asks for, and a backup of everything."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from scorekeeper.report import words
from scorekeeper.report.markdown import match_markdown
from scorekeeper.report.plain import match_text
from scorekeeper.report.scoresheet import matches_html
from scorekeeper.report.spreadsheet import rounds_csv
from scorekeeper.rules.match import Match
from scorekeeper.store.backup import BackedUp, Backup
from scorekeeper.store.codec import match_file
from scorekeeper.store.newfile import new_file
from scorekeeper.store.protocol import BrokenOff, StoreError
from scorekeeper.text import _, ngettext
from scorekeeper.ui.filepaths import LONGEST, PathCompletion, free_name, typed_path
from scorekeeper.ui.keys import DIALOGS
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.atwork import AtWorkScreen, Progress

if TYPE_CHECKING:
    from scorekeeper.ui.app import ScorekeeperApp


def _markdown(matches: Sequence[Match]) -> str:
    return "\n".join(map(match_markdown, matches))


def _text(matches: Sequence[Match]) -> str:
    return "\n\n".join(map(match_text, matches))


FORMS: Final[Mapping[str, Callable[[Sequence[Match]], str]]] = MappingProxyType(
    {".html": matches_html, ".json": match_file, ".csv": rounds_csv, ".md": _markdown, ".txt": _text}
)
"""What a file holds, by the ending of its name."""


def _written(ending: str, matches: Sequence[Match], same: Mapping[str, str]) -> str:
    """What a file of matches holds; `same` are other ids of their players, see `protocol.Players.other_ids`."""
    return match_file(matches, same=same) if ending == ".json" else FORMS[ending](matches)


def form_problem(text: str) -> str | None:
    """Why a line cannot be the name of a file of matches: a sentence, or None."""
    if typed_path(text).suffix.lower() in FORMS:
        return None
    return _(
        "The ending says what it is to be: .html a score sheet to print, .json a match file, .csv, .md Markdown, .txt."
    )


def export_match(app: ScorekeeperApp, match: Match) -> None:
    """Ask for a file and write one match to it."""
    question = _("Write this match to which file? Its ending says what: .html to print, .json, .csv, .md, .txt.")
    _begin(app, _export(app, lambda: [match.id], question, f"chicken-foot-{words.day(match) or match.id}.html"))


def export_listed(app: ScorekeeperApp, ids: Sequence[str]) -> None:
    """Ask for a file and write these matches to it."""
    question = ngettext(
        "Write the {count} match that is listed to which file?",
        "Write the {count} matches that are listed to which file?",
        len(ids),
    ).format(count=len(ids))
    _begin(app, _export(app, lambda: ids, question, f"chicken-foot-{app.now()[:10]}.json"))


def export_all(app: ScorekeeperApp) -> None:
    """Ask for a file and write every match to it."""

    def ids() -> Sequence[str]:
        return [summary.id for summary in app.store.matches.summaries()]

    _begin(app, _export(app, ids, _("Write all matches to which file?"), f"chicken-foot-{app.now()[:10]}.json"))


def back_up(app: ScorekeeperApp) -> None:
    """Ask for a file and back everything up to it, see `backup.Backup`."""
    app.keep_drafts()
    _begin(app, _back_up(app))


def _begin(app: ScorekeeperApp, asking: Coroutine[object, object, None]) -> None:
    app.run_worker(asking, group=DIALOGS, exclusive=True)


async def _export(app: ScorekeeperApp, ids: Callable[[], Sequence[str]], question: str, proposed: str) -> None:
    """Ask for a file, never one that is there, and write matches to it; `ids` is called in another thread."""

    def written(path: Path, progress: Progress) -> int:
        every = ids()
        matches: list[Match] = []
        for match_id in every:
            matches.append(app.store.matches.load(match_id).match)
            if not progress(len(matches), len(every)):
                raise BrokenOff(_("Broken off; nothing was written."))
        with new_file(str(path)) as file:
            file.write(_written(path.suffix.lower(), matches, app.store.players.other_ids()).encode())
        return len(matches)

    def told(path: Path, count: int) -> str:
        return ngettext(
            "{count} match is in {path} now.", "{count} matches are in {path} now.", count
        ).format(count=count, path=path)  # fmt: skip

    await _ask(app, question, proposed, form_problem, written, told)


async def _back_up(app: ScorekeeperApp) -> None:
    made: list[BackedUp] = []

    def written(path: Path, progress: Progress) -> int:
        app.store.matches.summaries()  # what is damaged is mended first, as far as it can be
        with new_file(str(path)) as file:
            made.append(Backup(Path(app.store.folder), app.clock).make(file, progress))
        return len(made)

    def told(path: Path, _count: int) -> str:
        sentence = _("{path} holds {what}.").format(path=path, what=made[-1].content())
        left_out = (_("Not in the backup: {what}").format(what=what) for what in made[-1].left_out)
        return "\n".join([sentence, *left_out])

    question = _("Back everything up to which file? It is a zip file; “Restore a backup” brings it back.")
    await _ask(app, question, f"scorekeeper-{app.now()[:10]}.zip", _name_problem, written, told)


def _name_problem(text: str) -> str | None:
    return None if text else _("Type the name of a file, or go back with Escape.")


async def _ask(
    app: ScorekeeperApp,
    question: str,
    proposed: str,
    problem: Callable[[str], str | None],
    written: Callable[[Path, Progress], int],
    told: Callable[[Path, int], str],
) -> None:
    """Ask for a file until it is written or the question is left; the work is done in another thread."""

    async def keep(text: str) -> str | None:
        path = typed_path(text)
        result = await app.push_screen_wait(AtWorkScreen(_("Writing…"), lambda progress: written(path, progress)))
        if isinstance(result, StoreError):
            return str(result)
        app.say(told(path.absolute(), result))
        return None

    name = await to_thread(free_name, f"~/{proposed}")
    await app.push_screen_wait(
        AskScreen(
            question, name, limit=LONGEST, problem=problem, keep=keep, suggester=PathCompletion(),
            button=_("Write (Enter)"),
        )
    )  # fmt: skip
