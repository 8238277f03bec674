"""A bracket paired through its classes: nearly always enough, and fast for any size.

If the players can be paired by tight pairs alone (see `classes.py`), with every moved-down player
at the first opponent possible, that is the bracket: nothing is better by the criteria, and of what
is as good the first in order is taken.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from fairpair.engine.matching.bits import bits, lowest, mask
from fairpair.engine.pairing.brackets.classes import TightGraph, tight_graph
from fairpair.engine.pairing.brackets.faults import EdgeFaults
from fairpair.engine.pairing.brackets.remainder import (
    Remainder,
    apply_first_exchange,
    assign_in_turn,
    find_matching,
)
from fairpair.engine.pairing.brackets.task import Pair, Task
from fairpair.engine.pairing.brackets.transposition import Transposition

MOST_EXCHANGES = 20
"""Exchanges that are tried one by one before a matching looks at all of them."""


def tight_pairs(
    task: Task, spare: Sequence[int], spares: int, faults: EdgeFaults
) -> list[Pair] | None:
    """The pairs of a bracket taken alone that leaves this many over; none if not found.

    `spare` are the places of those who may be left over.
    """
    graph = tight_graph(task, spare, spares, faults)
    if graph is None:
        return None
    # Moved-down players choose first, in their order (4.2). If one finds nobody, it may be right
    # that it floats on, but that is not for classes to say.
    free = mask(range(task.moved, task.bracket))
    pairs = []
    for moved in range(task.moved):
        opponent = graph.first_opponent(moved, free)
        if opponent is None:
            return None
        pairs.append((moved, opponent))
        free &= ~(1 << opponent)
    rest = list(bits(free))
    if task.style.inside == "halves":
        found = _remainder(rest, graph, spares)
    else:
        found = _pair_in_turn(rest, graph, spares, last_first=task.style.inside == "fold")
    return None if found is None else pairs + found


def _remainder(rest: Sequence[int], graph: TightGraph, spares: int) -> list[Pair] | None:
    """The pairs of those who are paired among themselves, with exchanges if need be (4.3)."""
    count = (len(rest) - spares) // 2
    # Without an exchange, if that is possible at all: no exchange comes before it in order.
    natural = Transposition(rest[:count], rest[count:], graph)
    found = natural.solve()
    if found is not None:
        return found
    # Then one player down and one up, in the order of the rules. Nearly all are ruled out by
    # classes; what is left is tried, and the first that works is the one to take.
    may_help = graph.exchange_filter(rest[:count], rest[count:])
    helpful = (e for e in _exchanges(rest, count, natural, graph) if may_help(*e))
    for down, up in islice(helpful, MOST_EXCHANGES):
        tops = [*(p for p in rest[:count] if p != down), up]
        bottoms = sorted([*(p for p in rest[count:] if p != up), down])
        found = Transposition(tops, bottoms, graph).solve()
        if found is not None:
            return found
    # Two exchanges or more, or many that classes cannot rule out: a matching decides.
    return _exchange_exactly(rest, graph, spares)


def _exchange_exactly(rest: Sequence[int], graph: TightGraph, spares: int) -> list[Pair] | None:
    """The same by matching, for as many exchanges as it takes; none if tight pairs do not do."""
    best = _tight_edges(rest, graph, spares)
    mate = find_matching(len(rest) + spares, best)
    if mate is None:
        return None
    size = len(rest)
    inside = Remainder(range(size), (size - spares) // 2)
    mate = apply_first_exchange(mate, best, inside)
    tops = [a for a, b in enumerate(mate) if a < b < size]
    above = set(tops)
    best = {edge: left for edge, left in best.items() if inside.fits(*edge, above)}
    mate = assign_in_turn(mate, best, tops, range(size))
    return [(rest[a], rest[b]) for a, b in enumerate(mate) if a < b < size]


def _tight_edges(rest: Sequence[int], graph: TightGraph, spares: int) -> dict[Pair, int]:
    """The tight pairs among these players, and who may be left over, by their places here."""
    size = len(rest)
    best = {
        (a, b): 0
        for a, one in enumerate(rest)
        for b in range(a + 1, size)
        if graph.tight[one] >> rest[b] & 1
    }
    return best | {
        (a, size + spare): 0
        for a, one in enumerate(rest)
        for spare in range(spares)
        if graph.spare >> one & 1
    }


def _pair_in_turn(
    rest: Sequence[int], graph: TightGraph, spares: int, *, last_first: bool
) -> list[Pair] | None:
    """The first player has the nearest opponent possible (or the farthest), then the next.

    Taking whoever is there is right as far as the others can still be paired. If they cannot, one
    looks whether the classes can be paired before taking anybody. If that is not enough, the last
    pairs are undone, more and more of them, until those players can be paired exactly.
    """
    # Taking the first one there is right if it works out: everybody has the earliest possible.
    for guided in (False, True):
        pairs, left = _take_first_opponents(rest, graph, guided=guided, last_first=last_first)
        if len(left) == spares and all(graph.spare >> one & 1 for one in left):
            return pairs
    undone = 4
    while True:
        # What was taken early is right if the others can be paired: so the latest go first.
        kept = pairs[: max(0, len(pairs) - undone)]
        again = sorted([*left, *(p for pair in pairs[len(kept) :] for p in pair)])
        found = _pair_in_turn_exactly(again, graph, spares, last_first=last_first)
        if found is not None or not kept:
            return None if found is None else kept + found
        undone *= 4


def _take_first_opponents(
    rest: Sequence[int], graph: TightGraph, *, guided: bool, last_first: bool
) -> tuple[list[Pair], list[int]]:
    """Everybody with the first opponent there, or the first that classes allow; and who is left."""
    free, pairs, left = mask(rest), list[Pair](), list[int]()
    for one in rest:
        if not free >> one & 1:
            continue
        free &= ~(1 << one)
        # Sets of places are integers, so this is one operation for any number of players.
        choice = graph.tight[one] & free
        if guided:
            other = graph.first_opponent(one, free, last_first=last_first)
        elif choice:
            other = choice.bit_length() - 1 if last_first else lowest(choice)
        else:
            other = None
        if other is None:
            left.append(one)
        else:
            free &= ~(1 << other)
            pairs.append((one, other))
    return pairs, left


def _pair_in_turn_exactly(
    rest: Sequence[int], graph: TightGraph, spares: int, *, last_first: bool
) -> list[Pair] | None:
    """The same for a few players, exactly; none if they cannot be paired by tight pairs."""
    size = len(rest)
    best = _tight_edges(rest, graph, spares)
    mate = find_matching(size + spares, best)
    if mate is None:
        return None
    mate = assign_in_turn(mate, best, range(size), range(size), last_first=last_first)
    return [(rest[a], rest[b]) for a, b in enumerate(mate) if a < b < size]


def _exchanges(
    rest: Sequence[int], count: int, failed: "Transposition", graph: TightGraph
) -> Iterator[tuple[int, int]]:
    """One player down and one up, the smallest difference first, then from the lowest of S1.

    Some above, the spare vertices among them perhaps, have too few below them: only who is one of
    them, or can have one of them, helps by going down.
    """
    stuck, spare = failed.stuck, graph.spare if failed.spare_is_stuck else 0
    # By Hall's theorem: the stuck ones together have fewer partners than they are, and stay so
    # unless one of them leaves or one more partner joins.
    takes = stuck | spare
    helps = [bool(takes >> p & 1 or graph.tight[p] & stuck) for p in rest[:count]]
    for difference in range(1, len(rest)):
        for down in range(count - 1, max(-1, count - 1 - difference), -1):
            if helps[down] and down + difference < len(rest):
                yield rest[down], rest[down + difference]
