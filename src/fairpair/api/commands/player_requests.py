"""Requests of players: a bye, or to leave the tournament; staff answer them."""

from typing import Annotated

from fastapi import Query

from fairpair.api.bodies import RequestBody, examples
from fairpair.api.commands.schemas import PlayerNo, RequestedKind, RoundNo
from fairpair.api.path_params import HERE
from fairpair.api.write_request import Organiser, Player, WriteRequest, write_router
from fairpair.app.views.command_results import CommandResult, command_result
from fairpair.core.errors import ForbiddenError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MOST_ROUNDS, ByeKind
from fairpair.log import commands as c

routes = write_router("players")

OptionalRound = Annotated[
    int | None,
    Query(
        alias="round",
        ge=1,
        le=MOST_ROUNDS,
        description="The round of the bye; omit it for the request to leave.",
    ),
]


class PlayerRequestBody(RequestBody, json_schema_extra=examples({"round": 3}, {"round": None})):
    """A bye in `round`, or to leave the tournament if it is null."""

    round: RoundNo | None = None


class AnswerBody(
    RequestBody,
    json_schema_extra=examples(
        {"player": 7, "round": 3, "accept": True, "kind": "half"}, {"player": 7, "accept": False}
    ),
):
    """The answer to a request; `kind` is the kind of bye."""

    player: PlayerNo
    round: RoundNo | None = None
    accept: bool
    kind: RequestedKind = "half"


@routes.post(f"{HERE}/requests", summary="Ask for a bye or to leave", status_code=201)
def make_request(request: Player, body: PlayerRequestBody) -> CommandResult:
    """Needs a player key. Only for rounds that are not paired yet. Staff accept or decline it."""
    return command_result(request.execute(c.MakeRequest(_own_number(request), body.round)))


@routes.delete(f"{HERE}/requests", summary="Withdraw your own request")
def withdraw_request(request: Player, round_no: OptionalRound = None) -> CommandResult:
    """Needs a player key. Only while the request is open."""
    return command_result(request.execute(c.WithdrawRequest(_own_number(request), round_no)))


@routes.post(f"{HERE}/requests/answer", summary="Accept or decline a request")
def answer_request(request: Organiser, body: AnswerBody) -> CommandResult:
    """An accepted request gives the player the bye, or drops them; a match in progress is still
    played.
    """
    command = c.AnswerRequest(body.player, body.round, body.accept, ByeKind(body.kind))
    return command_result(request.execute(command))


def _own_number(request: WriteRequest) -> PlayerId:
    if request.grant.player is None:
        raise ForbiddenError("not-a-player.request")
    return request.grant.player
