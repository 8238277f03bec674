"""Odds in the background: made once for each version, with their progress."""

from collections.abc import Generator
from threading import Event, Thread

import pytest

from fairpair.app.odds.jobs import MOST_WAITING, OddsJobs, OddsKey, play_in_process
from fairpair.app.odds.runs import run_odds
from fairpair.app.odds.sources import Source
from fairpair.app.views.odds import OddsOptions
from fairpair.core.errors import InvalidStateError, OverloadedError
from fairpair.core.ids import TournamentId
from fairpair.engine.odds.plan import Counts
from odds.engine_events import after_round, engine_event
from timeouts import wait_until

PLAYED = engine_event("mtg_standard", 8, 4, 3)
NOW = after_round(PLAYED, 3)
KEY = OddsKey(TournamentId("cup"), True, OddsOptions(top=4, times=60))


class Steps:
    """Plays in this process, and waits before each task until it may go on."""

    def __init__(self) -> None:
        self.go = Event()
        self.times = 0
        self.ended = False

    def __call__(self, source: Source, times: int | None) -> Generator[Counts, None, None]:
        self.times += 1
        try:
            for counts in run_odds(source, times):
                yield counts
                self.go.wait()
        finally:
            self.ended = True


def test_a_process_of_its_own_gives_the_same_counts() -> None:
    jobs = OddsJobs()
    assert jobs.ask(KEY, NOW, 7).state == "waiting"
    wait_until(lambda: jobs.ask(KEY, NOW, 7).state == "done")
    state = jobs.ask(KEY, NOW, 7)
    here = OddsJobs(run_odds)
    here.ask(KEY, NOW, 7)
    wait_until(lambda: here.ask(KEY, NOW, 7).state == "done")
    assert state == here.ask(KEY, NOW, 7)
    assert state.odds is not None
    assert (state.played, state.planned, state.odds.times, state.odds.version) == (60, 60, 60, 7)
    assert (state.share, state.is_under_way) == (100, False)


def test_closing_the_counts_ends_their_process() -> None:
    source = _source()
    counts = play_in_process(source, 100_000)
    assert next(counts).times == 20
    counts.close()
    with pytest.raises(StopIteration):
        next(counts)


def test_they_are_made_once_and_progress_is_told() -> None:
    steps = Steps()
    jobs = OddsJobs(steps)
    done: list[int] = []
    jobs.finished = lambda: done.append(1)
    public = OddsKey(KEY.tournament, False, KEY.options)
    askers = [Thread(target=jobs.ask, args=(public, NOW, 7)) for _ in range(8)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    wait_until(lambda: jobs.ask(public, NOW, 7).played == 20)
    state = jobs.ask(public, NOW, 8)
    assert (state.state, state.version, state.share, state.odds) == ("running", 7, 33, None)
    steps.go.set()
    wait_until(lambda: jobs.ask(public, NOW, 7).state == "done")
    wait_until(lambda: done)
    assert (steps.times, jobs.count_done(KEY.tournament)) == (1, 1)


def test_the_odds_before_are_shown_until_there_are_new_ones() -> None:
    steps = Steps()
    jobs = OddsJobs(steps)
    steps.go.set()
    jobs.ask(KEY, NOW, 7)
    wait_until(lambda: jobs.ask(KEY, NOW, 7).state == "done")
    steps.go.clear()
    state = jobs.ask(KEY, NOW, 8)
    assert (state.is_under_way, state.version, state.played) == (True, 8, 0)
    assert state.odds is not None
    assert state.odds.version == 7
    steps.go.set()
    wait_until(lambda: jobs.ask(KEY, NOW, 8).state == "done")
    found = jobs.ask(KEY, NOW, 8).odds
    assert found is not None
    assert found.version == 8


def test_a_failure_is_told_and_the_next_version_is_tried() -> None:
    broken = [True]

    def play(source: Source, times: int | None) -> Generator[Counts, None, None]:
        if broken:
            raise RuntimeError("no room")
        yield from run_odds(source, times)

    jobs = OddsJobs(play)
    jobs.ask(KEY, NOW, 7)
    wait_until(lambda: jobs.ask(KEY, NOW, 7).state == "failed")
    broken.clear()
    assert jobs.ask(KEY, NOW, 7).state == "failed"
    jobs.ask(KEY, NOW, 8)
    wait_until(lambda: jobs.ask(KEY, NOW, 8).state == "done")


def test_only_so_many_wait() -> None:
    steps = Steps()
    jobs = OddsJobs(steps)
    for n in range(MOST_WAITING):
        jobs.ask(OddsKey(KEY.tournament, True, OddsOptions(times=20, seed=n)), NOW, 7)
    with pytest.raises(OverloadedError, match="Too many odds"):
        jobs.ask(OddsKey(KEY.tournament, True, OddsOptions(times=20, seed=99)), NOW, 7)
    wait_until(lambda: steps.times == 1)
    jobs.close()
    steps.go.set()
    wait_until(lambda: steps.ended)
    assert steps.times == 1


def test_what_is_decided_is_refused() -> None:
    with pytest.raises(InvalidStateError, match="nothing to estimate"):
        OddsJobs().ask(KEY, PLAYED, 7)


def _source() -> Source:
    from fairpair.app.views.odds import odds_task

    return odds_task(NOW, 1, KEY.options).source
