"""What the menu of the desk counts and leads to."""

from fairpair.app.views.player_requests import request_list
from fairpair.app.views.rounds import planned_rounds
from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for, round_title
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class DeskMenu:
    """`players` are those still in it; the round is the one that is worked on, without a title if
    there is none yet.
    """

    players: int
    stage: int
    round: int
    title: Message | str
    bracket: bool
    pending: int
    draft: bool
    disputed: int
    """Tables whose players report different results."""
    requests: int
    """What players ask for."""
    in_fide_mode: bool


def desk_menu(t: Tournament) -> DeskMenu:
    """The menu as the tournament stands."""
    ref = present_round(t)
    planned = plan_for(t)
    round_ = t.rounds.get(ref)
    return DeskMenu(
        players=sum(not entry.dropped for entry in t.entries.values()),
        stage=ref.stage,
        round=ref.round_no,
        title=round_title(t, ref) if round_ or planned.round_at(ref) else "",
        bracket=planned.finals is not None,
        pending=len(round_.pending) if round_ and round_.status != RoundStatus.DRAFT else 0,
        draft=round_ is not None and round_.status == RoundStatus.DRAFT,
        disputed=len(round_.disputed) if round_ and not t.finished else 0,
        requests=len(request_list(t, 0).requests),
        in_fide_mode=t.is_in_fide_mode,
    )


def present_round(t: Tournament) -> RoundRef:
    """The round that is worked on: the first open one, else the last one there is; before the draw
    of a knock-out its first.
    """
    upcoming = t.upcoming
    found = upcoming if upcoming in t.rounds else (t.latest or upcoming)
    planned = [one.ref for one in planned_rounds(t)]
    return found if found in planned or not planned else planned[0]
