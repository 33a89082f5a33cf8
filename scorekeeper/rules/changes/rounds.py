"""Changes of rounds: recorded, corrected, who starts them and with which double, and the notes that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from scorekeeper.rules.checks import check_double, check_hands
from scorekeeper.rules.course import doubles_left, next_double, state
from scorekeeper.rules.entry import hand_text
from scorekeeper.rules.match import Hand, Match, Round
from scorekeeper.rules.names import NOTE_LIMIT, clean
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, ngettext


def record_round(
    match: Match,
    hands: Sequence[Hand | None],
    *,
    double: int | None = None,
    starter: int | None = None,
    note: str = "",
    on_table: AbstractSet[Tile] = frozenset(),
) -> Match:
    """The match with its next round: one hand a seat, None for players who are not in it.

    Args:
        match: a live match.
        hands: by seat.
        double: the starting double; the one that is next by default. Another only with H1 `skip` or `burn`.
        starter: the seat that started it; the one that the match knows of by default.
        note: a word to keep with it.
        on_table: tiles that are known to lie on the table, where the layout was kept (C6).

    Raises:
        RuleError: with every problem of the round (C1 to C7), or because the match is over or stopped.
    """
    _need_live(match)
    number = match.next_round
    if double is None:
        double = next_double(match)
        assert double is not None
    starter = match.starter if starter is None else starter
    note = _kept_note(note)
    problems = (
        *check_double(match, number, double),
        *check_hands(match, number, double, hands, on_table=on_table),
    )
    problems += _starter_problems(match, number, starter)
    if problems:
        raise RuleError(problems)
    row = Round(double, _by_seat(match, hands), starter, note)
    return match.edit(rounds=(*match.rounds, row), drops=0, starter=None)


def _by_seat(match: Match, hands: Sequence[Hand | None]) -> tuple[Hand | None, ...]:
    """The hands with None for the last seats, where these are not in the round and were left out."""
    return (*hands, *(None,) * (len(match.players) - len(hands)))


def _starter_problems(match: Match, number: int, starter: int | None) -> tuple[Problem, ...]:
    if starter is None or starter in match.seats_in(number):
        return ()
    return (
        Problem(
            _("Round {number} can only be started by somebody who is in it (R12).").format(number=number),
            "R12",
            (),
            number,
        ),
    )


def _need_live(match: Match) -> None:
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; its last round can be undone or corrected."), "R27")
    if state(match) == "stopped":
        raise RuleError.because(_("The match is stopped; take it up again first."), "A28")


def correct_round(
    match: Match, number: int, hands: Sequence[Hand | None], *, starter: int | None = None, note: str | None = None
) -> Match:
    """The match with round `number` as it should have been; its double stays.

    Args:
        match: any match with that round.
        number: from 1.
        hands: by seat, None for players who were not in it.
        starter: the seat that started it; as it was by default.
        note: the word kept with it; as it was by default.

    Raises:
        RuleError: there is no such round, or with every problem of the corrected one.
    """
    old = _round(match, number)
    starter = old.starter if starter is None else starter
    note = old.note if note is None else _kept_note(note)
    problems = check_hands(match, number, old.double, hands) + _starter_problems(match, number, starter)
    if problems:
        raise RuleError(problems)
    row = Round(old.double, _by_seat(match, hands), starter, note)
    return _with_round(match, number, row)


def _round(match: Match, number: int) -> Round:
    if not 1 <= number <= len(match.rounds):
        raise RuleError.because(
            ngettext(
                "There is no round {number}; {count} is recorded.",
                "There is no round {number}; {count} are recorded.",
                len(match.rounds),
            ).format(number=number, count=len(match.rounds))
        )
    return match.rounds[number - 1]


def _with_round(match: Match, number: int, row: Round) -> Match:
    return match.edit(rounds=(*match.rounds[: number - 1], row, *match.rounds[number:]))


def set_starter(match: Match, starter: int | None, number: int | None = None) -> Match:
    """The match with who started round `number`, or who starts the one to come (R12).

    Raises:
        RuleError: there is no such round, or the player is not in it.
    """
    if number is None or number == match.next_round:
        _need_live(match)
        problems = _starter_problems(match, match.next_round, starter)
        if problems:
            raise RuleError(problems)
        return match.edit(starter=starter)
    row = _round(match, number)
    problems = _starter_problems(match, number, starter)
    if problems:
        raise RuleError(problems)
    return _with_round(match, number, replace(row, starter=starter))


def set_shuffler(match: Match, seat: int | None) -> Match:
    """The match with who shuffled for the first round, on whose left the search for its double begins (A3).

    Raises:
        RuleError: there is no such seat in round 1.
    """
    if seat is not None and seat not in match.seats_in(1):
        raise RuleError.because(_("Only somebody who is in round 1 can shuffle for it (A3)."), "A3")
    return match.edit(shuffler=seat)


def drop_double(match: Match) -> Match:
    """The match with the double to come dropped to the next (H1 `skip` and `burn`).

    Raises:
        RuleError: the house rules drop nothing, or it is the last double left, which is drawn for.
    """
    _need_live(match)
    if not match.house.drops:
        raise RuleError.because(
            _("A double is dropped only with house rule missing_double=skip or burn (H1); here it is drawn for (R11)."),
            "H1",
        )
    if match.drops + 1 >= len(doubles_left(match)):
        raise RuleError.because(_("This is the last double left; it is not dropped but drawn for (H1)."), "H1")
    return match.edit(drops=match.drops + 1)


def set_note(match: Match, note: str, number: int | None = None) -> Match:
    """The match with a note on it, or on round `number`; an empty note takes it off.

    Raises:
        RuleError: the note is too long, or there is no such round.
    """
    note = _kept_note(note)
    if number is None:
        return match.edit(note=note)
    row = _round(match, number)
    return _with_round(match, number, replace(row, note=note))


def _kept_note(note: str) -> str:
    note = clean(note)
    if len(note) > NOTE_LIMIT:
        raise RuleError.because(
            _("A note has at most {most} characters; this one has {count}.").format(most=NOTE_LIMIT, count=len(note))
        )
    return note


def row_text(match: Match, number: int) -> str:
    """Round `number` as the log keeps it: "Ana 0, Boris 21, Chi 33*; Ana started"."""
    row = match.rounds[number - 1]
    text = ", ".join(f"{match.players[seat].name} {hand_text(hand)}" for seat, hand in row.played())
    if row.starter is not None:
        text += "; " + _("{name} started").format(name=match.players[row.starter].name)
    return text
