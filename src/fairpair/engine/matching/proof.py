"""What proves that no perfect matching of a graph is heavier: duals, all of them integers.

Every vertex has a dual `y` and every blossom (an odd set of vertices) a dual `z >= 0`, such that
for every edge

    y[a] + y[b] + (sum of z over the blossoms that hold both)  >=  2 * weight

Matched edges are tight (equal), and a blossom with `z > 0` has all but one of its vertices matched
inside. These three facts prove it; `Proof.check` looks at them.
"""

from collections.abc import Mapping, Sequence

from fairpair.core.dataclass import dataclass

Graph = Sequence[Mapping[int, int]]
"""For each vertex its neighbours and the weights; the same weight on both sides."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The duals that prove a matching optimal: one a vertex, and one for some odd sets."""

    y: tuple[int, ...]
    blossoms: tuple[tuple[frozenset[int], int], ...] = ()

    def check(self, graph: Graph, mate: Sequence[int]) -> None:
        """`AssertionError` if it does not prove that nothing is heavier."""
        # Complementary slackness: feasible duals, tight matched edges, full blossoms.
        inside = self._inside(len(graph))
        for a, row in enumerate(graph):
            for b, weight in row.items():
                slack = self._slack(inside, a, b, weight)
                if slack < 0 or (slack and mate[a] == b):
                    raise AssertionError(f"edge {a}-{b} has slack {slack}")
        for members, z in self.blossoms:
            within = sum(mate[v] in members for v in members)
            if z < 0 or within != len(members) - 1:
                raise AssertionError("a blossom is not full")
        if any(mate[mate[v]] != v for v in range(len(graph))):
            raise AssertionError("not a perfect matching")

    def tight(self, graph: Graph) -> dict[tuple[int, int], int]:
        """The edges a heaviest matching can have, each with how many of the odd sets it leaves.

        The heaviest matchings are those of such edges that leave every odd set just once.
        """
        inside = self._inside(len(graph))
        return {
            # In a heaviest matching exactly one edge leaves each odd set with z > 0, and fewer
            # cannot: counting the departures tells such matchings from all others of tight edges.
            (a, b): len(inside[a] ^ inside[b])
            for a, row in enumerate(graph)
            for b, weight in row.items()
            if a < b and not self._slack(inside, a, b, weight)
        }

    def _inside(self, size: int) -> list[frozenset[int]]:
        """For each vertex the odd sets that it is in."""
        found: list[set[int]] = [set() for _ in range(size)]
        for number, (members, _) in enumerate(self.blossoms):
            for vertex in members:
                found[vertex].add(number)
        return list(map(frozenset, found))

    def _slack(self, inside: Sequence[frozenset[int]], a: int, b: int, weight: int) -> int:
        slack = self.y[a] + self.y[b] - 2 * weight
        if inside[a] and inside[b]:
            slack += sum(self.blossoms[number][1] for number in inside[a] & inside[b])
        return slack
