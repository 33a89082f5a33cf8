"""A backup: everything that is kept in one file, see `backupfile` for its form and `restoring` for the way back."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from scorekeeper.store.backupfile import ABOUT, APP, FORMAT, MATCHES, TRASH, VERSION, match_in
from scorekeeper.store.filenames import id_of
from scorekeeper.store.paths import Places
from scorekeeper.store.protocol import BrokenOff, StoreError
from scorekeeper.store.remembered import Progress, files_in
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.tables import tables_in
from scorekeeper.store.trash import TrashBin
from scorekeeper.store.wholefile import read_whole
from scorekeeper.text import _, listing, ngettext


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds."""

    matches: int
    trash: int
    left_out: tuple[str, ...]
    """A sentence for every file that could not be read and so is not in it."""
    app: bool = True
    """Whether players and settings are in it, as far as there are any."""

    def content(self) -> str:
        """What it holds, as a person lists it."""
        found = [ngettext("{count} match", "{count} matches", self.matches).format(count=self.matches)]
        if self.trash:
            told = ngettext("{count} deleted match", "{count} deleted matches", self.trash)
            found.append(told.format(count=self.trash))
        held = listing(found)
        return _("{matches}, with players and settings").format(matches=held) if self.app else held


class Backup:
    """Makes backups of one data folder."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        """Name the folder; nothing is read yet."""
        self.places = Places(folder)
        self.bin = TrashBin(self.places.trash, clock)
        self.clock = clock

    def make(self, target: IO[bytes], progress: Progress | None = None) -> BackedUp:
        """Write a backup of everything that can be read.

        Args:
            target: an empty file, which the caller keeps only when this returns.
            progress: told (done, of) while matches are written; returns False to break off.

        Raises:
            BrokenOff: `progress` said so.
            StoreError: the disk does not give the names of the matches.
            OSError: the target cannot be written.
        """
        left_out: list[str] = []
        counts = {MATCHES: 0, TRASH: 0}
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            about = {"format": FORMAT, "version": VERSION, "made": self.clock().isoformat(timespec="seconds")}
            archive.writestr(ABOUT, json.dumps(about))
            app = self._app_bytes(left_out)
            app_left_out = bool(left_out)
            if app is not None:
                archive.writestr(APP, app)
            every = list(self._all_files())
            for done, (kind, path) in enumerate(every, start=1):
                raw = self._sound(path, left_out)
                if raw is not None:
                    archive.writestr(kind + path.name, raw)
                    counts[kind] += 1
                if progress is not None and not progress(done, len(every)):
                    raise BrokenOff(_("Broken off; there is no backup."))
        return BackedUp(counts[MATCHES], counts[TRASH], tuple(left_out), app=not app_left_out)

    def _all_files(self) -> Iterator[tuple[str, Path]]:
        for name in sorted(files_in(self.places.matches)):
            if id_of(name) is not None:
                yield MATCHES, self.places.matches / name
        for each in self.bin.files():
            yield TRASH, each.path

    def _app_bytes(self, left_out: list[str]) -> bytes | None:
        try:
            raw = read_whole(self.places.app)
            if raw is not None:
                tables_in(raw)
        except (Unreadable, StoreError) as error:
            left_out.append(_("{name} cannot be read: {why}").format(name=APP, why=error))
            return None
        return raw

    def _sound(self, path: Path, left_out: list[str]) -> bytes | None:
        """The bytes of a match that can be restored; None where it is gone or damaged."""
        try:
            raw = read_whole(path)
            if raw is not None:
                match_in(raw, path.name)
        except (Unreadable, StoreError) as error:
            left_out.append(_("{name} cannot be read: {why}").format(name=path.name, why=error))
            return None
        return raw
