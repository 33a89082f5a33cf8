"""The commands that read and write files: export, import, check, and the referee."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Final

from scorekeeper.cli.console import Counter, columns, complain, emit, say
from scorekeeper.cli.namedfile import read_named, write_whole
from scorekeeper.cli.session import WRONG_USAGE, Session
from scorekeeper.report.facts import json_text
from scorekeeper.rules.match import Match
from scorekeeper.text import _, ngettext

if TYPE_CHECKING:
    from scorekeeper.store.importing import Gathered


def export(args: Namespace, session: Session) -> int:
    """Write matches to standard output or to a file."""
    if args.full and args.format != "csv":
        complain(_("--full goes with --format csv only."))
        return WRONG_USAGE
    if args.all and args.ids:
        complain(_("--all is every match; name none beside it."))
        return WRONG_USAGE
    matches = session.store.matches
    if args.all:
        ids = [summary.id for summary in matches.summaries()]
    elif args.ids:
        ids = list(dict.fromkeys(matches.find(beginning) for beginning in args.ids))
    else:
        ids = [session.meant(None)]
    found: list[Match] = []
    with Counter(_("Reading matches"), _("Broken off; nothing was written.")) as counter:
        for match_id in ids:
            found.append(matches.load(match_id).match)
            counter(len(found), len(ids))
    same = session.store.players.other_ids()
    text = _exported(found, args.format, several=args.all or len(ids) > 1, full=args.full, same=same)
    if args.output is None or args.output == "-":
        emit(text)
    else:
        write_whole(args.output, text, force=args.force)
    return 0


def _exported(matches: Sequence[Match], form: str, *, several: bool, full: bool, same: Mapping[str, str]) -> str:
    """The matches in the form that was asked for.

    Args:
        matches: in the order in which they are to stand.
        form: as `--format` says it.
        several: makes a file of matches even of a single one.
        full: has CSV say all that it can.
        same: other ids of their players, see `protocol.Players.other_ids`.
    """
    if form == "csv":
        from scorekeeper.report.spreadsheet import rounds_csv

        bare = sum(not match.rounds for match in matches)
        if bare:
            told = ngettext(
                "{count} match has no round yet, so nothing of it is in CSV.",
                "{count} matches have no round yet, so nothing of them is in CSV.",
                bare,
            )
            complain(told.format(count=bare))
        return rounds_csv(matches, full=full)
    if form == "csv-matches":
        from scorekeeper.report.spreadsheet import matches_csv

        return matches_csv(matches)
    if form == "markdown":
        from scorekeeper.report.markdown import match_markdown

        return "\n".join(map(match_markdown, matches))
    if form == "html":
        from scorekeeper.report.scoresheet import matches_html

        return matches_html(matches)
    if form == "text":
        from scorekeeper.report.plain import match_text

        return "\n\n".join(match_text(match, columns()) for match in matches)
    from scorekeeper.store.codec import match_file

    return match_file(matches, collection=several, same=same)


def import_(args: Namespace, session: Session) -> int:
    """Take in the matches of files; with any fault in any of them none is taken."""
    from scorekeeper.store.importing import take_in_with_players
    from scorekeeper.store.protocol import StoreError

    sources: list[tuple[str, bytes]] = []
    unread: list[str] = []
    for name in args.files:
        try:
            sources.append((name, read_named(name)))
        except StoreError as error:
            unread.append(str(error))
    found = _gathered(sources, _("Broken off; nothing was imported."))
    if unread or found.faults:
        complain("\n".join([*unread, *found.faults, _("Nothing was imported.")]))
        return 1
    with Counter(
        _("Importing"), _("Broken off. What is done is whole; repeating the import does the rest.")
    ) as counter:
        done = take_in_with_players(session.store, found.matches, session.now(), counter, found.same)
    say("\n".join(map(str, done)) if done else _("There is no match in it."))
    return 0


def check(args: Namespace, session: Session) -> int:  # noqa: ARG001
    """Say everything that is wrong with a match file, on standard output."""
    found = _gathered([(args.file, read_named(args.file))])
    if found.faults:
        say("\n".join(found.faults))
        return 1
    count = len(found.matches)
    say(ngettext("{count} match, nothing wrong.", "{count} matches, nothing wrong.", count).format(count=count))
    return 0


def _gathered(sources: Sequence[tuple[str, bytes]], when_broken_off: str = "") -> Gathered:
    """What match files and CSV as exported say together; keys that are left out are told at once."""
    from scorekeeper.report.fromcsv import as_match_file
    from scorekeeper.store.importing import gather

    with Counter(_("Checking"), when_broken_off) as counter:
        found = gather(sources, counter, as_match_file)
    for key in found.left_out:
        complain(_("{key}: nobody knows this key; it is left out.").format(key=key))
    return found


def referee(args: Namespace, session: Session) -> int:  # noqa: ARG001
    """Judge recorded rounds step by step."""
    from scorekeeper.rules.playrecord import JudgedPlay, judge_file
    from scorekeeper.rules.referee import Draw, Play
    from scorekeeper.store.strictjson import NotJson, is_deeper, parse

    raw = read_named(args.file)
    try:
        parse(raw)
    except NotJson as error:
        complain(f"{args.file}: {error}")
        return 1
    document = json.loads(raw.decode("utf-8-sig"), parse_int=_number, parse_float=_finite, parse_constant=str)
    if is_deeper(document, _DEEPEST):
        complain(f"{args.file}: " + _("It is nested too deeply."))
        return 1
    judged = judge_file(document)
    if args.json:
        emit(json_text(judged.document))
        return 0

    def told(play: JudgedPlay) -> str:
        lines = [play.title]
        for number, (action, ruling) in enumerate(zip(play.actions, play.rulings, strict=True), start=1):
            match action:
                case Play(on=None):
                    done = _("player {player} plays {tile}")
                case Play():
                    done = _("player {player} plays {tile} on {on}")
                case Draw(tile=None):
                    done = _("player {player} draws")
                case Draw():
                    done = _("player {player} draws {tile}")
                case _pass:
                    done = _("player {player} passes")
            what = done.format(player=action.player, tile=getattr(action, "tile", None), on=getattr(action, "on", None))
            verdict = _("right") if ruling.legal else _("wrong")
            flags = "".join(f" {flag}" for flag in ruling.flags)
            lines.append(f"{number:3}. {what}: {verdict}. {ruling.reason} ({ruling.rule}) {ruling.code}{flags}")
        return "\n".join(lines)

    say("\n\n".join(map(told, judged.plays)))
    return 0


def _number(digits: str) -> int | str:
    """A whole number; one that is too long to be read as one stays text, which no rule takes for a number."""
    return int(digits) if len(digits) <= _LONGEST else digits


def _finite(digits: str) -> float | str:
    """A number with a fraction or an exponent; one beyond all numbers stays text."""
    value = float(digits)
    return value if isfinite(value) else digits


_LONGEST: Final = 600
"""Digits of a whole number that Python reads at once, however it is set up."""
_DEEPEST: Final = 100
"""Levels of a play record and whatever stands beside it; our own has seven."""

HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "export": export,
    "import": import_,
    "check": check,
    "referee": referee,
}
