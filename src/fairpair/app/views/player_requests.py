"""What players have asked the staff for, and which rounds they can ask about."""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import PlayerRequest, RequestState
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for


@dataclass(frozen=True, slots=True)
class RequestView:
    """A request: a bye in `round`, or to leave the tournament if that is null.

    `state` is `open` or `declined`.
    """

    player: PlayerId
    name: str
    round: int | None
    state: str


@dataclass(frozen=True, slots=True)
class RequestList:
    """The open requests, oldest first."""

    version: int
    requests: Sequence[RequestView]


def request_list(t: Tournament, version: int) -> RequestList:
    """What waits for an answer."""
    open_ = [one for one in _views(t) if one.state == RequestState.OPEN]
    return RequestList(version, open_)


def requests_of(t: Tournament, player: PlayerId) -> list[RequestView]:
    """What a player has asked for: not answered yet, or declined."""
    return [one for one in _views(t) if one.player == player]


def _views(t: Tournament) -> list[RequestView]:
    return [
        RequestView(one.player, t.name_of(one.player), one.round_no, state.value)
        for one, state in t.current_requests.items()
    ]


def bye_rounds(t: Tournament) -> list[int]:
    """The rounds of the first stage in which a bye can be given."""
    if t.stage > 1:
        return []
    planned = [r.ref.round_no for r in plan_for(t).stages[0].rounds]
    return [n for n in planned if RoundRef(1, n) >= t.first_unpublished]


def rounds_to_ask_for(t: Tournament, player: PlayerId) -> list[int]:
    """The rounds in which a player can ask for a bye: not paired, and not asked for yet."""
    granted = t.entries[player].requested_byes
    return [
        n
        for n in bye_rounds(t)
        if RoundRef(1, n) not in t.rounds
        and n not in granted
        and t.requests.get(PlayerRequest(player, n)) is not RequestState.OPEN
    ]
