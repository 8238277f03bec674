"""Repair a paired round: somebody is missing, has come, or two must not meet after all."""

from collections.abc import Iterator, Sequence

from fairpair.app.requests import Steps
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import Bye, ByeKind, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.pairing.repair import Absence, Repair, repairs
from fairpair.engine.pairing.tables import next_table
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log.validate import get_entry, get_round, require_created, require_open

_ACCEPTED = ("avoided-pair", "bye-ignored", "colour")
"""What the least change may break: it has as little of it as can be."""


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """Who is missing, who has come although without a match, and who must have another opponent.

    `option` chooses among the answers: 1 is the least change, and the next ones change more but
    have smaller differences of points. `wide` accepts a new pair more than one win apart.
    """

    missing: tuple[PlayerId, ...] = ()
    arrived: tuple[PlayerId, ...] = ()
    parted: tuple[PlayerId, ...] = ()
    option: int = 1
    wide: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """One way to repair a round: the command that does it, and what the engine says of it."""

    command: c.RepairRound
    found: Repair
    wide: bool
    """Whether two new opponents are more than one win apart."""


def repair_round(t: Tournament, ref: RoundRef, request: RepairRequest) -> Steps:
    """Change the round as little as possible, in one action; nothing if nothing has to change."""
    plans = repair_plans(t, ref, request)
    if not 1 <= request.option <= len(plans):
        raise InvalidStateError("no-such-repair", option=request.option, n=len(plans))
    plan = plans[request.option - 1]
    if plan.wide and not request.wide:
        raise InvalidStateError("repair-wide", gap=format_number(plan.found.gap), n=len(plans))
    if plan.command.ended or plan.command.tables or plan.command.byes:
        yield plan.command


def repair_plans(t: Tournament, ref: RoundRef, request: RepairRequest) -> list[RepairPlan]:
    """The least change first, then those with a few more changes and a smaller difference."""
    require_created(t)
    require_open(t)
    _require_repairable(t, ref)
    for player in (*request.missing, *request.arrived, *request.parted):
        get_entry(t, player)
        if not t.rounds[ref].has(player) and not t.takes_part(player, ref):
            raise NotFoundError("not-in-round", player=t.name_of(player), round=round_name(t, ref))
    why = Absence(
        frozenset(request.missing),
        frozenset(request.arrived),
        frozenset(frozenset(_table_of(t, ref, player)) for player in request.parted),
    )
    _require_no_result(t, ref, (*request.missing, *request.parted))
    found = repairs(t, ref, why)
    if not found:
        raise ImpossiblePairingError("repair-impossible", round=round_name(t, ref))
    return [_plan(t, ref, request, one) for one in found]


def _table_of(t: Tournament, ref: RoundRef, player: PlayerId) -> Sequence[PlayerId]:
    """The players of this player's table."""
    seated = t.rounds[ref].seated
    if player not in seated:
        raise NotFoundError("not-in-round", player=t.name_of(player), round=round_name(t, ref))
    return seated[player].seats


def _require_repairable(t: Tournament, ref: RoundRef) -> None:
    """FIDE rules do not allow a published round to be paired again for a missing player: the game
    is lost by forfeit.
    """
    status = get_round(t, ref).status
    if ref != t.latest or status == RoundStatus.COMPLETE:
        raise InvalidStateError("round-complete", round=round_name(t, ref))
    by_fide = t.is_in_fide_mode or t.rules.system == "dutch"
    if by_fide and status == RoundStatus.PUBLISHED:
        raise InvalidStateError("repair-published", round=round_name(t, ref))


def _require_no_result(t: Tournament, ref: RoundRef, players: Sequence[PlayerId]) -> None:
    seated = t.rounds[ref].seated
    for player in players:
        if player in seated and seated[player].result is not None:
            table = t.rounds[ref].table_of(player)
            raise InvalidStateError("result-recorded.player", table=table, player=t.name_of(player))


def _plan(t: Tournament, ref: RoundRef, request: RepairRequest, found: Repair) -> RepairPlan:
    byes = tuple(_byes(t, ref, request, found))
    tables = tuple(_tables(t, ref, found))
    command = c.RepairRound(found.ended, tables, byes, request.reason, _ACCEPTED)
    return RepairPlan(command, found, found.gap > t.rules.points.win)


def _byes(t: Tournament, ref: RoundRef, request: RepairRequest, found: Repair) -> Iterator[Bye]:
    """Missing players have a zero-point bye, unless they have another one or have dropped."""
    round_ = t.rounds[ref]
    if found.bye is not None and round_.byes.get(found.bye) is not ByeKind.PAIRING:
        yield Bye(found.bye, ByeKind.PAIRING)
    seated = {p for n in found.ended for p in round_.pairings[n].seats}
    held = {p for p, kind in round_.byes.items() if kind is ByeKind.PAIRING}
    away = {*request.missing, *(p for p in held if p != found.bye)}
    new = {p for board in found.boards for p in board}
    for player in sorted(away & (seated | held | set(t.entrants_in(ref)))):
        placed = player in round_.byes and round_.byes[player] is not ByeKind.PAIRING
        if player not in new and not placed and t.takes_part(player, ref):
            kind = t.entries[player].requested_byes.get(ref.round_no, ByeKind.ZERO)
            yield Bye(player, kind)


def _tables(t: Tournament, ref: RoundRef, found: Repair) -> Iterator[Table]:
    """A new pair sits at the fixed table of one of them, else where the higher ranked one sat, or
    the other one; else at the first table that is free.
    """
    round_ = t.rounds[ref]
    own = {p: n for n in found.ended for p in round_.pairings[n].seats}
    freed = dict.fromkeys(found.ended)
    taken = set(round_.pairings) - freed.keys()
    for seats in found.boards:
        fixed = [t.entries[player].fixed_table for player in seats]
        wanted = [*fixed, *(own.get(player) for player in seats), *freed]
        number = next((n for n in wanted if n is not None and n not in taken), None)
        if number is None:
            number = next_table(t.rules, taken)
        taken.add(number)
        freed.pop(number, None)
        yield Table(number, seats)
