"""Files of any size that are far too much of something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorekeeper.report.furthercolumns import IN_FULL
from scorekeeper.report.spreadsheet import ROUND_COLUMNS, rounds_csv
from tests.strategies import played

_SEVERAL: Final = '{"format": "chicken-foot-matches", "version": 1, "matches": ['
_ONE: Final = '{"format": "chicken-foot-match", "version": 1, "set": 9, "rounds": [], '
_TABLE: Final = _ONE + '"players": [{"name": "Ana"}, {"name": "Boris"}]'
_RECORD: Final = '{"set": 9, "start_double": "9-9", "players": 2, "first": 0, "counts": [7, 7], '
_HEAD: Final = ",".join(ROUND_COLUMNS) + "\n"
_IN_FULL: Final = ",".join((*ROUND_COLUMNS, *IN_FULL)) + "\r\n"
_ROWS: Final = rounds_csv([played("m1", ["Ana", "Boris", "Chi", "Dan"], 10).match], full=True).partition("\r\n")[2]
_NOTE: Final = '{"from": "' + "éa\u0301" * 1000 + '"},'


def filled(start: str, piece: str, end: str) -> Callable[[int], str]:
    """Makes text of about so many bytes, of the same piece again and again."""
    wide = len(piece.encode())
    return lambda size: start + piece * ((size - len(start) - len(end)) // wide) + end


def counted(start: str, piece: Callable[[int], str], end: str = "") -> Callable[[int], str]:
    """As `filled`, of pieces that differ by their number."""
    wide = len(piece(10**6).encode())
    return lambda size: start + "".join(map(piece, range((size - len(start) - len(end)) // wide))) + end


MEAN: Final[dict[str, tuple[str, str, Callable[[int], str]]]] = {
    "matches that are none": ("check", "x.json", filled(_SEVERAL, "1,", "1]}")),
    "empty matches": ("check", "x.json", filled(_SEVERAL, "{},", "{}]}")),
    "empty lists": ("check", "x.json", filled("[", "[],", "[]]")),
    "a log of numbers": ("check", "x.json", filled(_TABLE + ', "corrections": [', "1,", "1]}")),
    "players": ("check", "x.json", filled(_ONE + '"players": [', '{"name":"A"},', '{"name":"B"}]}')),
    "one name": ("check", "x.json", filled(_ONE + '"players": [{"name": "', "é", '"}]}')),
    "one number": ("check", "x.json", filled('{"set": ', "9", "}")),
    "keys that stand twice": ("check", "x.json", counted('{"x":1', lambda at: f',"{at}":1,"{at}":1', "}")),
    "keys that nobody knows": ("check", "x.json", counted(_TABLE, lambda at: f',"k{at}":1', "}")),
    "notes in another script": ("check", "x.json", filled(_TABLE + ', "corrections": [', _NOTE, "{}]}")),
    "matches": ("check", "x.json", filled(_SEVERAL, _TABLE + "},", _TABLE + "}]}")),
    "records that are none": ("referee", "x.json", filled('{"plays": [', "1,", "1]}")),
    "steps that are none": ("referee", "x.json", filled(_RECORD + '"steps": [', "1,", "1]}")),
    "a title": ("referee", "x.json", filled('{"title": "', "x", '"}')),
    "an id of controls": ("referee", "x.json", filled('{"id": "', "\x9b", '"}')),
    "lines of something else": ("check", "x.csv", filled("a,b\n", "1,2\n", "")),
    "lines with faults": ("check", "x.csv", filled(_HEAD, "x\n", "")),
    "columns of something else": ("check", "x.csv", lambda size: "x," * (size // 4) + "\n" + "1," * (size // 4)),
    "columns behind ours": ("check", "x.csv", filled(_HEAD[:-1], ",x", "\nm1,2026")),
    "one cell": ("check", "x.csv", filled(_HEAD, "x", "")),
    "one quoted cell": ("check", "x.csv", filled(_HEAD + '"', "x\n", '"')),
    "matches of one round": ("check", "x.csv", counted(_HEAD, lambda at: f"m{at},,9,1,9,,A,0,0,0,1,0,0,0\n")),
    "matches as exported": ("check", "x.csv", counted(_IN_FULL, lambda at: _ROWS.replace("m1", f"m{at}"))),
}
"""What there is too much of: the command that reads it, the name of the file, and what makes it of so many bytes."""
