"""What has to be true of a data folder whatever was done to it, looked at from outside."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.cli import main
from scorekeeper.rules.course import state
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.matchcheck import check_match
from scorekeeper.rules.scoring import totals
from scorekeeper.store.opening import open_store

_TAKES_BACK = frozenset(("undo", "redo"))


@dataclass
class KeptData:
    """A data folder, and how it was when it was looked at last."""

    folder: Path
    seen: dict[str, Match] = field(default_factory=dict)
    rounds: int = 0
    """Rounds that were seen to be saved."""

    def check(self) -> None:
        """Look at everything.

        Raises:
            AssertionError: something is lost, damaged or out of step.
        """
        assert not (self.folder / "crash.txt").exists(), (self.folder / "crash.txt").read_text()
        store = open_store(self.folder)
        now: dict[str, Match] = {}
        for summary in store.matches.summaries():
            journal = store.matches.load(summary.id)
            match = journal.match
            assert check_match(match) == (), (match.id, check_match(match))
            assert tuple(line.total for line in summary.lines) == totals(match), match.id
            assert summary.state == state(match), match.id
            _check_past(journal)
            if match.id in self.seen:
                self._check_change(self.seen[match.id], match)
            now[match.id] = match
        gone = set(self.seen) - set(now)
        assert gone <= {trashed.id for trashed in store.matches.trash()}, f"lost: {gone}"
        assert [told.text for told in store.told()] == []
        assert store.matches.set_aside() == ()
        self.seen |= now
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(["--data", str(self.folder), "doctor"])
        assert code == 0, said.getvalue()

    def _check_change(self, before: Match, after: Match) -> None:
        log = before.corrections
        assert after.revision >= before.revision, after.id
        assert after.corrections[: len(log)] == log, f"{after.id}: the log was changed"
        new = after.corrections[len(log) :]
        self.rounds += max(0, len(after.rounds) - len(before.rounds))
        if not any(entry.what in _TAKES_BACK for entry in new):
            assert len(after.rounds) >= len(before.rounds), f"{after.id}: rounds were lost without an undo"
        if not new:
            assert after.rounds[: len(before.rounds)] == before.rounds, f"{after.id}: rounds changed without a word"


def _check_past(journal: Journal) -> None:
    """Undone to its beginning and done again, a match is what it was."""
    back = journal
    for _step in journal.undo:
        back = back.undone("2026-11-30T18:00:00+00:00")
        assert check_match(back.match) == (), back.match.id
    for _step in journal.undo:
        back = back.redone("2026-11-30T18:00:00+00:00")
    log = {"corrections": (), "revision": 0, "updated": ""}
    assert back.match.edit(**log) == journal.match.edit(**log), journal.match.id
