"""Which matches are live and which was changed last: the list of recent matches, kept in step with the match files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from scorekeeper.rules.course import state
from scorekeeper.store.filenames import file_name, id_of
from scorekeeper.store.locks import BRIEF
from scorekeeper.store.matchfolder import MatchFolder
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.recent import Changed, Recent, RecentList, stamp_now, stamp_of
from scorekeeper.store.wholefile import sync_folder

if TYPE_CHECKING:
    from pathlib import Path

    from scorekeeper.rules.match import Match
    from scorekeeper.rules.summary import Summary
    from scorekeeper.store.remembered import Stamp


class WhichMatches:
    """Answers from the list of recent matches, and has it follow whatever is written."""

    def __init__(
        self,
        recent: Recent,
        folder: MatchFolder,
        is_live: Callable[[str], bool | None],
        summaries: Callable[[], tuple[Mapping[str, Summary], Mapping[str, Stamp]]],
    ) -> None:
        """Name what it works with; nothing is read yet.

        Args:
            recent: the list in its file.
            folder: the match files.
            is_live: tells whether a match is live, by its id; None where the disk does not say.
            summaries: gives the summaries of all matches by the names of their files, and the stamps of these before.
        """
        self.recent = recent
        self.folder = folder
        self.is_live = is_live
        self.summaries = summaries
        self._newest: tuple[object, int] = (None, 0)
        """When the match written last here was changed, in nanoseconds, and the folder's stamp after that."""
        self._together: dict[str, Changed] | None = None
        """What was written within `together`, of which the list hears at the end."""

    def open_ids(self) -> tuple[str, ...]:
        """See `protocol.Matches.open_ids`."""
        listed = self._listed_or_made()
        found: list[tuple[int, str]] = []
        for match_id, name in listed.live.items():
            stamp = stamp_now(self.folder.folder / name)
            # One that cannot be looked at is taken for open, so that no other is taken for it.
            if stamp is not None and (match_id not in listed.doubtful or self.is_live(match_id) is not False):
                found.append((stamp[0], match_id))
        # Sorting keeps the order of the list where two files have one time.
        return tuple(match_id for _at, match_id in sorted(found, key=lambda pair: -pair[0]))

    def last_id(self) -> str | None:
        """See `protocol.Matches.last_id`."""
        listed = self._listed_or_made()
        names = set(listed.live.values())
        if listed.last is None or stamp_now(self.folder.folder / listed.last[1]) is None:
            names = set(self.folder.scan().values())
        else:
            names.add(listed.last[1])
        stamps = [(stamp[0], name) for name in names if (stamp := stamp_now(self.folder.folder / name)) is not None]
        return id_of(max(stamps)[1]) if stamps else None

    # The list made again, or mended

    def _listed_or_made(self) -> RecentList:
        """The list for whoever reads, who can do without the one that is written down."""
        try:
            return self._listed()
        except StoreError:
            return self._made(*self.summaries())

    def _listed(self) -> RecentList:
        """The list, made again where it is missing.

        Raises:
            StoreError: the disk does not give it.
        """
        found = self.recent.read()
        if found is None:
            summaries, files = self.summaries()
            if summaries:
                self.mend(summaries, files)
            found = self.recent.read() or self._made(summaries, files)
        return found

    def _made(self, summaries: Mapping[str, Summary], files: Mapping[str, Stamp]) -> RecentList:
        """The list as all matches say; those that could not be read, or have changed since, are doubtful."""
        from scorekeeper.store.remembered import files_in  # noqa: PLC0415

        unsure = {
            match_id: name
            for name, stamp in files_in(self.folder.folder).items()
            if (match_id := id_of(name)) is not None and (name not in summaries or files.get(name) != stamp)
        }
        return _listed_again(summaries).doubting(unsure)

    def make_again(self) -> None:
        """Make the list again from all matches.

        Raises:
            StoreError: it could not be written.
        """
        found, files = self.summaries()
        if found:
            self.recent.write(lambda: self._made(found, files))

    def mend(self, summaries: Mapping[str, Summary], files: Mapping[str, Stamp]) -> None:
        """Take into the list what came into the folder without us, and out of it what is live no more.

        Args:
            summaries: those of all matches, by the names of their files.
            files: the stamps that these files had before they were read.
        """
        with suppress(StoreError):
            listed = self.recent.read()
            if listed is None:
                self.recent.write(lambda: self._made(summaries, files), wait=BRIEF)
                return
            differ = {
                summary.id: name
                for name, summary in summaries.items()
                if (summary.state == "live") != (summary.id in listed.live)
            }
            if differ:
                self.look_at(differ)

    def doubt(self, names: Mapping[str, str]) -> None:
        """Have the list know of matches that are about to be moved to their places: ids with the names of their files.

        Raises:
            StoreError: the list could not be written.
        """
        self.recent.change(lambda each: each.doubting(names))

    def look_at(self, names: Mapping[str, str]) -> None:
        """Have the list say whether matches are live that were not changed by us: ids with the names of their files."""
        with suppress(StoreError):  # the list is made again or mended when all matches are looked at
            self.recent.change(lambda each: each.doubting(names), wait=BRIEF)
            found = self._looked_at(names)
            self.recent.change(lambda each: each.corrected(found), wait=BRIEF)

    def _looked_at(self, names: Mapping[str, str]) -> dict[str, Changed]:
        """What those of these matches are that can be looked at."""
        looked = ((match_id, name, self.is_live(match_id)) for match_id, name in names.items())
        return {match_id: (name, live) for match_id, name, live in looked if live is not None}

    # Following what is written

    def get_ready(self) -> None:
        """Have a list before the first match that it is to hear of is written."""
        if self._together is None:
            self._listed()

    @contextmanager
    def changing(self, match_id: str, path: Path, live: bool, *, begin: bool) -> Iterator[bool]:
        """Have the list follow the writing of one match within the block; gives whether it is one of many.

        Args:
            match_id: its id.
            path: its file.
            live: whether it is live afterwards.
            begin: whether it is new, and so may be the first of all.

        Raises:
            StoreError: the list could not be written; nothing else is written then.
        """
        name = path.name
        if self._together is not None:
            yield True
            self._together.pop(match_id, None)
            self._together[match_id] = (name, live)
            return
        listed = self.recent.read()
        known = (listed is None and not begin) or (listed is not None and listed.knows(match_id, live))
        if not known and (live or not begin):
            self.recent.change(lambda each: each.doubting({match_id: name}), begin=begin)
        with self.last(path):
            yield False
        if not known or listed is None:  # somebody may be making the list from the matches at this moment
            with suppress(StoreError):  # the match is saved, and the list says that it is doubtful
                self.recent.change(lambda each: each.settled({match_id: (name, live)}), begin=begin, wait=BRIEF)

    @contextmanager
    def last(self, path: Path) -> Iterator[None]:
        """Have a file that is written within the block be the one changed last, even if the clock was set back."""
        folder = self.folder.folder
        before = stamp_of(folder)
        yield
        if stamp_of(folder) == before:
            return  # nothing was written
        # Where nobody else has written since we did, ours is the newest still.
        newest = self._newest[1] if self._newest[0] == before else self._newest_but(path.name)
        own = stamp_of(path)
        at = 0 if own is None else own[0]
        if own is not None and at <= newest:
            at = newest + 1
            with suppress(OSError):
                os.utime(path, ns=(at, at))
        self._newest = (stamp_of(folder), max(at, newest))

    def _newest_but(self, name: str) -> int:
        """When the last of all others was changed, in nanoseconds."""
        listed = None
        with suppress(StoreError):
            listed = self.recent.read()
        listed = listed or RecentList()
        others = {*listed.live.values(), *([] if listed.last is None else [listed.last[1]])} - {name}
        stamps = (stamp_of(self.folder.folder / other) for other in others)
        return max((stamp[0] for stamp in stamps if stamp is not None), default=0)

    @contextmanager
    def together(self, matches: Sequence[Match]) -> Iterator[None]:
        """See `protocol.Matches.together`: the list is written before and after, not for every match."""
        begin = not self.folder.scan()
        doubtful = self._doubtful(matches, RecentList() if begin else self._listed())
        if doubtful:
            self.recent.change(lambda each: each.doubting(doubtful), begin=begin)
        changed: dict[str, Changed] = {}
        self._together = changed
        try:
            yield
        finally:
            self._together = None
            sync_folder(self.folder.folder)
            names = {each: name for each, name in doubtful.items() if each not in changed}
            gone = [each for each in names if self.folder.locate(each) is None]
            kept = self._looked_at({each: name for each, name in names.items() if each not in gone})
            with suppress(StoreError):  # what is doubtful is looked at by whoever asks
                self.recent.change(
                    lambda each: each.without(*gone).corrected(kept).settled(changed),
                    begin=begin and bool(changed),
                    wait=BRIEF,
                )

    def _doubtful(self, matches: Sequence[Match], listed: RecentList) -> dict[str, str]:
        """Ids and names of those that the list would be wrong about as soon as they are written."""
        found: dict[str, str] = {}
        for match in matches:
            path = self.folder.locate(match.id)
            live = state(match) == "live"
            if path is None:
                if live:
                    found[match.id] = file_name(match)
            elif not listed.knows(match_id := id_of(path.name) or "", live):
                found[match_id] = path.name
        return found


def _listed_again(summaries: Mapping[str, Summary]) -> RecentList:
    ordered = sorted(summaries.items(), key=lambda item: item[1].updated)
    return RecentList().settled({summary.id: (name, summary.state == "live") for name, summary in ordered})
