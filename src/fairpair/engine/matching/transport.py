"""The best way to pair whole classes of players, as a bound on the best way to pair the players.

Players of a class are alike in everything a weight depends on. If forbidden pairs and odd cycles
are left aside, the heaviest perfect matching becomes a transportation problem between a few
classes: class a has `counts[a]` to send and as many to receive. It is solved exactly in integers
by shortest augmenting paths, and its duals bound every perfect matching from above:

    pi[a] + pi[b]  >=  2 * weight[a, b]      for all classes that may meet
"""

from collections.abc import Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.engine.matching.bits import bits

NOWHERE = -1
Weights = Mapping[tuple[int, int], int]
"""By two classes, both ways round; what is missing may not meet."""


@dataclass(frozen=True, slots=True)
class TransportPlan:
    """Duals by class, and how many of one class go to another: both directions stand there."""

    pi: tuple[int, ...]
    flow: Mapping[tuple[int, int], int]

    def tight(self, a: int, b: int, weight: int) -> bool:
        """Whether a pair of these classes can occur in a best matching."""
        return self.pi[a] + self.pi[b] == 2 * weight


def best_plan(counts: Sequence[int], weights: Weights) -> TransportPlan | None:
    """The plan of greatest weight; none if not everybody can be sent somewhere."""
    return _Transport(counts, weights).solve()


def is_possible(supply: Sequence[int], demand: Sequence[int], partners: Sequence[int]) -> bool:
    """Whether all of the supply can be sent where something is demanded.

    `partners` are the classes that each may send to, as bits.
    """
    return _Flow(supply, demand, partners).sends_all()


class _Flow:
    """What is sent from class to class where no weights count."""

    def __init__(
        self, supply: Sequence[int], demand: Sequence[int], partners: Sequence[int]
    ) -> None:
        self._supply, self._demand, self._partners = list(supply), list(demand), partners
        self._into: list[dict[int, int]] = [{} for _ in demand]
        """For each class who sends to it, and how much."""

    def sends_all(self) -> bool:
        """First as it comes, who has the fewest partners first; then by taking something back."""
        partners = self._partners
        for a in sorted(range(len(partners)), key=lambda a: partners[a].bit_count()):
            for b in bits(partners[a]):
                if not self._supply[a]:
                    break
                self._send(a, b, min(self._supply[a], self._demand[b]))
        return all(self._send_on(a) for a, amount in enumerate(self._supply) for _ in range(amount))

    def _send(self, a: int, b: int, amount: int) -> None:
        if amount:
            self._into[b][a] = self._into[b].get(a, 0) + amount
            self._supply[a] -= amount
            self._demand[b] -= amount

    def _send_on(self, source: int) -> bool:
        """Send one more, on a way on which others send elsewhere."""
        came: dict[int, int] = {}
        via, queue, seen = {source: NOWHERE}, [source], 0
        for a in queue:
            new = self._partners[a] & ~seen
            seen |= new
            for b in bits(new):
                came[b] = a
                if self._demand[b]:
                    self._demand[b] -= 1
                    self._shift(b, came, via)
                    return True
                for other in self._into[b]:
                    if other not in via:
                        via[other] = b
                        queue.append(other)
        return False

    def _shift(self, b: int, came: Mapping[int, int], via: Mapping[int, int]) -> None:
        """Everybody on the way sends one there instead of where it was sent before."""
        while b != NOWHERE:
            a, before = came[b], via[came[b]]
            self._into[b][a] = self._into[b].get(a, 0) + 1
            if before != NOWHERE:
                self._into[before][a] -= 1
                if not self._into[before][a]:
                    del self._into[before][a]
            b = before


class _Transport:
    """Supplies left, demands right; `u + v >= weight`, with equality where something flows."""

    def __init__(self, counts: Sequence[int], weights: Weights) -> None:
        size = range(len(counts))
        self._out = [[b for b in size if (a, b) in weights] for a in size]
        self._weights = weights
        self._supply, self._demand = list(counts), list(counts)
        # Feasible from the start, and tight on the heaviest edge of every class.
        self._u = [max((weights[a, b] for b in self._out[a]), default=0) for a in size]
        self._v = [0 for _ in size]
        self._flow: dict[tuple[int, int], int] = {}
        self._into: list[set[int]] = [set() for _ in size]
        """For a class on the right, from where something flows into it."""

    def solve(self) -> TransportPlan | None:
        """Send everything, one shortest path after the other."""
        for source in range(len(self._supply)):
            # A path takes as much as it can: there are about as many paths as classes, not players.
            while self._supply[source]:
                if not self._augment(source):
                    return None
        # The edges of a matching have no direction: it needs u[a] + v[b] >= w and u[b] + v[a] >= w
        # added up, and so weights count double.
        pi = tuple(u + v for u, v in zip(self._u, self._v, strict=True))
        return TransportPlan(pi, self._flow)

    def _augment(self, source: int) -> bool:
        """Send as much as possible along the cheapest path from a class with supply."""
        # Dijkstra over reduced costs, which are never negative, and zero back along a flow.
        left, via = {source: 0}, {source: -1}
        reach: dict[int, int] = {}
        came: dict[int, int] = {}
        settled: dict[int, int] = {}
        fresh = [source]
        while True:
            for a in fresh:
                self._relax(a, left[a], reach, came, settled)
            if not reach:
                return False
            # A heap would not pay: there are a dozen classes. The number breaks ties the same way
            # always.
            here = min(reach, key=lambda b: (reach[b], b))
            settled[here] = far = reach.pop(here)
            if self._demand[here]:
                self._shift(left, settled, far)
                self._push(source, here, came, via)
                return True
            fresh = [a for a in sorted(self._into[here]) if a not in left]
            for a in fresh:
                left[a], via[a] = far, here

    def _relax(
        self,
        a: int,
        far: int,
        reach: dict[int, int],
        came: dict[int, int],
        settled: Mapping[int, int],
    ) -> None:
        """Note how near the classes on the right are by way of this one."""
        u = self._u[a] + far
        for b in self._out[a]:
            if b not in settled:
                cost = u + self._v[b] - self._weights[a, b]
                if b not in reach or cost < reach[b]:
                    reach[b], came[b] = cost, a

    def _shift(self, left: Mapping[int, int], settled: Mapping[int, int], far: int) -> None:
        """Move the duals so that the path found is tight and none is violated."""
        # The usual potentials: what is nearer than the end is lowered by the difference.
        for a, at in left.items():
            self._u[a] -= far - at
        for b, at in settled.items():
            self._v[b] += far - at

    def _push(self, source: int, end: int, came: Mapping[int, int], via: Mapping[int, int]) -> None:
        """Send along the path; what flowed backwards on it is taken back."""
        steps, b = [], end
        while b >= 0:
            a = came[b]
            steps.append((a, b, via[a]))
            b = via[a]
        # What can be taken back limits the path too.
        backward = [self._flow[a, back] for a, _, back in steps if back >= 0]
        amount = min(self._supply[source], self._demand[end], *backward)
        for a, b, back in steps:
            self._flow[a, b] = self._flow.get((a, b), 0) + amount
            self._into[b].add(a)
            if back >= 0:
                self._take_back(a, back, amount)
        self._supply[source] -= amount
        self._demand[end] -= amount

    def _take_back(self, a: int, b: int, amount: int) -> None:
        self._flow[a, b] -= amount
        if not self._flow[a, b]:
            del self._flow[a, b]
            self._into[b].discard(a)
