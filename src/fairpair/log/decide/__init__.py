"""Command and state to events, or a refusal. Pure: the same question has the same answer."""

from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import lifecycle, players, results, rounds  # noqa: F401  they register
from fairpair.log.decide.registry import DECISIONS
from fairpair.log.fold import Working
from fairpair.log.journal import Journal
from fairpair.log.permit import permit
from fairpair.log.permit.registry import require_created
from fairpair.log.undo import permit_undo

_POSSIBLE_ON_NOTHING = (c.CreateTournament, c.Undo, c.Redo)


def decide(journal: Journal, command: c.Command) -> tuple[e.Event, ...]:
    """What happens when the command is carried out now: at least one event, all permitted.

    Raises `InvalidInputError` for what makes no sense, `InvalidStateError` or `ConflictError` for
    what cannot be now.
    """
    if not isinstance(command, _POSSIBLE_ON_NOTHING):
        require_created(journal.tournament)
    events = tuple(DECISIONS[type(command)](journal, command))
    working = Working(journal.tournament)
    for event in events:
        if isinstance(event, e.ActionUndone):
            permit_undo(journal, event)
        else:
            permit(event, working.tournament)
            working.apply(event)
    return events
