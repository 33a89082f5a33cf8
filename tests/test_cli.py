"""The commands that change a match, from the first name to the winner."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.rules.journal import Draft
from scorekeeper.store.opening import open_store
from tests.cli_run import CommandLine


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", capsys)


@pytest.fixture
def three(cli: CommandLine) -> str:
    """The id of a match of Ana, Boris and Chi."""
    return cli.ok("new", "Ana", "Boris", "Chi", "--set", "9").strip()


def test_a_whole_match_by_commands(cli: CommandLine) -> None:
    match_id = cli.ok("new", "Ana", "Boris", "--set", "6").strip()
    for _round in range(7):
        cli.ok("score", "0", "12")
    facts = cli.shown()
    assert (facts["id"], facts["state"], facts["next_double"]) == (match_id, "finished", None)
    assert [player["total"] for player in facts["players"]] == [0, 84]
    assert facts["winners"] == ["Ana"]
    assert "The match is finished" in cli.refused("score", "0", "12", "--match", match_id)


def test_new_prints_the_id_alone_and_suggests_set_and_hand_size(cli: CommandLine) -> None:
    answer = cli("new", "Ana", "Boris", "Chi")
    assert answer.code == 0
    assert answer.err == ""
    match_id = answer.out.removesuffix("\n")
    assert match_id.isalnum()
    exported = cli("export", match_id).json()
    assert (exported["set"], exported["hand_size"], exported["house_rules"]) == (9, 14, {})


def test_new_with_set_hand_size_and_house_rules(cli: CommandLine) -> None:
    cli.ok("new", "A", "B", "--set", "12", "--hand-size", "9", "--house", "double_blank=25", "--house", "target=300")
    exported = cli("export").json()
    assert (exported["set"], exported["hand_size"]) == (12, 9)
    assert exported["house_rules"] == {"double_blank": 25, "target": 300}


def test_a_deal_that_cannot_work_is_said_and_played(cli: CommandLine) -> None:
    answer = cli("new", *"ABCDEFGH", "--set", "9", "--hand-size", "7")
    assert answer.code == 0
    assert "(A11)" in answer.err


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        (["A"], ["two players or more"]),
        (["A", "a"], ["Two players are called"]),
        (["A", ""], ["A player needs a name"]),
        (["A", "\x1b[2J\u202e"], []),
        (["A", "B", "--set", "7"], ["no double-7 set"]),
        (["A", "B", "--hand-size", "0"], ["(H10)"]),
        (["A", "B", "--house", "double_blank=7", "--house", "colour=red"], ["(H2)", "no house rule “colour”"]),
        (["A", "a", "--house", "arms=8"], ["(H3)", "Two players are called"]),
        (["A", "x" * 41], ["at most 40 letters"]),
    ],
)
def test_a_new_match_that_cannot_be(cli: CommandLine, arguments: list[str], sentences: list[str]) -> None:
    if not sentences:
        cli.ok("new", *arguments)
        assert [player["name"] for player in cli.shown()["players"]] == ["A", "[2J"]
        return
    reasons = cli.refused("new", *arguments)
    assert all(sentence in reasons for sentence in sentences)
    assert cli("history", "--json").json() == []


def test_every_problem_of_a_round_is_said_at_once_and_nothing_is_changed(cli: CommandLine, three: str) -> None:
    before = cli.ok("export", three)
    reasons = cli.refused("score", "-1", "O", "999").splitlines()
    assert [reason.split(":")[0] for reason in reasons[:2]] == ["Ana", "Boris"]
    assert any(reason.startswith("Chi cannot hold 999 pips") for reason in reasons)
    reasons = cli.refused("score", "0", "0", "500").splitlines()
    assert any("C1" in reason for reason in reasons)
    assert any("C3" in reason for reason in reasons)
    reasons = cli.refused("score", "12+", "0", "0", "--starter", "Zed", "--double", "3").splitlines()
    assert ["“Zed”" in reasons[0], "Chi" in reasons[-2], "C7" in reasons[-1]] == [True, True, True]
    assert cli.ok("export", three) == before


@pytest.mark.parametrize("values", [["0", "1"], ["0", "1", "2", "3"], ["5"]])
def test_one_value_for_each_player(cli: CommandLine, three: str, values: list[str]) -> None:
    assert "Ana, Boris and Chi: 3 are needed" in cli.refused("score", *values)


def test_values_as_typed_in_the_app(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0d", "6-5+4-1+0-0", " 007 ")
    cli.ok("score", "0/", "23*", "１２+9")
    cli.ok("score", "--", "0", "5", "*")
    facts = cli.shown()
    assert [player["rounds"] for player in facts["players"]] == [[0, 0, 0], [66, 73, 5], [7, 21, 50]]


@pytest.mark.parametrize("arguments", [["score", "--", "-1", "5", "0"], ["score", "-1", "5", "0"]])
def test_a_value_below_zero_is_refused_as_a_value(cli: CommandLine, three: str, arguments: list[str]) -> None:
    assert "“-1” is below zero" in cli.refused(*arguments)


def test_score_says_what_was_recorded_and_what_comes_next(cli: CommandLine, three: str) -> None:
    assert cli.ok("score", "0", "21", "33b").splitlines() == [
        "Round 1 (9-9): Ana 0, Boris 21, Chi 83.",
        "Ana has the fewest points: 0.",
        "Next: round 2, 8-8.",
    ]
    assert "blocked" in cli.ok("score", "5", "21", "33")


def test_who_started(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33", "--starter", " BORIS ")
    assert cli("export").json()["rounds"][0]["starter"] == 1
    assert "there are Ana, Boris and Chi" in cli.refused("score", "0", "21", "33", "--starter", "Dan")
    cli.ok("correct", "1", "0", "21", "33", "--starter", "chi")
    assert cli("export").json()["rounds"][0]["starter"] == 2


def test_dropped_doubles(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris", "--set", "9", "--house", "missing_double=skip")
    cli.ok("score", "0", "5", "--double", "8-8")
    assert cli.shown()["next_double"] == 9
    cli.ok("score", "0", "5", "--double", "7")
    assert [row["double"] for row in cli("export").json()["rounds"]] == [8, 7]
    assert "(C7)" in cli.refused("score", "0", "5", "--double", "8")


def test_another_double_is_refused_where_none_is_dropped(cli: CommandLine, three: str) -> None:
    assert "9-9" in cli.refused("score", "0", "5", "7", "--double", "8")


def test_correct_swaps_two_numbers_in_one_go(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "1", "5b")
    cli.ok("correct", "1", "5b", "1", "0")
    assert [player["total"] for player in cli.shown()["players"]] == [55, 1, 0]
    assert "There is no round 2" in cli.refused("correct", "2", "5", "1", "0")
    assert "There is no round 0" in cli.refused("correct", "0", "5", "1", "0")
    assert "3 are needed" in cli.refused("correct", "1", "5", "1")


def test_correcting_the_last_round_changes_the_winner(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris", "--set", "6")
    for _round in range(7):
        cli.ok("score", "0", "12")
    answer = cli("correct", "7", "100", "0")
    assert answer.code == 0
    assert "No match is unfinished" in answer.err
    assert cli.shown()["winners"] == ["Boris"]


def test_undo_and_redo_go_over_everything(cli: CommandLine, three: str) -> None:
    states = [cli.shown()]
    for command in (
        ["score", "0", "21", "33"],
        ["correct", "1", "0", "22", "33"],
        ["join", "Dan"],
        ["leave", "Ana"],
        ["note", "Blue table"],
        ["stop"],
        ["resume"],
    ):
        cli.ok(*command)
        states.append(cli.shown())
    for expected in reversed(states[:-1]):
        cli.ok("undo")
        assert cli.shown() == expected
    assert "nothing to undo" in cli.refused("undo")
    for expected in states[1:]:
        cli.ok("redo")
        assert cli.shown() == expected
    assert "nothing to redo" in cli.refused("redo")


def test_undo_takes_the_last_round_of_a_finished_match_back(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris", "--set", "6", "--house", "target=10")
    cli.ok("score", "0", "12")
    assert cli.shown()["state"] == "finished"
    assert "round 1" in cli.ok("undo")
    assert cli.shown()["state"] == "live"


def test_join_with_every_kind_of_catch_up(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    cli.ok("join", "Dan")
    cli.ok("join", "Eva", "--catch-up", "average")
    cli.ok("join", "Fran", "--catch-up", "none", "--before", "ana")
    cli.ok("join", "Goran", "--catch-up", "7")
    facts = cli.shown()
    assert [(player["name"], player["catch_up"]) for player in facts["players"]] == [
        ("Fran", 0), ("Ana", 0), ("Boris", 0), ("Chi", 0), ("Dan", 33), ("Eva", 22), ("Goran", 7),
    ]  # fmt: skip
    assert [player["rounds"] for player in facts["players"]][:2] == [[None], [0]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["join", "ANA"], "names in a match must differ"),
        (["join", "Dan", "--before", "Zed"], "there are Ana, Boris and Chi"),
        (["join", "Dan", "--catch-up", "-5"], "(A29)"),
        (["leave", "Zed"], "there are Ana, Boris and Chi"),
        (["note", "x" * 501], "at most 500 characters"),
        (["note", "x", "--round", "1"], "There is no round 1"),
        (["resume"], "not stopped"),
    ],
)
def test_changes_that_are_refused(cli: CommandLine, three: str, arguments: list[str], sentence: str) -> None:
    before = cli.ok("export", three)
    assert sentence in cli.refused(*arguments)
    assert cli.ok("export", three) == before


def test_a_refused_player_is_not_remembered(cli: CommandLine, three: str) -> None:
    cli.refused("join", "Dan", "--before", "Zed")
    assert not any("Dan" in path.read_text() for path in cli.data.rglob("*.json"))


def test_leaving_until_one_is_left_stops_the_match(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    assert "Still at the table: Boris and Chi." in cli.ok("leave", "Ana")
    assert "3 are needed" not in cli.ok("score", "0", "5")
    assert "stopped after 2 of 10 rounds" in cli.ok("leave", "Boris")
    assert "Chi is left" in cli.refused("resume")


def test_everybody_leaves(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    for name in ("Ana", "Boris"):
        cli.ok("leave", name)
    said = cli.ok("leave", "Chi", "--match", three)
    assert "Nobody is at the table any more." in said
    assert said.endswith("Everybody has left; nobody has a place (A30).\n")
    for command in (["show"], ["export", three, "--format", "markdown"], ["export", three, "--format", "text"]):
        assert "Everybody has left; nobody has a place (A30)." in cli.ok(*command)
    assert "nobody is at the table" in cli.refused("leave", "Chi", "--match", three)
    assert "nobody is at the table" in cli.refused("join", "Dan", "--before", "Ana", "--match", three)
    corrected = cli.ok("correct", "1", "0", "22", "33")
    assert "" not in corrected.splitlines()
    assert "Everybody has left" in corrected


def test_before_the_first_round_nobody_catches_up(cli: CommandLine, three: str) -> None:
    before = cli.ok("export", three)
    assert "(A29)" in cli.refused("join", "Dan", "--catch-up", "7")
    assert cli.ok("export", three) == before
    assert "At the table: Ana, Boris, Chi and Dan." in cli.ok("join", "Dan", "--catch-up", "0")


def test_names_that_differ_in_white_space_alone_are_one(cli: CommandLine) -> None:
    assert "Two players are called" in cli.refused("new", "Quinn Undo", "quinn  undo")
    cli.ok("new", "Quinn  Undo", "Ana")
    assert cli.shown()["players"][0]["name"] == "Quinn  Undo"
    assert "names in a match must differ" in cli.refused("join", "quinn \t undo")
    cli.ok("new", "QUINN UNDO", "Ana")
    assert {player["name"] for player in cli("players", "--json").json()} == {"Quinn  Undo", "Ana"}


def test_stop_and_resume_without_naming_the_match(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    assert "stopped after 1 of 10 rounds" in cli.ok("stop")
    other = cli.ok("new", "Dan", "Eva").strip()
    assert three in cli.ok("resume")
    assert cli.shown(three)["state"] == cli.shown(other)["state"] == "live"


def test_notes_on_match_and_round(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    cli.ok("note", "Blue\ttable\x1b[2J")
    cli.ok("note", "Long one", "--round", "1")
    exported = cli("export").json()
    assert (exported["note"], exported["rounds"][0]["note"]) == ("Blue table[2J", "Long one")
    cli.ok("note", "")
    assert cli("export").json()["note"] == ""


def test_delete_and_restore(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "21", "33")
    before = cli.shown(three)
    assert three in cli.ok("delete", three)
    assert cli("history", "--json").json() == []
    assert f"{three} was deleted; “scorekeeper restore {three}”, or Ctrl+Z in the list" in cli.refused("show", three)
    assert three in cli.ok("restore", three[:2])
    assert cli.shown(three) == before
    cli.refused("restore", three)


def test_which_match_is_meant(cli: CommandLine) -> None:
    first = cli.ok("new", "Ana", "Boris").strip()
    assert cli("score", "0", "5").err == ""
    second = cli.ok("new", "Chi", "Dan").strip()
    answer = cli("score", "0", "7")
    assert second in answer.err
    assert first in answer.err
    assert cli.shown(second)["rounds_played"] == 1
    cli.ok("score", "0", "9", "--match", first[:3] if first[:3] != second[:3] else first)
    assert cli.shown(first)["rounds_played"] == 2
    answer = cli("show", "--json")
    assert answer.json()["id"] == first
    assert second in answer.err
    assert "no match" in cli.refused("score", "0", "5", "--match", "zzzzzz").lower()


def over(cli: CommandLine, *names: str) -> str:
    """The id of a match of two that is over after one round."""
    match_id = cli.ok("new", *names, "--set", "6", "--house", "target=10").strip()
    cli.ok("score", "0", "12", "--match", match_id)
    return match_id


def test_what_is_shown_is_not_called_open_where_it_is_over(cli: CommandLine) -> None:
    several = [cli.ok("new", *names).strip() for names in (("Chi", "Dan"), ("Eve", "Finn"))]
    match_id = over(cli, "Ana", "Boris")
    said = cli("show").err
    assert said.startswith(f"This is {match_id}, changed last, which is not open; open are ")
    assert all(other in said for other in several)


@pytest.mark.parametrize("command", [["undo"], ["correct", "1", "0", "21"], ["note", "Well played"]])
def test_straight_after_a_match_is_over_it_is_still_the_one(cli: CommandLine, command: list[str]) -> None:
    other = cli.ok("new", "Chi", "Dan").strip()
    cli.ok("score", "5", "0")
    before = cli.ok("export", other)
    match_id = over(cli, "Ana", "Boris")
    answer = cli(*command)
    assert answer.code == 0
    assert answer.err == f"This is {match_id}, changed last, which is not open; open is {other}.\n"
    assert cli.ok("export", other) == before
    cli.ok("undo", "--match", other)
    assert other in cli("redo").out


def test_redo_goes_to_the_match_that_was_undone(cli: CommandLine) -> None:
    other = cli.ok("new", "Chi", "Dan").strip()
    match_id = over(cli, "Ana", "Boris")
    assert match_id in cli.ok("undo")
    answer = cli("redo")
    assert match_id in answer.out
    assert other in answer.err
    assert cli.shown(match_id)["state"] == "finished"
    cli.ok("stop", "--match", other)
    assert other in cli.ok("undo")


def test_a_round_after_a_match_is_over_goes_to_the_unfinished_one_and_that_is_said(cli: CommandLine) -> None:
    other = cli.ok("new", "Chi", "Dan").strip()
    match_id = over(cli, "Ana", "Boris")
    answer = cli("score", "0", "7")
    assert answer.err == f"This is {other}; {match_id}, changed last, is not open.\n"
    assert cli.shown(other)["rounds_played"] == 1
    assert cli("score", "0", "7").err == ""


def test_with_nothing_unfinished_a_round_goes_nowhere(cli: CommandLine, three: str) -> None:
    assert "scorekeeper new" in CommandLine(cli.data / "empty", cli.capsys).refused("score", "0", "1")
    cli.ok("stop")
    assert three in cli.refused("score", "0", "1", "2")


def test_two_writers_one_is_told(cli: CommandLine, three: str) -> None:
    clock = cli.clock

    def meanwhile() -> datetime:
        """The time, before which somebody else records the round that was loaded already."""
        cli.clock = clock
        assert main(["--data", str(cli.data), "score", "7", "0", "9"], clock=clock) == 0
        cli.capsys.readouterr()
        return clock()

    cli.clock = meanwhile
    reasons = cli.refused("score", "0", "21", "33")
    assert "changed" in reasons
    assert [player["rounds"] for player in cli.shown(three)["players"]] == [[7], [0], [9]]


def test_ids_are_short_and_differ(cli: CommandLine) -> None:
    made = [cli.ok("new", "A", "B").strip() for _at in range(10)]
    assert len(set(made)) == 10
    assert all(len(each) <= 5 and each[0].isalpha() for each in made)


def test_data_folder_before_and_after_the_command_and_by_variable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after, variable = (tmp_path / name for name in ("before", "after", "variable"))
    assert main(["--data", str(before), "new", "A", "B"]) == 0
    assert main(["new", "A", "B", f"--data={after}"]) == 0
    monkeypatch.setenv("SCOREKEEPER_DATA", str(variable))
    assert main(["new", "A", "B"]) == 0
    assert main(["new", "A", "B", "--data", str(after)]) == 0
    kept = [sum(path.is_file() for path in folder.rglob("*.json")) for folder in (before, after, variable)]
    assert all(kept)
    capsys.readouterr()
    assert main(["history", "--data", str(after)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"], ["score"], ["correct", "x", "0"], ["new"], ["undo", "extra"], ["--nonsense"], ["delete"],
        ["note"], ["show", "--nonsense"],
        ["--data"], ["--data", ""], ["show", "--data"], ["new", "A", "B", "--set", "nine"],
        ["new", "A", "B", "--house", "x"], ["join", "A", "--catch-up", "lots"], ["export", "--format", "pdf"],
        ["show", "--js"], ["correct", "1.5", "0"], ["score", "0", "1", "--double", "9-8"], ["history", "extra"],
    ],
)  # fmt: skip
def test_wrong_usage(cli: CommandLine, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("usage: scorekeeper")


def test_options_may_stand_between_values(cli: CommandLine, three: str) -> None:
    cli.ok("score", "0", "--match", three, "21", "--starter", "Ana", "33")
    assert cli.shown()["rounds_played"] == 1


def test_two_hyphens_end_the_options(cli: CommandLine, three: str) -> None:
    cli.ok("score", "--match", three, "--", "0", "21", "33")
    cli.ok("correct", "1", "--", "0", "22", "33")
    cli.ok("note", "--round", "1", "--", "--match")
    cli.ok("join", "--", "-Dan")
    assert "“-1” is below zero" in cli.refused("correct", "--", "1", "-1", "22", "33")
    exported = cli("export", "--", three).json()
    assert exported["rounds"][0]["note"] == "--match"
    assert exported["players"][3]["name"] == "-Dan"


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["score", "--help"], ["new", "-h"]])
def test_help(cli: CommandLine, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("usage: scorekeeper")


def test_nothing_typed_reaches_the_terminal_as_control(cli: CommandLine, three: str) -> None:
    for arguments in (["score", "\x1b[2J", "1", "2"], ["show", "\x1b]0;x\x07"], ["\x9b31m"], ["leave", "\u202edeZ"]):
        answer = cli(*arguments)
        assert answer.code in (1, 2)
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(answer.out + answer.err)


def test_a_row_half_typed_in_the_app_gives_way_with_a_word(cli: CommandLine) -> None:
    match_id = cli.ok("new", "Ana", "Boris").strip()
    store = open_store(cli.data, clock=cli.clock)
    store.matches.save_draft(match_id, Draft(1, 9, (("Ana", "1"), ("Boris", "0"))))
    answer = cli("score", "0", "5")
    assert answer.code == 0
    assert "What was half typed in the app for round 1 gave way: Ana 1, Boris 0" in answer.err
    assert store.matches.load(match_id).draft is None
