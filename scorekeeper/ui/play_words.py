"""What the layout screen says: the verdict on a typed tile, what an action caused, and how a round ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.referee import Action, Draw, Pass, Play, Ruling
from scorekeeper.rules.rulings import FLAG_RULE, flag_text
from scorekeeper.rules.tiles import Tile
from scorekeeper.text import _, ngettext
from scorekeeper.ui.playing import Playing

Tone = Literal["allowed", "refused", "hint", "plain", "result"]


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that is said."""

    text: str
    tone: Tone = "plain"
    rule: str = ""
    """The rule it rests on, which can be looked up."""

    @property
    def shown(self) -> str:
        """The sentence with the rule's number."""
        return f"{self.text} ({self.rule})" if self.rule else self.text


def example(kept: KeptLayout) -> str:
    """A tile as it is typed in this set."""
    return "9-4" if kept.highest >= 9 else "6-4"


def verdict(playing: Playing) -> tuple[Said, ...]:
    """What stands beside the box while a tile is typed; nothing while the box is empty."""
    kept = playing.kept
    if not playing.text:
        return ()
    if playing.answer is not None:
        numbers = _("{one} or {other}").format(one=playing.numbers[0], other=playing.numbers[-1])
        ask = _("Which number of {tile} is matched, {numbers}?").format(tile=playing.tile, numbers=numbers)
        return (Said(ask, "plain"), Said(_("Type it, or Tab points at an end; Backspace goes back."), "hint"))
    ruling = playing.ruling
    if ruling is None:
        told = _("A tile is typed as {example} and Enter, either number first.").format(example=example(kept))
        return (Said(told, "hint"),)
    return _allowed(playing, ruling) if ruling.legal else _refused(playing, ruling)


def _allowed(playing: Playing, ruling: Ruling) -> tuple[Said, ...]:
    play = playing.play
    assert play is not None
    said = [Said(ruling.reason, "allowed", ruling.rule), *caused(ruling)]
    if len(playing.choices) > 1 and play.on is not None:
        place = _("It lies on {on}; Tab: another end ({place} of {count}).").format(
            on=play.on, place=(playing.at or 0) + 1, count=len(playing.choices)
        )
        if playing.asks_number:
            place = _("Both numbers fit: Enter asks which; Tab points at an end.")
        said.append(Said(place, "hint"))
    return tuple(said)


def _refused(playing: Playing, ruling: Ruling) -> tuple[Said, ...]:
    said = [Said(ruling.reason, "refused", ruling.rule)]
    if ruling.code == "ERR_ROUND_OVER":
        said.append(Said(_("Not over? F4 puts the numbers of tiles in hands right."), "hint"))
    standing = playing.standing
    if standing is not None and playing.kept.ask(standing).legal:
        assert standing.on is not None
        if standing.free is not None and standing.free in standing.tile:
            where = _("on {on} with {free} outward").format(on=standing.on, free=standing.free)
        else:
            where = _("on {on}").format(on=standing.on)
        told = _("Noticed too late? F8: it stands {where}. Tab: elsewhere.").format(where=where)
        said.append(Said(told, "hint", "A32"))
    return tuple(said)


def caused(ruling: Ruling) -> list[Said]:
    """What an action causes, as sentences."""
    return [Said(flag_text(flag), "plain", FLAG_RULE[flag]) for flag in ruling.flags]


def done(action: Action, ruling: Ruling, name: str) -> tuple[Said, ...]:
    """What was recorded, and what it caused."""
    match action:
        case Play(_player, tile, on, _stands, _free):
            if on is None:
                told = _("{name} opens with {tile}.").format(name=name, tile=tile)
            elif ruling.code == "OK_STANDS":
                told = _("{name}: {tile} on {on} stands, though it was wrong.").format(name=name, tile=tile, on=on)
            else:
                told = _("{name} lays {tile} on {on}.").format(name=name, tile=tile, on=on)
        case Draw(_player, None):
            told = _("{name} draws a tile.").format(name=name)
        case Draw(_player, tile):
            told = _("{name} draws {tile}.").format(name=name, tile=tile)
        case Pass():
            told = _("{name} passes.").format(name=name)
    return (Said(told, "plain", ruling.rule), *caused(ruling))


def ended(kept: KeptLayout, names: Sequence[str]) -> tuple[Said, ...]:
    """How the round ended, and where to go from there; nothing while it goes on."""
    state = kept.state
    if state.ended_by is None:
        return ()
    go_on = Said(_("Enter: to the scores. Not over? Ctrl+Z takes the last step back, F4 puts hands right."), "hint")
    if state.out is None:
        return (Said(_("Blocked: nobody can ever play again, so everybody scores."), "result", "A13"), go_on)
    last = kept.newest
    told = _("{name} is out: the round is over.").format(name=names[state.out])
    if last is not None and last.is_double and last != kept.layout.start_double:
        told = _("{name} is out on a double: the round is over, no toes needed.").format(name=names[state.out])
        return (Said(told, "result", "A15"), go_on)
    return (Said(told, "result", "R24"), go_on)


def not_followed() -> Said:
    """What is said where the layout was dropped."""
    return Said(_("The layout is dropped for this round. Ctrl+Z takes it up again, Ctrl+L asks as it lies."), "hint")


def unfinished(text: str) -> Said:
    """What is wrong with something typed that is no tile."""
    return Said(_("{text} is no tile.").format(text=text), "refused")


def shortcut(kept: KeptLayout) -> tuple[Said, ...]:
    """What can be done now, for the empty box."""
    state = kept.state
    count = len(kept.actions)
    if not count:
        told = _("A tile and Enter records a play; while it is typed, the verdict stands here. Asking changes nothing.")
        return (Said(told, "hint"),)
    if state.draws:
        told = ngettext("{count} tile drawn in this turn.", "{count} tiles drawn in this turn.", state.draws)
        return (Said(told.format(count=state.draws), "hint"),)
    return ()


def pinned_text(playing: Playing, name: str, ruling: Ruling) -> str:
    """A verdict as it is kept with the round."""
    word = _("{name}, {tile}: allowed. {reason}") if ruling.legal else _("{name}, {tile}: not allowed. {reason}")
    tile: Tile | None = playing.tile
    return word.format(name=name, tile=tile, reason=ruling.reason)
