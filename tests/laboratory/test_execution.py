"""The same counts wherever the events are played, and however they are divided."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from fairpair.app.laboratory.comparison import Comparison, comparison_data
from fairpair.app.laboratory.counts import counts_of, no_counts
from fairpair.app.laboratory.execution import Place, compare_events, play_tasks
from fairpair.app.laboratory.kernel_rules import kernel_plays
from fairpair.app.laboratory.plan import LabOptions, LabPlan, plan_comparison, plan_from
from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError, StorageError
from fairpair.engine.odds.plan import tasks_of

EXACT = plan_comparison(LabOptions([{"rounds": 2, "cut": 4}, {"rounds": 3}], 9, seed=5))
COMPILED = replace(EXACT, compiled=True)
NOWHERE = "tcp://127.0.0.1:1"


@pytest.mark.parametrize("plan", [EXACT, COMPILED])
@pytest.mark.parametrize("tasks", [1, 2, 8])
def test_counts_do_not_depend_on_the_number_of_tasks(plan: LabPlan, tasks: int) -> None:
    total = no_counts(2)
    for first, times in reversed(tasks_of(24, 24 // tasks)):
        total += counts_of(plan, first, times)
    assert total == counts_of(plan, 0, 24)
    assert repr(total) == repr(counts_of(plan, 0, 24))


@pytest.mark.parametrize("plan", [EXACT, COMPILED])
def test_two_processes_count_what_one_does(plan: LabPlan) -> None:
    times = 24 if plan is EXACT else 1200
    heard: list[int] = []
    found = compare_events(
        plan, range(times), Place(workers=2), lambda done, _of: heard.append(done)
    )
    assert found == compare_events(plan, range(times), Place(workers=1))
    assert heard[-1] == times


def test_a_plan_is_plain_data() -> None:
    assert plan_from(EXACT.to_data()) == EXACT
    assert kernel_plays(EXACT)
    with pytest.raises(InvalidStateError, match=r"made by Fairpair 0\.0"):
        plan_from(EXACT.to_data().replace(f'"version": "{_version()}"', '"version": "0.0"'))


def _version() -> str:
    from fairpair import __version__

    return __version__


def test_an_error_comes_out_of_a_process_too() -> None:
    broken = plan_comparison(LabOptions([{"system": "round_robin", "rounds": 9}], 5))
    for workers in (1, 2):
        with pytest.raises(DomainError, match="rounds of the round robin have been played"):
            compare_events(broken, range(8), Place(workers=workers))


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "http://a:1", "tcp://a", "tcp://a:x", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InvalidInputError, match="not the address of a Dask scheduler"):
        compare_events(EXACT, range(4), Place(cluster=address))


def test_a_cluster_that_does_not_answer_is_said_and_the_work_goes_on_here_when_asked() -> None:
    with pytest.raises(StorageError, match="does not answer"):
        compare_events(EXACT, range(4), Place(cluster=NOWHERE, patience=0.2))
    told: list[StorageError] = []
    place = Place(cluster=NOWHERE, or_local=True, told=told.append, patience=0.2)
    assert compare_events(EXACT, range(4), place) == counts_of(EXACT, 0, 4)
    assert [error.code for error in told] == ["cluster-unreachable"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def test_a_cluster_counts_the_same_also_when_a_worker_is_killed(cluster: Any) -> None:
    times, total = 60, no_counts(2)
    for done, part in enumerate(
        play_tasks(EXACT, range(times), Place(cluster=cluster.scheduler_address))
    ):
        total += part
        if done == 3:
            first = next(iter(cluster.workers.values()))
            os.kill(first.pid, signal.SIGKILL)
    assert total == compare_events(EXACT, range(times), Place(workers=1))


@pytest.mark.slow
def test_a_cluster_that_is_lost_leaves_the_rest_to_this_computer(cluster: Any) -> None:
    told: list[StorageError] = []
    place = Place(cluster=cluster.scheduler_address, or_local=True, told=told.append)
    times, total = 60, no_counts(2)
    for done, part in enumerate(play_tasks(EXACT, range(times), place)):
        total += part
        if done == 3:
            cluster.close()
    assert total == compare_events(EXACT, range(times), Place(workers=1))
    assert [error.code for error in told] == ["cluster-lost"]


def test_the_data_of_a_comparison_has_exact_counts() -> None:
    plan = replace(EXACT, compiled=True)
    data = comparison_data(Comparison(plan, counts_of(plan, 0, 50)))
    assert data["events"] == 50
    byes = data["figures"]["byes"]
    assert byes["counts"] == [{"2": 50}, {"3": 50}]
    assert byes["formats"] == [{"mean": 2.0, "margin": 0.0}, {"mean": 3.0, "margin": 0.0}]
    assert byes["differences"][1] == {"mean": 1.0, "margin": 0.0}
