"""Use cases of one or more commands: planned, done step by step, safe to repeat."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from fairpair.app.service import Outcome, Service, id_reused
from fairpair.core.errors import ConflictError, InvalidStateError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.log.commands import Command
from fairpair.log.decide import decide
from fairpair.log.events import Event
from fairpair.log.journal import Journal, Record, read

_TRIES = 50


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Where something is to be done, for whom, and the id it is known by when it comes again.

    With `expected` it is done on that version of the tournament only.
    """

    tournament: TournamentId
    command_id: CommandId
    by: str = ""
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """One command of a use case, under a name of its own.

    An `exact` one was made for the state as it is: if that changes, it is made again.
    """

    part: str
    command: Command
    exact: bool = False


Plan = Callable[[Journal, Collection[str]], Sequence[PlannedCommand]]
"""The steps that are left, for the journal as it is and the parts that are done already."""
Fits = Callable[[Sequence[Event]], bool]


def execute(service: Service, context: CommandContext, command: Command) -> Outcome:
    """Carry out an order that is one command, as it is."""
    return service.execute(
        context.tournament, command, context.command_id, context.by, context.expected
    )


def carry_out(
    service: Service, context: CommandContext, parts: Sequence[str], plan: Plan, fits: Fits
) -> Outcome:
    """Do what the plan says; its last part has the order's own id.

    If somebody else is faster, the plan is made again; a repeat goes on where the first try
    stopped, and once all is done it gets the first answer. `fits` tells whether that was an answer
    to the same request.
    """
    ids = {part: part_id(context.command_id, part) for part in parts[:-1]}
    ids[parts[-1]] = context.command_id
    for last in (*[False] * (_TRIES - 1), True):
        # In this order: a part that is not found yet is not in this journal either.
        journal = service.journal(context.tournament)
        found = {part: service.answered(context.tournament, ids[part]) for part in parts}
        answer = found[parts[-1]]
        if answer is not None:
            if not fits(answer.events):
                raise id_reused(context.command_id)
            return answer
        done = [part for part in parts if found[part] is not None]
        if not done and context.expected not in (None, journal.version):
            raise VersionConflictError(context.expected or 0, journal.version)
        steps = plan(journal, done)
        if not steps:
            return Outcome(journal.version, ())
        try:
            return _do(service, context, ids, steps, journal.version)
        except (InvalidStateError, ConflictError) as refusal:
            moved = service.journal(context.tournament).version != journal.version
            if last or not moved or _is_final(context, refusal):
                raise
    raise AssertionError("the last try returns or raises")


def _is_final(context: CommandContext, refusal: Exception) -> bool:
    return context.expected is not None and isinstance(refusal, VersionConflictError)


def _do(
    service: Service,
    context: CommandContext,
    ids: dict[str, CommandId],
    steps: Sequence[PlannedCommand],
    version: int | None,
) -> Outcome:
    """One after the other, each on the version it was made for if that matters."""
    outcome = Outcome(0, ())
    for n, step in enumerate(steps):
        exact = step.exact or (n == 0 and context.expected is not None)
        outcome = service.execute(
            context.tournament,
            step.command,
            ids[step.part],
            context.by,
            version if exact else None,
        )
        version = outcome.version
    return outcome


class CommandPlan:
    """Commands put together, each decided on a copy of the state that those before it lead to.

    So a refusal of a later one comes before anything is done.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.made: list[PlannedCommand] = []

    @property
    def tournament(self) -> Tournament:
        """The state after the steps so far."""
        return self._journal.tournament

    @property
    def version(self) -> int:
        """Its version, if nobody comes between."""
        return self._journal.version

    def add(self, part: str, command: Command) -> None:
        """One more; raises what it would be refused with."""
        self._journal = journal_after(self._journal, decide(self._journal, command))
        self.made.append(PlannedCommand(part, command, exact=True))


def has(wanted: type[Event], /, **values: object) -> Fits:
    """Whether an event of this kind, with these values, is among them."""
    return lambda events: any(
        isinstance(event, wanted) and all(getattr(event, k) == v for k, v in values.items())
        for event in events
    )


def journal_after(journal: Journal, events: Sequence[Event]) -> Journal:
    """The journal as if one command had led to these events."""
    first = journal.version + 1
    return journal.extended([Record(first + n, first, event) for n, event in enumerate(events)])


def journal_at(service: Service, tournament: TournamentId, version: int) -> Journal:
    """The tournament as it was at a version, whatever happened since."""
    journal = service.journal(tournament)
    return journal if journal.version == version else read(journal.records[:version])


def part_id(command_id: CommandId, part: str) -> CommandId:
    """The id of a part of what has this id: always the same one, and short enough."""
    digest = hashlib.sha256(command_id.encode("utf-8", "surrogatepass")).hexdigest()
    return CommandId(f"{part}-{digest[:40]}")
