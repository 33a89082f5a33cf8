"""A file of the match that comes from elsewhere, as in a synchronised folder: nothing that is shown here is lost."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.superseding import went_apart
from tests.ui.test_score import ID, START, Table, at_table, totals


def recorded(journal: Journal, row: str) -> Journal:
    """One more round."""
    hands = tuple(parse_hand(text, 9) for text in row.split())
    number = journal.match.next_round
    return journal.change("round", changes.record_round(journal.match, hands), START.isoformat(), number)


async def said(table: Table, text: str) -> None:
    """Wait until this window says something."""
    for _ in range(100):
        if text in table.seen():
            return
        await table.pilot.pause(0.05)
    raise AssertionError(table.seen())


async def found_again(table: Table) -> None:
    """Wait until this window knows that its match is on the disk."""
    for _ in range(100):
        if table.app.keep_drafts() is None:
            return
        await table.pilot.pause(0.05)
    raise AssertionError(table.seen())


async def put(table: Table, journal: Journal, text: str) -> None:
    """Put another file in the place of the match, and wait until this window has said something to it."""
    table.store.matches.kept[ID] = journal  # type: ignore[attr-defined]
    await said(table, text)


async def test_what_was_here_is_brought_back_by_undo() -> None:
    async with at_table(rows=["0 5 41"]) as table:
        shared = table.store.matches.load(ID)
        await table.type("0 22 1!")
        for ahead in (0, 1, 9):
            other = recorded(shared, "33 0 2")
            other = replace(other, match=other.match.edit(revision=table.match.revision + ahead))
            await put(table, other, "Another copy of this match")
            assert table.match.rounds == other.match.rounds
            await table.press("ctrl+z")
            assert totals(table.match) == (0, 27, 42)
        kept = table.store.matches.load(ID)
        assert kept.match == table.match


async def test_an_undo_and_a_mended_name_elsewhere_are_no_other_copy() -> None:
    async with at_table(rows=["0 5 41", "3 0 9"]) as table:
        here = table.store.matches.load(ID)
        undone = here.undone(START.isoformat())
        assert not went_apart(here.match, undone)
        assert not went_apart(here.match, recorded(undone, "7 0 1"))
        assert went_apart(here.match, Journal(recorded(undone, "7 0 1").match.edit(corrections=())))
        await put(
            table,
            here.mended(lambda player: player.__class__(player.name + "x", player.id), START.isoformat()),
            "Changed",
        )
        assert [player.name[-1] for player in table.match.players] == ["x"] * 3


async def test_a_match_that_is_gone_from_the_disk_is_written_again_by_the_next_change() -> None:
    async with at_table(rows=["0 5 41"]) as table:
        kept = table.store.matches.kept  # type: ignore[attr-defined]
        journal = kept.pop(ID)
        await said(table, "is gone from the disk")
        lost = table.app.keep_drafts()
        assert lost is not None
        assert "gone" in lost
        await table.type("3 0 7!")
        assert totals(kept[ID].match) == (3, 5, 48)
        await found_again(table)
        kept.pop(ID)
        await said(table, "is gone from the disk")
        kept[ID] = recorded(journal, "3 0 7")
        await found_again(table)
        assert "is gone" not in table.seen()
