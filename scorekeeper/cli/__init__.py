"""The command line: everything that the app decides can be asked here, everything it changes can be changed.

Exit codes: 0 done, 1 refused with the reason on standard error and nothing changed, 2 wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.cli.console import NotPrinted, complain, print_no_more, printed
from scorekeeper.text import _

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.cli.session import Session

INTERRUPTED: Final = 130
"""Exit code after Ctrl+C, as shells count it."""
PIPE_CLOSED: Final = 141
"""Exit code when nobody reads on, as shells count it."""


def local_now() -> datetime:
    """The time at this place, with its offset."""
    from datetime import datetime

    return datetime.now().astimezone()


def main(argv: Sequence[str] | None = None, *, clock: Callable[[], datetime] = local_now) -> int:
    """Do what the command line says; gives the exit code.

    Args:
        argv: the arguments without the program's name; those of the process by default.
        clock: gives the time of a change, with its offset.
    """
    try:
        return _answer([_as_typed(argument) for argument in (sys.argv[1:] if argv is None else argv)], clock)
    except KeyboardInterrupt:
        return INTERRUPTED
    except NotPrinted as error:
        return _unprinted(error, changed=False)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
        return 1


def _as_typed(argument: str) -> str:
    """An argument as it was meant: in a place whose letters are not UTF-8, bytes that are UTF-8 all the same."""
    if argument.isascii():
        return argument
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def _unprinted(error: NotPrinted, *, changed: bool) -> int:
    """The exit code of a command that could not print; what is changed is done, whether that can be read or not."""
    print_no_more()
    if changed:
        if str(error):
            complain(_("{problem} What was asked for is done all the same.").format(problem=error))
        return 0
    if str(error):
        complain(str(error))
        return 1
    return PIPE_CLOSED


def _answer(arguments: Sequence[str], clock: Callable[[], datetime]) -> int:
    parsed: Any = _show_alone(arguments)
    if parsed is None:
        from scorekeeper.cli.arguments import parse
        from scorekeeper.cli.parser import Usage

        try:
            parsed = parse(arguments)
        except Usage as usage:
            printed()
            return usage.code

    from scorekeeper.cli.session import Session

    session = Session(parsed.data, clock)
    try:
        code = _handler(parsed.command)(parsed, session)
        session.say_news()
        printed()
    except NotPrinted as error:
        session.say_news()
        return _unprinted(error, changed=_changes(parsed))
    except Exception as error:
        # Imported here, as whoever says nothing wrong need not wait for it.
        from scorekeeper.rules.problem import RuleError
        from scorekeeper.store.protocol import StoreError

        session.say_news(but=str(error))
        if not isinstance(error, (RuleError, StoreError)):
            raise
        complain(str(error))
        return 1
    return code


def _changes(parsed: Any) -> bool:
    """Whether a command changes something, and says what only after it has done so."""
    from scorekeeper.cli.arguments import COMMANDS

    return bool(parsed.command) and (COMMANDS[parsed.command].changes or getattr(parsed, "repair", False))


def _show_alone(arguments: Sequence[str]) -> SimpleNamespace | None:
    """The parts of a plain `show` command, which does without a parser as it is asked for so often; None for others."""
    parsed = SimpleNamespace(command="show", data=None, id=None, json=False)
    rest = list(arguments)
    if rest[:1] == ["--data"] and len(rest) > 1:
        parsed.data = rest[1]
        del rest[:2]
    if rest[:1] != ["show"]:
        return None
    for argument in rest[1:]:
        if argument == "--json":
            parsed.json = True
        elif argument.startswith("-") or parsed.id is not None:
            return None
        else:
            parsed.id = argument
    return None if parsed.data == "" else parsed


def _handler(command: str) -> Callable[[Any, Session], int]:
    """What answers a command; the app for none."""
    if not command:
        return lambda _parsed, session: session.open_app()
    if command == "show":
        from scorekeeper.cli.reading import show

        return show
    from importlib import import_module

    from scorekeeper.cli.arguments import COMMANDS

    group = import_module(f"scorekeeper.cli.{COMMANDS[command].group}")
    handlers: Mapping[str, Callable[[Any, Session], int]] = group.HANDLERS
    return handlers[command]
