"""The commands that keep everything safe: a backup in one file, and the way back."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from scorekeeper.cli.console import Counter, complain, say
from scorekeeper.cli.namedfile import output_file
from scorekeeper.cli.session import WRONG_USAGE, Session
from scorekeeper.text import _


def backup(args: Namespace, session: Session) -> int:
    """Write everything that the data folder keeps to one file."""
    from scorekeeper.store.backup import Backup

    to_stdout = args.file == "-"
    if to_stdout and sys.stdout is not None and sys.stdout.isatty():
        complain(_("A backup is no text to be read on a terminal; name a file, or send it on."))
        return WRONG_USAGE
    maker = Backup(Path(session.store.folder), session.clock)
    counter = Counter(_("Backing up"), _("Broken off; there is no backup."))
    session.store.matches.summaries()  # what is damaged is mended first, as far as it can be
    with counter, output_file(args.file, force=args.force) as file:
        made = maker.make(file, counter)
    for sentence in made.left_out:
        complain(_("Not in the backup: {what}").format(what=sentence))
    tell = complain if to_stdout else say
    tell(_("{file} holds {what}.").format(file=args.file, what=made.content()))
    return 1 if made.left_out else 0


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
    say("\n".join(done.sentences()))
    return 0


HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "backup": backup,
    "restore-backup": restore_backup,
}
