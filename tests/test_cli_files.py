"""Export, import, check and the referee, with the worked cases as files."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.console import Counter
from tests.cli_run import CommandLine

CASES = Path(__file__).parent / "cases"
MATCHES: list[dict[str, Any]] = json.loads((CASES / "matches.json").read_text())["matches"]
PLAYS: dict[str, Any] = json.loads((CASES / "plays.json").read_text())


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", capsys)


def match_file(case: dict[str, Any]) -> dict[str, Any]:
    """A worked match as a match file."""
    rounds = []
    for row in case["rounds"]:
        pips = list(row["totals"])
        if row["double_blank"] is not None:
            pips[row["double_blank"]] -= 50
        rounds.append(
            {
                "double": int(row["start_double"].split("-")[0]),
                "out": row["out"],
                "double_blank": row["double_blank"],
                "pips": pips,
                "tiles": row["hands"],
            }
        )
    return {
        "format": "chicken-foot-match",
        "version": 1,
        "id": case["id"],
        "set": case["set"],
        "hand_size": case["hand_size"],
        "stopped": "2026-11-30T23:00:00+01:00" if case["stopped_early"] else None,
        "players": [{"name": name} for name in case["players"]],
        "rounds": rounds,
    }


@pytest.fixture
def all_cases(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """A store with every worked match."""
    file = tmp_path / "cases.json"
    documents = [match_file(case) for case in MATCHES]
    file.write_text(json.dumps({"format": "chicken-foot-matches", "version": 1, "matches": documents}))
    cli.ok("check", str(file))
    cli.ok("import", str(file))
    return cli


def test_every_worked_match_ends_as_worked_out(all_cases: CommandLine) -> None:
    assert len(MATCHES) > 5
    for case in MATCHES:
        facts = all_cases.shown(case["id"])
        final = case["final"]
        players = facts["players"]
        assert facts["state"] == ("stopped" if case["stopped_early"] else "finished"), case["id"]
        assert facts["rounds_planned"] == case["rounds_planned"]
        assert facts["rounds_played"] == case["rounds_played"]
        assert [player["total"] for player in players] == final["totals"]
        assert [player["zero_rounds"] for player in players] == final["zero_rounds"]
        assert [player["lowest_nonzero"] for player in players] == final["lowest_nonzero"]
        assert [player["place"] for player in players] == final["ranks"]
        assert facts["decided_by"] == final["winner_decided_by"]
        assert facts["winners"] == [case["players"][seat] for seat in final["winners"]]


def test_export_of_all_goes_into_an_empty_store_as_it_was(all_cases: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    all_cases.ok("export", "--all", "-o", str(file))
    other = CommandLine(tmp_path / "other", all_cases.capsys)
    other.ok("import", str(file))
    kept, copied = (
        {match["id"]: match for match in json.loads(store.ok("export", "--all"))["matches"]}
        for store in (all_cases, other)
    )
    for match in (*kept.values(), *copied.values()):
        del match["revision"], match["updated"]
    assert kept == copied
    assert all_cases("history", "--json").json() == other("history", "--json").json()


def test_one_match_is_a_match_file_and_several_are_a_file_of_matches(all_cases: CommandLine) -> None:
    first, second = MATCHES[0]["id"], MATCHES[1]["id"]
    assert all_cases("export", first).json()["format"] == "chicken-foot-match"
    assert all_cases("export", first, first).json()["format"] == "chicken-foot-match"
    several = all_cases("export", second, first).json()
    assert [match["id"] for match in several["matches"]] == [second, first]
    assert len(all_cases("export", "--all").json()["matches"]) == len(MATCHES)


def test_export_forms(all_cases: CommandLine) -> None:
    case = MATCHES[0]
    rows = list(csv.DictReader(io.StringIO(all_cases.ok("export", case["id"], "--format", "csv"))))
    assert len(rows) == len(case["players"]) * case["rounds_played"]
    rows = list(csv.DictReader(io.StringIO(all_cases.ok("export", "--all", "--format", "csv-matches"))))
    assert len(rows) == sum(len(each["players"]) for each in MATCHES)
    assert all_cases.ok("export", case["id"], "--format", "markdown").startswith(f"### Match {case['id']}")
    assert all_cases.ok("export", case["id"], "--format", "text").startswith(f"Match {case['id']}")
    assert all_cases.ok("export", "--all", "--format", "html").count("<article") == len(MATCHES)


def test_export_of_an_empty_store(cli: CommandLine) -> None:
    assert cli("export", "--all").json() == {"format": "chicken-foot-matches", "version": 1, "matches": []}
    assert "no match yet" in cli.refused("export")


def test_export_never_goes_over_a_file_unless_told(cli: CommandLine, tmp_path: Path) -> None:
    cli.ok("new", "Ana", "Boris")
    file = tmp_path / "out.json"
    file.write_text("mine")
    assert "exists already" in cli.refused("export", "-o", str(file))
    assert file.read_text() == "mine"
    assert cli.ok("export", "-o", str(file), "--force") == ""
    assert file.read_text() == cli.ok("export")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.json"]


@pytest.mark.parametrize("target", ["", "missing/out.json"])
def test_export_where_no_file_can_be(cli: CommandLine, tmp_path: Path, target: str) -> None:
    cli.ok("new", "Ana", "Boris")
    for more in ([], ["--force"]):
        for command in (["export", "-o"], ["backup"]):
            reason = cli.refused(*command, str(tmp_path / target), *more)
            assert (reason.count("\n"), str(tmp_path / target) in reason) == (1, True)
            assert "/." not in reason


@pytest.mark.parametrize(("target", "why"), [("dir/out.json", "no folder"), ("locked/out.json", "permission")])
def test_why_a_file_cannot_be_written_names_the_file_that_is_meant(
    cli: CommandLine, tmp_path: Path, target: str, why: str
) -> None:
    cli.ok("new", "Ana", "Boris")
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked").chmod(0o500)
    if why == "permission" and os.geteuid() == 0:
        pytest.skip("nothing is locked to root")
    reason = cli.refused("export", "-o", str(tmp_path / target))
    assert reason.startswith(f"Nothing was saved; {tmp_path / target} cannot be written: ")
    assert why in reason


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_named(cli: CommandLine) -> None:
    cli.ok("new", "Ana", "Boris")
    assert "/dev/full cannot be written: the disk is full" in cli.refused("export", "-o", "/dev/full")


def test_a_link_stays_a_link_and_a_device_a_device(cli: CommandLine, tmp_path: Path) -> None:
    cli.ok("new", "Ana", "Boris")
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    link.symlink_to(real)
    cli.ok("export", "-o", str(link), "--force")
    assert link.is_symlink()
    assert real.read_text() == cli.ok("export")
    cli.ok("export", "-o", "/dev/null", "--force")
    assert Path("/dev/null").is_char_device()


def test_check_says_everything_on_standard_output(cli: CommandLine, tmp_path: Path) -> None:
    document = match_file(MATCHES[0])
    document["rounds"][0]["pips"][1] += 1
    document["rounds"][1]["double"] = 3
    document["colour"] = "red"
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(document))
    answer = cli("check", str(file))
    assert answer.code == 1
    assert "C6" in answer.out
    assert "C7" in answer.out
    assert "colour" in answer.err
    assert not cli.data.exists()
    refused = cli.refused("import", str(file))
    assert "C6" in refused
    assert "C7" in refused


def test_import_keeps_what_is_as_new_and_takes_what_is_newer(cli: CommandLine, tmp_path: Path) -> None:
    match_id = cli.ok("new", "Ana", "Boris", "--set", "9").strip()
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    cli.ok("export", "-o", str(old))
    cli.ok("score", "0", "21")
    cli.ok("export", "-o", str(new))
    shown = cli.shown()
    assert "was kept" in cli.ok("import", str(old))
    assert "was kept" in cli.ok("import", str(new))
    assert cli.shown() == shown
    other = CommandLine(tmp_path / "other", cli.capsys)
    assert f"{match_id} is new" in other.ok("import", str(old))
    assert "replaced by revision" in other.ok("import", str(old), str(new))
    assert other.shown() == shown


def test_with_a_fault_in_one_file_nothing_is_imported_from_any(cli: CommandLine, tmp_path: Path) -> None:
    good, bad, csv_file = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "bad.csv"
    good.write_text(json.dumps(match_file(MATCHES[0])))
    bad.write_text(json.dumps({**match_file(MATCHES[1]), "set": 7}))
    csv_file.write_text("a,b\n1,2\n")
    reasons = cli.refused("import", str(good), str(bad), str(csv_file), str(tmp_path / "missing.json"))
    assert all(part in reasons for part in ("bad.json", "bad.csv", "missing.json", "Nothing was imported"))
    assert cli("history", "--json").json() == []


@pytest.mark.parametrize("full", [[], ["--full"]])
def test_csv_goes_into_an_empty_store(all_cases: CommandLine, tmp_path: Path, full: list[str]) -> None:
    all_cases.ok("new", "Ana", "Boris", "Chi", "--house", "target=40", "--house", "missing_double=skip")
    all_cases.ok("score", "0", "9", "21", "--double", "7")
    all_cases.ok("score", "5", "0", "30", "--double", "9")  # ends it by the target
    all_cases.ok("new", "Ana", "Boris", "Chi", "--set", "6")
    all_cases.ok("score", "0", "1", "2")
    all_cases.ok("leave", "Chi")
    all_cases.ok("join", "Dan")
    all_cases.ok("stop")
    file = tmp_path / "all.csv"
    all_cases.ok("export", "--all", "--format", "csv", *full, "-o", str(file))
    assert all_cases.ok("check", str(file)) == f"{len(MATCHES) + 2} matches, nothing wrong.\n"
    other = CommandLine(tmp_path / "other", all_cases.capsys)
    other.ok("import", str(file))
    for facts in json.loads(all_cases.ok("history", "--json")):
        assert other.shown(facts["id"]) == all_cases.shown(facts["id"])


def test_an_ordinary_match_has_the_columns_of_every_csv(all_cases: CommandLine) -> None:
    expected = "match_id,created,set,round,double,starter,player,seat,pips,double_blank,out,out_on_double,points,total"
    for case in MATCHES:
        head = all_cases.ok("export", case["id"], "--format", "csv").splitlines()[0]
        assert head == expected + (",stopped" if case["stopped_early"] else "")


def test_what_csv_cannot_do_is_said(all_cases: CommandLine, tmp_path: Path) -> None:
    all_cases.ok("new", "Ana", "Boris")
    answer = all_cases("export", "--format", "csv")
    assert answer.code == 0
    assert answer.out.count("\n") == 1
    assert "1 match has no round yet" in answer.err
    assert all_cases("export", "--full").code == 2
    assert all_cases("export", "--all", "zz").code == 2
    file = tmp_path / "matches.csv"
    all_cases.ok("export", "--all", "--format", "csv-matches", "-o", str(file))
    assert "csv-matches" in all_cases.refused("import", str(file))


def test_names_survive_csv(cli: CommandLine, tmp_path: Path) -> None:
    names = ["=1+1", 'O"Neill, "x"', "'=2", "-1", "日本"]
    cli.ok("new", "--set", "9", "--", *names)
    cli.ok("score", "0", "9", "8", "7", "6")
    cli.ok("export", "--format", "csv", "-o", str(tmp_path / "out"))
    other = CommandLine(tmp_path / "other", cli.capsys)
    other.ok("import", str(tmp_path / "out"))
    assert [player["name"] for player in other.shown()["players"]] == names


def test_files_from_standard_input(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.dumps(match_file(MATCHES[0])).encode()
    for command in ("check", "import"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        cli.ok(command, "-")
    assert cli.shown()["id"] == MATCHES[0]["id"]


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b'{"format": "\x1b[2J"}'])
def test_check_of_what_is_no_match_file(cli: CommandLine, tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(raw)
    answer = cli("check", str(file))
    assert answer.code == 1
    assert answer.out
    assert "\x1b" not in answer.out


@pytest.mark.parametrize("command", ["check", "import", "referee"])
def test_a_file_that_is_not_there(cli: CommandLine, tmp_path: Path, command: str) -> None:
    assert "nowhere.json" in cli.refused(command, str(tmp_path / "nowhere.json"))
    cli.refused(command, str(tmp_path))


def test_the_referee_judges_every_worked_play(cli: CommandLine) -> None:
    judged = cli("referee", str(CASES / "plays.json"), "--json")
    assert judged.code == 0
    compared = 0
    for expected, found in zip(PLAYS["plays"], judged.json()["plays"], strict=True):
        for wanted, step in zip(expected["steps"], found["steps"], strict=True):
            for key in ("legal", "code", "flags", "rule", "state"):
                assert step[key] == wanted[key], (expected["id"], wanted["n"])
            compared += 1
    assert compared > 50


def test_the_referee_in_words(cli: CommandLine) -> None:
    printed = cli.ok("referee", str(CASES / "plays.json"))
    assert "  3. player 0 plays 9-9: right." in printed


def test_a_malformed_record_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    play = json.loads(json.dumps(PLAYS["plays"][0]))
    play["steps"][0]["action"]["tile"] = "nine"
    file = tmp_path / "play.json"
    for raw in (json.dumps(play), "{", '{"set": NaN}', '{"set": ' + "9" * 5000 + "}"):
        file.write_text(raw)
        assert cli.refused("referee", str(file))


def test_the_referee_reads_one_record_from_standard_input(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.dumps(PLAYS["plays"][0]).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert cli("referee", "-", "--json").json()["steps"][0]["code"] == PLAYS["plays"][0]["steps"][0]["code"]


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ('"x": "\\ud800"', 0),
        ('"x": 1e999', 0),
        ('"x": 9223372036854775807', 0),
        ('"x": NaN', 0),
        ('"x": ' + "[" * 100_000 + "]" * 100_000, 1),
    ],
)
def test_the_referee_takes_any_other_key_and_gives_it_back(
    extra: str, code: int, cli: CommandLine, tmp_path: Path
) -> None:
    record = json.loads((CASES / "plays.json").read_text(encoding="utf-8"))["plays"][0]
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(record)[:-1] + f", {extra}}}", encoding="utf-8")
    done = cli("referee", str(file), "--json")
    assert done.code == code
    if code == 0:
        assert "x" in json.loads(done.out)
        assert done.out.count("9223372036854775807") == ("9223372036854775807" in extra)
    else:
        assert done.err.count("\n") == 1
        assert done.out == ""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["import", "all.json"], "Broken off; nothing was imported.\n"),
        (["check", "all.json"], "Broken off.\n"),
        (["export", "--all", "-o", "new.json"], "Broken off; nothing was written.\n"),
    ],
)
def test_whatever_is_broken_off_says_so(
    all_cases: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    all_cases.ok("export", "--all", "-o", "all.json")

    def pressed(_counter: Counter, _done: int, _of: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Counter, "__call__", pressed)
    answer = all_cases(*command)
    assert (answer.code, answer.out, answer.err) == (130, "", said)
    assert not (tmp_path / "new.json").exists()


@pytest.mark.parametrize("way", ["import", "restore-backup"])
def test_two_copies_of_a_match_that_went_apart(way: str, cli: CommandLine, tmp_path: Path) -> None:
    other = CommandLine(tmp_path / "other", cli.capsys)
    cli.ok("new", "Ana", "Boris")
    cli.ok("score", "0", "11")
    cli.ok("export", "-o", str(tmp_path / "shared.json"))
    other.ok("import", str(tmp_path / "shared.json"))
    cli.ok("score", "0", "22")
    other.ok("score", "33", "0")
    file = tmp_path / "same.json"
    other.ok("export", "-o", str(file))
    assert "and differs from what came; it was kept" in cli.ok("import", str(file))
    other.ok("score", "44", "0")
    file = tmp_path / "later"
    other.ok(*(["export", "-o", str(file)] if way == "import" else ["backup", str(file)]))
    cli.ok(way, str(file))
    assert [player["total"] for player in cli("show", "--json").json()["players"]] == [77, 11]
    cli.ok("undo")
    assert [player["total"] for player in cli("show", "--json").json()["players"]] == [0, 33]
    cli.ok("redo")
    assert [player["total"] for player in cli("show", "--json").json()["players"]] == [77, 11]
