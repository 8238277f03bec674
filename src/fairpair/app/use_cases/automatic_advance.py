"""Automatic advance: what follows from a result by itself, if the rules say so.

| `advance`  | when the last result is in                                                    |
|------------|-------------------------------------------------------------------------------|
| `by_hand`  | nothing happens until the organiser says so                                   |
| `complete` | the round is completed                                                        |
| `publish`  | the next round is paired and published too, the cut made, a knock-out match   |
|            | opened as soon as both players are known                                      |

The tournament is never finished by itself. Where something needs a decision it stops, and the next
step is the organiser's, as always.
"""

from collections.abc import Sequence

from fairpair.app.requests import Steps
from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.core.errors import DomainError
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.log.commands import Command, CompleteRound, PublishRound
from fairpair.log.events import Event, ResultRecorded

_MOST_STEPS = 12
"""More than can follow from one result: complete, cut, draft, publish, open."""


def advance(t: Tournament, events: Sequence[Event]) -> Steps:
    """What follows from these events by the rules of the tournament.

    It is stored together with them, so nobody sees a result without its consequences. Each step is
    a separate action, which the organiser can undo while keeping the result.
    """
    if not any(isinstance(event, ResultRecorded) for event in events):
        return
    drafted = False
    for _ in range(_MOST_STEPS):
        try:
            command = _next(t, drafted=drafted)
            if command is None:
                return
            t = yield command
        except DomainError:
            return  # `progress` says what stands in the way
        drafted = not isinstance(command, CompleteRound | PublishRound)


def _next(t: Tournament, *, drafted: bool) -> Command | None:
    if t.rules.advance == "by_hand":
        return None
    found = progress(t)
    if found.step is NextStep.COMPLETE:
        return CompleteRound()
    if t.rules.advance != "publish":
        return None
    if found.step is NextStep.PUBLISH:
        return PublishRound() if drafted else None  # not what the organiser is still looking at
    if found.step is NextStep.CUT:
        return cut_command(t)
    if found.step is NextStep.DRAFT:
        return draft(t)
    if found.opens and found.step in (NextStep.OPEN, NextStep.RESULTS):
        return open_command(t)
    return None
