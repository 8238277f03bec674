"""Pairing numbers that are given anew."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.numbers import (
    LAST_FREE_ROUND,
    numbers_are_free,
    order_by_strength,
)
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.RenumberPlayers)
def decide_renumber_players(journal: Journal, command: c.RenumberPlayers) -> Sequence[e.Event]:
    t = journal.tournament
    order = command.order or tuple(order_by_strength(t))
    require_change(order != t.order or command.last_accelerated is not None, "numbers")
    return [e.PlayersRenumbered(order, command.last_accelerated)]


@validator_for(e.PlayersRenumbered)
def validate_players_renumbered(t: Tournament, event: e.PlayersRenumbered) -> None:
    if not numbers_are_free(t):
        raise InvalidStateError("numbers-final", round=LAST_FREE_ROUND + 1)
    for player in event.order:
        get_entry(t, player)
    if len(set(event.order)) < len(event.order):
        raise InvalidInputError("number-twice")


@applier_for(e.PlayersRenumbered)
def apply_players_renumbered(builder: TournamentBuilder, event: e.PlayersRenumbered) -> None:
    builder.set(order=event.order)
    if event.last_accelerated is not None:
        builder.set(last_accelerated=event.last_accelerated)
    latest = builder.tournament.latest
    if latest is not None and builder.rounds[latest].status == RoundStatus.DRAFT:
        builder.round(latest, order=event.order, stale=True)
