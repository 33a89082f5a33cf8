"""What a list of matches says about each: enough to find one and to know how it ended, without its rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rules.course import State, next_double, rounds_planned, state
from scorekeeper.rules.match import Match
from scorekeeper.rules.moments import seconds_of
from scorekeeper.rules.scoring import DecidedBy, Line, explain, standings


@dataclass(frozen=True, slots=True)
class Summary:
    """One match in a list."""

    id: str
    set: int
    state: State
    rounds_planned: int | None
    """None where a target leaves it open (H11)."""
    rounds_played: int
    next_double: int | None
    created: str
    updated: str
    finished: str | None
    stopped: str | None
    note: str
    lines: tuple[Line, ...]
    """In seat order, each without its rounds."""
    player_ids: tuple[str | None, ...]
    """In seat order; who the players are across matches, where that is known."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Names in first place; empty before the first round."""
        return tuple(line.name for line in self.lines if line.place == 1) if self.rounds_played else ()

    @property
    def decided_by(self) -> DecidedBy | None:
        """What decided first place; None before the first round."""
        return explain(self.lines)[0] if self.winners else None

    @property
    def explanation(self) -> str:
        """The sentence that says why the winners are first; empty before the first round."""
        return explain(self.lines)[1] if self.winners else ""


def summarise(match: Match) -> Summary:
    """The summary of a match as it stands."""
    return Summary(
        id=match.id,
        set=match.set,
        state=state(match),
        rounds_planned=rounds_planned(match),
        rounds_played=len(match.rounds),
        next_double=next_double(match),
        created=match.created,
        updated=match.updated,
        finished=match.finished,
        stopped=match.stopped,
        note=match.note,
        lines=tuple(replace(line, rounds=()) for line in standings(match).lines),
        player_ids=tuple(player.id for player in match.players),
    )


def list_order(summary: Summary) -> tuple[bool, float]:
    """What a list of matches is ordered by, largest first: those that go on, then whatever changed last."""
    at = summary.finished or summary.stopped or summary.updated or summary.created
    return summary.state == "live", seconds_of(at)
