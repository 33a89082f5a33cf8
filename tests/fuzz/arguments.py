"""Command lines by a grammar: what a command takes, changed here and there, and what it does not take."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from scorekeeper.cli.arguments import COMMANDS
from tests.fuzz.mutations import any_text
from tests.fuzz.tables import PLAIN, any_journal

_OPTIONS = (
    "--match", "--starter", "--set", "--hand-size", "--house", "--double", "--catch-up", "--before", "--round",
    "--json", "--player", "--from", "--to", "--undo", "--all", "--format", "--full", "-o", "--output", "--force",
    "--repair", "--data", "-h", "--help", "--version", "--", "-1", "-x", "--no-such", "-oout", "--set=9", "--match=",
)  # fmt: skip
_FORMATS = ("json", "csv", "csv-matches", "markdown", "text", "html", "xml")
_NUMBERS = ("0", "1", "2", "3", "9", "12", "-1", "7", "100", "999999999", "1000000000", "1.5", "8-8", "٣")
_HANDS = ("0", "23", "23b", "0d", "12+9", "6-5+4-1", "*", "5", "7", "21", "0/", "600", "x", "1", "0-0")
_FILES = (
    *("out.json", "match.json", "match.csv", "bad.json", "bad.csv", "plays.json", "all.zip", "bad.zip", "folder"),
    *("missing", "-", "loop", "link.json", "none/x", "data", "a" * 300, "~nobody-here/x", "\udcff", "match.json/x", ""),
)
_FOLDERS = ("", "data", "x", "~", "~nobody-here", "match.json", "\udcff", "a\0b", "loop", "folder/x/y")
_WORDS = ("R15", "r 99", "double", "blank", "H1", "2026-11", "2026-11-30", "9999-99-99", "highest", "none", "arms=6")


def _garbage(rng: Random) -> str:
    """Any text, but for what would be a place outside the sandbox."""
    text = any_text(rng)
    return "x" if text.startswith("/") or ".." in text else text


def _word(rng: Random) -> str:
    kinds: tuple[Callable[[], str], ...] = (
        lambda: rng.choice(PLAIN),
        lambda: any_journal(rng.randrange(6)).match.players[0].name,
        lambda: rng.choice(("f0", "f1", "f2", "f3", "f4", "f5", "f", "F1", "p0", "p1")),
        lambda: rng.choice(_NUMBERS),
        lambda: rng.choice(_HANDS),
        lambda: rng.choice(_FILES),
        lambda: rng.choice(_WORDS),
        lambda: _garbage(rng),
    )
    return rng.choice(kinds)()


def _likely(command: str, rng: Random) -> list[str]:
    """Arguments of the kinds that a command takes, in the places where it takes them."""
    match_id = rng.choice(("f0", "f1", "f2", "f3", "f4", "f5", "f"))
    players = any_journal(int(match_id[1:] or 0)).match.players
    name = rng.choice(players).name
    hands = [rng.choice(_HANDS) for _ in rng.choice((players, PLAIN[:2]))]
    if rng.random() < 0.5:
        hands = ["0", *(str(7 + 2 * at) for at in range(1, len(hands)))]
    here = ["--match", match_id] if rng.random() < 0.8 else []
    json = ["--json"] if rng.random() < 0.4 else []
    file = rng.choice(_FILES)
    force = ["--force"] if rng.random() < 0.4 else []
    known: dict[str, Callable[[], list[str]]] = {
        "new": lambda: [
            *rng.sample(PLAIN, rng.randint(1, 4)),
            _garbage(rng),
            *rng.choice(
                (
                    [],
                    ["--set", rng.choice(_NUMBERS)],
                    ["--house", "double_blank=25"],
                    ["--house", f"{_garbage(rng)}={_garbage(rng)}"],
                    ["--hand-size", rng.choice(_NUMBERS)],
                )
            ),
        ],
        "score": lambda: [*hands, *here, *rng.choice(([], ["--starter", name], ["--double", rng.choice(_NUMBERS)]))],
        "correct": lambda: [rng.choice(("1", "2", "9", "0")), *hands, *here, *rng.choice(([], ["--starter", name]))],
        "join": lambda: [
            rng.choice((_garbage(rng), "Zoe")),
            *here,
            *rng.choice(([], ["--catch-up", rng.choice(_NUMBERS)], ["--catch-up", "none"], ["--before", name])),
        ],
        "leave": lambda: [name, *here],
        "note": lambda: [_garbage(rng), *here, *rng.choice(([], ["--round", rng.choice(_NUMBERS)]))],
        "delete": lambda: [match_id],
        "restore": lambda: [rng.choice((match_id, "f5"))],
        "show": lambda: [match_id, *json],
        "history": lambda: [*rng.choice(([], ["--player", name], ["--player", _garbage(rng)])), *json],
        "players": lambda: [
            *rng.choice(([], [name], [_garbage(rng)])),
            *rng.choice(([], ["--from", rng.choice(_WORDS)], ["--to", rng.choice(_WORDS)], ["--set", "9"])),
            *json,
        ],
        "rename": lambda: [name, rng.choice((_garbage(rng), "Zoe", rng.choice(PLAIN)))],
        "merge": lambda: [name, rng.choice(players).name],
        "archive": lambda: [name, *rng.choice(([], ["--undo"]))],
        "export": lambda: [
            *rng.choice(([match_id], ["--all"], ["f0", "f1"], [])),
            "--format",
            rng.choice(_FORMATS),
            *rng.choice(([], ["-o", file])),
            *force,
        ],
        "import": lambda: [file, *rng.choice(([], [rng.choice(_FILES)]))],
        "check": lambda: [file],
        "referee": lambda: [file, *json],
        "backup": lambda: [file, *force],
        "restore-backup": lambda: [rng.choice((file, "all.zip", "bad.zip"))],
        "rules": lambda: [rng.choice((_garbage(rng), "R15", "double blank", rng.choice(_WORDS)))],
        "doctor": lambda: rng.choice(([], ["--repair"])),
    }
    return known.get(command, lambda: here)()


def command_line(rng: Random) -> list[str]:
    """Arguments as somebody may type them, a script may make them up, or nobody would."""
    command = rng.choice((*COMMANDS, *COMMANDS, *COMMANDS, "", "shwo", _garbage(rng)))
    arguments = [command, *_likely(command, rng)] if command else []
    for _change in range(rng.choice((0, 0, 0, 0, 0, 1, 2, 4))):
        at = rng.randrange(len(arguments) + 1)
        match rng.randrange(5):
            case 0:
                arguments.insert(at, rng.choice(_OPTIONS))
            case 1:
                arguments.insert(at, _word(rng))
            case 2 if arguments:
                del arguments[at - 1]
            case 3 if arguments:
                arguments[at - 1] = _word(rng)
            case _:
                arguments[at:at] = [rng.choice(_OPTIONS), _word(rng)]
    if rng.random() < 0.1:
        arguments = [rng.choice(("--data", "--data=")) + rng.choice(_FOLDERS), *arguments]
    elif arguments:
        arguments = ["--data", "data", *arguments]
    return arguments
