"""Plans played by the compiled kernel: events one by one as arrays, or counted.

Needs numpy and numba, like the kernel: import it where `extras.require_package` has been asked.
"""

from typing import Any, NamedTuple

import numpy as np

from fairpair.engine.odds import kernel
from fairpair.engine.odds.plan import DRAWN, LOST, NONE, RESULTS, WON, Counts, Plan, Start, Table

Array = Any
"""An array of numpy."""
_CODES = {WON: 1, DRAWN: 2, LOST: 3, NONE: 0}
"""The kernel's numbers of results."""


class Events(NamedTuple):
    """Events as arrays, a row each."""

    orders: Array
    """The players, best first."""
    points: Array
    """Their points, in the same order."""
    downs: Array
    """By player: how often each met somebody with fewer points."""
    owns: Array
    """By player: the next result, 0 none, 1 won, 2 drawn, 3 lost."""
    rematches: Array


def play(plan: Plan, first: int, times: int) -> Events:
    """The events with these numbers, played from the plan's start to the end."""
    n, start = plan.players, plan.start or _new_start(plan.players)
    opp = np.full((n, plan.rounds), kernel.BYE, np.int64)
    if start.opponents:
        given = np.array(start.opponents, np.int64).reshape(n, -1)
        opp[:, : given.shape[1]] = given
    numbers = (
        *(start.points, start.game_points, start.games),
        *(start.matches, start.byes, start.downs),
    )
    field = kernel.Field._make([*(np.array(one, np.int64) for one in numbers), opp])
    made = Events(
        np.empty((times, n), np.int16),
        np.empty((times, n), np.int32),
        np.empty((times, n), np.int16),
        np.empty((times, n), np.int8),
        np.zeros(times, np.int32),
    )
    pairs = np.array(start.pairs or (), np.int64).reshape(-1, 2)
    kernel.simulate(
        *(plan.seed, first, plan.rounds, start.played, rules_of(plan)),
        np.array(plan.ratings or (), np.int64),
        field,
        pairs,
        start.pairs is not None,
        _away_of(plan),
        *made,
    )
    return made


def counts(plan: Plan, first: int, times: int) -> Counts:
    """The counts of the events with these numbers: the same however they are divided."""
    events = play(plan, first, times)
    n, top = plan.players, min(plan.top, plan.players)
    players = events.orders.astype(np.int64)
    ranks = np.empty((times, n), np.int64)
    np.put_along_axis(ranks, players, np.arange(n)[None, :].repeat(times, 0), 1)
    own_points = np.empty((times, n), np.int64)
    np.put_along_axis(own_points, players, events.points.astype(np.int64), 1)
    by_result = [events.owns == _CODES[result] for result in range(RESULTS)]
    kinds = plan.most_points + 1
    cells = own_points + np.arange(n)[None, :] * kinds
    line = events.points[:, top - 1]
    level = (events.points[:, top:] == line[:, None]).sum(1)
    return Counts(
        times,
        _by_player([chosen.sum(0) for chosen in by_result]),
        _by_player([(chosen & (ranks < top)).sum(0) for chosen in by_result]),
        _by_player([(chosen & (ranks < 1)).sum(0) for chosen in by_result]),
        _table(np.bincount(cells.ravel(), minlength=n * kinds).reshape(n, kinds)),
        tuple(np.bincount(line, minlength=kinds).tolist()),
        tuple(np.bincount(level, minlength=n + 1).tolist()),
        int(events.rematches.sum()),
    )


def _new_start(players: int) -> Start:
    nothing = (0,) * players
    return Start(0, nothing, nothing, nothing, nothing, nothing, nothing, ())


def rules_of(plan: Plan) -> kernel.Rules:
    """The numbers of a plan that every event needs."""
    model = plan.model
    return kernel.Rules(
        win=plan.win,
        draw=plan.draw,
        bye_points=plan.bye.points,
        bye_game_points=plan.bye.game_points,
        bye_games=plan.bye.games,
        omw_floor=plan.omw_floor,
        gw_floor=plan.gw_floor,
        by_tiebreaks=plan.paired_by_tiebreaks,
        best_of=model.best_of,
        even=model.even,
        lead_at_most=model.lead_at_most,
        drawn_game=model.drawn_game,
        out_of_time=model.out_of_time,
        down_loses=-1.0 if model.down_loses is None else model.down_loses,
    )


def _away_of(plan: Plan) -> Array:
    """For each player and round: whether away, and what that gives."""
    away = np.zeros((plan.players, max(plan.rounds, 1), 6), np.int64)
    for player, r, bye in plan.away:
        away[player, r] = (1, bye.points, bye.game_points, bye.games, bye.matches, bye.awarded)
    return away


def _by_player(by_result: list[Array]) -> Table:
    return _table(np.stack(by_result, 1))


def _table(array: Array) -> Table:
    return tuple(map(tuple, array.tolist()))
