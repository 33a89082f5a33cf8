"""Pages of figures over the matches of a season and a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from textual import events, on, work
from textual.getters import query_one
from textual.message import Message

from scorekeeper.rating import Rating, available, ratings
from scorekeeper.rules.digest import MatchDigest
from scorekeeper.ui.people import PeopleScreen
from scorekeeper.ui.widgets.whichmatches import WhichMatches, Within

Result = TypeVar("Result")


class SeasonPage(PeopleScreen[Result]):
    """A page of figures; its `WhichMatches` says over which matches."""

    which = query_one(WhichMatches)

    @dataclass
    class Rated(Message):
        """How strong everybody is by the chosen matches."""

        within: Within
        ratings: dict[str, Rating]

    def __init__(self, within: Within, rated: Mapping[str, Rating]) -> None:
        """A page.

        Args:
            within: which matches count at first.
            rated: how strong everybody is by these; empty where that is not known yet.
        """
        super().__init__()
        self.within = within
        self.rated = dict(rated)

    @property
    def is_filled(self) -> bool:
        """Whether the figures are there, or will never be."""
        raise NotImplementedError

    @work(thread=True, exclusive=True, group="figures")
    def work_out(self) -> None:
        """Work out what the chosen matches say, away from the keys."""
        self.post_all(self.worked_out(self.within))

    def worked_out(self, within: Within) -> Iterator[Message]:
        """What these matches say, part by part, in a thread; the ratings last, as they take longest."""
        raise NotImplementedError

    def show_rated(self) -> None:
        """Show the ratings, which have come."""

    @on(events.ScreenResume)
    def _back_again(self) -> None:
        """A match may have changed while another screen lay over this one."""
        if self.is_filled and not self.is_asking:
            self.read()

    # Which matches

    @on(WhichMatches.Changed)
    def _other_matches(self, event: WhichMatches.Changed) -> None:
        self.choose(event.within)

    def choose(self, within: Within) -> None:
        """Show the figures of these matches from now on."""
        self.within = within
        self.rated = {}
        self.tell("")
        self.work_out()

    def action_season(self, by: int) -> None:
        """Go to the next season, or the one before."""
        self.which.step_season(by)

    def action_set(self) -> None:
        """Count the matches of the next set only, after the last those of all sets."""
        self.which.step_set(1)

    def action_days(self) -> None:
        """Type the days of a season."""
        self.which.type_days()

    async def open_page(self, page: SeasonPage[Within]) -> None:
        """Lay another such page over this one until it is left; the matches chosen there count here too."""
        page.past = self.past
        within = await self.app.push_screen_wait(page)
        if within != self.within:
            self.which.show(within)
            self.choose(within)

    @on(Rated)
    def _were_rated(self, event: Rated) -> None:
        if event.within == self.within:
            self.rated = event.ratings
            self.show_rated()


def rated_within(digests: Sequence[MatchDigest], within: Within) -> dict[str, Rating]:
    """How strong everybody is by these matches; empty where that cannot be told."""
    return {rating.who: rating for rating in ratings(digests, **within._asdict())} if available() else {}
