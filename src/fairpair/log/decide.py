"""Command and state to events, or a refusal. Pure: the same question has the same answer."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairpair.core.errors import BadInput, NotAllowed
from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit, win_for
from fairpair.core.rounds import (
    FOR_MISSED_ROUNDS,
    REQUESTABLE,
    ByeKind,
    MatchRef,
    RoundRef,
    RoundStatus,
    Table,
)
from fairpair.core.rules import OTHER_NAMES, Rules, plain
from fairpair.core.tournament import Phase, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.fold import Working
from fairpair.log.journal import Journal
from fairpair.log.permit import permit
from fairpair.log.permit.registry import known_round, require_created
from fairpair.log.permit.results import find_match
from fairpair.log.tidy import (
    one_of,
    short_text,
    tidy_entrant,
    tidy_entrants,
    tidy_name,
    tidy_reason,
    whole_number,
)
from fairpair.log.undo import last_action, last_undone, permit_undo, undo_of

C = TypeVar("C", bound=c.Command)


def decide(journal: Journal, command: c.Command) -> tuple[e.Event, ...]:
    """What happens when the command is carried out now: at least one event, all permitted.

    Raises `BadInput` for what makes no sense, `NotAllowed` or `Conflict` for what cannot be now.
    """
    if not isinstance(command, _POSSIBLE_ON_NOTHING):
        require_created(journal.tournament)
    events = tuple(_DECIDE[type(command)](journal, command))
    working = Working(journal.tournament)
    for event in events:
        if isinstance(event, e.ActionUndone):
            permit_undo(journal, event)
        else:
            permit(event, working.tournament)
            working.apply(event)
    return events


_POSSIBLE_ON_NOTHING = (c.CreateTournament, c.Undo, c.Redo)
Decision = Callable[[Journal, C], Sequence[e.Event]]
_DECIDE: dict[type[c.Command], Decision[Any]] = {}


def _on(kind: type[C]) -> Callable[[Decision[C]], Decision[C]]:
    def register(decision: Decision[C]) -> Decision[C]:
        _DECIDE[kind] = decision
        return decision

    return register


# --- the tournament ------------------------------------------------------------------------------


@_on(c.CreateTournament)
def _(_j: Journal, command: c.CreateTournament) -> Sequence[e.Event]:
    rules = Rules.read(command.rules).as_settings()
    draw_seed = short_text("draw_seed", command.draw_seed, needed=True)
    return [e.TournamentCreated(tidy_name(command.name), rules, draw_seed)]


@_on(c.RenameTournament)
def _(_j: Journal, command: c.RenameTournament) -> Sequence[e.Event]:
    return [e.TournamentRenamed(tidy_name(command.name))]


@_on(c.ChangeRules)
def _(j: Journal, command: c.ChangeRules) -> Sequence[e.Event]:
    """Only what really changes is kept, in its exact form."""
    rules = j.tournament.rules.changed(command.changes)
    keys = (OTHER_NAMES.get(key, key) for key in command.changes)
    changes = {key: plain(getattr(rules, key)) for key in keys}
    return [e.RulesChanged(changes, tidy_reason(command.reason))]


@_on(c.MakeCut)
def _(j: Journal, command: c.MakeCut) -> Sequence[e.Event]:
    return [e.CutMade(j.tournament.stage + 1, command.seeds)]


@_on(c.FinishTournament)
def _(_j: Journal, command: c.FinishTournament) -> Sequence[e.Event]:
    return [e.TournamentFinished(command.early)]


@_on(c.ReopenTournament)
def _(_j: Journal, command: c.ReopenTournament) -> Sequence[e.Event]:
    return [e.TournamentReopened(tidy_reason(command.reason, needed=True))]


# --- players -------------------------------------------------------------------------------------


@_on(c.RegisterPlayers)
def _(j: Journal, command: c.RegisterPlayers) -> Sequence[e.Event]:
    if j.tournament.phase == Phase.RUNNING:
        raise NotAllowed(
            "started",
            f"{j.tournament.name} has started.",
            "Enter them late and say how the missed rounds count.",
        )
    if not command.entrants:
        raise BadInput("nobody", "There is nobody to register.", "Name at least one player.")
    first = RoundRef(1, whole_number("from_round", command.from_round, 1, 99))
    missed = j.tournament.rules.late_entry
    return [
        e.PlayerRegistered(PlayerId(j.players_issued + n), entrant, first, missed)
        for n, entrant in enumerate(tidy_entrants(command.entrants), 1)
    ]


@_on(c.EnterLate)
def _(j: Journal, command: c.EnterLate) -> Sequence[e.Event]:
    t = j.tournament
    if t.phase == Phase.SETUP:
        raise NotAllowed("not-started", f"{t.name} has not started.", "Register them normally.")
    first = _next_undrafted(t)
    if command.from_round is not None:
        first = RoundRef(1, whole_number("from_round", command.from_round, 1, 99))
    missed = one_of("missed", command.missed or t.rules.late_entry, FOR_MISSED_ROUNDS)
    number = PlayerId(j.players_issued + 1)
    return [e.PlayerRegistered(number, tidy_entrant(command.entrant), first, missed)]


@_on(c.EditPlayer)
def _(_j: Journal, command: c.EditPlayer) -> Sequence[e.Event]:
    return [e.PlayerEdited(command.player, tidy_entrant(command.entrant))]


@_on(c.CheckIn)
def _(_j: Journal, command: c.CheckIn) -> Sequence[e.Event]:
    return [e.PlayerCheckedIn(command.player)]


@_on(c.CheckOut)
def _(_j: Journal, command: c.CheckOut) -> Sequence[e.Event]:
    return [e.PlayerCheckedOut(command.player)]


@_on(c.DropPlayer)
def _(j: Journal, command: c.DropPlayer) -> Sequence[e.Event]:
    reason = tidy_reason(command.reason)
    dropped = e.PlayerDropped(command.player, j.tournament.last_seen, reason)
    return [dropped, *_open_match_given_up(j.tournament, command.player)]


@_on(c.ReinstatePlayer)
def _(j: Journal, command: c.ReinstatePlayer) -> Sequence[e.Event]:
    return [e.PlayerReinstated(command.player, _next_undrafted(j.tournament))]


@_on(c.RequestBye)
def _(_j: Journal, command: c.RequestBye) -> Sequence[e.Event]:
    round_no = whole_number("round_no", command.round_no, 1, 99)
    return [e.ByeRequested(command.player, round_no, one_of("kind", command.kind, REQUESTABLE))]


@_on(c.WithdrawByeRequest)
def _(_j: Journal, command: c.WithdrawByeRequest) -> Sequence[e.Event]:
    return [e.ByeRequestWithdrawn(command.player, command.round_no)]


@_on(c.FixTable)
def _(_j: Journal, command: c.FixTable) -> Sequence[e.Event]:
    if command.table is not None:
        whole_number("table", command.table, 1, 99_999)
    return [e.TableFixed(command.player, command.table)]


@_on(c.AvoidPair)
def _(_j: Journal, command: c.AvoidPair) -> Sequence[e.Event]:
    if command.until_round is not None:
        whole_number("until_round", command.until_round, 1, 99)
    return [e.PairAvoided(command.a, command.b, command.hard, command.until_round)]


@_on(c.AllowPair)
def _(_j: Journal, command: c.AllowPair) -> Sequence[e.Event]:
    return [e.PairAllowed(command.a, command.b)]


# --- rounds --------------------------------------------------------------------------------------


@_on(c.DraftRound)
def _(j: Journal, command: c.DraftRound) -> Sequence[e.Event]:
    t = j.tournament
    return [
        e.RoundDrafted(
            t.upcoming,
            command.tables,
            command.byes,
            short_text("system", command.system, needed=True),
            short_text("engine", command.engine),
            short_text("draw_seed", command.draw_seed) or t.draw_seed,
            _confirmed(command.confirmed),
        )
    ]


@_on(c.DiscardDraft)
def _(j: Journal, _command: c.DiscardDraft) -> Sequence[e.Event]:
    return [e.DraftDiscarded(_present_round(j.tournament))]


@_on(c.SwapPlayers)
def _(j: Journal, command: c.SwapPlayers) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    reason = tidy_reason(command.reason)
    return [e.PlayersSwapped(present, command.a, command.b, reason, _confirmed(command.confirmed))]


@_on(c.ReplacePlayer)
def _(j: Journal, command: c.ReplacePlayer) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    reason = tidy_reason(command.reason)
    bye = one_of("bye", command.bye, (*REQUESTABLE, ByeKind.PAIRING))
    return [
        e.PlayerReplaced(
            present, command.out, command.by, bye, reason, _confirmed(command.confirmed)
        )
    ]


@_on(c.AddTable)
def _(j: Journal, command: c.AddTable) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    taken = known_round(j.tournament, present).pairings
    number = max(taken, default=0) + 1 if command.table is None else command.table
    return [e.TableAdded(present, Table(number, command.seats), _confirmed(command.confirmed))]


@_on(c.MoveTable)
def _(j: Journal, command: c.MoveTable) -> Sequence[e.Event]:
    return [e.TableMoved(_present_round(j.tournament), command.table, command.to)]


@_on(c.PublishRound)
def _(j: Journal, command: c.PublishRound) -> Sequence[e.Event]:
    return [e.RoundPublished(_present_round(j.tournament), command.as_it_is)]


@_on(c.CompleteRound)
def _(j: Journal, _command: c.CompleteRound) -> Sequence[e.Event]:
    return [e.RoundCompleted(_present_round(j.tournament))]


# --- results -------------------------------------------------------------------------------------


@_on(c.RecordResult)
def _(j: Journal, command: c.RecordResult) -> Sequence[e.Event]:
    players = _players_at(j.tournament, command.match)
    return [e.ResultRecorded(command.match, players, command.result)]


@_on(c.CorrectResult)
def _(j: Journal, command: c.CorrectResult) -> Sequence[e.Event]:
    players = _players_at(j.tournament, command.match)
    reason = tidy_reason(command.reason, needed=True)
    return [e.ResultCorrected(command.match, players, command.result, reason)]


@_on(c.ClearResult)
def _(j: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = _players_at(j.tournament, command.match)
    return [e.ResultCleared(command.match, players, tidy_reason(command.reason))]


# --- undo ----------------------------------------------------------------------------------------


@_on(c.Undo)
def _(j: Journal, command: c.Undo) -> Sequence[e.Event]:
    action = last_action(j) if command.action is None else command.action
    return [e.ActionUndone(action, tidy_reason(command.reason))]


@_on(c.Redo)
def _(j: Journal, command: c.Redo) -> Sequence[e.Event]:
    action = last_undone(j) if command.action is None else command.action
    return [e.ActionUndone(undo_of(j, action))]


# --- what several of them need -------------------------------------------------------------------


def _present_round(t: Tournament) -> RoundRef:
    """The last round of the present stage: the draft, the running one, or the one just closed."""
    return t.latest or t.upcoming


def _confirmed(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(short_text("confirmed", code) for code in codes)


def _next_undrafted(t: Tournament) -> RoundRef:
    return t.latest.next if t.latest else t.upcoming


def _players_at(t: Tournament, match: MatchRef) -> tuple[PlayerId, ...]:
    return find_match(t, match).seats


def _open_match_given_up(t: Tournament, player: PlayerId) -> Sequence[e.Event]:
    """A match that is being played goes to the opponent of whoever leaves."""
    latest = t.latest_published
    if latest is None or t.rounds[latest].status != RoundStatus.PUBLISHED:
        return []
    table = t.rounds[latest].table_of(player)
    if table is None or t.rounds[latest].pairings[table].result is not None:
        return []
    seats = t.rounds[latest].pairings[table].seats
    winner = 1 - seats.index(player)
    match = MatchRef(latest.stage, latest.round_no, table)
    return [e.ResultRecorded(match, seats, Forfeit(win_for(winner)))]
