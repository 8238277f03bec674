"""May this event happen now? One small function an event, and the same answer for everybody.

`decide` asks before a command's events are stored; `undo` asks for every later event whether it
could still have happened. Nothing here changes anything.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from fairpair.core.errors import FieldProblem, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import Breach, breaches
from fairpair.engine.pairing.systems import SYSTEMS, TWO_PLAYERS
from fairpair.engine.stages.bracket_conflicts import OTHERS, bracket_conflicts
from fairpair.engine.stages.kinds import KINDS
from fairpair.log.events import Event
from fairpair.log.fold import apply

E = TypeVar("E", bound=Event)
Validator = Callable[[Tournament, E], None]

VALIDATORS: dict[type[Event], tuple[Validator[Any], bool]] = {}
"""The validator of each event, and whether a running tournament is asked for first."""


def validator_for(kind: type[E], *, general: bool = True) -> Callable[[Validator[E]], Validator[E]]:
    """Register the validator of one event."""

    def register(validator: Validator[E]) -> Validator[E]:
        VALIDATORS[kind] = (validator, general)
        return validator

    return register


def validate(event: Event, tournament: Tournament) -> None:
    """Raise a `DomainError` that says why not and what to do, or return."""
    validator, general = VALIDATORS[type(event)]
    if general:
        require_created(tournament)
        require_open(tournament)
    validator(tournament, event)


def require_created(t: Tournament) -> None:
    """There must be a tournament."""
    if not t.created:
        raise NotFoundError("no-tournament", "There is no such tournament.", "Create it first.")


def require_open(t: Tournament) -> None:
    """It must not be over."""
    if t.finished:
        raise InvalidStateError(
            "tournament-finished",
            f"{t.name} is finished: nothing can be changed.",
            "Reopen the tournament first.",
        )


def get_entry(t: Tournament, player: PlayerId) -> Entry:
    """The entry of a player who must be there."""
    if player not in t.entries:
        raise NotFoundError(
            "unknown-player",
            f"There is no player {player} in this tournament.",
            "Look the number up in the list of players.",
        )
    return t.entries[player]


def get_round(t: Tournament, ref: RoundRef) -> Round:
    """A round that must be there."""
    if ref not in t.rounds:
        raise NotFoundError("unknown-round", f"There is no {ref}.", "Draft it first.")
    return t.rounds[ref]


def get_draft(t: Tournament, ref: RoundRef) -> Round:
    """A round that must be there and still be a draft."""
    round_ = get_round(t, ref)
    if round_.status != RoundStatus.DRAFT:
        raise InvalidStateError(
            "round-published",
            f"{ref.title} is published already.",
            "Undo the publishing, or change single pairings.",
        )
    return round_


def require_free(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    """Nobody has an open match in another round that is being played: a knock-out may have two."""
    for other, round_ in t.rounds.items():
        if other == ref or other.stage != ref.stage or round_.status != RoundStatus.PUBLISHED:
            continue
        for player in players:
            table = round_.table_of(player)
            if table is not None and round_.pairings[table].result is None:
                raise InvalidStateError(
                    "still-playing",
                    f"{t.name_of(player)} still plays at table {table} of {other}.",
                    "Enter that result first.",
                )


def require_playable(t: Tournament, ref: RoundRef) -> None:
    """No hard rule is broken, and no soft one that was not confirmed for this round."""
    _refuse(ref, _breaches(t, ref), t.rounds[ref].confirmed)


def require_no_worse(
    t: Tournament, event: Event, ref: RoundRef, confirmed: Collection[str]
) -> None:
    """A change breaks nothing that was not broken before it: that is not its fault."""
    known_ones = set(_breaches(t, ref))
    found = _breaches(apply(t, [event]), ref)
    _refuse(ref, [b for b in found if b not in known_ones], confirmed)


def table_seats(t: Tournament, ref: RoundRef) -> tuple[int, ...]:
    """How many players a table of this round may have: its system or kind of stage says it."""
    if ref.stage > 1:
        return KINDS[t.admission(ref.stage).kind].table_seats
    system = SYSTEMS.get(t.rules.system)
    return system.table_seats if system else TWO_PLAYERS


def _breaches(t: Tournament, ref: RoundRef) -> list[Breach]:
    round_, seats = t.rounds[ref], table_seats(t, ref)
    allowed = " or ".join(map(str, seats))
    wrong = [
        Breach(
            "table-seats",
            f"Table {number} is for {allowed} players, not for {len(pairing.seats)}.",
            frozenset(pairing.seats),
        )
        for number, pairing in round_.pairings.items()
        if len(pairing.seats) not in seats
    ]
    return [*wrong, *breaches(t, ref, round_.pairings, round_.byes)]


def require_fitting(t: Tournament, event: Event, by_hand: RoundRef | None = None) -> None:
    """A knock-out can go on after it; in the round `by_hand` others may play than the tree says."""
    if t.stage == 1:
        return
    known_ones = set(bracket_conflicts(t))
    found = [
        one
        for one in bracket_conflicts(apply(t, [event]))
        if one not in known_ones and not (one.kind == OTHERS and one.ref == by_hand)
    ]
    if found:
        raise InvalidStateError(
            "tree-broken",
            f"The knock-out could not go on: {found[0].text}.",
            "Change it in another way; results that were wrong can be corrected.",
            [FieldProblem(one.kind, one.text) for one in found],
        )


def _refuse(ref: RoundRef, found: list[Breach], confirmed: Collection[str]) -> None:
    hard = [b for b in found if b.hard]
    if hard:
        raise InvalidStateError(
            "round-impossible",
            f"{ref.title} cannot be played like that.",
            "Change the pairing, or pair again.",
            [FieldProblem(b.code, b.message) for b in hard],
        )
    open_ = [b for b in found if b.code not in confirmed]
    if open_:
        raise InvalidStateError(
            "needs-confirmation",
            f"{ref.title} breaks a rule that can be broken knowingly.",
            f"Confirm it ({', '.join(sorted({b.code for b in open_}))}), or change the pairing.",
            [FieldProblem(b.code, b.message) for b in open_],
        )
