"""The main job: whole matches typed key by key into the real app, read back with the command line."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.referee import Draw, Pass
from scorekeeper.ui.playing import Playing
from tests.terminal import PATIENCE, command, running, shown
from tests.ui.test_layout_table import dealt_round

CASES = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "cases" / "matches.json").read_text())["matches"]
}


def row_of(number: int, row: dict[str, Any]) -> str:
    """A round as it is typed: totals in odd rounds, the tiles themselves in even ones."""
    boxes = []
    for seat, points in enumerate(row["totals"]):
        blank = row["double_blank"] == seat
        pips = points - (50 if blank else 0)
        if number % 2 == 0 and row["hands"][seat]:
            boxes.append("+".join(row["hands"][seat]))
        else:
            boxes.append(f"{pips}{'*' if blank else ''}")
    return " ".join(boxes)


@pytest.mark.parametrize(("case_id", "size"), [("G02", (80, 24)), ("G04", (140, 40)), ("G08", (40, 20))])
def test_a_match_is_typed_from_the_first_double_to_the_winner(
    case_id: str, size: tuple[int, int], tmp_path: Path
) -> None:
    case = CASES[case_id]
    with running(tmp_path, size=size) as app:
        app.wait("New match")
        for name in case["players"]:
            app.type(name + "\r")
            app.wait(name)
        if case["set"] != 9:
            assert app.end() == 0
            done = command(tmp_path, "new", *case["players"], "--set", str(case["set"]))
            assert done.returncode == 0, done.stderr
            with running(tmp_path, size=size) as again:
                play(again, case)
        else:
            app.type("\r")
            play(app, case)
    final = case["final"]
    told = shown(tmp_path)
    assert told["state"] == "finished"
    assert [player["total"] for player in told["players"]] == final["totals"]
    assert [player["place"] for player in told["players"]] == final["ranks"]
    assert told["winners"] == [case["players"][seat] for seat in final["winners"]]
    assert told["decided_by"] == final["winner_decided_by"]


def play(app: Any, case: dict[str, Any]) -> None:
    """Type every round without waiting for anything but the double of the next."""
    doubles = [row["start_double"].replace("-", "│") for row in case["rounds"]]
    app.wait(doubles[0])
    for number, row in enumerate(case["rounds"], start=1):
        app.type(row_of(number, row) + "\r")
    winner = case["players"][case["final"]["winners"][0]]
    app.wait(f"{winner} wins!")
    assert app.end() == 0


def half_typed(text: str) -> bool:
    """Whether the boxes hold 0, 23 and, with the cursor behind it, 4."""
    return re.search(r"9│9 +0 +23 +\[ +4 ?\]", text) is not None


@pytest.mark.parametrize("how", ["ctrl+q", signal.SIGTERM, signal.SIGHUP, signal.SIGINT, "closed"])
def test_every_way_out_keeps_what_is_half_typed(how: str | signal.Signals, tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris", "Chi").returncode == 0
    with running(tmp_path) as app:
        app.wait("9│9")
        app.type("0 23 4")
        app.wait(half_typed)
        if how == "ctrl+q":
            assert app.end() == 0
        elif how == "closed":
            app.hang_up()
        else:
            assert isinstance(how, signal.Signals)
            app.process.kill(how)
            code = app.wait_for_end()
            assert code == (0 if how == signal.SIGINT else 128 + how)
    with running(tmp_path) as app:
        app.wait(half_typed)
        app.type("1\r")
        app.wait("8│8")
        app.wait("round 2 of 10")
        assert app.end() == 0
    assert [player["total"] for player in shown(tmp_path)["players"]] == [0, 23, 41]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_terminal_is_restored_after_a_signal(how: signal.Signals, tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris").returncode == 0
    with running(tmp_path) as app:
        app.wait("9│9")
        app.process.kill(how)
        app.wait_for_end()
        assert b"\x1b[?1049l" in app.written
        assert b"\x1b[?1000l" in app.written


def test_a_whole_round_is_kept_in_the_layout_and_ends_in_the_score_row(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris", "Chi", "Dan").returncode == 0
    kept = KeptLayout(9, 9, (7,) * 4, 27)
    keys = []
    for what, tile, number in dealt_round(1):
        turn = kept.state.turn
        assert turn is not None
        if tile is None:
            keys.append("+" if what == "draw" else "/")
            kept = kept.record(Draw(turn) if what == "draw" else Pass(turn))
            continue
        playing = Playing(kept, str(tile))
        keys.append(f"{tile}\r")
        if playing.asks_number:
            keys.append(str(number))
            playing = Playing(kept, str(tile), answer=str(number)).settled()
        kept = kept.record(*playing.actions)
    with running(tmp_path, size=(100, 30)) as app:
        app.wait("9│9")
        app.type("\x0c")
        app.wait("Layout")
        for key in keys:
            app.type(key)
        app.wait("Enter")
        app.type("\r")
        if kept.state.out is None:
            app.wait("round 1 of 10")
        else:
            app.wait(lambda text: re.search(r"9│9.* 0 ", text) is not None)
        app.type("\x1b")
        assert app.end() == 0
    done = command(tmp_path, "score", *("0" if seat == kept.state.out else "9" for seat in range(4)))
    assert done.returncode == 0, done.stderr


def test_a_layout_outlives_the_app_that_was_killed(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris", "Chi", "Dan").returncode == 0
    with running(tmp_path) as app:
        app.wait("9│9")
        app.type("\x0c")
        app.wait("boneyard 27")
        app.type("9-9\r9-4\r")
        app.wait("Chi")
        app.wait(lambda text: "▸Chi" in text)
        app.process.kill(signal.SIGKILL)
        app.wait_for_end()
    with running(tmp_path) as app:
        app.wait("9│9")
        app.type("\x0c")
        app.wait(lambda text: "▸Chi" in text)
        app.type("\x1b")
        app.wait("round 1 of 10")
        app.type("0 5 6 9-4\r")
        app.wait("Dan cannot hold 9-4: it lies on the table")
        app.type("\x157\r")
        app.wait("round 2 of 10")
        assert app.end() == 0
    document = json.loads(command(tmp_path, "export").stdout)
    assert document["rounds"][0]["starter"] == 0
    with running(tmp_path) as app:
        app.wait("8│8")
        app.type("\x1a")
        app.wait("round 1 of 10")
        app.type("\x0c")
        app.wait(lambda text: "▸Chi" in text)
        app.type("\x1b")
        assert app.end() == 0


def test_two_windows_see_each_other_within_a_second(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris").returncode == 0
    with running(tmp_path) as one, running(tmp_path) as other:
        one.wait("9│9")
        other.wait("9│9")
        one.type("0 77\r")
        one.wait("round 2 of 10")
        other.wait(lambda text: "round 2 of 10" in text and "77" in text)
        assert other.end() == 0
        assert one.end() == 0


def test_without_a_terminal_the_app_says_so_in_one_line(tmp_path: Path) -> None:
    done = command(tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr


def test_bytes_that_are_no_letters_and_escapes_in_a_paste_do_nothing(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris").returncode == 0
    with running(tmp_path) as app:
        app.wait("9│9")
        app.process.send(b"\xff\xfe")
        app.type("\x15" + "0 5\r")
        app.wait("round 2 of 10")
        app.process.send(b"\x1b[200~7\n\x1b[31m\r\x1b0\n\x1b[201~")
        app.wait(lambda text: re.search(r"8│8 +7 +\[ +0 ?\]", text) is not None)
        assert app.end() == 0


def test_names_of_every_kind_go_through_the_app(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        app.wait("New match")
        app.type("[/]\r")
        app.wait("[/]")
        app.type("[red]Bob\r")
        app.wait("[red]Bob")
        app.type("\r")
        app.wait("9│9")
        app.type("0 12\r")
        app.wait("round 2 of 10")
        assert app.end() == 0
    assert [player["name"] for player in shown(tmp_path)["players"]] == ["[/]", "[red]Bob"]


def test_leaving_with_what_cannot_be_kept_takes_two_keys_and_is_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert command(data, "new", "Ana", "Boris", "Chi").returncode == 0
    with running(data) as app:
        app.wait("^q Quit")
        data.rename(tmp_path / "elsewhere")
        app.process.send(b"12 7 ")
        app.wait("its folder is gone")
        app.process.send(b"\x11")
        app.wait("Ctrl+Q again leaves without it")
        app.process.send(b"\x11")
        assert app.wait_for_end() == 1
        assert "round 1 cannot be kept: Ana 12, Boris 7." in app.text


def worked(pid: int) -> list[str]:
    """How long a process has computed, as the system tells."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_a_terminal_that_takes_nothing_more_does_not_keep_the_app(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "Ana", "Boris").returncode == 0
    with running(tmp_path, size=(140, 40)) as app:
        app.wait("^q Quit")
        before: list[str] = []
        # All of it is drawn anew at every key, and nobody reads that, until it waits for ever.
        while before != worked(app.process.pid):
            before = worked(app.process.pid)
            app.process.send(b"\x1b[21~" * 20)
            time.sleep(0.5)
        app.process.kill(signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while Path(f"/proc/{app.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
            assert time.monotonic() < end, "it goes on"
            time.sleep(0.05)
