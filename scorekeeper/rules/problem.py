"""What is wrong with something that people typed, wrote or did, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be: a sentence, the rule it rests on, and the players it is about."""

    text: str
    """A whole sentence for people: what is wrong, and what would be right."""
    rule: str = ""
    """The rule's number, such as "C1"; empty where no rule but common sense is broken."""
    seats: tuple[int, ...] = ()
    """The seats it is about, from 0; empty where it is about the round or the match as a whole."""
    round: int | None = None
    """The round it is about, from 1."""

    def __str__(self) -> str:
        return self.text


class RuleError(Exception):
    """A change that the rules refuse; nothing was changed.

    Attributes:
        problems: everything that is wrong, at least one.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.text for problem in self.problems))

    @classmethod
    def because(cls, text: str, rule: str = "", *seats: int) -> RuleError:
        """The error with a single problem."""
        return cls((Problem(text, rule, seats),))
