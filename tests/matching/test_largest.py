"""The largest matching: every pair is an edge, and no matching has more of them."""

import random
from functools import cache

import pytest

from fairpair.engine.matching.bits import bits
from fairpair.engine.matching.largest import (
    NOBODY,
    components,
    largest_matching,
    left_out_by_some,
    perfect_matching,
)


def random_neighbours(rng: random.Random) -> list[int]:
    size, chance = rng.randint(0, 13), rng.choice((0.1, 0.2, 0.3, 0.6))
    near = [0] * size
    for a in range(size):
        for b in range(a):
            if rng.random() < chance:
                near[a] |= 1 << b
                near[b] |= 1 << a
    return near


def most_pairs(near: list[int]) -> int:
    """By trying everything."""

    @cache
    def most(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        rest = left & ~(1 << first)
        with_it = [1 + most(rest & ~(1 << other)) for other in bits(near[first] & rest)]
        return max([most(rest), *with_it])

    return most((1 << len(near)) - 1)


@pytest.mark.parametrize("seed", range(400))
def test_no_matching_is_larger(seed: int) -> None:
    near = random_neighbours(random.Random(seed))
    mate = largest_matching(near)
    pairs = [(a, b) for a, b in enumerate(mate) if b != NOBODY]
    assert all(mate[b] == a and near[a] >> b & 1 for a, b in pairs)
    assert len(pairs) == 2 * most_pairs(near)
    perfect = perfect_matching(near)
    assert (perfect is None) == (NOBODY in mate)
    assert perfect is None or all(near[a] >> b & 1 for a, b in enumerate(perfect))


@pytest.mark.parametrize("seed", range(300))
def test_who_can_be_left_out_proves_that_no_matching_is_larger(seed: int) -> None:
    near = random_neighbours(random.Random(seed))
    most, everybody = most_pairs(near), (1 << len(near)) - 1
    short = left_out_by_some(near)
    for vertex in range(len(near)):
        rest = everybody & ~(1 << vertex)
        others = [row & rest if n != vertex else 0 for n, row in enumerate(near)]
        assert (most_pairs(others) == most) == bool(short >> vertex & 1)
    neighbours = 0
    for vertex in bits(short):
        neighbours |= near[vertex] & ~short
    parts = components(near, short)
    assert all(part.bit_count() % 2 for part in parts)
    assert len(parts) - neighbours.bit_count() == len(near) - 2 * most
