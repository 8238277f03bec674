"""Whether what clients saw of one value can be put in an order that a single client could see.

The algorithm of Wing and Gong: try every operation that was not over before another one began as
the next one, and remember what was tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """A value that was written or read by a client between two moments.

    A write without an end may have happened, or not, or later.
    """

    kind: str
    value: str
    began: float
    ended: float = float("inf")


def is_linearizable(history: Sequence[Operation], start: str) -> bool:
    """Whether each operation can be given one moment while it was running, so that every read
    finds what was written last.
    """
    seen: set[tuple[frozenset[int], str]] = set()
    waiting = [(frozenset(range(len(history))), start)]
    while waiting:
        left, value = waiting.pop()
        if all(history[n].ended == float("inf") for n in left):
            return True
        if (left, value) in seen:
            continue
        seen.add((left, value))
        first_end = min(history[n].ended for n in left)
        for n in left:
            one = history[n]
            if one.began <= first_end and (one.kind == "write" or one.value == value):
                waiting.append((left - {n}, one.value))
    return False
