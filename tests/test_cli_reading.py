"""The commands that only look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli_run import CommandLine


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", capsys)


def test_show_prints_the_table_the_places_and_why(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "[/]", "--set", "9")
    cli.ok("score", "0", "21")
    printed = cli.ok("show")
    assert "Ana" in printed
    assert "[/]" in printed
    assert "\nAna has the fewest points: 0.\n" in printed
    assert "\x1b" not in printed


def test_show_without_any_match(cli: CommandLine) -> None:
    assert "no match yet" in cli.refused("show")
    assert not cli.data.exists()


def test_history_lists_the_last_finished_first_then_the_others(cli: CommandLine) -> None:
    ids = []
    for number in range(3):
        ids.append(cli.ok("new", "Ana", f"Guest {number}", "--house", "target=5").strip())
    for match_id in (ids[1], ids[0]):
        cli.ok("score", "0", "7", "--match", match_id)
    cli.ok("stop", "--match", ids[2])
    ids.append(cli.ok("new", "Boris", "Guest 1").strip())
    listed = cli("history", "--json").json()
    assert [(match["id"], match["state"]) for match in listed] == [
        (ids[0], "finished"), (ids[1], "finished"), (ids[3], "live"), (ids[2], "stopped"),
    ]  # fmt: skip
    lines = cli.ok("history").splitlines()
    assert [line.split()[0] for line in lines] == [match["id"] for match in listed]
    assert [match["id"] for match in cli("history", "--player", "guest 1", "--json").json()] == [ids[1], ids[3]]
    assert [match["id"] for match in cli("history", "--player", "ANA", "--player", "Guest 1", "--json").json()] == [
        ids[1]
    ]
    assert cli.ok("history", "--player", "nobody") == ""


def test_history_has_the_facts_of_show_but_for_the_rounds(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris", "--set", "9", "--house", "target=20")
    cli.ok("score", "0", "21b")
    expected = cli.shown()
    for player in expected["players"]:
        del player["rounds"]
    [listed] = cli("history", "--json").json()
    assert listed.pop("created").startswith("2026-11-30T18:")
    assert listed.pop("finished").startswith("2026-11-30T18:")
    assert json.dumps(listed) == json.dumps(expected)


def test_history_without_any_match(cli: CommandLine) -> None:
    answer = cli("history")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err
    assert cli.ok("history", "--json") == "[]\n"


@pytest.mark.parametrize("words", [["R15"], ["r15"], ["r", "15"]])
def test_a_rule_by_its_number(cli: CommandLine, words: list[str]) -> None:
    assert cli.ok("rules", *words).startswith("R15  ")


def test_rules_by_words_and_the_whole_book(cli: CommandLine) -> None:
    assert "R26  " in cli.ok("rules", "double-blank")
    book = cli.ok("rules")
    assert all(f"\n{number}  " in book for number in ("R0", "R29", "A33", "H11", "C7"))


@pytest.mark.parametrize("words", [["R99"], ["qqqq"]])
def test_rules_that_are_not_there(cli: CommandLine, words: list[str]) -> None:
    assert words[0] in cli.refused("rules", *words)


def test_the_doctor_says_where_the_data_is(cli: CommandLine) -> None:
    assert str(cli.data) in cli.ok("doctor")
    assert not cli.data.exists()
    cli.ok("new", "Ana", "Boris")
    assert "1 match reads well" in cli.ok("doctor")


def test_the_doctor_finds_and_mends_a_damaged_match(cli: CommandLine) -> None:
    whole = cli.ok("new", "Ana", "Boris").strip()
    damaged = cli.ok("new", "Chi", "Dan").strip()
    [file] = [path for path in (cli.data / "matches").iterdir() if damaged in path.name]
    file.write_bytes(b"{")
    answer = cli("doctor")
    assert answer.code == 1
    assert file.name in answer.out
    assert file.read_bytes() == b"{"
    cli("doctor", "--repair")
    answer = cli("doctor")
    assert answer.code == 0
    assert "Set aside as" in answer.out
    assert cli.shown(whole)["id"] == whole


def test_a_data_folder_that_cannot_be_is_one_sentence(cli: CommandLine) -> None:
    cli.data.write_text("a file")
    for command in (["new", "Ana", "Boris"], ["score", "0", "1"], ["show"], ["undo"]):
        assert len(cli.refused(*command).splitlines()) == 1
