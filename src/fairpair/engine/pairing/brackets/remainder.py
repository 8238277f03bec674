"""Residents who are paired among themselves: exchanges first, then the transposition (4.2, 4.3).

Both choose among the best candidates: the perfect matchings of the edges that such a candidate
can have, those with the fewest departures from odd sets (see `Proof.tight`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from fairpair.engine.matching.weighted import NOBODY, heaviest_perfect_matching
from fairpair.engine.pairing.brackets.task import Pair

BestEdges = Mapping[Pair, int]
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
        # Three parts, the first highest: how many are exchanged, the difference of the places, and
        # who: one bit each, for S1 the lowest player weighs most, for S2 the highest (4.3).
        place, size = self.places[a], self._size
        fewer = 1 << (2 * size.bit_length() + 2 * size + 2)
        if place < self._count:
            return (place << (2 * size + 1)) + (1 << place << size) - fewer
        return (place << (2 * size + 1)) - (1 << (size - 1 - place)) + fewer

    def natural_duals(self) -> dict[int, int]:
        """Duals by which every pair of S1 and S2 is tight, and no pair is violated."""
        # Nearly always few exchanges are needed. With duals by which S1 against S2 is tight, the
        # search starts from there instead of from nothing.
        upper = list(self.places)[: self._count]
        return {player: -2 * self.exchanges(player, player) for player in upper}

    def fits(self, a: int, b: int, tops: set[int]) -> bool:
        """Whether an edge is possible once it is known who is above."""
        if a in self.places and b in self.places:
            return a in tops and b not in tops
        return not (a in tops or b in tops) or not (a in self.places or b in self.places)


def apply_first_exchange(mate: Sequence[int], best: BestEdges, remainder: Remainder) -> list[int]:
    """The best candidate with the first exchange, if any; starting from S1 against S2."""
    orders = {edge: remainder.exchanges(*edge) for edge in best}
    # Departures from odd sets come first: only matchings with the fewest are best candidates.
    room = (max(map(abs, orders.values()), default=0) * len(mate) + 1).bit_length()
    weights = {edge: -(left << room) - orders[edge] for edge, left in best.items()}
    # The duals know nothing of the odd sets; a pair that leaves one has less weight, so none of
    # them is violated.
    duals = remainder.natural_duals()
    y = [duals.get(vertex, 0) for vertex in range(len(mate))]
    return _heaviest(_graph(len(mate), weights), y, None)


def assign_in_turn(
    mate: Sequence[int],
    best: BestEdges,
    choosers: Iterable[int],
    rest: Collection[int],
    *,
    last_first: bool = False,
) -> list[int]:
    """One chooser after the other has the earliest of the rest who is possible, or the latest.

    Somebody outside of the rest comes after all of them.
    """
    size, inside = len(mate), set(rest)
    graph, now = _graph(size, {edge: -left * size for edge, left in best.items()}), list(mate)
    settled: set[int] = set()
    for one in choosers:
        # Whoever is settled has no other edges left, so each choice stands for all that follow.
        wanted = sorted(inside.intersection(graph[one]) - settled, reverse=last_first)
        if one in settled or not wanted:
            continue
        # Most of the time the one wanted is had by parting one pair; only then a new search.
        if now[one] != wanted[0] and not _swap_partner(graph, now, one, wanted[0]):
            now = _match_earliest(graph, now, one, wanted)
        if now[one] in inside:
            _settle(graph, one, now[one])
            _settle(graph, now[one], one)
            settled |= {one, now[one]}
        else:
            # This one is left over in every best candidate: it must not be paired by a later
            # choice.
            for other in wanted:
                del graph[one][other], graph[other][one]
    return now


def _settle(graph: list[dict[int, int]], one: int, partner: int) -> None:
    """Leave this one no other partner."""
    for vertex in graph[one].keys() - {partner}:
        del graph[vertex][one]
    graph[one] = {partner: graph[one][partner]}


def _swap_partner(graph: list[dict[int, int]], now: list[int], one: int, wanted: int) -> bool:
    """Whether this partner was had by parting one other pair, at no cost."""
    given, owner = now[one], now[wanted]
    if given not in graph[owner]:
        return False
    cost = graph[one][given] + graph[owner][wanted] - graph[one][wanted] - graph[owner][given]
    if cost:
        return False
    now[one], now[wanted], now[owner], now[given] = wanted, one, given, owner
    return True


def _match_earliest(
    graph: list[dict[int, int]], now: Sequence[int], one: int, wanted: Sequence[int]
) -> list[int]:
    """The best candidate in which this one's partner is as early in the list as can be."""
    before = dict(graph[one])
    rank = {other: number for number, other in enumerate(wanted)}
    for other, weight in before.items():
        graph[one][other] = graph[other][one] = weight - rank.get(other, len(wanted))
    # What is matched by edges of weight zero stays as it is, so that the search begins there: only
    # the chooser and those who depart from odd sets are matched anew.
    free = [NOBODY if a == one or graph[a][b] else b for a, b in enumerate(now)]
    free = [NOBODY if b == NOBODY or free[b] == NOBODY else b for b in free]
    found = _heaviest(graph, [0] * len(now), free)
    for other, weight in before.items():
        graph[one][other] = graph[other][one] = weight
    return found


def find_matching(size: int, best: BestEdges) -> list[int] | None:
    """Any best candidate; none if there is none."""
    found = heaviest_perfect_matching(_graph(size, dict.fromkeys(best, 0)))
    return found and found[0]


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
