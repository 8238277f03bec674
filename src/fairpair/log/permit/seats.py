"""When a round may be changed by hand: who sits where, who has a bye, which match is void."""

from collections.abc import Iterable

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import HIGHEST_TABLE, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.log import events as e
from fairpair.log.permit.playable import require_fitting, require_free, require_no_worse
from fairpair.log.permit.registry import checks, known, known_round


@checks(e.PlayersSwapped)
def _(t: Tournament, event: e.PlayersSwapped) -> None:
    round_ = _changeable(t, event.round)
    if event.a == event.b:
        text = "Two different players are needed for a swap."
        raise InvalidStateError("same-player", text, "Name two players of this round.")
    for player in (event.a, event.b):
        if round_.table_of(player) is None and player not in round_.byes:
            _raise_not_in_round(t, event.round, player)
    _require_open_tables(t, event.round, (event.a, event.b))
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@checks(e.PlayerReplaced)
def _(t: Tournament, event: e.PlayerReplaced) -> None:
    round_ = _changeable(t, event.round)
    known(t, event.by)
    if round_.table_of(event.out) is None:
        _raise_not_in_round(t, event.round, event.out)
    _require_no_match(t, event.round, (event.by,))
    require_free(t, event.round, (event.by,))
    _require_open_tables(t, event.round, (event.out,))
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@checks(e.TableAdded)
def _(t: Tournament, event: e.TableAdded) -> None:
    round_ = _changeable(t, event.round)
    if event.table.number in round_.pairings:
        raise InvalidStateError(
            "table-taken",
            f"Table {event.table.number} is taken in {event.round}.",
            "Choose a free table.",
        )
    _require_no_match(t, event.round, event.table.seats)
    require_free(t, event.round, event.table.seats)
    require_no_worse(t, event, event.round, event.confirmed)
    require_fitting(t, event, event.round)


@checks(e.MatchVoided)
def _(t: Tournament, event: e.MatchVoided) -> None:
    """Only after a cut: in the rounds for everybody a result counts for all."""
    round_ = known_round(t, event.round)
    if event.round.stage == 1:
        raise InvalidStateError(
            "not-in-a-knock-out",
            f"A match of {event.round} stays as it was played.",
            "Correct its result instead.",
        )
    seats = tuple(round_.byes) if event.table is None else _seats_at(round_, event.table)
    if not set(event.players) <= set(seats):
        names = " and ".join(map(t.name_of, event.players))
        text = f"{names} have no such place in {event.round}."
        raise InvalidStateError("other-players", text, "Look at the round again: it was changed.")


def _seats_at(round_: Round, table: int) -> tuple[PlayerId, ...]:
    there = round_.pairings.get(table)
    return there.seats if there else ()


@checks(e.ByeGiven)
def _(t: Tournament, event: e.ByeGiven) -> None:
    """In a complete round too: it is the way to put a wrong bye right."""
    round_ = known_round(t, event.round)
    known(t, event.player)
    _require_no_match(t, event.round, (event.player,))
    if round_.status != RoundStatus.COMPLETE:
        confirmed = (*event.confirmed, "bye-not-requested")
        require_no_worse(t, event, event.round, confirmed)
    require_fitting(t, event, event.round)


@checks(e.TableMoved)
def _(t: Tournament, event: e.TableMoved) -> None:
    round_ = _changeable(t, event.round)
    if event.table not in round_.pairings:
        raise NotFoundError(
            "unknown-table",
            f"There is no table {event.table} in {event.round}.",
            "Look the number up in the round.",
        )
    if event.table == event.to:
        text = f"That match is at table {event.to} already."
        raise InvalidStateError("nothing-changed", text, "There is nothing to do.")
    if not 1 <= event.to <= HIGHEST_TABLE:
        text = f"There is no table {event.to}."
        raise InvalidStateError(
            "table-number", text, f"Tables are numbered from 1 to {HIGHEST_TABLE}."
        )


def _changeable(t: Tournament, ref: RoundRef) -> Round:
    round_ = known_round(t, ref)
    if round_.status == RoundStatus.COMPLETE:
        raise InvalidStateError(
            "round-complete",
            f"{ref.title} is complete: its pairings stay as they were played.",
            "Results can still be corrected.",
        )
    return round_


def _require_open_tables(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    round_ = t.rounds[ref]
    for player in players:
        table = round_.table_of(player)
        if table is not None and round_.pairings[table].result is not None:
            raise InvalidStateError(
                "result-recorded",
                f"Table {table} ({t.name_of(player)}) has a result.",
                "Clear the result first.",
            )


def _require_no_match(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    for player in players:
        table = t.rounds[ref].table_of(player)
        if table is not None:
            raise InvalidStateError(
                "has-a-match",
                f"{t.name_of(player)} plays at table {table}.",
                "Swap the two players instead.",
            )


def _raise_not_in_round(t: Tournament, ref: RoundRef, player: PlayerId) -> None:
    known(t, player)
    raise NotFoundError(
        "not-in-round",
        f"{t.name_of(player)} has no place in {ref}.",
        "Add a table for them, or give them a bye.",
    )
