"""The clock of a round; it is stored in the log, so it is the same in every browser."""

from datetime import datetime

from fairpair.app.requests import Steps
from fairpair.core.rounds import Clock, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log.validate import get_round, require_created

USUAL_MINUTES = 50


def set_clock(
    t: Tournament,
    ref: RoundRef,
    running: bool | None = None,
    minutes: int | None = None,
    *,
    now: str,
) -> Steps:
    """Start or pause the clock of a round, restart it with a number of minutes, or both."""
    require_created(t)
    before = get_round(t, ref).clock
    runs = (before is not None and before.running) if running is None else running
    if minutes is None and before is not None and runs == before.running:
        return
    length = None if minutes is None else minutes * 60
    left = length if length is not None else _left_now(t, before, now)
    yield c.SetClock(runs, left, now, length, ref.round_no, ref.stage)


def add_time(t: Tournament, ref: RoundRef, minutes: int, *, now: str) -> Steps:
    """Give all tables of a round extra minutes."""
    require_created(t)
    before, more = get_round(t, ref).clock, 60 * minutes
    length = before.length if before else usual_length(t) * 60
    running, left = before is not None and before.running, _left_now(t, before, now)
    yield c.SetClock(running, left + more, now, length + more, ref.round_no, ref.stage)


def seconds_left(clock: Clock, now: str) -> int:
    """What is left at this moment; below 0 the time is over.

    >>> seconds_left(Clock(True, 90, "2026-11-20T14:00:00Z", 90), "2026-11-20T14:01:00+00:00")
    30
    """
    if not clock.running:
        return clock.seconds_left
    gone = datetime.fromisoformat(now) - datetime.fromisoformat(clock.at)
    return clock.seconds_left - max(0, int(gone.total_seconds()))


def usual_length(t: Tournament) -> int:
    """The length of a round in minutes, as in the last round with a clock."""
    timed = [ref for ref, round_ in t.rounds.items() if round_.clock is not None]
    last = t.rounds[max(timed)].clock if timed else None
    return USUAL_MINUTES if last is None else last.length // 60


def _left_now(t: Tournament, before: Clock | None, now: str) -> int:
    return usual_length(t) * 60 if before is None else seconds_left(before, now)
