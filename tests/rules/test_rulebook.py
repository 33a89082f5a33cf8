"""The rule book: complete, consistent in itself and with the code, and found by whatever people type."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import text
from scorekeeper.rules import house
from scorekeeper.rules.rulebook import (
    entries,
    house_rule_line,
    house_rule_number,
    house_rule_title,
    house_rule_value_label,
    numbers_in,
    preset_title,
    rule,
    search,
    topics,
)
from scorekeeper.rules.ruletexts import words as common
from scorekeeper.rules.tiles import SETS, pips_of_set, pips_off_table, tile_count

READINGS = [*range(1, 10), 11, *range(13, 31), 32, 33]
NUMBERS = [
    *(f"R{n}" for n in range(30)),
    *(f"A{n}" for n in READINGS),
    *(f"H{n}" for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)),
    *(f"C{n}" for n in range(1, 8)),
]
ALL = entries()
SET_NAMES = {6: "double-six", 9: "double-nine", 12: "double-twelve", 15: "double-fifteen", 18: "double-eighteen"}

# One word for one thing: other words for a tile, the boneyard, an arm or a pass only help the search.
BANNED = (
    r"bones?|domino|spinner|tableau|stock|pile|yard|spokes?|branch(es)?|claws?|knock\w*|dots?|spots?|discard\w*|"
    r"illegal|he|she|his|her|him|etc|e\.g|i\.e|please|simple|obviously|utili[sz]e|moves?|tokens?|cards?|games?"
)
ALLOWED = {"R0": {"game"}, "R7": {"yard"}}


def found(query: str) -> list[str]:
    return [entry.number for entry in search(query)]


def test_every_number_is_there_exactly_once() -> None:
    assert sorted(entry.number for entry in ALL) == sorted(NUMBERS)


def test_topics_divide_the_book_in_order() -> None:
    assert [entry for topic in topics() for entry in entries(topic.key)] == list(ALL)
    assert all(entries(topic.key) for topic in topics())
    assert [topic.title for topic in topics()][:2] == ["Setting up", "Sets and hand sizes"]
    assert entries("no such topic") == ()


@pytest.mark.parametrize("entry", ALL, ids=lambda entry: entry.number)
def test_an_entry_is_short_plain_and_consistent(entry) -> None:
    assert 2 <= len(entry.title.split()) <= 7
    assert not entry.title.endswith(".")
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", entry.text)) <= 4
    assert entry.text.endswith(".")
    assert "  " not in entry.text
    assert entry.text == entry.text.strip()
    mentioned = re.findall(r"[A-Z][0-9]+", entry.text + entry.title)
    assert set(mentioned) <= set(NUMBERS)
    assert set(entry.see_also) == set(mentioned) - {entry.number}
    used = {
        match[0].lower() for match in re.finditer(rf"(?<![\w-])({BANNED})(?![\w-])", entry.title + " " + entry.text)
    }
    assert used <= ALLOWED.get(entry.number, set()) | ({"yard"} if "chicken yard" in entry.text else set())


def test_titles_are_unique() -> None:
    assert len({entry.title.casefold() for entry in ALL}) == len(ALL)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_is_got_by_its_number_in_any_case(number: str) -> None:
    assert rule(number).number == rule(number.lower()).number == rule(f" {number[0]} {number[1:]} ").number == number


@pytest.mark.parametrize("number", ["", "R30", "A10", "A12", "A31", "H7", "C0", "C8", "X1", "R", "15", "R1.5"])
def test_a_number_that_is_none_is_refused_with_a_sentence(number: str) -> None:
    with pytest.raises(KeyError) as caught:
        rule(number)
    assert f"“{number}”" in caught.value.args[0]
    assert caught.value.args[0].endswith(".")


def test_numbers_are_read_out_of_a_sentence_once_and_in_order() -> None:
    assert numbers_in("Each has 2 zero rounds (R28). Ana and Boris share (A24, R28); not R99, A10 or XR1.") == (
        "R28",
        "A24",
    )


def test_figures_in_the_book_are_those_of_the_code() -> None:
    sizes, pips = rule("R2").text, rule("C4").text
    for highest in SETS:
        assert str(tile_count(highest)) in sizes
        assert f"{pips_of_set(highest)} " in pips
        assert str(highest + 1) in rule("R10").text
    for name, least, most in re.findall(r"(double-\w+) for (?:up to )?(\d+)(?: to (\d+)| players)", sizes):
        for players in {int(least), int(most or least)}:
            assert SET_NAMES[house.suggested_set(players)] == name
    assert str(pips_off_table(9, 9)) in rule("C3").text
    for value in house.CHOICES["double_blank"]:
        assert re.search(rf"\b{value}\b", rule("H2").text)


HAND_SIZES = [
    (9, {21: [2], 14: [3], 7: [4, 5, 6, 7], 6: [8]}),
    (12, {15: [2, 3, 4], 12: [5, 6], 7: range(7, 13)}),
    (15, {18: [2, 3, 4], 15: [5, 6], 9: range(7, 15), 7: [15]}),
    (18, {18: [2, 3, 4], 15: [5, 6], 9: range(7, 20), 7: [20]}),
    (6, {7: [2, 3], 5: [4], 4: [5], 3: [6]}),
]


@pytest.mark.parametrize(("highest", "sizes"), HAND_SIZES)
def test_hand_sizes_in_the_book_are_those_suggested(highest: int, sizes: dict[int, list[int]]) -> None:
    sentence = next(part for part in re.split(r"[.;] ", rule("H10").text) if f"{SET_NAMES[highest]}" in part)
    assert re.findall(r"\b(\d+)(?: each)? for|then (\d+)|and (\d+) beyond|(\d+) (?:beyond)", sentence)
    for size, players in sizes.items():
        assert re.search(rf"\b{size}\b", sentence)
        assert {house.suggested_hand_size(highest, count) for count in players} == {size}


@given(st.text(max_size=60))
def test_searching_anything_answers_with_rules_each_once(query: str) -> None:
    numbers = found(query)
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(NUMBERS)


VOCABULARY = sorted({word for entry in ALL for word in f"{entry.number} {entry.title} {entry.text}".split()})


@given(st.lists(st.sampled_from([*VOCABULARY, *" ".join(common.SYNONYMS).split()]), max_size=5))
def test_case_and_punctuation_do_not_matter(words: list[str]) -> None:
    query = " ".join(words)
    assert found(query) == found(query.upper()) == found(f"  {query}? ")


@given(st.sampled_from(ALL), st.data())
def test_a_word_of_a_rule_or_its_beginning_finds_it(entry, data) -> None:
    word = data.draw(st.sampled_from(re.findall(r"\w+", f"{entry.number} {entry.title} {entry.text}")))
    end = data.draw(st.integers(1, len(word)))
    assert entry.number in found(word)
    assert entry.number in found(word[:end])


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_finds_its_rule_first(number: str) -> None:
    for query in (number, number.lower(), f"{number[0]} {number[1:]}", f"{number}?", f"({number})"):
        assert found(query)[0] == number


@pytest.mark.parametrize("entry", ALL, ids=lambda entry: entry.number)
def test_a_title_finds_its_rule_among_the_first(entry) -> None:
    assert found(entry.title)[0] == entry.number
    assert entry.number in found(" ".join(reversed(entry.title.split())))[:5]


def test_a_long_paste_is_searched_by_its_beginning() -> None:
    assert search("R15 " * 100_000)[0].number == "R15"


def test_no_words_show_the_whole_book() -> None:
    assert search("") == search("   ") == search("?!") == ALL


@pytest.mark.parametrize("query", ["zzz", "zzz quixotic", "quixotic", "📏"])
def test_a_word_that_is_nowhere_finds_nothing(query: str) -> None:
    assert search(query) == ()


def test_a_word_that_is_nowhere_is_passed_over_beside_others() -> None:
    assert found("R15 zzz")[0] == "R15"
    assert found("zzz spinner") == found("spinner")


QUESTIONS = [
    ("chicken yard", "R7"),
    ("draw pile", "R7"),
    ("farmyard", "R7"),
    ("spinner", "R15"),
    ("spinn", "R15"),
    ("knock", "R18"),
    ("skip a turn", "R18"),
    ("tie", "R28"),
    ("tiebreakers", "R28"),
    ("equal points", "R28"),
    ("dominoes left in hand", "R25"),
    ("go out", "R24"),
    ("go out on a double", "A15"),
    ("finish on double", "A15"),
    ("who wins?", "R27"),
    ("Who starts?", "R8"),
    ("what if nobody has the double", "R11"),
    ("may I pass if I can play", "A7"),
    ("must I play the tile I drew", "A8"),
    ("double zero", "R26"),
    ("DOUBLE-BLANK", "R26"),
    ("dóuble blänk", "R26"),
    ("50", "R26"),
    ("stuck", "R24"),
    ("forgot to say chicken foot", "A19"),
    ("six arms", "H3"),
    ("hand size", "H10"),
    ("how many tiles", "R5"),
    ("new player", "A29"),
    ("quits", "A30"),
    ("mistake", "A32"),
    ("clockwise", "R14"),
    ("two players out", "C1"),
    ("house rules target", "H11"),
    ("scoring", "R25"),
]


@pytest.mark.parametrize(("query", "number"), QUESTIONS)
def test_a_question_of_the_table_finds_the_rule_among_the_first_four(query: str, number: str) -> None:
    assert number in found(query)[:4]


ORDINARY = [
    ("how does the game end", "R24"),
    ("end of the game", "R24"),
    ("when is the game over", "R24"),
    ("nobody has 9-9", "R11"),
    ("how many points is the double blank", "R26"),
    ("who deals", "R4"),
    ("chicken-foot", "R20"),
    ("burn", "H1"),
    ("set_aside", "H1"),
    ("set aside", "H1"),
    ("draw_all", "H1"),
    ("missing_double", "H1"),
    ("missing-double", "H1"),
    ("skip", "H1"),
    ("until_playable", "H4"),
    ("draw_out", "H8"),
    ("dead_position", "H8"),
    ("out_on_double", "H6"),
    ("last_double", "H9"),
    ("hand_size", "H10"),
    ("double_blank", "H2"),
    ("how many players", "R1"),
    ("minimum players", "R1"),
    ("how many rounds", "R10"),
    ("unfinished foot", "R21"),
    ("unfinished foot", "A21"),
    ("can I play a double", "R21"),
    ("can I play a double", "R20"),
    ("can I put a double", "R21"),
    ("what do I do when I can't play", "R18"),
    ("can I put it on another arm", "R15"),
    ("can I play on the other arm while the foot is open", "R21"),
    ("what happens with a double at the end", "A15"),
    ("direction of play", "R14"),
    ("how long does a match take", "R10"),
    ("we made a mistake", "A32"),
    ("someone looked at my tiles", "R6"),
    ("missed announcing chicken", "A19"),
    ("H1 A3", "H1"),
    ("is 0-0 worth 50", "R26"),
    ("where can I put 6-4", "R13"),
    ("who wins when two have the same points", "R28"),
    ("do I have to finish the foot", "A21"),
    ("what is a zero round", "A33"),
    ("can I keep the tile I drew", "A8"),
    ("how many tiles does each player get", "R5"),
    ("what happens when the boneyard is empty", "R18"),
    ("can two players go out in the same round", "A16"),
    ("my grandson joins late", "A29"),
    ("aunt has to go home early", "A30"),
    ("who goes first", "R8"),
    ("which set do we need for ten people", "R2"),
    ("can I pass and keep my tile", "A7"),
    ("do we play a shorter match", "H9"),
    ("how many toes", "R21"),
    ("does the winner of the round score 0", "R25"),
    ("what if we are all stuck", "R24"),
    ("may I draw two tiles", "A9"),
    ("how do you lay a double", "R19"),
]


@pytest.mark.parametrize(("query", "number"), ORDINARY)
def test_an_ordinary_question_finds_the_rule_among_the_first_three(query: str, number: str) -> None:
    assert number in found(query)[:3]


@pytest.mark.parametrize("query", ["chicken foot", "double blank", "set aside", "missing double", "out on double"])
def test_hyphens_underscores_and_spaces_are_one(query: str) -> None:
    hyphens, underscores = found(query.replace(" ", "-")), found(query.replace(" ", "_"))
    assert found(query) == hyphens
    assert set(found(query)) == set(underscores)


NAMED = [(key, key) for key in house.RULE_NUMBERS] + [
    (key, value) for key, values in house.CHOICES.items() for value in values if isinstance(value, str)
]


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, name in NAMED if "_" in name])
def test_the_name_of_a_switch_or_a_value_finds_its_rule_first(key: str, name: str) -> None:
    assert found(name)[0] == house_rule_number(key)


def test_rules_with_all_the_words_come_before_those_with_most() -> None:
    numbers = found("blocked boneyard toe")
    whole = ["blocked" in rule(n).text + rule(n).title.casefold() and "toe" in rule(n).text for n in numbers]
    assert whole[0]
    assert False in whole
    assert whole == sorted(whole, reverse=True)


def test_title_hits_come_before_text_hits() -> None:
    titles = ["toe" in entry.title.casefold() for entry in search("toe")]
    assert True in titles
    assert False in titles
    assert titles == sorted(titles, reverse=True)


class _Shouting(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"{message} ÇÁ".upper()


def test_a_language_installed_later_is_read_and_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = rule("R15")
    assert search("ca") != ALL
    monkeypatch.setattr(text, "_translations", _Shouting())
    assert entry.title == "FILL ALL FOUR ARMS FIRST ÇÁ"
    assert entry.text.endswith("ÇÁ")
    assert topics()[0].title == "SETTING UP ÇÁ"
    assert house_rule_title("arms").endswith("ÇÁ")
    assert preset_title("standard").endswith("ÇÁ")
    assert set(search("ca")) == set(ALL)


SWITCHES = [*house.RULE_NUMBERS, "hand_size"]


@pytest.mark.parametrize("key", SWITCHES)
def test_every_switch_has_a_title_and_a_rule(key: str) -> None:
    assert 2 <= len(house_rule_title(key).split()) <= 7
    assert rule(house_rule_number(key)).topic.key == "house"


@pytest.mark.parametrize("key", house.CHOICES)
def test_every_value_has_a_label_of_its_own(key: str) -> None:
    labels = {house_rule_value_label(key, value) for value in house.CHOICES[key]}
    assert len(labels) == len(house.CHOICES[key])
    assert all(label and "_" not in label for label in labels)


LINES = [
    ("missing_double", "draw", "Nobody has the double: draw in turn (H1)"),
    ("double_blank", 25, "Left with the double-blank: 25 points (H2)"),
    ("arms", 6, "Arms on the starting double: 6 arms (H3)"),
    ("out_on_double", 0, "Going out on a double: 0 points (H6)"),
    ("last_double", 0, "Double of the last round: the double-blank, 0-0 (H9)"),
    ("last_double", 5, "Double of the last round: 5-5 (H9)"),
    ("hand_size", 1, "Tiles for each player: 1 tile (H10)"),
    ("target", None, "Total that ends the match: none, play every double (H11)"),
    ("target", 300, "Total that ends the match: 300 points (H11)"),
]


@pytest.mark.parametrize(("key", "value", "line"), LINES)
def test_a_switch_reads_as_a_line(key: str, value: house.Value, line: str) -> None:
    assert house_rule_line(key, value) == line


@pytest.mark.parametrize("key", ["", "arm", "H3"])
def test_an_unknown_switch_is_refused_with_a_sentence(key: str) -> None:
    with pytest.raises(KeyError) as caught:
        house_rule_value_label(key, 4)
    assert caught.value.args[0] == f"There is no house rule “{key}”."


@pytest.mark.parametrize(
    ("key", "value"), [("draws", "two"), ("draws", 1), ("arms", "four"), ("arms", None), ("arms", True)]
)
def test_an_unknown_value_is_refused_with_a_sentence(key: str, value: house.Value) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        house_rule_value_label(key, value)


def test_every_preset_has_a_title_of_its_own() -> None:
    assert len({preset_title(name) for name in house.PRESETS}) == len(house.PRESETS)
    with pytest.raises(KeyError):
        preset_title("nine arms")
