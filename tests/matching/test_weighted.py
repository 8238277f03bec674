"""The heaviest perfect matching against trying all of them, and against its own proof."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.engine.matching.weighted import heaviest_perfect_matching

Weights = dict[tuple[int, int], int]


def graph_of(size: int, weights: Weights) -> list[dict[int, int]]:
    graph: list[dict[int, int]] = [{} for _ in range(size)]
    for (a, b), weight in weights.items():
        graph[a][b] = graph[b][a] = weight
    return graph


def all_matchings(left: tuple[int, ...], weights: Weights) -> Iterator[int]:
    """The weights of all perfect matchings of these vertices."""
    if not left:
        yield 0
        return
    first, *others = left
    for other in others:
        if (first, other) in weights:
            rest = tuple(v for v in others if v != other)
            for weight in all_matchings(rest, weights):
                yield weights[first, other] + weight


def weight_of(graph: list[dict[int, int]], mate: list[int]) -> int:
    return sum(graph[a][b] for a, b in enumerate(mate) if a < b)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Weights]:
    size = draw(st.sampled_from([2, 4, 6, 8]))
    most = draw(st.sampled_from([1, 3, 100, 10**40]))
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
    return size, {pair: draw(st.integers(-most, most)) for pair in chosen}


@given(graphs())
def test_nothing_is_heavier(case: tuple[int, Weights]) -> None:
    size, weights = case
    graph = graph_of(size, weights)
    best = max(all_matchings(tuple(range(size)), weights), default=None)
    found = heaviest_perfect_matching(graph)
    if best is None:
        assert found is None
        return
    assert found is not None
    mate, proof = found
    proof.check(graph, mate)
    assert weight_of(graph, mate) == best


def random_graph(rng: random.Random, size: int, share: float, most: int) -> list[dict[int, int]]:
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if rng.random() < share]
    return graph_of(size, {pair: rng.randint(0, most) for pair in pairs})


@pytest.mark.parametrize("seed", range(60))
def test_bigger_graphs_prove_themselves(seed: int) -> None:
    rng = random.Random(seed)
    graph = random_graph(rng, 2 * rng.randint(5, 40), rng.choice([0.2, 0.6, 1]), 10 ** (seed % 7))
    found = heaviest_perfect_matching(graph)
    if found is not None:
        found[1].check(graph, found[0])


def test_good_duals_are_a_start_and_change_nothing_else() -> None:
    rng = random.Random(3)
    for _ in range(200):
        graph = random_graph(rng, 10, 0.8, 50)
        plain = heaviest_perfect_matching(graph)
        loose = [max(row.values(), default=0) + rng.randint(0, 9) for row in graph]
        started = heaviest_perfect_matching(graph, loose, [-1] * len(graph))
        assert (plain is None) == (started is None)
        if plain and started:
            started[1].check(graph, started[0])
            assert weight_of(graph, plain[0]) == weight_of(graph, started[0])
            again = heaviest_perfect_matching(graph, plain[1].y, None)
            assert again is None or again[1].blossoms is not None


def test_blossoms_are_met() -> None:
    """Two triangles joined by one light edge: an odd set has to have a dual."""
    triangle = {(0, 1): 10, (0, 2): 10, (1, 2): 10, (3, 4): 10, (3, 5): 10, (4, 5): 10, (2, 3): 1}
    graph = graph_of(6, triangle)
    found = heaviest_perfect_matching(graph)
    assert found is not None
    mate, proof = found
    assert mate[2] == 3
    assert proof.blossoms
    proof.check(graph, mate)


def test_a_wrong_proof_is_found_out() -> None:
    rng = random.Random(1)
    graph = random_graph(rng, 8, 1, 50)
    found = heaviest_perfect_matching(graph)
    assert found is not None
    mate, proof = found
    lower = replace(proof, y=(proof.y[0] - 1, *proof.y[1:]))
    with pytest.raises(AssertionError, match="slack"):
        lower.check(graph, mate)
    other = next(v for v in range(1, 8) if v != mate[0])
    swapped = list(mate)
    swapped[0], swapped[other] = other, 0
    swapped[mate[0]], swapped[mate[other]] = mate[other], mate[0]
    if weight_of(graph, swapped) < weight_of(graph, mate):
        with pytest.raises(AssertionError):
            proof.check(graph, swapped)
    with pytest.raises(AssertionError, match="not full"):
        replace(proof, blossoms=((frozenset({0, 1, 2}), -2),)).check([{} for _ in graph], mate)


def test_no_vertices_and_lonely_ones() -> None:
    assert heaviest_perfect_matching([]) is not None
    assert heaviest_perfect_matching([{}, {}]) is None
    assert heaviest_perfect_matching([{}]) is None
