"""A parser that never ends the process, and what the text of one argument means."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING, Final, NoReturn

from scorekeeper.cli.console import complain, say
from scorekeeper.text import _, listing

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

LONGEST_NUMBER: Final = 9
"""Letters of the longest number that is taken; no round, set or hand comes near."""


class Usage(Exception):
    """The process ends with this code: help was printed (0), or the command line is wrong (2)."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Parser(ArgumentParser):
    """An argument parser that never ends the process itself and prints nothing that could drive a terminal."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and how it is right."""
        complain(self.format_usage() + _("{program}: {problem}").format(program=self.prog, problem=message))
        raise Usage(2)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End with `status`; a message goes to standard error."""
        if message:
            complain(message)
        raise Usage(status)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help of the command, on standard output if nothing else is said."""
        if file is None:
            say(self.format_help())
        else:
            super().print_help(file)


def house_rule(text: str) -> tuple[str, object]:
    """The switch and the value in "double_blank=25" (H1 to H11).

    Raises:
        ArgumentTypeError: it is none.
    """
    from scorekeeper.rules.house import parse_house_rule

    try:
        return parse_house_rule(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def file_name(text: str) -> str:
    """The name of a file.

    Raises:
        ArgumentTypeError: it is empty.
    """
    if not text:
        raise ArgumentTypeError(_("the name of a file is empty"))
    return text


def whole(text: str) -> int:
    """A whole number.

    Raises:
        ArgumentTypeError: it is none, or larger than any that can be meant.
    """
    if re.fullmatch(r"-?[0-9]+", text) is None:
        raise ArgumentTypeError(_("“{text}” is not a whole number.").format(text=text))
    if len(text) > LONGEST_NUMBER:
        raise ArgumentTypeError(_("“{text}” is larger than anything that can be meant.").format(text=text))
    return int(text)


def double(text: str) -> int:
    """The number on a double, written "8" or "8-8".

    Raises:
        ArgumentTypeError: it is none.
    """
    number, hyphen, other = text.partition("-")
    if re.fullmatch(r"[0-9]{1,2}", number) is None or (hyphen and other != number):
        raise ArgumentTypeError(_("“{text}” is no double; write it 8 or 8-8.").format(text=text))
    return int(number)


def set_of_tiles(text: str) -> int:
    """A set, by its highest double (R2).

    Raises:
        ArgumentTypeError: there is none such.
    """
    from scorekeeper.rules.tiles import SETS

    number = whole(text)
    if number not in SETS:
        raise ArgumentTypeError(
            _("There is no set “{text}”; there are {sets} (R2).").format(text=text, sets=listing(list(map(str, SETS))))
        )
    return number


def catch_up(text: str) -> int | str:
    """What a late player starts with (A29): points, "highest", "average" or "none".

    Raises:
        ArgumentTypeError: it is none.
    """
    if text in ("highest", "average", "none"):
        return text
    try:
        return whole(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(
            _("A catch-up is a number of points, “highest”, “average” or “none”, not “{text}” (A29).").format(text=text)
        ) from None


def day(text: str) -> str:
    """A day, a month or a year as ISO 8601 writes it.

    Raises:
        ArgumentTypeError: it is none.
    """
    from scorekeeper.rules.digest import is_day

    if not is_day(text):
        raise ArgumentTypeError(
            _("“{text}” is no day, month or year; write it 2026-11-30, 2026-11 or 2026.").format(text=text)
        )
    return text
