"""Who can be paired at all: C1, C3, what the arbiter forbids, and who may have the bye (C2, C5)."""

from collections.abc import Callable, Iterable, Iterator

from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.brackets.criteria import may_meet
from fairpair.engine.pairing.brackets.task import Pair, Task

Cost = Callable[[int, int], int]


def legal_pairs(task: Task) -> Iterator[Pair]:
    """Those who may meet, by their places; players who moved down never meet each other."""
    left, size = task.left, len(task.left)
    for a, one in enumerate(left):
        for b in range(max(a + 1, task.moved if a < task.moved else 0), size):
            if may_meet(one, left[b]):
                yield a, b


def cheapest_matching(size: int, edges: Iterable[Pair], cost: Cost) -> list[int] | None:
    """The partner of each of these many vertices; none if they cannot all be matched."""
    graph: list[dict[int, int]] = [{} for _ in range(size)]
    for a, b in edges:
        graph[a][b] = graph[b][a] = -cost(a, b)
    found = heaviest_perfect_matching(graph)
    return found and found[0]


def complete_pairing(task: Task, cost: Cost, *, any_bye: bool = False) -> list[int] | None:
    """The cheapest complete pairing of all who are left (C4); the last vertex may be the bye.

    `any_bye`: the bye may go to whoever may have it by C2, with any score.
    """
    size, odd = len(task.left), len(task.left) % 2
    edges = list(legal_pairs(task))
    if odd:
        may = (lambda p: task.left[p].may_have_bye) if any_bye else task.may_have_bye
        edges += [(p, size) for p in range(size) if may(p)]
    return cheapest_matching(size + odd, edges, cost)


def can_be_completed(task: Task, *, any_bye: bool = False) -> bool:
    """Whether all who are left can be paired legally (C4), and one have the bye where one must."""
    return complete_pairing(task, _nothing, any_bye=any_bye) is not None


def fewest_left_over(task: Task) -> int:
    """How many the bracket must leave over if nothing but C1 and C3 counted.

    Illegal pairs stand for two who are left over, and there are as few of them as can be.
    """
    size, odd = task.bracket, task.bracket % 2
    legal = {pair for pair in legal_pairs(task) if pair[1] < size}
    edges = [(a, b) for a in range(size + odd) for b in range(a + 1, size + odd)]
    mate = cheapest_matching(size + odd, edges, lambda a, b: int(b < size and (a, b) not in legal))
    pairs = enumerate(mate or ())
    return odd + 2 * sum(a < b < size and (a, b) not in legal for a, b in pairs)


def fewest_leaving(task: Task) -> int:
    """How many the bracket must leave over if all are to be paired, whoever has the bye."""
    bracket = task.bracket
    mate = complete_pairing(task, lambda a, b: int(a < bracket <= b), any_bye=True)
    if mate is None:
        raise AssertionError("a bracket without a complete pairing")
    return sum(mate[a] >= bracket for a in range(bracket))


def _nothing(_a: int, _b: int) -> int:
    return 0
