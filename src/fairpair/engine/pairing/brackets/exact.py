"""The best candidate by C6 to C21, and of these the first, as three heaviest matchings (3, 4).

Everything is one lexicographic optimisation, so all of it goes into integers: the criteria and
the moved-down players first. The proof that nothing is better tells which pairs a best candidate
can have; among these the exchanges and then the transposition decide (4.2-4.4).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairpair.engine.matching.bits import mask
from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.brackets.completion import cheapest_matching, pair_all_but
from fairpair.engine.pairing.brackets.faults import EdgeFaults
from fairpair.engine.pairing.brackets.legality import Club, legal_opponents, legal_pairs
from fairpair.engine.pairing.brackets.remainder import (
    Remainder,
    apply_first_exchange,
    assign_in_turn,
)
from fairpair.engine.pairing.brackets.task import Pair, Task
from fairpair.engine.pairing.brackets.tight import tight_pairs


class Scope:
    """The graph of a bracket, with all below it or without.

    The last vertices may be spare ones, for those who are left over: they stand for the bye, or
    for everybody below.
    """

    @classmethod
    def with_all_below(cls, task: Task) -> "Scope":
        """Everybody who is left; the spare vertex is the bye."""
        places = range(len(task.left))
        return cls(
            task, [p for p in places if task.may_have_bye(p)], int(task.bye_score is not None)
        )

    @classmethod
    def alone(cls, task: Task, over: int, below: Club) -> "Scope":
        """The bracket alone, leaving this many over; if the bye is here, who may have it."""
        alone = replace(task, left=task.left[: task.bracket], following=task.bracket)
        spare = [
            place
            for place, one in enumerate(alone.left)
            if below.may_be_joined(one, over) and (not task.bye_is_here or task.may_have_bye(place))
        ]
        return cls(alone, spare, over)

    @classmethod
    def with_next(cls, task: Task, over: int, below: Club) -> "Scope":
        """The bracket and the next one, together leaving this many over."""
        view = replace(task, left=task.left[: task.following])
        spare = [p for p, one in enumerate(view.left) if below.may_be_joined(one, over)]
        return cls(view, spare, over)

    def __init__(self, task: Task, spare: Sequence[int], spares: int) -> None:
        self._task, self._spare, self._spares = task, spare, spares
        self._size = len(task.left) + spares
        self.left_over: list[int] = []
        """Once it is solved, those who are with the spare vertices."""

    def _edges(self) -> Iterator[Pair]:
        """All pairs that may meet, and who may be left over."""
        yield from legal_pairs(self._task)
        spares = range(len(self._task.left), self._size)
        yield from ((a, spare) for a in self._spare for spare in spares)

    def is_possible(self) -> bool:
        """Whether everybody can be paired except for a number of players left over."""
        legal = legal_opponents(self._task.left, self._task.moved)
        return pair_all_but(legal, self._spares, mask(self._spare)) is not None

    def by_classes(self) -> list[Pair] | None:
        """The pairs, if the classes settle it; only for a bracket alone."""
        # Such a bracket leaves over one player at most, who has the bye if that is here.
        faults = EdgeFaults(self._task, single_bye=self._task.bye_is_here)
        return tight_pairs(self._task, self._spare, self._spares, faults)

    def solve(self) -> list[Pair] | None:
        """Criteria and moved-down players, then the exchanges, then the transposition."""
        task, moved = self._task, self._task.moved
        # First of three matchings: everything the criteria say, and which moved-down players are
        # paired with whom (4.4, 4.2). Their pairs are fixed from here on.
        first = self._best_by_criteria()
        if first is None:
            return None
        mate, best = first
        fixed = {a for a in range(moved) if mate[a] < task.bracket}
        rest = [p for p in range(moved, task.bracket) if mate[p] not in fixed]
        inside = Remainder(rest, sum(mate[p] < task.bracket for p in rest) // 2)
        settled = fixed | {mate[a] for a in fixed}
        # Moved-down players who are not paired here stay in the Limbo: they float on.
        limbo = set(range(moved)) - fixed
        best = {
            (a, b): left
            for (a, b), left in best.items()
            if (
                mate[a] == b
                if a in settled or b in settled
                else a not in limbo or b >= task.bracket
            )
        }
        # Second matching: the fewest and smallest exchanges between S1 and S2 (4.3). Third, once it
        # is known who is above: the transposition (4.2), each in turn taking the first one
        # possible.
        if task.style.inside == "halves":
            mate = apply_first_exchange(mate, best, inside)
            tops = [p for p in rest if p < mate[p] < task.bracket]
            above = set(tops)
            best = {edge: left for edge, left in best.items() if inside.fits(*edge, above)}
            mate = assign_in_turn(mate, best, tops, rest)
        else:
            mate = assign_in_turn(mate, best, rest, rest, last_first=task.style.inside == "fold")
        self.left_over = [a for a in range(len(task.left)) if mate[a] >= len(task.left)]
        return [(a, b) for a, b in enumerate(mate) if a < b < task.bracket]

    def _best_by_criteria(self) -> tuple[list[int], dict[Pair, int]] | None:
        """A candidate that is best by C6 to C21 and by the moved-down players, and the edges that
        such candidates can have (see `Proof.tight`).
        """
        edges = list(self._edges())
        faults = EdgeFaults(self._task, single_bye=self._bye_is_the_single_floater())
        # Below all criteria, so that it decides only among candidates that are equal by them.
        orders = [self._order_of_moved(*edge) for edge in edges]
        room = (max(orders, default=0) * self._size + 1).bit_length()
        graph: list[dict[int, int]] = [{} for _ in range(self._size)]
        for (a, b), order in zip(edges, orders, strict=True):
            graph[a][b] = graph[b][a] = -((faults(a, b) << room) + order)
        # That the matching is perfect is C4: everybody who is left has an opponent or the bye.
        found = heaviest_perfect_matching(graph)
        return found and (found[0], found[1].tight(graph))

    def _bye_is_the_single_floater(self) -> bool:
        """Whether the one player whom the bracket leaves over is sure to have the bye (C9)."""
        task = self._task
        if not task.bye_is_here:
            return False
        # C9 counts only if a single player floats, and that is an outcome of C6: so first find out.
        most = cheapest_matching(self._size, self._edges(), lambda a, b: int(a < task.bracket <= b))
        return most is not None and sum(b >= task.bracket for b in most[: task.bracket]) == 1

    def _order_of_moved(self, a: int, b: int) -> int:
        """First which moved-down players are paired, then their opponents one by one (4.4, 4.2)."""
        task = self._task
        if a >= task.moved:
            return 0
        # A digit for each moved-down player says the place of its opponent, the first player's
        # digit highest; above them one bit a player says who is not paired at all.
        base = (task.bracket - task.moved).bit_length()
        limbo_at = base * task.moved
        if b >= task.bracket:
            return 1 << (limbo_at + task.moved - 1 - a)
        return (b - task.moved) << (base * (task.moved - 1 - a))
