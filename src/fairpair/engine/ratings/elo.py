"""Elo for clubs, series and other games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal, localcontext

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.model import (
    EXACT,
    Change,
    Game,
    OwnGames,
    Rating,
    Step,
    decimal_of,
    games_by_player,
)

_START, _K, _SCALE = Decimal(1500), 20, Decimal(400)


@dataclass(frozen=True, slots=True)
class Elo:
    """The system. Parameters, all optional:

    `k`: the factor for everybody without one of their own (20). `k_new` with `new_games`: that of
    players with fewer games. `k_top` with `top`: that from a rating on. `cap`: the difference that
    counts at most. `start`: the rating of somebody new (1500). `floor`: the lowest rating.
    `places`: decimal places of new ratings.
    """

    def rate(
        self,
        players: Mapping[int, Rating],
        games: Sequence[Game],
        parameters: Mapping[str, object],
    ) -> dict[int, Change]:
        """Everybody's change: K times the score less 1 / (1 + 10^(difference / 400))."""
        given = {key: Decimal(str(value)) for key, value in parameters.items()}
        start = given.get("start", _START)
        before = {
            player: replace(one, value=start if one.value is None else one.value)
            for player, one in players.items()
        }
        own = games_by_player(players, games)
        with localcontext(EXACT):
            return {player: _change(before, player, own[player], given) for player in players}


def expected_score(own: Decimal, opponent: Decimal, cap: Decimal | None = None) -> Decimal:
    """What a player is expected to score, from 0 to 1.

    >>> round(expected_score(Decimal(1600), Decimal(1500)), 4)
    Decimal('0.6401')
    """
    behind = opponent - own
    if cap is not None:
        behind = max(-cap, min(cap, behind))
    return 1 / (1 + 10 ** (behind / _SCALE))


def _change(
    before: Mapping[int, Rating], player: int, own: OwnGames, given: Mapping[str, Decimal]
) -> Change:
    me = before[player]
    mine = _value(me)
    steps = []
    for other, score in zip(own.opponents, own.scores, strict=True):
        theirs = _value(before[other])
        expected = expected_score(mine, theirs, given.get("cap"))
        steps.append(Step(other, theirs, theirs, score, expected))
    k = _k_of(me, mine, given)
    value = mine + k * sum((decimal_of(one.score) - one.expected for one in steps), Decimal(0))
    if "floor" in given:
        value = max(value, given["floor"])
    if "places" in given:
        value = value.quantize(Decimal(1).scaleb(-int(given["places"])), ROUND_HALF_UP)
    return Change(me, replace(me, value=value, games=(me.games or 0) + len(steps)), steps, k)


def _value(one: Rating) -> Decimal:
    return _START if one.value is None else one.value


def _k_of(player: Rating, rating: Decimal, given: Mapping[str, Decimal]) -> int:
    """The player's own factor, or the one for new players, for the top, or for everybody."""
    if player.k is not None:
        return player.k
    if "k_new" in given and (player.games or 0) < given.get("new_games", 0):
        return int(given["k_new"])
    if "k_top" in given and "top" in given and rating >= given["top"]:
        return int(given["k_top"])
    return int(given.get("k", _K))
