"""Short phrases about a match that every form of report uses."""

from __future__ import annotations

from scorekeeper.rules.course import State, next_double, rounds_planned, state
from scorekeeper.rules.house import differences
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.scoring import Line, Standings
from scorekeeper.rules.summary import Summary
from scorekeeper.text import _, ngettext, pgettext


def date(moment: str) -> str:
    """The local date of a time kept as ISO 8601 text, as it was there and then."""
    return moment[:10]


def moment(at: str) -> str:
    """Day and time of a time kept as ISO 8601 text, as they were there and then."""
    return at[:16].replace("T", " ")


def day(match: Match | Summary) -> str:
    """The local date by which a match goes: of its end where it is finished, else of its beginning; "" for none."""
    return date(match.finished or match.created)


def place(match: Match, line: Line) -> int | None:
    """The place of a line; None where there is none yet, as before the first round."""
    return line.place if match.rounds else None


def progress(how: State, played: int, planned: int | None, double: int | None) -> str:
    """How far a match has come: "2 of 10 rounds played, 7-7 starts the next", "stopped after 2 of 10 rounds" (A28)."""
    if how == "stopped":
        if planned is None:
            return ngettext("stopped after {count} round", "stopped after {count} rounds", played).format(count=played)
        return ngettext(
            "stopped after {count} of {all} round", "stopped after {count} of {all} rounds", planned
        ).format(count=played, all=planned)
    if how == "finished":
        return ngettext("finished after {count} round", "finished after {count} rounds", played).format(count=played)
    if planned is None:
        so_far = ngettext("{count} round played", "{count} rounds played", played).format(count=played)
    else:
        so_far = ngettext("{count} of {all} round played", "{count} of {all} rounds played", planned).format(
            count=played, all=planned
        )
    return _("{so_far}, {double}-{double} starts the next").format(so_far=so_far, double=double)


def match_progress(match: Match) -> str:
    """How far `match` has come, see `progress`."""
    return progress(state(match), len(match.rounds), rounds_planned(match), next_double(match))


def title(match: Match) -> str:
    """The match in one line: its id, set, date and how far it has come."""
    parts = [_("Match {id}").format(id=match.id), _("double-{set} set").format(set=match.set)]
    if day(match):
        parts.append(day(match))
    return ", ".join([*parts, match_progress(match)])


def result(placed: Standings) -> str:
    """Why first place is whose it is, or that everybody left and nobody has it (A30); "" before the first round."""
    if placed.winners or not placed.lines or not placed.lines[0].rounds:
        return placed.explanation
    return _("Everybody has left; nobody has a place (A30).")


def house_rule_lines(match: Match) -> list[str]:
    """What the table plays differently, one line each with its rule number."""
    different = differences(match.house)
    if not different:
        return []
    from scorekeeper.rules.rulebook import house_rule_line

    return [house_rule_line(key, value) for key, value in different.items()]


def agreed_lines(match: Match) -> list[str]:
    """What was agreed before the match, one line each: tiles in a hand (H10), and what is played differently."""
    return [
        _("Tiles in a hand: {size} (H10)").format(size=match.hand_size),
        *(house_rule_lines(match) or [_("House rules: standard")]),
    ]


def mark(match: Match, line: Line) -> str:
    """What is special about a player's place: joined late (A29), left (A30); "" for everybody else."""
    player = match.players[line.seat]
    marks: list[str] = []
    if player.is_late:
        marks.append(
            ngettext(
                "joined in round {number} with {points} point",
                "joined in round {number} with {points} points",
                line.catch_up,
            ).format(number=player.joined, points=line.catch_up)
        )
    if player.left is not None:
        marks.append(_("left after round {number}").format(number=player.left))
    return ", ".join(marks)


def flag(hand: Hand | None) -> str:
    """The sign behind the points of a hand: "*" left with the double-blank, "/" went out on a double, else ""."""
    if hand is None:
        return ""
    return "*" if hand.double_blank else "/" if hand.out_on_double else ""


def legend(match: Match) -> list[str]:
    """What the signs mean that stand in the table of this match, one line each."""
    signs = {flag(hand) for row in match.rounds for hand in row.hands}
    lines = [_("* left with the double-blank")] if "*" in signs else []
    if "/" in signs:
        lines.append(_("/ went out on a double"))
    return lines


def remarks(match: Match, number: int) -> str:
    """What else there is to say about round `number`, from 1: that it was blocked, who started it."""
    row = match.rounds[number - 1]
    said = []
    if row.out is None:
        said.append(pgettext("round", "blocked"))
    if row.starter is not None:
        said.append(_("started by {name}").format(name=match.players[row.starter].name))
    return ", ".join(said)


def notes(match: Match) -> list[str]:
    """The notes on the match and its rounds, one line each."""
    lines = [_("Note: {note}").format(note=match.note)] if match.note else []
    lines += [
        _("Round {number} ({double}-{double}): {note}").format(number=number, double=row.double, note=row.note)
        for number, row in enumerate(match.rounds, start=1)
        if row.note
    ]
    return lines
