"""Damaged files, as somebody at the command line meets them: said, and nothing recorded over a loss unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli_run import CommandLine


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", capsys)


@pytest.fixture
def three(cli: CommandLine) -> str:
    """The id of a match of three with two rounds, the file of which is filled with zeros."""
    match_id = cli.ok("new", "Ana", "Boris", "Chi", "--set", "9").strip()
    cli.ok("score", "0", "1", "2")
    cli.ok("score", "0", "3", "4")
    path = match_path(cli, match_id)
    path.write_bytes(b"\0" * path.stat().st_size)
    return match_id


def match_path(cli: CommandLine, match_id: str) -> Path:
    (path,) = cli.data.glob(f"matches/*_{match_id}.json")
    return path


@pytest.mark.parametrize(
    "command",
    [["show"], ["show", "--json"], ["export"], ["export", "--all"], ["history"], ["history", "--json"], ["players"]],
)
def test_whoever_looks_hears_what_was_lost(cli: CommandLine, three: str, command: list[str]) -> None:
    answer = cli(*command)
    assert answer.code == 0
    assert answer.err.count("\n") == 1
    for word in (three, "filled with zeros", "before its last change", "with 1 round.", "set-aside"):
        assert word in answer.err
    assert cli(*command).err == ""
    assert cli.shown(three)["rounds_played"] == 1


@pytest.mark.parametrize(
    "command",
    [
        ["score", "0", "5", "6"], ["correct", "1", "0", "5", "6"], ["undo"], ["redo"], ["stop"], ["join", "Dan"],
        ["leave", "Ana"], ["note", "x"],
    ],
)  # fmt: skip
def test_nothing_is_recorded_over_a_loss_that_nobody_saw(cli: CommandLine, three: str, command: list[str]) -> None:
    lost, refused = cli.refused(*command).splitlines()
    assert "before its last change" in lost
    assert f"scorekeeper show {three}" in refused
    assert cli.shown(three)["rounds_played"] == 1
    cli.ok("score", "0", "5", "6")
    assert cli.shown(three)["players"][2]["rounds"] == [2, 6]


def test_where_there_is_no_copy_it_is_said_once(cli: CommandLine, three: str) -> None:
    (cli.data / "previous" / match_path(cli, three).name).unlink()
    reasons = cli.refused("show", three)
    assert reasons.count("\n") == 1
    assert "set aside as" in reasons


def test_what_a_list_leaves_out_is_said(cli: CommandLine, three: str) -> None:
    (cli.data / "previous" / match_path(cli, three).name).unlink()
    other = cli.ok("new", "Dan", "Eva").strip()
    answer = cli("history", "--json")
    assert [match["id"] for match in answer.json()] == [other]
    assert "set aside as" in answer.err


def test_players_and_settings_that_were_lost_are_said(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris")
    cli.ok("new", "Ana", "Dan")
    (cli.data / "app.json").write_bytes(b"")
    answer = cli("players")
    assert "before their last change" in answer.err
    assert "Boris" in answer.out
    (cli.data / "app.json").write_bytes(b"{")
    (cli.data / "previous" / "app.json").write_bytes(b"{")
    assert "begin anew" in cli("new", "Eva", "Fran").err


def test_the_doctor_promises_only_what_it_can_do(cli: CommandLine) -> None:
    match_id = cli.ok("new", "Ana", "Boris").strip()
    path = match_path(cli, match_id)
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b'"version":1', b'"version":2'))
    answer = cli("doctor")
    assert (answer.code, "later version" in answer.out, "--repair" in answer.out) == (1, True, False)
    path.write_bytes(b"")
    assert "--repair" in cli("doctor").out
    (cli.data / "set-aside").write_bytes(b"")
    answer = cli("doctor", "--repair")
    assert answer.code == 1
    assert "Set aside as" not in answer.out
    assert f"Left as {path}" in answer.out
