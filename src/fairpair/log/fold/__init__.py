"""Events to state. No clock, no dice, no engine: the same log gives the same state for ever.

`fold` works in place on its own copies of the state's tables and hands them out frozen, so that a
log of n events costs n steps and not n copies.
"""

from collections.abc import Iterable

from fairpair.core.tournament import Tournament
from fairpair.log.events import Event
from fairpair.log.fold import lifecycle, players, results, rounds  # noqa: F401  they register
from fairpair.log.fold.working import Working

__all__ = ["Working", "apply", "fold"]


def fold(events: Iterable[Event]) -> Tournament:
    """The state after these events, from nothing."""
    return apply(Tournament(), events)


def apply(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """The state after further events; the given one stays as it is."""
    working = Working(tournament)
    for event in events:
        working.apply(event)
    return working.tournament
