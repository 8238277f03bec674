"""Where the checks are found, and the questions that many of them ask."""

from collections.abc import Callable
from typing import Any, TypeVar

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.log.events import Event

E = TypeVar("E", bound=Event)
Check = Callable[[Tournament, E], None]

CHECKS: dict[type[Event], tuple[Check[Any], bool]] = {}
"""The check of each event, and whether a running tournament is asked for first."""


def checks(kind: type[E], *, general: bool = True) -> Callable[[Check[E]], Check[E]]:
    """Register a check for one event."""

    def register(check: Check[E]) -> Check[E]:
        CHECKS[kind] = (check, general)
        return check

    return register


def require_created(t: Tournament) -> None:
    """There must be a tournament."""
    if not t.created:
        raise NotFoundError("no-tournament", "There is no such tournament.", "Create it first.")


def require_open(t: Tournament) -> None:
    """It must not be over."""
    if t.finished:
        raise InvalidStateError(
            "tournament-finished",
            f"{t.name} is finished: nothing can be changed.",
            "Reopen the tournament first.",
        )


def known(t: Tournament, player: PlayerId) -> Entry:
    """The entry of a player who must be there."""
    if player not in t.entries:
        raise NotFoundError(
            "unknown-player",
            f"There is no player {player} in this tournament.",
            "Look the number up in the list of players.",
        )
    return t.entries[player]


def known_round(t: Tournament, ref: RoundRef) -> Round:
    """A round that must be there."""
    if ref not in t.rounds:
        raise NotFoundError("unknown-round", f"There is no {ref}.", "Draft it first.")
    return t.rounds[ref]


def known_draft(t: Tournament, ref: RoundRef) -> Round:
    """A round that must be there and still be a draft."""
    round_ = known_round(t, ref)
    if round_.status != RoundStatus.DRAFT:
        raise InvalidStateError(
            "round-published",
            f"{ref.title} is published already.",
            "Undo the publishing, or change single pairings.",
        )
    return round_
