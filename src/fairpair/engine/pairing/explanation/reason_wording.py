"""What ruled something out, in words; and the words that all explanations share."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.engine.pairing.dutch.criteria import QUALITY_CRITERIA
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, ORDER, Group, RuledOut
from fairpair.engine.pairing.swiss.criteria import NAMED_CRITERIA
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import MANY, NameOf, listed


def points_text(score: Fraction, kind: str = "") -> str:
    """`3 points`."""
    return f"{format_number(score)} {kind}point{'' if score == 1 else 's'}"


def score_text(score: Fraction, virtual: Fraction) -> str:
    """`1 point and 1 virtual point`."""
    points = points_text(score - virtual)
    return f"{points} and {points_text(virtual, 'virtual ')}" if virtual else points


def group_score(group: Group) -> str:
    """Players of a group may have different virtual points."""
    return f"{points_text(group.score)}{' including virtual ones' if group.accelerated else ''}"


def group_name(group: Group) -> str:
    """What a group is called."""
    names = {"quarters": "this quarter by rating", "all": "the field"}
    return names.get(group.kind) or f"the group of {group_score(group)}"


def named(players: Sequence[PlayerId], name_of: NameOf, joint: str = "and") -> str:
    """Their names, or how many if they are many."""
    if len(players) >= MANY:
        return f"{len(players)} players"
    return listed(map(name_of, players), joint)


UNPLAYED = {
    Kind.PAIRING_BYE: "had the bye",
    Kind.FULL_BYE: "had a full-point bye",
    Kind.HALF_BYE: "had a half-point bye",
    Kind.FORFEIT_WIN: "won by forfeit",
}
"""A round without a game that bars from another bye, or counts as a downfloat."""
_COUNTS = {
    Kind.PAIRING_BYE: "the bye",
    Kind.FULL_BYE: "a full-point bye",
    Kind.HALF_BYE: "a half-point bye",
    Kind.FORFEIT_WIN: "a win by forfeit",
}
"""What counts as a downfloat without a game."""
_WORSE = {one.code: one.worse for one in (*QUALITY_CRITERIA, *chain(*NAMED_CRITERIA.values()))} | {
    "C4": "not everybody else could be paired",
    "C5": "the bye would go to a higher score",
    "bye_limit": "there are no byes by the rules",
}
"""What would be worse by each criterion; C4, C5 and the limit of byes are of the whole round."""
_WHEN = ("last round", "in the round before last")


def downfloat_time(code: str) -> str | None:
    """When somebody floated down who is kept from floating by this criterion, if it is that."""
    found = next((one for one in QUALITY_CRITERIA if one.code == code), None)
    return None if found is None or found.again is None else _WHEN[found.again]


def ruled_out_text(why: RuledOut, name_of: NameOf) -> str:
    """A reason that can follow `but`: `they met in round 2`, `then Bo would float down again`."""
    if why.by == "C1":
        return f"they met in round {why.round_no}"
    if why.by == "C2":
        kind = UNPLAYED.get(why.kind, "had a win's points") if why.kind else "cannot have it"
        return f"{kind} in round {why.round_no}"
    if why.by == "C3":
        return "both must have the same colour"
    if why.by == FORBIDDEN:
        return "they are to be kept apart"
    if why.by == ORDER:
        return "another pairing that is as good comes first in the order of the rules"
    given = ", with the boards before as they are," if why.given_earlier else ""
    return f"then{given} {then_text(why, name_of)}"


def then_text(why: RuledOut, name_of: NameOf) -> str:
    """What would be worse."""
    if why.by == ORDER:
        return "that would be as good, but come later in the order of the rules"
    who = named(why.who, name_of) if why.who else "somebody"
    code = f" ({why.by}{_without_game(why.kinds)})" if why.fide else ""
    return f"{_WORSE[why.by].format(who=who)}{code}"


def _without_game(kinds: Sequence[Kind]) -> str:
    """`: the bye counts as a downfloat`; nothing if all were games."""
    unplayed = (kind for kind in kinds if kind is not Kind.PLAYED)
    words = dict.fromkeys(_COUNTS.get(kind, "points without a game") for kind in unplayed)
    if not words:
        return ""
    verb = "counts" if len(words) == 1 and set(words) <= set(_COUNTS.values()) else "count"
    return f": {listed(words)} {verb} as a downfloat"


def changed_text(group: Group) -> str:
    """`the rules give other pairs in the group of 3 points (changed by hand, ...)`."""
    now = "the rules give other pairs in"
    return f"{now} {group_name(group)} (changed by hand, or results were corrected since)"
