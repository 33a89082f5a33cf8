"""Matches as any table may leave them, made by a seed alone, and everything that the product says about a match."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from scorekeeper.report.facts import json_text, match_facts
from scorekeeper.report.markdown import match_markdown
from scorekeeper.report.plain import match_text
from scorekeeper.report.scoresheet import matches_html
from scorekeeper.report.spreadsheet import matches_csv, rounds_csv
from scorekeeper.rules import changes
from scorekeeper.rules.course import next_double, state
from scorekeeper.rules.digest import digest
from scorekeeper.rules.house import CHOICES, HouseRules, suggested_hand_size
from scorekeeper.rules.journal import Draft, Journal
from scorekeeper.rules.match import Match
from scorekeeper.rules.names import clean, name_problem
from scorekeeper.rules.problem import RuleError
from scorekeeper.rules.summary import summarise
from scorekeeper.rules.tiles import SETS
from tests.fuzz.harmless import assert_harmless
from tests.fuzz.mutations import NASTY_TEXTS
from tests.strategies import MOVES, NASTY_NAMES, Clock

PLAIN = ("Ana", "Boris", "Chi", "Dan", "Eva", "Fran")
ODD = tuple(name for name in dict.fromkeys(map(clean, (*NASTY_NAMES, *NASTY_TEXTS))) if name_problem(name) is None)
"""Names that look odd and are allowed."""


@lru_cache(maxsize=256)
def any_journal(seed: int) -> Journal:
    """A match with its past; the same for the same seed."""
    rng = Random(seed)
    highest = rng.choice(SETS)
    names = rng.sample(ODD, 6) if rng.random() < 0.3 else list(PLAIN)
    names = names[: rng.choice((2, 2, 3, 4, 6))]
    house = HouseRules()
    if rng.random() < 0.5:
        chosen = {key: rng.choice(values) for key, values in CHOICES.items()}
        house = HouseRules(**chosen, last_double=rng.choice((0, 0, 1)), target=rng.choice((None, None, 60)))  # type: ignore[arg-type]
    clock = Clock(rng)
    try:
        match = changes.start(f"f{seed}", clock(), names, highest, suggested_hand_size(highest, len(names)), house)
    except RuleError:
        match = changes.start(f"f{seed}", clock(), PLAIN[:3], highest, 7, house)
    journal = Journal(
        match.edit(players=tuple(replace(p, id=rng.choice((None, f"p{at}"))) for at, p in enumerate(match.players)))
    )
    kinds = ["round"] * rng.choice((0, 2, 4, highest + 1)) + rng.choices(
        [*MOVES, "round", "round"], k=rng.choice((0, 4, 10))
    )
    for kind in kinds:
        try:
            journal = MOVES[kind](journal, rng, clock(), rng.choice(ODD))
        except RuleError:
            continue
    if state(journal.match) == "live" and rng.random() < 0.5:
        texts = tuple((journal.match.players[seat].name, "12+") for seat in journal.match.active_seats[:2])
        journal = replace(journal, draft=Draft(journal.match.next_round, next_double(journal.match) or 0, texts))
    return journal


def everything_said(match: Match) -> None:
    """Every form of report on a match can be made, and none does harm."""
    texts = [match_text(match), match_text(match, 20), match_markdown(match), json_text(match_facts(match))]
    texts.append(matches_html([match]))
    texts += [text.replace("\r\n", "\n") for text in (rounds_csv([match]), matches_csv([match]))]
    for text in texts:
        assert_harmless(text)
    summarise(match)
    digest(match)
