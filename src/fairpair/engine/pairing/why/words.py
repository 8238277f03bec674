"""Words that all explanations share: points, groups, lists of names."""

from collections.abc import Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.engine.pairing.why.reasons import Group
from fairpair.engine.standings.wording import MANY, NameOf, listed


def points_text(score: Fraction, kind: str = "") -> str:
    """`3 points`."""
    return f"{shown(score)} {kind}point{'' if score == 1 else 's'}"


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
