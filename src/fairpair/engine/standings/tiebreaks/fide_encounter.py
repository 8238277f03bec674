"""FIDE's direct encounter (C.07, article 6)."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.tiebreak import (
    Groups,
    Sum,
    tiebreak_among_tied,
)
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.unplayed_rounds import (
    games,
)


def points_in_encounter(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId], player: PlayerId
) -> Sum:
    """The player's points from the games among the tied; each of n games with one of them is
    worth an nth (6.1.2).
    """
    inputs = inputs.by_score(options.score)
    kinds = games(inputs, options)
    others = set(tied)
    against = [r for r in inputs.sheet.rows[player] if r.opponent in others and r.kind in kinds]
    met = Counter(r.opponent for r in against)
    finer = lcm(*met.values())
    amounts = [r.points * (finer // met[r.opponent]) for r in against]
    return Sum(against, amounts, inputs.sheet.unit * finer)


@tiebreak_among_tied(
    "DE",
    name="Direct encounter",
    about="The games among the players still tied, if they settle the order regardless"
    " of any missing games.",
    clause="FIDE C.07, 6",
    modifiers="P",
    scores=True,
    compares=True,
    inside=points_in_encounter,
)
def direct_encounter(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """The tied in groups, best first; one group if it decides nothing (C.07, 6).

    All have met: the table of their games ranks them (6.2). Otherwise whoever would be alone on
    top whatever the missing games bring is first, then the same for the next place (6.3). Every
    smaller group that is left is treated again from scratch.
    """
    return _split_encounter(inputs.by_score(options.score), options, list(tied))


def _split_encounter(inputs: TiebreakInput, options: Options, tied: list[PlayerId]) -> Groups:
    if len(tied) < 2:
        return [tied]
    groups = encounter_once(inputs, options, tied)
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _split_encounter(inputs, options, group)]


def encounter_once(inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]) -> Groups:
    """What the games among the tied settle at once, without a second look at smaller groups."""
    mutual = _scores_among(inputs, options, tied)
    low = {player: sum(scores, Fraction(0)) for player, scores in mutual.items()}
    win, loss, rest = inputs.sheet.win, inputs.sheet.loss, len(tied) - 1
    missing = {player: rest - len(scores) for player, scores in mutual.items()}
    if not any(missing.values()):
        return _by_score(low, tied)
    # Everybody between losing and winning all the games that are missing.
    high = {player: low[player] + win * missing[player] for player in tied}
    low = {player: low[player] + loss * missing[player] for player in tied}
    return _certain(low, high, tied)


def _scores_among(
    inputs: TiebreakInput, options: Options, tied: Sequence[PlayerId]
) -> dict[PlayerId, list[Fraction]]:
    """For each of the tied the points against each other one met; of several games the mean."""
    inside, kinds = set(tied), games(inputs, options)
    found = {}
    for player in tied:
        against: dict[PlayerId, list[int]] = {}
        for round_ in inputs.sheet.rows[player]:
            if round_.opponent in inside and round_.kind in kinds:
                against.setdefault(round_.opponent, []).append(round_.points)
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
        # `left` is by the most one can have: the first of the others is the one to fear.
        rival = left[1] if left[0] == best else left[0]
        if low[best] <= high[rival]:
            break
        certain.append([best])
        left.remove(best)
    behind = set(left)
    rest = [player for player in tied if player in behind]
    return [*certain, rest]
