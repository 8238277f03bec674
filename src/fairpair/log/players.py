"""Players who are added, edited, dropped and reinstated."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import ConflictError, InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Entry, Period, PlayerRequest, Team
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
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.bye_limits import (
    byes_worth_a_win,
    require_byes_left,
    require_half_bye_allowed,
)
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import (
    normalise_entrant,
    normalise_entrants,
    normalise_reason,
    require_one_of,
    require_whole_number,
)
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.RegisterPlayers)
def decide_register_players(journal: Journal, command: c.RegisterPlayers) -> Sequence[e.Event]:
    if journal.tournament.phase == Phase.RUNNING:
        raise InvalidStateError("started", name=journal.tournament.name)
    first = RoundRef(1, require_whole_number("from_round", command.from_round, 1, MOST_ROUNDS))
    return _registration_events(journal, command.entrants, first, command.missed)


def _registration_events(
    journal: Journal, entrants: Sequence[Entrant], first: RoundRef, missed: ByeKind | None
) -> Sequence[e.Event]:
    if not entrants:
        raise InvalidInputError("nobody")
    number, kind = journal.next_player, _missed_kind(journal.tournament, missed)
    return [
        e.PlayerRegistered(PlayerId(number + n), entrant, first, kind)
        for n, entrant in enumerate(normalise_entrants(entrants))
    ]


def _missed_kind(t: Tournament, kind: ByeKind | None) -> ByeKind:
    return require_one_of("missed", kind or t.rules.late_entry, FOR_MISSED_ROUNDS)


@decider_for(c.EnterLate)
def decide_enter_late(journal: Journal, command: c.EnterLate) -> Sequence[e.Event]:
    t = journal.tournament
    if t.phase == Phase.SETUP:
        raise InvalidStateError("not-started.late", name=t.name)
    first = _first_round(t, command.from_round)
    if (command.missed or t.rules.late_entry) == ByeKind.FULL:
        for entrant in command.entrants:
            require_byes_left(t, entrant.name, first.round_no - 1)
    return _registration_events(journal, command.entrants, first, command.missed)


@validator_for(e.PlayerRegistered)
def validate_player_registered(t: Tournament, event: e.PlayerRegistered) -> None:
    if event.player in t.entries:
        raise ConflictError("number-taken", number=event.player)
    if t.stage != 1:
        raise InvalidStateError("stage-closed")
    require_future(t, event.first_round)
    _require_new_name(t, event.player, event.entrant)


@applier_for(e.PlayerRegistered)
def apply_player_registered(builder: TournamentBuilder, event: e.PlayerRegistered) -> None:
    period = Period(event.first_round, missed=event.missed)
    builder.entries[event.player] = Entry(event.entrant, (period,))
    builder.identities[event.entrant.identity] = event.player


def _first_round(t: Tournament, from_round: int | None) -> RoundRef:
    """The round that was asked for, else the next unpublished one."""
    if from_round is None:
        return t.first_unpublished
    return RoundRef(t.stage, require_whole_number("from_round", from_round, 1, MOST_ROUNDS))


def require_future(t: Tournament, first: RoundRef) -> None:
    """Require a round that is not complete and that the tournament will have."""
    if first.stage == t.stage and first < t.upcoming:
        raise InvalidStateError(
            "round-over", round=round_name(t, first), next=round_name(t, t.upcoming)
        )
    if first.stage == 1 and t.rules.rounds is not None and first.round_no > t.rules.rounds:
        raise InvalidStateError("no-such-round", number=first.round_no, n=t.rules.rounds)


def _require_new_name(t: Tournament, player: PlayerId, entrant: Entrant) -> None:
    """Require that the public can tell players with the same name apart."""
    other = t.identities.get(entrant.identity)
    if other is None or other == player:
        return
    code = "duplicate-name.dropped" if t.entries[other].dropped else "duplicate-name"
    raise ConflictError(code, name=entrant.name, number=other)


@decider_for(c.EditPlayer)
def decide_edit_player(journal: Journal, command: c.EditPlayer) -> Sequence[e.Event]:
    before, after = (
        get_entry(journal.tournament, command.player).entrant,
        normalise_entrant(command.entrant),
    )
    require_change(before != after, "player", player=before.name)
    return [e.PlayerEdited(command.player, after)]


@validator_for(e.PlayerEdited)
def validate_player_edited(t: Tournament, event: e.PlayerEdited) -> None:
    before = get_entry(t, event.player).entrant
    if type(before) is not type(event.entrant):
        raise InvalidStateError("player-is-no-team", player=before.name)
    if isinstance(before, Team) and isinstance(event.entrant, Team):
        _require_members_kept(before, event.entrant)
    _require_new_name(t, event.player, event.entrant)


@applier_for(e.PlayerEdited)
def apply_player_edited(builder: TournamentBuilder, event: e.PlayerEdited) -> None:
    before = builder.entries[event.player].entrant
    if before.strength != event.entrant.strength and not builder.tournament.order:
        builder.mark_draft_stale()
    change_entrant(builder, event.player, event.entrant)


def change_entrant(builder: TournamentBuilder, player: PlayerId, entrant: Entrant) -> None:
    """Those who were told apart by data that is erased may have the same identity."""
    before = builder.entries[player].entrant.identity
    if builder.identities.get(before) == player:
        builder.identities.pop(before)
    builder.identities.setdefault(entrant.identity, player)
    builder.entry(player, entrant=entrant)


def _require_members_kept(before: Team, after: Team) -> None:
    """Require that no member is removed: results refer to members by their position."""
    if len(after.members) < len(before.members):
        raise InvalidStateError("members-removed", team=before.name, n=len(before.members))


@decider_for(c.CheckIn)
def decide_check_in(_journal: Journal, command: c.CheckIn) -> Sequence[e.Event]:
    return [e.PlayerCheckedIn(command.player)]


@decider_for(c.CheckInAll)
def decide_check_in_all(journal: Journal, _command: c.CheckInAll) -> Sequence[e.Event]:
    entries = journal.tournament.entries
    waiting = [p for p, entry in entries.items() if not (entry.checked_in or entry.dropped)]
    require_change(bool(waiting), "all-checked-in")
    return [e.PlayerCheckedIn(player) for player in waiting]


@validator_for(e.PlayerCheckedIn)
def validate_player_checked_in(t: Tournament, event: e.PlayerCheckedIn) -> None:
    entry = get_entry(t, event.player)
    if entry.checked_in:
        raise InvalidStateError("checked-in", player=entry.entrant.name)
    _require_not_dropped(t, event.player)


@applier_for(e.PlayerCheckedIn)
def apply_player_checked_in(builder: TournamentBuilder, event: e.PlayerCheckedIn) -> None:
    builder.entry(event.player, checked_in=True)


def _require_not_dropped(t: Tournament, player: PlayerId) -> None:
    if get_entry(t, player).dropped:
        raise InvalidStateError("dropped", player=t.name_of(player))


@decider_for(c.CheckOut)
def decide_check_out(_journal: Journal, command: c.CheckOut) -> Sequence[e.Event]:
    return [e.PlayerCheckedOut(command.player)]


@validator_for(e.PlayerCheckedOut)
def validate_player_checked_out(t: Tournament, event: e.PlayerCheckedOut) -> None:
    entry = get_entry(t, event.player)
    if not entry.checked_in:
        raise InvalidStateError("not-checked-in", player=entry.entrant.name)
    if t.phase != Phase.SETUP:
        raise InvalidStateError("started.check-in", player=entry.entrant.name)


@applier_for(e.PlayerCheckedOut)
def apply_player_checked_out(builder: TournamentBuilder, event: e.PlayerCheckedOut) -> None:
    builder.entry(event.player, checked_in=False)


@decider_for(c.DropPlayer)
def decide_drop_player(journal: Journal, command: c.DropPlayer) -> Sequence[e.Event]:
    reason = normalise_reason(command.reason)
    after = journal.tournament.last_seen(command.player)
    dropped = e.PlayerDropped(command.player, after, command.kind, reason)
    given_up = _open_match_given_up(journal.tournament, command.player) if command.forfeit else []
    return [dropped, *given_up]


@validator_for(e.PlayerDropped)
def validate_player_dropped(t: Tournament, event: e.PlayerDropped) -> None:
    _require_not_dropped(t, event.player)
    seen = t.last_seen(event.player)
    if event.after != seen:
        raise InvalidStateError(
            "wrong-round.drop", player=t.name_of(event.player), round=round_name(t, seen)
        )


@applier_for(e.PlayerDropped)
def apply_player_dropped(builder: TournamentBuilder, event: e.PlayerDropped) -> None:
    *earlier, last = builder.entries[event.player].periods
    builder.entry(event.player, periods=(*earlier, replace(last, last=event.after, end=event.kind)))
    for request in [x for x in builder.requests if x.player == event.player]:
        del builder.requests[request]


def _open_match_given_up(t: Tournament, player: PlayerId) -> Sequence[e.Event]:
    """Forfeit the unfinished matches of a player who drops, if they have only one opponent."""
    found: list[e.Event] = []
    for ref, round_ in t.rounds.items():
        table = round_.table_of(player) if round_.status == RoundStatus.PUBLISHED else None
        if table is None or round_.pairings[table].result is not None:
            continue
        seats = round_.pairings[table].seats
        opponents = [seat for seat, other in enumerate(seats) if other != player]
        if len(opponents) == 1:
            result = Forfeit(win_for(opponents[0], len(seats)))
            found.append(e.ResultRecorded(ref.at(table), seats, result))
    return found


@decider_for(c.ReinstatePlayer)
def decide_reinstate_player(journal: Journal, command: c.ReinstatePlayer) -> Sequence[e.Event]:
    first = _first_round(journal.tournament, command.from_round)
    missed = _missed_kind(journal.tournament, command.missed)
    return [e.PlayerReinstated(command.player, first, missed)]


@validator_for(e.PlayerReinstated)
def validate_player_reinstated(t: Tournament, event: e.PlayerReinstated) -> None:
    entry = get_entry(t, event.player)
    if not entry.dropped:
        raise InvalidStateError("not-dropped", player=entry.entrant.name)
    if event.first_round.stage != t.stage or not _in_stage(t, event.player):
        raise InvalidStateError("stage-closed.player", player=entry.entrant.name)
    last = entry.periods[-1].last
    if last is not None and event.first_round <= last:
        raise InvalidStateError(
            "wrong-round.reinstate",
            player=entry.entrant.name,
            round=round_name(t, event.first_round),
            next=round_name(t, last.next),
        )
    require_future(t, event.first_round)


@applier_for(e.PlayerReinstated)
def apply_player_reinstated(builder: TournamentBuilder, event: e.PlayerReinstated) -> None:
    periods = builder.entries[event.player].periods
    period = Period(event.first_round, missed=event.missed)
    builder.entry(event.player, periods=(*periods, period))
    if event.first_round.stage > 1:  # in a knockout somebody else may have their place
        builder.mark_draft_stale()


def _in_stage(t: Tournament, player: PlayerId) -> bool:
    return t.stage == 1 or player in t.seeds[t.stage]


@decider_for(c.SetMissedRounds)
def decide_set_missed_rounds(journal: Journal, command: c.SetMissedRounds) -> Sequence[e.Event]:
    kind = require_one_of("kind", command.kind, FOR_MISSED_ROUNDS)
    reason = normalise_reason(command.reason, needed=journal.tournament.phase == Phase.RUNNING)
    return [e.MissedRoundsSet(command.player, kind, reason)]


@validator_for(e.MissedRoundsSet)
def validate_missed_rounds_set(t: Tournament, event: e.MissedRoundsSet) -> None:
    get_entry(t, event.player)


@applier_for(e.MissedRoundsSet)
def apply_missed_rounds_set(builder: TournamentBuilder, event: e.MissedRoundsSet) -> None:
    periods = builder.entries[event.player].periods
    builder.entry(event.player, periods=tuple(replace(x, missed=event.kind) for x in periods))
    builder.mark_draft_stale()


@decider_for(c.RequestBye)
def decide_request_bye(journal: Journal, command: c.RequestBye) -> Sequence[e.Event]:
    round_no = require_whole_number("round_no", command.round_no, 1, MOST_ROUNDS)
    kind = require_one_of("kind", command.kind, REQUESTABLE)
    require_half_bye_allowed(journal.tournament, command.player, kind)
    if kind == ByeKind.FULL and command.player in journal.tournament.entries:
        name = journal.tournament.name_of(command.player)
        had = byes_worth_a_win(journal.tournament, command.player)
        require_byes_left(journal.tournament, name, had + 1)
    return [e.ByeRequested(command.player, round_no, kind)]


@validator_for(e.ByeRequested)
def validate_bye_requested(t: Tournament, event: e.ByeRequested) -> None:
    name = get_entry(t, event.player).entrant.name
    _require_not_dropped(t, event.player)
    _require_unseen(t, event.round_no)
    require_future(t, RoundRef(1, event.round_no))
    if event.round_no in t.entries[event.player].requested_byes:
        raise InvalidStateError(
            "bye-requested", player=name, round=RoundRef(1, event.round_no).name
        )


@applier_for(e.ByeRequested)
def apply_bye_requested(builder: TournamentBuilder, event: e.ByeRequested) -> None:
    requested = builder.entries[event.player].requested_byes
    builder.entry(event.player, requested_byes={**requested, event.round_no: event.kind})
    builder.requests.pop(PlayerRequest(event.player, event.round_no), None)


def _require_unseen(t: Tournament, round_no: int) -> None:
    """Require an unpublished round: until then a bye can be requested or withdrawn."""
    ref = RoundRef(1, round_no)
    there = t.rounds.get(ref)
    if t.stage != 1 or (there is not None and there.status != RoundStatus.DRAFT):
        raise InvalidStateError("round-published.bye-request", round=ref.name)


@decider_for(c.WithdrawByeRequest)
def decide_withdraw_bye_request(
    _journal: Journal, command: c.WithdrawByeRequest
) -> Sequence[e.Event]:
    return [e.ByeRequestWithdrawn(command.player, command.round_no)]


@validator_for(e.ByeRequestWithdrawn)
def validate_bye_request_withdrawn(t: Tournament, event: e.ByeRequestWithdrawn) -> None:
    entry = get_entry(t, event.player)
    if event.round_no not in entry.requested_byes:
        raise NotFoundError(
            "no-bye-requested", player=entry.entrant.name, round=RoundRef(1, event.round_no).name
        )
    _require_unseen(t, event.round_no)


@applier_for(e.ByeRequestWithdrawn)
def apply_bye_request_withdrawn(builder: TournamentBuilder, event: e.ByeRequestWithdrawn) -> None:
    requested = builder.entries[event.player].requested_byes
    left = {n: kind for n, kind in requested.items() if n != event.round_no}
    builder.entry(event.player, requested_byes=left)


@decider_for(c.FixTable)
def decide_fix_table(journal: Journal, command: c.FixTable) -> Sequence[e.Event]:
    if command.table is not None:
        require_whole_number("table", command.table, 1, HIGHEST_TABLE)
    entry = get_entry(journal.tournament, command.player)
    require_change(entry.fixed_table != command.table, "same")
    return [e.TableFixed(command.player, command.table)]


@validator_for(e.TableFixed)
def validate_table_fixed(t: Tournament, event: e.TableFixed) -> None:
    get_entry(t, event.player)
    for other, theirs in t.entries.items():
        taken = event.table is not None and theirs.fixed_table == event.table
        if taken and other != event.player:
            raise ConflictError("table-taken.fixed", table=event.table, player=t.name_of(other))


@applier_for(e.TableFixed)
def apply_table_fixed(builder: TournamentBuilder, event: e.TableFixed) -> None:
    builder.entry(event.player, fixed_table=event.table)
