"""Rounds paired, changed, shown and closed."""

from dataclasses import replace

from fairpair.core.rounds import Clock, Pairing, Round, RoundStatus
from fairpair.log import events as e
from fairpair.log.fold.working import Working, folds


@folds(e.MatchVoided)
def _(w: Working, event: e.MatchVoided) -> None:
    """Its round is open again; the last rounds go if nothing is left of them."""
    if event.table is None:
        for player in event.players:
            del w.byes(event.round)[player]
    else:
        del w.pairings(event.round)[event.table]
    if w.rounds[event.round].status == RoundStatus.COMPLETE:
        w.round(event.round, status=RoundStatus.PUBLISHED)
    while (last := w.tournament.latest) is not None:
        if w.rounds[last].pairings or w.rounds[last].byes:
            break
        w.drop_round(last)


@folds(e.RoundDrafted)
def _(w: Working, event: e.RoundDrafted) -> None:
    w.rounds[event.round] = Round(
        RoundStatus.DRAFT,
        {table.number: Pairing(table.seats) for table in event.tables},
        {bye.player: bye.kind for bye in event.byes},
        event.system,
        event.engine,
        event.draw_seed,
        confirmed=frozenset(event.confirmed),
    )


@folds(e.DraftDiscarded)
def _(w: Working, event: e.DraftDiscarded) -> None:
    w.drop_round(event.round)


@folds(e.PlayersSwapped)
def _(w: Working, event: e.PlayersSwapped) -> None:
    """Whatever place one had, seat or bye, the other has now."""
    other = {event.a: event.b, event.b: event.a}
    pairings, byes = w.pairings(event.round), w.byes(event.round)
    for number, pairing in pairings.items():
        if other.keys() & set(pairing.seats):
            seats = tuple(other.get(p, p) for p in pairing.seats)
            pairings[number] = replace(pairing, seats=seats, reports=())
    kinds = {other[p]: byes.pop(p) for p in other if p in byes}
    byes.update(kinds)
    w.confirm(event.round, event.confirmed)


@folds(e.PlayerReplaced)
def _(w: Working, event: e.PlayerReplaced) -> None:
    """Somebody who has left needs no bye."""
    pairings, byes = w.pairings(event.round), w.byes(event.round)
    for number, pairing in pairings.items():
        if event.out in pairing.seats:
            seats = tuple(event.by if p == event.out else p for p in pairing.seats)
            pairings[number] = replace(pairing, seats=seats, reports=())
    byes.pop(event.by, None)
    if w.tournament.takes_part(event.out, event.round):
        byes[event.out] = event.bye
    w.confirm(event.round, event.confirmed)


@folds(e.TableAdded)
def _(w: Working, event: e.TableAdded) -> None:
    w.pairings(event.round)[event.table.number] = Pairing(event.table.seats)
    for player in event.table.seats:
        w.byes(event.round).pop(player, None)
    w.confirm(event.round, event.confirmed)


@folds(e.ByeGiven)
def _(w: Working, event: e.ByeGiven) -> None:
    """Whoever gives it knows that it was not asked for."""
    w.byes(event.round)[event.player] = event.kind
    w.confirm(event.round, (*event.confirmed, "bye-not-requested"))
    w.mark_draft_stale(event.round)


@folds(e.TableMoved)
def _(w: Working, event: e.TableMoved) -> None:
    pairings = w.pairings(event.round)
    moved, there = pairings.pop(event.table), pairings.pop(event.to, None)
    pairings[event.to] = moved
    if there is not None:
        pairings[event.table] = there


@folds(e.RoundPublished)
def _(w: Working, event: e.RoundPublished) -> None:
    w.round(event.round, status=RoundStatus.PUBLISHED, clock=None)
    w.confirm(event.round, event.confirmed)


@folds(e.RoundCompleted)
def _(w: Working, event: e.RoundCompleted) -> None:
    w.round(event.round, status=RoundStatus.COMPLETE)


@folds(e.ClockSet)
def _(w: Working, event: e.ClockSet) -> None:
    """Of a round that is undone nothing is left to be timed."""
    if event.round in w.rounds:
        clock = Clock(event.running, event.seconds_left, event.at, event.length)
        w.round(event.round, clock=clock)


@folds(e.TimeExtended)
def _(w: Working, event: e.TimeExtended) -> None:
    """The same for a match."""
    if event.match.round in w.rounds and event.match.table in w.rounds[event.match.round].pairings:
        pairings = w.pairings(event.match)
        there = pairings[event.match.table]
        pairings[event.match.table] = replace(there, extra_minutes=event.minutes)
