"""Requests of players: a bye, or to leave the tournament; the staff accepts or declines them."""

from collections.abc import Sequence
from typing import Any

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.players import PlayerRequest, RequestState
from fairpair.core.rounds import MOST_ROUNDS, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import require_whole_number
from fairpair.log.players import decide_drop_player, decide_request_bye, require_future
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.MakeRequest)
def decide_make_request(_journal: Journal, command: c.MakeRequest) -> Sequence[e.Event]:
    if command.round_no is not None:
        require_whole_number("round_no", command.round_no, 1, MOST_ROUNDS)
    return [e.PlayerRequested(command.player, command.round_no)]


@validator_for(e.PlayerRequested)
def validate_player_requested(t: Tournament, event: e.PlayerRequested) -> None:
    entry = get_entry(t, event.player)
    if entry.dropped:
        raise InvalidStateError("dropped.request", player=entry.entrant.name)
    request = PlayerRequest(event.player, event.round_no)
    if t.requests.get(request) is RequestState.OPEN:
        code, values = _wording("request-open", t, request)
        raise InvalidStateError(code, **values)
    if event.round_no is not None:
        _require_bye_possible(t, request, RoundRef(1, event.round_no))


def _require_bye_possible(t: Tournament, request: PlayerRequest, ref: RoundRef) -> None:
    """Require a coming round that is not paired, and no bye in it."""
    if t.stage != 1 or ref in t.rounds:
        raise InvalidStateError("round-paired", round=ref.name)
    require_future(t, ref)
    if ref.round_no in t.entries[request.player].requested_byes:
        name = t.name_of(request.player)
        raise InvalidStateError("bye-requested.granted", player=name, round=ref.name)


@applier_for(e.PlayerRequested)
def apply_player_requested(builder: TournamentBuilder, event: e.PlayerRequested) -> None:
    builder.requests[PlayerRequest(event.player, event.round_no)] = RequestState.OPEN


@decider_for(c.WithdrawRequest)
def decide_withdraw_request(_journal: Journal, command: c.WithdrawRequest) -> Sequence[e.Event]:
    return [e.RequestClosed(command.player, command.round_no, RequestState.WITHDRAWN)]


@decider_for(c.AnswerRequest)
def decide_answer_request(journal: Journal, command: c.AnswerRequest) -> Sequence[e.Event]:
    player, round_no = command.player, command.round_no
    if not command.accept:
        return [e.RequestClosed(player, round_no, RequestState.DECLINED)]
    accepted = e.RequestClosed(player, round_no, RequestState.ACCEPTED)
    if round_no is None:
        drop = c.DropPlayer(player, forfeit=False)
        return [accepted, *decide_drop_player(journal, drop)]
    bye = c.RequestBye(player, round_no, command.kind)
    return [accepted, *decide_request_bye(journal, bye)]


@validator_for(e.RequestClosed)
def validate_request_closed(t: Tournament, event: e.RequestClosed) -> None:
    get_entry(t, event.player)
    request = PlayerRequest(event.player, event.round_no)
    if t.requests.get(request) is not RequestState.OPEN:
        code, values = _wording("no-open-request", t, request)
        raise NotFoundError(code, **values)


@applier_for(e.RequestClosed)
def apply_request_closed(builder: TournamentBuilder, event: e.RequestClosed) -> None:
    """Keep what was declined, for the player to see; what was accepted shows otherwise."""
    request = PlayerRequest(event.player, event.round_no)
    if event.outcome is RequestState.DECLINED:
        builder.requests[request] = RequestState.DECLINED
    else:
        del builder.requests[request]


def _wording(code: str, t: Tournament, request: PlayerRequest) -> tuple[str, dict[str, Any]]:
    """The code of an error about this request, and its values."""
    player = t.name_of(request.player)
    if request.round_no is None:
        return f"{code}.leave", {"player": player}
    return code, {"player": player, "round": RoundRef(1, request.round_no).name}
