"""One bracket, paired exactly: the best candidate by C6 to C21, and of these the first (3, 4).

Everything is one lexicographic optimisation, so all of it goes into integers: the criteria first,
then the order in which candidates are generated (4.2-4.4). Three heaviest matchings give the
answer.

Over everybody who is still unpaired that is always right, and that all can be paired (C4) is that
the matching is perfect. Over the bracket alone it is right if what it leaves over turns out to be
the best that is conceivable for the next bracket and for the rest (C4, C8): then no other
candidate can be better, since none was better without looking there.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.dutch.criteria import (
    Fields,
    float_faults,
    low_bits,
    may_meet,
    pair_faults,
)
from fairpair.engine.pairing.dutch.outlook import outlook_is_ideal, rest_completes
from fairpair.engine.pairing.dutch.task import Pair, Task
from fairpair.engine.pairing.dutch.tight import tight_pairs

Faults = Callable[[int, int], int]
UNPLAYED_BITS = 10
"""Room for a count of rounds."""


def pairs_of_bracket(task: Task) -> list[Pair]:
    """The pairs inside the bracket; its other players float down."""
    alone = _pairs_of_bracket_alone(task)
    if alone is not None:
        if outlook_is_ideal(task, alone):
            return alone
        pairs = _pairs_with_next_bracket(task, alone)
        if pairs is not None:
            return pairs
    pairs = _Bracket.with_all_below(task).solved()
    if pairs is None:
        raise AssertionError("a bracket without a complete pairing")
    return pairs


def _pairs_of_bracket_alone(task: Task) -> list[Pair] | None:
    """The pairs as if there were nothing below, leaving over as few as can be."""
    for over in range(task.bracket % 2, task.bracket + 1, 2):
        if task.bye_is_here and over != 1:
            return None
        alone = _Bracket.alone(task, over)
        pairs = alone.by_classes()
        if pairs is None:
            pairs = alone.solved()
        if pairs is not None:
            return pairs
    return None


def _pairs_with_next_bracket(task: Task, alone: Sequence[Pair]) -> list[Pair] | None:
    """The pairs with the next bracket in view, but nothing below it; none if that is not enough.

    It is enough if as many can be paired here as without looking ahead (C6, C7), and all who are
    then left over can be paired.
    """
    both = task.following
    bye = task.bye_score
    if both == task.bracket or (bye is not None and bye >= task.left[both - 1].score):
        return None
    view = replace(task, left=task.left[:both])
    wanted = _floating_scores(task, alone)
    for over in range(both % 2, min(both, task.bracket + 2) + 1, 2):
        graph = _Bracket(view, range(both), over)
        pairs = graph.solved()
        if pairs is not None and _floating_scores(task, pairs) == wanted:
            return pairs if rest_completes(task, graph.left_over) else None
    return None


def _floating_scores(task: Task, pairs: Sequence[Pair]) -> list[int]:
    """The scores of those whom these pairs leave over."""
    paired = {place for pair in pairs for place in pair}
    return [task.left[place].score for place in range(task.bracket) if place not in paired]


class _Bracket:
    """The graph of a bracket, with all below it or without.

    The last vertices may be spare ones, for those who are left over: they stand for the bye, or
    for everybody below.
    """

    @classmethod
    def with_all_below(cls, task: Task) -> "_Bracket":
        """Everybody who is left; the spare vertex is the bye."""
        places = range(len(task.left))
        return cls(
            task, [p for p in places if task.may_have_bye(p)], int(task.bye_score is not None)
        )

    @classmethod
    def alone(cls, task: Task, over: int) -> "_Bracket":
        """The bracket only, leaving over so many; if the bye is here, who may have it."""
        alone = replace(task, left=task.left[: task.bracket], following=task.bracket)
        places = range(task.bracket)
        return cls(alone, [p for p in places if not task.bye_is_here or task.may_have_bye(p)], over)

    def __init__(self, task: Task, spare: Sequence[int], spares: int) -> None:
        self._task, self._spare, self._spares = task, spare, spares
        self._size = len(task.left) + spares
        self.left_over: list[int] = []
        """Once it is solved, those who are with the spare vertices."""
        scores = dict.fromkeys(c.score for c in task.left[: task.following])
        self._fields = Fields(len(task.left).bit_length() + 1, tuple(scores))

    @cached_property
    def _edges(self) -> list[Pair]:
        """All pairs that may meet, and who may be left over."""
        task, left, size = self._task, self._task.left, len(self._task.left)
        edges = [
            (a, b)
            for a in range(size)
            for b in range(max(a + 1, task.moved if a < task.moved else 0), size)
            if may_meet(left[a], left[b], task.forbidden)
        ]
        spares = range(size, self._size)
        return edges + [(a, spare) for a in self._spare for spare in spares]

    def by_classes(self) -> list[Pair] | None:
        """The pairs, if the classes settle it; only for a bracket alone."""
        return tight_pairs(self._task, self._spare, self._spares, self._faults(sure=True))

    def solved(self) -> list[Pair] | None:
        """Criteria and moved-down players, then the exchanges, then the transposition."""
        faults = self._faults()
        moved = self._task.moved
        first = self._best(self._order_of_moved, faults)
        if first is None:
            return None
        fixed = [(a, b) for a, b in first if a < moved and b < self._task.bracket]
        used = {p for pair in fixed for p in pair}
        rest = [p for p in range(moved, self._task.bracket) if p not in used]
        count = sum(a >= moved and b < self._task.bracket for a, b in first)
        limbo = {p for p in range(moved) if p not in used}
        inside = _Remainder(rest, count)
        second = self._best(inside.exchanges, faults, fixed, limbo) or []
        tops = {a for a, b in second if a in inside.places and b in inside.places}
        third = self._best(
            lambda a, b: inside.transposition(a, b, tops),
            faults,
            fixed,
            limbo,
            keep=lambda a, b: inside.fits(a, b, tops),
        )
        self.left_over = [a for a, b in third or () if b >= len(self._task.left)]
        return [(a, b) for a, b in third or () if b < self._task.bracket]

    def _faults(self, *, sure: bool = False) -> Faults:
        """All criteria of an edge as one number; `sure`: at most one player is left over."""
        c9 = self._task.bye_is_here if sure else self._bye_is_the_single_floater()
        left, task, fields = self._task.left, self._task, self._fields
        low = low_bits(fields)
        bits, wide = fields.bits, fields.wide
        c9_at = low
        c8_scores = c9_at + UNPLAYED_BITS
        c8 = c8_scores + wide
        c7 = c8 + bits
        c6 = c7 + wide

        def faults(a: int, b: int) -> int:
            if b < task.bracket:
                return pair_faults(fields, left[a], left[b])
            total = 0
            is_bye = b >= len(left)
            outside = is_bye or b >= task.following
            for player in (a,) if is_bye else (a, b):
                if player < task.bracket:
                    total += 1 << c6
                    if player < task.moved:
                        total += fields.by_score(left[player].score) << c7
                    resident = player >= task.moved
                    total += float_faults(fields, left[player], resident=resident)
                if outside and player < task.following:
                    total += (1 << c8) + (fields.by_score(left[player].score) << c8_scores)
            if is_bye and c9 and a < task.bracket:
                total += left[a].unplayed << c9_at
            return total

        return faults

    def _bye_is_the_single_floater(self) -> bool:
        """Whether the one player whom the bracket leaves over is sure to have the bye (C9)."""
        task = self._task
        if not task.bye_is_here:
            return False
        most = self._matched(lambda a, b: int(a < task.bracket <= b)) or []
        return sum(b >= task.bracket for a, b in most if a < task.bracket) == 1

    def _order_of_moved(self, a: int, b: int) -> int:
        """First which moved-down players are paired, then their opponents one by one (4.4, 4.2)."""
        task = self._task
        if a >= task.moved:
            return 0
        base = (task.bracket - task.moved).bit_length()
        limbo_at = base * task.moved
        if b >= task.bracket:
            return 1 << (limbo_at + task.moved - 1 - a)
        return (b - task.moved) << (base * (task.moved - 1 - a))

    def _best(
        self,
        order: Faults,
        faults: Faults,
        fixed: Iterable[Pair] = (),
        limbo: Iterable[int] = (),
        keep: Callable[[int, int], bool] = lambda _a, _b: True,
    ) -> list[Pair] | None:
        """The matching with the fewest faults and, of these, the smallest order."""
        fixed = list(fixed)
        used = {p for pair in fixed for p in pair}
        floating, bracket = set(limbo), self._task.bracket

        def allowed(a: int, b: int) -> bool:
            if a in used or b in used:
                return False
            return not (a in floating and b < bracket) and keep(a, b)

        edges = [(a, b) for a, b in self._edges if allowed(a, b)]
        orders = {edge: order(*edge) for edge in edges}
        room = (max(map(abs, orders.values()), default=0) * self._size + 1).bit_length() + 1
        cost = {edge: (faults(*edge) << room) + orders[edge] for edge in edges}
        found = self._matched(lambda a, b: cost[a, b], edges, used)
        return None if found is None else fixed + found

    def _matched(
        self,
        cost: Faults,
        edges: Sequence[Pair] | None = None,
        used: Iterable[int] = (),
    ) -> list[Pair] | None:
        gone = set(used)
        places = [p for p in range(self._size) if p not in gone]
        index = {p: n for n, p in enumerate(places)}
        graph: list[dict[int, int]] = [{} for _ in places]
        for a, b in self._edges if edges is None else edges:
            graph[index[a]][index[b]] = graph[index[b]][index[a]] = -cost(a, b)
        found = heaviest_perfect_matching(graph)
        if found is None:
            return None
        mate = found[0]
        return [(p, places[mate[n]]) for n, p in enumerate(places) if n < mate[n]]


class _Remainder:
    """Residents who are paired among themselves: S1 and S2, exchanges and transpositions (4.2)."""

    def __init__(self, rest: Sequence[int], count: int) -> None:
        self.places = {player: place for place, player in enumerate(rest)}
        self._count = count
        self._size = len(rest)

    def exchanges(self, a: int, b: int) -> int:
        """Fewest exchanges, then the smallest difference, then who goes down and who comes up."""
        if a not in self.places or b not in self.places:
            return 0
        place, count, size = self.places[a], self._count, self._size
        bits = size.bit_length() + 1
        if place < count:
            who = 1 << place << size
            return (place << (2 * size + 1)) + who
        fewer = 1 << (2 * bits + 2 * size + 1)
        who = -(1 << (size - 1 - place))
        return fewer + (place << (2 * size + 1)) + who

    def fits(self, a: int, b: int, tops: set[int]) -> bool:
        """Whether an edge is possible once it is known who is above."""
        if a in self.places and b in self.places:
            return a in tops and b not in tops
        return not (a in tops or b in tops) or not (a in self.places or b in self.places)

    def transposition(self, a: int, b: int, tops: set[int]) -> int:
        """The opponents of those above, one by one."""
        if a not in tops:
            return 0
        ranked = sorted(tops)
        bits = self._size.bit_length() + 1
        return self.places[b] << (bits * (len(ranked) - 1 - ranked.index(a)))
