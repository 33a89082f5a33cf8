"""The commands about players across matches: who there is, with figures; another name, two made one, put away."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict

from scorekeeper.cli.console import Counter, complain, emit, say
from scorekeeper.cli.session import WRONG_USAGE, Session
from scorekeeper.text import N_, _, ngettext

if TYPE_CHECKING:
    from scorekeeper.rating import Rating
    from scorekeeper.rules.digest import MatchDigest
    from scorekeeper.rules.roster import Listed

_REPEAT: Final = N_("Broken off. What is done is whole; the same command does the rest.")


class _Within(TypedDict):
    """Which matches count, as `digest.chosen` takes it."""

    since: str
    until: str
    set: int | None


def players(args: Namespace, session: Session) -> int:
    """Print the players that the house knows, with their figures; or everything about one of them."""
    from scorekeeper.rules.digest import is_turned_round
    from scorekeeper.rules.roster import roster

    if is_turned_round(args.since or "", args.until or ""):
        complain(
            _("From {since} to {until} there is no day: it ends before it begins.").format(
                since=args.since, until=args.until
            )
        )
        return WRONG_USAGE
    with Counter(_("Reading matches")) as counter:
        digests = session.store.players.digests(counter)
    within = _Within(since=args.since or "", until=args.until or "", set=args.set)
    listed = roster(session.store.players.known(), digests, **within)
    if args.name is not None:
        listed = _meant(args.name, listed)
        if len(listed) != 1:
            player = session.store.players.find(args.name)
            # Who was not known before is from now on, and the matches say so.
            digests = session.store.players.digests()
            listed = tuple(each for each in roster([player], digests, **within) if each.id == player.id)
    if args.json:
        from scorekeeper.report.facts import json_text
        from scorekeeper.report.people import player_facts

        whole = args.name is not None
        emit(json_text([_whole_facts(each, digests, within) if whole else player_facts(each) for each in listed]))
    elif args.name is not None:
        _say_one(listed[0], digests, within)
    elif listed:
        from scorekeeper.report.people import players_text

        say(players_text(listed))
    else:
        complain(_("Nobody is known yet; the first match makes players known."))
    return 0


def _meant(name: str, listed: Sequence[Listed]) -> tuple[Listed, ...]:
    """Those who are called so or have that id."""
    from scorekeeper.rules.names import same_name_key

    key = same_name_key(name)
    return tuple(each for each in listed if same_name_key(each.name) == key or each.id == name)


def _say_one(found: Listed, digests: tuple[MatchDigest, ...], within: _Within) -> None:
    from scorekeeper.report.people import player_text
    from scorekeeper.rules.figures import player_figures
    from scorekeeper.rules.season import head_to_head

    figures = player_figures(digests, found.who, **within)
    against = head_to_head(digests, found.who, **within)
    say(player_text(found, figures, against, _rating(found, digests, within)))


def _whole_facts(found: Listed, digests: tuple[MatchDigest, ...], within: _Within) -> dict[str, Any]:
    from scorekeeper.report.people import whole_player_facts
    from scorekeeper.rules.figures import player_figures
    from scorekeeper.rules.season import head_to_head

    rating = None
    rated = _rated(digests, within)
    for place, each in enumerate(rated, start=1):
        if each.who == found.who:
            rating = {
                "skill": each.skill, "uncertainty": each.uncertainty, "matches": each.matches, "place": place,
                "of": len(rated),
            }  # fmt: skip
    figures = player_figures(digests, found.who, **within)
    return whole_player_facts(found, figures, head_to_head(digests, found.who, **within), rating)


def _rating(found: Listed, digests: tuple[MatchDigest, ...], within: _Within) -> str:
    """A line about how strong the player is; "" where that cannot be said."""
    rated = _rated(digests, within)
    for place, each in enumerate(rated, start=1):
        if each.who == found.who:
            return _("  Rating  {skill:.1f} ± {uncertainty:.1f}, number {place} of {all} (25 is a newcomer)").format(
                skill=each.skill, uncertainty=2 * each.uncertainty, place=place, all=len(rated)
            )
    return ""


def _rated(digests: tuple[MatchDigest, ...], within: _Within) -> tuple[Rating, ...]:
    """Everybody by strength; nobody where the library is not installed."""
    from scorekeeper.rating import available, ratings

    return ratings(digests, **within) if available() else ()


def rename(args: Namespace, session: Session) -> int:
    """Give a player another name, in every match."""
    players = session.store.players
    player = players.find(args.name)
    with Counter(_("Renaming"), _(_REPEAT)) as counter:
        count = players.rename(player.id, args.new, counter)
    say(
        ngettext(
            "{old} is {new} now, in {count} match.", "{old} is {new} now, in {count} matches.", count
        ).format(old=player.name, new=players.find(player.id).name, count=count)
    )  # fmt: skip
    return 0


def merge(args: Namespace, session: Session) -> int:
    """Make one player of two entries of one person."""
    players = session.store.players
    player, into = players.find(args.name), players.find(args.into)
    with Counter(_("Merging"), _(_REPEAT)) as counter:
        count = players.merge(player.id, into.id, counter)
    say(
        ngettext(
            "{old} is {new} now; {count} match was changed.", "{old} is {new} now; {count} matches were changed.", count
        ).format(old=player.name, new=into.name, count=count)
    )
    return 0


def archive(args: Namespace, session: Session) -> int:
    """Offer a player no longer where names are typed, or again."""
    players = session.store.players
    player = players.find(args.name)
    players.archive(player.id, not args.undo)
    if args.undo:
        say(_("{name} is offered again where names are typed.").format(name=player.name))
    else:
        say(
            _("{name} is archived: matches and figures stay; --undo, or playing again, brings back.").format(
                name=player.name
            )
        )
    return 0


HANDLERS: Final[Mapping[str, Callable[[Namespace, Session], int]]] = {
    "players": players,
    "rename": rename,
    "merge": merge,
    "archive": archive,
}
