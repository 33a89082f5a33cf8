"""Nasty texts wherever text can enter: refused, or kept and shown harmlessly, in every form that is written out."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scorekeeper.rules.names import clean
from scorekeeper.store.documents import match_document
from scorekeeper.store.opening import open_store
from tests.fuzz.harmless import Shell, assert_harmless, check_done
from tests.fuzz.mutations import NASTY_TEXTS
from tests.fuzz.tables import any_journal
from tests.strategies import played

ROOT = Path(__file__).parents[2]
OURS = {
    *("article", "bdi", "body", "div", "footer", "h1", "h2", "head", "header", "html", "li", "meta", "p", "path"),
    *("rect", "section", "span", "style", "svg", "table", "tbody", "td", "th", "thead", "title", "tr", "ul"),
}
"""The tags of a score sheet."""
FORMS = ("json", "csv", "csv-matches", "markdown", "text", "html")


class Tags(HTMLParser):
    """The tags of a page, and what could run in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.found |= {name for name, _value in attrs if name.startswith("on")}


def tags(page: str) -> set[str]:
    parser = Tags()
    parser.feed(page)
    return parser.found


def said_by_everybody(shell: Shell, match_id: str, text: str) -> None:
    """Every command that shows a match in which the text is."""
    for command in (
        ["show", "--", match_id], ["show", "--json", "--", match_id], ["history"], ["history", "--json"], ["players"],
        ["players", "--json"], ["players", "--", text], ["history", "--player", text],
    ):  # fmt: skip
        check_done(shell(*command))
    for form in FORMS:
        done = shell("export", "--format", form, "--", match_id)
        check_done(done, csv=form.startswith("csv"))
        assert done.code == 0
        if form == "html":
            assert tags(done.out.decode()) <= OURS


def everywhere(folder: Path, text: str) -> None:
    """The text typed, and read from files, in every place for text; nothing is written but in the data folder."""
    folder.mkdir()
    with contextlib.chdir(folder):
        _everywhere(folder, text)
    assert all(path.name in ("data", "x.csv") or path.suffix == ".json" for path in folder.iterdir())


def _everywhere(folder: Path, text: str) -> None:
    shell = Shell(folder / "data")
    open_store(folder / "data").matches.create(played("plain", ["Ana", "Boris"], 10))
    for arguments in (
        ["new", "--set", "9", "--", "Chi", text], ["join", "--match", "plain", "--", text], ["note", "--", text],
        ["note", "--round", "1", "--match", "plain", "--", text], ["rename", "--", "Ana", text], ["leave", "--", text],
        ["score", "--", text, "0"], ["correct", "--", "1", "0", text], ["merge", "--", text, "Boris"],
        ["archive", "--", text], ["delete", "--", text], ["restore", "--", text], ["rules", "--", text],
        ["show", "--", text], ["players", "--from", text], ["export", "--format", text],
        ["new", "A", "B", "--set", text],
        ["new", "A", "B", "--house", f"{text}={text}"], ["score", "0", "1", "--double", text, "--starter", text],
        ["join", "Zoe", "--before", text, "--catch-up", text], ["import", "--", text], [text], ["--no" + text],
        ["check", "--", text + "/x"], ["restore-backup", "--", text + "/x"], ["export", "-o", f"missing/{text}"],
    ):  # fmt: skip
        check_done(shell(*arguments))
    for at, document in enumerate(documents(text)):
        file = folder / f"x{at}.json"
        file.write_text(json.dumps(document))
        for command in ("check", "import", "referee"):
            check_done(shell(command, str(file)))
        check_done(shell("referee", "--json", str(file)))
    cells = folder / "x.csv"
    exported = shell("export", "plain", "--format", "csv", "--full").out.decode()
    for old in ("Boris", "plain", "9,1,9", "2026"):
        quoted = '"' + text.replace('"', '""') + '"'
        cells.write_bytes(exported.replace(old, quoted).encode(errors="surrogatepass"))
        for command in ("check", "import"):
            check_done(shell(command, str(cells)))
    for summary in open_store(folder / "data").matches.summaries():
        said_by_everybody(shell, summary.id, text)


def documents(text: str) -> list[object]:
    match = match_document(any_journal(2).match)
    with_text = {
        "id": text, "created": text, "note": text, "set": text, text: 1, "house_rules": {text: text, "arms": text},
        "corrections": [{"at": text, "what": text, "from": text, "to": text, "round": 1}], "format": text,
        "rulings": [{"at": match["created"], "rule": text, "text": text, "round": 1}], "version": text,
        "players": [{**match["players"][0], "name": text}, *match["players"][1:]],
        "rounds": [{**match["rounds"][0], "note": text, "tiles": [text], "double": text}, *match["rounds"][1:]],
    }  # fmt: skip
    records = [
        {"id": text, "title": text, "set": 9, "players": text, "steps": [{"action": {"do": text, "tile": text}}]}
    ]
    return [*({**match, key: value} for key, value in with_text.items()), {"plays": records}, text]


def test_nasty_texts_everywhere(tmp_path: Path) -> None:
    for at, text in enumerate(("\x1b[2J\x9b31m<script>alert(1)</script>", "\ud800\udcff")):
        everywhere(tmp_path / str(at), text)


def test_what_ends_the_options_is_a_value_from_then_on(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "data")
    assert shell("new", "--set", "9", "--", "Ana", "--", "-1").code == 0
    players = json.loads(shell("show", "--json").out)["players"]
    assert [player["name"] for player in players] == ["Ana", "--", "-1"]
    assert b"-- 5" in shell("score", "--", "0", "5", "7").out
    check_done(shell("score", "--", "--", "0", "1"))
    assert b"-- is Dan now" in shell("rename", "--", "--", "Dan").out
    assert b"Noted: --" in shell("note", "--", "--").out


@pytest.mark.torture
def test_every_nasty_text_everywhere(tmp_path: Path, tell: Callable[[str], None]) -> None:
    for at, text in enumerate(NASTY_TEXTS):
        try:
            everywhere(tmp_path / str(at), text)
        except BaseException as error:
            error.add_note(f"with {text!a}")
            raise
    tell(f"{len(NASTY_TEXTS)} texts in every place of every command and file")


@pytest.mark.parametrize(
    "language", ["C", *(pytest.param(name, marks=pytest.mark.torture) for name in ("C.UTF-8", "POSIX"))]
)
def test_bytes_that_are_no_text(tmp_path: Path, language: str) -> None:
    """Arguments, names of files and the data folder as the system gives them, which may be any bytes."""
    folder = os.fsencode(tmp_path) + b"/d\xff\x1b[2Jx"
    environment = {**os.environb, b"LC_ALL": language.encode(), b"LANG": language.encode()}
    environment |= {b"SCOREKEEPER_DATA": folder, b"PYTHONPATH": os.fsencode(ROOT)}
    for arguments in (
        [b"new", b"An\xff\xfea", b"\xc4\x87"], [b"show"], [b"note", b"\xff"], [b"score", b"0", b"\xff"], [b"players"],
        [b"export", b"-o", folder + b"/\xfe"], [b"check", folder + b"/\xfe"], [b"backup", folder + b"/b\xfe"],
        [b"restore-backup", folder + b"/b\xfe"], [b"doctor"], [b"\xff"], [b"rules", b"\xff"], [b"new", b"\xff", b"B"],
    ):  # fmt: skip
        done = subprocess.run(
            [os.fsencode(sys.executable), b"-m", b"scorekeeper", *arguments],
            capture_output=True, check=False, timeout=60, env=environment,
        )  # fmt: skip
        assert done.returncode in (0, 1, 2), done
        for text in (done.stdout.decode("utf-8"), done.stderr.decode("utf-8")):
            assert_harmless(text)
            assert "Traceback" not in text
            assert "inside Scorekeeper" not in text, text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d\udcff\x1b[2Jx"]
    matches = open_store(os.fsdecode(folder)).matches
    (summary,) = matches.summaries()
    assert summary.lines[0].name == clean("Ana")
