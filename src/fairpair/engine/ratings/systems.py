"""All rating systems behind one call. A new one is one entry here."""

from collections.abc import Mapping, Sequence

from fairpair.core.errors import NotFoundError
from fairpair.core.suggestions import nearest
from fairpair.engine.ratings.elo import Elo
from fairpair.engine.ratings.fide import FideRating
from fairpair.engine.ratings.glicko2 import Glicko2
from fairpair.engine.ratings.model import Change, Game, Rating, RatingSystem

RATING_SYSTEMS: Mapping[str, RatingSystem] = {
    "fide": FideRating(),
    "elo": Elo(),
    "glicko2": Glicko2(),
}


def rate(
    system: str,
    players: Mapping[int, Rating],
    games: Sequence[Game],
    parameters: Mapping[str, object] | None = None,
) -> dict[int, Change]:
    """Everybody's rating after these games, with the steps; the same for the same input.

    Nothing is stored: a person decides whether new ratings are used.
    """
    if system not in RATING_SYSTEMS:
        near = nearest(system, RATING_SYSTEMS) or "fide"
        raise NotFoundError("no-rating-system", system=f"{system:.60}", near=near)
    return RATING_SYSTEMS[system].rate(players, games, parameters or {})
