"""Which matches count for figures: those of a season and of a set, never several sets without a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from scorekeeper.rules.digest import MatchDigest, is_day, is_turned_round
from scorekeeper.text import _
from scorekeeper.ui.widgets.linebox import LineBox
from scorekeeper.ui.widgets.stepper import Stepper

_ALL: Final = ""
_OWN: Final = "own"
_BESIDE: Final = 60
"""Cells from which season and set stand side by side."""

SEASONS: Final = (
    Binding(
        "right", "screen.season(1)", _("Season"), tooltip=_("The next year, or the one before"), key_display="← →",
        id="which.after",
    ),
    Binding("left", "screen.season(-1)", _("Season before"), id="which.before", show=False),
)  # fmt: skip
"""The keys of a list of figures that go through the seasons of the screen."""
SETS_AND_DAYS: Final = (
    Binding("ctrl+s", "set", _("Set"), tooltip=_("Matches of the next set only"), id="which.set"),
    Binding("ctrl+t", "days", _("Days"), tooltip=_("A season from and to any day"), id="which.days", show=False),
)
"""The keys of a screen with figures."""


class Within(NamedTuple):
    """Which matches count, as `digest.chosen` takes it."""

    since: str = ""
    until: str = ""
    set: int | None = None

    @property
    def is_everything(self) -> bool:
        """Whether all matches count."""
        return self == Within()


class DayBox(LineBox):
    """A day, month or year; Enter and Tab go on to what comes next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "go(1)", _("Next"), show=False),
        Binding("shift+tab,up", "go(-1)", _("Back"), show=False),
        Binding("enter", "submit", _("Keep"), tooltip=_("Keep this day"), id="which.day"),
    ]

    def action_go(self, step: int) -> None:
        """Go to what comes next, or what comes before; another day can be typed over there."""
        there = self.screen.focus_next() if step > 0 else self.screen.focus_previous()
        if isinstance(there, DayBox):
            there.select_all()


class WhichMatches(Vertical):
    """The season and the set, each stepped by its arrows or the keys of the screen; days of a season of one's own."""

    DEFAULT_CSS = """
    WhichMatches {
        height: auto;
        & #which-steps { height: 1; }
        &.-stacked #which-steps { height: auto; layout: vertical; }
        & #season { width: 38; }
        & #set { width: 1fr; }
        &.-stacked #season { width: 100%; min-width: 0; }
        & #which-days { height: 1; display: none; }
        &.-own #which-days { display: block; }
        & DayBox { width: 12; background: $surface; }
        & DayBox:focus { background: $panel; }
        & .which--word { width: auto; margin: 0 1 0 0; color: $foreground 70%; }
        & #until-word { margin: 0 1; }
        & #which-wrong { width: 1fr; margin: 0 0 0 2; color: $foreground 70%; }
        & #which-wrong-below { height: auto; color: $foreground 70%; display: none; }
        & #which-wrong.-wrong, & #which-wrong-below.-wrong { color: $error; }
        &.-stacked #which-wrong { display: none; }
        &.-stacked.-own.-telling #which-wrong-below { display: block; }
    }
    """

    @dataclass
    class Changed(Message):
        """Other matches count now."""

        within: Within

    def __init__(self, year: int, within: Within = Within(), *, id: str | None = None) -> None:  # noqa: B008
        """All matches, or those that are given.

        Args:
            year: the one that is now.
            within: which matches count at first.
            id: of the widget.
        """
        super().__init__(id=id)
        self._year = year
        self._years: tuple[int, ...] = ()
        self._sets: tuple[int, ...] = () if within.set is None else (within.set,)
        self.within = within
        self._own = False
        """Whether the season is one of days that are typed."""

    def compose(self) -> ComposeResult:
        """The season and the set on one line, the days of the season below where they are typed."""
        season = Stepper(_("Season"), (), _ALL, changed=self._season_changed, show=self._season_text, id="season")
        sets = Stepper(_("Set"), (), None, changed=self._set_changed, show=self._set_text, id="set")
        for stepper in (season, sets):
            # The keys of the screen step them from wherever the cursor is.
            stepper.can_focus = False
            stepper.label_width = len(stepper.label) + 1
        with Horizontal(id="which-steps"):
            yield season
            yield sets
        with Horizontal(id="which-days"):
            yield Static(_("From"), classes="which--word", markup=False)
            yield DayBox(accept=self._entered, max_length=10, restrict=r"[0-9-]*", id="since")
            yield Static(_("to"), classes="which--word", id="until-word", markup=False)
            yield DayBox(accept=self._entered, max_length=10, restrict=r"[0-9-]*", id="until")
            yield Static("", id="which-wrong", markup=False)
        yield Static("", id="which-wrong-below", markup=False)

    def on_mount(self) -> None:
        """Show what counts."""
        self.show(self.within)

    def on_resize(self, event: events.Resize) -> None:
        """Stand one below the other where there is little room."""
        self.set_class(event.size.width < _BESIDE, "-stacked")

    def offer(self, matches: Iterable[MatchDigest]) -> None:
        """Offer the years and the sets of these matches."""
        years, sets = set(), set()
        for match in matches:
            sets.add(match.set)
            years.add(match.date[:4])
        self._years = tuple(sorted((int(year) for year in years if year), reverse=True))
        self._sets = tuple(sorted(sets))
        self.show(self.within)

    def show(self, within: Within) -> None:
        """Show which matches count, without telling anybody."""
        self.within = within
        if not self.is_mounted:
            return
        years = sorted({self._year, self._year - 1, *self._years}, reverse=True)
        seasons = [_ALL, *map(str, years)]
        self._own = self._own or within.since != within.until or within.since not in seasons
        self.query_one("#season", Stepper).put(_OWN if self._own else within.since, [*seasons, _OWN])
        sets = sorted({*self._sets, *(() if within.set is None else (within.set,))})
        of_set = self.query_one("#set", Stepper)
        of_set.put(within.set, [None, *sets])
        of_set.display = len(sets) > 1 or within.set is not None
        self._show_days()

    def _season_text(self, season: str) -> str:
        if season == _ALL:
            return _("all years")
        if season == _OWN:
            return _("from … to …")
        if int(season) == self._year:
            return _("this year, {year}").format(year=season)
        if int(season) == self._year - 1:
            return _("last year, {year}").format(year=season)
        return season

    def _set_text(self, highest: int | None) -> str:
        return _("all sets") if highest is None else _("double-{n}").format(n=highest)

    def step_season(self, by: int) -> None:
        """Go to the next season, or the one before."""
        self.query_one("#season", Stepper).action_step(by)

    def step_set(self, by: int) -> None:
        """Go to the next set, or the one before, where there are several."""
        if self.query_one("#set").display:
            self.query_one("#set", Stepper).action_step(by)

    def type_days(self) -> None:
        """Let the days of a season be typed."""
        self._own = True
        self.show(self.within)
        since = self.query_one("#since", DayBox)
        since.focus()
        since.select_all()

    def _show_days(self) -> None:
        """Show the boxes where days are typed, with what counts unless that is being typed."""
        self.set_class(self._own, "-own")
        typed = tuple(self.query_one(box, DayBox).value for box in ("#since", "#until"))
        if self._own and typed != self.within[:2] and not self.query_one("#which-days").has_focus_within:
            for box, day in zip(("#since", "#until"), self.within[:2], strict=True):
                self.query_one(box, DayBox).put(day)

    def _season_changed(self, season: str) -> None:
        self._own = season == _OWN
        if not self._own:
            self._tell(self.within._replace(since=season, until=season))
        self._show_days()

    def _set_changed(self, highest: int | None) -> None:
        self._tell(self.within._replace(set=highest))

    def _tell(self, within: Within) -> None:
        if within != self.within:
            self.within = within
            self.post_message(self.Changed(within))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._own:
            self._days_typed()

    def _days_typed(self, *, entered: bool = False) -> bool:
        """Count from and to the days that are typed, as soon as they are days; False where they are none.

        Args:
            entered: whether they are meant to be whole, so that what is wrong with them is a fault.
        """
        since, until = (self.query_one(box, DayBox).value.strip() for box in ("#since", "#until"))
        wrong = ""
        if not all(is_day(day) for day in (since, until) if day):
            wrong = _("such as 2026, 2026-03 or 2026-03-15")
        if not wrong and is_turned_round(since, until):
            wrong = _("it ends before it begins")
        for told in self.query("#which-wrong, #which-wrong-below").results(Static):
            told.update(f"✗ {wrong}" if wrong and entered else wrong)
            told.set_class(entered, "-wrong")
        self.set_class(bool(wrong), "-telling")
        if not wrong:
            self._tell(self.within._replace(since=since, until=until))
        return not wrong

    def _entered(self, _text: str) -> bool:
        box = self.screen.focused
        fits = self._days_typed(entered=True)
        # A first day after the last is right as soon as the last is typed, which comes next.
        if isinstance(box, DayBox) and (fits or (box.id == "since" and (not box.value or is_day(box.value)))):
            box.action_go(1)
        return False
