"""Points board by board, for the tie-breaks of team knock-outs (C.07, 12).

A board's forfeits count as its results, in a match that nobody played as well, and a pairing-
allocated bye as a win on every board, whatever game points it gave.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups
from fairpair.engine.standings.tiebreak_input import TiebreakInput

BoardPoints = dict[PlayerId, list[int]]


def board_points(inputs: TiebreakInput) -> BoardPoints:
    """Every team's half points on each board in all rounds; all lists are of one length."""
    rows = inputs.sheet.rows
    most = max((len(o.boards) for row in rows.values() for o in row), default=0)
    nothing = (0,) * most
    return {
        team: list(map(sum, zip_longest(nothing, *(o.boards for o in row), fillvalue=0)))
        for team, row in rows.items()
    }


def grouped(tied: Sequence[PlayerId], key: Callable[[PlayerId], tuple[int, ...]]) -> Groups:
    """Those of the same key together, the smallest key first."""
    groups: dict[tuple[int, ...], list[PlayerId]] = {}
    for team in tied:
        groups.setdefault(key(team), []).append(team)
    return [groups[value] for value in sorted(groups)]


def by_board(amounts: Sequence[int]) -> Sum:
    """Half points of the boards from the first on."""
    return Sum([f"board {n}" for n, _ in enumerate(amounts, 1)], amounts, 2)
