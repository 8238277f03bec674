"""Command and state to events, or a refusal. Pure: the same question has the same answer."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairpair.core.errors import ConflictError, InvalidStateError
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.commands import Command
from fairpair.log.events import Event
from fairpair.log.fold import TournamentBuilder
from fairpair.log.journal import Journal, read_journal
from fairpair.log.normalise import require_whole_number
from fairpair.log.undo import validate_undo
from fairpair.log.validate import require_created, validate

C = TypeVar("C", bound=Command)
Decider = Callable[[Journal, C], Sequence[Event]]

DECIDERS: dict[type[Command], Decider[Any]] = {}


def decider_for(kind: type[C]) -> Callable[[Decider[C]], Decider[C]]:
    """Register the decider on one command."""

    def register(decider: Decider[C]) -> Decider[C]:
        DECIDERS[kind] = decider
        return decider

    return register


_POSSIBLE_ON_NOTHING = (c.CreateTournament, c.Undo, c.Redo)


def decide(journal: Journal, command: c.Command) -> tuple[e.Event, ...]:
    """What happens when the command is carried out now: at least one event, all valid.

    Raises `InvalidInputError` for what makes no sense, `InvalidStateError` or `ConflictError` for
    what cannot be now.
    """
    if not isinstance(command, _POSSIBLE_ON_NOTHING):
        require_created(journal.tournament)
    events = tuple(DECIDERS[type(command)](journal, command))
    builder = TournamentBuilder(journal.tournament)
    for event in events:
        if isinstance(event, e.ActionUndone):
            validate_undo(journal, event)
        else:
            validate(event, builder.tournament)
            builder.apply(event)
    return events


def require_change(changed: bool, text: str) -> None:
    """Not in `validate`: an undo must not fail because a later action changes nothing then."""
    if not changed:
        raise InvalidStateError("nothing-changed", text, "There is nothing to do.")


def basis_of(journal: Journal, basis: int | None) -> int:
    """The version a decider was computed from; refused if what counts is different by now."""
    if basis is None or basis == journal.version:
        return journal.version
    require_whole_number("basis", basis, 1, journal.version)
    then = read_journal(journal.records[:basis]).tournament
    now = journal.tournament
    names = ("rules", "entries", "rounds", "avoided", "seeds")
    if any(getattr(then, name) != getattr(now, name) for name in names):
        raise ConflictError(
            "basis-changed",
            "Players, results or rules have changed since this was computed.",
            "Compute it again.",
        )
    return basis
