"""The commands that keep everything safe: a backup in one file, and the way back."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scorekeeper.cli.console import Counter, complain, say
from scorekeeper.cli.namedfile import output_file
from scorekeeper.cli.session import MOST_NAMED, Session
from scorekeeper.text import _, listing, ngettext

if TYPE_CHECKING:
    from scorekeeper.store.backup import BackedUp


def backup(args: Namespace, session: Session) -> int:
    """Write everything that the data folder keeps to one file."""
    from scorekeeper.store.backup import Backup

    maker = Backup(Path(session.store.folder), session.clock)
    counter = Counter(_("Backing up"), _("Broken off; there is no backup."))
    with counter, output_file(args.file, force=args.force) as file:
        made = maker.make(file, counter)
    for sentence in made.left_out:
        complain(_("Not in the backup: {what}").format(what=sentence))
    say(_("{file} holds {what}, with players and settings.").format(file=args.file, what=_content(made)))
    return 0


def _content(made: BackedUp) -> str:
    found = [_matches(made.matches)]
    if made.trash:
        found.append(ngettext("{count} deleted match", "{count} deleted matches", made.trash).format(count=made.trash))
    return listing(found)


def restore_backup(args: Namespace, session: Session) -> int:
    """Bring back what a backup holds, unless it is there in the same revision or a later one."""
    from scorekeeper.store.restoring import Restoring

    restoring = Restoring(Path(session.store.folder), session.clock)
    with Counter(_("Restoring"), _("Broken off; nothing was changed.")) as counter:
        done = restoring.restore(Path(args.file), counter)
    for told in restoring.asides.told():
        complain(told.text)
    with Counter(_("Reading matches"), _("Everything is back; only the list of matches is not made yet.")) as counter:
        session.store.matches.summaries(counter)  # so that the next to open the app need not wait
    lines = [
        ngettext("{count} match was there.", "{count} matches were there.", done.there).format(count=done.there),
        *_some(done.new, _("New: {matches}.")),
        *_some(done.replaced, _("Replaced by a later revision: {matches}.")),
        *_some(done.kept, _("Kept as they were: {matches}.")),
    ]
    if done.trash:
        lines.append(
            ngettext(
                "{count} deleted match can be brought back.", "{count} deleted matches can be brought back.", done.trash
            ).format(count=done.trash)
        )
    if done.players:
        lines.append(ngettext("{count} new player.", "{count} new players.", done.players).format(count=done.players))
    say("\n".join(lines))
    return 0


def _some(ids: Sequence[str], told: str) -> list[str]:
    """The sentence `told` about these matches, each by its id where they are few; none where there is none."""
    if not ids:
        return []
    return [told.format(matches=listing(ids) if len(ids) <= MOST_NAMED else _matches(len(ids)))]


def _matches(count: int) -> str:
    return ngettext("{count} match", "{count} matches", count).format(count=count)


HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "backup": backup,
    "restore-backup": restore_backup,
}
