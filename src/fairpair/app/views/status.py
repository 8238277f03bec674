"""Where a tournament stands, in a few numbers and words."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.rounds import planned_rounds
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.stages.progress import plan_for, progress
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class Status:
    """`state` is `setup`, `running` or `finished`; rounds are counted through all stages, from 1.

    `stage` and `round` identify the current round; before the first one, it is round 0.
    """

    version: int
    name: str
    state: str
    current_round: int
    total_rounds: int
    pending_results: int
    next_step: str
    blocked_by: Sequence[Message]
    message: Message
    stage: int
    round: int
    pending: Sequence[str]
    """The ids of the tables without a result."""
    disputed: Sequence[str]
    """The ids of the tables whose players report different results; only the staff sees them."""
    players: int
    """Those who are there for the next round."""
    warnings: Sequence[Message]
    """What will make a round impossible if nothing changes."""


def status(t: Tournament, version: int) -> Status:
    """The state now, and what the next step waits for."""
    latest = t.latest_published or RoundRef(1, 0)
    round_ = t.rounds.get(latest)
    pending = () if round_ is None or t.finished else round_.pending
    disputed = () if round_ is None or t.finished else round_.disputed
    number = next((r.number for r in planned_rounds(t) if r.ref == latest), 0)
    now = progress(t)
    return Status(
        version=version,
        name=t.name,
        state=t.phase.value,
        current_round=number,
        total_rounds=max(len(plan_for(t).rounds), number),
        pending_results=len(pending),
        next_step=now.step.value,
        blocked_by=now.waiting,
        message=now.text,
        stage=latest.stage,
        round=latest.round_no,
        pending=[latest.at(table).id for table in pending],
        disputed=[latest.at(table).id for table in disputed],
        players=len(t.entrants_in(t.upcoming)),
        warnings=()
        if t.finished or not t.created
        else [one.message for one in feasibility_warnings(t)],
    )
