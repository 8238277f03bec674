"""Glicko-2, as Mark Glickman's paper describes it: ratings with a deviation and a volatility."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Context, Decimal, localcontext

from fairpair.core.dataclass import dataclass
from fairpair.engine.ratings.model import (
    Change,
    Game,
    OwnGames,
    Rating,
    Step,
    decimal_of,
    games_by_player,
)

_FINE = Context(prec=40)
_PI = Decimal("3.14159265358979323846264338327950288419716939937510")
_SCALE = Decimal("173.7178")
_START, _START_DEVIATION, _START_VOLATILITY = Decimal(1500), Decimal(350), Decimal("0.06")
_TAU = Decimal("0.5")
_CLOSE = Decimal("1e-12")


@dataclass(frozen=True, slots=True)
class Glicko2:
    """The system. Parameters, all optional: `tau` (0.5), `start` (1500), `deviation` (350) and
    `volatility` (0.06) of somebody new. A tournament is one rating period.
    """

    def rate(
        self,
        players: Mapping[int, Rating],
        games: Sequence[Game],
        parameters: Mapping[str, object],
    ) -> dict[int, Change]:
        """Everybody's change; whoever has no game only becomes less certain."""
        given = {key: Decimal(str(value)) for key, value in parameters.items()}
        before = {player: _known(one, given) for player, one in players.items()}
        own = games_by_player(players, games)
        tau = given.get("tau", _TAU)
        with localcontext(_FINE):
            return {player: _change(before, player, own[player], tau) for player in players}


def _known(one: Rating, given: Mapping[str, Decimal]) -> Rating:
    """The rating with everything that is needed."""
    return replace(
        one,
        value=given.get("start", _START) if one.value is None else one.value,
        deviation=one.deviation or given.get("deviation", _START_DEVIATION),
        volatility=one.volatility or given.get("volatility", _START_VOLATILITY),
    )


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A rating on the scale of the calculation."""

    mu: Decimal
    phi: Decimal
    sigma: Decimal


def _scaled(one: Rating) -> _Scaled:
    value, deviation, volatility = one.value, one.deviation, one.volatility
    if value is None or deviation is None or volatility is None:
        raise AssertionError("a rating without all three numbers")
    return _Scaled((value - _START) / _SCALE, deviation / _SCALE, volatility)


def _change(before: Mapping[int, Rating], player: int, own: OwnGames, tau: Decimal) -> Change:
    me = _scaled(before[player])
    others = [_scaled(before[opponent]) for opponent in own.opponents]
    weights = [_weight(one.phi) for one in others]
    chances = [
        1 / (1 + (-weight * (me.mu - one.mu)).exp())
        for one, weight in zip(others, weights, strict=True)
    ]
    after = _after(me, weights, chances, [decimal_of(score) for score in own.scores], tau)
    steps = [
        Step(opponent, rating, rating, score, chance)
        for opponent, score, chance in zip(own.opponents, own.scores, chances, strict=True)
        if (rating := before[opponent].value) is not None
    ]
    found = replace(
        before[player],
        value=after.mu * _SCALE + _START,
        deviation=after.phi * _SCALE,
        volatility=after.sigma,
        games=(before[player].games or 0) + len(steps),
    )
    return Change(before[player], found, steps)


def _weight(phi: Decimal) -> Decimal:
    """The g of the paper: a less certain opponent counts less."""
    return 1 / (1 + 3 * phi * phi / (_PI * _PI)).sqrt()


def _after(
    me: _Scaled,
    weights: Sequence[Decimal],
    chances: Sequence[Decimal],
    scores: Sequence[Decimal],
    tau: Decimal,
) -> _Scaled:
    """Steps 3 to 7 of the paper."""
    square = me.phi * me.phi
    if not weights:
        return _Scaled(me.mu, (square + me.sigma * me.sigma).sqrt(), me.sigma)
    known = (g * g * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    information = sum(known, Decimal(0))
    gained = (g * (s - e) for g, s, e in zip(weights, scores, chances, strict=True))
    surplus = sum(gained, Decimal(0))
    sigma = _new_volatility(me, 1 / information, surplus / information, tau)
    new_square = 1 / (1 / (square + sigma * sigma) + information)
    return _Scaled(me.mu + new_square * surplus, new_square.sqrt(), sigma)


def _new_volatility(me: _Scaled, variance: Decimal, delta: Decimal, tau: Decimal) -> Decimal:
    """Step 5: the zero of f, between two bounds that close in (the Illinois algorithm)."""
    start = 2 * me.sigma.ln()
    spread, square = me.phi * me.phi + variance, delta * delta

    def f(x: Decimal) -> Decimal:
        power = x.exp()
        below = spread + power
        return power * (square - below) / (2 * below * below) - (x - start) / (tau * tau)

    low = start
    if square > spread:
        high = (square - spread).ln()
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        found = f(middle)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, found
    return (low / 2).exp()
