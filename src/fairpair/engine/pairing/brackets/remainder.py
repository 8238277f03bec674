"""Residents who are paired among themselves: exchanges first, then the transposition (4.2, 4.3).

Both choose among the best candidates: the perfect matchings of the edges that such a candidate
can have, those with the fewest departures from odd sets (see `Proof.tight`).
"""

from collections.abc import Mapping, Sequence

from fairpair.engine.matching.weighted import NOBODY, heaviest_perfect_matching
from fairpair.engine.pairing.brackets.task import Pair

Best = Mapping[Pair, int]
"""The edges of the best candidates, each with how many odd sets it leaves."""


class Remainder:
    """Residents who are paired among themselves: S1 and S2, exchanges and transpositions (4.2)."""

    def __init__(self, rest: Sequence[int], count: int) -> None:
        self.places = {player: place for place, player in enumerate(rest)}
        self._count = count
        self._size = len(rest)

    def exchanges(self, a: int, b: int) -> int:
        """Fewest exchanges, then the smallest difference, then who goes down and who comes up.

        Below zero for an upper player of S1, above for one of S2: only the sum over all pairs
        counts, and their number is given.
        """
        if a not in self.places or b not in self.places:
            return 0
        place, size = self.places[a], self._size
        fewer = 1 << (2 * size.bit_length() + 2 * size + 2)
        if place < self._count:
            return (place << (2 * size + 1)) + (1 << place << size) - fewer
        return (place << (2 * size + 1)) - (1 << (size - 1 - place)) + fewer

    def natural_duals(self) -> dict[int, int]:
        """Duals by which every pair of S1 and S2 is tight, and no pair is violated."""
        upper = list(self.places)[: self._count]
        return {player: -2 * self.exchanges(player, player) for player in upper}

    def fits(self, a: int, b: int, tops: set[int]) -> bool:
        """Whether an edge is possible once it is known who is above."""
        if a in self.places and b in self.places:
            return a in tops and b not in tops
        return not (a in tops or b in tops) or not (a in self.places or b in self.places)


def exchanged(mate: Sequence[int], best: Best, remainder: Remainder) -> list[int]:
    """The best candidate with the first exchange, if any; starting from S1 against S2."""
    orders = {edge: remainder.exchanges(*edge) for edge in best}
    room = (max(map(abs, orders.values()), default=0) * len(mate) + 1).bit_length()
    weights = {edge: -(left << room) - orders[edge] for edge, left in best.items()}
    duals = remainder.natural_duals()
    y = [duals.get(vertex, 0) for vertex in range(len(mate))]
    return _heaviest(_graph(len(mate), weights), y, None)


def transposed(mate: Sequence[int], best: Best, tops: Sequence[int]) -> list[int]:
    """Each of those above, one after the other, with the earliest opponent who is possible."""
    size = len(mate)
    graph, now = _graph(size, {edge: -left * size for edge, left in best.items()}), list(mate)
    for top in tops:
        if now[top] != min(graph[top]) and not _swapped(graph, now, top):
            now = _with_earliest(graph, now, top)
        for gone, stays in ((top, now[top]), (now[top], top)):
            for vertex in graph[gone].keys() - {stays}:
                del graph[vertex][gone]
            graph[gone] = {stays: graph[gone][stays]}
    return now


def _swapped(graph: list[dict[int, int]], now: list[int], top: int) -> bool:
    """Whether the first opponent was had by parting one other pair, at no cost."""
    wanted, given = min(graph[top]), now[top]
    owner = now[wanted]
    if given not in graph[owner]:
        return False
    cost = graph[top][given] + graph[owner][wanted] - graph[top][wanted] - graph[owner][given]
    if cost:
        return False
    now[top], now[wanted], now[owner], now[given] = wanted, top, given, owner
    return True


def _with_earliest(graph: list[dict[int, int]], now: Sequence[int], top: int) -> list[int]:
    """The best candidate in which this one's opponent is as early as can be."""
    before = dict(graph[top])
    for rank, other in enumerate(sorted(before)):
        graph[top][other] -= rank
        graph[other][top] -= rank
    free = [NOBODY if a == top or graph[a][b] else b for a, b in enumerate(now)]
    free = [NOBODY if b == NOBODY or free[b] == NOBODY else b for b in free]
    found = _heaviest(graph, [0] * len(now), free)
    for other, weight in before.items():
        graph[top][other] = graph[other][top] = weight
    return found


def _graph(size: int, weights: Mapping[Pair, int]) -> list[dict[int, int]]:
    graph: list[dict[int, int]] = [{} for _ in range(size)]
    for (a, b), weight in weights.items():
        graph[a][b] = graph[b][a] = weight
    return graph


def _heaviest(
    graph: list[dict[int, int]], y: Sequence[int], mate: Sequence[int] | None
) -> list[int]:
    found = heaviest_perfect_matching(graph, y, mate)
    if found is None:
        raise AssertionError("there is no best candidate")
    return found[0]
