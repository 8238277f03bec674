"""The performance of a player, and the first rating of an unrated one (B.02, 8.2)."""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.fide import LOWEST_PUBLISHED
from fairpair.engine.ratings.tables import difference, rounded

GAMES_NEEDED = 5
_DRAWS, _DRAWN_AGAINST = 2, 1800
_HIGHEST_FIRST = 2200


@dataclass(frozen=True, slots=True)
class Performance:
    """Games against rated opponents: their average, the percentage, and the rating of both."""

    games: int
    half_points: int
    average: int
    percent: int
    rating: int


def performance(opponents: Sequence[int], half_points: int) -> Performance | None:
    """The average rounded plus the difference for the percentage; none without games.

    >>> performance([2000, 2100], 3).rating
    2243
    """
    if not opponents:
        return None
    games = len(opponents)
    average = rounded(sum(opponents), games)
    percent = rounded(100 * half_points, 2 * games)
    return Performance(games, half_points, average, percent, average + difference(percent))


@dataclass(frozen=True, slots=True)
class FirstRating:
    """The first rating: `rating` is what the rules give, `published` whether a list shows it.

    `average` is exact: `total` of all ratings divided by `of`, with two draws against 1800 added.
    """

    games: int
    total: int = 0
    of: int = 0
    percent: int = 0
    rating: int | None = None

    @property
    def missing_games(self) -> int:
        """How many games against rated opponents are still needed."""
        return max(0, GAMES_NEEDED - self.games)

    @property
    def published(self) -> bool:
        """Enough games, and not below the lowest rating."""
        return self.rating is not None and self.rating >= LOWEST_PUBLISHED


def first_rating(
    opponents: Sequence[int], half_points: int, *, first_event: bool = True
) -> FirstRating:
    """From all results against rated opponents within 26 months (8.2).

    Two draws against 1800 are added, the result is at most 2200. A first event without a point is
    left out.

    >>> first_rating([2000] * 5, 6).rating, first_rating([2000] * 4, 6).missing_games
    (1993, 1)
    """
    if first_event and not half_points:
        return FirstRating(0)
    games = len(opponents)
    if games < GAMES_NEEDED:
        return FirstRating(games)
    total, of = sum(opponents) + _DRAWS * _DRAWN_AGAINST, games + _DRAWS
    percent = rounded(100 * (half_points + _DRAWS), 2 * of)
    rating = rounded(total + difference(percent) * of, of)
    return FirstRating(games, total, of, percent, min(rating, _HIGHEST_FIRST))
