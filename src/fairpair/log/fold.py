"""Events to state. No clock, no dice, no engine: the same log gives the same state for ever.

`fold` works in place on its own copies of the state's tables and hands them out frozen, so that a
log of n events costs n steps and not n copies.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period
from fairpair.core.results import Result
from fairpair.core.rounds import (
    ByeKind,
    Clock,
    MatchRef,
    Pairing,
    Report,
    Round,
    RoundRef,
    RoundStatus,
)
from fairpair.core.rules import Rules
from fairpair.core.tournament import Avoidance, Tournament
from fairpair.log import events as e

E = TypeVar("E", bound=e.Event)


class Working:
    """A tournament under construction; its tables are copied when they are first written to."""

    def __init__(self, start: Tournament) -> None:
        self.tournament = start
        self._own: dict[object, dict[Any, Any]] = {}

    def apply(self, event: e.Event) -> None:
        """Let the event happen."""
        _APPLY[type(event)](self, event)

    def set(self, **changes: Any) -> None:
        """Replace plain values of the tournament."""
        self.tournament = replace(self.tournament, **changes)

    @property
    def entries(self) -> dict[PlayerId, Entry]:
        """The entries, to write to."""
        return self._table("entries")

    @property
    def identities(self) -> dict[tuple[str, ...], PlayerId]:
        """Who has which name, to write to."""
        return self._table("identities")

    def entry(self, player: PlayerId, **changes: Any) -> None:
        """Replace something about one entry."""
        self.entries[player] = replace(self.entries[player], **changes)

    @property
    def avoided(self) -> dict[frozenset[PlayerId], Avoidance]:
        """The pairs that are kept apart, to write to."""
        return self._table("avoided")

    @property
    def rounds(self) -> dict[RoundRef, Round]:
        """The rounds, to write to."""
        return self._table("rounds")

    def round(self, ref: RoundRef, **changes: Any) -> None:
        """Replace plain values of one round."""
        self.rounds[ref] = replace(self.rounds[ref], **changes)

    def confirm(self, ref: RoundRef, codes: tuple[str, ...]) -> None:
        """Note which soft rules a round may break."""
        if codes:
            self.round(ref, confirmed=self.rounds[ref].confirmed | set(codes))

    def pairings(self, where: RoundRef | MatchRef) -> dict[int, Pairing]:
        """The tables of one round, to write to."""
        return self._round_table(where, "pairings")

    def byes(self, where: RoundRef) -> dict[PlayerId, ByeKind]:
        """The byes of one round, to write to."""
        return self._round_table(where, "byes")

    def drop_round(self, ref: RoundRef) -> None:
        """Forget a round."""
        del self.rounds[ref]
        for name in ("pairings", "byes"):
            self._own.pop((ref.stage, ref.round_no, name), None)

    def _table(self, name: str) -> dict[Any, Any]:
        if name not in self._own:
            self._own[name] = dict(getattr(self.tournament, name))
            self.set(**{name: self._own[name]})
        return self._own[name]

    def _round_table(self, where: RoundRef | MatchRef, name: str) -> dict[Any, Any]:
        key = (where.stage, where.round_no, name)
        if key not in self._own:
            ref = RoundRef(where.stage, where.round_no)
            self._own[key] = dict(getattr(self.rounds[ref], name))
            self.round(ref, **{name: self._own[key]})
        return self._own[key]


def fold(events: Iterable[e.Event]) -> Tournament:
    """The state after these events, from nothing."""
    return apply(Tournament(), events)


def apply(tournament: Tournament, events: Iterable[e.Event]) -> Tournament:
    """The state after further events; the given one stays as it is."""
    working = Working(tournament)
    for event in events:
        working.apply(event)
    return working.tournament


_APPLY: dict[type[e.Event], Callable[[Working, Any], None]] = {}


def _on(kind: type[E]) -> Callable[[Callable[[Working, E], None]], Callable[[Working, E], None]]:
    def register(step: Callable[[Working, E], None]) -> Callable[[Working, E], None]:
        _APPLY[kind] = step
        return step

    return register


@_on(e.TournamentCreated)
def _(w: Working, event: e.TournamentCreated) -> None:
    rules = Rules.read(event.rules)
    w.set(created=True, name=event.name, rules=rules, draw_seed=event.draw_seed)


@_on(e.TournamentRenamed)
def _(w: Working, event: e.TournamentRenamed) -> None:
    w.set(name=event.name)


@_on(e.RulesChanged)
def _(w: Working, event: e.RulesChanged) -> None:
    before, after = w.tournament.rules, w.tournament.rules.changed(event.changes)
    w.set(rules=after)
    if before.for_pairing() != after.for_pairing():
        _mark_draft_stale(w)


@_on(e.CutMade)
def _(w: Working, event: e.CutMade) -> None:
    t = w.tournament
    w.set(
        seeds={**t.seeds, event.stage: event.seeds},
        admissions={**t.admissions, event.stage: event.admission},
    )


@_on(e.MatchVoided)
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


@_on(e.TournamentFinished)
def _(w: Working, _event: e.TournamentFinished) -> None:
    w.set(finished=True)


@_on(e.TournamentReopened)
def _(w: Working, _event: e.TournamentReopened) -> None:
    w.set(finished=False)


@_on(e.PlayerRegistered)
def _(w: Working, event: e.PlayerRegistered) -> None:
    period = Period(event.first_round, missed=event.missed)
    w.entries[event.player] = Entry(event.entrant, (period,))
    w.identities[event.entrant.identity] = event.player


@_on(e.PlayerEdited)
def _(w: Working, event: e.PlayerEdited) -> None:
    w.identities.pop(w.entries[event.player].entrant.identity)
    w.identities[event.entrant.identity] = event.player
    w.entry(event.player, entrant=event.entrant)


@_on(e.PlayerCheckedIn)
def _(w: Working, event: e.PlayerCheckedIn) -> None:
    w.entry(event.player, checked_in=True)


@_on(e.PlayerCheckedOut)
def _(w: Working, event: e.PlayerCheckedOut) -> None:
    w.entry(event.player, checked_in=False)


@_on(e.PlayerDropped)
def _(w: Working, event: e.PlayerDropped) -> None:
    *earlier, last = w.entries[event.player].periods
    w.entry(event.player, periods=(*earlier, replace(last, last=event.after)))


@_on(e.PlayerReinstated)
def _(w: Working, event: e.PlayerReinstated) -> None:
    periods = w.entries[event.player].periods
    period = Period(event.first_round, missed=event.missed)
    w.entry(event.player, periods=(*periods, period))
    if event.first_round.stage > 1:  # in a knock-out somebody else may have their place
        _mark_draft_stale(w)


@_on(e.MissedRoundsSet)
def _(w: Working, event: e.MissedRoundsSet) -> None:
    periods = w.entries[event.player].periods
    w.entry(event.player, periods=tuple(replace(x, missed=event.kind) for x in periods))
    _mark_draft_stale(w)


@_on(e.ByeRequested)
def _(w: Working, event: e.ByeRequested) -> None:
    requested = w.entries[event.player].requested_byes
    w.entry(event.player, requested_byes={**requested, event.round_no: event.kind})


@_on(e.ByeRequestWithdrawn)
def _(w: Working, event: e.ByeRequestWithdrawn) -> None:
    requested = w.entries[event.player].requested_byes
    left = {n: kind for n, kind in requested.items() if n != event.round_no}
    w.entry(event.player, requested_byes=left)


@_on(e.TableFixed)
def _(w: Working, event: e.TableFixed) -> None:
    w.entry(event.player, fixed_table=event.table)


@_on(e.PairAvoided)
def _(w: Working, event: e.PairAvoided) -> None:
    avoidance = Avoidance(event.hard, event.from_round, event.until_round)
    w.avoided[frozenset((event.a, event.b))] = avoidance


@_on(e.PairAllowed)
def _(w: Working, event: e.PairAllowed) -> None:
    del w.avoided[frozenset((event.a, event.b))]


@_on(e.RoundDrafted)
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


@_on(e.DraftDiscarded)
def _(w: Working, event: e.DraftDiscarded) -> None:
    w.drop_round(event.round)


@_on(e.PlayersSwapped)
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


@_on(e.PlayerReplaced)
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


@_on(e.TableAdded)
def _(w: Working, event: e.TableAdded) -> None:
    w.pairings(event.round)[event.table.number] = Pairing(event.table.seats)
    for player in event.table.seats:
        w.byes(event.round).pop(player, None)
    w.confirm(event.round, event.confirmed)


@_on(e.ByeGiven)
def _(w: Working, event: e.ByeGiven) -> None:
    """Whoever gives it knows that it was not asked for."""
    w.byes(event.round)[event.player] = event.kind
    w.confirm(event.round, (*event.confirmed, "bye-not-requested"))
    _mark_draft_stale(w, event.round)


@_on(e.TableMoved)
def _(w: Working, event: e.TableMoved) -> None:
    pairings = w.pairings(event.round)
    moved, there = pairings.pop(event.table), pairings.pop(event.to, None)
    pairings[event.to] = moved
    if there is not None:
        pairings[event.table] = there


@_on(e.RoundPublished)
def _(w: Working, event: e.RoundPublished) -> None:
    w.round(event.round, status=RoundStatus.PUBLISHED, clock=None)
    w.confirm(event.round, event.confirmed)


@_on(e.RoundCompleted)
def _(w: Working, event: e.RoundCompleted) -> None:
    w.round(event.round, status=RoundStatus.COMPLETE)


@_on(e.ClockSet)
def _(w: Working, event: e.ClockSet) -> None:
    """Of a round that is undone nothing is left to be timed."""
    if event.round in w.rounds:
        clock = Clock(event.running, event.seconds_left, event.at, event.length)
        w.round(event.round, clock=clock)


@_on(e.TimeExtended)
def _(w: Working, event: e.TimeExtended) -> None:
    """The same for a match."""
    if event.match.round in w.rounds and event.match.table in w.rounds[event.match.round].pairings:
        pairings = w.pairings(event.match)
        there = pairings[event.match.table]
        pairings[event.match.table] = replace(there, extra_minutes=event.minutes)


@_on(e.ResultRecorded)
def _(w: Working, event: e.ResultRecorded) -> None:
    """It may be the end of an adjourned match, while the next round is drafted already."""
    before = _set_result(w, event.match, event.result)
    if before is not None:
        _mark_draft_stale(w, event.match.round)


@_on(e.ResultCorrected)
def _(w: Working, event: e.ResultCorrected) -> None:
    _set_result(w, event.match, event.result)
    _mark_draft_stale(w, event.match.round)


@_on(e.ResultCleared)
def _(w: Working, event: e.ResultCleared) -> None:
    _set_result(w, event.match, None)


@_on(e.ResultReported)
def _(w: Working, event: e.ResultReported) -> None:
    """A later report of the same player takes the place of the earlier one."""
    pairings = w.pairings(event.match)
    pairing = pairings[event.match.table]
    others = tuple(r for r in pairing.reports if r.player != event.player)
    reports = (*others, Report(event.player, event.result))
    pairings[event.match.table] = replace(pairing, reports=reports)


def _mark_draft_stale(w: Working, changed: RoundRef | None = None) -> None:
    """A draft that was paired from something else is marked, not changed."""
    ref = w.tournament.latest
    if ref is None or w.rounds[ref].status != RoundStatus.DRAFT:
        return
    if changed is None or changed < ref:
        w.round(ref, stale=True)


def _set_result(w: Working, match: MatchRef, result: Result | None) -> Result | None:
    """Set it; what was there before comes back. What players reported is settled by it."""
    pairings = w.pairings(match)
    before = pairings[match.table]
    pairings[match.table] = replace(before, result=result, reports=())
    return before.result
