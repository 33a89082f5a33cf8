"""The commands that change a match: each loads it, changes it by a function of the rules, and saves it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

from scorekeeper.cli.console import complain, say
from scorekeeper.cli.session import Session, seat_of
from scorekeeper.report.words import result, title
from scorekeeper.rules import changes
from scorekeeper.rules.checks import check_double, check_hands
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.entry import parse_hand
from scorekeeper.rules.house import (
    RULE_NUMBERS,
    STANDARD,
    HouseRules,
    deal_problem,
    house_rule_problem,
    suggested_hand_size,
    suggested_set,
)
from scorekeeper.rules.journal import Journal, Step
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.scoring import round_points, standings
from scorekeeper.rules.tiles import SETS
from scorekeeper.text import N_, _, listing, ngettext


def new(args: Namespace, session: Session) -> int:
    """Start a match and print its id."""
    highest = suggested_set(len(args.names)) if args.set is None else args.set
    hand_size = args.hand_size
    if hand_size is None:
        hand_size = suggested_hand_size(highest, len(args.names)) if highest in SETS else 1
    problems: list[Problem] = []
    house = _house(dict(args.house), highest, problems)
    with _collecting(problems):
        match = changes.start(session.new_id(), session.now(), args.names, highest, hand_size, house)
    if problems:
        raise RuleError(problems)
    known = session.store.players.identify([player.name for player in match.players])
    players = tuple(replace(player, id=who) for player, who in zip(match.players, known, strict=True))
    session.store.matches.create(Journal(match.edit(players=players)))
    warning = deal_problem(highest, len(players), hand_size)
    if warning is not None:
        complain(warning)
    say(match.id)
    return 0


def _house(given: Mapping[str, str | int | None], highest: int, problems: list[Problem]) -> HouseRules:
    """The house rules that were given; what is wrong with them goes to `problems`."""
    good = dict(given)
    for key, value in given.items():
        text = house_rule_problem(key, value, highest if highest in SETS else SETS[-1])
        if text is not None:
            problems.append(Problem(text, RULE_NUMBERS.get(key, "H")))
            del good[key]
    return replace(STANDARD, **good)  # type: ignore[arg-type]


def score(args: Namespace, session: Session) -> int:
    """Record the next round."""

    def edit(match: Match) -> Match:
        problems: list[Problem] = []
        starter = None
        with _collecting(problems):
            starter = _starter(match, args.starter, match.active_seats)
        with _collecting(problems):
            hands: Sequence[Hand | None] = ()
            if state(match) == "live":
                double = next_double(match) if args.double is None else args.double
                hands = _hands(match, match.next_round, double, args.values)
            match = changes.record_round(match, hands, double=args.double, starter=starter)
        return _sound(match, problems)

    match = session.change(session.meant(args.match), "round", edit).match
    _say_round(match, len(match.rounds))
    return 0


def correct(args: Namespace, session: Session) -> int:
    """Correct a recorded round."""

    def edit(match: Match) -> Match:
        problems: list[Problem] = []
        starter = None
        hands: Sequence[Hand | None] = ()
        with _collecting(problems):
            if 1 <= args.round <= len(match.rounds):
                with _collecting(problems):
                    starter = _starter(match, args.starter, match.seats_in(args.round))
                hands = _hands(match, args.round, match.rounds[args.round - 1].double, args.values)
            match = changes.correct_round(match, args.round, hands, starter=starter)
        return _sound(match, problems)

    match = session.change(session.meant_or_over(args.match), "correction", edit, args.round).match
    _say_round(match, args.round)
    return 0


@contextmanager
def _collecting(problems: list[Problem]) -> Iterator[None]:
    """Go on after what the rules refuse, so that everything that is wrong is said at once."""
    try:
        yield
    except RuleError as error:
        problems += error.problems


def _sound(match: Match, problems: Sequence[Problem]) -> Match:
    if problems:
        raise RuleError(problems)
    return match


def _starter(match: Match, name: str | None, seats: Sequence[int]) -> int | None:
    return None if name is None else seat_of(match, name, seats)


def _hands(match: Match, number: int, double: int | None, texts: Sequence[str]) -> list[Hand | None]:
    """One hand a seat as typed for round `number`, None for players who are not in it.

    Raises:
        RuleError: with everything that is wrong, if some of it is already wrong as text.
    """
    seats = match.seats_in(number)
    if len(texts) != len(seats):
        names = listing([match.players[seat].name for seat in seats])
        raise RuleError.because(
            ngettext(
                "Round {number} has one value for each of {names}: {needed} are needed, {count} is given.",
                "Round {number} has one value for each of {names}: {needed} are needed, {count} are given.",
                len(texts),
            ).format(number=number, names=names, needed=len(seats), count=len(texts)),
            "R25",
        )
    hands: list[Hand | None] = [None] * len(match.players)
    problems: list[Problem] = []
    for seat, text in zip(seats, texts, strict=True):
        try:
            hands[seat] = parse_hand(text, match.set)
        except RuleError as error:
            name = match.players[seat].name
            problems += [
                replace(problem, text=_("{name}: {problem}").format(name=name, problem=problem.text), seats=(seat,))
                for problem in error.problems
            ]
    if problems:
        if double is not None:
            problems += check_hands(match, number, double, hands, partly=True)
        if number > len(match.rounds) and double is not None:
            problems += check_double(match, number, double)
        raise RuleError(problems)
    return hands


def _say_round(match: Match, number: int) -> None:
    """What round `number` says now, who is first and why, and what comes next."""
    row = match.rounds[number - 1]
    figures = ", ".join(
        f"{player.name} {points}"
        for player, points in zip(match.players, round_points(match, number), strict=True)
        if points is not None
    )
    say(
        _("Round {number} ({double}-{double}): {figures}.").format(number=number, double=row.double, figures=figures)
        + ("" if row.out is not None else " " + _("Nobody is out: blocked."))
    )
    say(result(standings(match)))
    following = next_double(match)
    if following is not None:
        say(_("Next: round {number}, {double}-{double}.").format(number=match.next_round, double=following))
    elif state(match) == "finished":
        say(_("The match is over."))


_CHANGES: Final[Mapping[str, str]] = {
    "setup": N_("the set-up"),
    "round": N_("round {number}"),
    "correction": N_("the correction of round {number}"),
    "join": N_("a player joining"),
    "leave": N_("a player leaving"),
    "name": N_("a name"),
    "stop": N_("stopping the match"),
    "resume": N_("taking the match up again"),
    "note": N_("a note"),
    "drop": N_("dropping a double"),
    "starter": N_("who starts"),
    "ruling": N_("a pinned ruling"),
    "import": N_("what was imported"),
}


def undo(args: Namespace, session: Session) -> int:
    """Take the last change back."""
    before = session.loaded(session.meant_or_over(args.match))
    session.save(before.undone(session.now()), before)
    _say_step(_("Undone in {id}: {change}."), before, before.undo[-1])
    return 0


def redo(args: Namespace, session: Session) -> int:
    """Do again what was undone."""
    before = session.loaded(session.meant_or_over(args.match))
    session.save(before.redone(session.now()), before)
    _say_step(_("Done again in {id}: {change}."), before, before.redo[-1])
    return 0


def _say_step(sentence: str, journal: Journal, step: Step) -> None:
    say(sentence.format(id=journal.match.id, change=_(_CHANGES[step.what]).format(number=step.round)))


def stop(args: Namespace, session: Session) -> int:
    """Stop a match early."""
    match = session.change(session.meant(args.match), "stop", partial(changes.stop, at=session.now())).match
    _say_state(match)
    return 0


def resume(args: Namespace, session: Session) -> int:
    """Take a stopped match up again: the one named, else the stopped one changed last."""
    match_id = session.store.matches.find(args.match) if args.match is not None else _last_stopped(session)
    if match_id is None:
        match_id = session.meant(None, elsewise=session.store.matches.last_id)
    match = session.change(match_id, "resume", changes.resume).match
    _say_state(match)
    return 0


def _last_stopped(session: Session) -> str | None:
    """The stopped match changed last; None where none is stopped."""
    stopped = [summary for summary in session.store.matches.summaries() if summary.state == "stopped"]
    return max(stopped, key=lambda summary: summary.updated).id if stopped else None


def _say_state(match: Match) -> None:
    say(title(match))
    why = result(standings(match))
    if why:
        say(why)


def join(args: Namespace, session: Session) -> int:
    """Let a player join from the next round on (A29)."""

    def edit(match: Match) -> Match:
        before = None if args.before is None else seat_of(match, args.before, match.active_seats)
        ready = partial(changes.join, match, args.name, catch_up=args.catch_up, before=before)
        ready()  # a player whom the table refuses is not remembered
        return ready(player_id=session.store.players.identify([args.name])[0])

    match = session.change(session.meant(args.match), "join", edit).match
    late = match.players[seat_of(match, args.name, match.active_seats)]
    if late.is_late:
        say(
            ngettext(
                "{name} plays from round {number} on, with {points} point to start with (A29).",
                "{name} plays from round {number} on, with {points} points to start with (A29).",
                late.catch_up,
            ).format(name=late.name, number=late.joined, points=late.catch_up)
        )
    else:
        say(_("At the table: {names}.").format(names=listing([player.name for player in match.players])))
    return 0


def leave(args: Namespace, session: Session) -> int:
    """Let a player leave from the next round on (A30)."""

    def edit(match: Match) -> Match:
        return changes.leave(match, seat_of(match, args.name, match.active_seats), session.now())

    match = session.change(session.meant(args.match), "leave", edit).match
    names = listing([match.players[seat].name for seat in match.active_seats])
    if names:
        say(_("Still at the table: {names}.").format(names=names))
    else:
        say(_("Nobody is at the table any more."))
    if state(match) == "stopped":
        _say_state(match)
    return 0


def note(args: Namespace, session: Session) -> int:
    """Keep a note with a match or a round."""

    def edit(match: Match) -> Match:
        return changes.set_note(match, args.text, args.round)

    match = session.change(session.meant_or_over(args.match), "note", edit, args.round).match
    kept = match.note if args.round is None else match.rounds[args.round - 1].note
    say(_("Noted: {note}").format(note=kept) if kept else _("The note is gone."))
    return 0


def delete(args: Namespace, session: Session) -> int:
    """Put a match into the trash."""
    match_id = session.store.matches.find(args.id)
    session.store.matches.delete(match_id, session.now())
    say(_("{id} is in the trash; “scorekeeper restore {id}” brings it back within 30 days.").format(id=match_id))
    return 0


def restore(args: Namespace, session: Session) -> int:
    """Bring a deleted match back."""
    say(_("{id} is back.").format(id=session.store.matches.restore(args.id)))
    return 0


HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "new": new,
    "score": score,
    "correct": correct,
    "undo": undo,
    "redo": redo,
    "stop": stop,
    "resume": resume,
    "join": join,
    "leave": leave,
    "note": note,
    "delete": delete,
    "restore": restore,
}
