"""Everything that can happen to a match: each function takes a match and gives the changed one, or says why not.

Times are passed in as ISO 8601 text with the offset of the place. Nothing here counts revisions or remembers what was
before; that is the journal's part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Literal

from scorekeeper.rules.checks import check_double, check_hands
from scorekeeper.rules.course import doubles_left, next_double, state
from scorekeeper.rules.entry import hand_text
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.match import Hand, Match, Player, Round
from scorekeeper.rules.matchcheck import MOST_CATCH_UP, MOST_SEATS, check_match, same_names
from scorekeeper.rules.names import NOTE_LIMIT, clean, name_problem
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.scoring import totals
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, ngettext

CatchUp = int | Literal["highest", "average", "none"]


def start(
    match_id: str, at: str, names: Sequence[str], highest: int, hand_size: int, house: HouseRules
) -> Match:  # fmt: skip
    """A new match with these players in seat order.

    Raises:
        RuleError: a name, the number of players, the set, the hand size or a house rule cannot be.
    """
    players = tuple(Player(clean(name)) for name in names)
    match = Match(match_id, highest, players, (), hand_size, house, created=at, updated=at)
    return _checked(match)


def set_up(
    match: Match, *, players: Sequence[Player], highest: int, hand_size: int, house: HouseRules
) -> Match:  # fmt: skip
    """The match with another set-up, which is open until its first round is saved (H).

    Raises:
        RuleError: a round is saved already, or the set-up cannot be.
    """
    if match.rounds:
        raise RuleError.because(_("The first round is saved; players, set and house rules are settled now (H)."), "H")
    cleaned = tuple(replace(player, name=clean(player.name)) for player in players)
    changed = match.edit(players=cleaned, set=highest, hand_size=hand_size, house=house)
    if [player.name for player in cleaned] != [player.name for player in match.players]:
        changed = changed.edit(starter=None, shuffler=None)
    if _doubles_of(changed) != _doubles_of(match):
        changed = changed.edit(drops=0)
    return _checked(changed)


def _doubles_of(match: Match) -> tuple[object, ...]:
    return match.set, match.house.missing_double, match.house.last_double


def _checked(match: Match) -> Match:
    problems = check_match(match)
    if problems:
        raise RuleError(problems)
    return match


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
    return match.edit(rounds=(*match.rounds[: number - 1], row, *match.rounds[number:]))


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
    return match.edit(rounds=(*match.rounds[: number - 1], replace(row, starter=starter), *match.rounds[number:]))


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


def catch_up_points(match: Match, catch_up: CatchUp) -> int:
    """Points a late player starts with (A29): as given, the highest or average total at the table, or none."""
    if isinstance(catch_up, int):
        return catch_up
    sums = [totals(match)[seat] for seat in match.active_seats]
    if catch_up == "none" or not match.rounds or not sums:
        return 0
    if catch_up == "highest":
        return max(sums)
    return (2 * sum(sums) + len(sums)) // (2 * len(sums))


def join(
    match: Match,
    name: str,
    *,
    catch_up: CatchUp = "highest",
    before: int | None = None,
    player_id: str | None = None,
) -> Match:
    """The match with one more player from the next round on, seated before seat `before` or last (A29).

    Raises:
        RuleError: the match is finished, the name cannot be or is taken, or the catch-up cannot be.
    """
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; nobody can join any more (A29)."), "A29")
    if len(match.players) >= MOST_SEATS:
        raise RuleError.because(_("A match has {most} seats at most.").format(most=MOST_SEATS), "R1")
    points = catch_up_points(match, catch_up)
    if not 0 <= points <= MOST_CATCH_UP:
        raise RuleError.because(
            _("A catch-up is 0 to {most} points, not {points} (A29).").format(most=MOST_CATCH_UP, points=points), "A29"
        )
    if points and not match.rounds:
        raise RuleError.because(
            _("Before the first round there is nothing to catch up; everybody starts with 0 (A29)."), "A29"
        )
    seat = len(match.players) if before is None else before
    newcomer = Player(clean(name), player_id, joined=match.next_round, catch_up=points)
    players = (*match.players[:seat], newcomer, *match.players[seat:])
    _need_name(players, seat)

    def moved(old: int) -> int:
        return old + 1 if old >= seat else old

    rounds = tuple(
        replace(row, hands=(*row.hands[:seat], None, *row.hands[seat:]), starter=_moved(row.starter, moved))
        for row in match.rounds
    )
    return match.edit(
        players=players,
        rounds=rounds,
        starter=_moved(match.starter, moved),
        shuffler=_moved(match.shuffler, moved),
    )


def _moved(seat: int | None, move: Callable[[int], int]) -> int | None:
    return None if seat is None else move(seat)


def _need_name(players: Sequence[Player], seat: int) -> None:
    """Refuse the name at `seat` if it cannot be, or is that of another with whom its player shares a round."""
    name = players[seat].name
    text = name_problem(name)
    if text is not None:
        raise RuleError.because(text)
    if any(seat in pair for pair in same_names(players)):
        raise RuleError.because(
            _("Somebody called {name} is in this match already; names in a match must differ.").format(name=name)
        )


def leave(match: Match, seat: int, at: str) -> Match:
    """The match with a player gone from the next round on (A30); with one left at the table it is stopped.

    A player who has not played a round yet is taken out of the table.

    Raises:
        RuleError: the player has left already, or the match is finished or not begun with two players.
    """
    player = match.players[seat]
    if player.left is not None:
        raise RuleError.because(_("{name} has left already (A30).").format(name=player.name), "A30", seat)
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; nobody can leave any more (A30)."), "A30")
    if player.joined > len(match.rounds):
        if len(match.players) <= 2:
            raise RuleError.because(_("A match needs two players or more (R1)."), "R1")
        match = _without_seat(match, seat)
    else:
        gone = replace(player, left=len(match.rounds))
        match = match.edit(
            players=(*match.players[:seat], gone, *match.players[seat + 1 :]),
            starter=None if match.starter == seat else match.starter,
        )
    if len(match.active_seats) < 2 and match.stopped is None:
        return match.edit(stopped=at)
    return match


def _without_seat(match: Match, seat: int) -> Match:
    def moved(old: int) -> int:
        return old - 1 if old > seat else old

    return match.edit(
        players=(*match.players[:seat], *match.players[seat + 1 :]),
        rounds=tuple(
            replace(row, hands=(*row.hands[:seat], *row.hands[seat + 1 :]), starter=_moved(row.starter, moved))
            for row in match.rounds
        ),
        starter=None if match.starter == seat else _moved(match.starter, moved),
        shuffler=None if match.shuffler == seat else _moved(match.shuffler, moved),
    )


def rename(match: Match, seat: int, name: str) -> Match:
    """The match with a player's name mended.

    Raises:
        RuleError: the name cannot be, or somebody else who was at the table with the player has it.
    """
    mended = replace(match.players[seat], name=clean(name))
    players = (*match.players[:seat], mended, *match.players[seat + 1 :])
    _need_name(players, seat)
    return match.edit(players=players)


def stop(match: Match, at: str) -> Match:
    """The match stopped early and ranked on its complete rounds (A28).

    Raises:
        RuleError: it is finished or stopped already.
    """
    if state(match) == "finished":
        raise RuleError.because(_("The match is finished; there is nothing left to stop (A28)."), "A28")
    if state(match) == "stopped":
        raise RuleError.because(_("The match is stopped already (A28)."), "A28")
    return match.edit(stopped=at)


def resume(match: Match) -> Match:
    """A stopped match taken up again.

    Raises:
        RuleError: it is not stopped, or fewer than two players are left at the table.
    """
    if state(match) != "stopped":
        raise RuleError.because(_("The match is not stopped; there is nothing to take up again."), "A28")
    at_table = [match.players[seat].name for seat in match.active_seats]
    if not at_table:
        raise RuleError.because(
            _("Nobody is left at the table; two have to join before the match goes on (A30)."), "A30"
        )
    if len(at_table) == 1:
        raise RuleError.because(
            _("Only {name} is left at the table; somebody has to join before the match goes on (A30).").format(
                name=at_table[0]
            ),
            "A30",
        )
    return match.edit(stopped=None)


def set_note(match: Match, note: str, number: int | None = None) -> Match:
    """The match with a note on it, or on round `number`; an empty note takes it off.

    Raises:
        RuleError: the note is too long, or there is no such round.
    """
    note = _kept_note(note)
    if number is None:
        return match.edit(note=note)
    row = _round(match, number)
    return match.edit(rounds=(*match.rounds[: number - 1], replace(row, note=note), *match.rounds[number:]))


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
