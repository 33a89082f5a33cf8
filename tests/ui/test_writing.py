"""What is pasted and half typed: every cell in its box, nothing left out in silence, all of it there again."""

from __future__ import annotations

import pytest

from scorekeeper.rules.journal import Journal
from scorekeeper.store.codec import read_journal
from scorekeeper.store.documents import draft_document, journal_document
from scorekeeper.ui.boxes import LONGEST, Boxes
from scorekeeper.ui.halftyped import from_draft, to_draft
from scorekeeper.ui.writing import Writing
from tests.strategies import played

MATCH = played("m", ["Ana", "Boris", "Chi"], 1).match


def writing() -> Writing:
    return Writing.on(MATCH, Boxes.empty(MATCH.active_seats))


@pytest.mark.parametrize(
    ("text", "texts", "extra"),
    [
        ("12\t\t7", ("12", "", "7"), ""),
        ("\t5\t0\r\n", ("", "5", "0"), ""),
        ("0\t5", ("0", "5", ""), ""),
        ("0\t5\t ", ("0", "5", ""), ""),
        ("0\t5\t7\t9\n", ("0", "5", "7"), "9"),
        ("0\t5\t7\n1\t2\t0\n", ("0", "5", "7"), "1 2 0"),
        ("0, 5; 7", ("0", "5", "7"), ""),
        ("0\n5\n7\n", ("0", "5", "7"), ""),
        (" 0  5 ", ("0", "5", ""), ""),
        ("\n", ("", "", ""), ""),
        ("\t\t", ("", "", ""), ""),
        ("", ("", "", ""), ""),
    ],
)
def test_every_cell_that_is_pasted_goes_to_its_box(text: str, texts: tuple[str, ...], extra: str) -> None:
    boxes = writing().pasted(text).boxes
    assert (boxes.texts, boxes.extra.strip()) == (texts, extra)


@pytest.mark.parametrize("text", ["9" * (LONGEST + 1), "0 " + "9" * 5000 + " 7"])
def test_what_is_too_long_for_a_box_is_refused_with_a_word(text: str) -> None:
    written = writing().pasted(text)
    assert not any("9" in box for box in written.boxes.texts)
    assert written.notice[0].text == "That is too long: 250 signs at most stand in a box."


def test_a_letter_too_many_for_a_box_is_told() -> None:
    full = writing().pasted("9" * LONGEST)
    assert full.notice == ()
    assert full.lettered("9").boxes == full.boxes
    assert "too long" in full.lettered("9").notice[0].text


def test_what_is_too_many_is_there_again_and_still_too_many() -> None:
    boxes = writing().pasted("1 2 3 4 5").boxes
    draft = to_draft(MATCH, boxes, ())
    assert draft is not None
    kept = read_journal(journal_document(Journal(MATCH)), draft_document(draft)).draft
    assert kept == draft
    again, word = from_draft(MATCH, kept)
    assert (again.texts, again.extra, word) == (("1", "2", "3"), "4 5", None)
    assert Writing.on(MATCH, again).entered() is not None, "Enter saves nothing"
