"""Times as they are kept: ISO 8601 text, mostly with the offset of the place."""

from __future__ import annotations

from datetime import UTC, datetime


def time_of(text: str) -> datetime | None:
    """The time with the offset of its place; in universal time where it names none, None where it is no time."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def seconds_of(text: str) -> float:
    """The time as a point in time, in seconds, to order by; 0 where it is no time."""
    time = time_of(text)
    return time.timestamp() if time else 0.0
