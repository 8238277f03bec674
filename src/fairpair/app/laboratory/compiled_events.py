"""Events of the laboratory in compiled loops: formats that differ only in their rounds or their cut
are played in one go.

This needs numba and numpy: import it only where both are installed.
"""

from types import FunctionType
from typing import Any

import numpy as np
from numba import njit

from fairpair.app.laboratory import figures
from fairpair.app.laboratory.counts import Counts, Spread
from fairpair.app.laboratory.engine_events import scale_of
from fairpair.app.laboratory.figures import NAMES, Scale
from fairpair.app.laboratory.kernel_rules import kernel_plan
from fairpair.app.laboratory.plan import LabPlan
from fairpair.engine.odds import kernel
from fairpair.engine.odds.events import rules_of
from fairpair.engine.odds.kernel import Array, Field, Ranking, Rules, compiled
from fairpair.engine.odds.lots import AFTER_ALL

_KNOCKOUT = 2000
"""The round of the lots of a final; those of the rounds before it are counted down to it."""
_FIGURES = len(NAMES)
_CHAMPION = NAMES.index("strongest_wins")
_CUT, _PLAYERS = len(Scale._fields), len(Scale._fields) + 1


def _compiled_figures() -> Any:
    """The functions of `figures`, compiled, and calling each other compiled."""
    names = dict(vars(figures))
    for name in ("_at_table", "_ahead", "_is_open", "standings_figures", "last_round_figures"):
        plain = names[name]
        copy = FunctionType(plain.__code__, names, name)
        copy.__module__, copy.__qualname__ = __name__, name
        names[name] = njit(copy)
    return names["standings_figures"], names["last_round_figures"]


_standings_figures, _last_round_figures = _compiled_figures()


@njit
def _champion(
    seed: Any, event: int, places: int, order: Array, ratings: Array, rules: Rules, tree: Array
) -> int:
    """The winner of a knockout of the first `places`; byes go to the first of them."""
    size = 1
    while size < places:
        size *= 2
    tree[0] = 0
    filled = 1
    while filled < size:
        for n in range(filled - 1, -1, -1):
            tree[2 * n], tree[2 * n + 1] = tree[n], 2 * filled - 1 - tree[n]
        filled *= 2
    left = size
    while left > 1:
        for n in range(left // 2):
            one, two = tree[2 * n], tree[2 * n + 1]
            winner = min(one, two)
            if max(one, two) < places:
                a, b = order[one], order[two]
                if a > b:
                    a, b, one, two = b, a, two, one
                lead = ratings[a] - ratings[b]
                lead = min(max(lead, -rules.lead_at_most), rules.lead_at_most)
                chance = (rules.even + lead) / (2.0 * rules.even)
                round_index = _KNOCKOUT - left // 2
                won, lost, _ = kernel.play_match(seed, event, round_index, a, b, chance, rules)
                winner = one if won > lost else two
            tree[n] = winner
        left //= 2
    return int(order[tree[0]])


@compiled
def _play(
    seed: int,
    first: int,
    rules: Rules,
    decisive: Rules,
    scales: Array,
    found: Array,
) -> None:
    """Play one event for each row of `found`, and write the figures of each format there.

    A row of `scales` is the `Scale` of a format, the players of its knockout, and its players.
    """
    events, formats, players = found.shape[0], len(scales), scales[0, _PLAYERS]
    rounds = scales[:, 0].max()
    lots = np.uint64(seed)
    field = Field(
        np.empty(players, np.int64),
        np.empty(players, np.int64),
        np.empty(players, np.int64),
        np.empty(players, np.int64),
        np.empty(players, np.int64),
        np.empty(players, np.int64),
        np.empty((players, rounds), np.int64),
    )
    ranking = Ranking(
        np.empty(players),
        np.empty(players),
        np.empty(players),
        np.empty(players),
        np.empty(players, np.uint64),
        np.empty(players, np.uint64),
        np.empty(players, np.int64),
    )
    room = kernel.make_room(players)
    ratings, before = np.empty(players, np.int64), np.empty(players, np.int64)
    points, gained = np.empty(players, np.int64), np.empty(players, np.int64)
    own, tree = np.empty(players, np.int8), np.empty(2 * players, np.int64)
    away = np.zeros((players, rounds, 6), np.int64)
    for e in range(events):
        event = first + e
        field.points[:], field.game_points[:], field.games[:] = 0, 0, 0
        field.matches[:], field.byes[:], field.downs[:] = 0, 0, 0
        field.opp[:, :] = kernel.BYE
        kernel.draw_ratings(lots, event, ratings)
        byes, again = 0, 0
        for r in range(rounds):
            before[:] = field.points
            count, resting, met = kernel.pair_round(
                lots, event, r, players, rules, field, ranking, room, away
            )
            again += met
            byes += resting >= 0
            kernel.play_round(lots, event, r, count, ratings, rules, field, room, own)
            kernel.give_byes(r, resting, players, rules, field, away)
            is_ranked = False
            for f in range(formats):
                if scales[f, 0] != r + 1:
                    continue
                of = scales[f]
                scale = Scale(of[0], of[1], of[2], of[3], of[4], of[5], of[6])
                if not is_ranked:
                    kernel.rank_players(
                        players, r + 1, lots, event, AFTER_ALL, rules, field, ranking
                    )
                    is_ranked = True
                for k in range(players):
                    points[k] = field.points[ranking.order[k]]
                    gained[k] = field.points[k] - before[k]
                start = _standings_figures(ranking.order, points, scale)
                for n in range(len(start)):
                    found[e, f, n] = start[n]
                champion = ranking.order[0]
                if of[_CUT]:
                    champion = _champion(
                        lots, event, of[_CUT], ranking.order, ratings, decisive, tree
                    )
                still_open, safe = _last_round_figures(before, field.opp[:, r], gained, scale)
                found[e, f, _CHAMPION] = champion == 0
                found[e, f, _CHAMPION + 1] = champion + 1
                found[e, f, _CHAMPION + 2] = byes
                found[e, f, _CHAMPION + 3] = field.downs.sum()
                found[e, f, _CHAMPION + 4] = again
                found[e, f, _CHAMPION + 5] = still_open
                found[e, f, _CHAMPION + 6] = safe
                found[e, f, _CHAMPION + 7] = 0


def compiled_figures(plan: LabPlan, first: int, times: int) -> Array:
    """The figures of these events: a row for each event, in it one for each format."""
    found = np.zeros((times, len(plan.formats), _FIGURES), np.int64)
    groups: dict[tuple[Rules, Rules], list[int]] = {}
    for number in range(len(plan.formats)):
        rules = rules_of(kernel_plan(plan, number))
        decisive = rules._replace(drawn_game=0.0, out_of_time=0.0, down_loses=-1.0)
        groups.setdefault((rules, decisive), []).append(number)
    for (rules, decisive), numbers in groups.items():
        part = np.zeros((times, len(numbers), _FIGURES), np.int64)
        rows = [(*scale_of(plan, n), plan.formats[n].places or 0, plan.players) for n in numbers]
        _play(plan.seed, first, rules, decisive, np.array(rows, np.int64), part)
        found[:, numbers, :] = part
    return found


def compiled_counts(plan: LabPlan, first: int, times: int) -> Counts:
    """The counts of these events."""
    found = compiled_figures(plan, first, times)
    return Counts(times, _spreads(found), _spreads(found - found[:, :1, :]))


def _spreads(found: Array) -> tuple[tuple[Spread, ...], ...]:
    return tuple(
        tuple(_spread(found[:, number, place]) for place in range(_FIGURES))
        for number in range(found.shape[1])
    )


def _spread(values: Array) -> Spread:
    kinds, times = np.unique(values, return_counts=True)
    return dict(zip(kinds.tolist(), times.tolist(), strict=True))
