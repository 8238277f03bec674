"""Sums and means over opponents, and the rounds they are taken of: shared by all games but chess.

A share is a numerator and a denominator. `Kind` says which rounds are a match: a bye is a won one,
a round missed by a late entry a lost one, and a round that nobody counts is none.
"""

from collections.abc import Mapping
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.sheet import Rows
from fairpair.engine.standings.tiebreak import Sum, TiebreakFn
from fairpair.engine.standings.tiebreak_input import TiebreakInput

Share = tuple[int, int]
Shares = Mapping[PlayerId, Share]
NOTHING = Sum((), ())


def rounds_with_opponent(inputs: TiebreakInput) -> Rows:
    """Everybody's rounds with an opponent; each meeting counts, and so does a no-show."""
    return {player: [r for r in row if r.opponent] for player, row in inputs.sheet.rows.items()}


def counted_rounds(inputs: TiebreakInput) -> Rows:
    """Everybody's rounds that are a match or a bye: they end with the drop."""
    rows = inputs.sheet.rows
    return {player: [r for r in row if r.mark is not None] for player, row in rows.items()}


def point_shares(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's points of the rounds that count, and how many these are."""
    totals = {}
    for player, row in inputs.sheet.rows.items():
        points = [r.points for r in row if r.mark is not None]
        totals[player] = (sum(points), len(points))
    return totals


def mean_over_opponents(
    inputs: TiebreakInput, shares: Shares, *, alone: Sum | None = NOTHING
) -> TiebreakFn:
    """The mean of the opponents' shares, one for each meeting; `alone` without any opponent."""
    # One common denominator for all players: adding whole numbers is much faster than fractions.
    unit = lcm(*{share[1] for share in shares.values()})
    values = {player: part * (unit // whole) for player, (part, whole) in shares.items()}
    met = inputs.get_or_compute(rounds_with_opponent)

    def sum_of(player: PlayerId) -> Sum | None:
        row = met[player]
        return Sum(row, [values[r.opponent] for r in row], unit, len(row)) if row else alone

    return sum_of


def sum_over_opponents(
    inputs: TiebreakInput, values: Mapping[PlayerId, int], unit: int = 1
) -> TiebreakFn:
    """The sum of the opponents' values, one for each meeting."""
    met = inputs.get_or_compute(rounds_with_opponent)

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        return Sum(row, [values[r.opponent] for r in row], unit)

    return sum_of


def all_shares(inputs: TiebreakInput, of: TiebreakFn) -> Shares:
    """What this gives for everybody, 0 where it is undefined."""
    sums = ((player, of(player)) for player in inputs.sheet.rows)
    return {player: (0, 1) if total is None else total.ratio for player, total in sums}
