"""Does what a newcomer does, in an empty home, with each Python there is: python -m tests.newcomer [PYTHON...].

The two commands are read from the README, so what is tried is what is written there: the first opens the app, in a real
terminal, and a round is scored; the second runs every test. Then the wheel is built, installed where there is no
checkout, and a round is scored with it. Everything happens in a clone of what is committed, in a temporary folder. The
packages come from wherever pip gets them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from tests.terminal import Terminal

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13")
PASSED_ON = ("PIP_", "SSL_", "http_proxy", "https_proxy", "no_proxy", "LANG")
"""What pip may need to reach its packages; nothing else of whoever runs this gets through."""
SETTING_UP = 600.0
"""Seconds that pip may take."""


@dataclass
class Newcomer:
    """Somebody with an empty home and one Python."""

    python: Path
    place: Path
    """An empty folder of theirs."""
    env: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Make the home, and a PATH on which `python3` is theirs."""
        home, only = self.place / "home", self.place / "bin"
        home.mkdir()
        only.mkdir()
        (only / "python3").symlink_to(self.python)
        kept = {key: value for key, value in os.environ.items() if key.startswith(PASSED_ON)}
        self.env = kept | {
            "HOME": str(home),
            "PATH": f"{only}:/usr/local/bin:/usr/bin:/bin",
            "TERM": "xterm-256color",
            "TMPDIR": str(self.folder("tmp")),
        }

    def folder(self, name: str) -> Path:
        """A new folder in their place."""
        made = self.place / name
        made.mkdir()
        return made

    def run(self, *command: str, cwd: Path) -> str:
        """What a command prints.

        Raises:
            SystemExit: it failed; the last of what it said is the message.
        """
        done = subprocess.run(command, cwd=cwd, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-4000:]
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
        return done.stdout

    def first_match(self, command: Sequence[str], cwd: Path) -> None:
        """Open the app with this command, set a match up, score a round, leave; then ask the shell for the total."""
        with terminal(command, self.env, cwd) as app:
            wait_long(app, "New match")
            app.type("Ana\rBoris\r\r")
            app.wait("Ana")
            app.wait("round 1 of 10")
            app.type("0 23\r")
            app.wait("round 2 of 10")
            assert app.end() == 0
        saved = list(Path(self.env["HOME"]).rglob("matches/*.json"))
        assert len(saved) == 1, f"one match was played, {len(saved)} found"
        saved[0].unlink()


@contextmanager
def terminal(command: Sequence[str], env: Mapping[str, str], cwd: Path) -> Iterator[Terminal]:
    """A terminal with a command in it, ended for certain."""
    opened = Terminal.of(command, env, cwd)
    try:
        yield opened
    finally:
        opened.process.close(force=True)


def wait_long(app: Terminal, what: str) -> None:
    """Wait as long as setting up may take, for what is shown after it."""
    end = time.monotonic() + SETTING_UP
    while what not in app.text and app.process.isalive() and time.monotonic() < end:
        app.read(0.2)
    app.wait(what)


def commands_of_the_readme() -> tuple[str, str]:
    """The command that opens the app and the one that runs the tests, as the README has them."""
    found = re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    opening, testing = found
    return opening, testing


def clone(newcomer: Newcomer, name: str) -> Path:
    """A clean clone of what is committed."""
    checkout = newcomer.place / name
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(checkout)], check=True)
    return checkout


def try_readme(newcomer: Newcomer, *, tests: bool) -> Iterator[str]:
    """Do what the README says; gives a line for each thing that went well."""
    opening, testing = commands_of_the_readme()
    checkout = clone(newcomer, "first")
    newcomer.first_match(["sh", "-c", opening], checkout)
    yield "the app opened and scored a round"
    shutil.rmtree(checkout)
    if tests:
        checkout = clone(newcomer, "second")
        printed = newcomer.run("sh", "-c", testing, cwd=checkout)
        yield printed.strip().splitlines()[-1].strip("= ")
        shutil.rmtree(checkout)


def try_wheel(newcomer: Newcomer) -> Iterator[str]:
    """Build the wheel, and use it where there is no checkout."""
    checkout = clone(newcomer, "third")
    dist = newcomer.folder("dist")
    newcomer.run("python3", "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(dist), ".", cwd=checkout)
    tracked = subprocess.run(
        ["git", "ls-files", "scorekeeper"], cwd=checkout, capture_output=True, text=True, check=True
    ).stdout.split()
    shutil.rmtree(checkout)
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == set(tracked), f"the wheel and the package differ: {sorted(held ^ set(tracked))}"
    yield f"the wheel holds the {len(held)} files of the package"
    away = newcomer.folder("away")
    newcomer.run("python3", "-m", "venv", "venv", cwd=away)
    newcomer.run("venv/bin/pip", "install", "-q", str(wheel), cwd=away)
    newcomer.run("venv/bin/scorekeeper", "--version", cwd=away)
    newcomer.first_match([str(away / "venv/bin/scorekeeper")], away)
    yield "installed without the checkout, it opened and scored a round"


def pythons() -> list[Path]:
    """Every Python of `VERSIONS` on the PATH or kept by pyenv."""
    kept = Path.home() / ".pyenv" / "versions"
    found = []
    for version in VERSIONS:
        candidates = [*kept.glob(f"{version}.*/bin/python3")]
        on_path = shutil.which(f"python{version}")
        if candidates:
            found.append(candidates[-1])
        elif on_path is not None:
            found.append(Path(on_path))
    return found or [Path(sys.executable)]


def main() -> None:
    """Try everything with each Python; print a line for each thing that went well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="*", type=Path, help="interpreters to try (else all of 3.11 to 3.13)")
    parser.add_argument("--no-tests", action="store_true", help="leave out the second command, which runs every test")
    asked = parser.parse_args()
    for python in asked.python or pythons():
        with tempfile.TemporaryDirectory() as name:
            newcomer = Newcomer(python, Path(name))
            version = newcomer.run("python3", "--version", cwd=Path(name)).strip()
            for line in chain(try_readme(newcomer, tests=not asked.no_tests), try_wheel(newcomer)):
                print(f"{version}: {line}", flush=True)


if __name__ == "__main__":
    main()
