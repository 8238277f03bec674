"""FIDE's rating tables (B.02, 8.1): rating difference and percentage, exact."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

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
    """The rating difference for a score of this percentage (8.1.1).

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
    """The first rating for which the expected percentages against all add up to this score."""
    away = [_FARTHEST - opponent for opponent in opponents]
    candidates = range(min(opponents) - _BEYOND, max(opponents) + _BEYOND)
    place = bisect_left(
        candidates, percent, key=lambda rating: sum([_EXPECTED[rating + x] for x in away])
    )
    return candidates.start + place


def rounded(amount: int, of: int) -> int:
    """A fraction as a whole number, halves up.

    >>> rounded(5, 2), rounded(-5, 2), rounded(7, 3)
    (3, -2, 2)
    """
    return (2 * amount + of) // (2 * of)
