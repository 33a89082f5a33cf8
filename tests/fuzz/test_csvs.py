"""CSV as a spreadsheet or a text editor may leave it: read as it says, or refused in sentences, never half."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.report.fromcsv import as_match_file
from scorekeeper.report.spreadsheet import guarded, matches_csv, rounds_csv, unguarded
from scorekeeper.store.importing import gather
from tests.fuzz.harmless import assert_harmless
from tests.fuzz.mutations import any_text, encoded, mutated_bytes, nasty_texts
from tests.fuzz.tables import any_journal, everything_said
from tests.long_run import search
from tests.strategies import played

SEEDS = st.integers(0, 2**32)
_CELLS = ("", "0", "1", "2", "9", "99", "-1", "1.0", "1e2", "9-9", "6|5 4|1", "standard", "target=60", "007", "9" * 400)


def _mutate(rows: list[list[str]], rng: Random) -> None:
    row = rng.choice(rows)
    at = rng.randrange(len(row)) if row else 0
    match rng.randrange(9):
        case 0:
            rows.remove(row)
        case 1:
            rows.insert(rng.randrange(len(rows) + 1), list(row))
        case 2:
            row.insert(at, any_text(rng))
        case 3 if row:
            del row[at]
        case 4:
            for each in rows:
                if at < len(each):
                    del each[at]
        case 5 if row:
            row[at] = rng.choice(rows[0] or [""]) if rng.random() < 0.5 else any_text(rng)
        case 6:
            rng.shuffle(rows)
        case _ if row:
            row[at] = rng.choice(_CELLS)


def csv_of(seed: int) -> bytes:
    """CSV of one or two matches, changed."""
    rng = Random(seed)
    matches = [any_journal(rng.randrange(300)).match for _ in range(rng.choice((1, 1, 2)))]
    text = matches_csv(matches) if rng.random() < 0.1 else rounds_csv(matches, full=rng.random() < 0.5)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for _change in range(rng.randint(0, 3)):
        if rows:
            _mutate(rows, rng)
    out = io.StringIO(newline="")
    ends = rng.choice(("\r\n", "\r\n", "\n", "\r"))
    delimiter = rng.choice(",,;\t")
    if rng.random() < 0.3:
        csv.writer(out, delimiter=delimiter, lineterminator=ends, quoting=csv.QUOTE_ALL).writerows(rows)
    else:
        csv.writer(out, delimiter=delimiter, lineterminator=ends).writerows(rows)
    raw = encoded(out.getvalue(), rng)
    return mutated_bytes(raw, rng) if rng.random() < 0.2 else raw


def check_csv(seed: object) -> None:
    assert isinstance(seed, int)
    check_read(csv_of(seed))


def check_read(raw: bytes) -> None:
    """What CSV says is kept as it says, or it has faults that can be read by people."""
    found = gather([("x.csv", raw)], None, as_match_file)
    for line in (*found.faults, *found.left_out):
        assert len(line) < 1000
        assert_harmless(line)
    for match in found.matches:
        everything_said(match)
    if found.faults:
        return
    with_rounds = [match for match in found.matches if match.rounds]
    again = gather([("x.csv", rounds_csv(with_rounds, full=True).encode())], None, as_match_file)
    assert (again.faults, again.left_out) == ((), ())
    for one, other in zip(with_rounds, again.matches, strict=True):
        assert one.edit(updated="") == other.edit(updated="")


def numbers_changed(seed: int) -> list[list[str]]:
    """The rows of an exported match of which one number, sometimes a few, became another."""
    rng = Random(seed)
    match = any_journal(rng.randrange(300)).match
    rows = list(csv.reader(io.StringIO(rounds_csv([match], full=rng.random() < 0.5), newline="")))
    numbers = [(at, column) for at, row in enumerate(rows) if at for column, cell in enumerate(row) if cell.isdecimal()]
    if not numbers:
        return rows
    at, column = rng.choice(numbers)
    for _change in range(rng.choice((1, 1, 1, 2, 3))):
        old = int(rows[at][column])
        others = {old + 1, abs(old + rng.choice((-50, -25, -1, 1, 25, 50))), 1 - old, rng.randrange(100)}
        others |= {int(cell) for cell in rng.choice(rows[1:])[7:9] if cell.isdecimal()}
        rows[at][column] = str(rng.choice(sorted(other for other in others if other >= 0 and other != old)))
        # What goes with a number stands beside it.
        column = rng.choice([each for each in range(len(rows[at])) if (at, each) in numbers])
    return rows


def check_numbers(seed: object) -> None:
    """CSV with another number in it is refused, or means that number: it stands in what is exported again."""
    assert isinstance(seed, int)
    head, *rows = numbers_changed(seed)
    out = io.StringIO(newline="")
    csv.writer(out).writerows([head, *rows])
    found = gather([("x.csv", out.getvalue().encode())], None, as_match_file)
    for line in found.faults:
        assert_harmless(line)
    assert found.left_out == ()
    if rows and not found.faults:
        again = csv.DictReader(io.StringIO(rounds_csv(found.matches, full=True), newline=""))
        # An empty cell is written for none of these, and a 0 says the same.
        none = [head.index(column) for column in ("catch_up", "drops") if column in head]
        said = [["" if at in none and cell == "0" else cell for at, cell in enumerate(row)] for row in rows]
        assert [[row[column] for column in head] for row in again] == said


@settings(max_examples=200)
@given(SEEDS)
def test_no_number_of_csv_is_passed_over(seed: int) -> None:
    check_numbers(seed)


@settings(max_examples=80)
@given(SEEDS)
def test_any_csv(seed: int) -> None:
    check_csv(seed)


@settings(max_examples=50)
@given(nasty_texts())
def test_any_cell_is_guarded_and_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in tuple("=+-@\t\r＝＋－＠")


MATCH = played("m1", ["Ana; Eva", "Boris"], 3).match
TEXT = rounds_csv([MATCH], full=True)


def respelled(delimiter: str, ends: str) -> str:
    out = io.StringIO(newline="")
    rows = csv.reader(io.StringIO(TEXT, newline=""))
    csv.writer(out, delimiter=delimiter, lineterminator=ends).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ends", ["\r\n", "\n", "\r"], ids=ascii)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_as_the_spreadsheets_of_other_countries_write_it(delimiter: str, ends: str, encoding: str) -> None:
    found = gather([("x.csv", respelled(delimiter, ends).encode(encoding))], None, as_match_file)
    assert found.faults == ()
    (match,) = found.matches
    assert match.edit(updated="") == MATCH.edit(revision=1, updated="")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "cp037"])
def test_another_encoding_is_refused_in_a_sentence(encoding: str) -> None:
    found = gather([("x.csv", TEXT.encode(encoding))], None, as_match_file)
    assert [fault.startswith("x.csv: It is no") for fault in found.faults] == [True]
    found = gather([("x.csv", TEXT.replace("Ana", "Žofie").encode("cp1250"))], None, as_match_file)
    assert ["CSV UTF-8" in fault for fault in found.faults] == [True]


def test_nul_bytes_are_refused_or_passed_over() -> None:
    for text in (TEXT.replace("Ana", "A\0na"), TEXT.replace("\r\n", "\0\r\n"), "\0" * 1000, TEXT + "\0"):
        check_read(text.encode())


@pytest.mark.torture
def test_any_csv_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes, SEEDS, check_csv))


@pytest.mark.torture
def test_no_number_of_csv_is_passed_over_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes, SEEDS, check_numbers))
