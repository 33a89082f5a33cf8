"""The folder of match files: which file an id stands for."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from scorekeeper.store.filenames import id_of
from scorekeeper.store.protocol import NoSuchMatch, StoreError
from scorekeeper.store.recent import Recent, RecentList, stamp_of
from scorekeeper.store.wholefile import is_there, names_in
from scorekeeper.text import _


class MatchFolder:
    """Knows the names of match files by their ids in lower case, and looks at the folder only where it must."""

    def __init__(self, folder: Path, recent: Recent) -> None:
        """Name the folder; it is not looked at yet."""
        self.folder = folder
        self.recent = recent
        self._names: dict[str, str] = {}
        self._path = folder
        """The file that was located last: making a path is a tenth of what a save does beside waiting for the disk."""
        self._scanned: object = None
        """What the folder's stamp was when all names in it were known."""
        self._listed: tuple[RecentList, dict[str, str]] | None = None
        """The list that was read last, with its names by id in lower case: of many matches it is asked for each."""

    def scan(self) -> dict[str, str]:
        """The names of all match files by id in lower case. Where two have one id, the later one counts.

        Raises:
            StoreError: the disk does not give them.
        """
        self._scanned = stamp_of(self.folder)
        names = names_in(self.folder)
        self._names = {found.lower(): name for name in names if (found := id_of(name)) is not None}
        return self._names

    def has(self, match_id: str) -> bool:
        """Whether there is a match of that id; the folder is looked at only when it changed without us."""
        return match_id.lower() in self._scanned_now()

    def _scanned_now(self) -> dict[str, str]:
        unchanged = self._scanned is not None and self._scanned == stamp_of(self.folder)
        return self._names if unchanged else self.scan()

    def locate(self, match_id: str) -> Path | None:
        """The file of a match; None where there is none.

        Raises:
            StoreError: the disk does not say.
        """
        key = match_id.lower()
        for names in (self._known, self._recent, self._scanned_now):
            name, path = names().get(key), self._path
            if name is not None and path.name != name:
                path = self.folder / name
            # A link that leads nowhere is a file that cannot be read.
            if name is not None and is_there(path):
                self._names[key] = name
                self._path = path
                return path
        return None

    def _known(self) -> dict[str, str]:
        return self._names

    def _recent(self) -> dict[str, str]:
        listed = None
        with suppress(StoreError):  # then the folder is looked at
            listed = self.recent.read()
        if listed is None:
            return {}
        if self._listed is None or self._listed[0] is not listed:
            pairs = [*listed.live.items(), *([] if listed.last is None else [listed.last])]
            self._listed = (listed, {match_id.lower(): name for match_id, name in pairs})
        return self._listed[1]

    def came(self, match_id: str, name: str) -> None:
        """Know of a file that we have made."""
        self._names[match_id.lower()] = name
        self._scanned = stamp_of(self.folder)

    def went(self, match_id: str) -> None:
        """Know of a file that we have moved away."""
        self._names.pop(match_id.lower(), None)

    def stamp(self, match_id: str) -> object:
        """What changes whenever a match is saved; None where there is no such match, or none to be seen."""
        name = self._names.get(match_id.lower())
        with suppress(StoreError):
            path = self.locate(match_id) if name is None else self.folder / name
            return None if path is None else stamp_of(path)
        return None


def meant(ids: Mapping[str, str], beginning: str, none: str) -> str:
    """The one id of `ids` (by lower case) that begins so; a whole one wins.

    Raises:
        NoSuchMatch: none or several do; `none` is the sentence for none.
    """
    key = beginning.lower()
    if key in ids:
        return ids[key]
    found = sorted(whole for lower, whole in ids.items() if key and lower.startswith(key))
    if len(found) == 1:
        return found[0]
    if not found:
        raise NoSuchMatch(none.format(beginning=beginning[:64]))
    some = ", ".join(found[:5]) + (", …" if len(found) > 5 else "")
    raise NoSuchMatch(
        _("“{beginning}” is the beginning of several ids: {ids}.").format(beginning=beginning[:64], ids=some)
    )
