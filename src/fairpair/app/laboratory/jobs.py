"""Comparisons and searches in the background of a server, for the pages that wait for them.

The same task gives the same answer in every process, so it does not matter which one of several
servers is asked.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from time import monotonic

from fairpair.app.background import Send, run_in_process
from fairpair.app.laboratory.comparison import Comparison
from fairpair.app.laboratory.execution import Place, compare_events
from fairpair.app.laboratory.plan import LabPlan
from fairpair.app.laboratory.search import Recommendation, Search, recommend
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, OverloadedError
from fairpair.language.message import Message

MOST_KEPT = 40
MOST_WAITING = 5
"""Tasks that are not done yet."""
PATIENCE = 60
"""Seconds after which a task ends that no page waits for any more."""
_logger = logging.getLogger(__name__)
Found = Comparison | Recommendation


@dataclass(frozen=True, slots=True)
class LabTask:
    """So many tournaments of a comparison, or of each part of a search."""

    of: LabPlan | Search
    times: int

    @property
    def plan(self) -> LabPlan:
        """The formats that are played."""
        return self.of.plan if isinstance(self.of, Search) else self.of

    @property
    def planned(self) -> int:
        """The tournaments that are played of a format at most."""
        return self.times * (2 if isinstance(self.of, Search) else 1)

    @property
    def key(self) -> tuple[object, ...]:
        """The same for tasks that give the same."""
        terms = (self.of.limits, self.of.goal) if isinstance(self.of, Search) else ()
        return self.plan.to_data(), self.times, terms


@dataclass(frozen=True, slots=True)
class LabState:
    """How a task is: `waiting`, `running`, `done`, or `failed`, perhaps with an `error`."""

    state: str
    played: int
    planned: int
    found: Found | None = None
    error: Message | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "running")


Play = Callable[[LabTask], Generator[int | Found, None, None]]


def play_in_process(task: LabTask) -> Generator[int | Found, None, None]:
    """How many tournaments are played, again and again, then what was found."""
    return run_in_process(partial(_send_all, task))


def _send_all(task: LabTask, send: Send[int | Found]) -> None:
    def progress(done: int, _planned: int) -> None:
        send(done)

    here = Place(workers=1)
    if isinstance(task.of, Search):
        send(recommend(task.of, task.times, here, progress))
    else:
        send(Comparison(task.of, compare_events(task.of, range(task.times), here, progress)))


class LabJobs:
    """The tasks of this process; one is played after the other."""

    def __init__(self, play: Play = play_in_process, patience: float = PATIENCE) -> None:
        self._play = play
        self._patience = patience
        self._lock = threading.Lock()
        self._states: OrderedDict[tuple[object, ...], LabState] = OrderedDict()
        self._asked: dict[tuple[object, ...], float] = {}
        self._tasks = SimpleQueue[LabTask | None]()
        self._thread: threading.Thread | None = None
        self._closed = False

    def ask(self, task: LabTask) -> LabState:
        """How the task is; it begins if it is not there. Raises `OverloadedError` (`lab-busy`) if
        too many wait.
        """
        key = task.key
        with self._lock:
            self._asked[key] = monotonic()
            if key in self._states:
                self._states.move_to_end(key)
                return self._states[key]
            if sum(one.is_under_way for one in self._states.values()) >= MOST_WAITING:
                del self._asked[key]
                raise OverloadedError("lab-busy", retry_after=10)
            begun = self._states[key] = LabState("waiting", 0, task.planned)
            self._forget_oldest()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="fairpair-lab", daemon=True)
                self._thread.start()
        self._tasks.put(task)
        return begun

    def close(self) -> None:
        """End what is under way, and begin nothing more."""
        self._closed = True
        self._tasks.put(None)

    def _forget_oldest(self) -> None:
        for key in [key for key, one in self._states.items() if not one.is_under_way]:
            if len(self._states) <= MOST_KEPT:
                return
            self._forget(key)

    def _forget(self, key: tuple[object, ...]) -> None:
        del self._states[key]
        del self._asked[key]

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None and not self._closed:
            try:
                self._run(task)
            except DomainError as error:
                self._change(task.key, state="failed", error=error.text)
            except Exception:
                _logger.exception("A comparison of formats failed")
                self._change(task.key, state="failed")

    def _run(self, task: LabTask) -> None:
        if self._is_given_up(task.key):
            return
        with closing(self._play(task)) as parts:
            for part in parts:
                if not isinstance(part, int):
                    self._change(task.key, state="done", played=task.planned, found=part)
                    return
                self._change(task.key, state="running", played=part)
                if self._closed or self._is_given_up(task.key):
                    return

    def _is_given_up(self, key: tuple[object, ...]) -> bool:
        """Whether no page has asked for long; then the task is forgotten, and may begin again."""
        with self._lock:
            if monotonic() - self._asked[key] <= self._patience:
                return False
            self._forget(key)
            return True

    def _change(self, key: tuple[object, ...], **changes: object) -> None:
        with self._lock:
            self._states[key] = replace(self._states[key], **changes)  # type: ignore[arg-type]
