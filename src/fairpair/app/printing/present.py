"""What the hall needs now, in one file: it follows from how far the tournament is."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fairpair.app.printing.bracket import bracket
from fairpair.app.printing.job import Job
from fairpair.app.printing.rankings import standings
from fairpair.app.printing.rounds import badges, names, pairings, slips, tents
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for
from fairpair.paper.model import JoinedData, SheetData


def now(job: Job) -> JoinedData:
    """The sheets of the present state, one after the other; no round is asked for."""
    job = replace(job, stage=None, round=None)
    sheets = [gather(job) for gather in _needed(job.t, job.ref)]
    return JoinedData(head=sheets[0].head, sheets=sheets)


def _needed(t: Tournament, ref: RoundRef | None) -> Sequence[Callable[[Job], SheetData]]:
    """Before the first round what lies on tables and hangs on players; for a round that is drafted
    or played its pairings and slips; then the standings, and in a knockout the bracket.
    """
    if ref is None:
        return (badges, tents)
    round_ = t.rounds[ref]
    if t.finished:
        return (standings,) if plan_for(t).finals is None else (standings, bracket)
    if round_.status == RoundStatus.DRAFT or round_.pending:
        return (pairings, names, slips)
    return (standings,) if ref.stage == 1 else (bracket,)
