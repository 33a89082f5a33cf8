"""The boxes of one row: every key is a step from value to value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ui.boxes import LONGEST, Boxes

KEYS = {
    " ": Boxes.space,
    "\t": Boxes.tab,
    "<": Boxes.backspace,
    "^": Boxes.back_tab,
    "«": Boxes.left,
    "»": Boxes.right,
    "x": Boxes.delete,
    "[": Boxes.home,
    "]": Boxes.end,
    "!": Boxes.clear,
}


def typed(keys: str, players: int = 4) -> Boxes:
    """Boxes of so many players after these keys; anything but the signs above is typed as it is."""
    boxes = Boxes.empty(range(players))
    for key in keys:
        boxes = KEYS[key](boxes) if key in KEYS else boxes.type(key)
    return boxes


@pytest.mark.parametrize(
    ("keys", "texts"),
    [
        ("0 23 41 17", ("0", "23", "41", "17")),
        ("0\t23\t41\t17", ("0", "23", "41", "17")),
        ("   0 23", ("0", "23", "", "")),
        ("4<2<1", ("1", "", "", "")),
        ("42<1", ("41", "", "", "")),
        ("2 <3 41", ("23", "41", "", "")),
        ("0 23 41 17 9", ("0", "23", "41", "17")),
        ("0 23 41 17 <8", ("0", "23", "41", "178")),
        ("0 23 41^5", ("0", "5", "41", "")),
        ("0  41", ("0", "", "41", "")),
        ("0  41 17 5", ("0", "5", "41", "17")),
        ("12«5", ("152", "", "", "")),
        ("12««x", ("2", "", "", "")),
        ("12 [x", ("", "", "", "")),
        ("12 34[!", ("", "34", "", "")),
    ],
)
def test_keys_give_texts(keys: str, texts: tuple[str, ...]) -> None:
    assert typed(keys).texts == texts


def test_typing_replaces_a_box_reached_by_tab() -> None:
    boxes = typed("12 34[")
    assert boxes.selected
    assert boxes.type("5").texts[:2] == ("5", "34")


def test_a_number_too_many_is_kept_in_sight_until_it_is_taken_away() -> None:
    boxes = typed("0 23 41 17 9 8")
    assert (boxes.seat, boxes.extra, boxes.texts) == (None, "9 8", ("0", "23", "41", "17"))
    for _ in range(2):
        boxes = boxes.backspace()
    assert (boxes.extra, boxes.seat) == ("", None)
    assert boxes.backspace().seat == 3
    assert typed("0 23 41 17 9!").extra == ""


def test_a_full_box_takes_no_more() -> None:
    boxes = typed("1" * (LONGEST + 5))
    assert len(boxes.text) == LONGEST


def test_filled_boxes_select_the_seat_that_was_asked_for() -> None:
    boxes = Boxes.filled((0, 2, 5), {0: "7", 2: "8", 5: "9"}, 2)
    assert (boxes.seat, boxes.selected) == (2, True)
    assert boxes.by_seat == {0: "7", 2: "8", 5: "9"}


@given(st.text(alphabet="".join(KEYS) + "0123456789*/+-b", max_size=40), st.integers(1, 6))
def test_the_cursor_is_always_somewhere(keys: str, players: int) -> None:
    boxes = typed(keys, players)
    assert 0 <= boxes.at <= players
    assert 0 <= boxes.caret <= len(boxes.text)
    assert len(boxes.texts) == players


@given(st.lists(st.integers(0, 400), min_size=2, max_size=10))
def test_numbers_with_spaces_between_arrive_in_their_boxes(numbers: list[int]) -> None:
    boxes = typed(" ".join(map(str, numbers)), len(numbers))
    assert boxes.texts == tuple(map(str, numbers))
    assert boxes.first_empty() is None
