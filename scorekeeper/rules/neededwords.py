"""The sentences on what is needed to overtake, and on a lead that can no longer be lost."""

from __future__ import annotations

from scorekeeper.rules.match import Match
from scorekeeper.rules.needed import Level, Need, SafeLead
from scorekeeper.text import _, listing, ngettext


def need_short(match: Match, need: Need) -> str:
    """What is needed in a few words, to stand beside a name: "16 fewer pass Ana"; empty where nothing helps."""
    if need.margin is None:
        return ""
    return ngettext("{count} fewer passes {rival}", "{count} fewer pass {rival}", need.margin).format(
        count=need.margin, rival=_rivals(match, need)
    )


def need_text(match: Match, need: Need) -> str:
    """By how much one player has to beat another in this round, and what decides with one point less (R27 to R29).

    "Boris passes Ana with 16 fewer; with 15 they are level and zero rounds decide, 2 to 3: Ana stays ahead (R28)."
    """
    name, rival = match.players[need.seat].name, _rivals(match, need)
    if need.margin is None:
        text = ngettext(
            "{name} cannot pass {rival} in this round: {gap} behind, and {count} fewer is the most that can be (C4)",
            "{name} cannot pass {rival} in this round: {gap} behind, and {count} fewer is the most that can be (C4)",
            need.largest,
        ).format(name=name, rival=rival, gap=need.gap, count=need.largest)
    else:
        text = ngettext(
            "{name} passes {rival} with {count} fewer", "{name} passes {rival} with {count} fewer", need.margin
        ).format(name=name, rival=rival, count=need.margin)
    if not need.level:
        return text + "."
    clauses = [_reason(match, need, case) for case in need.level]
    if len(clauses) > 1 and (together := _all_by_zero_rounds(match, need)):
        clauses = [together]
    elif len(clauses) > 1:
        clauses = [
            _("{condition} {reason}").format(condition=_condition(match, need, case), reason=reason)
            for case, reason in zip(need.level, clauses, strict=True)
        ]
    joined = "; ".join(clauses)
    one = len(clauses) == 1
    if need.margin == need.gap:
        form = _("{text}: then they are level and {decided}.") if one else _("{text}: then they are level; {decided}.")
    elif need.gap == 0:
        form = (
            _("{text}; with as many they are level and {decided}.")
            if one
            else _("{text}; with as many they are level: {decided}.")
        )
    else:
        form = (
            _("{text}; with {gap} they are level and {decided}.")
            if one
            else _("{text}; with {gap} they are level: {decided}.")
        )
    return form.format(text=text, gap=need.gap, decided=joined)


def _rivals(match: Match, need: Need) -> str:
    return listing([match.players[seat].name for seat in need.rivals])


def _verdict(match: Match, need: Need, case: Level) -> str:
    if case.verdict == "passes":
        return _("{name} passes").format(name=match.players[need.seat].name)
    stays = _("{rivals} stay ahead") if len(need.rivals) > 1 else _("{rivals} stays ahead")
    return stays.format(rivals=_rivals(match, need))


def _reason(match: Match, need: Need, case: Level) -> str:
    if case.by == "shared":
        return _("they share the place (A24)")
    if case.by == "zero_rounds":
        return _("zero rounds decide, {figures}: {verdict} (R28)").format(
            figures=_figures(case), verdict=_verdict(match, need, case)
        )
    if case.figures is None:
        return _("the lowest round above zero decides: {verdict} (R29)").format(verdict=_verdict(match, need, case))
    return _("the lowest round above zero decides, {figures}: {verdict} (R29)").format(
        figures=_figures(case), verdict=_verdict(match, need, case)
    )


def _figures(case: Level | SafeLead) -> str:
    none = _("none")
    own, other = (none if figure is None else figure for figure in case.figures or (None, None))
    return _("{own} to {other}").format(own=own, other=other)


def _all_by_zero_rounds(match: Match, need: Need) -> str:
    """The one clause for zero rounds that decide in the same way with and without one more; empty for other cases."""
    with_zero, without = need.level[0], need.level[-1]
    if len(need.level) != 2 or (with_zero.by, with_zero.verdict) != (without.by, without.verdict):
        return ""
    return _("zero rounds decide, {figures}, or {others} if {name} scores 0: {verdict} (R28)").format(
        figures=_figures(without),
        others=_figures(with_zero),
        name=match.players[need.seat].name,
        verdict=_verdict(match, need, without),
    )


def _condition(match: Match, need: Need, case: Level) -> str:
    if case.high is None:
        form = _("if {name} scores {low} or more,")
    elif case.high == case.low:
        form = _("if {name} scores {low},")
    else:
        form = _("if {name} scores {low} to {high},")
    return form.format(name=match.players[need.seat].name, low=case.low, high=case.high)


def safe_lead_text(match: Match, lead: SafeLead) -> str:
    """Why a lead can no longer be lost, with the figures (C3, R27 to R29)."""
    text = ngettext(
        "Nobody can catch {name} any more: {rival} is {gap} behind, "
        "and the round to come can cost {name} at most {most} more",
        "Nobody can catch {name} any more: {rival} is {gap} behind, "
        "and the {rounds} rounds to come can cost {name} at most {most} more",
        lead.rounds,
    ).format(
        name=match.players[lead.seat].name,
        rival=match.players[lead.rival].name,
        gap=lead.gap,
        rounds=lead.rounds,
        most=lead.most,
    )
    if lead.by == "total":
        return _("{text} (C3).").format(text=text)
    if lead.by == "zero_rounds":
        return _("{text} (C3); level with {rival}, zero rounds would decide, {figures} (R28).").format(
            text=text, rival=match.players[lead.rival].name, figures=_figures(lead)
        )
    return _("{text} (C3); level with {rival}, the lowest round above zero would decide, {figures} (R29).").format(
        text=text, rival=match.players[lead.rival].name, figures=_figures(lead)
    )
