"""Recorded rounds: the worked cases as they are, rounds made up by another referee, and records that are malformed."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.playrecord import judge_file, judge_record
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.rulings import FLAG_RULE, RULE_OF
from tests.rules.brute_referee import invented_round

CASES = json.loads((Path(__file__).parents[1] / "cases" / "plays.json").read_text(encoding="utf-8"))
JUDGED = ("legal", "code", "flags", "rule", "state")


def verdicts(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: step[key] for key in ("n", "action", *JUDGED)} for step in record["steps"]]


def unjudged(record: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in record.items() if key != "scores"}
    return {**bare, "steps": [{"action": step["action"]} for step in record["steps"]]}


@pytest.mark.parametrize("record", CASES["plays"], ids=lambda record: record["id"])
def test_worked_case(record: dict[str, Any]) -> None:
    judged = judge_record(unjudged(record)).document
    assert verdicts(judged) == verdicts(record)
    assert judged.get("scores") == record.get("scores")
    assert all(step["reason"].endswith(".") for step in judged["steps"])


def test_whole_file_keeps_its_shape() -> None:
    before = copy.deepcopy(CASES)
    judged = judge_file(CASES).document
    assert before == CASES
    assert judged.keys() == CASES.keys()
    assert [verdicts(play) for play in judged["plays"]] == [verdicts(play) for play in CASES["plays"]]
    assert [play.keys() for play in judged["plays"]] == [play.keys() for play in CASES["plays"]]


def test_single_record_is_a_file_too() -> None:
    record = CASES["plays"][0]
    judged = judge_file(record)
    assert verdicts(judged.document) == verdicts(record)
    assert [play.title for play in judged.plays] == ["Record T01"]


def check_invented(seeds: range) -> None:
    codes: Counter[str] = Counter()
    flags: Counter[str] = Counter()
    for seed in seeds:
        record = invented_round(seed)
        judged = verdicts(judge_record(unjudged(record)).document)
        for ours, theirs in zip(judged, verdicts(record), strict=True):
            assert ours == theirs, f"seed {seed}, step {ours['n']}"
            codes[ours["code"]] += 1
            flags.update(ours["flags"])
    # Every code and every flag is met, else the comparison would prove less than it says.
    assert codes.keys() == RULE_OF.keys()
    assert flags.keys() == FLAG_RULE.keys()


def test_invented_rounds() -> None:
    check_invented(range(25))


@pytest.mark.slow
def test_a_thousand_invented_rounds() -> None:
    check_invented(range(1000, 2000))


GOOD: dict[str, Any] = {
    "id": "G", "set": 6, "start_double": "6-6", "players": 2, "first": 0, "counts": [2, 2], "boneyard_count": 24,
    "dealt": [["6-6", "6-2"], ["6-4", "0-0"]], "house_rules": {},
    "steps": [{"action": {"do": "play", "player": 0, "tile": "6-6"}}, {"action": {"do": "pass", "player": 1}}],
}  # fmt: skip


def good(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **changes}


def acting(**action: Any) -> dict[str, Any]:
    return good(steps=[{"action": action}])


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (good(set=7), "Record G: “set” is one of 6, 9, 12, 15 and 18, not “7”."),
        (good(set=True), "Record G: “set” is one of 6, 9, 12, 15 and 18, not “true”."),
        (good(start_double="6-5"), "Record G: “start_double” is a double of the double-6 set, not “6-5”."),
        (good(start_double="9-9"), "Record G: “start_double” is a double of the double-6 set, not “9-9”."),
        (good(start_double=6), "Record G: “start_double” is a tile such as “9-4”, not “6”."),
        (good(players=1, steps=[]), "Record G: “players” is a whole number from 2 to 28, not “1”."),
        (good(first=2), "Record G: “first” is a whole number from 0 to 1, not “2”."),
        (good(counts=[2]), "Record G: “counts” is a list with the number of tiles of each of the 2 players."),
        (good(counts=[2, 0]), "Record G: “counts” is a whole number from 1 to 28, not “0”."),
        (good(counts=[2, 3], boneyard_count=23), "Record G: “counts” and “dealt” do not agree."),
        (good(counts=[15, 14], dealt=None), "Record G: 29 tiles are dealt, and the double-6 set has 28."),
        (good(boneyard_count=25), "Record G: “boneyard_count” is a whole number from 0 to 24, not “25”."),
        (good(boneyard_count=-1), "Record G: “boneyard_count” is a whole number from 0 to 24, not “-1”."),
        (good(dealt=[["6-6", "6-2"]]), "Record G: “dealt” is null, or a list of tiles for each of the 2 players."),
        (good(dealt=[["6-6", "6-2"], None]),
         "Record G: “dealt” is null, or a list of tiles for each of the 2 players."),
        (good(dealt=[["6-6", "6-2"], ["2-6", "0-0"]]), "Record G: 6-2 is dealt more than once."),
        (good(dealt=[["6-6", "6-2"], ["7-1", "0-0"]]), "Record G: a double-6 set has no 7-1."),
        (good(house_rules=[]), "Record G: “house_rules” is an object, not “a list”."),
        (good(house_rules={"arms": 8}), "Record G: arms (H3) is one of 4, 6, not “8”."),
        (good(house_rules={"draws": "two"}), "Record G: draws (H4) is one of one, until_playable, not “two”."),
        (good(steps=None), "Record G: “steps” is a list."),
        (good(steps=[{}]), "Record G, step 1: a step is an object with an “action”."),
        (good(steps=["play"]), "Record G, step 1: a step is an object with an “action”."),
        (acting(do="jump", player=0), "Record G, step 1: “do” is play, draw or pass, not “jump”."),
        (acting(player=0), "Record G, step 1: “do” is play, draw or pass, not “null”."),
        (acting(do="pass", player=2), "Record G, step 1: there is no player “2”."),
        (acting(do="pass", player=-1), "Record G, step 1: there is no player “-1”."),
        (acting(do="pass", player=True), "Record G, step 1: there is no player “true”."),
        (acting(do="draw", player="0"), "Record G, step 1: there is no player “0”."),
        (acting(do="pass"), "Record G, step 1: there is no player “null”."),
        (acting(do="play", player=0), "Record G, step 1: “tile” is a tile such as “9-4”, not “null”."),
        (acting(do="play", player=0, tile="66"), "Record G, step 1: “tile” is a tile such as “9-4”, not “66”."),
        (acting(do="draw", player=0, tile=["6-6"]), "Record G, step 1: “tile” is a tile such as “9-4”, not “a list”."),
        (acting(do="play", player=0, tile="6-6", on="x" * 90),
         "Record G, step 1: “on” is a tile such as “9-4”, not “" + "x" * 40 + "…”."),
        (acting(do="play", player=0, tile="6-6", stands=1), "Record G, step 1: “stands” is true or false, not “1”."),
        (["no record"], "A play record is an object with “set”, “players” and “steps”."),
        ({"plays": {}}, "“plays” is a list of play records."),
        ({"plays": ["x"]}, "Record 1: a play record is an object with “set”, “players” and “steps”."),
        (good(format="chicken-foot-match"),
         "The file says it is “chicken-foot-match”; play records are “chicken-foot-plays”."),
        (good(version=2), "The file is of version 2; this program reads play records up to version 1."),
        (good(version="1"), "“version” is a whole number from 1, not “1”."),
    ],
)  # fmt: skip
def test_malformed(record: object, sentence: str) -> None:
    with pytest.raises(RuleError) as caught:
        judge_file(record)
    assert [problem.text for problem in caught.value.problems] == [sentence]


@pytest.mark.parametrize("key", ["id", "set", "start_double", "house_rules", "tile", "do"])
def test_no_control_character_reaches_a_sentence(key: str) -> None:
    evil = "\x1b[31mred\x07\n"
    record = good(id="\x1b]0;title\x07", first=9)
    record["steps"][0]["action"][key] = evil
    record[key] = {evil: evil} if key == "house_rules" else evil
    with pytest.raises(RuleError) as caught:
        judge_file(record)
    assert all(problem.text.isprintable() for problem in caught.value.problems)


def test_every_fault_of_a_file_is_named() -> None:
    records = [acting(do="pass", player=7), good(), {**acting(do="jump", player=0), "first": None, "id": ""}]
    with pytest.raises(RuleError) as caught:
        judge_file({"plays": records})
    assert [problem.text for problem in caught.value.problems] == [
        "Record G, step 1: there is no player “7”.",
        "Record 3: “first” is a whole number from 0 to 1, not “null”.",
        "Record 3, step 1: “do” is play, draw or pass, not “jump”.",
    ]


def test_known_hands_need_the_drawn_tile_named() -> None:
    record = good(dealt=[["6-6", "6-2"], ["5-4", "0-0"]])
    record["steps"][1]["action"] = {"do": "draw", "player": 1}
    with pytest.raises(RuleError, match="Record G, step 2: Where the hands are known, a draw names its tile"):
        judge_file(record)
    record["steps"][1]["action"]["player"] = 0
    assert judge_record(record).rulings[1].code == "ERR_NOT_YOUR_TURN"


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    record = good()
    for key in ("id", "counts", "boneyard_count", "house_rules"):
        del record[key]
    judged = judge_record(record)
    assert judged.title == "The record"
    assert judged.document["steps"][0]["state"]["counts"] == [1, 2]
    assert judged.document["steps"][0]["state"]["boneyard"] == 24


def test_scores_follow_the_house_rules() -> None:
    record = next(copy.deepcopy(record) for record in CASES["plays"] if record["id"] == "T11")
    record["house_rules"] = {"double_blank": 25, "out_on_double": 50}
    assert judge_record(record).document["scores"] == [50, 40]
