"""Odds from counts: continuations are played until the intervals are narrow enough.

The tasks have fixed sizes and are looked at in order, so the answer does not depend on how many
processes play.
"""

from collections.abc import Generator, Iterator
from math import sqrt

from fairpair.app.odds.sources import Source
from fairpair.app.simulation.batch import SentError, in_order, interrupts_held, process_pool
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.engine.odds.plan import Counts, tasks_of

MOST_TIMES = 100_000
USUAL_ENGINE_TIMES = 1_000
"""The exact engine plays some hundred times slower, so it plays less often."""
_TASK = {"kernel": 1_000, "engine": 20}
"""Continuations in a task."""
NARROW = 0.02
"""Two percentage points: narrower intervals are not waited for."""
_Z = 1.959963984540054
"""Of intervals that hold the true value in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, with the interval by Wilson's formula for 95 %."""

    share: float
    low: float
    high: float


def wilson(part: int, whole: int) -> Share | None:
    """The share and its interval; none out of nothing.

    >>> wilson(83, 100)
    Share(share=0.83, low=0.7445, high=0.8911)
    """
    if not whole:
        return None
    share, square = part / whole, _Z * _Z / whole
    middle = (share + square / 2) / (1 + square)
    half = _Z * sqrt(share * (1 - share) / whole + square / (4 * whole)) / (1 + square)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(round(share, 4), round(low, 4), round(high, 4))


def is_narrow(counts: Counts) -> bool:
    """Whether the intervals of all players are narrow enough."""
    found = {wilson(sum(row), counts.times) for row in counts.reached}
    return all(one is not None and one.high - one.low <= NARROW for one in found)


def run_odds(
    source: Source, times: int | None, processes: int = 0
) -> Generator[Counts, None, None]:
    """All counts so far, after each task; the last ones are the answer.

    Without `times` it ends as soon as all intervals are narrow, or after `times_planned`. Without
    processes it is played in this one. Closing the iterator ends all processes at once.
    """
    total: Counts | None = None
    for part in _play(source, times_planned(source, times), processes):
        total = part if total is None else total + part
        yield total
        if times is None and is_narrow(total):
            return


def times_planned(source: Source, times: int | None) -> int:
    """How many continuations there are at most."""
    return times or (MOST_TIMES if source.name == "kernel" else USUAL_ENGINE_TIMES)


def _play(source: Source, times: int, processes: int) -> Iterator[Counts]:
    tasks = tasks_of(times, _TASK[source.name])
    if not processes:
        for first, count in tasks:
            yield source.counts(first, count)
        return
    with process_pool(processes) as pool:
        with interrupts_held():
            done = [pool.submit(_counts_of, source, *task) for task in tasks]
        yield from in_order(done)


def _counts_of(source: Source, first: int, times: int) -> Counts | SentError:
    try:
        return source.counts(first, times)
    except DomainError as error:
        return error.text, error.remedy
