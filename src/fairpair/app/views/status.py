"""Where a tournament stands, in a few numbers and words."""

from collections.abc import Sequence
from typing import Any

from fairpair.app.views.identity import accent_of
from fairpair.app.views.player_requests import request_list
from fairpair.app.views.rounds import planned_rounds
from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.pairing.numbers import LAST_FREE_ROUND, possible_renumbering
from fairpair.engine.stages.progress import NextStep, plan_for, progress
from fairpair.engine.standings.registry import stored_chain
from fairpair.engine.standings.tiebreaks.fide_ratings import RATING_TIEBREAKS
from fairpair.language.message import Message

_LONGEST_SHORT_EVENT = 30
_MOVES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class NextCall:
    """The next step as a request. `body` is null where it depends on what happened.

    `code` is `enter-players`, `start`, `pair-round`, `publish-round`, `enter-results`,
    `open-matches`, `complete-round`, `make-cut` or `finish`.
    """

    code: str
    method: str
    path: str
    body: dict[str, Any] | None


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
    next: NextCall | None
    """The same for programs; none if there is nothing to do."""
    blocked_by: Sequence[Message]
    message: Message
    stage: int
    round: int
    pending: Sequence[str]
    """The ids of the matches without a result, in all rounds that are being played."""
    disputed: Sequence[str]
    """The ids of the matches whose players report different results; only the staff sees them."""
    requests: int
    """Open requests of players; only the staff sees them."""
    players: int
    """Those who take part and have not dropped, whether they made the cut or not."""
    warnings: Sequence[Message]
    """What will make a round impossible if nothing changes."""
    accent: str
    """The name of its colour."""


def number_warnings(t: Tournament) -> Sequence[Message]:
    """That players have other numbers than their ratings give, while that can be changed."""
    moves = [
        Message("numbers.move", player=t.name_of(player), old=old, new=new)
        for player, (old, new) in possible_renumbering(t).items()
    ]
    if not moves:
        return ()
    shown = moves[:_MOVES_SHOWN]
    return [Message("numbers.kept", n=len(moves), moves=shown, round=LAST_FREE_ROUND + 1)]


def long_event_warnings(t: Tournament) -> Sequence[Message]:
    """That ratings may change during a chess event of more than 30 days, and which tie-breaks are
    then not advised.
    """
    if not t.rules.has_colours:
        return ()
    if t.rules.long_event:
        codes = [
            link.options.text
            for link in stored_chain(t.rules.standings_tiebreakers, t.rules)
            if link.tiebreak.code in RATING_TIEBREAKS
        ]
        return [Message("long-event.tiebreaks", codes=codes)] if codes else ()
    days = t.header.days
    return [Message("long-event.suggested", days=days)] if days > _LONGEST_SHORT_EVENT else ()


def status(t: Tournament, version: int, here: str = "") -> Status:
    """The state now, and what the next step waits for; `here` is the ID of the tournament."""
    latest = t.latest_published or RoundRef(1, 0)
    running = {} if t.finished else _running_rounds(t)
    pending = [
        t.match_id(ref.at(table)) for ref, round_ in running.items() for table in round_.pending
    ]
    disputed = [
        t.match_id(ref.at(table)) for ref, round_ in running.items() for table in round_.disputed
    ]
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
        next=_next_call(t, now.step, pending, f"/api/tournaments/{here}"),
        blocked_by=now.waiting,
        message=now.text,
        stage=latest.stage,
        round=latest.round_no,
        pending=pending,
        disputed=disputed,
        requests=len(request_list(t, version).requests),
        players=_count_players(t),
        accent=accent_of(t),
        warnings=()
        if t.finished or not t.created
        else [
            *(one.message for one in feasibility_warnings(t)),
            *number_warnings(t),
            *long_event_warnings(t),
        ],
    )


def _next_call(t: Tournament, step: NextStep, pending: Sequence[str], base: str) -> NextCall | None:
    ref = t.upcoming
    round_path = f"{base}/rounds/{ref.round_no}"
    query = f"?stage={ref.stage}" if ref.stage > 1 else ""
    match step:
        case NextStep.ENTER:
            return NextCall("enter-players", "POST", f"{base}/players", None)
        case NextStep.DRAFT if t.phase == Phase.SETUP:
            return NextCall("start", "POST", f"{base}/start", {})
        case NextStep.DRAFT:
            return NextCall("pair-round", "POST", f"{round_path}/generate{query}", {"draft": False})
        case NextStep.PUBLISH:
            return NextCall("publish-round", "POST", f"{round_path}/publish{query}", {})
        case NextStep.RESULTS:
            return NextCall("enter-results", "PUT", f"{base}/pairings/{pending[0]}/result", None)
        case NextStep.OPEN:
            return NextCall("open-matches", "POST", f"{base}/open", {})
        case NextStep.COMPLETE:
            return NextCall("complete-round", "POST", f"{round_path}/complete{query}", {})
        case NextStep.CUT:
            return NextCall("make-cut", "POST", f"{base}/cut", {})
        case NextStep.FINISH:
            return NextCall("finish", "POST", f"{base}/finish", {})
        case _:
            return None


def _running_rounds(t: Tournament) -> dict[RoundRef, Round]:
    """The rounds that are being played: several only in a knockout."""
    return {ref: r for ref, r in t.published_rounds.items() if r.status == RoundStatus.PUBLISHED}


def _count_players(t: Tournament) -> int:
    if t.stage == 1:
        return len(t.entrants_in(t.upcoming))
    return sum(not entry.dropped for entry in t.entries.values())
