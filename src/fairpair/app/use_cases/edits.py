"""What is asked for as a state, not as an event: entered, set, corrected as the log needs it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairpair.app.service import Outcome, Service, id_reused
from fairpair.app.use_cases.command_plan import (
    CommandContext,
    CommandPlan,
    PlannedCommand,
    carry_out,
    execute,
    has,
)
from fairpair.core.errors import ConflictError, FieldProblem, ForbiddenError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant
from fairpair.core.results import Result, is_adjourned
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef, RoundStatus
from fairpair.core.tournament import PairingRestriction, Phase, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.journal import Journal
from fairpair.log.normalise import tidy_entrants
from fairpair.log.results import find_match
from fairpair.log.validate import get_entry, get_round, require_created

ENTERED_AGAIN = "entered again"


def enter_players(
    service: Service,
    context: CommandContext,
    entrants: Sequence[Entrant],
    from_round: int | None = None,
    missed: ByeKind | None = None,
) -> Outcome:
    """Register players or teams, late if the tournament has started by now; all or none."""
    again = _entered_before(service, context, entrants)
    if again:
        return again
    _require_new_names(service.journal(context.tournament).tournament, entrants)
    ways: list[c.Command] = [
        c.RegisterPlayers(tuple(entrants), from_round or 1, missed),
        c.EnterLate(tuple(entrants), from_round, missed),
    ]
    if service.journal(context.tournament).tournament.phase == Phase.RUNNING:
        ways.reverse()
    try:
        return execute(service, context, ways[0])
    except (InvalidStateError, ConflictError) as refusal:
        if refusal.code not in ("started", "not-started"):  # it was started or undone meanwhile
            raise
        return execute(service, context, ways[1])


def _entered_before(
    service: Service, context: CommandContext, entrants: Sequence[Entrant]
) -> Outcome | None:
    """The first answer, if these very players were entered with this id, early or late."""
    done = service.answered(context.tournament, context.command_id)
    if done is None:
        return None
    entered = [x.entrant for x in done.events if isinstance(x, e.PlayerRegistered)]
    if entered != tidy_entrants(entrants) or len(entered) != len(done.events):
        raise id_reused(context.command_id)
    return done


def _require_new_names(t: Tournament, entrants: Sequence[Entrant]) -> None:
    """All namesakes at once; the log would name the first one only."""
    seen = dict(t.identities)
    problems = []
    for n, entrant in enumerate(tidy_entrants(entrants), 1):
        other = seen.get(entrant.identity)
        if other is not None:
            where = f"number {other}" if other > 0 else f"entry {-other} of this list"
            problems.append(FieldProblem(f"players.{n}.name", f"{entrant.name} is {where}"))
        seen.setdefault(entrant.identity, PlayerId(-n))
    if problems:
        raise ConflictError(
            "duplicate-name",
            f"{len(problems)} of these are there already."
            if len(problems) > 1
            else f"{problems[0].message} already.",
            "If they are two people, add what tells them apart: a club, an initial, a title.",
            problems,
        )


def edit_player(
    service: Service,
    context: CommandContext,
    player: PlayerId,
    changed: Callable[[Entrant], Entrant],
) -> Outcome:
    """Put some of the public data right; the others stay as they are by then."""

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        before = get_entry(journal.tournament, player).entrant
        return [PlannedCommand("edit", c.EditPlayer(player, changed(before)), exact=True)]

    return carry_out(service, context, ("edit",), plan, has(e.PlayerEdited, player=player))


def in_round(
    service: Service, context: CommandContext, ref: RoundRef, command: c.Command
) -> Outcome:
    """A command about the present round, if this is the one."""
    again = service.repeated(context.tournament, command, context.command_id)
    if again:
        return again

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        _require_present(journal.tournament, ref, command)
        return [PlannedCommand("change", command, exact=True)]

    def fits(_events: Sequence[e.Event]) -> bool:
        return service.repeated(context.tournament, command, context.command_id) is not None

    return carry_out(service, context, ("change",), plan, fits)


def set_bye(
    service: Service, context: CommandContext, player: PlayerId, round_no: int, kind: ByeKind
) -> Outcome:
    """Leave the player out of a coming round with this kind of bye, whatever was asked before."""

    def plan(journal: Journal, done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        asked = get_entry(journal.tournament, player).requested_byes.get(round_no)
        if asked == kind:
            return []
        steps = CommandPlan(journal)
        if asked is not None and "withdraw" not in done:
            steps.add("withdraw", c.WithdrawByeRequest(player, round_no))
        steps.add("request", c.RequestBye(player, round_no, kind))
        return steps.made

    fits = has(e.ByeRequested, player=player, round_no=round_no, kind=kind)
    return carry_out(service, context, ("withdraw", "request"), plan, fits)


def set_pairing_restriction(
    service: Service, context: CommandContext, a: PlayerId, b: PlayerId, terms: PairingRestriction
) -> Outcome:
    """Keep two players apart on these terms, whatever they were before."""

    def plan(journal: Journal, done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        there = journal.tournament.avoided.get(frozenset((a, b)))
        if there == terms:
            return []
        steps = CommandPlan(journal)
        if there is not None and "allow" not in done:
            steps.add("allow", c.AllowPair(a, b))
        command = c.AvoidPair(a, b, terms.hard, terms.from_round, terms.until_round)
        steps.add("avoid", command)
        return steps.made

    def fits(events: Sequence[e.Event]) -> bool:
        return any(isinstance(x, e.PairAvoided) and {x.a, x.b} == {a, b} for x in events)

    return carry_out(service, context, ("allow", "avoid"), plan, fits)


def run_idempotent(service: Service, context: CommandContext, command: c.Command) -> Outcome:
    """Carry out a command that sets something; if it is so already, nothing is written."""
    try:
        return execute(service, context, command)
    except InvalidStateError as refusal:
        if refusal.code != "nothing-changed":
            raise
        return Outcome(service.journal(context.tournament).version, ())


def configure(
    service: Service,
    context: CommandContext,
    name: str | None = None,
    rules: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Outcome:
    """Rename the tournament, set rules anew, or both; what is so already stays as it is."""
    parts = [part for part, value in (("name", name), ("rules", rules)) if value is not None]

    def plan(journal: Journal, done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        steps = CommandPlan(journal)
        wanted: dict[str, c.Command] = {
            "name": c.RenameTournament(name or ""),
            "rules": c.ChangeRules(rules or {}, reason),
        }
        for part in parts:
            if part not in done:
                _add_if_new(steps, part, wanted[part])
        return steps.made

    kinds = {"name": e.TournamentRenamed, "rules": e.RulesChanged}
    return carry_out(service, context, parts, plan, has(kinds[parts[-1]]))


def _add_if_new(steps: CommandPlan, part: str, command: c.Command) -> None:
    try:
        steps.add(part, command)
    except InvalidStateError as refusal:
        if refusal.code != "nothing-changed":
            raise


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The result that a match is to have, for these players if they are named.

    `correction` is the reason why another result is replaced; while the round runs it needs none.
    `closed_too` is for who may change closed rounds with a reason. With `void_later` later matches
    of a knock-out that others would have played do not count any more.
    """

    match: MatchRef
    result: Result
    players: tuple[PlayerId, ...] = ()
    correction: str | None = None
    closed_too: bool = False
    void_later: bool = False


def enter_result(service: Service, context: CommandContext, entry: ResultEntry) -> Outcome:
    """Let the match have this result, whatever it had before; nothing is written if it has it."""
    match, result, players, correction = entry.match, entry.result, entry.players, entry.correction

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        t = journal.tournament
        require_created(t)
        there = find_match(t, match)
        closed = t.rounds[match.round].status == RoundStatus.COMPLETE
        ends_adjourned = is_adjourned(there.result) and not is_adjourned(result)
        if closed and (correction is None or not entry.closed_too) and not ends_adjourned:
            raise round_closed(match.round)
        others = players not in ((), there.seats)  # the log refuses that, with names
        if there.result == result and not others:
            return []
        if there.result is None or others or (correction is None and ends_adjourned):
            return [PlannedCommand("result", c.RecordResult(match, result, players))]
        reason = ENTERED_AGAIN if correction is None else correction
        command = c.CorrectResult(match, result, reason, players, entry.void_later)
        return [PlannedCommand("result", command)]

    def fits(events: Sequence[e.Event]) -> bool:
        kinds = (e.ResultRecorded, e.ResultCorrected)
        return any(isinstance(x, kinds) and (x.match, x.result) == (match, result) for x in events)

    return carry_out(service, context, ("result",), plan, fits)


def clear_result(service: Service, context: CommandContext, command: c.ClearResult) -> Outcome:
    """Take the result of a match of the running round away."""
    try:
        return execute(service, context, command)
    except InvalidStateError as refusal:
        if refusal.code == "round-closed":
            raise round_closed(command.match.round) from refusal
        raise


def round_closed(ref: RoundRef) -> ForbiddenError:
    """The refusal of a result in a closed round."""
    return ForbiddenError(
        "round-closed",
        f"{ref.title} is closed.",
        "An organiser can correct the result, with a reason.",
    )


def _require_present(t: Tournament, ref: RoundRef, command: c.Command) -> None:
    """The latest round; the first that is not complete is completed before others."""
    get_round(t, ref)
    completes = isinstance(command, c.CompleteRound) and t.upcoming in t.rounds
    if ref != (t.upcoming if completes else t.latest):
        raise InvalidStateError(
            "round-over",
            f"{ref.title} is over: it is the turn of {t.upcoming}.",
            "Look at the present round.",
        )
