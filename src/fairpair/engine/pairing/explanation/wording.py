"""Why a round was paired so, in words for players; made from the data and nothing else."""

from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.engine.pairing.explanation.colours import colour_text
from fairpair.engine.pairing.explanation.reason_wording import (
    UNPLAYED,
    changed_text,
    downfloat_time,
    group_name,
    group_score,
    named,
    points_text,
    ruled_out_text,
    score_text,
    then_text,
)
from fairpair.engine.pairing.explanation.reasons import (
    ORDER,
    BoardExplanation,
    ByeChoice,
    ByeExplanation,
    Cause,
    ExpectedOpponent,
    FloatExplanation,
    PassedOver,
    RoundExplanation,
    ScheduleExplanation,
)
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import MANY, NameOf


def round_lines(why: RoundExplanation, name_of: NameOf) -> list[str]:
    """A line for each board, then for each who floated, then for the bye."""
    lines = [_method_text(why)] if why.method else []
    lines += [table_text(table, name_of) for table in why.tables]
    lines += [board_text(board, name_of) for board in why.boards]
    lines += [float_text(one, name_of) for one in why.floats]
    lines += [bye_text(why.bye, name_of)] if why.bye else []
    return lines + ([bye_choice_text(why.bye_choice, name_of)] if why.bye_choice else [])


def _method_text(why: RoundExplanation) -> str:
    cut = f" The cut comes after place {why.cut}." if why.cut else ""
    return f"Round {why.round_no}, {why.method}{cut}"


def table_text(why: ScheduleExplanation, name_of: NameOf) -> str:
    """`Ana and Bo: numbers 2 and 5`."""
    white, black = (number or "?" for number in why.numbers)
    return f"{name_of(why.white)} and {name_of(why.black)}: numbers {white} and {black}"


def board_text(why: BoardExplanation, name_of: NameOf) -> str:
    """`Ana and Bo: both on 3 points; White for Ana: Bo had White in the last game`."""
    parts = [f"{name_of(why.white)} and {name_of(why.black)}: {_scores(why, name_of)}"]
    if not why.group.as_ruled:
        parts.append(changed_text(why.group))
    parts += [_natural_text(one, name_of) for one in why.instead]
    if why.colours.article:
        parts.append(colour_text(why.colours, name_of))
    return "; ".join(parts)


def _scores(why: BoardExplanation, name_of: NameOf) -> str:
    white, black = (score_text(*one) for one in zip(why.scores, why.virtual, strict=True))
    if why.down is None or why.up is None:
        if white == black:
            return f"both on {white}"
        return f"{name_of(why.white)} on {white}, {name_of(why.black)} on {black}"
    if why.group.kind == "quarters":
        return f"{name_of(why.down)} comes down from a higher quarter by rating"
    if not any(why.virtual):
        white = format_number(why.scores[0])
    return f"{white} against {black}, {name_of(why.down)} floats down and {name_of(why.up)} up"


def _natural_text(one: ExpectedOpponent, name_of: NameOf) -> str:
    expected = f"{name_of(one.player)} would have met {name_of(one.opponent)}, but "
    if one.ruled_out.by == ORDER:
        return expected + _order_text(one, name_of)
    return expected + ruled_out_text(one.ruled_out, name_of)


def _order_text(one: ExpectedOpponent, name_of: NameOf) -> str:
    """Which of two boards that have one of them comes first; the other would be as good."""
    first = one.ruled_out.who
    if first and first[0] not in (one.player, one.opponent):
        return f"{name_of(first[0])} comes first and meets {name_of(first[1])}"
    if not first or one.opponent_has is None:
        return f"{name_of(one.opponent)} floats down: {ruled_out_text(one.ruled_out, name_of)}"
    who = "" if first[0] == one.player else f"{name_of(first[0])} "
    as_good = "which is as good and comes first in the order of the rules"
    return f"{who}meets {name_of(first[1])}, {as_good}"


_SAID_BY = {Cause.REST: "C4", Cause.BYE: "C5"}
"""The criterion that a cause tells already."""
_BYE_BY = {
    "random": "drawn by lot",
    "lowest_tiebreaker": "the last in the order of the round",
    "lowest_rating": "the lowest rated",
}


def float_text(why: FloatExplanation, name_of: NameOf) -> str:
    """`Ana floats down: the group is odd, and Bo and Cy floated down last round`."""
    again = "further " if why.player in why.group.moved else ""
    return f"{name_of(why.player)} floats {again}down: {_float_reason(why, name_of, 'floated')}"


def bye_text(why: ByeExplanation, name_of: NameOf) -> str:
    """`Ana has the bye: on 1 point, the lowest score to be paired; the group is odd, and ...`."""
    score = f"on {score_text(why.score, why.virtual)}"
    if why.changed is not None:
        parts = [score, changed_text(why.changed)]
    else:
        parts = [f"{score}, {_lowest(why, name_of)}", _bye_reason(why.floated, name_of)]
    return f"{name_of(why.player)} has the bye: {'; '.join(filter(None, parts))}"


def bye_choice_text(why: ByeChoice, name_of: NameOf) -> str:
    """`Ana has the bye: no bye so far, on 1 point, drawn by lot of those with the fewest`."""
    byes = {0: "no bye so far", 1: "one bye so far"}.get(why.byes, f"{why.byes} byes so far")
    parts = [f"{byes}, on {points_text(why.score)}"]
    if why.as_ruled:
        fewest = "those with the fewest byes and points"
        if why.passed:
            fewest = f"{fewest} who can have it"
        only = f"the only one of {fewest}"
        parts.append(f"{_BYE_BY[why.by]} of {fewest}" if why.level > 1 else only)
        parts += _kept_texts(why.passed, name_of, "had it")
    else:
        parts.append("the rules give the bye to somebody else (changed by hand, or corrected)")
    return f"{name_of(why.player)} has the bye: {'; '.join(parts)}"


def _float_reason(why: FloatExplanation, name_of: NameOf, verb: str) -> str:
    if not why.group.as_ruled:
        return changed_text(why.group)
    choice = _choice_text(why, name_of, verb, _SAID_BY.get(why.cause))
    cause = _cause_text(why, name_of)
    return f"{cause}, and {choice}" if choice else cause


def _bye_reason(why: FloatExplanation, name_of: NameOf) -> str:
    """Without a cause that says again what score can have the bye."""
    if why.cause is Cause.BYE:
        return _choice_text(why, name_of, "had it", None)
    return _float_reason(why, name_of, "had it")


def _lowest(why: ByeExplanation, name_of: NameOf) -> str:
    """What sets the score apart; who is absent may have less."""
    virtual = ", virtual points included" if why.floated.group.accelerated else ""
    if not why.lower:
        return f"the lowest score to be paired{virtual}"
    lower = "; ".join(_kept_texts(why.lower, name_of, "had it"))
    return f"the lowest score that can have it{virtual} (of those below, {lower})"


def _choice_text(why: FloatExplanation, name_of: NameOf, verb: str, said: str | None) -> str:
    """Why this player and nobody else; without what is said already, by the cause or here."""
    reasons, kept = list[str](), why.kept
    if why.staying is not None:
        kept = tuple(one for one in kept if one.ruled_out.by != why.staying.by)
        if why.staying.by != said:
            then = then_text(why.staying, name_of)
            reasons.append(f"if {name_of(why.player)} were paired there {then}")
    reasons += _kept_texts(kept, name_of, verb, said)
    if why.unasked:
        reasons.append(f"{why.unasked} more were not looked at")
    if not reasons and why.cause is Cause.ODD and why.group.size > 1:
        reasons.append("nobody to be paired on the same score is ranked lower")
    return "; ".join(reasons)


def _cause_text(why: FloatExplanation, name_of: NameOf) -> str:
    group = group_name(why.group)
    if why.group.size == 1:
        if why.group.kind == "score":
            return f"nobody else to be paired has {group_score(why.group)}"
        return f"nobody else is in {group}"
    if why.cause is Cause.ODD:
        return "the group is odd"
    if why.cause is Cause.NO_OPPONENT:
        return f"there is nobody to meet in {group}{_nobody_text(why, name_of)}"
    if why.cause is Cause.UNPAIRABLE:
        return f"not all in {group} can be paired with each other"
    if why.cause is Cause.BYE:
        return "otherwise the bye would go to a higher score"
    return "otherwise the others could not all be paired"


def _nobody_text(why: FloatExplanation, name_of: NameOf) -> str:
    """` (met Bo in round 2, must not meet Cy, must have the same colour as Di)`."""
    if not why.nobody:
        return ""
    if len(why.nobody) >= MANY:
        return f" (none of {len(why.nobody)} players will do)"
    how = {"C1": "met {} in round {}", "C3": "must have the same colour as {}"}
    each = (
        how.get(one.ruled_out.by, "is to be kept from {}").format(
            name_of(one.player), one.ruled_out.round_no
        )
        for one in why.nobody
    )
    return f" ({', '.join(each)})"


def _kept_texts(
    kept: Sequence[PassedOver], name_of: NameOf, verb: str, said: str | None = None
) -> list[str]:
    """`Bo and Cy floated down last round`; those with the same reason together.

    The criterion that is said already is not told again.
    """
    reasons: dict[tuple[str, str], list[PlayerId]] = {}
    for one in kept:
        reason = _kept_reason(one, name_of)
        if one.ruled_out.by == said:
            reason = "", "it would be the same"
        reasons.setdefault(reason, []).append(one.player)
    found = []
    for (fact, then), players in reasons.items():
        if fact:
            found.append(f"{named(players, name_of)} {fact}")
        else:
            found.append(f"if {named(players, name_of, 'or')} {verb} instead {then}")
    return found


def _kept_reason(one: PassedOver, name_of: NameOf) -> tuple[str, str]:
    """Either what is true of the player, or what would be."""
    why = one.ruled_out
    when = downfloat_time(why.by)
    if when and one.player in why.who:
        return _floated(why.kinds[why.who.index(one.player)], when), ""
    if why.by == "C2":
        return ruled_out_text(why, name_of), ""
    if why.by == "C9" and why.amounts:
        more, fewer = why.amounts[1][0], why.amounts[0][0]
        return f"missed more games ({format_number(more)}, not {format_number(fewer)})", ""
    return "", then_text(why, name_of)


def _floated(kind: Kind, when: str) -> str:
    if kind is Kind.PLAYED:
        return f"floated down {when}"
    return f"{UNPLAYED.get(kind, 'had points without a game')} {when}, which counts as a downfloat"
