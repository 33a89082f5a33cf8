"""What stands beside the farmyard, as lines: whose turn it is, boneyard, every number, and what is proved (pure)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich.cells import cell_len

from scorekeeper.rules.keptlayout import KeptLayout
from scorekeeper.rules.referee import State
from scorekeeper.rules.rulings import finish_text, outlook_text
from scorekeeper.text import _, pgettext
from scorekeeper.ui.shown import fit, fit_right, wrap

Tone = Literal["plain", "turn", "muted", "open", "warn", "strong"] | int
"""What a part of a line is; a number is that number on ivory, as on a tile."""

LONGEST_NAME: Final = 14


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line."""

    text: str
    tone: Tone = "plain"
    seat: int | None = None
    """The place of the player it is about, for those who point at it."""


Line = tuple[Part, ...]


def sentences(kept: KeptLayout) -> list[tuple[str, Tone]]:
    """What the layout asks for and what is proved, the most urgent first."""
    state, layout = kept.state, kept.layout
    if kept.dropped:
        return [(_("The layout is dropped for this round: nothing rests on it. Ctrl+Z takes it up again."), "warn")]
    if state.ended_by:
        return []
    said: list[tuple[str, Tone]] = []
    if not layout.placed:
        return [(_start_text(kept), "strong")]
    never = finish_text(layout)
    if never is not None:
        said.append((f"✗ {never}", "warn"))
    elif layout.stage == "arms":
        said.append((_arms_text(state), "strong"))
    elif layout.foot is not None:
        said.append((_foot_text(state), "strong"))
    else:
        said.append((_("Any open end may be used (R23)."), "plain"))
    outlook = state.outlook()
    said.append((f"✗ {outlook_text(outlook)}", "warn") if outlook.blocked else (outlook_text(outlook), "muted"))
    if outlook.blocked and state.house.dead_position == "draw_out":
        said.append((_("The boneyard is drawn out before the round ends (H8)."), "warn"))
    return said


def _start_text(kept: KeptLayout) -> str:
    double = kept.layout.start_double
    if kept.state.found:
        return _("{double} is found and opens the round (R12): type it and Enter.").format(double=double)
    if kept.is_searching:
        return _("{double} is drawn for in turn (R11): F5 for every tile; type it when it is found.").format(
            double=double
        )
    return _("{double} opens: type it and Enter. Nobody has it: F5 for every tile drawn (R11).").format(double=double)


def _arms_text(state: State) -> str:
    layout = state.layout
    return _("Arms still empty: {count} of {arms}; each needs a tile with {number} (R15).").format(
        count=layout.arms_left, arms=layout.arms, number=layout.start
    )


def _foot_text(state: State) -> str:
    layout = state.layout
    assert layout.foot is not None
    return _("Toes owed on {foot}: {count}. Tiles with {number} off the table: {left} (R21).").format(
        foot=layout.foot, count=layout.toes_left, number=layout.foot.high, left=layout.off_table[layout.foot.high]
    )


def _ends(kept: KeptLayout) -> tuple[Counter[int], Counter[int]]:
    """How many free ends of each number may be used now, and how many have to wait; none when the round is over."""
    if kept.state.ended_by:
        return Counter(), Counter()
    now = Counter(end.number for end in kept.layout.open_ends)
    return now, Counter(end.number for end in kept.layout.ends) - now


def _off_tone(off: int, open_end: bool) -> Tone:
    return "plain" if off else "warn" if open_end else "muted"


def numbers_across(kept: KeptLayout, width: int) -> list[Line]:
    """Every number of the set in a column: itself, its open ends, its tiles off the table; the most needed if narrow.

    "○" marks the ends that may be used now; those that have to wait are counted where there are no others.
    """
    highest = kept.highest
    now, later = _ends(kept)
    long = (_("number"), _("open ends"), _("off the table"))
    short = (pgettext("numbers", "no."), pgettext("open ends", "ends"), pgettext("off the table", "left"))
    labels = long if width >= 16 + 4 * (highest + 1) else short
    label = max(cell_len(text) for text in labels) + 2
    column = 4 if label + 4 * (highest + 1) <= width else 3
    shown = list(range(highest, -1, -1))
    room = max((width - label) // column, 1)
    if len(shown) > room:
        needed = sorted(shown, key=lambda number: (number not in now, number not in later, -number))[:room]
        shown = sorted(needed, reverse=True)
    lines: list[list[Part]] = [[Part(fit(f" {text}", label), "muted")] for text in labels]
    for number in shown:
        tile = f"{number:>2} " if column == 4 else fit_right(str(number), 2)
        lines[0] += [Part(" "), Part(tile, number)]
        ends = f"○{now[number]}" if number in now else str(later[number]) if number in later else "·"
        tone: Tone = "open" if number in now else "plain" if number in later else "muted"
        pad = column - 3
        lines[1].append(Part(fit_right(ends, 3) + " " * pad, tone))
        off = kept.layout.off_table[number]
        lines[2].append(Part(fit_right(str(off), 3) + " " * pad, _off_tone(off, number in now or number in later)))
    return [tuple(parts) for parts in lines]


def numbers_down(kept: KeptLayout, width: int) -> list[Line]:
    """Every number of the set on a line: itself, its open ends as signs, its tiles off the table."""
    now, later = _ends(kept)
    room = max(width - 18, 8)
    lines: list[Line] = [
        (
            Part(fit(_("number"), 9), "muted"),
            Part(fit(_("open ends"), room), "muted"),
            Part(fit_right(_("off"), 5), "muted"),
        )
    ]
    for number in range(kept.highest, -1, -1):
        count = now[number] + later[number]
        told = "+".join(str(part[number]) for part in (now, later) if number in part)
        signs = "○" * now[number] + "·" * later[number]
        told = f"{signs} {told}" if len(signs) + len(told) < room else f"{signs[0]} {told}"
        off = kept.layout.off_table[number]
        lines.append(
            (
                Part("  "),
                Part(f"{number:>2} ", number),
                Part("    "),
                Part(fit(told if count else "", room), "open" if number in now else "plain"),
                Part(fit_right(str(off), 5), _off_tone(off, count > 0)),
            )
        )
    return lines


def _turn_order(kept: KeptLayout, player: int) -> list[int]:
    count = len(kept.counts)
    return [(player + step) % count for step in range(count)]


def players_across(kept: KeptLayout, names: Sequence[str], player: int, width: int) -> Line:
    """Who plays and who follows, with their tiles, and the boneyard at the right edge."""
    state = kept.state
    boneyard = _("boneyard {count}").format(count=state.boneyard)
    room = width - cell_len(boneyard) - 2
    parts = [Part(" ")]
    used = 1
    for place in _turn_order(kept, player):
        turn = place == player and not state.ended_by
        told = f"{'▸' if turn else ' '}{_named(names[place])} {state.counts[place]} "
        if used + cell_len(told) > room:
            parts.append(Part("…", "muted"))
            used += 1
            break
        parts.append(Part(told, "turn" if turn else "plain", place))
        used += cell_len(told)
    parts += [Part(" " * max(width - used - cell_len(boneyard) - 1, 1)), Part(boneyard, "strong"), Part(" ")]
    return tuple(parts)


def players_down(kept: KeptLayout, names: Sequence[str], player: int, width: int, height: int) -> list[Line]:
    """The boneyard, then who plays and who follows, each on a line with their tiles; as many as there is room for."""
    state = kept.state
    lines: list[Line] = [
        (
            Part(fit(_("boneyard"), width - 6), "strong"),
            Part(fit_right(str(state.boneyard), 5), "strong"),
        )
    ]
    order = _turn_order(kept, player)
    for place in order[: max(height - 1, 1)]:
        turn = place == player and not state.ended_by
        tone: Tone = "turn" if turn else "plain"
        name = fit(f"{'▸' if turn else ' '} {names[place]}", width - 6)
        lines.append((Part(name, tone, place), Part(fit_right(str(state.counts[place]), 5), tone, place)))
    return lines


def _named(name: str) -> str:
    return name if cell_len(name) <= LONGEST_NAME else fit(name, LONGEST_NAME).rstrip()


def wrapped(said: Sequence[tuple[str, Tone]], width: int, height: int) -> list[Line]:
    """Sentences in at most `height` lines of `width` cells, each sentence on lines of its own."""
    lines: list[Line] = []
    for text, tone in said:
        lines += [(Part(fit(f" {part}", width), tone),) for part in wrap(text, max(width - 2, 10))]
    return lines[:height]


def below(kept: KeptLayout, names: Sequence[str], player: int, width: int, height: int) -> list[Line]:
    """Everything in a few lines under the farmyard."""
    lines = [players_across(kept, names, player, width), *numbers_across(kept, width)]
    return (lines + wrapped(sentences(kept), width, height - len(lines)))[:height]


def lines_below(kept: KeptLayout, width: int) -> int:
    """The lines that everything takes under the farmyard."""
    return 4 + len(wrapped(sentences(kept), width, 20))


def beside(kept: KeptLayout, names: Sequence[str], player: int, width: int, height: int) -> list[Line]:
    """Everything in a column beside the farmyard."""
    numbers = numbers_down(kept, width)
    said = wrapped(sentences(kept), width, 12)
    gap: Line = (Part(""),)
    room = height - len(numbers) - len(said) - 2
    return [*players_down(kept, names, player, width, room), gap, *numbers, gap, *said][:height]


def lines_beside(kept: KeptLayout) -> int:
    """The fewest lines that the column beside the farmyard needs."""
    return kept.highest + 2 + 2 + 8 + 3
