"""Odds estimated in the background of a server: made once for each version, and kept.

The same event and options give the same odds in every process, so it does not matter which one of
several servers on one database is asked.
"""

import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from functools import partial
from queue import SimpleQueue

from fairpair.app.background import Send, run_in_process
from fairpair.app.odds.runs import run_odds, times_planned
from fairpair.app.odds.sources import Source
from fairpair.app.views.odds import OddsOptions, OddsTask, OddsView, odds_task, odds_view
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import OverloadedError
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.engine.odds.plan import Counts

MOST_KEPT = 100
MOST_WAITING = 20
"""Estimates that are not done yet."""
_logger = logging.getLogger(__name__)
Play = Callable[[Source, int | None], Generator[Counts, None, None]]


def play_in_process(source: Source, times: int | None) -> Generator[Counts, None, None]:
    """The same counts as `run_odds` gives, from a process of its own."""
    return run_in_process(partial(_send_counts, source, times))


def _send_counts(source: Source, times: int | None, send: Send[Counts]) -> None:
    for counts in run_odds(source, times):
        send(counts)


@dataclass(frozen=True, slots=True)
class OddsKey:
    """What odds are of; `staff` odds know rounds that are only drafted."""

    tournament: TournamentId
    staff: bool
    options: OddsOptions


@dataclass(frozen=True, slots=True)
class OddsState:
    """An estimate. `state` is `waiting`, `running`, `done` or `failed`; `played` continuations of
    `planned` at most: it ends sooner if the intervals are narrow. `odds` are the newest that are
    done, while it runs perhaps of an older `version`.
    """

    state: str
    version: int
    played: int
    planned: int
    odds: OddsView | None

    @property
    def share(self) -> int:
        """How much of it is played, in percent."""
        return 100 * self.played // self.planned

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "running")


class OddsJobs:
    """The odds of this process; one estimate is made after the other."""

    def __init__(self, play: Play = play_in_process) -> None:
        self._play = play
        self._lock = threading.Lock()
        self._states: OrderedDict[OddsKey, OddsState] = OrderedDict()
        self._tasks = SimpleQueue[tuple[OddsKey, OddsTask] | None]()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._done = Counter[TournamentId]()
        self.finished: Callable[[], None] = lambda: None
        """Hears of every estimate for the public that is done."""

    def ask(self, key: OddsKey, t: Tournament, version: int) -> OddsState:
        """How the odds of this version are; if there are none, they begin to be made.

        While those of another version are made, nothing new begins. Raises what `odds_task` does,
        and `OverloadedError` (`odds-busy`) if too many wait.
        """
        with self._lock:
            state = self._states.get(key)
            if state is not None and (state.is_under_way or state.version >= version):
                self._states.move_to_end(key)
                return state
            if sum(one.is_under_way for one in self._states.values()) >= MOST_WAITING:
                raise OverloadedError("odds-busy", retry_after=5)
        task = odds_task(t, version, key.options)
        planned = times_planned(task.source, key.options.times)
        before = None if state is None else state.odds
        return self._begin(key, task, OddsState("waiting", version, 0, planned, before))

    def count_done(self, tournament: TournamentId) -> int:
        """How often odds of this tournament were done that everybody may see."""
        return self._done[tournament]

    def close(self) -> None:
        """End what is under way, and begin nothing more."""
        self._closed = True
        self._tasks.put(None)

    def _begin(self, key: OddsKey, task: OddsTask, begun: OddsState) -> OddsState:
        with self._lock:
            state = self._states.get(key)
            if state is not None and (state.is_under_way or state.version >= begun.version):
                return state  # another thread was faster
            self._states[key] = begun
            self._states.move_to_end(key)
            self._forget_oldest()
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="fairpair-odds", daemon=True
                )
                self._thread.start()
        self._tasks.put((key, task))
        return begun

    def _forget_oldest(self) -> None:
        for key in [key for key, one in self._states.items() if not one.is_under_way]:
            if len(self._states) <= MOST_KEPT:
                return
            del self._states[key]

    def _work(self) -> None:
        while (found := self._tasks.get()) is not None and not self._closed:
            self._run(*found)

    def _run(self, key: OddsKey, task: OddsTask) -> None:
        try:
            with closing(self._play(task.source, key.options.times)) as played:
                for counts in played:
                    self._change(key, state="running", played=counts.times)
                    if self._closed:
                        return
            self._change(key, state="done", odds=odds_view(task, counts))
        except Exception:
            _logger.exception("The odds of %s could not be estimated", key.tournament)
            self._change(key, state="failed")
        if not key.staff:
            self._done[key.tournament] += 1
            self.finished()

    def _change(self, key: OddsKey, **changes: object) -> None:
        with self._lock:
            self._states[key] = replace(self._states[key], **changes)  # type: ignore[arg-type]
