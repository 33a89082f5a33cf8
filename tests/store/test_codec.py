"""Match files and stored journals: the same both ways, every fault named, nothing else ever raised."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.scoring import standings
from scorekeeper.store.codec import LARGEST_FILE, TooNew, match_file, read_journal, read_match_file
from scorekeeper.store.documents import VERSION, draft_document, journal_document, match_document
from scorekeeper.store.faults import is_time
from scorekeeper.store.migrations import migrated
from scorekeeper.store.strictjson import NotJson, OddNumber, Unreadable, dump, parse
from tests.strategies import journals, matches, played

CASES = json.loads((Path(__file__).parents[1] / "cases" / "matches.json").read_text(encoding="utf-8"))["matches"]

EXAMPLE: dict[str, Any] = {
    "format": "chicken-foot-match", "version": 1,
    "id": "k3f9", "revision": 4, "created": "2026-11-30T18:02:11+01:00", "updated": "2026-11-30T18:40:00+01:00",
    "finished": None, "stopped": None, "note": "",
    "set": 9, "hand_size": 14, "house_rules": {"double_blank": 25},
    "players": [{"name": "Ana"}, {"name": "Boris", "left": 2}, {"name": "Chi", "joined": 2, "catch_up": 21}],
    "rounds": [{"double": 9, "starter": 1, "out": 0, "out_on_double": False, "double_blank": None,
                "pips": [0, 21, None], "tiles": [[], ["9-8", "4-0"], None], "note": ""},
               {"double": 8, "out": 1, "double_blank": 2, "pips": [6, 0, 7]}],
    "corrections": [], "rulings": [],
}  # fmt: skip


def read(document: Any) -> Any:
    return read_match_file(json.dumps(document).encode())


def changed(**changes: Any) -> dict[str, Any]:
    """The example with other values; `...` takes a key out."""
    document = json.loads(json.dumps(EXAMPLE))
    document.update(changes)
    return {key: value for key, value in document.items() if value is not ...}


def with_round(number: int, **changes: Any) -> dict[str, Any]:
    """The example with another round `number`."""
    document = changed()
    row = document["rounds"][number - 1]
    row.update(changes)
    document["rounds"][number - 1] = {key: value for key, value in row.items() if value is not ...}
    return document


@settings(max_examples=80)
@given(matches())
def test_a_match_file_gives_the_same_match(match: Match) -> None:
    for collection in (False, True):
        found = read_match_file(match_file([match], collection=collection).encode())
        assert (found.matches, found.faults, found.left_out) == ((match,), (), ())


@settings(max_examples=80)
@given(journals())
def test_a_stored_journal_gives_the_same_past(journal: Journal) -> None:
    document, _twice = parse(dump(journal_document(journal)).encode())
    draft = None if journal.draft is None else draft_document(journal.draft)
    again = read_journal(document, draft)
    assert again == journal
    assert again.draft == journal.draft
    while again.undo:
        again, journal = again.undone("2026-12-24T12:00:00Z"), journal.undone("2026-12-24T12:00:00Z")
    assert again == journal


def test_the_example_of_the_design_reads() -> None:
    found = read(EXAMPLE)
    assert found.faults == ()
    (match,) = found.matches
    assert match.players == (Player("Ana"), Player("Boris", left=2), Player("Chi", joined=2, catch_up=21))
    assert match.house.double_blank == 25
    assert match.rounds[1] == Round(8, (Hand(6), Hand(0), Hand(7, double_blank=True)))
    assert [line.total for line in standings(match).lines] == [6, 21, 53]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_matches_read(case: dict[str, Any]) -> None:
    document = {
        "format": "chicken-foot-match", "version": 1, "id": case["id"], "set": case["set"],
        "hand_size": case["hand_size"], "players": [{"name": name} for name in case["players"]],
        "rounds": [
            {
                "double": int(row["start_double"].split("-")[0]), "out": row["out"],
                "double_blank": row["double_blank"],
                "pips": [total - 50 * (seat == row["double_blank"]) for seat, total in enumerate(row["totals"])],
                "tiles": row["hands"],
            }
            for row in case["rounds"]
        ],
    }  # fmt: skip
    found = read(document)
    assert found.faults == ()
    assert [line.total for line in standings(found.matches[0]).lines] == case["final"]["totals"]


GOLDEN = """{"format": "chicken-foot-match",
 "version": 1,
 "id": "k3f9",
 "revision": 4,
 "created": "2026-11-30T18:02:11+01:00",
 "updated": "2026-11-30T18:40:00+01:00",
 "finished": null,
 "stopped": null,
 "note": "",
 "set": 9,
 "hand_size": 14,
 "house_rules": {"double_blank": 25},
 "players": [
  {"name": "Ana"},
  {"name": "Boris", "left": 2},
  {"name": "Chi", "joined": 2, "catch_up": 21}],
 "rounds": [
  {"double": 9, "starter": 1, "out": 0, "out_on_double": false, "double_blank": null, "pips": [0, 21, null], \
"tiles": [[], ["9-8", "4-0"], null], "note": ""},
  {"double": 8, "starter": null, "out": 1, "out_on_double": false, "double_blank": 2, "pips": [6, 0, 7], "note": ""}],
 "corrections": [],
 "rulings": []}
"""


def test_a_match_file_looks_as_it_always_did() -> None:
    assert match_file(read(EXAMPLE).matches) == GOLDEN


def test_a_stored_journal_looks_as_it_always_did() -> None:
    journal = played("k3f9", ["Ana", "Boris"], 2)
    journal = replace(journal, draft=Draft(3, 7, (("Ana", "12+"),)))
    assert journal.draft is not None
    stored = dump([journal_document(journal), draft_document(journal.draft)])
    assert stored == (Path(__file__).parent / "golden_journal.json").read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize(
    ("document", "rule", "words"),
    [
        ([], "", "A match is an object"),
        (changed(format="chess"), "", "chess"),
        (changed(format=...), "", "“format” is missing"),
        (changed(version=2), "", "later Scorekeeper"),
        (changed(version=0), "", "“version”"),
        (changed(version=True), "", "“version”"),
        (changed(version=...), "", "“version” is missing"),
        (changed(set=...), "R2", "“set” is missing"),
        (changed(set=7), "R2", "no double-7 set"),
        (changed(set="9"), "R2", "“set”"),
        (changed(set=9.0), "R2", "9.0"),
        (changed(players=...), "", "“players” is missing"),
        (changed(players=[]), "R1", "two players"),
        (changed(players="Ana"), "", "“players” is a list"),
        (changed(players=["Ana", "Boris"]), "", "players[0]"),
        (changed(rounds=...), "", "“rounds” is missing"),
        (changed(rounds=[1]), "", "rounds[0]"),
        (changed(id="a b"), "", "“id”"),
        (changed(id="x" * 65), "", "“id”"),
        (changed(id=""), "", "“id”"),
        (changed(revision=-1), "", "“revision”"),
        (changed(revision=10**30), "", "“revision”"),
        (changed(created="2026-11-30"), "", "“created”"),
        (changed(created="2026-13-30T18:02:11+01:00"), "", "“created”"),
        (changed(updated="2026-11-30T18:02:11"), "", "“updated”"),
        (changed(finished="2026-11-30T18:02:11+01:00"), "R10", "rounds to come"),
        (changed(stopped=True), "", "“stopped”"),
        (changed(note=7), "", "“note” is text"),
        (changed(note="x" * 501), "", "at most 500"),
        (changed(hand_size=0), "H10", "hand"),
        (changed(hand_size=99), "H10", "hand"),
        (changed(house_rules=[]), "", "“house_rules”"),
        (changed(house_rules={"double_blank": 30}), "H2", "double_blank"),
        (changed(house_rules={"double_blank": 25.0}), "H2", "double_blank"),
        (changed(house_rules={"arms": True}), "H3", "arms"),
        (changed(house_rules={"last_double": "0"}), "H9", "last_double"),
        (changed(house_rules={"target": {}}), "H11", "target"),
        (changed(players=[{"name": "Ana"}, {"name": "ANA "}, {"name": "Chi", "joined": 2}]), "", "called"),
        (changed(players=[{"name": "Ana"}, {"name": "x" * 41}, {"name": "Chi", "joined": 2}]), "", "at most 40"),
        (changed(players=[{"name": "Ana"}, {"name": "\u202e"}, {"name": "Chi", "joined": 2}]), "", "needs a name"),
        (changed(players=[{"name": "Ana"}, {"name": 5}, {"name": "Chi", "joined": 2}]), "", "players[1].name"),
        (changed(players=[{"name": "Ana"}, {}, {"name": "Chi", "joined": 2}]), "", "players[1].name"),
        (changed(players=[{"name": "Ana"}, {"name": "B", "joined": 4}, {"name": "Chi", "joined": 2}]), "A29", "joined"),
        (changed(players=[{"name": "Ana", "left": 9}, {"name": "B"}, {"name": "C", "joined": 2}]), "A30", "left"),
        (changed(players=[{"name": "Ana", "catch_up": 7}, {"name": "B"}, {"name": "C", "joined": 2}]), "A29", "catch"),
        (changed(players=[{"name": "Ana", "catch_up": -1}, {"name": "B"}, {"name": "C", "joined": 2}]), "A29", "catch"),
        (changed(players=[{"name": "Ana", "id": 7}, {"name": "B"}, {"name": "C", "joined": 2}]), "", "players[0].id"),
        (changed(drops=1), "H1", "dropped"),
        (changed(starter=1), "R12", "round to come"),
        (changed(starter=3), "R12", "“starter”"),
        (changed(shuffler=-1), "A3", "“shuffler”"),
        (changed(corrections=[5]), "", "corrections[0]"),
        (changed(corrections=[{"at": "soon", "what": "undo"}]), "", "corrections[0].at"),
        (changed(rulings={}), "", "“rulings”"),
        (with_round(1, pips=...), "R25", "“rounds[0].pips” is missing"),
        (with_round(1, pips=[0, 21]), "R25", "one entry for each player: 3, not 2"),
        (with_round(1, pips=[0]), "R25", "one entry for each player: 3, not 1"),
        (with_round(1, pips="0 21"), "R25", "“rounds[0].pips”"),
        (with_round(1, pips=[0, None, None], tiles=None), "R25", "blank is not zero"),
        (with_round(1, pips=[0, 21, 3]), "A29", "can have no number in it"),
        (with_round(2, pips=[6, 0, 7.5]), "C3", "7.5"),
        (with_round(2, pips=[6, 0, True]), "C3", "true"),
        (with_round(2, pips=[6, 0, "7"]), "C3", "pips[2]"),
        (with_round(2, pips=[-6, 0, 7]), "C3", "-6"),
        (with_round(2, pips=[600, 0, 7]), "C3", "600"),
        (with_round(2, pips=[6, 0, 10**25]), "C3", "1000000000000000000…"),
        (with_round(2, pips=[0, 0, 7], out=0), "C1", "both be out"),
        (with_round(2, out=0), "A16", "went out who still holds"),
        (with_round(2, out=2), "A16", "went out who still holds"),
        (with_round(2, out=None), "A16", "nobody went out"),
        (with_round(1, out=2), "A16", "not in the round"),
        (with_round(2, out="Boris"), "A16", "rounds[1].out"),
        (with_round(2, out=..., pips=[6, 5, 7], out_on_double=True), "H6", "nobody went out"),
        (with_round(2, out_on_double=1), "", "true or false"),
        (with_round(2, double_blank=3), "C2", "double_blank"),
        (with_round(1, double_blank=2), "A29", "hold tiles"),
        (with_round(1, tiles=[[], None, ["6-1"]]), "A29", "hold tiles"),
        (with_round(1, tiles=[["1-0"], None, None]), "C6", "tiles come to"),
        (with_round(1, tiles=[[], ["9-8", "4-1"], None]), "C6", "tiles come to"),
        (with_round(1, tiles=[[], ["9-8", "9-8"], None], pips=[0, 34, None]), "C6", "same tile twice"),
        (with_round(1, tiles=[[], ["19-2"], None]), "C6", "not in a double-9"),
        (with_round(1, tiles=[[], ["x"], None]), "C6", "tiles[1]"),
        (with_round(1, tiles=[[], [4], None]), "C6", "tiles[1]"),
        (with_round(1, tiles=[[], "9-8", None]), "C6", "tiles"),
        (with_round(1, tiles=[[]]), "C6", "each seat, 3 in all"),
        (with_round(1, tiles=[[], ["9-9", "3-0"], None]), "C6", "started this round"),
        (with_round(2, double=9), "C7", "had its round"),
        (with_round(2, double=7), "C7", "highest double not yet played"),
        (with_round(2, double="8"), "C7", "rounds[1].double"),
        (with_round(2, double=40), "C7", "40-40"),
        (with_round(1, starter=2), "R12", "not in it"),
        (with_round(1, starter=7), "R12", "rounds[0].starter"),
        (with_round(1, note=[]), "", "rounds[0].note"),
        (changed(rounds=[{"pips": []}] * 30), "", "at most"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_fault_is_named_with_its_rule(document: Any, rule: str, words: str) -> None:
    found = read(document)
    assert found.matches == ()
    said = [(fault.problem.rule, str(fault)) for fault in found.faults]
    assert any(rule == each and words in text for each, text in said), said


def test_everything_wrong_is_said_at_once_and_where() -> None:
    document = changed(hand_size=0, players=[{"name": "Ana"}, {"name": "x" * 50}, {"name": "Chi", "joined": 2}])
    document["rounds"][0]["pips"][1] = "x"
    document["rounds"][1].update(pips=[0, 0, 7], out=1, double=9)
    said = [str(fault) for fault in read(document).faults]
    assert len(said) == 5, said
    assert said[0].startswith("k3f9: ")
    assert sum(text.startswith("k3f9, round 1: ") for text in said) == 1
    assert sum(text.startswith("k3f9, round 2: ") for text in said) == 2


def test_faults_carry_the_player() -> None:
    faults = read(with_round(2, pips=[6, 0, -7])).faults
    assert [(fault.match, fault.problem.round, fault.problem.seats) for fault in faults] == [("k3f9", 2, (2,))]


def test_what_is_missing_is_what_the_form_says() -> None:
    document = {
        "format": "chicken-foot-match", "version": 1, "set": 6, "players": [{"name": "Ana"}, {"name": "Boris"}],
        "rounds": [{"pips": [0, 5]}, {"pips": [3, 4]}, {"pips": [0, 0], "double_blank": 1}],
    }  # fmt: skip
    (match,) = read(document).matches
    assert (match.id, match.revision, match.hand_size, match.created) == ("", 1, 7, "")
    assert [(row.double, row.out, row.double_blank) for row in match.rounds] == [
        (6, 0, None),
        (5, None, None),
        (4, 0, 1),
    ]


@pytest.mark.parametrize(("way", "third"), [("skip", 9), ("burn", 7)])
def test_a_missing_double_follows_the_house_rule(way: str, third: int) -> None:
    document = changed(
        players=[{"name": "Ana"}, {"name": "Boris"}],
        house_rules={"missing_double": way},
        rounds=[{"double": 8, "pips": [0, 5]}, {"pips": [0, 5]}],
    )
    (match,) = read(document).matches
    assert match.rounds[1].double == third


def test_a_round_too_many_is_told() -> None:
    document = changed(set=6, players=[{"name": "Ana"}, {"name": "Boris"}], rounds=[{"pips": [0, 5]}] * 8)
    faults = read(document).faults
    assert [(fault.problem.rule, fault.problem.round) for fault in faults] == [("C7", 8)]


def test_unknown_keys_are_left_out_and_named() -> None:
    document = with_round(1, colour="red")
    document["players"][0]["nick\x1b[2J"] = 1
    document["house_rules"]["joker"] = True
    document["x"] = 1
    found = read(document)
    assert found.matches == read(EXAMPLE).matches
    assert sorted(found.left_out) == [
        "k3f9: house_rules.joker", "k3f9: players[0].nick[2J", "k3f9: rounds[0].colour", "k3f9: x",
    ]  # fmt: skip


def test_text_is_cleaned() -> None:
    players = [{"name": " A\x1b[31mna\t\n"}, {"name": "Bo\u202eris", "left": 2}, {"name": "\ud800Chi", "joined": 2}]
    found = read(changed(players=players, note="a\x9bb\rc"))
    assert found.faults == ()
    assert [player.name for player in found.matches[0].players] == ["A[31mna", "Boris", "Chi"]
    assert found.matches[0].note == "ab c"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\0" * 500, "zeros"),
        (b"null", "object"),
        (b'{"format": "chicken-foot-match", ', "no JSON"),
        (json.dumps(EXAMPLE).encode() + b"}", "no JSON"),
        (json.dumps(EXAMPLE).encode("utf-16"), "UTF-8"),
        (b'{"note": "\xff"}', "UTF-8"),
        (b"[" * 200_000, "nested"),
        (b'{"a":' * 200_000, "nested"),
        (b"x" * (LARGEST_FILE + 1), "too large"),
        (b'{"format": "chicken-foot-matches", "version": 1}', "“matches” is missing"),
        (b'{"format": "chicken-foot-matches", "version": 3, "matches": []}', "later"),
        (json.dumps(EXAMPLE).encode()[:-1] + b', "set": 6}', "“set” stands twice"),
        (b'{"format": "chicken-foot-match", "version": NaN}', "NaN"),
        (b'{"format": "chicken-foot-matches", "version": 1, "matches": [], "same_players": {"a": 1}}', "same_players"),
        (b'{"format": "chicken-foot-matches", "version": 1, "matches": [], "same_players": {"": "a"}}', "same_players"),
        (b'{"format": "chicken-foot-matches", "version": 1, "matches": [], "same_players": ["a"]}', "same_players"),
    ],
)
def test_bytes_that_are_no_match_file(raw: bytes, words: str) -> None:
    found = read_match_file(raw)
    assert any(words in str(fault) for fault in found.faults), found.faults


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_match_file(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode()).faults == ()


def test_several_matches_in_one_file() -> None:
    broken = with_round(2, out=0)
    broken["id"] = "other"
    found = read(
        {"format": "chicken-foot-matches", "version": 1, "matches": [EXAMPLE, broken, {**EXAMPLE, "id": "K3F9"}]}
    )
    assert [(fault.match, fault.problem.rule) for fault in found.faults] == [("other", "A16"), ("K3F9", "")]
    inner = changed(format=..., version=...)
    assert read({"format": "chicken-foot-matches", "version": 1, "matches": [inner]}).matches == read(EXAMPLE).matches


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=True), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)


@settings(max_examples=300)
@given(data=st.data(), value=JSON_VALUES)
def test_any_value_anywhere_is_a_fault_or_a_match_and_nothing_else(data: st.DataObject, value: Any) -> None:
    document = changed()
    where: Any = document
    while True:
        keys: list[Any] = list(where) if isinstance(where, dict) else list(range(len(where)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(where[key], (dict, list)) and where[key] and data.draw(st.booleans()):
            where = where[key]
            continue
        where[key] = value
        break
    found = read_match_file(json.dumps(document).encode())
    assert found.faults or found.matches
    for match in found.matches:
        assert read_match_file(match_file([match]).encode()).matches == (match,)


@given(st.binary(max_size=60))
def test_any_bytes_raise_nothing(raw: bytes) -> None:
    assert read_match_file(raw).faults


@settings(max_examples=200)
@given(data=st.data(), value=JSON_VALUES)
def test_any_value_in_a_stored_journal_is_refused_or_read(data: st.DataObject, value: Any) -> None:
    document = json.loads(dump(journal_document(played("k3f9", ["Ana", "Boris"], 3).undone("2026-12-24T12:00:00Z"))))
    where: Any = document
    while True:
        keys: list[Any] = list(where) if isinstance(where, dict) else list(range(len(where)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(where[key], (dict, list)) and where[key] and data.draw(st.booleans()):
            where = where[key]
            continue
        where[key] = value
        break
    try:
        journal = read_journal(parse(json.dumps(document).encode())[0])
    except Unreadable:
        return
    standings(journal.match)


def test_a_later_version_is_no_damage() -> None:
    document = journal_document(played("k3f9", ["Ana", "Boris"], 1))
    with pytest.raises(TooNew):
        read_journal({**document, "version": VERSION + 1})
    with pytest.raises(TooNew):
        read_journal({**document, "match": {**document["match"], "version": VERSION + 1}})


def test_a_draft_for_another_round_is_gone() -> None:
    journal = played("k3f9", ["Ana", "Boris"], 2)
    assert read_journal(journal_document(journal), {"round": 2, "double": 8, "texts": [["Ana", "1"]]}).draft is None


def test_migrations_go_step_by_step() -> None:
    def first(document: dict[str, Any]) -> dict[str, Any]:
        document["points"] = document.pop("score")
        return document

    def second(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "points": document["points"] * 2}

    steps: MappingProxyType[int, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType({1: first, 2: second})
    assert migrated({"version": 1, "score": 4}, steps) == {"version": 3, "points": 8}
    assert migrated({"version": 2, "points": 4}, steps) == {"version": 3, "points": 8}
    assert migrated({"version": 3, "points": 4}, steps) == {"version": 3, "points": 4}
    assert migrated({"version": "1"}, steps) == {"version": "1"}


def test_strict_json() -> None:
    assert parse(b'[1, 1.0, 1e3, NaN, -0, 99999999999999999999, "\\u00e9"]') == (
        [1, OddNumber("1.0"), OddNumber("1e3"), OddNumber("NaN"), 0, OddNumber("99999999999999999999"), "é"],
        (),
    )
    assert parse(b'{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}') == ({"a": 2, "b": {"c": 1}}, ("c", "a"))
    with pytest.raises(NotJson):
        parse(b"{'a': 1}")
    with pytest.raises(ValueError, match="Out of range"):
        dump(float("nan"))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2026-11-30T18:02:11+01:00", True),
        ("2026-11-30T17:02:11Z", True),
        ("2026-11-30T17:02:11.123456-03:30", True),
        ("2026-11-30T17:02+05:45", True),
        ("2026-02-30T17:02:11Z", False),
        ("2026-11-30T17:02:11", False),
        ("2026-11-30", False),
        ("20261130T170211Z", False),
        ("2026-W01-1T17:02:11Z", False),
        ("2026-11-30T17:02:11+99:00", False),
        ("", False),
    ],
)
def test_times(text: str, right: bool) -> None:
    assert is_time(text) is right


def test_a_match_of_the_reader_can_be_hashed() -> None:
    assert isinstance(hash(read(EXAMPLE).matches[0]), int)
    assert match_document(read(EXAMPLE).matches[0])["players"][1] == {"name": "Boris", "left": 2}
