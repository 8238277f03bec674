"""Ratings and FIDE's rating tables (B.02, 8.1), for the tie-breaks of C.07, article 10."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.results import HALF_POINTS
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput

_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336),
    *(351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""8.1.1: the rating difference dp for 50, 51, ... 100 percent."""

_STEPS = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736),
)
"""8.1.2: the differences from which on 51, 52, ... 100 percent are expected."""

_CERTAIN = _STEPS[-1]
_FARTHEST = 20_000
_MIDDLE = tuple(
    50 + bisect_right(_STEPS, ahead) if ahead >= 0 else 50 - bisect_right(_STEPS, -ahead)
    for ahead in range(-_CERTAIN, _CERTAIN)
)
_REST = _FARTHEST - _CERTAIN
_EXPECTED = ((0,) * _REST) + _MIDDLE + ((100,) * _REST)
"""By difference, from very far behind to very far ahead."""
_BEYOND = 800
"""A rating so far below or above everybody's is certain to lose or to win."""


def difference(percent: int) -> int:
    """The rating difference for a score of so many percent (8.1.1).

    >>> difference(75), difference(25)
    (193, -193)
    """
    return _DIFFERENCE[percent - 50] if percent >= 50 else -_DIFFERENCE[50 - percent]


def expected(ahead: int) -> int:
    """The percentage to expect when one's rating is so much higher (8.1.2).

    >>> expected(0), expected(10), expected(-10), expected(2000)
    (50, 51, 49, 100)
    """
    return _EXPECTED[_FARTHEST + ahead]


def lowest_expecting(percent: int, opponents: Sequence[int]) -> int:
    """The first rating for which the expected percentages against all add up to so many."""
    away = [_FARTHEST - opponent for opponent in opponents]
    candidates = range(min(opponents) - _BEYOND, max(opponents) + _BEYOND)
    place = bisect_left(
        candidates, percent, key=lambda rating: sum([_EXPECTED[rating + x] for x in away])
    )
    return candidates.start + place


def ratings(inputs: TiebreakInput, step: Step) -> dict[PlayerId, int] | None:
    """Everybody's rating; none if somebody has none and no rule says what to take (10, /U)."""
    fallback = step.unrated if step.unrated is not None else inputs.rules.unrated_rating
    found = {}
    for player, entry in inputs.entries.items():
        strength = entry.entrant.strength
        if strength is None:
            if fallback is None:
                return None
            found[player] = fallback
        else:
            found[player] = (2 * strength.numerator + strength.denominator) // (
                2 * strength.denominator
            )
    return found


def over_the_board(inputs: TiebreakInput, player: PlayerId) -> list[PlayerRound]:
    """The games that were played: forfeits are none, not even in a round robin (15.2)."""
    return [o for o in inputs.sheet.rows[player] if o.kind is Kind.PLAYED]


def half_points(played: list[PlayerRound]) -> int:
    """The score of these games in half points, whatever the tournament gives for a win."""
    return sum(HALF_POINTS[o.mark] for o in played)


def average_over_opponents(inputs: TiebreakInput, reckon: Reckoner) -> Reckoner:
    """The mean of another rating tie-break over the opponents met, rounded, halves up (10.4)."""
    values = {player: reckon(player) for player in inputs.sheet.rows}

    def sum_of(player: PlayerId) -> Sum | None:
        played = over_the_board(inputs, player)
        sums = [values[o.opponent] for o in played]
        amounts = [total.ratio[0] for total in sums if total is not None]
        if not amounts or len(amounts) < len(sums):
            return None
        return Sum(played, amounts, 1, len(amounts), rounded=True)

    return sum_of
