"""Why two players do not meet, as messages; made from the data and nothing else."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.engine.pairing.brackets.criteria import COUNT, SCORES
from fairpair.engine.pairing.deadlock import first_names
from fairpair.engine.pairing.dutch.criteria import QUALITY_CRITERIA
from fairpair.engine.pairing.explanation.reason_wording import (
    Names,
    all_named,
    group_place,
    order_text,
    round_text,
    ruled_text,
    worse_text,
)
from fairpair.engine.pairing.explanation.reasons import RuledOut
from fairpair.engine.pairing.explanation.shortage import THE_BYE, Shortage
from fairpair.engine.pairing.explanation.why_not import Verdict, WhyNot
from fairpair.engine.pairing.swiss.criteria import NAMED_CRITERIA
from fairpair.engine.standings.wording import NameOf
from fairpair.language.message import Message

_KEPT_APART = {"C1": "explanation.met-before", "C3": "explanation.must-have-same-colour"}
_MEASURES = {one.code: one.measure for one in (*QUALITY_CRITERIA, *chain(*NAMED_CRITERIA.values()))}
_UNNAMED = frozenset({"C5", "C6", "C7", "C12", "C13", "cut", "cut_players"})
"""Criteria whose consequence does not say whom it is about."""


def why_not_text(why: WhyNot, name_of: NameOf) -> Message:
    """The verdict, what speaks against the pair, and what else would be different."""
    return Message("explanation", sentences=tuple(_sentences(why, name_of)))


def _sentences(why: WhyNot, name_of: NameOf) -> Iterator[Message]:
    first, second = map(name_of, why.players)
    names = {"first": first, "second": second}
    match why.verdict:
        case Verdict.KEPT_APART if why.ruled_out is not None:
            code = _KEPT_APART.get(why.ruled_out.by, "explanation.restricted")
            met = round_text(why.ruled_out)
            yield ruled_text(code, why.ruled_out, player=first, opponent=second, round=met)
        case Verdict.SCHEDULE:
            yield _schedule_text(why, names)
        case Verdict.EQUAL if why.ruled_out is not None:
            yield order_text("explanation.why-not-equal", why.ruled_out, **names)
        case _:
            yield Message(f"explanation.why-not-{why.verdict.value}", **names)
    if why.shortage:
        yield from _shortage_texts(why.shortage, names, name_of)
    if why.verdict is Verdict.WORSE and why.ruled_out is not None:
        yield from _worse_texts(why, why.ruled_out, name_of)
    if why.changes:
        yield _boards_text(why, name_of)
    if not why.exact:
        yield Message("explanation.why-not-at-least")
    if why.edited and why.verdict is not Verdict.RULED:
        yield Message("explanation.why-not-edited")


def _schedule_text(why: WhyNot, names: dict[str, str]) -> Message:
    if None in why.numbers:
        return Message("explanation.why-not-no-number", **names)
    first, second = why.numbers
    rounds = [RoundRef(1, round_no).name for round_no in why.rounds]
    values = {"first_number": first, "second_number": second, "rounds": rounds, "n": why.size}
    return Message("explanation.why-not-schedule", **names, **values)


# --- not possible for the others -----------------------------------------------------------------


def _shortage_texts(why: Shortage, names: dict[str, str], name_of: NameOf) -> Iterator[Message]:
    """Who would have too few possible opponents, which proves that there is no such round."""
    groups, opponents = len(why.groups), len(why.opponents)
    values = {**names, "opponents": _named(why.opponents, name_of), "n": groups, "m": opponents}
    some = "" if opponents else "-nobody"
    if all(len(one) == 1 for one in why.groups):
        alone = [one for group in why.groups for one in group]
        values["players"] = _named(alone, name_of)
        yield Message(f"explanation.shortage{some}", **values)
        return
    yield Message(f"explanation.shortage-groups{some}", **values)
    for group in why.groups:
        yield Message("explanation.shortage-group", players=_named(group, name_of))


def _named(players: Sequence[PlayerId], name_of: NameOf) -> Names:
    """The names, and the bye at the end."""
    real = [one for one in players if one != THE_BYE]
    bye = [Message("explanation.pairing-bye")] if len(real) < len(players) else []
    return [*(all_named(real, name_of) if real else ()), *bye]


# --- worse ---------------------------------------------------------------------------------------


def _worse_texts(why: WhyNot, ruled_out: RuledOut, name_of: NameOf) -> Iterator[Message]:
    """The first criterion that is worse, where, for whom, and both amounts."""
    consequence = worse_text(ruled_out, name_of)
    if why.group is None:
        yield Message("explanation.why-not-then", consequence=consequence)
    else:
        where = group_place(why.group)
        yield Message("explanation.why-not-then-in", consequence=consequence, where=where)
    if ruled_out.who and ruled_out.by in _UNNAMED:
        yield Message("explanation.why-not-who", who=all_named(ruled_out.who, name_of))
    if ruled_out.amounts is not None:
        made, rival = (_amount(ruled_out.by, one) for one in ruled_out.amounts)
        scores = _MEASURES.get(ruled_out.by, COUNT) is SCORES
        code = "explanation.why-not-scores" if scores else "explanation.why-not-amounts"
        yield Message(code, made=made, rival=rival)


def _amount(code: str, amount: Sequence[Fraction]) -> str:
    """`2`, or the scores that count such as `3, 2`, or both as `2 (3, 2)`."""
    numbers = list(map(format_number, amount))
    measure = _MEASURES.get(code, COUNT)
    if measure is COUNT:
        return numbers[0]
    if measure is SCORES:
        return ", ".join(numbers) or "-"
    return f"{numbers[0]} ({', '.join(numbers[1:])})" if numbers[1:] else numbers[0]


def _boards_text(why: WhyNot, name_of: NameOf) -> Message:
    """How many tables the best round with the pair has that this one does not have."""
    boards = first_names([f"{name_of(a)} - {name_of(b)}" for a, b in why.changes])
    return Message("explanation.why-not-boards", boards=boards, n=len(why.changes))
