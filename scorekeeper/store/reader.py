"""Documents to values, strictly: every fault is named, nothing is guessed that the form does not say."""

from __future__ import annotations

from dataclasses import fields as fields_of
from typing import Any, Final

from scorekeeper.rules.course import doubles_left, state
from scorekeeper.rules.house import RULE_NUMBERS, STANDARD, HouseRules, house_rule_problem
from scorekeeper.rules.match import Change, Match, PinnedRuling, Player, Round
from scorekeeper.rules.matchcheck import MOST_SEATS, check_match
from scorekeeper.rules.names import NOTE_LIMIT
from scorekeeper.rules.problem import Problem
from scorekeeper.rules.tiles import SETS
from scorekeeper.store.documents import MATCH_FORMAT, VERSION
from scorekeeper.store.faults import LONGEST_TEXT, Faults, Fields, cleaned, is_whole, shown
from scorekeeper.store.roundreader import read_next_round
from scorekeeper.text import _

_MOST_ROUNDS: Final = SETS[-1] + 1
_HOUSE_KEYS: Final = frozenset(field.name for field in fields_of(HouseRules))


def read_match(document: object, faults: Faults, *, inside: bool = False, check: bool = True) -> Match | None:
    """The match that a document of a match file holds; None where too little of it can be read.

    The match is only good when `faults` has no problems afterwards.

    Args:
        document: what the JSON was.
        faults: gets every problem, and the keys that are left out.
        inside: whether it stands in a collection, where format and version may be missing.
        check: whether it is checked against the rules (C1 to C7) too.
    """
    if not isinstance(document, dict):
        faults.say(_("A match is an object, not “{value}”.").format(value=shown(document)))
        return None
    fields = Fields(document, faults)
    if not read_format(fields, MATCH_FORMAT, inside=inside):
        return None
    if document.get("set") is None:
        fields.missing("set", "R2")
    for key in ("players", "rounds"):
        if document.get(key) is None:
            fields.missing(key)
    match_id = fields.id("id")
    highest = fields.whole("set", 0, rule="R2")
    match = Match(
        id=match_id or "",
        set=highest,
        players=(),
        hand_size=fields.whole("hand_size", 7, rule="H10"),
        house=read_house(fields, "house_rules", highest),
        created=fields.time("created") or "",
        updated=fields.time("updated") or "",
        finished=fields.time("finished"),
        stopped=fields.time("stopped"),
        note=fields.text("note", NOTE_LIMIT),
        revision=fields.whole("revision", 1),
        corrections=read_changes(fields),
        rulings=read_rulings(fields, "rulings"),
    )
    seats = fields.objects("players")
    rows = fields.objects("rounds")
    # Without all players and rounds, what the rounds seem to say would only give faults that are none.
    whole = len(seats) == _length(document.get("players")) and len(rows) == _length(document.get("rounds"))
    if not whole:
        rows = []
    if len(seats) > MOST_SEATS or len(rows) > _MOST_ROUNDS:
        faults.say(
            _("A match has {seats} seats and {rounds} rounds at most; this has {players} and {played}.").format(
                seats=MOST_SEATS, rounds=_MOST_ROUNDS, players=len(seats), played=len(rows)
            )
        )
        return None
    match = match.edit(players=tuple(read_player(each, seat) for seat, each in enumerate(seats)))
    read: list[Round] = []
    for number, row in enumerate(rows, start=1):
        read.append(read_next_round(row, match, read, number))
    match = match.edit(
        rounds=tuple(read),
        drops=fields.whole("drops", 0, rule="H1"),
        starter=fields.seat("starter", len(match.players), "R12"),
        shuffler=fields.seat("shuffler", len(match.players), "A3"),
    )
    fields.leave_out()
    if check and whole and is_whole(document.get("set")):
        _check(match, faults)
    return match


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else -1


def read_format(fields: Fields, expected: str, *, inside: bool = False) -> bool:
    """Whether format and version are those that are read here; says so where not."""
    form = fields.get("format")
    version = fields.get("version")
    if form is None and inside:
        form = expected
    if version is None and inside:
        version = VERSION
    if form != expected:
        if form is None:
            fields.missing("format")
        else:
            fields.wrong("format", _("“{key}” is {expected}, not “{value}”.").replace("{expected}", expected))
        return False
    if version is None:
        fields.missing("version")
        return False
    if is_whole(version) and version > VERSION:
        fields.faults.say(
            _("It was written by a later Scorekeeper (version {version}); this one reads up to {known}.").format(
                version=version, known=VERSION
            )
        )
        return False
    if not is_whole(version) or version < 1:
        fields.wrong("version", _("“{key}” is a whole number from 1, not “{value}”."))
        return False
    return True


def read_house(fields: Fields, key: str, highest: int) -> HouseRules:
    """House rules that differ from the standard; switches that nobody knows are left out and named."""
    raw = fields.get(key)
    if raw is None:
        return STANDARD
    if not isinstance(raw, dict):
        fields.wrong(key, _("“{key}” is an object, not “{value}”."))
        return STANDARD
    given: dict[str, Any] = {}
    for name, value in raw.items():
        if name not in _HOUSE_KEYS:
            fields.faults.leave_out(f"{fields.label(key)}.{shown(name)}")
            continue
        plain = value is None or isinstance(value, str) or is_whole(value)
        problem = house_rule_problem(name, value if plain else shown(value), highest if highest in SETS else SETS[-1])
        if problem is None and plain:
            given[name] = value
        else:
            text = problem or _("“{key}” cannot be “{value}”.").format(key=name, value=shown(value))
            fields.faults.say(cleaned(text), RULE_NUMBERS[name])
    return HouseRules(**given)


def read_player(fields: Fields, seat: int) -> Player:
    """A seat."""
    fields.seats = (seat,)
    name = fields.get("name")
    if name is None:
        fields.missing("name")
    elif not isinstance(name, str):
        fields.wrong("name", _("“{key}” is text, not “{value}”."))
    elif len(name) > LONGEST_TEXT:
        fields.wrong("name", _("“{key}” has more than {most} characters.").replace("{most}", str(LONGEST_TEXT)))
    player = Player(
        name=cleaned(name[:LONGEST_TEXT]) if isinstance(name, str) else f"#{seat + 1}",
        id=fields.id("id"),
        joined=fields.whole("joined", 1, 1, rule="A29"),
        left=fields.whole("left", 0, 1, rule="A30") or None,
        catch_up=fields.whole("catch_up", 0, rule="A29"),
    )
    fields.leave_out()
    return player


def read_changes(fields: Fields) -> tuple[Change, ...]:
    """The log of what was changed after it was recorded."""
    return tuple(_read_change(each) for each in fields.objects("corrections"))


def _read_change(fields: Fields) -> Change:
    change = Change(
        at=fields.time("at") or "",
        what=fields.text("what", 40),
        round=fields.whole("round", 0, 1) or None,
        before=fields.text("from"),
        after=fields.text("to"),
    )
    fields.leave_out()
    return change


def read_rulings(fields: Fields, key: str) -> tuple[PinnedRuling, ...]:
    """Rulings that the table pinned to rounds."""
    return tuple(_read_ruling(each) for each in fields.objects(key))


def _read_ruling(fields: Fields) -> PinnedRuling:
    ruling = PinnedRuling(
        at=fields.time("at") or "",
        round=fields.whole("round", 1, 1),
        rule=fields.text("rule", 40),
        text=fields.text("text"),
    )
    fields.leave_out()
    return ruling


def _check(match: Match, faults: Faults) -> None:
    """Everything that the rules say against the match, but for what follows from faults that are named already."""
    unread = {(problem.round, seat) for problem in faults.problems for seat in problem.seats}
    hidden = {problem.round for problem in faults.problems if problem.rule == "R25"}
    doubtful = min((problem.round or 0 for problem in faults.problems if problem.rule == "C7"), default=None)
    sound = not faults.problems
    for problem in check_match(match):
        if problem.rule == "R25" and (problem.round in hidden or (problem.round, *problem.seats) in unread):
            continue
        if problem.rule == "C7" and doubtful is not None and (problem.round or 0) >= doubtful:
            continue
        faults.problems.append(problem)
    for problem in _check_to_come(match) if match.set in SETS else ():
        faults.problems.append(problem)
    if sound and not faults.problems and match.finished is not None and state(match) != "finished":
        faults.say(_("“finished” has a time, but the match has rounds to come (R10)."), "R10")


def _check_to_come(match: Match) -> list[Problem]:
    """What is wrong with what is known of the round to come."""
    problems = []
    if match.drops and not match.house.drops:
        problems.append(Problem(_("A double is dropped only with house rule missing_double=skip or burn (H1)."), "H1"))
    elif match.drops and match.drops >= len(doubles_left(match)):
        problems.append(Problem(_("The last double left is not dropped but drawn for (H1)."), "H1"))
    if match.starter is not None and match.starter not in match.active_seats:
        problems.append(Problem(_("The round to come can only be started by somebody who is in it (R12)."), "R12"))
    return problems
