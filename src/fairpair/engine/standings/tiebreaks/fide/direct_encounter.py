"""DE: direct encounter, the games among those who are still tied (C.07, 6)."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import games
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput

Scores = dict[PlayerId, list[Fraction]]


def direct_encounter(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """The tied in groups, best first; one group if it decides nothing.

    All have met: the table of their games ranks them (6.2). Otherwise whoever would be alone on
    top whatever the missing games bring is first, then the same for the next place (6.3). Every
    smaller group that is left is treated again from scratch.
    """
    inputs = inputs.by_score(step.score)
    return _resolved(inputs, step, list(tied))


def _resolved(inputs: TiebreakInput, step: Step, tied: list[PlayerId]) -> Groups:
    if len(tied) < 2:
        return [tied]
    groups = one_pass(inputs, step, tied)
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _resolved(inputs, step, group)]


def one_pass(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """What the games among the tied settle at once, without a second look at smaller groups."""
    mutual = scores_among(inputs, step, tied)
    low = {player: sum(scores, Fraction(0)) for player, scores in mutual.items()}
    win, loss, rest = inputs.sheet.win, inputs.sheet.loss, len(tied) - 1
    missing = {player: rest - len(scores) for player, scores in mutual.items()}
    if not any(missing.values()):
        return _by_score(low, tied)
    high = {player: low[player] + win * missing[player] for player in tied}
    low = {player: low[player] + loss * missing[player] for player in tied}
    return _certain(low, high, tied)


def scores_among(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Scores:
    """For each of the tied the points against each other one met; of several games the mean."""
    inside, counted = set(tied), games(inputs, step)
    found: Scores = {}
    for player in tied:
        against: dict[PlayerId, list[int]] = {}
        for outing in inputs.sheet.rows[player]:
            if outing.opponent in inside and outing.kind in counted:
                against.setdefault(outing.opponent, []).append(outing.points)
        found[player] = [Fraction(sum(points), len(points)) for points in against.values()]
    return found


def _by_score(scores: dict[PlayerId, Fraction], tied: Sequence[PlayerId]) -> Groups:
    groups: dict[Fraction, list[PlayerId]] = {}
    for player in tied:
        groups.setdefault(scores[player], []).append(player)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _certain(
    low: dict[PlayerId, Fraction], high: dict[PlayerId, Fraction], tied: Sequence[PlayerId]
) -> Groups:
    """First those whose places are certain, one by one; then all others together."""
    left = sorted(tied, key=lambda player: high[player], reverse=True)
    certain: Groups = []
    while len(left) > 1:
        best = max(left, key=lambda player: low[player])
        rival = left[1] if left[0] == best else left[0]
        if low[best] <= high[rival]:
            break
        certain.append([best])
        left.remove(best)
    behind = set(left)
    rest = [player for player in tied if player in behind]
    return [*certain, rest]


def inside(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], player: PlayerId) -> Sum:
    """The player's points from the games among the tied; each of n games with one of them is
    worth an nth (6.1.2).
    """
    inputs = inputs.by_score(step.score)
    counted = games(inputs, step)
    others = set(tied)
    against = [o for o in inputs.sheet.rows[player] if o.opponent in others and o.kind in counted]
    met = Counter(o.opponent for o in against)
    finer = lcm(*met.values())
    amounts = [o.points * (finer // met[o.opponent]) for o in against]
    return Sum(against, amounts, inputs.sheet.unit * finer)


TIEBREAK = Tiebreak(
    code="DE",
    name="Direct encounter",
    about="The games among those still tied, if they settle it whatever games are missing.",
    clause="FIDE C.07, 6",
    range="place among the tied",
    games=("chess",),
    lower_is_better=True,
    modifiers="P",
    scores=True,
    compares=True,
    shown="place",
    split=direct_encounter,
    inside=inside,
)
