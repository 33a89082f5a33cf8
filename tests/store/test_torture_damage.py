"""Every kind of file damaged in every way: it is said once, nothing is lost, it is mended, and everything goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.store.opening import open_store
from tests.store.torture_damage import DAMAGES, FILES, PLACES, Patient, mutations
from tests.store.torture_operations import AT, clock, furnish
from tests.strategies import played

Do = Callable[[Patient], None]
LEFT_OUT = ("the index", "the digests")
"""No JSON documents: their lines are tried cut and in the ways that are named."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that every patient is made of."""
    path = tmp_path_factory.mktemp("damage") / "template"
    path.mkdir()
    furnish(path)
    return path


def tried(template: Path, what: str, ways: list[tuple[str, Do]]) -> int:
    """Damage a file in each of these ways; gives how many."""
    for how, damage in ways:
        patient = Patient(template, template.parent / "patient", what)
        damage(patient)
        found = patient.examined()
        assert not found, f"{what}, {how}:\n" + "\n".join(found)
    return len(ways)


def named_ways() -> list[tuple[str, Do]]:
    """What `DAMAGES` and `PLACES` name."""
    return [
        *((how, lambda patient, it=change: patient.damage(it(patient.raw))) for how, change in DAMAGES.items()),
        *((how, lambda patient, it=make: patient.put(it)) for how, make in PLACES.items()),
    ]


def cuts(template: Path, what: str, step: int) -> list[tuple[str, Do]]:
    """The file cut at every so many bytes."""
    raw = Patient(template, template.parent / "patient", what).raw
    return [
        (f"cut at {size}", lambda patient, to=size: patient.damage(patient.raw[:to]))
        for size in range(step // 2, len(raw), step)
    ]


def changed(template: Path, what: str, step: int) -> list[tuple[str, Do]]:
    """Every so many of the ways in which one value in it can be another or gone."""
    raw = Patient(template, template.parent / "patient", what).raw
    every = list(mutations(raw))[step // 2 :: step]
    return [(how, lambda patient, it=raw: patient.damage(it)) for how, raw in every]


@pytest.mark.parametrize("what", FILES)
def test_a_few_damages(template: Path, what: str) -> None:
    ways = named_ways()
    few = ways[list(FILES).index(what) :: len(FILES)]
    tried(template, what, few + cuts(template, what, 2000))


@pytest.mark.torture
@pytest.mark.parametrize("what", FILES)
def test_all_damages(template: Path, what: str, tell: Callable[[str], None]) -> None:
    named = tried(template, what, named_ways())
    every = what in ("a match", "players and settings", "the list")
    cut = tried(template, what, cuts(template, what, 1 if every else 4))
    tell(f"{what}: {named} damages by name, cut at {cut:,} places; each told once, kept, mended and played on with")


@pytest.mark.torture
@pytest.mark.parametrize("what", [each for each in FILES if each not in LEFT_OUT])
def test_any_value_is_another(template: Path, what: str, tell: Callable[[str], None]) -> None:
    count = tried(template, what, changed(template, what, 3 if "match" in what or what == "a copy" else 1))
    tell(f"{what}: {count:,} values changed for those of every JSON type or taken out, one at a time")


# Faults that were found so


@pytest.mark.parametrize("name", ['"\\ud800Ana"', "1" + "0" * 30, "1.5", "1e999", "NaN", "1" * 5000], ids=range(6))
def test_players_with_odd_values_can_be_added_to(folder: Path, name: str) -> None:
    store = open_store(folder, clock=clock)
    ids = store.players.identify(["Ana", "Boris"])
    raw = (folder / "app.json").read_text(encoding="utf-8")
    (folder / "app.json").write_text(raw.replace('"Ana"', name), encoding="utf-8")
    again = open_store(folder, clock=clock)
    again.players.identify(["Chi"])
    again.settings.put("theme", "dark")
    known = {player.name for player in open_store(folder, clock=clock).players.known()}
    assert known >= {"Boris", "Chi"}
    document = json.loads((folder / "app.json").read_bytes())
    assert set(document["players"]) >= set(ids)


@pytest.mark.parametrize("name", ["", ".", "..", "x/y", "20261130T171925Z_other.json", "\0"])
def test_a_list_with_a_name_that_leads_elsewhere_is_no_list(folder: Path, name: str) -> None:
    store = open_store(folder, clock=clock)
    for match_id in ("k3f9", "over"):
        store.matches.create(played(match_id, ["Ana", "Boris"], 1 if match_id == "k3f9" else 10))
    files = sorted((folder / "matches").iterdir())
    kept = (folder / "recent.json").read_text(encoding="utf-8")
    for match_id, file in zip(("k3f9", "over"), files, strict=True):
        raw = kept.replace(json.dumps(file.name), json.dumps(name))
        assert raw != kept, match_id
        (folder / "recent.json").write_text(raw, encoding="utf-8")
        again = open_store(folder, clock=clock)
        assert again.matches.open_ids() == ("k3f9",)
        assert again.matches.last_id() in ("k3f9", "over")
        assert len(again.matches.summaries()) == 2
    assert sorted((folder / "matches").iterdir()) == files


def test_a_device_in_the_place_of_the_index_is_not_read(folder: Path) -> None:
    store = open_store(folder, clock=clock)
    store.matches.create(played("k3f9", ["Ana", "Boris"], 7, highest=6))
    for name in ("index.json", "digests.json"):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to("/dev/zero")
    assert len(open_store(folder, clock=clock).matches.summaries()) == 1
    assert len(open_store(folder, clock=clock).players.digests()) == 1


def test_a_crash_between_setting_aside_and_writing_again_loses_nothing(folder: Path) -> None:
    store = open_store(folder, clock=clock)
    journal = played("k3f9", ["Ana", "Boris"], 1)
    store.matches.create(journal)
    store.matches.save(journal.change("note", journal.match.edit(note="x"), AT), based_on=journal.match.revision)
    store.players.identify(["Ana"])
    store.players.identify(["Boris"])
    (path,) = (folder / "matches").iterdir()
    for each in (path, folder / "app.json"):
        each.unlink()
        each.write_bytes(b"\0" * 100)
        # As `SetAsides.keep` leaves it: under both names.
        (folder / "set-aside").mkdir(exist_ok=True)
        (folder / "set-aside" / f"20260101T000000_{each.name}").hardlink_to(each)
    again = open_store(folder, clock=clock)
    assert again.matches.load("k3f9").match == journal.match
    assert [player.name for player in again.players.known()] == ["Ana"]
    assert len(again.matches.set_aside()) == 2, "what is kept already is not kept twice"


def test_there_is_one_copy_of_everything_at_most(folder: Path) -> None:
    store = open_store(folder, clock=clock)
    for number in range(3):
        store.matches.create(played(f"m{number}", ["Ana", "Boris"], 1))
    for turn in range(5):
        for number in range(3):
            before = store.matches.load(f"m{number}")
            after = before.change("note", before.match.edit(note=f"{turn}"), AT)
            store.matches.save(after, based_on=before.match.revision)
        store.settings.put("theme", f"{turn}")
    store.matches.delete("m0", AT)
    assert sorted(path.name.rpartition("_")[2] for path in (folder / "previous").iterdir()) == [
        "app.json", "m1.json", "m2.json",
    ]  # fmt: skip
