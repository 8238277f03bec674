"""Results: entered by the staff, or reported by the players themselves."""

from typing import Annotated

from fastapi import Query

from fairpair.api.bodies import invalid_fields_error
from fairpair.api.commands.result_schemas import ReportRequest, ResultRequest
from fairpair.api.path_params import PAIRING, PairingPath
from fairpair.api.write_request import Player, Scorekeeper, write_router
from fairpair.app.access.grants import Role
from fairpair.app.use_cases import edits
from fairpair.app.views.command_results import (
    CommandResult,
    ReportedResult,
    command_result,
    reported_result,
)
from fairpair.core.errors import FieldProblem, ForbiddenError
from fairpair.language.message import Message
from fairpair.log import commands as c

routes = write_router("results")


@routes.put(f"{PAIRING}/result", summary="Enter the result of a match")
def put_result(request: Scorekeeper, match: PairingPath, body: ResultRequest) -> CommandResult:
    """While the round runs a result can be entered again. In a closed round it is 403, unless
    an organiser sends `correction` with a `reason`.
    """
    result = body.outcome()
    if result is None:
        raise invalid_fields_error([FieldProblem("result", Message("request.missing"))])
    entry = edits.ResultEntry(
        match,
        result,
        body.seats(),
        body.reason if body.correction else None,
        closed_too=request.grant.role.reaches(Role.ORGANISER),
        void_later=body.void_later,
    )
    return command_result(request.run(edits.enter_result, entry))


@routes.delete(f"{PAIRING}/result", summary="Take a result away")
def clear_result(
    request: Scorekeeper,
    match: PairingPath,
    reason: Annotated[str, Query(max_length=1000)] = "",
    void_later: Annotated[bool, Query()] = False,
) -> CommandResult:
    """While the round runs; the match is open again then. `void_later` is as in `PUT`."""
    command = c.ClearResult(match, reason, void_later=void_later)
    return command_result(request.run(edits.clear_result, command))


@routes.post(f"{PAIRING}/report", summary="Report the result of your own match")
def report_result(request: Player, match: PairingPath, body: ReportRequest) -> ReportedResult:
    """With a player's own key, if the rule `player_reports` is set. When both say the same,
    or one confirms what the other said, the result is recorded; if they say different things
    the staff settles it by entering the result.
    """
    if request.grant.player is None:
        raise ForbiddenError("not-a-player")
    command = c.ReportResult(match, request.grant.player, body.outcome(), body.seats())
    return reported_result(request.execute(command), match)
