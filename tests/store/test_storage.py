"""TinyDB on files written whole, tables of named documents, players, settings, and what importing costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tinydb.storages import MemoryStorage

from scorekeeper.rules.house import STANDARD, HouseRules
from scorekeeper.store.filenames import file_name, id_of, trashed
from scorekeeper.store.opening import open_store, random_id
from scorekeeper.store.paths import data_folder
from scorekeeper.store.protocol import KnownPlayer, Store, StoreError, names_of
from scorekeeper.store.storage import Database
from scorekeeper.store.strictjson import Unreadable
from scorekeeper.store.wholefile import write_whole
from tests.store.conftest import FixedClock
from tests.strategies import played


@pytest.fixture(params=["memory", "file"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    return Database(storage=MemoryStorage) if request.param == "memory" else Database(tmp_path / "a.json")


def test_documents_are_replaced_and_not_merged(database: Database) -> None:
    table = database.named_table("players")
    assert table.named("p1") is None
    table.put("p1", {"name": "Ana", "seen": 1})
    table.put("p1", {"name": "Boris"})
    assert table.named("p1") == {"name": "Boris"}
    table.put_all({"p2": {"name": "Chi"}})
    assert table.documents() == {"p2": {"name": "Chi"}}
    assert database.named_table("other").documents() == {}
    assert [(document.doc_id, dict(document)) for document in table] == [("p2", {"name": "Chi"})]


def test_many_changes_are_one_write_or_none(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    database = Database(path)
    with database.file.together():
        database.named_table("a").put("x", {"n": 1})
        assert not path.exists()
        database.named_table("b").put("y", {"n": 2})
        assert database.named_table("a").named("x") == {"n": 1}
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": {"x": {"n": 1}}, "b": {"y": {"n": 2}}}

    def fail() -> None:
        with database.file.together():
            database.named_table("a").put("x", {"n": 3})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert database.named_table("a").named("x") == {"n": 1}
    inode = path.stat().st_ino
    with database.file.together():
        assert database.named_table("a").named("x") == {"n": 1}
    assert path.stat().st_ino == inode, "reading alone writes nothing"


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"x"])
def test_what_json_has_no_word_for_is_refused_before_writing(tmp_path: Path, value: object) -> None:
    database = Database(tmp_path / "a.json")
    database.named_table("a").put("x", {"n": 1})
    with pytest.raises((ValueError, TypeError)):
        database.named_table("a").put("x", {"n": value})
    assert database.named_table("a").named("x") == {"n": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("text", ["", "null", "[]", '{"a": 1}', '{"a": {"x": 1}}', "{", '{"a": {}, "a": {}}'])
def test_a_damaged_file_is_no_new_database(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    database = Database(path)
    with pytest.raises(Unreadable):
        database.named_table("a").put("x", {"n": 1})
    assert path.read_text(encoding="utf-8") == text


def test_players_keep_their_ids(store: Store, open_again: Callable[[], Store], clock: FixedClock) -> None:
    assert store.players.identify(["Ana", "Boris"]) == ("p1", "p2")
    clock.forward(1)
    assert open_again().players.identify([" ANA", "Chi", "ana"]) == ("p1", "p3", "p1")
    known = open_again().players.known()
    assert {player.id for player in known[:2]} == {"p1", "p3"}
    assert known[2] == KnownPlayer("p2", "Boris")
    assert names_of(known)[2] == "Boris"
    assert random_id() != random_id()


def test_a_name_is_cleaned_before_it_is_known(store: Store) -> None:
    store.players.identify(["A\x1bna"])
    assert store.players.known()[0].name == "Ana"


def test_settings_survive(store: Store, open_again: Callable[[], Store], folder: Path) -> None:
    assert store.settings.last_house_rules() == STANDARD
    house = HouseRules(double_blank=25, missing_double="burn", target=300)
    store.settings.put_last_house_rules(house)
    store.settings.put("theme", "dark")
    again = open_again().settings
    assert (again.get("theme"), again.get("language", "en"), again.last_house_rules()) == ("dark", "en", house)
    inode = (folder / "app.json").stat().st_ino
    store.settings.put("theme", "dark")
    assert (folder / "app.json").stat().st_ino == inode, "what is there already is not written again"


def test_names_of_files() -> None:
    match = played("k3-f_9", ["Ana", "Boris"], 0).match
    assert file_name(match) == "20261130T171925Z_k3-f_9.json"
    assert id_of(file_name(match)) == "k3-f_9"
    assert file_name(match.edit(created="")) == "00010101T000000Z_k3-f_9.json"
    for name in ("k3f9.json", "20261130T171925Z_k3 f9.json", "20261130T171925Z_a.json.tmp", "20261130T171925Z_.json"):
        assert id_of(name) is None
    assert trashed("20261399T000000+0100_20261130T171925Z_a.json") is None
    assert trashed("20261130T171925Z_a.json") is None


def test_the_data_folder(tmp_path: Path, own_home: Path) -> None:
    assert data_folder(str(tmp_path)) == tmp_path
    assert data_folder(None, {"SCOREKEEPER_DATA": str(tmp_path)}) == tmp_path
    assert data_folder("", {"SCOREKEEPER_DATA": ""}) == own_home / "scorekeeper"
    assert data_folder("~/x", {}) == own_home / "x"
    assert data_folder("x", {}) == Path.cwd() / "x"


def test_no_data_folder_can_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("~nobody-of-that-name/x", "a\0b"):
        with pytest.raises(StoreError):
            data_folder(name)
    for variable in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable)
    monkeypatch.setattr("os.getuid", lambda: 987_654)  # nobody whom the system knows
    with pytest.raises(StoreError, match="SCOREKEEPER_DATA"):
        data_folder(None, {})


def run(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_the_store_is_cheap_and_touches_nothing(own_home: Path) -> None:
    code = (
        "import sys, pkgutil, importlib, scorekeeper.store as package\n"
        "for each in pkgutil.iter_modules(package.__path__):\n"
        "    if each.name != 'storage':\n"
        "        importlib.import_module('scorekeeper.store.' + each.name)\n"
        "print(*sorted({'tinydb', 'filelock', 'platformdirs', 'asyncio', 'textual', 'rich'} & set(sys.modules)))"
    )
    assert run(code) == ""
    assert list(own_home.iterdir()) == []


def test_reading_needs_no_lock(folder: Path) -> None:
    open_store(folder).matches.create(played("k3f9", ["Ana", "Boris"], 2))
    code = (
        "import sys\nfrom scorekeeper.store.opening import open_store\nmatches = open_store(sys.argv[1]).matches\n"
        "matches.load(matches.open_ids()[0]), matches.last_id(), matches.find('k'), matches.trash()\n"
        "print('filelock' in sys.modules, 'platformdirs' in sys.modules, 'tinydb' in sys.modules)"
    )
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert run(code, str(folder)) == "False False False"
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_nothing_that_is_no_file_is_written_over_by_way_of_a_link(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        (tmp_path / "x.json").symlink_to(name)
        with pytest.raises(StoreError, match="no file"):
            write_whole(tmp_path / "x.json", b"{}")
        (tmp_path / "x.json").unlink()
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "x.json").symlink_to("new.json")
    with pytest.raises(StoreError, match="leads nowhere"):
        write_whole(tmp_path / "x.json", b"{}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe", "x.json"]
