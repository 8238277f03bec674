"""Where the events of a comparison are played: in this process, in several, or on a Dask cluster.

The counts are the same everywhere, whatever the division: they are whole numbers that belong to the
numbers of the events.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import closing

from fairpair.app.laboratory.cluster import run_on_cluster
from fairpair.app.laboratory.counts import Counts, counts_of, no_counts, run_task
from fairpair.app.laboratory.plan import LabPlan
from fairpair.app.simulation.batch import SentError, cores, interrupts_held, process_pool
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError, StorageError
from fairpair.engine.odds.plan import tasks_of

_WORTH_PROCESSES = {False: 12, True: 50_000}
"""Events for which more processes are worth their start, by the exact engine or compiled."""
_SMALLEST = {False: 2, True: 500}
"""Events of a task, at least."""
_MOST_TASKS = 400


@dataclass(frozen=True, slots=True)
class Place:
    """Where to play. Without `workers` all cores; with `cluster` the Dask scheduler there.

    `or_local` goes on here if the cluster cannot be reached or is lost; `told` hears why. The
    cluster has `patience` seconds to answer.
    """

    workers: int | None = None
    cluster: str | None = None
    or_local: bool = False
    told: Callable[[StorageError], None] | None = None
    patience: float = 10


HERE = Place()


def compare_events(
    plan: LabPlan,
    events: range,
    place: Place = HERE,
    progress: Callable[[int, int], None] | None = None,
) -> Counts:
    """The counts of these events; `progress` hears how many are done, of how many."""
    total = no_counts(len(plan.formats))
    with closing(play_tasks(plan, events, place)) as parts:
        for part in parts:
            total += part
            if progress is not None:
                progress(total.events, len(events))
    return total


def play_tasks(plan: LabPlan, events: range, place: Place = HERE) -> Generator[Counts, None, None]:
    """The counts of one task after the other, in the order in which they are done.

    Closing the iterator ends all processes at once.
    """
    left = tasks_of(len(events), _task_size(plan, len(events)), events.start)
    if place.cluster is not None:
        data = plan.to_data()
        try:
            with closing(run_on_cluster(place.cluster, data, tuple(left), place.patience)) as found:
                for task, part in found:
                    left.remove(task)
                    yield _counts(part)
        except StorageError as error:
            if not place.or_local:
                raise
            if place.told is not None:
                place.told(error)
    yield from _play_here(plan, left, place.workers)


def _task_size(plan: LabPlan, times: int) -> int:
    return max(_SMALLEST[plan.compiled], -(-times // _MOST_TASKS))


def _play_here(
    plan: LabPlan, tasks: Sequence[tuple[int, int]], workers: int | None
) -> Iterator[Counts]:
    events = sum(times for _, times in tasks) * len(plan.formats)
    count = min(cores() if workers is None else workers, len(tasks))
    if count < 2 or (workers is None and events < _WORTH_PROCESSES[plan.compiled]):
        yield from (counts_of(plan, first, times) for first, times in tasks)
        return
    data = plan.to_data()
    with process_pool(count) as pool:
        with interrupts_held():
            done = [pool.submit(run_task, data, *task) for task in tasks]
        for one in as_completed(done):
            yield _counts(one.result())


def _counts(part: Counts | SentError) -> Counts:
    if isinstance(part, Counts):
        return part
    text, hint = part
    raise InvalidStateError(text.code, hint=hint, **text.values)
