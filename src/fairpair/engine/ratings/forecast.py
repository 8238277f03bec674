"""What a player still needs for a title norm."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.norms import NormEvent, NormGame, NormRule, best_norm, evaluate
from fairpair.engine.ratings.tables import rounded

_LOSS, _DRAW, _WIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is needed in the games to come.

    `half_points` from `games` games against opponents of this `average`; none if even winning them
    all does not do. `must_be_played`: without them the norm has too few games. `open` requirements
    depend on who these opponents are: titles and federations.
    """

    games: int
    average: int
    half_points: int | None
    must_be_played: bool
    open: tuple[str, ...] = ()

    @property
    def any_result(self) -> bool:
        """Whether it does not matter how the games end."""
        return self.half_points == 0


def forecast_known(
    games: Sequence[NormGame], coming: Sequence[NormGame], rule: NormRule, event: NormEvent
) -> Forecast | None:
    """With the opponents of the next games known; none without such games.

    The games are filled up with points from the first on, and the fewest that make a norm count.
    """
    if not coming:
        return None
    average = rounded(sum(one.rating or 0 for one in coming), len(coming))
    too_few = len(games) < event.needed
    for half_points in range(2 * len(coming) + 1):
        played = [
            replace(one, half_points=max(_LOSS, min(_WIN, half_points - _WIN * n)))
            for n, one in enumerate(coming)
        ]
        if best_norm([*games, *played], rule, event).met:
            return Forecast(len(coming), average, half_points, too_few)
    return Forecast(len(coming), average, None, too_few)


def forecast_unknown(
    games: Sequence[NormGame], left: int, average: int, rule: NormRule, event: NormEvent
) -> Forecast:
    """Against `left` opponents not known yet, of this average rating.

    Titles and federations that are not reached yet are named; whether the opponents to come can
    still bring them is not known.
    """
    unknown = [NormGame(average, "", "", _DRAW)] * left
    points = ("performance", "score")
    needed: int | None = None
    for half_points in range(2 * left + 1):
        played = [
            replace(one, half_points=max(_LOSS, min(_WIN, half_points - _WIN * n)))
            for n, one in enumerate(unknown)
        ]
        found = evaluate([*games, *played], rule, event)
        if all(one.met for one in found.requirements if one.code in (*points, "average", "games")):
            needed = half_points
            break
    found = evaluate([*games, *unknown], rule, event)
    numbers = (*points, "average", "games")
    open_ = tuple(one.code for one in found.failed if one.code not in numbers)
    return Forecast(left, average, needed, len(games) < event.needed, open_)
