"""The book of all matches: exact whatever happened behind the index, first rows at once, nothing read for nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.rules import changes
from scorekeeper.rules.journal import Journal
from scorekeeper.rules.summary import Summary, list_order, summarise
from scorekeeper.store.doctor import Doctor
from scorekeeper.store.documents import journal_document
from scorekeeper.store.filenames import id_of
from scorekeeper.store.protocol import Store
from scorekeeper.store.strictjson import dump
from tests.store.conftest import FixedClock
from tests.strategies import played

AT = "2026-12-24T12:00:00+01:00"
OLD = 1_000_000_000
Open = Callable[[], Store]


def file_of(folder: Path, match_id: str) -> Path:
    return next((folder / "matches").glob(f"*_{match_id}.json"))


def age(folder: Path) -> None:
    """Have all match files changed long ago, so that what is remembered of them is trusted."""
    for path in (folder / "matches").iterdir():
        os.utime(path, (OLD, OLD))


def fill(store: Store) -> None:
    """Nine matches: six over, two live, one stopped."""
    for number in range(6):
        journal = played(f"over{number}", ["Ana", "Boris", "Chi"], 10, seed=number)
        at = f"2026-11-0{number + 1}T22:00:00+01:00"
        store.matches.create(Journal(journal.match.edit(finished=at, updated=at)))
    store.matches.create(played("live0", ["Ana", "Dee"], 2))
    store.matches.create(played("live1", ["Boris", "Dee"], 3))
    journal = played("stopped", ["Ana", "Chi"], 4)
    store.matches.create(journal.change("stop", changes.stop(journal.match, AT), AT))


def as_they_are(folder: Path, store: Store) -> list[Summary]:
    """The naive book."""
    names = [path.name for path in (folder / "matches").iterdir()]
    found = [(summarise(store.matches.load(match_id).match), name) for name in names if (match_id := id_of(name))]
    found.sort(key=lambda pair: (*list_order(pair[0]), pair[1]), reverse=True)
    return [summary for summary, _name in found]


def noted(store: Store, match_id: str, text: str) -> None:
    journal = store.matches.load(match_id)
    changed = journal.change("note", changes.set_note(journal.match, text), AT)
    store.matches.save(changed, based_on=journal.match.revision)


def correct(store: Store, folder: Path) -> None:
    noted(store, "over3", "corrected")


def play_on(store: Store, folder: Path) -> None:
    noted(store, "live0", "goes on")


def finish(store: Store, folder: Path) -> None:
    before = store.matches.load("live1")
    match = played("live1", ["Boris", "Dee"], 10).match.edit(revision=before.match.revision + 1)
    store.matches.save(Journal(match), based_on=before.match.revision)


def delete(store: Store, folder: Path) -> None:
    store.matches.delete("over2", AT)


def delete_and_bring_back(store: Store, folder: Path) -> None:
    store.matches.delete("over2", AT)
    store.matches.book()
    store.matches.restore("over2")


def come(store: Store, folder: Path) -> None:
    for number, day in enumerate(("2020-01-01", "2026-11-03", "2030-01-01")):
        at = f"{day}T22:00:00+01:00"
        match = played(f"new{number}", ["Eva", "Ana"], 10).match.edit(finished=at, updated=at)
        text = dump({"match": {match.id: journal_document(Journal(match))}})
        (folder / "matches" / f"20250101T00000{number}Z_new{number}.json").write_text(text, encoding="utf-8")


def go(store: Store, folder: Path) -> None:
    for match_id in ("over5", "over0", "live1"):
        file_of(folder, match_id).unlink()


def come_and_go(store: Store, folder: Path) -> None:
    come(store, folder)
    go(store, folder)


def write_over(store: Store, folder: Path) -> None:
    path = file_of(folder, "over4")
    path.write_text(path.read_text(encoding="utf-8").replace("Boris", "Bruno"), encoding="utf-8")


def bit_rot(store: Store, folder: Path) -> None:
    path = folder / "index.json"
    path.write_bytes(path.read_bytes().replace(b'"Boris"', b'"Moris"', 1))


def half_an_index(store: Store, folder: Path) -> None:
    raw = (folder / "index.json").read_bytes()
    (folder / "index.json").write_bytes(raw[: len(raw) // 2])


def no_index(store: Store, folder: Path) -> None:
    (folder / "index.json").unlink()


def nothing(store: Store, folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    "happen",
    [
        nothing, correct, play_on, finish, delete, delete_and_bring_back, come, go, come_and_go, write_over, bit_rot,
        half_an_index, no_index,
    ],
)  # fmt: skip
def test_the_book_is_exact_whatever_happened_behind_the_index(
    store: Store, open_again: Open, folder: Path, happen: Callable[[Store, Path], None]
) -> None:
    fill(store)
    age(folder)
    store.matches.book()
    happen(open_again(), folder)
    first = open_again().matches.first_of_book(5)
    expected = as_they_are(folder, open_again())
    assert all(summary in expected for summary in first)
    assert sorted(first, key=list_order, reverse=True) == list(first)
    live = [summary for summary in expected if summary.state == "live"]
    assert happen is come_and_go or list(first[: len(live)]) == live
    for _look in range(2):  # made, and remembered
        book = open_again().matches.book()
        assert list(book) == expected
        assert [book[index] for index in range(len(book))] == list(book[:]) == expected
        age(folder)
    assert set(open_again().matches.summaries()) == set(expected)
    assert open_again().matches.book() == open_again().matches.book()


def test_what_is_up_to_date_is_not_read(store: Store, open_again: Open, folder: Path) -> None:
    fill(store)
    age(folder)
    expected = list(store.matches.book())
    for path in (folder / "matches").iterdir():
        path.write_bytes(b"x" * path.stat().st_size)  # in place, so that only who reads it sees it
        os.utime(path, (OLD, OLD))
    assert list(open_again().matches.book()) == expected
    assert list(open_again().matches.first_of_book(100)) == expected
    assert open_again().matches.first_of_book(3) == tuple(expected[:3])


def test_there_is_nothing_in_an_empty_folder(store: Store, folder: Path) -> None:
    assert store.matches.first_of_book(5) == ()
    assert len(store.matches.book()) == 0
    assert not folder.exists()


def test_the_doctor_names_a_damaged_index_and_takes_no_harm(
    store: Store, open_again: Open, folder: Path, clock: FixedClock
) -> None:
    fill(store)
    age(folder)
    store.matches.book()
    store.matches.digests()

    def found() -> list[tuple[str, bool]]:
        return [(finding.text.split()[0], finding.harm) for finding in Doctor(folder, clock).examine().findings]

    assert found() == []
    bit_rot(store, folder)
    (folder / "digests.json").write_text("nonsense", encoding="utf-8")
    assert found() == [("index.json", False), ("digests.json", False)]
    open_again().matches.book()
    open_again().matches.digests()
    assert found() == []
