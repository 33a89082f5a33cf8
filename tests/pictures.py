"""Makes the pictures of the README from the real app with seeded data: python -m tests.pictures [NAME...].

The app draws SVG; headless Chromium turns it into PNG where it is installed, so that the pictures look the same
everywhere.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual import events

from scorekeeper.report.scoresheet import matches_html
from scorekeeper.rules import changes
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import STANDARD
from scorekeeper.rules.journal import Journal
from scorekeeper.store.opening import open_store
from scorekeeper.store.protocol import Store
from scorekeeper.ui.app import ScorekeeperApp

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "screenshots"
EVENING = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
KEYS = {" ": "space", "!": "enter"}
SHEET = "scoresheet"
"""The picture of the printed score sheet."""


@dataclass(frozen=True)
class Picture:
    """One picture: the match on the table, the size, and what is typed before it is taken."""

    name: str
    size: tuple[int, int]
    match: str = ""
    """The id of the match that is open; "" for none."""
    keys: tuple[str, ...] = ()
    """Runs of letters, or names of keys such as "@f3"."""
    theme: str = "dark"


PICTURES = (
    Picture("table-140x40", (140, 40), "evening", ("0 17",)),
    Picture("table-80x24", (80, 24), "evening", ("0 17",), "light"),
    Picture("table-40x20", (40, 20), "evening", ("0 17",)),
    Picture("correction-80x24", (80, 24), "evening", ("@up", "@up", "@home", "@enter", "9")),
    Picture("refused-80x24", (80, 24), "evening", ("0 6-5 0 ",)),
    Picture("result-80x24", (80, 24), "tie"),
    Picture("ten-80x24", (80, 24), "club", ("12 0 7",)),
    Picture("setup-80x24", (80, 24), "", ("Ana!Boris!Chi!Da",)),
    Picture("matches-80x24", (80, 24), "evening", ("@f3",)),
    Picture("help-80x24", (80, 24), "evening", ("@f1", "tie")),
    Picture("layout-80x24", (80, 24), "evening", ("@ctrl+l", "4-4!9-4!6-4!4-1!4-0!6-6!", "6-2")),
    Picture("double-80x24", (80, 24), "evening", ("@f5", "!")),
    Picture("why-80x24", (80, 24), "evening", ("@f8",)),
    Picture("review-140x40", (140, 40), "tie", ("@f11",)),
    Picture("players-80x24", (80, 24), "evening", ("@ctrl+b",)),
    Picture("palette-80x24", (80, 24), "evening", ("@ctrl+p", "double")),
)


def match_of(match_id: str, names: Sequence[str], rows: Sequence[str], highest: int, at: datetime) -> Journal:
    """A match whose rounds are typed as in the boxes, one every twelve minutes."""
    journal = Journal(changes.start(match_id, at.isoformat(), names, highest, 7, STANDARD))
    for number, row in enumerate(rows, start=1):
        hands = tuple(parse_hand(text, highest) for text in row.split())
        at += timedelta(minutes=12)
        journal = journal.change("round", changes.record_round(journal.match, hands), at.isoformat(), number)
    return journal


def seeded(folder: Path) -> Store:
    """A store with an evening at home, a tie of the worked cases and a table of ten at a club."""
    store = open_store(folder, clock=lambda: EVENING + timedelta(hours=3))
    cases = json.loads((ROOT / "tests" / "cases" / "matches.json").read_text(encoding="utf-8"))["matches"]
    for index, case in enumerate(cases):
        rows = [
            " ".join(
                f"{points - (50 if row['double_blank'] == seat else 0)}{'*' if row['double_blank'] == seat else ''}"
                for seat, points in enumerate(row["totals"])
            )
            for row in case["rounds"]
        ]
        started = EVENING - timedelta(days=21 - 3 * index)
        match_id = "tie" if case["id"] == "G04" else str(case["id"])
        journal = match_of(match_id, case["players"], rows, case["set"], started)
        if case["stopped_early"]:
            journal = journal.change("stop", changes.stop(journal.match, started.isoformat()), started.isoformat())
        store.matches.create(journal)
    club = ["Ana", "Boris", "Chloe", "Dan", "Eva", "Frida", "Goran", "王小明", "Maximilian", "Zoë"]
    rows = ["0 31 12 44 5 7 25 60 18 9", "22 0 35 51 8 14 6 37 40 28", "17 26 0 8 33 19 42 11 5 30"]
    store.matches.create(match_of("club", club, rows, 12, EVENING))
    evening = ["0 23 41* 17", "6-5+4-1 0 30 28", "12 9 0 33", "21 35 14 0", "0 18 7 26"]
    store.matches.create(match_of("evening", ["Ana", "Boris", "Chi", "Dan"], evening, 9, EVENING + timedelta(hours=1)))
    store.players.identify(["Ana", "Boris", "Chi", "Dan", "Daniela"])
    return store


async def take(picture: Picture, folder: Path) -> Path:
    """Take one picture; gives the SVG file."""
    store = open_store(folder, clock=lambda: EVENING + timedelta(hours=3))
    app = ScorekeeperApp(store, clock=lambda: EVENING + timedelta(hours=3), new_id=lambda: "next")
    app.theme = f"scorekeeper-{picture.theme}"
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        if picture.match:
            await app.open_match(picture.match)
        else:
            await app.open_setup()
        await pilot.pause()
        for run in picture.keys:
            for key in [run[1:]] if run.startswith("@") else [KEYS.get(letter, letter) for letter in run]:
                app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
            await pilot.pause(0.3)
        await pilot.pause(0.3)
        return Path(app.save_screenshot(f"{picture.name}.svg", path=str(FOLDER)))


def to_png(svg: Path) -> None:
    """Turn the SVG file into a PNG beside it, and take the SVG away; nothing where there is no Chromium."""
    head = svg.read_text(encoding="utf-8").split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()
    width, height = (int(float(part)) + 1 for part in head)
    # The drawing names fonts of the web, which are not fetched here.
    text = svg.read_text(encoding="utf-8")
    svg.write_text(text.replace("Fira Code", "DejaVu Sans Mono"), encoding="utf-8")
    if photograph(svg, svg.with_suffix(".png"), width, height):
        svg.unlink()


def photograph(page: Path, png: Path, width: int, height: int) -> bool:
    """Take a picture of a page as a browser shows it, in pixels; False where there is no Chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print(f"{page.name}: no Chromium here, so it stays as it is", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
            f"--user-data-dir={profile}", f"--screenshot={png}", f"--window-size={width},{height}", page.as_uri(),
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    return True


def score_sheet(folder: Path) -> None:
    """Take the picture of the printed score sheet."""
    page = folder / "sheet.html"
    page.write_text(matches_html([seeded(folder).matches.load("evening").match]), encoding="utf-8")
    photograph(page, FOLDER / f"{SHEET}.png", 770, 770)


def main(names: Sequence[str]) -> None:
    """Make the pictures with these names, all of them by default."""
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        if not names or picture.name in names:
            with tempfile.TemporaryDirectory() as folder:
                seeded(Path(folder))
                to_png(asyncio.run(take(picture, Path(folder))))
            print(picture.name)
    if not names or SHEET in names:
        with tempfile.TemporaryDirectory() as folder:
            score_sheet(Path(folder))
        print(SHEET)


if __name__ == "__main__":
    main(sys.argv[1:])
