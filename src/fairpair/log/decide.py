"""Turns a command and the state into events, or an error. The same input gives the same output."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairpair.core.action_warnings import ActionWarning
from fairpair.core.errors import ConflictError, InvalidStateError
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.action_warnings import warnings_of_event
from fairpair.log.commands import Command
from fairpair.log.events import Event
from fairpair.log.fold import TournamentBuilder
from fairpair.log.journal import Journal, Record, read_journal
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
    """The events of a command that is carried out now: at least one, all of them valid.

    Raises `InvalidInputError` if the command never makes sense, `InvalidStateError` or
    `ConflictError` if it is not possible now.
    """
    return _decide(journal, command)[0]


def carry_out(journal: Journal, command: c.Command, action: int | None = None) -> Journal:
    """The journal after a command, as a part of that action or as an action of its own.

    Raises what `decide` raises.
    """
    return carry_out_warned(journal, command, action)[0]


def carry_out_warned(
    journal: Journal, command: c.Command, action: int | None = None
) -> tuple[Journal, tuple[ActionWarning, ...]]:
    """The same, and the warnings of its events."""
    events, after, warnings = _decide(journal, command)
    first = journal.version + 1
    new = [Record(first + n, action or first, event) for n, event in enumerate(events)]
    return journal.extend(new, after), warnings


def _decide(
    journal: Journal, command: c.Command
) -> tuple[tuple[e.Event, ...], Tournament, tuple[ActionWarning, ...]]:
    """The events of a command, the state after those of them that are not an undo, and what they
    warn of.
    """
    if not isinstance(command, _POSSIBLE_ON_NOTHING):
        require_created(journal.tournament)
    events = tuple(DECIDERS[type(command)](journal, command))
    builder = TournamentBuilder(journal.tournament)
    warnings: list[ActionWarning] = []
    for event in events:
        if isinstance(event, e.ActionUndone):
            validate_undo(journal, event)
        else:
            validate(event, builder.tournament)
            warnings += warnings_of_event(builder.tournament, event)
            builder.apply(event)
    return events, builder.tournament, tuple(warnings)


def require_change(changed: bool, variant: str, **values: Any) -> None:
    """Raise `nothing-changed` in this variant unless the command changes something.

    Not part of `validate`: an undo must not fail because a later action changes nothing then.
    """
    if not changed:
        raise InvalidStateError(f"nothing-changed.{variant}", **values)


def basis_of(journal: Journal, basis: int | None) -> int:
    """The version a command was computed from; an error if the tournament has changed since."""
    if basis is None or basis == journal.version:
        return journal.version
    require_whole_number("basis", basis, 1, journal.version)
    then = read_journal(journal.records[:basis]).tournament
    now = journal.tournament
    names = ("rules", "entries", "order", "rounds", "avoided", "seeds", "draw_seed", "tie_orders")
    if any(getattr(then, name) != getattr(now, name) for name in names):
        raise ConflictError("basis-changed")
    return basis
