"""A place of its own for commands that are tried: a data folder, files to name, an empty home."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from scorekeeper.report.spreadsheet import rounds_csv
from scorekeeper.store.codec import match_file
from scorekeeper.store.opening import open_store
from tests.fuzz.harmless import Shell
from tests.fuzz.mutations import mutated_bytes, mutated_json
from tests.fuzz.tables import any_journal
from tests.fuzz.test_playrecords import record_of

AT = "2026-12-24T12:00:00+01:00"


@cache
def template() -> Path:
    """A folder with a data folder and files to name, made once."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = open_store(folder / "data")
    for seed in range(6):
        journal = any_journal(seed)
        store.players.recognise([journal.match])
        store.matches.create(journal)
    store.matches.delete("f5", AT)
    journal = any_journal(7)
    (folder / "match.json").write_text(match_file([journal.match]))
    (folder / "match.csv").write_text(rounds_csv([journal.match]), newline="")
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "link.json").symlink_to("match.json")
    rng = Random(1)
    (folder / "bad.json").write_bytes(mutated_json([journal.match.id], rng))
    (folder / "bad.csv").write_bytes(mutated_bytes(rounds_csv([journal.match]).encode(), rng, 30))
    (folder / "plays.json").write_bytes(mutated_json(record_of(rng), rng, 0))
    shell = Shell(folder / "data")
    assert shell("backup", str(folder / "all.zip")).code == 0
    (folder / "bad.zip").write_bytes(mutated_bytes((folder / "all.zip").read_bytes(), rng, 8))
    return folder


@contextlib.contextmanager
def sandbox() -> Iterator[Path]:
    """A copy of the template as the working folder, beside an empty home; nothing outside is named by any word."""
    before = {name: os.environ.get(name) for name in ("HOME", "XDG_DATA_HOME", "SCOREKEEPER_DATA")}
    with tempfile.TemporaryDirectory(prefix="scorekeeper-fuzz-") as place:
        here = Path(place) / "deep" / "here"
        shutil.copytree(template(), here, symlinks=True)
        home = Path(place) / "home"
        home.mkdir()
        os.environ.update(HOME=str(home), XDG_DATA_HOME=str(home))
        os.environ.pop("SCOREKEEPER_DATA", None)
        try:
            with contextlib.chdir(here):
                yield Path(place)
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
