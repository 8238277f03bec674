"""The order of candidates as numbers: exchanges, and opponents of moved-down players (art. 4)."""

from dataclasses import replace
from itertools import combinations, permutations

from fairpair.engine.pairing.brackets.exact import Scope
from fairpair.engine.pairing.brackets.remainder import Remainder
from fairpair.engine.pairing.brackets.task import Task
from pairing.hand_made import contender


def test_exchanges_come_in_the_order_of_the_rules() -> None:
    """Few, then the smallest difference, then the lowest of S1, then the highest of S2 (4.3)."""
    inside = Remainder(range(12), 5)
    s1, s2 = range(5), range(5, 12)
    exchanges = [
        (down, up)
        for size in range(4)
        for down in combinations(s1, size)
        for up in combinations(s2, size)
    ]

    def place(exchange: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[object, ...]:
        down, up = exchange
        return len(down), sum(up) - sum(down), [-one for one in reversed(down)], up

    ranked = sorted(exchanges, key=place)
    tops = [sorted({*s1, *up}.difference(down)) for down, up in ranked]
    numbers = [sum(inside.exchanges(top, 11) for top in each) for each in tops]
    assert numbers == sorted(set(numbers))


def test_moved_down_players_in_the_order_of_the_rules() -> None:
    """Who of them is paired, then the opponents of the first, then of the second (4.4, 4.2)."""
    left = [replace(contender(n), score=1 if n < 3 else 0) for n in range(1, 8)]
    bracket = Scope(Task(left[:5], 2, 5, 5, None), range(5), 1)
    both = list(permutations(range(2, 5), 2))
    first, second = [(b, 5) for b in range(2, 5)], [(5, b) for b in range(2, 5)]
    numbers = [
        bracket._order_of_moved(0, a) + bracket._order_of_moved(1, b)
        for a, b in (*both, *first, *second)
    ]
    assert numbers == sorted(set(numbers))
