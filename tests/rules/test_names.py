"""Names: shown as they are, harmless, bounded, and told apart as people tell them apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.names import NAME_LIMIT, clean, clusters, letters, name_problem, same_name_key, shown

FAMILY = "👩‍👩‍👧‍👦"
TRICKY = (
    "aeé\u0301\u0323\u0344\u0f73\u0fb2\u093e\u094d\u200d\u200c\u200b\u202e\u2066\ufeff \t\n\x1b\x9b\x00\u3164\u2800"
)
TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=()), st.sampled_from(TRICKY + "क\u1100\u1161👩👍🏻\ufe0f🇭🇷¨ﾞ[/]")),
    max_size=40,
)

KEPT = [
    "Ana", "[/]", "[red]Bob", '"O\'Neill", <b>&amp;', "{name} %s", "日本語", "עברית", "العربية", "Zoë", "नि", "กำ",
    "مى\u200cروم", FAMILY, "🇭🇷", "👍🏽", "❤️", "1️⃣", "🏳️‍🌈", "=1+1", "-1", "--", "Ana  Maria", "葛\U000e0100",
]  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_what_people_are_called_stays(name: str) -> None:
    assert clean(name) == name
    assert name_problem(name) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Ana \n", "Ana"),
        ("Ana\tMaria\u00a0B\u3000C\u2028D\x85E", "Ana Maria B C D E"),
        ("a\x1b[31mb", "a[31mb"),
        ("\x1b]0;title\x07Bob", "]0;titleBob"),
        ("a\x9b2Jb\x00\x7f\x08", "a2Jb"),
        ("\u202eevil\u202c\u2066x\u2069\u200f", "evilx"),
        ("A\u200bn\ufeffa\u2060\u00ad\U000e0041", "Ana"),
        ("a\ud800b", "ab"),
        ("Zoe\u0308", "Zoë"),
        ("\u0301\u0301Ana", "Ana"),
        ("Ana \u0301Maria", "Ana Maria"),
        ("x" + "\u0301" * 300, "x" + "\u0301" * 4),
        ("x" + "\u0301\u200d" * 300, "x\u0301\u200d\u0301\u200d\u0301\u200d\u0301"),
        ("क" + "\u093e" * 300, "क" + "\u093e" * 4),
        ("a" + "\u200d" * 300 + "b", "a\u200db"),
        ("\u200dAna\u200c", "Ana"),
        ("\u3164\u2800\uffa0\u115f\u1160", ""),
        ("\u200b\u202e\ufe0f\u0301\x1b \u200d\u2065\ufff3", ""),
    ],
)
def test_what_is_taken_out(text: str, kept: str) -> None:
    assert clean(text) == kept


@given(TEXTS)
def test_cleaning(text: str) -> None:
    name = clean(text)
    assert clean(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name)
    assert not any(unicodedata.category(letter) == "Cf" and letter not in "\u200c\u200d" for letter in name)
    assert not name or unicodedata.category(name[0])[0] != "M"
    assert (name == "") == (name_problem(name) is not None and "needs a name" in str(name_problem(name)))


@given(TEXTS)
def test_letters_are_bounded_however_they_are_spelled(text: str) -> None:
    name = clean(text)
    assert "".join(clusters(name)) == name
    assert letters(name) == len(list(clusters(name)))
    assert all(len(cluster) <= 32 for cluster in clusters(name))


@pytest.mark.parametrize(
    "text", ["a" + "\u0301\u0323" * 100_000, "a\u200d" * 100_000, "\u202e" * 200_000, "🏻" * 200_000]
)
def test_very_long_text_is_cleaned_in_time(text: str) -> None:
    assert len(clean(text)) <= len(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0), ("Ana", 3), ("Zoe\u0308", 3), (FAMILY, 1), (FAMILY * 3, 3), ("🇭🇷🇩🇪", 2), ("🇭🇷🇩", 2), ("🇭a🇷", 3),
        ("👍🏽👍", 2),
        ("👩🏻‍❤️‍💋‍👩🏽", 1), ("1️⃣2️⃣", 2), ("🙂‍↔️", 1), ("नि", 1), ("日本", 2), ("a\u200db\u200dc", 3), ("👩‍" * 7 + "👩", 2),
        ("👍🏻🏻", 2), ("🏻", 1), ("a🏻", 2), ("\u0301", 1), ("مى\u200cروم", 5), ("❤️\u200d🔥", 1),
    ],
)  # fmt: skip
def test_letters_as_a_person_counts_them(text: str, count: int) -> None:
    assert letters(text) == count


@pytest.mark.parametrize("letter", ["x", "日", FAMILY, "🇭🇷", "é", "e\u0323\u0302\u0301", "क्\u200d", "👍🏽"])
def test_forty_letters(letter: str) -> None:
    fits, too_long = clean(letter * NAME_LIMIT), clean(letter * (NAME_LIMIT + 1))
    assert name_problem(fits) is None
    assert name_problem(too_long) == "A name has at most 40 letters; this one has 41."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", " ana "), ("ANA", "ana"), ("Straße", "STRASSE"), ("Zoë", "zoe\u0308"), ("Ａｎａ", "Ana"), ("ﬁn", "FIN"),
        ("A\u200dna", "Ana"), ("A\u200bna", "Ana"), ("❤️", "❤"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Ana\u00a0B", "Ana B"),
    ],
)  # fmt: skip
def test_the_same_name(one: str, other: str) -> None:
    assert same_name_key(one) == same_name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Zoe", "Zoë"), ("[/]", "[]"), ("1", "2"), ("İ", "ı")])
def test_other_names(one: str, other: str) -> None:
    assert same_name_key(one) != same_name_key(other)


@given(TEXTS)
def test_the_key_belongs_to_what_is_kept(text: str) -> None:
    assert same_name_key(text) == same_name_key(clean(text))
    assert bool(same_name_key(text)) == bool(clean(text))


@given(TEXTS, TEXTS, st.text(" \t\n\u00a0\u3000\u3164\u200b", min_size=1, max_size=5))
def test_how_much_white_space_stands_in_a_name_makes_no_other(before: str, after: str, space: str) -> None:
    if clean(space + "x" + space) == "x" and space.strip("\u200b"):
        assert same_name_key(f"{before}{space}{after}") == same_name_key(f"{before} {after}")


@given(st.text(st.characters(exclude_categories=()), max_size=60), st.integers(1, 40))
def test_shown_text_is_short_and_harmless(text: str, most: int) -> None:
    short = shown(text, most)
    assert len(short) <= most
    assert short.isprintable()
    if len(text) <= most and text.isprintable():
        assert short == text
