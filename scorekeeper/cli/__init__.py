"""The command line: everything that the app decides can be asked here, everything it changes can be changed.

Exit codes: 0 done, 1 refused with the reason on standard error and nothing changed, 2 wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import datetime

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
    from scorekeeper.cli.console import complain

    try:
        code = _answer(sys.argv[1:] if argv is None else argv, clock)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()
        return PIPE_CLOSED
    except OSError as error:
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
    from scorekeeper.cli.arguments import COMMANDS, Usage, parse

    try:
        parsed = parse(arguments)
    except Usage as usage:
        return usage.code

    from scorekeeper.cli.console import complain
    from scorekeeper.cli.session import Session
    from scorekeeper.rules.problem import RuleError
    from scorekeeper.store.protocol import StoreError

    session = Session(parsed.data, clock)
    try:
        if not parsed.command:
            return session.open_app()
        group = import_module(f"scorekeeper.cli.{COMMANDS[parsed.command].group}")
        return int(group.HANDLERS[parsed.command](parsed, session))
    except (RuleError, StoreError) as error:
        complain(str(error))
        return 1
