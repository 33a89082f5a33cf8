"""One run of the command line: the data it works on, its clock, and how a match is meant, changed and saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from scorekeeper.cli.console import complain, tell_apart
from scorekeeper.text import _, listing, ngettext

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.rules.journal import Journal, What
    from scorekeeper.rules.match import Match
    from scorekeeper.store.protocol import NoSuchMatch, Store

WRONG_USAGE: Final = 2
"""Exit code where the app is asked for without a terminal."""
ID_LENGTH: Final = 4
ID_ATTEMPTS: Final = 20
"""Ids of one length that are tried before a longer one is; by then nearly all would be taken."""
MOST_NAMED: Final = 10
"""Ids that are named one by one in a sentence."""
_FIRST: Final = "bcdfghjkmnpqrstvwxz"
_LETTERS: Final = _FIRST + "23456789"
"""Nothing that looks like something else, no vowels that make words, never a number to a spreadsheet."""


class Session:
    """What every command works with."""

    def __init__(self, data: str | None, clock: Callable[[], datetime]) -> None:
        """Remember where to work; nothing is opened before it is needed.

        Args:
            data: the data folder; None for `SCOREKEEPER_DATA` or the platform's.
            clock: gives the time of a change, with its offset.
        """
        self.data = data
        self.clock = clock
        self._went_back: set[str | None] = set()

    @cached_property
    def store(self) -> Store:
        """Everything that the data folder keeps.

        Raises:
            StoreError: there can be no data folder.
        """
        from scorekeeper.store.opening import open_store

        return open_store(self.data, clock=self.clock)

    def say_news(self, but: str = "") -> None:
        """Say on standard error what the store has to tell about files that could not be read.

        Args:
            but: what is said already.
        """
        if "store" in self.__dict__:
            for told in self.store.told():
                self._went_back.add(told.went_back)
                if told.text != but:
                    complain(told.text)

    def loaded(self, match_id: str) -> Journal:
        """A match that is to be changed.

        Raises:
            StoreError: it cannot be read; or its last change was lost just now, and nobody has seen yet how it stands.
        """
        from scorekeeper.store.protocol import StoreError

        found = self.store.matches.load(match_id)
        self.say_news()
        if match_id in self._went_back:
            raise StoreError(
                _("Nothing was changed: look at it first (scorekeeper show {id}), then say it again.").format(
                    id=match_id
                )
            )
        return found

    def now(self) -> str:
        """The time of a change as it is kept: ISO 8601 with the offset of this place."""
        return self.clock().isoformat(timespec="seconds")

    def new_id(self) -> str:
        """An id that no match has, not even one in the trash."""
        import secrets

        trashed = {gone.id.casefold() for gone in self.store.matches.trash()}
        length = ID_LENGTH
        while True:
            for _attempt in range(ID_ATTEMPTS):
                made = secrets.choice(_FIRST) + "".join(secrets.choice(_LETTERS) for _at in range(length - 1))
                if made not in trashed and not self._begins(made):
                    return made
            length += 1

    def _begins(self, beginning: str) -> bool:
        """Whether a match is called so."""
        from scorekeeper.store.protocol import NoSuchMatch

        try:
            self.store.matches.find(beginning)
        except NoSuchMatch:
            return False
        return True

    def open_app(self) -> int:
        """Open the app and stay until it is left; gives its exit code, 2 where there is no terminal to draw it on."""
        from scorekeeper.ui.needs import missing

        lacking = missing()
        if lacking is not None:
            tell_apart(lacking)
            return WRONG_USAGE
        from scorekeeper.ui.process import run_app

        return run_app(self.store, clock=self.clock, new_id=self.new_id)

    def meant(self, named: str | None, *, elsewise: Callable[[], str | None] | None = None) -> str:
        """The id of the match that is meant: the one named, else the unfinished one changed last.

        Args:
            named: the beginning of an id, or None.
            elsewise: gives the match to take where none is named and none is unfinished; None for no such match.

        Raises:
            NoSuchMatch: there is none.
        """
        matches = self.store.matches
        if named is not None:
            return matches.find(named)
        unfinished = matches.open_ids()
        last = matches.last_id()
        if last is None:
            raise _none_yet()
        if unfinished:
            if last not in unfinished:
                complain(_("This is {id}; {last}, changed last, is not open.").format(id=unfinished[0], last=last))
            if len(unfinished) > 1:
                self._say_which(unfinished[0], unfinished[1:])
            return unfinished[0]
        other = None if elsewise is None else elsewise()
        if other is not None:
            complain(_("No match is unfinished; this is {id}, changed last.").format(id=other))
            return other
        raise _no_such(
            _("No match is unfinished; name the one that is meant. The last one changed is {id}.").format(id=last)
        )

    def meant_or_over(self, named: str | None) -> str:
        """The id of the match that is meant where one that is over can be meant too: to undo, to correct, to note.

        Straight after a match is over it is still the one: nothing has been changed in any other since.

        Raises:
            NoSuchMatch: there is none.
        """
        matches = self.store.matches
        if named is None:
            unfinished, last = matches.open_ids(), matches.last_id()
            if unfinished and last is not None and last not in unfinished:
                self._say_it_is_over(last, unfinished)
                return last
        return self.meant(named, elsewise=matches.last_id)

    def shown(self, named: str | None) -> str:
        """The id of the match to show: the one named, else the one changed last.

        Raises:
            NoSuchMatch: there is none.
        """
        matches = self.store.matches
        if named is not None:
            return matches.find(named)
        last = matches.last_id()
        if last is None:
            raise _none_yet()
        unfinished = matches.open_ids()
        if len(unfinished) > 1 and last not in unfinished:
            self._say_it_is_over(last, unfinished)
        elif len(unfinished) > 1:
            self._say_which(last, tuple(other for other in unfinished if other != last))
        return last

    def _say_it_is_over(self, chosen: str, unfinished: Sequence[str]) -> None:
        complain(
            ngettext(
                "This is {id}, changed last, which is not open; open is {others}.",
                "This is {id}, changed last, which is not open; open are {others}.",
                len(unfinished),
            ).format(id=chosen, others=_named(unfinished))
        )

    def _say_which(self, chosen: str, others: Sequence[str]) -> None:
        complain(
            ngettext(
                "Several matches are open; this is {id}. The other is {others}.",
                "Several matches are open; this is {id}. The others are {others}.",
                len(others),
            ).format(id=chosen, others=_named(others))
        )

    def change(self, match_id: str, what: What, edit: Callable[[Match], Match], number: int | None = None) -> Journal:
        """The match changed by `edit` and saved, with its past.

        Args:
            match_id: a whole id.
            what: the kind of change.
            edit: one of the functions of `rules.changes`, made ready.
            number: the round it is about, from 1; for a round being recorded the next one.

        Raises:
            RuleError: the rules refuse it.
            StoreError: it could not be saved, or somebody else changed the match in between.
        """
        before = self.loaded(match_id)
        if what == "round":
            number = before.match.next_round
        after = before.change(what, edit(before.match), self.now(), number)
        self.save(after, before)
        typed = before.draft
        if what == "round" and number is not None and typed is not None and typed.texts:
            from scorekeeper.rules.journal import draft_of

            if typed.texts != draft_of(after.match, number).texts:
                complain(
                    _("What was half typed in the app for round {number} gave way: {texts}").format(
                        number=number, texts=", ".join(f"{name} {text}" for name, text in typed.texts)
                    )
                )
        return after

    def save(self, after: Journal, before: Journal) -> None:
        """Keep `after`, which was made of `before`."""
        self.store.matches.save(after, based_on=before.match.revision)


def _no_such(text: str) -> NoSuchMatch:
    from scorekeeper.store.protocol import NoSuchMatch

    return NoSuchMatch(text)


def _none_yet() -> NoSuchMatch:
    return _no_such(_("There is no match yet; “scorekeeper new NAME NAME” starts one."))


def _named(ids: Sequence[str]) -> str:
    """The ids as a sentence names them, and how many more there are."""
    if len(ids) <= MOST_NAMED + 1:
        return listing(ids)
    return listing([*ids[:MOST_NAMED], _("{count} more").format(count=len(ids) - MOST_NAMED)])


def seat_of(match: Match, name: str, seats: Sequence[int]) -> int:
    """The seat of the player called `name` among `seats`.

    Raises:
        RuleError: none of them is called so; the sentence names them.
    """
    from scorekeeper.rules.names import same_name_key
    from scorekeeper.rules.problem import RuleError

    key = same_name_key(name)
    for seat in seats:
        if same_name_key(match.players[seat].name) == key:
            return seat
    if not seats:
        raise RuleError.because(_("There is no “{name}” here; nobody is at the table.").format(name=name))
    raise RuleError.because(
        _("There is no “{name}” here; there are {names}.").format(
            name=name, names=listing([match.players[seat].name for seat in seats])
        )
    )
