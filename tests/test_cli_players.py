"""Players, their figures, backups and imports from the shell: whatever is changed is seen everywhere at once."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rating import available
from scorekeeper.rules.figures import figures_of
from scorekeeper.store.codec import match_file
from scorekeeper.store.opening import open_store
from tests.cli_run import CommandLine
from tests.rules.many_matches import digests_of, many_matches, short
from tests.strategies import NASTY_NAMES

KEYS = [
    "name", "id", "archived", "matches", "wins", "shared_wins", "average_place", "points_per_round", "zero_rounds",
    "rounds", "best_round", "worst_round", "double_blanks",
]  # fmt: skip


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", capsys)


def play(cli: CommandLine, names: list[str], *rows: str) -> str:
    """A double-six match with these rounds; gives its id."""
    match_id = cli.ok("new", *names, "--set", "6").strip()
    for row in rows:
        cli.ok("score", "--match", match_id, *row.split())
    return match_id


WHOLE = ("0 5 9", "0 4 8", "3 0 7b", "0 1 2", "6 0 3", "0 2 1", "5 0 4")
"""Seven rounds: 14, 12 and 84 points."""


def people(cli: CommandLine, *arguments: str) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in json.loads(cli.ok("players", "--json", *arguments))}


def test_players_as_they_are_printed(cli: CommandLine) -> None:
    assert cli("players", "--json").json() == []
    assert cli("players").code == 0
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    play(cli, ["Boris", "Dan"], "0 5")
    found = cli("players", "--json").json()
    assert [list(each) for each in found] == [KEYS] * 4
    assert [each["name"] for each in found] == ["Boris", "Ana", "Chi", "Dan"]
    boris, ana, chi, dan = (dict(list(each.items())[3:]) for each in found)
    assert boris == {
        "matches": 1, "wins": 1, "shared_wins": 0, "average_place": 1.0, "points_per_round": 12 / 7, "zero_rounds": 3,
        "rounds": 7, "best_round": 0, "worst_round": 5, "double_blanks": 0,
    }  # fmt: skip
    assert (ana["average_place"], ana["worst_round"], ana["zero_rounds"]) == (2.0, 6, 4)
    assert (chi["double_blanks"], chi["worst_round"], chi["best_round"]) == (1, 57, 1)
    assert dan == dict.fromkeys(dan, 0) | {
        "average_place": None, "points_per_round": None, "best_round": None, "worst_round": None,
    }  # fmt: skip
    table = cli.ok("players").splitlines()
    assert table[0].split()[:3] == ["Player", "Matches", "Wins"]
    assert table[1].split() == ["Boris", "1", "1", "0", "1.00", "1.7", "7", "3", "0", "5", "0"]
    assert table[4].split() == ["Dan", "0", "0", "0", "-", "-", "0", "0", "-", "-", "0"]


def test_one_player_and_a_season(cli: CommandLine) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    told = cli.ok("players", "boris")
    assert told.startswith("Boris\n")
    for words in ("1 alone, 0 shared", "With the double-6 set:", "1.7 in 7 rounds", "3 of 7 (43 %)", "in 1 match\n"):
        assert words in told
    assert cli.ok("players", "Chi", "--from", "2027") == "Chi\nNo finished match.\n"
    assert people(cli, "--from", "2026-11-30", "--to", "2026-11")["Ana"]["matches"] == 1
    assert people(cli, "--to", "2026-11-29")["Ana"]["matches"] == 0
    assert people(cli, "--set", "9")["Ana"]["matches"] == 0
    assert list(people(cli, "Ana")) == ["Ana"]
    assert "Nobody" in cli.refused("players", "Zoe")
    for never in (
        ("--from", "yesterday"), ("--from", "2026-13"), ("--to", "2026-02-30"), ("--set", "7"),
        ("--from", "2027", "--to", "2026-12"),
    ):  # fmt: skip
        assert cli("players", *never).code == 2, never


def test_everything_about_one_player_for_programs(cli: CommandLine) -> None:
    match_id = play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    (listed,) = (each for each in cli("players", "--json").json() if each["name"] == "Chi")
    (chi,) = cli("players", "chi", "--json").json()
    assert {key: chi[key] for key in KEYS} == listed
    assert (chi["left"], chi["longest_run"], chi["comeback"], chi["closest_win"]) == (0, 0, None, None)
    assert chi["closest_miss"] == {"points": 72, "match": match_id, "date": "2026-11-30"}
    (of_set,) = chi["sets"]
    assert (of_set["set"], of_set["matches"], of_set["rounds"], of_set["points_per_round"]) == (6, 1, 7, 12.0)
    assert (of_set["outs"], of_set["double_blanks"], of_set["worst_round"]["round"]) == (0, 1, 3)
    assert [(each["name"], each["ahead"], each["behind"], each["level"]) for each in chi["against"]] == [
        ("Ana", 0, 1, 0),
        ("Boris", 0, 1, 0),
    ]
    assert {each["id"] for each in chi["against"]} == {each["id"] for each in people(cli).values()} - {chi["id"]}
    if available():
        assert (chi["rating"]["place"], chi["rating"]["of"], chi["rating"]["matches"]) == (3, 3, 1)
    (nothing,) = cli("players", "chi", "--json", "--set", "9").json()
    assert (nothing["matches"], nothing["sets"], nothing["against"], nothing["rating"]) == (0, [], [], None)


def test_figures_follow_whatever_happens_to_a_match(cli: CommandLine) -> None:
    match_id = play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    assert people(cli)["Boris"]["wins"] == 1
    cli.ok("correct", "2", "0", "40", "8", "--match", match_id)
    found = people(cli)
    assert (found["Ana"]["wins"], found["Boris"]["wins"], found["Boris"]["worst_round"]) == (1, 0, 40)
    cli.ok("undo", "--match", match_id)
    assert people(cli)["Boris"]["wins"] == 1
    cli.ok("undo", "--match", match_id)
    assert {each["matches"] for each in people(cli).values()} == {0}
    assert json.loads(cli.ok("history", "--json"))[0]["state"] == "live"
    cli.ok("redo", "--match", match_id)
    cli.ok("delete", match_id)
    assert {each["matches"] for each in people(cli).values()} == {0}
    cli.ok("restore", match_id)
    assert people(cli)["Boris"]["matches"] == 1


def test_a_rename_is_seen_everywhere_at_once(cli: CommandLine, tmp_path: Path) -> None:
    match_id = play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    live = play(cli, ["Dan", "Ana"], "0 5")
    last = play(cli, ["Dan", "Boris"], "0 5")
    before = people(cli)["Ana"]
    for form in ("json", "csv", "csv-matches", "markdown", "text"):
        cli.ok("export", match_id, "--format", form, "-o", str(tmp_path / form))
    assert "in 2 matches" in cli.ok("rename", "ana", "Žofie =1+1")
    after = people(cli)
    assert "Ana" not in after
    assert after["Žofie =1+1"] == before | {"name": "Žofie =1+1"}
    assert [each["name"] for each in cli.shown(live)["players"]] == ["Dan", "Žofie =1+1"]
    assert len(json.loads(cli.ok("history", "--player", "žofie =1+1", "--json"))) == 2
    assert json.loads(cli.ok("history", "--player", "Ana", "--json")) == []
    assert cli.shown()["id"] == last
    for form in ("csv", "csv-matches", "markdown", "text"):
        now = cli.ok("export", match_id, "--format", form)
        assert "Ana" not in now
        assert "Žofie" in now
    # Somebody who has the matches from before learns of it.
    other = CommandLine(tmp_path / "other", cli.capsys)
    other.ok("import", str(tmp_path / "json"))
    assert "replaced" in _imported(cli, other, tmp_path)
    assert people(other)["Žofie =1+1"]["matches"] == 1
    assert "Ana" not in people(other)
    new = cli.ok("new", "Ana", "Boris").strip()
    assert people(cli)["Ana"]["matches"] == 0
    assert "known already" in cli.refused("rename", "Žofie =1+1", "ANA")
    assert cli.shown(new)["players"][0]["name"] == "Ana"


def _imported(cli: CommandLine, other: CommandLine, tmp_path: Path) -> str:
    """What `other` says to everything that `cli` has."""
    cli.ok("export", "--all", "--force", "-o", str(tmp_path / "all.json"))
    return other.ok("import", str(tmp_path / "all.json"))


def test_merging_and_archiving(cli: CommandLine) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    play(cli, ["Anna", "Boris", "Chi"], *WHOLE)
    assert "both sat" in cli.refused("merge", "Ana", "Boris")
    assert "Nobody" in cli.refused("merge", "Ana", "Zoe")
    cli.ok("merge", "Anna", "Ana")
    assert (people(cli)["Ana"]["matches"], len(people(cli))) == (2, 3)
    assert len(json.loads(cli.ok("history", "--player", "Ana", "--player", "chi", "--json"))) == 2
    cli.ok("archive", "Boris")
    found = cli("players", "--json").json()
    assert (found[-1]["name"], found[-1]["archived"], found[-1]["wins"]) == ("Boris", True, 2)
    assert "Boris (archived)" in cli.ok("players")
    cli.ok("archive", "Boris", "--undo")
    assert not people(cli)["Boris"]["archived"]


@pytest.mark.parametrize("name", [name for name in NASTY_NAMES if name.strip("\u0301") and len(name) <= 40])
def test_any_name_can_be_given_and_is_printed(cli: CommandLine, name: str) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    cli.ok("rename", "Ana", "--", name) if name.startswith("-") else cli.ok("rename", "Ana", name)
    assert len(people(cli)) == 3
    assert cli.ok("players").count("\n") == 4


def test_a_thousand_matches_on_one_day_from_many_places(cli: CommandLine, tmp_path: Path) -> None:
    matches = many_matches(300)
    file = tmp_path / "all.json"
    file.write_text(match_file(matches, collection=True), encoding="utf-8")
    cli.ok("import", str(file))
    digests = digests_of(matches)
    found = people(cli)
    for name in ("Boris", "Eva", "[/]", "Straße"):
        ours = [(match, player) for match in digests for player in match.players if player.name == name]
        ours.sort(key=lambda pair: (pair[0].moment, pair[0].began, pair[0].id))
        figures = figures_of([match for match, _player in ours], [player for _match, player in ours])
        assert found[name]["matches"] == figures.matches > 30
        assert (found[name]["wins"], found[name]["shared_wins"]) == (figures.wins, figures.shared_wins)
        assert found[name]["points_per_round"] == figures.points.value
    assert sum(each["matches"] for each in found.values()) == sum(len(match.players) for match in digests)


def at_midnight(minutes: int, place: timezone) -> str:
    return (datetime(2026, 12, 31, 23, 0, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(place).isoformat()


def test_the_day_is_the_one_at_the_table(cli: CommandLine, tmp_path: Path) -> None:
    places = [UTC, timezone(timedelta(hours=1)), timezone(timedelta(hours=-10)), timezone(timedelta(hours=14))]
    matches = [
        short(f"m{number}", [(0, 5, 7), (0, 4, 6)], finished=at_midnight(number, place)).edit(
            created=at_midnight(number - 60, place), updated=at_midnight(number, place)
        )
        for number, place in enumerate(places)
    ]
    file = tmp_path / "all.json"
    file.write_text(match_file(matches, collection=True), encoding="utf-8")
    cli.ok("import", str(file))
    listed = json.loads(cli.ok("history", "--json"))
    assert [match["id"] for match in listed] == ["m3", "m2", "m1", "m0"]
    assert [match["finished"][:10] for match in listed] == ["2027-01-01", "2026-12-31", "2027-01-01", "2026-12-31"]
    assert people(cli, "--to", "2026")["Ana"]["matches"] == people(cli, "--from", "2027")["Ana"]["matches"] == 2


def test_a_thousand_matches_on_one_day_keep_their_order(cli: CommandLine, tmp_path: Path) -> None:
    ids = [f"m{number:04}" for number in range(1000)]
    matches = [
        short(match_id, [(0, 5, 7), (0, 4, 6)], finished=f"2026-12-31T{number // 60:02}:{number % 60:02}:00Z").edit(
            updated=f"2026-12-31T{number // 60:02}:{number % 60:02}:00Z"
        )
        for number, match_id in enumerate(ids)
    ]
    file = tmp_path / "all.json"
    file.write_text(match_file(matches[::-1], collection=True), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _descriptor: None)
        cli.ok("import", str(file))
    assert [match["id"] for match in json.loads(cli.ok("history", "--json"))] == ids[::-1]
    assert cli.shown()["id"] == "m0999"
    assert people(cli, "--from", "2026-12-31", "--to", "2026-12-31")["Ana"]["wins"] == 1000


def test_a_match_without_a_round(cli: CommandLine) -> None:
    match_id = cli.ok("new", "Ana", "Boris").strip()
    for form in ("json", "csv", "csv-matches", "markdown", "text"):
        assert cli("export", match_id, "--format", form).code == 0
    assert people(cli)["Ana"]["matches"] == 0
    cli.ok("rename", "Ana", "Anna")
    cli.ok("stop")
    assert [each["name"] for each in cli.shown()["players"]] == ["Anna", "Boris"]


def test_csv_goes_round_as_far_as_csv_tells(cli: CommandLine, tmp_path: Path) -> None:
    play(cli, ['=Ana, "A"', "Boris;\t'x'", "+Chi"], *WHOLE)
    play(cli, ["Dan", "Boris;\t'x'"], "0 5", "3b 7")
    first = cli.ok("export", "--all", "--format", "csv")
    file = tmp_path / "all.csv"
    file.write_text(first, encoding="utf-8")
    other = CommandLine(tmp_path / "other", cli.capsys)
    other.ok("import", str(file))
    rows, again = (
        sorted(csv.reader(io.StringIO(text)))
        for text in (first, other.ok("export", "--all", "--format", "csv"))
    )  # fmt: skip
    assert again == rows
    ours, theirs = people(cli), people(other)
    assert {name: dict(list(each.items())[3:]) for name, each in theirs.items()} == {
        name: dict(list(each.items())[3:]) for name, each in ours.items()
    }


def test_a_backup_and_back(cli: CommandLine, tmp_path: Path) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    gone = play(cli, ["Ana", "Boris"], "0 5")
    cli.ok("delete", gone)
    file = tmp_path / "all.zip"
    assert "1 match and 1 deleted match" in cli.ok("backup", str(file))
    assert "exists already" in cli.refused("backup", str(file))
    cli.ok("backup", "--force", str(file))
    cli.refused("backup", str(tmp_path / "missing" / "all.zip"))
    cli.refused("backup", str(tmp_path))
    assert "Kept as they were" in cli.ok("restore-backup", str(file))
    other = CommandLine(tmp_path / "other", cli.capsys)
    assert other.ok("restore-backup", str(file)).startswith("0 matches were there.\nNew: ")
    for command in (("history", "--json"), ("players", "--json"), ("export", "--all"), ("show", "--json")):
        assert other.ok(*command) == cli.ok(*command)
    assert "nothing wrong" not in other.ok("doctor")
    other.ok("undo", "--match", json.loads(other.ok("history", "--json"))[0]["id"])
    other.ok("restore", gone)
    file.write_text("{}")
    assert "no backup" in other.refused("restore-backup", str(file))
    assert "no file" in other.refused("restore-backup", str(tmp_path / "none.zip"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "data", "other"]


def test_figures_are_made_again_from_the_matches(cli: CommandLine) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    expected = people(cli)
    for damage in ("", "null", "{", '["digests",2]', '["digests",2]\n["x",[1,2,3],[3]]\n["y",5,[null]]'):
        (cli.data / "digests.json").write_text(damage)
        assert people(cli) == expected
    cli.ok("doctor", "--repair")
    assert not (cli.data / "digests.json").exists()
    assert people(cli) == expected


def test_players_who_are_known_only_from_matches(cli: CommandLine) -> None:
    play(cli, ["Ana", "Boris", "Chi"], *WHOLE)
    expected = people(cli)
    (cli.data / "app.json").unlink()
    assert people(cli) == expected
    cli.ok("rename", "Chi", "Chiara")
    assert people(cli)["Chiara"]["id"] == expected["Chi"]["id"]
    assert {player.name for player in open_store(cli.data).players.known()} == {"Ana", "Boris", "Chiara"}


def test_who_sits_in_a_match_alone_is_found_and_listed(cli: CommandLine) -> None:
    match_id = cli.ok("new", "Ana", "Boris").strip()
    known = people(cli)
    for path in (cli.data / "app.json", cli.data / "previous" / "app.json"):
        path.unlink(missing_ok=True)
    assert cli.ok("players", "Boris").startswith("Boris\n")
    assert people(cli) == known
    (cli.data / "app.json").unlink()
    (path,) = cli.data.glob(f"matches/*_{match_id}.json")
    raw = path.read_bytes()
    path.write_bytes(raw.replace(f'"id":"{known["Ana"]["id"]}"'.encode(), b'"joined":1'))  # as an import may leave her
    assert cli.ok("players", "Ana").startswith("Ana\n")
    assert set(people(cli)) == {"Ana", "Boris"}
    assert "Nobody here is called" in cli.refused("players", "Chi")
