"""A round that is repaired: some tables end, others are new, and all that can stay stays."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import Pairing, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.systems import white_and_black
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for, apply
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason
from fairpair.log.pairing_edits import opening_of
from fairpair.log.rounds import confirmed_codes, present_round
from fairpair.log.seating import changeable, require_no_match, require_open_tables
from fairpair.log.validate import (
    get_entry,
    require_free,
    require_no_worse,
    unknown_table,
    validator_for,
)


@decider_for(c.RepairRound)
def decide_repair_round(journal: Journal, command: c.RepairRound) -> Sequence[e.Event]:
    """Validate first: the colours of the new tables are found in the round as it is then."""
    t = journal.tournament
    repaired = e.RoundRepaired(
        present_round(t),
        command.ended,
        command.tables,
        command.byes,
        normalise_reason(command.reason),
        confirmed_codes(command.confirmed),
    )
    validate_round_repaired(t, repaired)
    repaired = replace(repaired, tables=_with_colours(t, repaired))
    return [*opening_of(t, repaired.round), repaired]


def _with_colours(t: Tournament, event: e.RoundRepaired) -> tuple[Table, ...]:
    """The new tables with White first by the rules, where there are colours."""
    after = apply(t, [event])
    seats = {x.number: white_and_black(after, event.round, x.number) for x in event.tables}
    return tuple(Table(x.number, seats[x.number] or x.seats) for x in event.tables)


@validator_for(e.RoundRepaired)
def validate_round_repaired(t: Tournament, event: e.RoundRepaired) -> None:
    """Require open tables that end, free numbers, and players who have no table then."""
    ref = event.round
    round_ = changeable(t, ref)
    if ref.stage > 1:
        raise InvalidStateError("repair-system")
    for table in event.ended:
        if table not in round_.pairings:
            raise unknown_table(t, ref, table)
        require_open_tables(t, ref, round_.pairings[table].seats)
    numbers = [table.number for table in event.tables]
    taken = [n for n in numbers if n in round_.pairings and n not in event.ended]
    if taken or len(set(numbers)) < len(numbers):
        table = (taken or numbers)[0]
        raise InvalidStateError("table-taken", table=table, round=round_name(t, ref))
    kept = {n: x for n, x in round_.pairings.items() if n not in event.ended}
    left = replace(t, rounds={**t.rounds, ref: replace(round_, pairings=kept)})
    players = [p for table in event.tables for p in table.seats]
    players += [bye.player for bye in event.byes]
    for player in players:
        get_entry(t, player)
    require_no_match(left, ref, players)
    require_free(t, ref, players)
    require_no_worse(t, event, ref, (*event.confirmed, "bye-not-requested"))


@applier_for(e.RoundRepaired)
def apply_round_repaired(builder: TournamentBuilder, event: e.RoundRepaired) -> None:
    """Whoever sits at a new table has no bye any more; the pairings are up to date again."""
    pairings, byes = builder.pairings(event.round), builder.byes(event.round)
    numbers = builder.rounds[event.round].number_at
    kept = {numbers(table): table for table in pairings if table not in event.ended}
    for ended in event.ended:
        del pairings[ended]
    for table in event.tables:
        number = max(*kept, *pairings) + 1 if table.number in kept else None
        pairings[table.number] = Pairing(table.seats, number=number)
        kept[number or table.number] = table.number
        for player in table.seats:
            byes.pop(player, None)
    for bye in event.byes:
        byes[bye.player] = bye.kind
    builder.confirm(event.round, (*event.confirmed, "bye-not-requested"))
    builder.round(event.round, stale=False)
