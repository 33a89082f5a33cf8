"""Where data lives. Nothing here creates anything."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scorekeeper.store.protocol import StoreError
from scorekeeper.text import _

VARIABLE: Final = "SCOREKEEPER_DATA"
"""The environment variable that names the data folder."""


def data_folder(given: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The data folder: the one given, else `SCOREKEEPER_DATA`, else the platform's folder for a user's data.

    Raises:
        StoreError: no folder can be of that name, or there is no home folder to have one in.
    """
    chosen = given or environ.get(VARIABLE)
    if chosen:
        try:
            folder = Path(chosen).expanduser().absolute()
        except RuntimeError:
            raise StoreError(_("{folder} is in nobody's home folder.").format(folder=chosen)) from None
        if "\0" in str(folder):
            raise StoreError(_("No folder can have the name {folder}.").format(folder=chosen))
        return folder
    # Asking the platform takes as long as everything else that a short command does, so only who needs it asks.
    from platformdirs import user_data_path  # noqa: PLC0415

    home: Path | None = None
    with suppress(RuntimeError):
        home = user_data_path("scorekeeper", appauthor=False)
    if home is None or not home.is_absolute():
        raise StoreError(
            _("There is no home folder to keep anything in; --data DIR or {variable} says where else.").format(
                variable=VARIABLE
            )
        )
    return home


@dataclass(frozen=True, slots=True)
class Places:
    """What lies where in a data folder."""

    root: Path

    @property
    def matches(self) -> Path:
        """One file a match, named by when it was created and its id."""
        return self.root / "matches"

    @property
    def previous(self) -> Path:
        """For every match the file as it was before its last change."""
        return self.root / "previous"

    @property
    def trash(self) -> Path:
        """Deleted matches, named by when they were deleted."""
        return self.root / "trash"

    @property
    def set_aside(self) -> Path:
        """Files that could not be read, each with a text beside it that says why."""
        return self.root / "set-aside"

    @property
    def locks(self) -> Path:
        """Empty files that writers hold while they write."""
        return self.root / "locks"

    @property
    def app(self) -> Path:
        """Players and settings."""
        return self.root / "app.json"

    @property
    def recent(self) -> Path:
        """Which matches are live, and which was changed last."""
        return self.root / "recent.json"

    @property
    def index(self) -> Path:
        """Summaries of all matches; made again whenever it is missing."""
        return self.root / "index.json"

    @property
    def digests(self) -> Path:
        """What the finished matches say about their players; made again whenever it is missing."""
        return self.root / "digests.json"

    @property
    def restoring(self) -> Path:
        """Files of a backup that are about to take their places."""
        return self.root / "restoring"
