"""The clock of a round, and extra time at a table: part of the log, and in nobody's way."""

import pytest

from fairpair.app.use_cases.clocks import seconds_left, usual_length
from fairpair.app.views.rounds import round_view
from fairpair.core.rounds import Clock, RoundStatus
from fairpair.log import commands as c
from log_driver import R1, after_round_1, match, running, set_up

NOON = "2026-11-20T12:00:00+00:00"
LATER = "2026-11-20T12:20:00+00:00"


def test_a_clock_is_set_started_and_paused() -> None:
    desk = running()
    assert desk.t.rounds[R1].clock is None
    desk.do(c.SetClock(True, 3000, NOON))
    assert desk.t.rounds[R1].clock == Clock(True, 3000, NOON, 3000)
    desk.do(c.SetClock(False, 1800, LATER))
    assert desk.t.rounds[R1].clock == Clock(False, 1800, LATER, 3000)
    desk.do(c.SetClock(False, 2400, LATER, 2400))
    assert desk.t.rounds[R1].clock == Clock(False, 2400, LATER, 2400)
    desk.do(c.Undo())
    assert desk.t.rounds[R1].clock == Clock(False, 1800, LATER, 3000)


def test_what_is_left_follows_from_the_moment() -> None:
    assert seconds_left(Clock(True, 3000, NOON, 3000), LATER) == 1800
    assert seconds_left(Clock(False, 3000, NOON, 3000), LATER) == 3000
    assert seconds_left(Clock(True, 600, NOON, 600), LATER) == -600
    assert seconds_left(Clock(True, 600, LATER, 600), NOON) == 600  # a clock that was set back


def test_the_round_shows_when_it_ends_while_it_is_played() -> None:
    desk = running()
    desk.do(c.SetClock(True, 3000, NOON))
    shown = round_view(desk.t, 1, 1, 1).clock
    assert shown is not None
    assert (shown.ends_at, shown.length) == ("2026-11-20T12:50:00+00:00", 3000)
    desk.do(c.SetClock(False, 100, LATER))
    shown = round_view(desk.t, 1, 1, 1).clock
    assert shown is not None
    assert (shown.ends_at, shown.seconds_left) == (None, 100)
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())
    assert round_view(desk.t, 1, 1, 1).clock is None
    assert usual_length(desk.t) == 50


def test_only_a_round_that_is_played_has_a_clock() -> None:
    desk = set_up()
    desk.refused(c.SetClock(True, 3000, NOON), "unknown-round")
    desk = after_round_1()
    desk.refused(c.SetClock(True, 3000, NOON), "round-not-running")
    desk.refused(c.ExtendTime(match(1, 1), 5), "round-not-running")
    desk = running()
    desk.refused(c.ExtendTime(match(1, 9), 5), "unknown-table")
    desk.refused(c.ExtendTime(match(1, 1), 1000), "bad-value")
    desk.refused(c.ExtendTime(match(1, 1), 0), "nothing-changed")


@pytest.mark.parametrize(
    ("left", "at"), [(3000, "noon"), (3000, "2026-11-20T12:00:00"), (90_000, NOON), (-90_000, NOON)]
)
def test_nonsense_is_refused(left: int, at: str) -> None:
    running().refused(c.SetClock(True, left, at), "bad-value")


def test_extra_time_stays_with_the_match() -> None:
    desk = running()
    desk.do(c.ExtendTime(match(1, 1), 5), c.MoveTable(1, 7))
    assert desk.t.rounds[R1].pairings[7].extra_minutes == 5
    desk.result(1, 7, "2-0")
    assert desk.t.rounds[R1].pairings[7].extra_minutes == 5
    assert round_view(desk.t, 1, 1, 1).pairings[1].extra_minutes == 5
    desk.do(c.ExtendTime(match(1, 7), 0))
    assert desk.t.rounds[R1].pairings[7].extra_minutes == 0


def test_a_clock_keeps_nobody_from_undoing_what_came_before() -> None:
    desk = running()
    published = desk.journal.version
    desk.do(c.SetClock(True, 3000, NOON), c.ExtendTime(match(1, 2), 5))
    desk.do(c.Undo(published))
    assert desk.t.rounds[R1].status == RoundStatus.DRAFT
    desk.do(c.PublishRound())
    assert desk.t.rounds[R1].clock is None
    desk.do(c.Undo(), c.Undo(published - 1))
    assert R1 not in desk.t.rounds
