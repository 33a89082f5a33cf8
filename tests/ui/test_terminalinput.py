"""What a terminal sends: a paste holds no keys, however it is cut into pieces, and any byte is a letter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ui.terminalinput import TerminalInput

BEGIN, END = "\x1b[200~", "\x1b[201~"


def decoded(text: bytes, cuts: tuple[int, ...] = ()) -> str:
    """What comes of bytes that are read in pieces which end at `cuts`."""
    made = TerminalInput()
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    return "".join(made.decode(text[start:end]) for start, end in pairwise(edges))


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("12 \x1b[A7", "12 \x1b[A7"),
        (f"{BEGIN}Ana\nBo\x1b[31mris\n{END}\x1b[A", f"{BEGIN}Ana\nBoris\n{END}\x1b[A"),
        (f"{BEGIN}a\x1bb{END}", f"{BEGIN}ab{END}"),
        (f"{BEGIN}a\x1b[", f"{BEGIN}a"),
        (f"{BEGIN}{BEGIN}a{END}", f"{BEGIN}a{END}"),
        (f"{END}5\x1b", f"{END}5\x1b"),
        (f"{BEGIN}{END}{BEGIN}\x1b\x1b{END}", f"{BEGIN}{END}{BEGIN}{END}"),
    ],
)
def test_escapes_in_a_paste_are_left_out(sent: str, expected: str) -> None:
    assert decoded(sent.encode()) == expected


def test_what_is_no_letter_is_replaced() -> None:
    assert decoded(b"a\xff\xc3b") == "a\ufffd\ufffdb"
    assert TerminalInput().decode(b"\xc3", final=True) == "\ufffd"


PIECES = st.lists(st.sampled_from([BEGIN, END, "\x1b", "\x1b[A", "5", "é", "\x1b[31m", "\n"]), max_size=8).map("".join)


@given(PIECES, st.lists(st.integers(0, 40), max_size=4).map(tuple))
def test_what_is_typed_is_never_touched_and_no_paste_holds_an_escape(text: str, cuts: tuple[int, ...]) -> None:
    whole = decoded(text.encode(), cuts)
    outside, rest = "", whole
    expected, left = "", text
    while True:
        before, begun, rest = rest.partition(BEGIN)
        outside += before
        before, _begun, left = left.partition(BEGIN)
        expected += before
        if not begun:
            break
        inside, ended, rest = rest.partition(END)
        assert "\x1b" not in inside
        _inside, _ended, left = left.partition(END)
        if not ended:
            break
    assert outside == expected
