"""The parts of one data folder, which share its locks and what it set aside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from scorekeeper.store.appfile import AppFile
from scorekeeper.store.locks import Locks
from scorekeeper.store.matches import MatchFiles
from scorekeeper.store.paths import Places
from scorekeeper.store.setaside import SetAsides


class DataFolder:
    """Where one data folder keeps what: its matches, and its file with players and settings."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        """Name the folder; nothing is read or made yet.

        Args:
            folder: the data folder.
            clock: gives the time with its offset, for the trash and what is set aside.
        """
        self.clock = clock
        self.places = Places(folder)
        self.locks = Locks(self.places.locks)
        self.asides = SetAsides(self.places.set_aside, clock)
        self.files = MatchFiles(self.places, self.locks, self.asides, clock)
        self.app = AppFile(self.places, self.locks, self.asides)
