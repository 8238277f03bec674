"""Plans for classes: each proves itself by its duals; what is possible by Hall's condition."""

import random
from itertools import combinations

import pytest

from fairpair.engine.matching.transport import best_plan, is_possible

Weights = dict[tuple[int, int], int]


def random_classes(rng: random.Random) -> tuple[list[int], Weights]:
    """How many of each class, and the weights, both ways round."""
    size = rng.randint(1, 6)
    counts = [rng.randint(0, 5) for _ in range(size)]
    weights: Weights = {}
    for a in range(size):
        for b in range(a, size):
            if rng.random() < 0.7:
                weights[a, b] = weights[b, a] = rng.randint(-9, 9)
    return counts, weights


def can_be_sent(supply: list[int], demand: list[int], pairs: Weights) -> bool:
    """Whether no set of classes has more to send than it may send to."""
    size = len(supply)
    for count in range(1, size + 1):
        for some in combinations(range(size), count):
            near = [b for b in range(size) if any((a, b) in pairs for a in some)]
            if sum(supply[a] for a in some) > sum(demand[b] for b in near):
                return False
    return True


@pytest.mark.parametrize("seed", range(200))
def test_a_plan_proves_itself(seed: int) -> None:
    """All are sent and received, no dual is violated, and the duals are worth no more."""
    counts, weights = random_classes(random.Random(seed))
    plan = best_plan(counts, weights)
    assert (plan is not None) == can_be_sent(counts, counts, weights)
    if plan is None:
        return
    size = range(len(counts))
    assert all(amount > 0 and pair in weights for pair, amount in plan.flow.items())
    assert [sum(plan.flow.get((a, b), 0) for b in size) for a in size] == counts
    assert [sum(plan.flow.get((a, b), 0) for a in size) for b in size] == counts
    assert all(plan.pi[a] + plan.pi[b] >= 2 * weight for (a, b), weight in weights.items())
    worth = sum(weights[pair] * amount for pair, amount in plan.flow.items())
    assert worth == sum(count * pi for count, pi in zip(counts, plan.pi, strict=True))
    assert all(plan.tight(*pair, weights[pair]) for pair in plan.flow)


@pytest.mark.parametrize("seed", range(300))
def test_what_is_possible(seed: int) -> None:
    rng = random.Random(seed)
    supply, weights = random_classes(rng)
    demand = [rng.randint(0, 6) for _ in supply]
    partners = [sum(1 << b for a, b in weights if a == one) for one in range(len(supply))]
    assert is_possible(supply, demand, partners) == can_be_sent(supply, demand, weights)
