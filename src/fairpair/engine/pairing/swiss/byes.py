"""Who has the bye in an odd field."""

from collections.abc import Callable, Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.legal import complete_pairing
from fairpair.engine.pairing.brackets.outlook import can_be_paired
from fairpair.engine.pairing.brackets.task import Task
from fairpair.engine.pairing.swiss.position import Position


def bye_order(position: Position, players: Sequence[Contender]) -> list[Contender]:
    """Everybody within the limits, who comes first for the bye first."""
    return sorted((c for c in players if c.may_have_bye), key=_key(position))


def _key(position: Position) -> Callable[[Contender], tuple[int, ...]]:
    """What decides about the bye.

    Fewest byes so far, then fewest points; among these by lot, the last in the order, or the
    lowest rated, as `bye_assignment` says.
    """
    lot = {player: place for place, player in enumerate(position.lot)}

    def key(one: Contender) -> tuple[int, ...]:
        return (
            len(position.byes[one.player]),
            position.totals[one.player],
            *_last(position, one),
            lot[one.player],
        )

    return key


def _last(position: Position, one: Contender) -> tuple[int, ...]:
    match position.rules.bye_assignment:
        case "lowest_tiebreaker":
            return (-one.number,)
        case "lowest_rating":
            strength = position.tournament.entries[one.player].entrant.strength
            return (round(strength * 1000) if strength is not None else -1,)
        case _:
            return ()


def bye_of(position: Position, players: Sequence[Contender]) -> Contender | None:
    """The first in the order whose bye lets all others be paired; none if there is no such."""
    within = [c for c in players if c.may_have_bye]
    first = min(within, key=_key(position), default=None)
    if first is not None and can_be_paired(Task.of_field([c for c in players if c is not first])):
        return first
    order = bye_order(position, players)
    rank: dict[PlayerId, int] = {c.player: place for place, c in enumerate(order)}
    bye = len(players)
    mate = complete_pairing(
        Task.of_field(players),
        lambda a, b: rank[players[a].player] if b == bye else 0,
        any_bye=True,
    )
    return None if mate is None else players[mate[bye]]
