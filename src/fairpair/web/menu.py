"""What the menu of the desk counts and leads to."""

from dataclasses import dataclass

from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for, round_title


@dataclass(frozen=True, slots=True)
class DeskMenu:
    """`players` are those still in it; the round is the one that is worked on."""

    players: int
    stage: int
    round: int
    title: str
    bracket: bool
    pending: int
    draft: bool


def desk_menu(t: Tournament) -> DeskMenu:
    """The menu as the tournament stands."""
    ref = present_round(t)
    planned = plan_for(t)
    round_ = t.rounds.get(ref)
    return DeskMenu(
        players=sum(not entry.dropped for entry in t.entries.values()),
        stage=ref.stage,
        round=ref.round_no,
        title=round_title(t, ref),
        bracket=planned.finals is not None,
        pending=len(round_.pending) if round_ and round_.status != RoundStatus.DRAFT else 0,
        draft=round_ is not None and round_.status == RoundStatus.DRAFT,
    )


def present_round(t: Tournament) -> RoundRef:
    """The round that is worked on: the first open one, else the last one there is."""
    upcoming = t.upcoming
    return upcoming if upcoming in t.rounds else (t.latest or upcoming)
