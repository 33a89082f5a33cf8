"""What is said of the row that is typed: its round, what it comes to, what is wrong, what a correction changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scorekeeper.rules.changes import correct_round
from scorekeeper.rules.checks import check_hands, unusual
from scorekeeper.rules.consequences import consequences
from scorekeeper.rules.course import next_double, rounds_planned, state
from scorekeeper.rules.entry import EntryError, parse_hand, worth
from scorekeeper.rules.journal import What
from scorekeeper.rules.match import Hand, Match
from scorekeeper.rules.names import shown
from scorekeeper.rules.problem import Problem, RuleError
from scorekeeper.rules.scoring import Standings
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, listing, ngettext
from scorekeeper.ui.boxes import Boxes
from scorekeeper.ui.widgets.sheet_rows import Word

MOST_EXTRA: Final = 40
"""Signs that are shown of what is too many."""


def round_to_come(match: Match) -> str:
    """The number of the round to come, of how many where that is known."""
    planned = rounds_planned(match)
    if planned is None:
        return _("round {number}").format(number=match.next_round)
    return _("round {number} of {planned}").format(number=match.next_round, planned=planned)


def _hands(match: Match, boxes: Boxes) -> tuple[list[Hand | None], Word | None]:
    """The hands that can be read so far, and a word on the box with the cursor."""
    hands: list[Hand | None] = [None] * len(match.players)
    word: Word | None = None
    for seat, text in boxes.by_seat.items():
        name = match.players[seat].name
        try:
            hand = parse_hand(text, match.set)
        except EntryError as error:
            told = "hint" if error.unfinished and seat == boxes.seat else "problem"
            if seat == boxes.seat or told == "problem":
                word = Word(f"{name}: {error}", "hint" if told == "hint" else "problem", (seat,))
            continue
        hands[seat] = hand
        if seat == boxes.seat and word is None:
            comes_to = worth(hand, match.house)
            rare = unusual(match, boxes.seats, hand)
            if comes_to != text.strip() or rare:
                word = Word(f"{name}: {comes_to}{'  ' + rare if rare else ''}")
    return hands, word


def words_for_row(
    match: Match, boxes: Boxes, on_table: frozenset[Tile] = frozenset()
) -> tuple[Word, ...]:  # fmt: skip
    """The words under the row of the next round; `on_table` are tiles known to lie there (C6)."""
    double = next_double(match)
    if double is None:
        return ()
    if boxes.is_empty:
        names = [match.players[seat].name for seat in boxes.seats]
        if not match.rounds:
            return (
                Word(
                    _("Type the pips left in each hand, Space between, Enter at the end: {example}").format(
                        example=" ".join(["0", "23", "41", "17", "5", "9", "30", "12"][: len(names)])
                    ),
                    "hint",
                ),
            )
        return ()
    hands, word = _hands(match, boxes)
    problems = check_hands(match, match.next_round, double, hands, on_table=on_table, partly=True)
    words = [Word(problem.text, "problem", problem.seats) for problem in problems]
    if word is not None and not (problems and word.tone == "plain"):
        words.insert(0, word)
    words += words_on_layout(problems, on_table)
    complete = all(hands[seat] is not None for seat in boxes.seats)
    if complete and not problems and not any(hand is not None and hand.is_out for hand in hands):
        words.append(Word(_("Nobody is out: a blocked round (R24)."), "hint"))
    return tuple(words)


def words_on_layout(problems: Iterable[Problem], on_table: frozenset[Tile]) -> tuple[Word, ...]:
    """Where tiles of a kept layout may be what is in the way (C3, C4, C6): how to go on without it."""
    if not on_table or not any(problem.rule in ("C3", "C4", "C6") for problem in problems):
        return ()
    return (Word(_("The layout that is kept counts here; Ctrl+L, then Ctrl+D, stops following it."), "hint"),)


def words_for_correction(match: Match, number: int, boxes: Boxes) -> tuple[Word, ...]:
    """The words under a round that is being corrected: what is wrong, or what saving it would change."""
    hands, word = _hands(match, boxes)
    if len(boxes.by_seat) < len(boxes.seats) or (word is not None and word.tone != "plain"):
        missing = [match.players[seat].name for seat in boxes.seats if seat not in boxes.by_seat]
        words = [] if word is None else [word]
        if missing:
            words.append(Word(_("Still without a number: {names}.").format(names=listing(missing)), "hint"))
        return tuple(words)
    try:
        corrected = correct_round(match, number, hands)
    except RuleError as error:
        return tuple(Word(problem.text, "problem", problem.seats) for problem in error.problems)
    told = consequences(match, corrected)
    words = [Word(sentence) for sentence in told]
    if word is not None:
        words.insert(0, word)
    keys = Word(_("Enter saves round {number}, Escape leaves it as it was.").format(number=number), "hint")
    return (*words, keys)


def words_for_extra(boxes: Boxes) -> Word:
    """The word on what was typed behind the last box."""
    text = ngettext(
        "There is {count} box, and “{extra}” is too many: Backspace takes it away, Ctrl+U all of it.",
        "There are {count} boxes, and “{extra}” is too many: Backspace takes it away, Ctrl+U all of it.",
        len(boxes.seats),
    )
    return Word(text.format(count=len(boxes.seats), extra=shown(boxes.extra.strip(), MOST_EXTRA)), "problem")


def words_of_result(match: Match, standings: Standings, *, can_undo: bool) -> tuple[Word, ...]:
    """Who won and why, or that the match was stopped."""
    if not match.rounds:
        return (Word(_("Stopped before the first round."), "result"), Word(_("F9 takes the match up again."), "hint"))
    if not standings.winners:
        return (Word(_("Everybody has left; nobody has a place (A30)."), "result"),)
    names = listing([standings.lines[seat].name for seat in standings.winners])
    planned = rounds_planned(match)
    if state(match) == "stopped":
        played = len(match.rounds)
        label = (
            ngettext("Stopped after {played} round (A28).", "Stopped after {played} rounds (A28).", played)
            if planned is None
            else ngettext(
                "Stopped after {played} of {planned} round (A28).",
                "Stopped after {played} of {planned} rounds (A28).",
                planned,
            )
        ).format(played=played, planned=planned)
        headline = (
            _("{label} {names} are first.") if len(standings.winners) > 1 else _("{label} {names} is first.")
        ).format(label=label, names=names)
        keys = _("F9 takes the match up again.")
    else:
        headline = (_("{names} win!") if len(standings.winners) > 1 else _("{names} wins!")).format(names=names)
        keys = _("Enter on a round corrects it; F11 looks back; F2 starts the next match.")
        if can_undo:
            keys = _("Ctrl+Z takes the last change back.") + " " + keys
    return (Word(headline, "result"), Word(standings.explanation, "plain"), Word(keys, "hint"))


def step_text(what: What, number: int | None, *, forward: bool) -> str:
    """What is said when a change was taken back, or done again; `number` is its round, from 1."""
    names = {
        "setup": _("the set-up"), "round": _("round {number}"), "correction": _("the correction of round {number}"),
        "join": _("joining"), "leave": _("leaving"), "name": _("a name"), "stop": _("stopping"),
        "resume": _("taking up again"), "note": _("a note"), "drop": _("dropping the double"),
        "starter": _("who starts"), "ruling": _("a ruling"), "import": _("what was imported"),
    }  # fmt: skip
    told = names[what].format(number=number)
    return (_("Done again: {what}.") if forward else _("Undone: {what}. Ctrl+Y does it again.")).format(what=told)
