"""Where a tournament stands, in a few numbers and words."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.rounds import planned_rounds
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.stages.progress import plan_for, progress
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class Status:
    """`state` is `setup`, `running` or `finished`; rounds are counted through all stages, from 1.

    `total_rounds` are all rounds, the knockout included. `stage` and `round` identify the current
    round; before the first one, it is round 0.
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
    """The ids of the matches without a result, in all rounds that are being played."""
    disputed: Sequence[str]
    """The ids of the matches whose players report different results; only the staff sees them."""
    players: int
    """Those who take part and have not dropped, whether they made the cut or not."""
    warnings: Sequence[Message]
    """What will make a round impossible if nothing changes."""


def status(t: Tournament, version: int) -> Status:
    """The state now, and what the next step waits for."""
    latest = t.latest_published or RoundRef(1, 0)
    running = {} if t.finished else _running_rounds(t)
    pending = [ref.at(table).id for ref, round_ in running.items() for table in round_.pending]
    disputed = [ref.at(table).id for ref, round_ in running.items() for table in round_.disputed]
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
        pending=pending,
        disputed=disputed,
        players=_count_players(t),
        warnings=()
        if t.finished or not t.created
        else [one.message for one in feasibility_warnings(t)],
    )


def _running_rounds(t: Tournament) -> dict[RoundRef, Round]:
    """The rounds that are being played: several only in a knockout."""
    return {ref: r for ref, r in t.published_rounds.items() if r.status == RoundStatus.PUBLISHED}


def _count_players(t: Tournament) -> int:
    if t.stage == 1:
        return len(t.entrants_in(t.upcoming))
    return sum(not entry.dropped for entry in t.entries.values())
