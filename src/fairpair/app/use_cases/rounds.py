"""Running a tournament: start it, make the next round, go on to the cut, end it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from fairpair.app.service import Outcome, Service
from fairpair.app.use_cases.command_plan import (
    CommandContext,
    CommandPlan,
    PlannedCommand,
    carry_out,
    has,
)
from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.app.use_cases.remedies import remedy
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Bye, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.journal import Journal
from fairpair.log.rounds import results_pending
from fairpair.log.validate import require_created, require_open


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """How a round is made.

    By the tournament's system; or as a suggestion says that came with a refusal (`remedy`, its
    kind); or as somebody paired it by hand (`tables`, `byes`).
    """

    draft_only: bool = False
    confirmed: tuple[str, ...] = ()
    remedy: str = ""
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()


class RoundNotPairableError(ImpossiblePairingError):
    """The round cannot be paired; `tournament` is the state in which the suggestions help."""

    def __init__(self, error: ImpossiblePairingError, tournament: Tournament) -> None:
        super().__init__(error.code, error.message, error.hint, error.problems, error.suggestions)
        self.tournament = tournament


def start(
    service: Service,
    context: CommandContext,
    total_rounds: int | None = None,
    making: RoundOptions | None = None,
) -> Outcome:
    """Make and publish round 1, or publish its draft if there is one; refused once started."""
    how = making or RoundOptions()

    def plan(journal: Journal, done: Collection[str]) -> Sequence[PlannedCommand]:
        t = journal.tournament
        require_created(t)
        if t.phase != Phase.SETUP:
            raise InvalidStateError(
                "already-started", f"{t.name} has started already.", "Generate the next round."
            )
        steps = CommandPlan(journal)
        if total_rounds is not None and total_rounds != t.rules.rounds and "rules" not in done:
            steps.add("rules", c.ChangeRules({"rounds": total_rounds}))
        if t.upcoming not in t.rounds:
            steps.add("draft", _draft_of(steps, how))
        steps.add("publish", c.PublishRound(confirmed=how.confirmed))
        return steps.made

    def fits(events: Sequence[e.Event]) -> bool:
        return any(isinstance(x, e.RoundPublished) and x.round.round_no == 1 for x in events)

    return carry_out(service, context, ("rules", "draft", "publish"), plan, fits)


def generate(
    service: Service, context: CommandContext, ref: RoundRef, making: RoundOptions
) -> Outcome:
    """Make this round and publish it, unless only a draft is wanted.

    The round before is completed if all its results are in. When the round cannot be paired,
    nothing is changed and `RoundNotPairableError` says why and what helps.
    """

    def plan(journal: Journal, done: Collection[str]) -> Sequence[PlannedCommand]:
        t = journal.tournament
        require_created(t)
        require_open(t)
        steps = CommandPlan(journal)
        if "draft" not in done:
            _require_new(t, ref)
            _complete_present(steps)
            _require_turn(steps.tournament, ref)
            steps.add("draft", _draft_of(steps, making))
        if not making.draft_only:
            steps.add("publish", c.PublishRound(confirmed=making.confirmed))
        return steps.made

    if making.draft_only:
        return carry_out(
            service, context, ("complete", "draft"), plan, has(e.RoundDrafted, round=ref)
        )
    parts = ("complete", "draft", "publish")
    return carry_out(service, context, parts, plan, has(e.RoundPublished, round=ref))


def cut(
    service: Service,
    context: CommandContext,
    declined: Collection[PlayerId] = (),
    seeds: Sequence[PlayerId] = (),
) -> Outcome:
    """Send the best to the knock-out by the rules, or just these `seeds`, best first.

    The last round is completed if all its results are in.
    """

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        require_open(journal.tournament)
        steps = CommandPlan(journal)
        _complete_present(steps)
        if seeds:
            steps.add("cut", c.MakeCut(tuple(seeds)))
        else:
            steps.add("cut", cut_command(steps.tournament, steps.version, declined))
        return steps.made

    return carry_out(service, context, ("complete", "cut"), plan, has(e.CutMade))


def open_matches(service: Service, context: CommandContext) -> Outcome:
    """Let every knock-out match begin whose players are known, while others still play."""

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        return [
            PlannedCommand("open", open_command(journal.tournament, journal.version), exact=True)
        ]

    def fits(events: Sequence[e.Event]) -> bool:
        return any(isinstance(event, e.RoundPublished | e.TableAdded) for event in events)

    return carry_out(service, context, ("open",), plan, fits)


def finish(
    service: Service, context: CommandContext, *, early: bool = False, reason: str = ""
) -> Outcome:
    """End the tournament; the last round is completed if all its results are in."""

    def plan(journal: Journal, _done: Collection[str]) -> Sequence[PlannedCommand]:
        require_created(journal.tournament)
        require_open(journal.tournament)
        steps = CommandPlan(journal)
        _complete_present(steps)
        steps.add("finish", c.FinishTournament(early, reason))
        return steps.made

    return carry_out(service, context, ("complete", "finish"), plan, has(e.TournamentFinished))


def _complete_present(steps: CommandPlan) -> None:
    """Close the running round, if every result is in."""
    t = steps.tournament
    running = t.rounds.get(t.upcoming)
    if running and running.status == RoundStatus.PUBLISHED and not running.pending:
        steps.add("complete", c.CompleteRound())


def _draft_of(steps: CommandPlan, making: RoundOptions) -> c.DraftRound:
    t, basis = steps.tournament, steps.version
    if making.tables or making.byes:
        return c.DraftRound(making.tables, making.byes, basis=basis, confirmed=making.confirmed)
    try:
        return draft(t, basis, making.confirmed)
    except ImpossiblePairingError as error:
        if not making.remedy:
            raise RoundNotPairableError(error, t) from error
        return _as_suggested(t, error, making.remedy, basis)


def _as_suggested(
    t: Tournament, error: ImpossiblePairingError, kind: str, basis: int
) -> c.DraftRound:
    for suggestion in error.suggestions:
        if suggestion.kind == kind and suggestion.proposal is not None:
            for command in remedy(t, suggestion, basis):
                if isinstance(command, c.DraftRound):
                    return command
    raise RoundNotPairableError(error, t) from error


def _require_new(t: Tournament, ref: RoundRef) -> None:
    there = t.rounds.get(ref)
    if there is None:
        return
    if there.status == RoundStatus.DRAFT:
        raise InvalidStateError(
            "draft-exists",
            f"There is a draft of {ref} already.",
            "Publish it, or discard it to pair again.",
        )
    raise InvalidStateError(
        "round-exists", f"{ref.title} is there already.", "Generate the next one."
    )


def _require_turn(t: Tournament, ref: RoundRef) -> None:
    """With the pending tables while the round before is running."""
    running = t.rounds.get(t.upcoming)
    if running is not None and running.status == RoundStatus.PUBLISHED:
        raise results_pending(t.upcoming, running)
    if ref != t.upcoming:
        text = f"It is the turn of {t.upcoming}, not of {ref}."
        raise InvalidStateError("wrong-round", text, f"Generate {t.upcoming}.")
