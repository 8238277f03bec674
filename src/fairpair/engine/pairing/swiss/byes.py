"""Who has the bye in an odd field, and why."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.completion import can_be_paired, complete_pairing
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import Task
from fairpair.engine.pairing.explanation.reasons import ByeChoice, PassedOver, RuledOut
from fairpair.engine.pairing.proposal import Proposal
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.standings.sheet import AWARDED_BYES

ASKED = 8
"""How many of those who do not have the bye are looked at."""


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


def bye_choice(position: Position, proposal: Proposal) -> ByeChoice | None:
    """Why this player has the bye: who came before, and why they cannot have it."""
    player = proposal.bye
    if player is None:
        return None
    sheet, totals = position.sheet, position.totals
    order = [c.player for c in bye_order(position, position.players)]
    given = bye_of(position, position.players)
    before = order[: order.index(player)] if player in order else []
    barred = [
        c.player
        for c in position.players
        if not c.may_have_bye and totals[c.player] <= totals[player]
    ]
    passed = [PassedOver(one, RuledOut("C4", fide=False)) for one in before]
    passed += [PassedOver(one, _limit(position, one)) for one in barred]
    byes = len(position.byes[player])
    return ByeChoice(
        player,
        Fraction(totals[player], sheet.unit),
        byes,
        position.rules.bye_assignment,
        tuple(passed[:ASKED]),
        given is not None and given.player == player,
        sum(len(position.byes[p]) == byes and totals[p] == totals[player] for p in order)
        - len(before),
    )


def _limit(position: Position, player: PlayerId) -> RuledOut:
    """The last bye of somebody who cannot have another one."""
    last = [o for o in position.sheet.rows[player] if o.kind in AWARDED_BYES]
    if not last:
        return RuledOut("bye_limit", fide=False)
    return RuledOut("C2", round_no=last[-1].round_no, kind=last[-1].kind, fide=False)


def worse_bye(position: Position, made: Proposal, other: Proposal) -> RuledOut | None:
    """What is worse about the bye of a second round: more byes, more points, or later in order."""
    if made.bye is None or other.bye is None:
        return None
    byes = [Fraction(len(position.byes[player])) for player in (made.bye, other.bye)]
    points = [
        Fraction(position.totals[player], position.sheet.unit) for player in (made.bye, other.bye)
    ]
    for code, (one, rival) in (("bye_count", byes), ("bye_points", points)):
        if one != rival:
            return RuledOut(code, ((one,), (rival,)), (other.bye,), fide=False)
    return RuledOut("bye_order", who=(other.bye,), fide=False)
