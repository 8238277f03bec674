"""What ruled something out, as messages; and the parts that all explanations share."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.engine.pairing.dutch.criteria import QUALITY_CRITERIA
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, ORDER, Group, RuledOut
from fairpair.engine.pairing.swiss.criteria import NAMED_CRITERIA
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import MANY, NameOf
from fairpair.language.message import Message

Names = Sequence[str | Message]


def points_text(score: Fraction, code: str = "explanation.points") -> Message:
    """`3 points`."""
    points = format_number(score)
    return Message(code, points=points, n=int(score) if score.denominator == 1 else points)


def score_text(score: Fraction, virtual: Fraction) -> Message:
    """`1 point plus 1 virtual point`."""
    points = points_text(score - virtual)
    if not virtual:
        return points
    more = points_text(virtual, "explanation.virtual-points")
    return Message("explanation.points-and-virtual", points=points, virtual=more)


def group_score(group: Group) -> Message:
    """The score of a group, whose players may have different virtual points."""
    points = points_text(group.score)
    if not group.accelerated:
        return points
    return Message("explanation.points-with-virtual", points=points)


def group_place(group: Group) -> Message:
    """`in the group with 3 points`."""
    if group.kind == "quarters":
        return Message("explanation.in-quarter")
    if group.kind == "all":
        return Message("explanation.in-field")
    return Message("explanation.in-score-group", score=group_score(group))


def all_named(players: Sequence[PlayerId], name_of: NameOf) -> Names:
    """The names of all of them, or how many they are."""
    if len(players) >= MANY:
        return [Message("explanation.players", n=len(players))]
    return list(map(name_of, players))


def any_named(players: Sequence[PlayerId], name_of: NameOf) -> Names:
    """The names of which one is meant, or how many they are."""
    if len(players) >= MANY:
        return [Message("explanation.one-of-players", n=len(players))]
    return list(map(name_of, players))


UNPLAYED = {
    Kind.PAIRING_BYE: Message("explanation.pairing-bye"),
    Kind.FULL_BYE: Message("explanation.full-bye"),
    Kind.HALF_BYE: Message("explanation.half-bye"),
    Kind.FORFEIT_WIN: Message("explanation.forfeit-win"),
}
"""A round without a game that rules out another bye, or counts as a downfloat."""
OTHER_UNPLAYED = Message("explanation.unplayed-points")
UNPLAYED_WIN = Message("explanation.unplayed-win")
_WORSE = {one.code: one.worse for one in (*QUALITY_CRITERIA, *chain(*NAMED_CRITERIA.values()))} | {
    "C4": "explanation.worse-rest",
    "C5": "explanation.worse-bye-score",
    "bye_limit": "explanation.worse-bye-limit",
    "bye_count": "explanation.worse-bye-count",
    "bye_points": "explanation.worse-bye-points",
    "bye_order": "explanation.worse-bye-order",
    "cut": "explanation.worse-cut",
    "cut_players": "explanation.worse-cut-players",
}
"""What would be worse by each criterion; C4, C5 and the limit of byes are of the whole round."""


def rounds_since_downfloat(code: str) -> int | None:
    """For a criterion against repeated downfloats, how many rounds before the last one it looks."""
    return next((one.again for one in QUALITY_CRITERIA if one.code == code), None)


def round_text(why: RuledOut) -> Message:
    """The round that a reason names."""
    return RoundRef(1, why.round_no or 0).name


def order_text(code: str, why: RuledOut, **values: str) -> Message:
    """What is said of candidates that are as good; with the article where the rules have one."""
    if not why.article:
        return Message(code, **values)
    return Message(f"{code}-by", **values, article=Message(f"explanation.order-{why.article}"))


def ruled_text(code: str, why: RuledOut, **values: str | Message) -> Message:
    """What a rule says of players; with its criterion where the rules number them."""
    if not why.fide or why.by == FORBIDDEN:
        return Message(code, **values)
    return Message(f"{code}-by", **values, criterion=why.by)


def worse_text(why: RuledOut, name_of: NameOf) -> Message:
    """What would be worse: `more players would have to be paired down (C6)`."""
    if why.by == ORDER:
        return order_text("explanation.worse-order", why)
    who = all_named(why.who, name_of) if why.who else [Message("explanation.another-player")]
    consequence = Message(_WORSE[why.by], who=who, n=max(len(why.who), 1))
    if not why.fide or why.by in NAMED_CRITERIA:  # which have no numbers
        return consequence
    played = Kind.PLAYED
    unplayed = dict.fromkeys(UNPLAYED.get(k, OTHER_UNPLAYED) for k in why.kinds if k is not played)
    values = {"consequence": consequence, "criterion": why.by}
    if not unplayed:
        return Message("explanation.worse-by", **values)
    kinds = list(unplayed)
    return Message("explanation.worse-by-unplayed", **values, unplayed=kinds, n=len(kinds))


def edited_text(group: Group) -> Message:
    """That the rules give other pairs in this group."""
    return Message("explanation.other-pairs", where=group_place(group))
