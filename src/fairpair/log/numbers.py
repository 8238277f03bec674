"""Pairing numbers that are given anew or exchanged."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import players_by_number
from fairpair.engine.pairing.numbers import (
    LAST_FREE_ROUND,
    numbers_are_free,
    order_by_strength,
    pairing_order,
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
    require_numbers_free(t)
    for player in event.order:
        get_entry(t, player)
    if len(set(event.order)) < len(event.order):
        raise InvalidInputError("number-twice")


@applier_for(e.PlayersRenumbered)
def apply_players_renumbered(builder: TournamentBuilder, event: e.PlayersRenumbered) -> None:
    _set_order(builder, event.order)
    if event.last_accelerated is not None:
        builder.set(last_accelerated=event.last_accelerated)


@decider_for(c.ExchangeNumbers)
def decide_exchange_numbers(journal: Journal, command: c.ExchangeNumbers) -> Sequence[e.Event]:
    t = journal.tournament
    for player in (command.a, command.b):
        get_entry(t, player)
    if command.a == command.b:
        raise InvalidInputError("exchange-same", player=t.name_of(command.a))
    known = players_by_number(t) if _is_round_robin(t) else pairing_order(t)
    other = {command.a: command.b, command.b: command.a}
    order = tuple(other.get(player, player) for player in known)
    return [e.NumbersExchanged(command.a, command.b, order)]


@validator_for(e.NumbersExchanged)
def validate_numbers_exchanged(t: Tournament, event: e.NumbersExchanged) -> None:
    """In a Swiss only players of equal rating exchange their numbers."""
    require_numbers_free(t)
    for player in (event.a, event.b):
        get_entry(t, player)
        if player not in event.order:
            raise InvalidStateError("no-number", player=t.name_of(player))
    ratings = {t.entries[player].entrant.strength for player in (event.a, event.b)}
    if len(ratings) > 1 and not _is_round_robin(t):
        raise InvalidStateError("unequal-ratings", a=t.name_of(event.a), b=t.name_of(event.b))


@applier_for(e.NumbersExchanged)
def apply_numbers_exchanged(builder: TournamentBuilder, event: e.NumbersExchanged) -> None:
    _set_order(builder, event.order)


def _is_round_robin(t: Tournament) -> bool:
    return t.rules.system == "round_robin"


def require_numbers_free(t: Tournament) -> None:
    """In a round robin numbers are fixed with round 1 (C.05, annex 1), else with round 4."""
    if _is_round_robin(t) and t.latest_published is not None:
        raise InvalidStateError("numbers-final.round-robin")
    if not numbers_are_free(t):
        raise InvalidStateError("numbers-final", round=LAST_FREE_ROUND + 1)


def _set_order(builder: TournamentBuilder, order: tuple[PlayerId, ...]) -> None:
    builder.set(order=order)
    latest = builder.tournament.latest
    if latest is not None and builder.rounds[latest].status == RoundStatus.DRAFT:
        builder.round(latest, order=order, stale=True)
