"""Every command, what it takes, and which group of handlers answers it.

Only the parser of the command that was given is made, so that a command starts quickly.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scorekeeper.cli.console import say
from scorekeeper.cli.parser import Parser, Usage, catch_up, day, double, file_name, house_rule, set_of_tiles, whole
from scorekeeper.text import N_, _


def _match(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--match", metavar="ID", help=_("the match, by the beginning of its id; else the unfinished one changed last")
    )


def _starter(parser: ArgumentParser) -> None:
    parser.add_argument("--starter", metavar="NAME", help=_("who started the round"))


def _values(parser: ArgumentParser) -> None:
    parser.add_argument(
        "values", nargs="+", metavar="VALUE",
        help=_("one for each player in seat order: 23, 0 (out), 23b (and the double-blank), 12+9, 6-5+4-1, 0d"),
    )  # fmt: skip


def _new(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="+", metavar="NAME", help=_("the players in seat order, clockwise"))
    parser.add_argument(
        "--set", type=whole, metavar="N", help=_("the set, by its highest double: 6, 9, 12, 15 or 18 (R2)")
    )
    parser.add_argument("--hand-size", type=whole, metavar="N", help=_("tiles for each player (R5)"))
    parser.add_argument(
        "--house", type=house_rule, action="append", default=[], metavar="KEY=VALUE",
        help=_("a house rule (H), such as double_blank=25; may be given several times"),
    )  # fmt: skip


def _score(parser: ArgumentParser) -> None:
    _values(parser)
    _match(parser)
    _starter(parser)
    parser.add_argument(
        "--double", type=double, metavar="N", help=_("the double that started it, where doubles are dropped (H1)")
    )


def _correct(parser: ArgumentParser) -> None:
    parser.add_argument("round", type=whole, metavar="ROUND", help=_("the number of the round, from 1"))
    _values(parser)
    _match(parser)
    _starter(parser)


def _join(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=_("the new player"))
    parser.add_argument(
        "--catch-up", type=catch_up, default="highest", metavar="N",
        help=_("points to start with: a number, “average” or “none”; else the highest total at the table (A29)"),
    )  # fmt: skip
    parser.add_argument("--before", metavar="NAME", help=_("who sits next, clockwise; else the last seat"))
    _match(parser)


def _leave(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=_("who leaves (A30)"))
    _match(parser)


def _note(parser: ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help=_("the note; an empty one takes it off"))
    parser.add_argument("--round", type=whole, metavar="N", help=_("the round it is about; else the match"))
    _match(parser)


def _id(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=_("the match, by the beginning of its id"))


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("as JSON, for programs"))


def _show(parser: ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help=_("the match, by the beginning of its id; else the one changed last")
    )
    _json(parser)


def _history(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--player", action="append", default=[], metavar="NAME",
        help=_("only matches with this player; given several times, with all of them"),
    )  # fmt: skip
    _json(parser)


def _players(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help=_("everything about this player; else all players"))
    parser.add_argument(
        "--from", dest="since", type=day, metavar="DAY",
        help=_("only matches finished on this day or later; a month or a year will do"),
    )  # fmt: skip
    parser.add_argument(
        "--to", dest="until", type=day, metavar="DAY",
        help=_("only matches finished on this day or earlier; a month or a year is taken in whole"),
    )  # fmt: skip
    parser.add_argument(
        "--set",
        type=set_of_tiles,
        metavar="N",
        help=_("only matches with this set, as points of different sets do not compare"),
    )
    _json(parser)


def _known(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=_("the player, or the id where several are called so"))


def _rename(parser: ArgumentParser) -> None:
    _known(parser)
    parser.add_argument("new", metavar="NEW", help=_("the name from now on, in every match"))


def _merge(parser: ArgumentParser) -> None:
    _known(parser)
    parser.add_argument("into", metavar="INTO", help=_("the entry of the same person that stays, with its name"))


def _archive(parser: ArgumentParser) -> None:
    _known(parser)
    parser.add_argument("--undo", action="store_true", help=_("offer the player again"))


def _export(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help=_("the matches; else the unfinished one changed last"))
    parser.add_argument("--all", action="store_true", help=_("every match"))
    parser.add_argument(
        "--format", choices=("json", "csv", "csv-matches", "markdown", "text", "html"), default="json",
        help=_(
            "json (match files, the default), csv (a row a player and round), csv-matches, markdown, text, "
            "or html (a score sheet to print)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--full", action="store_true", help=_("csv with notes, tiles and all else in columns to the right of the total")
    )
    parser.add_argument(
        "-o", "--output", type=file_name, metavar="FILE", help=_("write to FILE; else to standard output")
    )
    parser.add_argument("--force", action="store_true", help=_("write over FILE if it exists"))


def _files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help=_("a match file, or CSV as exported; - is standard input"),
    )


def _file(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_name, metavar="FILE", help=_("the file; - is standard input"))


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", type=file_name, metavar="FILE", help=_("the backup to write, a zip file; - is standard output")
    )
    parser.add_argument("--force", action="store_true", help=_("write over FILE if it exists"))


def _restore_backup(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_name, metavar="FILE", help=_("a file that “backup” wrote"))


def _referee(parser: ArgumentParser) -> None:
    _file(parser)
    _json(parser)


def _rules(parser: ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help=_("words to look for, or a number such as R15; else the whole book")
    )


def _doctor(parser: ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help=_("set aside what cannot be read, make the index again"))


class Command(NamedTuple):
    """One command: what it does in a few words, who answers it, and what it takes."""

    summary: str
    group: str
    """The module of this package that has its handler."""
    add: Callable[[ArgumentParser], None]
    changes: bool = False
    """Whether it changes what is kept, or writes a file, and says so afterwards."""


COMMANDS: Final[dict[str, Command]] = {
    "new": Command(N_("start a match, print its id"), "changing", _new, changes=True),
    "score": Command(N_("record the next round"), "changing", _score, changes=True),
    "correct": Command(N_("correct a recorded round"), "changing", _correct, changes=True),
    "undo": Command(N_("take the last change back"), "changing", _match, changes=True),
    "redo": Command(N_("do again what was undone"), "changing", _match, changes=True),
    "stop": Command(N_("stop a match early"), "changing", _match, changes=True),
    "resume": Command(N_("take a stopped match up again"), "changing", _match, changes=True),
    "join": Command(N_("let a player join between rounds"), "changing", _join, changes=True),
    "leave": Command(N_("let a player leave between rounds"), "changing", _leave, changes=True),
    "note": Command(N_("keep a note with a match or a round"), "changing", _note, changes=True),
    "delete": Command(N_("put a match into the trash"), "changing", _id, changes=True),
    "restore": Command(N_("bring a deleted match back"), "changing", _id, changes=True),
    "show": Command(N_("show a match: the table, the places and why"), "reading", _show),
    "history": Command(N_("list the matches"), "reading", _history),
    "players": Command(N_("list the players with their figures, or show one of them"), "people", _players),
    "rename": Command(N_("give a player another name, in every match"), "people", _rename, changes=True),
    "merge": Command(N_("make one of two entries of one person"), "people", _merge, changes=True),
    "archive": Command(N_("offer a player no longer where names are typed"), "people", _archive, changes=True),
    "export": Command(N_("write matches as JSON, CSV, Markdown, text, or a score sheet to print"), "files", _export),
    "import": Command(N_("read matches from files"), "files", _files, changes=True),
    "check": Command(N_("say everything that is wrong with a match file"), "files", _file),
    "backup": Command(N_("keep everything in one file"), "safekeeping", _backup, changes=True),
    "restore-backup": Command(N_("bring back what a backup holds"), "safekeeping", _restore_backup, changes=True),
    "referee": Command(N_("judge recorded rounds step by step"), "files", _referee),
    "rules": Command(N_("look something up in the rule book"), "reading", _rules),
    "doctor": Command(N_("say where the data is and whether all of it reads"), "reading", _doctor),
}
"""In the order in which help lists them."""


def help_text() -> str:
    """What `scorekeeper --help` prints."""
    width = max(map(len, COMMANDS))
    lines = [
        _("usage: scorekeeper [--data DIR] [COMMAND ...]"),
        "",
        _("Score keeper and rules assistant for Chicken Foot. Without a command it opens the app."),
        "",
        *(f"  {name.ljust(width)}  {_(command.summary)}" for name, command in COMMANDS.items()),
        "",
        _("--data DIR   keep everything in DIR; also the variable SCOREKEEPER_DATA"),
        _("--version    print the version"),
        "",
        _("“scorekeeper COMMAND --help” says what a command takes."),
    ]
    return "\n".join(lines)


def parse(arguments: Sequence[str]) -> Namespace:
    """The command line as its parts: `command` ("" to open the app), `data`, and what the command takes.

    Raises:
        Usage: it is wrong, or help was asked for and printed.
    """
    front = Parser(
        prog="scorekeeper", add_help=False, allow_abbrev=False, usage="scorekeeper [--data DIR] [COMMAND ...]"
    )
    rest = list(arguments)
    data = None
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in ("-h", "--help"):
            say(help_text())
            raise Usage(0)
        if option == "--version":
            from scorekeeper import __version__

            say(f"scorekeeper {__version__}")
            raise Usage(0)
        if option == "--data" and rest:
            data = rest.pop(0)
        elif option.startswith("--data="):
            data = option.removeprefix("--data=")
        elif option == "--data":
            front.error(_("--data needs a folder"))
        else:
            front.error(_("there is no option {option} here").format(option=option))
    name = rest.pop(0) if rest else ""
    if name and name not in COMMANDS:
        front.error(_("there is no command “{name}”; there are {known}").format(name=name, known=", ".join(COMMANDS)))
    parsed = Namespace()
    if name:
        command = COMMANDS[name]
        parser = Parser(prog=f"scorekeeper {name}", description=_(command.summary), allow_abbrev=False)
        command.add(parser)
        parser.add_argument("--data", metavar="DIR", help=_("keep everything in DIR"))
        # The one lets options stand between values, the other knows the end of options.
        parsed = _with_end_of_options(parser, rest) if "--" in rest else parser.parse_intermixed_args(rest)
        data = data if parsed.data is None else parsed.data
    if data == "":
        front.error(_("--data needs a folder"))
    parsed.command = name
    parsed.data = data
    return parsed


_DASHES: Final = "\0--"
"""Stands for a value "--"; no system hands over such an argument."""


def _with_end_of_options(parser: ArgumentParser, rest: Sequence[str]) -> Namespace:
    """The parts of arguments with "--" in them: the first ends the options, any other is a value.

    Not every Python's parser knows that.
    """
    end = rest.index("--") + 1
    parsed = parser.parse_args([*rest[:end], *(_DASHES if word == "--" else word for word in rest[end:])])
    for key, value in vars(parsed).items():
        if isinstance(value, list):
            setattr(parsed, key, ["--" if word == _DASHES else word for word in value])
        elif value == _DASHES:
            setattr(parsed, key, "--")
    return parsed
