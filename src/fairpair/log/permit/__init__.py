"""May this event happen now? One small function an event, and the same answer for everybody.

`decide` asks before a command's events are stored; `undo` asks for every later event whether it
could still have happened. Nothing here changes anything.
"""

from fairpair.core.tournament import Tournament
from fairpair.log.events import Event
from fairpair.log.permit import (  # noqa: F401  they register
    lifecycle,
    players,
    results,
    rounds,
    seats,
)
from fairpair.log.permit.registry import CHECKS, require_created, require_open


def permit(event: Event, tournament: Tournament) -> None:
    """Raise a `DomainError` that says why not and what to do, or return."""
    check, general = CHECKS[type(event)]
    if general:
        require_created(tournament)
        require_open(tournament)
    check(tournament, event)
