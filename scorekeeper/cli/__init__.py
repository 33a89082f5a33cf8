"""The command line: everything that the app decides can be asked here, everything it changes can be changed.

Exit codes: 0 done, 1 refused with the reason on standard error and nothing changed, 2 wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

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
        code = _answer(sys.argv[1:] if argv is None else argv, clock)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()
        return PIPE_CLOSED
    except OSError as error:
        from scorekeeper.cli.console import complain

        complain(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
        _write_no_more()
        return 1
    return code


def _write_no_more() -> None:
    """What is left in the buffer of standard output would be tried once more when the process ends."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _answer(arguments: Sequence[str], clock: Callable[[], datetime]) -> int:
    parsed: Any = _show_alone(arguments)
    if parsed is None:
        from scorekeeper.cli.arguments import Usage, parse

        try:
            parsed = parse(arguments)
        except Usage as usage:
            return usage.code

    from scorekeeper.cli.session import Session

    session = Session(parsed.data, clock)
    try:
        return _handler(parsed.command)(parsed, session)
    except Exception as error:
        # Imported here, as whoever says nothing wrong need not wait for it.
        from scorekeeper.cli.console import complain
        from scorekeeper.rules.problem import RuleError
        from scorekeeper.store.protocol import StoreError

        if not isinstance(error, (RuleError, StoreError)):
            raise
        complain(str(error))
        return 1


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
