"""Many simulated events, on as many processor cores as there are."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TypeVar

from fairpair.app.simulation.events import SimulationPlan, play
from fairpair.app.simulation.figures import Figures, figures_of
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.extensions import activate
from fairpair.language.message import Message

_FEWEST = 8
"""Events for which no further process is worth its start."""
_TOGETHER = 8
"""Events that a process is given at once, at most."""
T = TypeVar("T")
SentError = tuple[Message, Message | None]
"""The text and the hint of an error: it cannot be sent from one process to another itself."""
_BatchResult = list[Figures] | SentError
"""The figures of some tournaments, or an error."""


def play_many(
    plan: SimulationPlan, seeds: range, workers: int | None = None
) -> Generator[Figures, None, None]:
    """The figures of the events with these seeds, in their order, whatever the number of workers.

    Closing the iterator ends all processes at once.
    """
    count = min(cores() if workers is None else workers, len(seeds))
    if count < 2 or len(seeds) < _FEWEST:
        for seed in seeds:
            yield figures_of(play(plan, seed))
        return
    size = max(1, min(_TOGETHER, len(seeds) // (4 * count)))
    parts = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    with process_pool(count) as pool:
        with interrupts_held():
            done = [pool.submit(_play_some, plan, part) for part in parts]
        for figures in in_order(done):
            yield from figures


def in_order(done: Sequence["Future[T | SentError]"]) -> Iterator[T]:
    """The results one after the other; an error that was sent is raised here."""
    for one in done:
        found = one.result()
        if isinstance(found, tuple):
            text, hint = found
            raise InvalidStateError(text.code, hint=hint, **text.values)
        yield found


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play_some(plan: SimulationPlan, seeds: range) -> _BatchResult:
    try:
        return [figures_of(play(plan, seed)) for seed in seeds]
    except DomainError as error:
        return error.text, error.remedy


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes do not outlive a failure, be it Ctrl+C."""
    # "spawn" is the one way to start processes that all systems have.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, context, _start_worker)
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes that are started here never see Ctrl+C: whoever started them ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _start_worker() -> None:
    """In a new process: leave Ctrl+C to the first one, and end if that is gone."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    activate()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
