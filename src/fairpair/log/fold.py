"""Events to state. No clock, no dice, no engine: the same log gives the same state for ever.

`fold` works in place on its own versions of the state's tables and hands them out frozen, so that a
log of n events costs n steps and not n copies. Of large tables not even one copy is made for a few
events.
"""

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import replace
from typing import Any, TypeVar

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, PlayerRequest, RequestState
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.snapshot import fork
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.log.events import Event

E = TypeVar("E", bound=Event)


class TournamentBuilder:
    """A tournament under construction; its tables are its own from the first write on."""

    def __init__(self, start: Tournament) -> None:
        self.tournament = start
        self._own: dict[object, MutableMapping[Any, Any]] = {}

    def apply(self, event: Event) -> None:
        """Let the event happen."""
        APPLIERS[type(event)](self, event)

    def set(self, **changes: Any) -> None:
        """Replace plain values of the tournament."""
        self.tournament = replace(self.tournament, **changes)

    @property
    def entries(self) -> MutableMapping[PlayerId, Entry]:
        """The entries, to write to."""
        return self._table("entries")

    @property
    def identities(self) -> MutableMapping[tuple[str, ...], PlayerId]:
        """Who has which name, to write to."""
        return self._table("identities")

    @property
    def requests(self) -> MutableMapping[PlayerRequest, RequestState]:
        """What players ask for, to write to."""
        return self._table("requests")

    def entry(self, player: PlayerId, **changes: Any) -> None:
        """Replace something about one entry."""
        self.entries[player] = replace(self.entries[player], **changes)

    @property
    def avoided(self) -> MutableMapping[frozenset[PlayerId], PairingRestriction]:
        """The pairs that are kept apart, to write to."""
        return self._table("avoided")

    @property
    def rounds(self) -> MutableMapping[RoundRef, Round]:
        """The rounds, to write to."""
        return self._table("rounds")

    def round(self, ref: RoundRef, **changes: Any) -> None:
        """Replace plain values of one round."""
        self.rounds[ref] = replace(self.rounds[ref], **changes)

    def confirm(self, ref: RoundRef, codes: tuple[str, ...]) -> None:
        """Note which soft rules a round may break."""
        if codes:
            self.round(ref, confirmed=self.rounds[ref].confirmed | set(codes))

    def pairings(self, where: RoundRef | MatchRef) -> MutableMapping[int, Pairing]:
        """The tables of one round, to write to."""
        return self._round_table(where, "pairings")

    def byes(self, where: RoundRef) -> MutableMapping[PlayerId, ByeKind]:
        """The byes of one round, to write to."""
        return self._round_table(where, "byes")

    def keep_unedited(self, ref: RoundRef) -> None:
        """Keep a round as it is, beside what becomes of it."""
        self._disown(ref)
        self.round(ref, unedited=self.rounds[ref])

    def restore_unedited(self, ref: RoundRef) -> None:
        """Take back what became of a round since it was kept."""
        self._disown(ref)
        self.rounds[ref] = self.rounds[ref].as_shown

    def drop_round(self, ref: RoundRef) -> None:
        """Forget a round."""
        del self.rounds[ref]
        self._disown(ref)

    def _disown(self, ref: RoundRef) -> None:
        """Write no more to the tables of a round as they are."""
        for name in ("pairings", "byes"):
            self._own.pop((ref.stage, ref.round_no, name), None)

    def mark_draft_stale(self, changed: RoundRef | None = None) -> None:
        """A draft that was paired from something else, or before a round changed, is marked."""
        ref = self.tournament.latest
        if ref is None or self.rounds[ref].status != RoundStatus.DRAFT:
            return
        if changed is None or changed < ref:
            self.round(ref, stale=True)

    def _table(self, name: str) -> MutableMapping[Any, Any]:
        if name not in self._own:
            self._own[name] = fork(getattr(self.tournament, name))
            self.set(**{name: self._own[name]})
        return self._own[name]

    def _round_table(self, where: RoundRef | MatchRef, name: str) -> MutableMapping[Any, Any]:
        key = (where.stage, where.round_no, name)
        if key not in self._own:
            ref = RoundRef(where.stage, where.round_no)
            self._own[key] = fork(getattr(self.rounds[ref], name))
            self.round(ref, **{name: self._own[key]})
        return self._own[key]


Applier = Callable[[TournamentBuilder, E], None]

APPLIERS: dict[type[Event], Applier[Any]] = {}


def applier_for(kind: type[E]) -> Callable[[Applier[E]], Applier[E]]:
    """Register what one event does to a tournament."""

    def register(applier: Applier[E]) -> Applier[E]:
        APPLIERS[kind] = applier
        return applier

    return register


def fold(events: Iterable[Event]) -> Tournament:
    """The state after these events, from nothing."""
    return apply(Tournament(), events)


def apply(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """The state after further events; the given one stays as it is."""
    builder = TournamentBuilder(tournament)
    for event in events:
        builder.apply(event)
    return builder.tournament
