"""What a correction changes, told before it is saved: totals, places, zero rounds and who is first."""

from __future__ import annotations

from scorekeeper.rules.course import state
from scorekeeper.rules.match import Match
from scorekeeper.rules.scoring import Line, standings
from scorekeeper.text import _, listing, ngettext


def consequences(before: Match, after: Match) -> tuple[str, ...]:
    """Sentences on what differs between two forms of a match, the most important first; none where nothing does."""
    old, new = standings(before), standings(after)
    sentences: list[str] = []
    if old.winners != new.winners:
        was = listing([old.lines[seat].name for seat in old.winners]) or _("nobody")
        now = listing([new.lines[seat].name for seat in new.winners]) or _("nobody")
        sentences.append(_("First: {before} → {after}.").format(before=was, after=now))
    if state(before) != state(after):
        sentences.append(
            _("The match is over with it.") if state(after) == "finished" else _("The match goes on with it.")
        )
    for line_before, line_after in zip(old.lines, new.lines, strict=True):
        told = _line(line_before, line_after)
        if told:
            sentences.append(told)
    return tuple(sentences)


def _line(old: Line, new: Line) -> str:
    parts: list[str] = []
    if old.total != new.total:
        parts.append(
            ngettext("total {before} → {after}", "total {before} → {after}", new.total).format(
                before=old.total, after=new.total
            )
        )
    if old.place != new.place:
        parts.append(_("place {before} → {after}").format(before=old.place, after=new.place))
    if old.zero_rounds != new.zero_rounds:
        parts.append(_("zero rounds {before} → {after}").format(before=old.zero_rounds, after=new.zero_rounds))
    return _("{name}: {changes}.").format(name=new.name, changes=", ".join(parts)) if parts else ""
