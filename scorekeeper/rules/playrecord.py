"""Recorded rounds judged step by step and given back in their own form, with the verdict on each step.

A file is one record or several under "plays". A malformed one is refused as a whole, with a sentence for each fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.rules.match import Hand
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.recorded import MOST_NAMED, quoted, read_record, whole_number
from scorekeeper.rules.referee import Action, Ruling, State, judge
from scorekeeper.rules.tiles import DOUBLE_BLANK
from scorekeeper.text import _

FORMAT: Final = "chicken-foot-plays"
VERSION: Final = 1

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """One recorded round with the referee's word on each step."""

    title: str
    """What to call it: its id, its title or its number in the file, fit for a terminal."""
    actions: tuple[Action, ...]
    rulings: tuple[Ruling, ...]
    """One for each action."""
    document: Document
    """The record in its own form, with `legal`, `code`, `flags`, `rule`, `reason` and `state` in each step."""


@dataclass(frozen=True, slots=True)
class JudgedFile:
    """Everything that a file of play records holds, judged."""

    plays: tuple[JudgedPlay, ...]
    document: Document
    """What the file held, in the same shape: one record, or several under `plays`."""


def judge_file(document: object) -> JudgedFile:
    """The file that was read, with every step of every record judged.

    Args:
        document: what a JSON reader gives for the file; it is left as it is.

    Raises:
        RuleError: the file or a record in it is malformed; every fault is named, and nothing counts as judged.
    """
    if not isinstance(document, Mapping):
        raise RuleError.because(_("A play record is an object with “set”, “players” and “steps”."))
    _check_head(document)
    if "plays" not in document:
        play = judge_record(document)
        return JudgedFile((play,), play.document)
    records = document["plays"]
    if not isinstance(records, list):
        raise RuleError.because(_("“plays” is a list of play records."))
    plays: list[JudgedPlay] = []
    problems: list[Problem] = []
    for number, record in enumerate(records, 1):
        try:
            plays.append(judge_record(record, number))
        except RuleError as error:
            problems.extend(error.problems)
        if len(problems) >= MOST_NAMED:
            more = _("There may be more that is wrong; these are the first {most} faults.").format(most=MOST_NAMED)
            problems[MOST_NAMED:] = [Problem(more)]
            break
    if problems:
        raise RuleError(problems)
    return JudgedFile(tuple(plays), {**document, "plays": [play.document for play in plays]})


def judge_record(record: object, number: int | None = None) -> JudgedPlay:
    """One record judged step by step; `scores` stand in it where the round ended with all hands known.

    Args:
        record: a record as a JSON reader gives it; it is left as it is.
        number: its number in the file from 1, for the sentences about one that has no id.

    Raises:
        RuleError: it is malformed; every fault is named.
    """
    recorded = read_record(record, number)
    given: Document = dict(record) if isinstance(record, Mapping) else {}
    state = recorded.start
    rulings: list[Ruling] = []
    for place, action in enumerate(recorded.actions, 1):
        try:
            ruling = judge(state, action)
        except RuleError as error:
            raise RuleError(
                Problem(_("{title}, step {n}: {fault}").format(title=recorded.title, n=place, fault=problem.text))
                for problem in error.problems
            ) from error
        rulings.append(ruling)
        state = ruling.state
    given["steps"] = [
        {"n": place, **step, **ruling_document(ruling)}
        for place, (step, ruling) in enumerate(zip(given["steps"], rulings, strict=True), 1)
    ]
    given.pop("scores", None)
    points = scores(state)
    if points is not None:
        given["scores"] = list(points)
    return JudgedPlay(recorded.title, recorded.actions, tuple(rulings), given)


def ruling_document(ruling: Ruling) -> Document:
    """A ruling in the form in which it stands in a step."""
    return {
        "legal": ruling.legal,
        "code": ruling.code,
        "flags": list(ruling.flags),
        "rule": ruling.rule,
        "reason": ruling.reason,
        "state": state_document(ruling.state),
    }


def state_document(state: State) -> Document:
    """How a round stands, in the form of a step's `state`."""
    phase = state.phase
    document: Document = {
        "phase": phase,
        "turn": state.turn,
        "boneyard": state.boneyard,
        "counts": list(state.counts),
        "open_values": list(state.open_values),
    }
    if phase == "arms":
        document["arms_left"] = state.layout.arms_left
    elif phase == "foot":
        document["foot"] = str(state.layout.foot)
        document["toes_left"] = state.layout.toes_left
    elif phase == "over":
        document["ended_by"] = state.ended_by
        if state.out is not None:
            document["out"] = state.out
    return document


def scores(state: State) -> tuple[int, ...] | None:
    """Points of each seat when the round is over and all hands are known (R25, R26, H2, H6); None otherwise."""
    if not state.ended_by or state.hands is None:
        return None
    on_double = state.layout.placed[-1].tile.is_double
    return tuple(
        Hand(
            pips=sum(tile.pips for tile in hand),
            double_blank=DOUBLE_BLANK in hand,
            out_on_double=seat == state.out and on_double,
        ).points(state.house)
        for seat, hand in enumerate(state.hands)
    )


def _check_head(document: Mapping[str, Any]) -> None:
    if document.get("format", FORMAT) != FORMAT:
        raise RuleError.because(
            _("The file says it is “{found}”; play records are “{format}”.").format(
                found=quoted(document["format"]), format=FORMAT
            )
        )
    version = whole_number(document.get("version", VERSION))
    if version is None or version < 1:
        raise RuleError.because(
            _("“version” is a whole number from 1, not “{found}”.").format(found=quoted(document["version"]))
        )
    if version > VERSION:
        raise RuleError.because(
            _("The file is of version {found}; this program reads play records up to version {version}.").format(
                found=quoted(version), version=VERSION
            )
        )
