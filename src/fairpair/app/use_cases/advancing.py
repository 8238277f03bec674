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

from hashlib import sha256

from fairpair.app.service import Outcome, Service
from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.engine.stages.progress import Step, progress
from fairpair.log.commands import Command, CompleteRound, PublishRound
from fairpair.log.events import ResultRecorded
from fairpair.log.journal import Journal

_MOST_STEPS = 12
"""More than can follow from one result: complete, cut, draft, publish, open."""


def advance(
    service: Service, tournament: TournamentId, command_id: CommandId, by: str, outcome: Outcome
) -> None:
    """Do what follows from a command by the rules of the tournament.

    A command that comes again is not followed up again: the organiser may have taken back what
    followed. Its commands have ids made from the first one's.
    """
    if outcome.repeated or not any(isinstance(x, ResultRecorded) for x in outcome.events):
        return
    drafted = False
    for number in range(1, _MOST_STEPS + 1):
        try:
            command = _next(service.journal(tournament), drafted=drafted)
            if command is None:
                return
            made = sha256(f"{command_id} {number}".encode()).hexdigest()
            service.execute(tournament, command, CommandId(made), f"{by} (automatic)".strip())
        except DomainError:
            return  # `progress` says what stands in the way
        drafted = not isinstance(command, CompleteRound | PublishRound)


def _next(journal: Journal, *, drafted: bool) -> Command | None:
    t = journal.tournament
    if t.rules.advance == "by_hand":
        return None
    found = progress(t)
    if found.step is Step.COMPLETE:
        return CompleteRound()
    if t.rules.advance != "publish":
        return None
    if found.step is Step.PUBLISH:
        return PublishRound() if drafted else None  # not what the organiser is still looking at
    if found.step is Step.CUT:
        return cut_command(t, journal.version)
    if found.step is Step.DRAFT:
        return draft(t, journal.version)
    if found.opens and found.step in (Step.OPEN, Step.RESULTS):
        return open_command(t, journal.version)
    return None
