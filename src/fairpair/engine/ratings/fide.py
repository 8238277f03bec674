"""The change of a FIDE rating (B.02, in force since 1 March 2024, amended on 1 October 2025).

These are estimates: FIDE's own server rates tournaments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.model import (
    EXACT,
    Change,
    Game,
    OwnGames,
    Rating,
    Step,
    games_by_player,
)
from fairpair.engine.ratings.tables import expected

CHAPTERS = ("standard", "rapid", "blitz")
_CAP = 400
_NO_CAP_FROM = 2650
_MOST_K_GAMES = 700
_QUICK_TOP, _QUICK_GAP = 2600, 600
LOWEST_PUBLISHED = 1400
"""Whose rating falls below it is unrated on the next list."""


def k_factor(
    rating: int | None,
    games: int | None = None,
    birth_year: int | None = None,
    year: int | None = None,
    highest: int | None = None,
) -> int:
    """The K-factor where no list says it (8.3.3).

    10 once the published rating was 2400, 40 until the end of the year of the 18th birthday below
    2300 and for the first 30 games, else 20. What is not known is taken to be of no effect.

    >>> k_factor(2100), k_factor(2100, games=12), k_factor(2250, birth_year=2010, year=2026)
    (20, 40, 40)
    """
    best = max(rating or 0, highest or 0)
    if best >= 2400:
        return 10
    is_junior = birth_year is not None and year is not None and year - birth_year <= 18
    if is_junior and best < 2300:
        return 40
    return 40 if games is not None and games < 30 else 20


def reduced_k(k: int, games: int) -> int:
    """K such that K times the games of the period is at most 700 (8.3.3).

    >>> reduced_k(40, 17), reduced_k(40, 18), reduced_k(20, 39)
    (40, 38, 17)
    """
    return min(k, _MOST_K_GAMES // games) if games else k


def counted_difference(own: int, opponent: int, chapter: str = "standard") -> int:
    """The difference that counts: at most 400 (8.3.1).

    In standard chess, whoever has 2650 or more is exempt since October 2025.

    >>> counted_difference(2649, 2149), counted_difference(2650, 2150)
    (400, 500)
    """
    ahead = own - opponent
    if chapter == "standard" and own >= _NO_CAP_FROM:
        return ahead
    return max(-_CAP, min(_CAP, ahead))


def is_rated_pair(one: int, other: int, chapter: str = "standard") -> bool:
    """Whether a game between these ratings is rated.

    In rapid and blitz it is not if they are 600 or more apart and one is above 2600.
    """
    return chapter == "standard" or abs(one - other) < _QUICK_GAP or max(one, other) <= _QUICK_TOP


def rounded_change(amount: Decimal) -> int:
    """The change of a whole rating period: to the nearest, halves away from zero.

    >>> [rounded_change(Decimal(x)) for x in ("2.5", "-2.5", "2.49", "-0.5")]
    [3, -3, 2, -1]
    """
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP, EXACT))


@dataclass(frozen=True, slots=True)
class FideRating:
    """The system. Parameters: `chapter` (standard, rapid, blitz) and `year` of the games."""

    def rate(
        self,
        players: Mapping[int, Rating],
        games: Sequence[Game],
        parameters: Mapping[str, object],
    ) -> dict[int, Change]:
        """Everybody's change; the rating of an unrated player stays unknown."""
        chapter = str(parameters.get("chapter", "standard"))
        given = parameters.get("year")
        year = given if isinstance(given, int) else None
        own = games_by_player(players, games)
        return {player: _change(players, player, own[player], chapter, year) for player in players}


def _change(
    players: Mapping[int, Rating], player: int, own: OwnGames, chapter: str, year: int | None
) -> Change:
    before = players[player]
    if before.value is None:
        return Change(before, before, left_out=len(own.opponents))
    rating, steps = int(before.value), []
    for opponent, score in zip(own.opponents, own.scores, strict=True):
        theirs = players[opponent].value
        if theirs is None or not is_rated_pair(rating, int(theirs), chapter):
            continue
        ahead = counted_difference(rating, int(theirs), chapter)
        share = Decimal(expected(ahead)).scaleb(-2, EXACT)
        steps.append(Step(opponent, theirs, Decimal(rating - ahead), score, share))
    k = before.k or k_factor(rating, before.games, before.birth_year, year, before.highest)
    k = reduced_k(k, len(steps) + before.other_games)
    total = sum((step.surplus for step in steps), Decimal(0))
    after = replace(before, value=EXACT.add(before.value, EXACT.multiply(Decimal(k), total)))
    return Change(before, after, steps, k, len(own.opponents) - len(steps))
