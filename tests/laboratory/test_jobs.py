"""Comparisons in the background of a server: made once, with their progress, and given up alone."""

from collections.abc import Generator
from dataclasses import replace
from threading import Event

import pytest

from fairpair.app.laboratory.comparison import Comparison, comparison_data
from fairpair.app.laboratory.execution import Place, compare_events
from fairpair.app.laboratory.jobs import MOST_WAITING, Found, LabJobs, LabState, LabTask
from fairpair.app.laboratory.plan import LabOptions, plan_comparison
from fairpair.app.laboratory.search import (
    Limits,
    Recommendation,
    Search,
    plan_search,
    recommend,
    recommendation_data,
)
from fairpair.core.errors import OverloadedError
from timeouts import wait_until

PLAN = plan_comparison(LabOptions([{"rounds": 2}, {"rounds": 3}], 12))
TASK = LabTask(PLAN, 20)
SEARCH = Search(plan_search(LabOptions([{}], 8), Limits(240)), Limits(240))
ALONE = Place(workers=1)


class Steps:
    """Says that it goes on until it may end."""

    def __init__(self) -> None:
        self.go = Event()
        self.times = 0
        self.ended = 0

    def __call__(self, task: LabTask) -> Generator[int | Found, None, None]:
        self.times += 1
        try:
            yield 5
            while not self.go.wait(0.01):
                yield 5
            yield Comparison(task.plan, compare_events(task.plan, range(4), ALONE))
        finally:
            self.ended += 1


def test_a_process_of_its_own_finds_the_same() -> None:
    jobs = LabJobs()
    assert jobs.ask(TASK) == LabState("waiting", 0, 20)
    search = LabTask(SEARCH, 3)
    jobs.ask(search)
    wait_until(lambda: not jobs.ask(search).is_under_way)
    state = jobs.ask(TASK)
    assert (state.state, state.played, state.planned) == ("done", 20, 20)
    assert isinstance(state.found, Comparison)
    here = Comparison(PLAN, compare_events(PLAN, range(20), ALONE))
    assert comparison_data(state.found) == comparison_data(here)
    found = jobs.ask(search)
    assert (found.state, found.planned) == ("done", 6)
    assert isinstance(found.found, Recommendation)
    assert recommendation_data(found.found) == recommendation_data(recommend(SEARCH, 3, ALONE))


def test_it_is_played_once_and_progress_is_told() -> None:
    steps = Steps()
    jobs = LabJobs(steps)
    jobs.ask(TASK)
    wait_until(lambda: jobs.ask(LabTask(PLAN, 20)).played == 5)
    assert jobs.ask(TASK).state == "running"
    steps.go.set()
    wait_until(lambda: jobs.ask(TASK).state == "done")
    assert steps.times == 1


def test_other_events_and_other_terms_are_another_task() -> None:
    assert (
        TASK.key == LabTask(plan_comparison(LabOptions([{"rounds": 2}, {"rounds": 3}], 12)), 20).key
    )
    others = [
        LabTask(PLAN, 21),
        LabTask(replace(PLAN, seed=2), 20),
        LabTask(SEARCH, 20),
        LabTask(replace(SEARCH, limits=Limits(300)), 20),
    ]
    assert len({one.key for one in (TASK, *others)}) == 5


def test_what_nobody_waits_for_any_more_ends() -> None:
    steps = Steps()
    jobs = LabJobs(steps, patience=0.05)
    jobs.ask(TASK)
    wait_until(lambda: steps.ended == 1)
    steps.go.set()
    wait_until(lambda: jobs.ask(TASK).state == "done")
    assert steps.times == 2


def test_only_so_many_wait() -> None:
    steps = Steps()
    jobs = LabJobs(steps)
    for times in range(MOST_WAITING):
        jobs.ask(LabTask(PLAN, 20 + times))
    with pytest.raises(OverloadedError, match="Too many formats"):
        jobs.ask(LabTask(PLAN, 99))
    wait_until(lambda: steps.times == 1)
    jobs.close()
    wait_until(lambda: steps.ended == 1)
    assert steps.times == 1


def test_a_failure_is_told() -> None:
    broken = plan_comparison(LabOptions([{"system": "round_robin", "rounds": 9}], 5))
    jobs = LabJobs()
    jobs.ask(LabTask(broken, 4))
    wait_until(lambda: jobs.ask(LabTask(broken, 4)).state == "failed")
    assert "round robin have been played" in str(jobs.ask(LabTask(broken, 4)).error)

    def play(_task: LabTask) -> Generator[int | Found, None, None]:
        raise RuntimeError("no room")

    jobs = LabJobs(play)
    jobs.ask(TASK)
    wait_until(lambda: jobs.ask(TASK).state == "failed")
    assert jobs.ask(TASK).error is None
