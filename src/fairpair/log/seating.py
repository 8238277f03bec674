"""Manual changes of a round: seats, byes, tables and voided matches."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import (
    HIGHEST_TABLE,
    REQUESTABLE,
    ByeKind,
    Pairing,
    Round,
    RoundRef,
    RoundStatus,
    Table,
)
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.systems import white_and_black
from fairpair.engine.pairing.tables import next_table
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.bye_limits import require_half_bye_allowed
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for, apply
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason, require_one_of
from fairpair.log.pairing_edits import opening_of
from fairpair.log.rounds import confirmed_codes, present_round
from fairpair.log.validate import (
    get_entry,
    get_round,
    require_fitting,
    require_free,
    require_no_worse,
    unknown_table,
    validator_for,
)


@decider_for(c.SwapPlayers)
def decide_swap_players(journal: Journal, command: c.SwapPlayers) -> Sequence[e.Event]:
    present = present_round(journal.tournament)
    reason, confirmed = normalise_reason(command.reason), confirmed_codes(command.confirmed)
    keep = command.keep_colours
    swapped = e.PlayersSwapped(present, command.a, command.b, reason, confirmed, keep)
    round_ = journal.tournament.rounds.get(present)
    if keep or round_ is None or not all(map(round_.has, (command.a, command.b))):
        return [*opening_of(journal.tournament, present), swapped]
    turned = _tables_to_turn(journal.tournament, swapped)
    return [*opening_of(journal.tournament, present), replace(swapped, turned=turned)]


def _tables_to_turn(t: Tournament, swapped: e.PlayersSwapped) -> tuple[int, ...]:
    """The tables whose new pair has other colours by the rules; nothing if two change seats at
    one table, since that is meant to change their colours.
    """
    after = apply(t, [swapped])
    round_ = after.rounds[swapped.round]
    tables = [round_.table_of(player) for player in (swapped.a, swapped.b)]
    if tables[0] == tables[1]:
        return ()
    return tuple(
        table
        for table in tables
        if table is not None
        and white_and_black(after, swapped.round, table) not in (None, round_.pairings[table].seats)
    )


@validator_for(e.PlayersSwapped)
def validate_players_swapped(t: Tournament, event: e.PlayersSwapped) -> None:
    round_ = changeable(t, event.round)
    if event.a == event.b:
        raise InvalidStateError("same-player")
    for player in (event.a, event.b):
        if round_.table_of(player) is None and player not in round_.byes:
            _raise_not_in_round(t, event.round, player)
    require_open_tables(t, event.round, (event.a, event.b))
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@applier_for(e.PlayersSwapped)
def apply_players_swapped(builder: TournamentBuilder, event: e.PlayersSwapped) -> None:
    """Each player gets the seat or bye of the other, and colours are turned where they must be."""
    other = {event.a: event.b, event.b: event.a}
    pairings, byes = builder.pairings(event.round), builder.byes(event.round)
    for number, pairing in pairings.items():
        if other.keys() & set(pairing.seats):
            seats = tuple(other.get(p, p) for p in pairing.seats)
            pairings[number] = replace(pairing, seats=seats, reports=())
    for number in event.turned:
        pairings[number] = replace(pairings[number], seats=pairings[number].seats[::-1])
    kinds = {other[p]: byes.pop(p) for p in other if p in byes}
    byes.update(kinds)
    builder.confirm(event.round, event.confirmed)


def changeable(t: Tournament, ref: RoundRef) -> Round:
    """The round, if it can still be changed manually."""
    round_ = get_round(t, ref)
    if round_.status == RoundStatus.COMPLETE:
        raise InvalidStateError("round-complete", round=round_name(t, ref))
    return round_


def require_open_tables(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    """Require that these players have no result in the round."""
    round_ = t.rounds[ref]
    for player in players:
        table = round_.table_of(player)
        if table is not None and round_.pairings[table].result is not None:
            raise InvalidStateError("result-recorded.player", table=table, player=t.name_of(player))


def _raise_not_in_round(t: Tournament, ref: RoundRef, player: PlayerId) -> None:
    get_entry(t, player)
    raise NotFoundError("not-in-round", player=t.name_of(player), round=round_name(t, ref))


@decider_for(c.ReplacePlayer)
def decide_replace_player(journal: Journal, command: c.ReplacePlayer) -> Sequence[e.Event]:
    present = present_round(journal.tournament)
    reason = normalise_reason(command.reason)
    bye = require_one_of("bye", command.bye, (*REQUESTABLE, ByeKind.PAIRING))
    confirmed = confirmed_codes(command.confirmed)
    replaced = e.PlayerReplaced(present, command.out, command.by, bye, reason, confirmed)
    return [*opening_of(journal.tournament, present), replaced]


@validator_for(e.PlayerReplaced)
def validate_player_replaced(t: Tournament, event: e.PlayerReplaced) -> None:
    round_ = changeable(t, event.round)
    get_entry(t, event.by)
    if round_.table_of(event.out) is None:
        _raise_not_in_round(t, event.round, event.out)
    require_no_match(t, event.round, (event.by,))
    require_free(t, event.round, (event.by,))
    require_open_tables(t, event.round, (event.out,))
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@applier_for(e.PlayerReplaced)
def apply_player_replaced(builder: TournamentBuilder, event: e.PlayerReplaced) -> None:
    """The replaced player gets a bye unless they have dropped."""
    pairings, byes = builder.pairings(event.round), builder.byes(event.round)
    for number, pairing in pairings.items():
        if event.out in pairing.seats:
            seats = tuple(event.by if p == event.out else p for p in pairing.seats)
            pairings[number] = replace(pairing, seats=seats, reports=())
    byes.pop(event.by, None)
    if builder.tournament.takes_part(event.out, event.round):
        byes[event.out] = event.bye
    builder.confirm(event.round, event.confirmed)


def require_no_match(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    """Require players without a table in the round."""
    for player in players:
        table = t.rounds[ref].table_of(player)
        if table is not None:
            raise InvalidStateError("has-a-match", player=t.name_of(player), table=table)


@decider_for(c.AddTable)
def decide_add_table(journal: Journal, command: c.AddTable) -> Sequence[e.Event]:
    present = present_round(journal.tournament)
    round_ = get_round(journal.tournament, present)
    number = command.table
    if number is None:
        number = next_table(journal.tournament.rules, round_.pairings)
    table, confirmed = Table(number, command.seats), confirmed_codes(command.confirmed)
    return [*opening_of(journal.tournament, present), e.TableAdded(present, table, confirmed)]


@validator_for(e.TableAdded)
def validate_table_added(t: Tournament, event: e.TableAdded) -> None:
    round_ = changeable(t, event.round)
    if event.table.number in round_.pairings:
        raise InvalidStateError(
            "table-taken", table=event.table.number, round=round_name(t, event.round)
        )
    require_no_match(t, event.round, event.table.seats)
    require_free(t, event.round, event.table.seats)
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@applier_for(e.TableAdded)
def apply_table_added(builder: TournamentBuilder, event: e.TableAdded) -> None:
    round_, table = builder.rounds[event.round], event.table.number
    taken = {round_.number_at(other) for other in round_.pairings}
    number = max(*taken, *round_.pairings) + 1 if table in taken else None
    builder.pairings(event.round)[table] = Pairing(event.table.seats, number=number)
    for player in event.table.seats:
        builder.byes(event.round).pop(player, None)
    builder.confirm(event.round, event.confirmed)


@decider_for(c.GiveBye)
def decide_give_bye(journal: Journal, command: c.GiveBye) -> Sequence[e.Event]:
    t = journal.tournament
    ref = present_round(t)
    if command.round_no is not None:
        ref = RoundRef(command.stage or t.stage, command.round_no)
    round_ = get_round(t, ref)
    reason = normalise_reason(command.reason, needed=round_.status == RoundStatus.COMPLETE)
    require_change(round_.byes.get(command.player) != command.kind, "same")
    require_half_bye_allowed(t, command.player, command.kind)
    confirmed = confirmed_codes(command.confirmed)
    given = e.ByeGiven(ref, command.player, command.kind, reason, confirmed)
    return [*opening_of(t, ref), given]


@validator_for(e.ByeGiven)
def validate_bye_given(t: Tournament, event: e.ByeGiven) -> None:
    """Possible in a complete round, too: this is how a wrong bye is corrected."""
    round_ = get_round(t, event.round)
    get_entry(t, event.player)
    require_no_match(t, event.round, (event.player,))
    if round_.status != RoundStatus.COMPLETE:
        confirmed = (*event.confirmed, "bye-not-requested")
        require_no_worse(t, event, event.round, confirmed)
    require_fitting(t, event, event.round)


@applier_for(e.ByeGiven)
def apply_bye_given(builder: TournamentBuilder, event: e.ByeGiven) -> None:
    """A bye that is assigned manually need not have been requested."""
    builder.byes(event.round)[event.player] = event.kind
    builder.confirm(event.round, (*event.confirmed, "bye-not-requested"))
    builder.mark_draft_stale(event.round)


@decider_for(c.MoveTable)
def decide_move_table(journal: Journal, command: c.MoveTable) -> Sequence[e.Event]:
    return [e.TableMoved(present_round(journal.tournament), command.table, command.to)]


@validator_for(e.TableMoved)
def validate_table_moved(t: Tournament, event: e.TableMoved) -> None:
    round_ = changeable(t, event.round)
    if event.table not in round_.pairings:
        raise unknown_table(t, event.round, event.table)
    if event.table == event.to:
        raise InvalidStateError("nothing-changed.table", table=event.to)
    if not 1 <= event.to <= HIGHEST_TABLE:
        raise InvalidStateError("table-number", table=event.to, highest=HIGHEST_TABLE)


@applier_for(e.TableMoved)
def apply_table_moved(builder: TournamentBuilder, event: e.TableMoved) -> None:
    pairings = builder.pairings(event.round)
    numbers = {table: builder.rounds[event.round].number_at(table) for table in pairings}
    moved, there = pairings.pop(event.table), pairings.pop(event.to, None)
    pairings[event.to] = _at_table(moved, numbers[event.table], event.to)
    if there is not None:
        pairings[event.table] = _at_table(there, numbers[event.to], event.table)


def _at_table(pairing: Pairing, number: int, table: int) -> Pairing:
    return replace(pairing, number=None if number == table else number)


@validator_for(e.MatchVoided)
def validate_match_voided(t: Tournament, event: e.MatchVoided) -> None:
    """Require a stage after a cut: in the main rounds every match counts."""
    round_ = get_round(t, event.round)
    if event.round.stage == 1:
        raise InvalidStateError("not-in-a-knock-out.void", round=round_name(t, event.round))
    seats = tuple(round_.byes) if event.table is None else _seats_at(round_, event.table)
    if not set(event.players) <= set(seats):
        raise InvalidStateError(
            "other-players.round",
            players=[t.name_of(p) for p in event.players],
            round=round_name(t, event.round),
        )


@applier_for(e.MatchVoided)
def apply_match_voided(builder: TournamentBuilder, event: e.MatchVoided) -> None:
    """Reopen its round; remove the last rounds if they have no match left."""
    if event.table is None:
        for player in event.players:
            del builder.byes(event.round)[player]
    else:
        del builder.pairings(event.round)[event.table]
    if builder.rounds[event.round].status == RoundStatus.COMPLETE:
        builder.round(event.round, status=RoundStatus.PUBLISHED)
    while (last := builder.tournament.latest) is not None:
        if builder.rounds[last].pairings or builder.rounds[last].byes:
            break
        builder.drop_round(last)


def _seats_at(round_: Round, table: int) -> tuple[PlayerId, ...]:
    there = round_.pairings.get(table)
    return there.seats if there else ()
