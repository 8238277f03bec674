"""Command and state to events, or a refusal. Pure: the same question has the same answer."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairpair.core.errors import BadInput, Conflict, NotAllowed
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant
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
from fairpair.engine.pairing.check import SOFT
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.fold import Working
from fairpair.log.journal import Journal, read
from fairpair.log.permit import permit
from fairpair.log.permit.registry import known, known_round, require_created
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
def _(j: Journal, command: c.RenameTournament) -> Sequence[e.Event]:
    name = tidy_name(command.name)
    _require_change(j.tournament.name != name, f"It is called {name} already.")
    return [e.TournamentRenamed(name)]


@_on(c.ChangeRules)
def _(j: Journal, command: c.ChangeRules) -> Sequence[e.Event]:
    """Only what really changes is kept, in its exact form."""
    before, after = j.tournament.rules, j.tournament.rules.changed(command.changes)
    keys = (OTHER_NAMES.get(key, key) for key in command.changes)
    changes = {k: plain(getattr(after, k)) for k in keys if getattr(before, k) != getattr(after, k)}
    _require_change(bool(changes), "The rules are like that already.")
    return [e.RulesChanged(changes, tidy_reason(command.reason))]


@_on(c.MakeCut)
def _(j: Journal, command: c.MakeCut) -> Sequence[e.Event]:
    return [e.CutMade(j.tournament.stage + 1, command.seeds, _basis(j, command.basis))]


@_on(c.FinishTournament)
def _(_j: Journal, command: c.FinishTournament) -> Sequence[e.Event]:
    return [e.TournamentFinished(command.early, tidy_reason(command.reason))]


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
    first = RoundRef(1, whole_number("from_round", command.from_round, 1, 99))
    return _registered(j, command.entrants, first, command.missed)


@_on(c.EnterLate)
def _(j: Journal, command: c.EnterLate) -> Sequence[e.Event]:
    t = j.tournament
    if t.phase == Phase.SETUP:
        raise NotAllowed("not-started", f"{t.name} has not started.", "Register them normally.")
    return _registered(j, command.entrants, _first_round(t, command.from_round), command.missed)


@_on(c.EditPlayer)
def _(j: Journal, command: c.EditPlayer) -> Sequence[e.Event]:
    before, after = known(j.tournament, command.player).entrant, tidy_entrant(command.entrant)
    _require_change(before != after, f"{before.name} is like that already.")
    return [e.PlayerEdited(command.player, after)]


@_on(c.CheckIn)
def _(_j: Journal, command: c.CheckIn) -> Sequence[e.Event]:
    return [e.PlayerCheckedIn(command.player)]


@_on(c.CheckOut)
def _(_j: Journal, command: c.CheckOut) -> Sequence[e.Event]:
    return [e.PlayerCheckedOut(command.player)]


@_on(c.DropPlayer)
def _(j: Journal, command: c.DropPlayer) -> Sequence[e.Event]:
    reason = tidy_reason(command.reason)
    dropped = e.PlayerDropped(command.player, j.tournament.last_seen, command.kind, reason)
    given_up = _open_match_given_up(j.tournament, command.player) if command.forfeit else []
    return [dropped, *given_up]


@_on(c.ReinstatePlayer)
def _(j: Journal, command: c.ReinstatePlayer) -> Sequence[e.Event]:
    first = _first_round(j.tournament, command.from_round)
    missed = _missed(j.tournament, command.missed)
    return [e.PlayerReinstated(command.player, first, missed)]


@_on(c.SetMissedRounds)
def _(_j: Journal, command: c.SetMissedRounds) -> Sequence[e.Event]:
    kind = one_of("kind", command.kind, FOR_MISSED_ROUNDS)
    return [e.MissedRoundsSet(command.player, kind, tidy_reason(command.reason))]


@_on(c.RequestBye)
def _(_j: Journal, command: c.RequestBye) -> Sequence[e.Event]:
    round_no = whole_number("round_no", command.round_no, 1, 99)
    return [e.ByeRequested(command.player, round_no, one_of("kind", command.kind, REQUESTABLE))]


@_on(c.WithdrawByeRequest)
def _(_j: Journal, command: c.WithdrawByeRequest) -> Sequence[e.Event]:
    return [e.ByeRequestWithdrawn(command.player, command.round_no)]


@_on(c.FixTable)
def _(j: Journal, command: c.FixTable) -> Sequence[e.Event]:
    if command.table is not None:
        whole_number("table", command.table, 1, 99_999)
    entry = known(j.tournament, command.player)
    _require_change(entry.fixed_table != command.table, "That is so already.")
    return [e.TableFixed(command.player, command.table)]


@_on(c.AvoidPair)
def _(_j: Journal, command: c.AvoidPair) -> Sequence[e.Event]:
    first = whole_number("from_round", command.from_round, 1, 99)
    if command.until_round is not None:
        whole_number("until_round", command.until_round, first, 99)
    return [e.PairAvoided(command.a, command.b, command.hard, first, command.until_round)]


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
            _basis(j, command.basis),
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


@_on(c.GiveBye)
def _(j: Journal, command: c.GiveBye) -> Sequence[e.Event]:
    t = j.tournament
    ref = _present_round(t)
    if command.round_no is not None:
        ref = RoundRef(command.stage, command.round_no)
    round_ = known_round(t, ref)
    reason = tidy_reason(command.reason, needed=round_.status == RoundStatus.COMPLETE)
    _require_change(round_.byes.get(command.player) != command.kind, "That is so already.")
    return [e.ByeGiven(ref, command.player, command.kind, reason)]


@_on(c.MoveTable)
def _(j: Journal, command: c.MoveTable) -> Sequence[e.Event]:
    return [e.TableMoved(_present_round(j.tournament), command.table, command.to)]


@_on(c.PublishRound)
def _(j: Journal, command: c.PublishRound) -> Sequence[e.Event]:
    confirmed = _confirmed(command.confirmed)
    return [e.RoundPublished(_present_round(j.tournament), command.as_it_is, confirmed)]


@_on(c.CompleteRound)
def _(j: Journal, _command: c.CompleteRound) -> Sequence[e.Event]:
    return [e.RoundCompleted(_present_round(j.tournament))]


# --- results -------------------------------------------------------------------------------------


@_on(c.RecordResult)
def _(j: Journal, command: c.RecordResult) -> Sequence[e.Event]:
    players = command.players or find_match(j.tournament, command.match).seats
    return [e.ResultRecorded(command.match, players, command.result)]


@_on(c.CorrectResult)
def _(j: Journal, command: c.CorrectResult) -> Sequence[e.Event]:
    pairing = find_match(j.tournament, command.match)
    players = command.players or pairing.seats
    reason = tidy_reason(command.reason, needed=True)
    same = pairing.result == command.result
    _require_change(not same, f"Table {command.match.table} has that result already.")
    return [e.ResultCorrected(command.match, players, command.result, reason)]


@_on(c.ClearResult)
def _(j: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = command.players or find_match(j.tournament, command.match).seats
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
    return tuple(sorted({one_of("confirmed", code, sorted(SOFT)) for code in codes}))


def _require_change(changed: bool, text: str) -> None:
    """Not in `permit`: an undo must not fail because a later action changes nothing then."""
    if not changed:
        raise NotAllowed("nothing-changed", text, "There is nothing to do.")


def _first_round(t: Tournament, from_round: int | None) -> RoundRef:
    """The round asked for, else the next one that players have not seen yet."""
    if from_round is None:
        return t.unseen
    return RoundRef(t.stage, whole_number("from_round", from_round, 1, 99))


def _missed(t: Tournament, kind: ByeKind | None) -> ByeKind:
    return one_of("missed", kind or t.rules.late_entry, FOR_MISSED_ROUNDS)


def _registered(
    j: Journal, entrants: Sequence[Entrant], first: RoundRef, missed: ByeKind | None
) -> Sequence[e.Event]:
    if not entrants:
        raise BadInput("nobody", "There is nobody to register.", "Name at least one player.")
    number, kind = j.next_player, _missed(j.tournament, missed)
    return [
        e.PlayerRegistered(PlayerId(number + n), entrant, first, kind)
        for n, entrant in enumerate(tidy_entrants(entrants))
    ]


def _basis(j: Journal, basis: int | None) -> int:
    """The version a decision was computed from; refused if what counts is different by now."""
    if basis is None or basis == j.version:
        return j.version
    whole_number("basis", basis, 1, j.version)
    then = read(j.records[:basis]).tournament
    now = j.tournament
    if (then.rules, then.entries, then.rounds, then.avoided) != (
        now.rules,
        now.entries,
        now.rounds,
        now.avoided,
    ):
        raise Conflict(
            "basis-changed",
            "Players, results or rules have changed since this was computed.",
            "Compute it again.",
        )
    return basis


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
