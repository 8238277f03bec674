"""What many events add up to: whole numbers only, so that the division into tasks does not matter.

A task is a plan, its first event and a number of events. Its counts are those of these events
alone, on every computer; all counts of a comparison are added in any order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from fairpair.app.laboratory.figures import NAMES
from fairpair.app.laboratory.plan import LabPlan, plan_from
from fairpair.app.simulation.batch import SentError
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError

Spread = Mapping[int, int]
"""How many events had which value."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The spreads of all figures: `values[format][figure]` of each format, and
    `differences[format][figure]` of each format to the first one, event by event.
    """

    events: int
    values: tuple[tuple[Spread, ...], ...]
    differences: tuple[tuple[Spread, ...], ...]

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.events + other.events,
            _add(self.values, other.values),
            _add(self.differences, other.differences),
        )


def no_counts(formats: int) -> Counts:
    """Those of no event."""
    nothing = tuple(tuple(Counter[int]() for _ in NAMES) for _ in range(formats))
    return Counts(0, nothing, nothing)


def _add(
    one: tuple[tuple[Spread, ...], ...], other: tuple[tuple[Spread, ...], ...]
) -> tuple[tuple[Spread, ...], ...]:
    return tuple(
        tuple(_sorted(Counter(a) + Counter(b)) for a, b in zip(mine, theirs, strict=True))
        for mine, theirs in zip(one, other, strict=True)
    )


def _sorted(spread: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted(spread.items()))


def counts_of(plan: LabPlan, first: int, times: int) -> Counts:
    """The counts of the events with these numbers."""
    if plan.compiled:
        from fairpair.app.laboratory.compiled_events import compiled_counts  # noqa: PLC0415

        return compiled_counts(plan, first, times)
    from fairpair.app.laboratory.engine_events import event_figures  # noqa: PLC0415

    played = (event_figures(plan, event) for event in range(first, first + times))
    return count_rows(played, len(plan.formats))


def count_rows(events: Iterable[Sequence[Sequence[int]]], formats: int) -> Counts:
    """The counts of events by the figures of each format."""
    values = [[Counter[int]() for _ in NAMES] for _ in range(formats)]
    differences = [[Counter[int]() for _ in NAMES] for _ in range(formats)]
    played = 0
    for event in events:
        played += 1
        for number, found in enumerate(event):
            for place, value in enumerate(found):
                values[number][place][value] += 1
                differences[number][place][value - event[0][place]] += 1
    return Counts(played, _frozen(values), _frozen(differences))


def _frozen(tables: Sequence[Sequence[Counter[int]]]) -> tuple[tuple[Spread, ...], ...]:
    return tuple(tuple(_sorted(spread) for spread in row) for row in tables)


def run_task(plan: str, first: int, times: int) -> Counts | SentError:
    """The counts of a task whose plan is plain data, or why they cannot be found."""
    try:
        return counts_of(_plan(plan), first, times)
    except DomainError as error:
        return error.text, error.remedy


@lru_cache(4)
def _plan(data: str) -> LabPlan:
    return plan_from(data)
