"""Names of match files: when the match was created and its id, so that a folder of them sorts by age."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.rules.match import Match

_MATCH: Final = re.compile(r"[0-9]{8}T[0-9]{6}Z_([A-Za-z0-9_-]{1,64})\.json")
_TRASHED: Final = re.compile(r"([0-9]{8}T[0-9]{6}[+-][0-9]{4})_([0-9]{8}T[0-9]{6}Z_([A-Za-z0-9_-]{1,64})\.json)")
_STAMP: Final = "%Y%m%dT%H%M%S"
KEPT: Final = timedelta(days=30)
"""How long a deleted match can be brought back."""


def file_name(match: Match) -> str:
    """The name of a match's file."""
    try:
        created = datetime.fromisoformat(match.created).astimezone(UTC)
    except (ValueError, OverflowError):
        created = datetime(1, 1, 1, tzinfo=UTC)
    return f"{created.year:04}{created:%m%dT%H%M%S}Z_{match.id}.json"


def id_of(name: str) -> str | None:
    """The id in the name of a match's file; None for a file that is none."""
    found = _MATCH.fullmatch(name)
    return None if found is None else found[1]


def trashed_name(name: str, deleted: datetime) -> str:
    """The name of a match's file in the trash; it keeps when the match was deleted, with the offset of the place."""
    return f"{deleted:{_STAMP}}{deleted:%z}"[:20] + f"_{name}"


def trashed(name: str) -> tuple[datetime, str, str] | None:
    """When a match in the trash was deleted, the name its file had, and its id; None for a file that is none."""
    found = _TRASHED.fullmatch(name)
    if found is None:
        return None
    try:
        return datetime.fromisoformat(found[1]), found[2], found[3]
    except ValueError:
        return None
