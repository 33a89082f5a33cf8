"""Backups made wrong: restored as far as everything in them is sound, or refused with nothing changed anywhere."""

from __future__ import annotations

import io
import json
import stat
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.store.backup import Backup
from scorekeeper.store.opening import local_time, open_store
from scorekeeper.store.protocol import StoreError
from scorekeeper.store.restoring import Restoring
from tests.fuzz.harmless import assert_harmless, everything_in
from tests.fuzz.mutations import any_text, mutated_bytes, mutated_json
from tests.fuzz.tables import any_journal, everything_said
from tests.long_run import search

SEEDS = st.integers(0, 2**32)
AT = "2026-12-24T12:00:00+01:00"
_NAMES = (
    *("../x.json", "/tmp/x.json", "matches/../x.json", "matches/", "matches", "x", "matches/a/b.json", "about.json"),
    *("matches\\x.json", "C:x", "matches/20261130T180211Z_../x.json", "matches/20261130T180211Z_x.json\0.txt"),
    *("MATCHES/20261130T180211Z_x.json", "matches//20261130T180211Z_x.json", "./about.json", "app.json", "app.json/"),
    *("trash/20261399T000000+0100_20261130T180211Z_x.json", "matches/20261130T180211Z_" + "x" * 65 + ".json", ""),
)


@cache
def content() -> dict[str, bytes]:
    """The files of a sound backup by their names."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        for seed in (3, 8, 21):
            journal = any_journal(seed)
            store.players.recognise([journal.match])
            store.matches.create(journal)
        store.matches.delete("f8", AT)
        store.settings.put("theme", "dark")
        file = io.BytesIO()
        Backup(Path(folder), local_time).make(file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zip_of(seed: int) -> bytes:
    """A backup with changes to what its files hold, what they are called, what is said of them, and its bytes."""
    rng = Random(seed)
    files = list(content().items())
    for _change in range(rng.choice((0, 1, 1, 2, 3))):
        at = rng.randrange(len(files))
        name, raw = files[at]
        match rng.randrange(6):
            case 0:
                files[at] = (rng.choice((*_NAMES, any_text(rng))), raw)
            case 1:
                files.append((rng.choice((name, *_NAMES)), raw))
            case 2 if len(files) > 1:
                del files[at]
            case 3:
                files[at] = (name, mutated_bytes(raw, rng))
            case _:
                files[at] = (name, mutated_json(json.loads(content().get(name, b"{}")), rng))
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")  # a name that is there twice
        for name, raw in files:
            info = zipfile.ZipInfo("x")
            info.filename = name.encode(errors="replace").decode()
            info.compress_type = rng.choice((zipfile.ZIP_DEFLATED,) * 5 + (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2))
            if rng.random() < 0.05:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            if rng.random() < 0.05:
                info.extra = rng.choice((b"\x01\x00\x08\x00" + b"\xff" * 8, b"\x75\x70\x01\x00x", b"x"))
            archive.writestr(info, raw)
    spoilt = bytearray(out.getvalue())
    for mark, fields in ((b"PK\x01\x02", (8, 10, 16, 20, 24, 28, 42)), (b"PK\x03\x04", (6, 8, 14, 18, 22))):
        at = spoilt.find(mark, rng.randrange(len(spoilt)))
        if at >= 0 and rng.random() < 0.15:
            field = at + rng.choice(fields)
            spoilt[field : field + 2] = struct.pack("<H", rng.choice((0, 1, 9, 99, 0xFFFF, rng.randrange(65536))))
    return mutated_bytes(bytes(spoilt), rng) if rng.random() < 0.3 else bytes(spoilt)


def check_backup(seed: object) -> None:
    assert isinstance(seed, int)
    check_restored(zip_of(seed), filled=seed % 2 == 1)


def check_restored(raw: bytes, *, filled: bool = False) -> bool:
    """A backup is restored, or refused and nothing is changed; gives which."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "deep" / "data"
        if filled:
            store = open_store(folder)
            store.matches.create(any_journal(3))
        file = Path(place) / "deep" / "all.zip"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(raw)
        before = everything_in(Path(place))
        said = None
        try:
            Restoring(folder, local_time).restore(file)
        except StoreError as error:
            said = str(error)
        after = everything_in(Path(place))
        if said is not None:
            assert_harmless(said)
            assert said.strip()
            assert after == before
            return False
        assert all(path.startswith("deep/data") for path in after.keys() - before.keys())
        assert not any(isinstance(what, tuple) for what in after.values()), "no link ever comes out of a backup"
        store = open_store(folder)
        for summary in store.matches.summaries():
            everything_said(store.matches.load(summary.id).match)
        for gone in store.matches.trash():
            store.matches.restore(gone.id)
        store.players.digests()
        assert not store.matches.set_aside()
        return True


def test_a_sound_backup_is_restored() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, raw in content().items():
            archive.writestr(name, raw)
    assert check_restored(out.getvalue())
    assert check_restored(b"something before it" + out.getvalue())


@settings(max_examples=30)
@given(SEEDS)
def test_any_backup(seed: int) -> None:
    check_backup(seed)


@pytest.mark.torture
def test_any_backup_for_long(minutes: float, tell: Callable[[str], None]) -> None:
    tell(search(minutes, SEEDS, check_backup))
