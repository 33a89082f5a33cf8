"""The commands that only look: a match, the list of matches, the rule book, the data folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from scorekeeper.cli.console import Counter, columns, complain, emit, say
from scorekeeper.cli.session import Session
from scorekeeper.text import _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace

    from scorekeeper.rules.rulebook import Entry
    from scorekeeper.rules.summary import Summary


def show(args: Namespace, session: Session) -> int:
    """Print a match: the table, the places and why."""
    match = session.store.matches.load(session.shown(args.id)).match
    if args.json:
        from scorekeeper.report.facts import json_text, match_facts

        emit(json_text(match_facts(match)))
    else:
        from scorekeeper.report.plain import match_text

        say(match_text(match, columns()))
    return 0


def history(args: Namespace, session: Session) -> int:
    """Print the list of matches: the last finished first, then the unfinished and stopped ones."""
    with Counter(_("Reading matches")) as counter:
        summaries = session.store.matches.summaries(counter)
    found = list(summaries) if not args.player else _with_players(summaries, args.player, session)
    if args.json:
        from scorekeeper.report.facts import json_text, summary_facts

        emit(json_text([summary_facts(summary) for summary in found]))
    elif found:
        from scorekeeper.report.plain import history_text

        say(history_text(found))
    else:
        complain(_("No match has all of these players.") if args.player else _("There is no match yet."))
    return 0


def _with_players(summaries: Iterable[Summary], names: Sequence[str], session: Session) -> list[Summary]:
    """The matches in which somebody of each of these names sat, or of the id that the house knows by it."""
    from scorekeeper.rules.names import same_name_key

    wanted = {same_name_key(name) for name in names}
    ids = {player.id: key for player in session.store.players.known() if (key := same_name_key(player.name)) in wanted}

    def there(summary: Summary) -> set[str | None]:
        named: set[str | None] = {same_name_key(line.name) for line in summary.lines}
        return named | {ids.get(player_id) for player_id in summary.player_ids if player_id is not None}

    return [summary for summary in summaries if wanted <= there(summary)]


_NUMBER: Final = re.compile(r"[rahc] ?[0-9]+", re.IGNORECASE)


def rules(args: Namespace, session: Session) -> int:  # noqa: ARG001
    """Print the rule of a number, the rules that words are found in, or the whole book."""
    from scorekeeper.rules import rulebook

    words = " ".join(args.words).strip()
    if not words:
        say(
            "\n\n".join(
                "\n\n".join([topic.title.upper(), *map(_entry, rulebook.entries(topic.key))])
                for topic in rulebook.topics()
            )
        )
        return 0
    if _NUMBER.fullmatch(words):
        try:
            say(_entry(rulebook.rule(words)))
        except KeyError as error:
            complain(str(error.args[0]))
            return 1
        return 0
    found = rulebook.search(words)
    if not found:
        complain(_("Nothing in the rule book has “{words}”.").format(words=words))
        return 1
    say("\n\n".join(map(_entry, found)))
    return 0


def _entry(entry: Entry) -> str:
    from textwrap import fill

    text = fill(entry.text, min(columns(), 100) - 4, initial_indent="    ", subsequent_indent="    ")
    return f"{entry.number}  {entry.title}\n{text}"


def doctor(args: Namespace, session: Session) -> int:
    """Say where the data is and whether all of it reads; mend what can be mended where that was asked for."""
    from pathlib import Path

    from scorekeeper.store.doctor import Doctor

    examiner = Doctor(Path(session.store.folder), session.clock)
    if args.repair:
        for sentence in examiner.repair():
            say(sentence)
    found = examiner.examine()
    say(_("The data is in {folder}.").format(folder=found.folder))
    if not found.exists:
        say(_("There is nothing yet; the first match makes it."))
        return 0
    say(
        ngettext("{count} match reads well.", "{count} matches read well.", found.matches).format(count=found.matches)
        + " "
        + ngettext("{count} is in the trash.", "{count} are in the trash.", found.trash).format(count=found.trash)
    )
    for finding in found.findings:
        say(finding.text)
    for aside in found.set_aside:
        say(_("Set aside as {path}: {reason}").format(path=aside.path, reason=aside.reason))
    for stays in found.stuck:
        say(_("Left as {path}, as it could not be set aside: {reason}").format(path=stays.path, reason=stays.reason))
    harm = any(finding.harm for finding in found.findings)
    if not args.repair and any(finding.harm and finding.mends for finding in found.findings):
        say(_("“scorekeeper doctor --repair” mends what can be mended."))
    return 1 if harm else 0


HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "show": show,
    "history": history,
    "rules": rules,
    "doctor": doctor,
}
