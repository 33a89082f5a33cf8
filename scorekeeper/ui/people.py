"""What is changed about people from a list of them or the page of one: another name, two made one, put away, undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from textual import work
from textual.binding import Binding, BindingType

from scorekeeper.rules.names import name_problem, same_name_key
from scorekeeper.rules.roster import Listed
from scorekeeper.store.protocol import BrokenOff, StoreError
from scorekeeper.text import _, ngettext
from scorekeeper.ui.reading import ReadingPage
from scorekeeper.ui.screens.ask import AskScreen
from scorekeeper.ui.screens.atwork import AtWorkScreen, Progress
from scorekeeper.ui.screens.merge import MergeScreen

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name that was changed, to be changed back."""

    player_id: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """A player archived, or brought back."""

    player_id: str
    name: str
    archived: bool


class PeopleScreen(ReadingPage[Result]):
    """A screen with one person in hand, whose entry can be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "rename", _("Rename"), tooltip=_("Another name, in every match"), id="people.rename"),
        Binding("ctrl+g", "merge", _("Merge"), tooltip=_("Two entries of one person become one"), id="people.merge"),
        Binding("ctrl+z", "undo", _("Undo"), tooltip=_("Take the last name or archiving back"), id="people.undo"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.past: list[Renamed | PutAway] = []
        """What was changed and can be taken back, the last one last."""
        self._keys: tuple[bool | None, ...] = ()

    @property
    def person(self) -> Listed | None:
        """Who is in hand."""
        raise NotImplementedError

    @property
    def everybody(self) -> tuple[Listed, ...]:
        """All players there are."""
        raise NotImplementedError

    def look_again(self, who: str) -> None:
        """Read everything again after a change; `who` is in hand from then on."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what was changed can be undone, and only somebody in hand be changed."""
        if action == "undo":
            return bool(self.past)
        if action in ("rename", "merge", "archive"):
            return self.is_mounted and self.person is not None
        return super().check_action(action, parameters)

    @property
    def is_asking(self) -> bool:
        """Whether a dialog or a page was opened from here whose outcome is still to be looked at."""
        return any(
            worker.group == "dialog" and worker.node is self and not worker.is_finished for worker in self.app.workers
        )

    def keys_changed(self) -> None:
        """Show other keys where others work than before; making them anew is far from free."""
        keys = tuple(self.check_action(action, ()) for action in ("undo", "rename", "open"))
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()

    def _id_of(self, person: Listed) -> str:
        """The id of a player; who is only in matches without one becomes known."""
        return person.id if person.id is not None else self.app.store.players.find(person.name).id

    async def _at_work(self, title: str, job: Callable[[Progress], int]) -> int | StoreError:
        """What long work gives, or why it failed or was broken off, which is said."""
        result = await self.app.push_screen_wait(AtWorkScreen(title, job))
        if isinstance(result, StoreError):
            self.tell(str(result), wrong=True)
        return result

    # Another name

    def _name_problem(self, person: Listed, name: str) -> str | None:
        problem = name_problem(name)
        if problem is not None:
            return problem
        key = same_name_key(name)
        if any(same_name_key(other.name) == key and other.who != person.who for other in self.everybody):
            return _("{name} is known already. Ctrl+G makes one of two entries of one person.").format(name=name)
        return None

    @work(exclusive=True, group="dialog")
    async def action_rename(self) -> None:
        """Give the player another name."""
        person = self.person
        if person is None:
            return
        question = _("{name}: another name, in every match, those of the past too. Ctrl+Z takes it back.")
        await self.app.push_screen_wait(
            AskScreen(
                question.format(name=person.name),
                person.name,
                problem=lambda name: self._name_problem(person, name),
                keep=lambda name: None if name == person.name else self._rename(person, name),
            )
        )

    async def _rename(self, person: Listed, name: str) -> str | None:
        """Call a player otherwise in every match; why that failed or was broken off, if so."""
        known: list[str] = []

        def job(progress: Progress) -> int:
            known.append(self._id_of(person))
            return self.app.store.players.rename(known[0], name, progress)

        count = await self._at_work(_("Renaming…"), job)
        if isinstance(count, StoreError) and not isinstance(count, BrokenOff):
            return str(count)
        change = Renamed(known[0], person.name, name)
        # What was broken off and is done again is one change.
        if self.past[-1:] != [change]:
            self.past.append(change)
        self.look_again(f"id:{known[0]}")
        if isinstance(count, BrokenOff):
            return str(count)
        told = ngettext("{old} is {new} now, in {count} match.", "{old} is {new} now, in {count} matches.", count)
        self.tell(told.format(old=person.name, new=name, count=count) + " " + _("Ctrl+Z takes it back."))
        return None

    # Two made one

    @work(exclusive=True, group="dialog")
    async def action_merge(self) -> None:
        """Make one of two entries of one person."""
        person = self.person
        if person is None:
            return
        wish = await self.app.push_screen_wait(MergeScreen(person, self.everybody))
        if wish is None:
            return
        gone, stays = wish
        known: list[str] = []

        def job(progress: Progress) -> int:
            known.extend((self._id_of(gone), self._id_of(stays)))
            return self.app.store.players.merge(known[0], known[1], progress)

        count = await self._at_work(_("Merging…"), job)
        if isinstance(count, StoreError):
            self.look_again(person.who)
            return
        # What was done to either of them before says nothing about the one they are now.
        self.past[:] = [change for change in self.past if change.player_id not in known]
        told = ngettext(
            "{old} is {new} now; {count} match was changed.", "{old} is {new} now; {count} matches were changed.", count
        )
        self.tell(told.format(old=gone.name, new=stays.name, count=count))
        self.look_again(f"id:{known[1]}")

    # Put away and back

    def action_archive(self) -> None:
        """Offer the player no longer where names are typed, or again."""
        person = self.person
        if person is None:
            return
        try:
            player_id = self._id_of(person)
            self.app.store.players.archive(player_id, not person.archived)
        except StoreError as error:
            self.tell(str(error), wrong=True)
            return
        self.past.append(PutAway(player_id, person.name, not person.archived))
        self._tell_archived(person.name, not person.archived)
        self.look_again(f"id:{player_id}")

    def _tell_archived(self, name: str, archived: bool) -> None:
        if archived:
            told = _("{name} is archived: no longer offered where names are typed; matches and figures stay.")
        else:
            told = _("{name} is offered again where names are typed.")
        self.tell(told.format(name=name))

    # Undone

    @work(exclusive=True, group="dialog")
    async def action_undo(self) -> None:
        """Take the last change back."""
        if not self.past:
            return
        last = self.past[-1]
        players = self.app.store.players
        if isinstance(last, PutAway):
            try:
                players.archive(last.player_id, not last.archived)
            except StoreError as error:
                self.tell(str(error), wrong=True)
                return
            self._tell_archived(last.name, not last.archived)
        else:
            renamed = last
            count = await self._at_work(
                _("Renaming…"), lambda progress: players.rename(renamed.player_id, renamed.before, progress)
            )
            if isinstance(count, StoreError):
                return
            self.tell(_("{new} is {old} again.").format(new=renamed.after, old=renamed.before))
        self.past.pop()
        self.look_again(f"id:{last.player_id}")
