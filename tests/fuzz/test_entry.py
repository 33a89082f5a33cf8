"""What is typed for a hand: whatever it is, it is a hand or a sentence, and a hand has the value that stands there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.entry import EntryError, hand_text, parse_hand, worth
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.tiles import SETS, pips_of_set
from tests.fuzz.harmless import assert_harmless
from tests.fuzz.mutations import any_text
from tests.long_run import search

_PARTS = (
    *("0", "1", "9", "12", "23", "007", "530", "9" * 30, "6-5", "0-0", "5-6", "18-18", "19-0"),
    *("+", "+", "*", "b", "/", "d", "-", " ", ".", "o", "O"),
)


def typed(seed: int) -> tuple[str, int]:
    """Something that may be typed, often nearly a hand, and the set it is typed for."""
    rng = Random(seed)
    parts = [rng.choice(_PARTS) for _ in range(rng.choice((1, 2, 3, 4, 8, 40)))]
    if rng.random() < 0.4:
        parts = [
            "+".join(rng.choice(("4", "6-5", "0-0", "12", "3-3")) for _ in range(rng.randint(1, 6))),
            rng.choice(("", "*", "b", "/")),
        ]
    if rng.random() < 0.4:
        parts.insert(rng.randrange(len(parts) + 1), any_text(rng))
    text = "".join(parts)
    if rng.random() < 0.1:
        text = text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    return text, rng.choice(SETS)


def naive(text: str) -> tuple[int, bool]:
    """Pips and the double-blank of an accepted entry, read without any grammar."""
    plain = "".join(unicodedata.normalize("NFKC", text).split())
    pips = sum(map(int, re.findall("[0-9]+", plain)))
    held = plain[-1:] in ("*", "b") or re.search(r"(?<![0-9])0+-0+(?![0-9])", plain) is not None
    return pips, held


def check_seed(seed: object) -> None:
    assert isinstance(seed, int)
    check_entry(typed(seed))


def check_entry(entry: object) -> None:
    assert isinstance(entry, tuple)
    text, highest = entry
    said = None
    try:
        hand = parse_hand(text, highest)
    except EntryError as error:
        said = str(error)
        many = len(error.problems)
    if said is not None:
        assert_harmless(said)
        assert (many, len(said) < 400, said[-1]) == (1, True, ".")
        return
    assert (hand.pips, hand.double_blank) == naive(text), text
    assert_harmless(worth(hand, HouseRules()))
    if hand.pips > pips_of_set(highest):
        return  # what no set has is refused with the rest of the row (C3)
    again = parse_hand(hand_text(hand), highest)
    assert (again.pips, again.double_blank, again.out_on_double) == (hand.pips, hand.double_blank, hand.out_on_double)
    assert hand.tiles is None or again.tiles == hand.tiles or not hand.pips


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_any_entry(seed: int) -> None:
    check_seed(seed)


@pytest.mark.torture
def test_any_entry_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    texts = st.tuples(st.text(st.characters(exclude_categories=()), max_size=40), st.sampled_from(SETS))
    tell(search(minutes / 2, st.integers(0, 2**32), check_seed))
    tell(search(minutes / 2, texts, check_entry))
