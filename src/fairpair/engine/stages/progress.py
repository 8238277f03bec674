"""Where a tournament stands: what can be done now, and what the next step waits for."""

from dataclasses import dataclass
from enum import StrEnum

from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.stages.elimination import KnockOut
from fairpair.engine.stages.plan import Plan, PlannedStage, plan_of


class Step(StrEnum):
    """What the organiser does next."""

    ENTER = "enter players"
    DRAFT = "draft the round"
    PUBLISH = "publish the round"
    RESULTS = "enter results"
    COMPLETE = "complete the round"
    CUT = "make the cut"
    FINISH = "finish the tournament"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Progress:
    """The next step, and what stands in its way; `text` is for every shell to show."""

    step: Step
    text: str
    waiting: tuple[str, ...] = ()


def plan_for(tournament: Tournament) -> Plan:
    """The plan for those who are, or were, there; after a cut for as many as went on."""
    players = [p for p, entry in tournament.entries.items() if entry.periods]
    return plan_of(tournament.rules, len(players), len(tournament.seeds.get(2, ())) or None)


def knock_out_of(tournament: Tournament, stage: int = 2) -> KnockOut | None:
    """The knock-out of the plan, with seeds for players before the cut; none if none is planned."""
    planned = _stage(plan_for(tournament), stage)
    if planned is None:
        return None
    last = max((r.ref.round_no for r in plan_for(tournament).stages[0].rounds), default=0)
    return KnockOut(tournament, stage, planned, f"waiting for round {last}")


def _stage(plan: Plan, number: int) -> PlannedStage | None:
    return next((stage for stage in plan.stages if stage.number == number), None)


def progress(tournament: Tournament) -> Progress:
    """What to do next, in the words every shell uses.

    >>> progress(Tournament(created=True)).text
    'Registration: no players yet'
    """
    if tournament.phase in (Phase.ABSENT, Phase.FINISHED):
        return Progress(Step.NOTHING, "Finished" if tournament.finished else "Undone")
    if not tournament.entries:
        return Progress(Step.ENTER, "Registration: no players yet")
    ref = tournament.upcoming
    round_ = tournament.rounds.get(ref)
    if round_ is None:
        return _between(tournament, ref)
    title = _title(tournament, ref)
    if round_.status == RoundStatus.DRAFT:
        return Progress(Step.PUBLISH, f"{title}: drafted, not published yet")
    pending = round_.pending
    if not pending:
        return Progress(Step.COMPLETE, f"{title}: all results are in")
    tables = ", ".join(map(str, pending))
    results, named = ("result", "table") if len(pending) == 1 else ("results", "tables")
    text = f"{title}: {len(pending)} {results} pending: {named} {tables}"
    return Progress(Step.RESULTS, text, tuple(f"table {table}" for table in pending))


def _between(t: Tournament, ref: RoundRef) -> Progress:
    """No round is open: the next one, the cut, or the end."""
    plan = plan_for(t)
    planned = plan.round_at(ref)
    if planned is not None or (ref.stage == 1 and t.rules.rounds is None):
        if ref == RoundRef(1, 1):
            count = len(t.entrants_in(ref))
            players = "player" if count == 1 else "players"
            return Progress(Step.DRAFT, f"Registration: {count} {players}, round 1 can be drafted")
        return Progress(Step.DRAFT, f"{_title(t, ref)} can be drafted")
    if _stage(plan, t.stage + 1) is not None:
        return Progress(Step.CUT, "All rounds are complete: the cut can be made")
    return Progress(Step.FINISH, "All rounds are complete: the tournament can be finished")


def _title(t: Tournament, ref: RoundRef) -> str:
    planned = plan_for(t).round_at(ref)
    if ref.stage > 1 and planned is not None:
        return planned.title
    of = f" of {t.rules.rounds}" if t.rules.rounds else ""
    return f"Round {ref.round_no}{of}"
