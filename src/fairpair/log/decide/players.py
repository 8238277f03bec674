"""Coming, changing, going and coming back."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant
from fairpair.core.results import Forfeit, win_for
from fairpair.core.rounds import (
    FOR_MISSED_ROUNDS,
    HIGHEST_TABLE,
    MOST_ROUNDS,
    REQUESTABLE,
    ByeKind,
    RoundRef,
    RoundStatus,
)
from fairpair.core.tournament import Phase, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide.registry import decides, require_change
from fairpair.log.journal import Journal
from fairpair.log.permit.registry import known
from fairpair.log.tidy import one_of, tidy_entrant, tidy_entrants, tidy_reason, whole_number


@decides(c.RegisterPlayers)
def _(j: Journal, command: c.RegisterPlayers) -> Sequence[e.Event]:
    if j.tournament.phase == Phase.RUNNING:
        raise InvalidStateError(
            "started",
            f"{j.tournament.name} has started.",
            "Enter them late and say how the missed rounds count.",
        )
    first = RoundRef(1, whole_number("from_round", command.from_round, 1, MOST_ROUNDS))
    return _registered(j, command.entrants, first, command.missed)


@decides(c.EnterLate)
def _(j: Journal, command: c.EnterLate) -> Sequence[e.Event]:
    t = j.tournament
    if t.phase == Phase.SETUP:
        raise InvalidStateError(
            "not-started", f"{t.name} has not started.", "Register them normally."
        )
    return _registered(j, command.entrants, _first_round(t, command.from_round), command.missed)


@decides(c.EditPlayer)
def _(j: Journal, command: c.EditPlayer) -> Sequence[e.Event]:
    before, after = known(j.tournament, command.player).entrant, tidy_entrant(command.entrant)
    require_change(before != after, f"{before.name} is like that already.")
    return [e.PlayerEdited(command.player, after)]


@decides(c.CheckIn)
def _(_j: Journal, command: c.CheckIn) -> Sequence[e.Event]:
    return [e.PlayerCheckedIn(command.player)]


@decides(c.CheckInAll)
def _(j: Journal, _command: c.CheckInAll) -> Sequence[e.Event]:
    entries = j.tournament.entries
    waiting = [p for p, entry in entries.items() if not (entry.checked_in or entry.dropped)]
    require_change(bool(waiting), "Everybody is checked in already.")
    return [e.PlayerCheckedIn(player) for player in waiting]


@decides(c.CheckOut)
def _(_j: Journal, command: c.CheckOut) -> Sequence[e.Event]:
    return [e.PlayerCheckedOut(command.player)]


@decides(c.DropPlayer)
def _(j: Journal, command: c.DropPlayer) -> Sequence[e.Event]:
    reason = tidy_reason(command.reason)
    after = j.tournament.last_seen(command.player)
    dropped = e.PlayerDropped(command.player, after, command.kind, reason)
    given_up = _open_match_given_up(j.tournament, command.player) if command.forfeit else []
    return [dropped, *given_up]


@decides(c.ReinstatePlayer)
def _(j: Journal, command: c.ReinstatePlayer) -> Sequence[e.Event]:
    first = _first_round(j.tournament, command.from_round)
    missed = _missed(j.tournament, command.missed)
    return [e.PlayerReinstated(command.player, first, missed)]


@decides(c.SetMissedRounds)
def _(j: Journal, command: c.SetMissedRounds) -> Sequence[e.Event]:
    kind = one_of("kind", command.kind, FOR_MISSED_ROUNDS)
    reason = tidy_reason(command.reason, needed=j.tournament.phase == Phase.RUNNING)
    return [e.MissedRoundsSet(command.player, kind, reason)]


@decides(c.RequestBye)
def _(_j: Journal, command: c.RequestBye) -> Sequence[e.Event]:
    round_no = whole_number("round_no", command.round_no, 1, MOST_ROUNDS)
    return [e.ByeRequested(command.player, round_no, one_of("kind", command.kind, REQUESTABLE))]


@decides(c.WithdrawByeRequest)
def _(_j: Journal, command: c.WithdrawByeRequest) -> Sequence[e.Event]:
    return [e.ByeRequestWithdrawn(command.player, command.round_no)]


@decides(c.FixTable)
def _(j: Journal, command: c.FixTable) -> Sequence[e.Event]:
    if command.table is not None:
        whole_number("table", command.table, 1, HIGHEST_TABLE)
    entry = known(j.tournament, command.player)
    require_change(entry.fixed_table != command.table, "That is so already.")
    return [e.TableFixed(command.player, command.table)]


@decides(c.AvoidPair)
def _(_j: Journal, command: c.AvoidPair) -> Sequence[e.Event]:
    first = whole_number("from_round", command.from_round, 1, MOST_ROUNDS)
    if command.until_round is not None:
        whole_number("until_round", command.until_round, first, MOST_ROUNDS)
    return [e.PairAvoided(command.a, command.b, command.hard, first, command.until_round)]


@decides(c.AllowPair)
def _(_j: Journal, command: c.AllowPair) -> Sequence[e.Event]:
    return [e.PairAllowed(command.a, command.b)]


def _first_round(t: Tournament, from_round: int | None) -> RoundRef:
    """The round asked for, else the next one that players have not seen yet."""
    if from_round is None:
        return t.unseen
    return RoundRef(t.stage, whole_number("from_round", from_round, 1, MOST_ROUNDS))


def _missed(t: Tournament, kind: ByeKind | None) -> ByeKind:
    return one_of("missed", kind or t.rules.late_entry, FOR_MISSED_ROUNDS)


def _registered(
    j: Journal, entrants: Sequence[Entrant], first: RoundRef, missed: ByeKind | None
) -> Sequence[e.Event]:
    if not entrants:
        raise InvalidInputError(
            "nobody", "There is nobody to register.", "Name at least one player."
        )
    number, kind = j.next_player, _missed(j.tournament, missed)
    return [
        e.PlayerRegistered(PlayerId(number + n), entrant, first, kind)
        for n, entrant in enumerate(tidy_entrants(entrants))
    ]


def _open_match_given_up(t: Tournament, player: PlayerId) -> Sequence[e.Event]:
    """A match that is being played goes to the opponent of whoever leaves."""
    found: list[e.Event] = []
    for ref, round_ in t.rounds.items():
        table = round_.table_of(player) if round_.status == RoundStatus.PUBLISHED else None
        if table is not None and round_.pairings[table].result is None:
            seats = round_.pairings[table].seats
            winner = 1 - seats.index(player)
            match = ref.at(table)
            found.append(e.ResultRecorded(match, seats, Forfeit(win_for(winner))))
    return found
