"""Validates events against the state: one small function per event.

`decide` validates the events of a command before they are stored; `undo` validates every later
event against the state without the undone action. Nothing here changes anything.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

from fairpair.core.action_warnings import UnconfirmedError, WarningProblem
from fairpair.core.errors import FieldProblem, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import Breach, breaches
from fairpair.engine.pairing.systems import SYSTEMS, TWO_PLAYERS
from fairpair.engine.stages.bracket_conflicts import OTHERS, bracket_conflicts
from fairpair.engine.stages.kinds import KINDS
from fairpair.engine.stages.progress import round_name
from fairpair.language.message import Message
from fairpair.log.events import Event
from fairpair.log.fold import apply

E = TypeVar("E", bound=Event)
Validator = Callable[[Tournament, E], None]

VALIDATORS: dict[type[Event], tuple[Validator[Any], bool]] = {}
"""The validator of each event, and whether it requires an unfinished tournament."""


def validator_for(kind: type[E], *, general: bool = True) -> Callable[[Validator[E]], Validator[E]]:
    """Register the validator of one event."""

    def register(validator: Validator[E]) -> Validator[E]:
        VALIDATORS[kind] = (validator, general)
        return validator

    return register


def validate(event: Event, tournament: Tournament) -> None:
    """Raise a `DomainError` if the event is not possible now."""
    validator, general = VALIDATORS[type(event)]
    if general:
        require_created(tournament)
        require_open(tournament)
    validator(tournament, event)


def require_created(t: Tournament) -> None:
    """Require that the tournament exists."""
    if not t.created:
        raise NotFoundError("no-tournament")


def require_open(t: Tournament) -> None:
    """Require that the tournament is not finished."""
    if t.finished:
        raise InvalidStateError("tournament-finished", name=t.name)


def get_entry(t: Tournament, player: PlayerId) -> Entry:
    """The entry of a player, or an error."""
    if player not in t.entries:
        raise NotFoundError("unknown-player", number=player)
    return t.entries[player]


def get_round(t: Tournament, ref: RoundRef) -> Round:
    """The round, or an error."""
    if ref not in t.rounds:
        raise NotFoundError("unknown-round", round=round_name(t, ref))
    return t.rounds[ref]


def unknown_table(t: Tournament, ref: RoundRef, table: int) -> NotFoundError:
    """The error for a table that a round does not have, with those that it has."""
    numbers = sorted(t.rounds[ref].pairings)
    code = "unknown-table" if numbers else "unknown-table.none"
    return NotFoundError(code, table=table, round=round_name(t, ref), tables=_ranges(numbers))


def _ranges(numbers: Sequence[int]) -> list[str]:
    """`1-3` and `7` for the numbers 1, 2, 3 and 7."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def get_draft(t: Tournament, ref: RoundRef) -> Round:
    """The unpublished round, or an error."""
    round_ = get_round(t, ref)
    if round_.status != RoundStatus.DRAFT:
        raise InvalidStateError("round-published", round=round_name(t, ref))
    return round_


def require_not_edited(t: Tournament, ref: RoundRef) -> None:
    """Require that nobody edits the pairings of the round."""
    if t.rounds[ref].unedited is not None:
        raise InvalidStateError("pairings-edited", round=round_name(t, ref))


def require_free(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    """Require players without an unfinished match: a knockout may have two rounds in progress."""
    for other, round_ in t.rounds.items():
        if other == ref or other.stage != ref.stage or round_.status != RoundStatus.PUBLISHED:
            continue
        seated = round_.seated
        for player in players:
            if player in seated and seated[player].result is None:
                raise InvalidStateError(
                    "still-playing",
                    player=t.name_of(player),
                    table=round_.table_of(player),
                    round=round_name(t, other),
                )


def require_playable(t: Tournament, ref: RoundRef) -> None:
    """Require that no hard rule is broken, and no soft one that was not confirmed."""
    _refuse(t, ref, _breaches(t, ref), t.rounds[ref].confirmed)


def require_no_worse(
    t: Tournament, event: Event, ref: RoundRef, confirmed: Collection[str]
) -> None:
    """Require that a change breaks no rule that was not already broken."""
    known_ones = set(_breaches(t, ref))
    found = _breaches(apply(t, [event]), ref)
    _refuse(t, ref, [b for b in found if b not in known_ones], confirmed)


def table_seats(t: Tournament, ref: RoundRef) -> tuple[int, ...]:
    """How many players a table of this round may have, by its pairing system or kind of stage."""
    if ref.stage > 1:
        return KINDS[t.admission(ref.stage).kind].table_seats
    system = SYSTEMS.get(t.rules.system)
    return system.table_seats if system else TWO_PLAYERS


def _breaches(t: Tournament, ref: RoundRef) -> list[Breach]:
    round_, seats = t.rounds[ref], table_seats(t, ref)
    wrong = [
        Breach(
            "table-seats",
            Message("breach.table-seats", table=number, seats=seats, count=len(pairing.seats)),
            frozenset(pairing.seats),
        )
        for number, pairing in round_.pairings.items()
        if len(pairing.seats) not in seats
    ]
    return [*wrong, *breaches(t, ref, round_.pairings, round_.byes)]


def require_fitting(t: Tournament, event: Event, by_hand: RoundRef | None = None) -> None:
    """Require that the bracket can continue; in the round `by_hand` it may have other players."""
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
            problem=found[0].text,
            problems=[FieldProblem(one.kind, one.text) for one in found],
        )


def _refuse(t: Tournament, ref: RoundRef, found: list[Breach], confirmed: Collection[str]) -> None:
    hard = [b for b in found if b.hard]
    if hard:
        raise InvalidStateError(
            "round-impossible",
            round=round_name(t, ref),
            problems=[FieldProblem(b.code, b.message) for b in hard],
        )
    open_ = [b for b in found if b.code not in confirmed]
    if open_:
        raise UnconfirmedError(
            "needs-confirmation",
            round=round_name(t, ref),
            problems=[WarningProblem(b.code, b.message) for b in open_],
        )
