"""Coming, changing, going and coming back."""

from dataclasses import replace

from fairpair.core.players import Entry, Period
from fairpair.core.tournament import PairingRestriction
from fairpair.log import events as e
from fairpair.log.fold.working import Working, folds


@folds(e.PlayerRegistered)
def _(w: Working, event: e.PlayerRegistered) -> None:
    period = Period(event.first_round, missed=event.missed)
    w.entries[event.player] = Entry(event.entrant, (period,))
    w.identities[event.entrant.identity] = event.player


@folds(e.PlayerEdited)
def _(w: Working, event: e.PlayerEdited) -> None:
    w.identities.pop(w.entries[event.player].entrant.identity)
    w.identities[event.entrant.identity] = event.player
    w.entry(event.player, entrant=event.entrant)


@folds(e.PlayerCheckedIn)
def _(w: Working, event: e.PlayerCheckedIn) -> None:
    w.entry(event.player, checked_in=True)


@folds(e.PlayerCheckedOut)
def _(w: Working, event: e.PlayerCheckedOut) -> None:
    w.entry(event.player, checked_in=False)


@folds(e.PlayerDropped)
def _(w: Working, event: e.PlayerDropped) -> None:
    *earlier, last = w.entries[event.player].periods
    w.entry(event.player, periods=(*earlier, replace(last, last=event.after)))


@folds(e.PlayerReinstated)
def _(w: Working, event: e.PlayerReinstated) -> None:
    periods = w.entries[event.player].periods
    period = Period(event.first_round, missed=event.missed)
    w.entry(event.player, periods=(*periods, period))
    if event.first_round.stage > 1:  # in a knock-out somebody else may have their place
        w.mark_draft_stale()


@folds(e.MissedRoundsSet)
def _(w: Working, event: e.MissedRoundsSet) -> None:
    periods = w.entries[event.player].periods
    w.entry(event.player, periods=tuple(replace(x, missed=event.kind) for x in periods))
    w.mark_draft_stale()


@folds(e.ByeRequested)
def _(w: Working, event: e.ByeRequested) -> None:
    requested = w.entries[event.player].requested_byes
    w.entry(event.player, requested_byes={**requested, event.round_no: event.kind})


@folds(e.ByeRequestWithdrawn)
def _(w: Working, event: e.ByeRequestWithdrawn) -> None:
    requested = w.entries[event.player].requested_byes
    left = {n: kind for n, kind in requested.items() if n != event.round_no}
    w.entry(event.player, requested_byes=left)


@folds(e.TableFixed)
def _(w: Working, event: e.TableFixed) -> None:
    w.entry(event.player, fixed_table=event.table)


@folds(e.PairAvoided)
def _(w: Working, event: e.PairAvoided) -> None:
    avoidance = PairingRestriction(event.hard, event.from_round, event.until_round)
    w.avoided[frozenset((event.a, event.b))] = avoidance


@folds(e.PairAllowed)
def _(w: Working, event: e.PairAllowed) -> None:
    del w.avoided[frozenset((event.a, event.b))]
