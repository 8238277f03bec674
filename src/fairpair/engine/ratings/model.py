"""What all rating systems share: ratings before and after, games, and the steps between.

Ratings are decimals of the standard library: exact for FIDE's rules, and for systems with powers
and roots the same on every computer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from decimal import Context, Decimal
from fractions import Fraction
from typing import Protocol

from fairpair.core.dataclass import dataclass

EXACT = Context(prec=28)
"""The arithmetic of ratings, whatever a program has set for its own decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What is known of a player before the games; nobody needs all of it.

    `k` is the K-factor of a list, `games` how many games were rated so far, `other_games` how many
    more there are in the same rating period, `birth_year` and `highest` decide the K-factor where
    no list says it. `deviation` and `volatility` are those of Glicko-2.
    """

    value: Decimal | None = None
    k: int | None = None
    games: int | None = None
    other_games: int = 0
    birth_year: int | None = None
    highest: int | None = None
    deviation: Decimal | None = None
    volatility: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two players; `score` is that of the first, from 0 to 1.

    `other` is that of the second where both together are not 1, as after a game that both lost.
    """

    first: int
    second: int
    score: Fraction
    other: Fraction | None = None

    @property
    def second_score(self) -> Fraction:
        """What the second scored."""
        return 1 - self.score if self.other is None else self.other

    def score_of(self, player: int) -> Fraction:
        """What one of the two scored."""
        return self.score if player == self.first else self.second_score

    def opponent_of(self, player: int) -> int:
        """Whom one of the two played."""
        return self.second if player == self.first else self.first


@dataclass(frozen=True, slots=True)
class Step:
    """What one game adds: the score against what was expected of it."""

    opponent: int
    opponent_rating: Decimal
    counted_rating: Decimal
    score: Fraction
    expected: Decimal

    @property
    def surplus(self) -> Decimal:
        """The score less what was expected."""
        return EXACT.subtract(decimal_of(self.score), self.expected)


@dataclass(frozen=True, slots=True)
class Change:
    """A player's rating after the games, and how it came about.

    `k` is the factor that the sum of the steps was multiplied with, where a system has one.
    """

    before: Rating
    after: Rating
    steps: Sequence[Step] = ()
    k: int | None = None
    left_out: int = 0
    """Games that do not count for this player, for example against unrated players."""

    @property
    def amount(self) -> Decimal | None:
        """By how much the rating changes, not rounded; none without a rating before."""
        if self.before.value is None or self.after.value is None:
            return None
        return EXACT.subtract(self.after.value, self.before.value)


class RatingSystem(Protocol):
    """A way to make new ratings from old ones and games."""

    def rate(
        self,
        players: Mapping[int, Rating],
        games: Sequence[Game],
        parameters: Mapping[str, object],
    ) -> dict[int, Change]:
        """Everybody's change. All games are rated with the ratings from before them."""
        ...


@dataclass(frozen=True, slots=True)
class OwnGames:
    """A player's games from the player's side."""

    opponents: list[int] = field(default_factory=list)
    scores: list[Fraction] = field(default_factory=list)


def games_by_player(players: Mapping[int, Rating], games: Sequence[Game]) -> dict[int, OwnGames]:
    """Everybody's games, in their order."""
    found = {player: OwnGames() for player in players}
    for game in games:
        for me in (game.first, game.second):
            found[me].opponents.append(game.opponent_of(me))
            found[me].scores.append(game.score_of(me))
    return found


def decimal_of(value: Fraction | int) -> Decimal:
    """A fraction as a decimal."""
    number = Fraction(value)
    return EXACT.divide(Decimal(number.numerator), Decimal(number.denominator))
