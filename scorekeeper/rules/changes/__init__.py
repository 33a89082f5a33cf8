"""Everything that can happen to a match: each function takes a match and gives the changed one, or says why not.

Times are passed in as ISO 8601 text with the offset of the place. Nothing here counts revisions or remembers what was
before; that is the journal's part.
"""

from __future__ import annotations

from scorekeeper.rules.changes.rounds import (
    correct_round,
    drop_double,
    record_round,
    row_text,
    set_note,
    set_shuffler,
    set_starter,
)
from scorekeeper.rules.changes.seats import CatchUp, catch_up_points, join, leave, rename
from scorekeeper.rules.changes.whole import resume, set_up, start, stop

__all__ = [
    "CatchUp",
    "catch_up_points",
    "correct_round",
    "drop_double",
    "join",
    "leave",
    "record_round",
    "rename",
    "resume",
    "row_text",
    "set_note",
    "set_shuffler",
    "set_starter",
    "set_up",
    "start",
    "stop",
]
