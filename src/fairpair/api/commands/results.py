"""Results: entered by staff, or reported by the players themselves."""

from typing import Annotated

from fastapi import Query

from fairpair.api.bodies import invalid_fields_error
from fairpair.api.commands.result_schemas import (
    ColoursRequest,
    RatingResultRequest,
    ReportRequest,
    ResultRequest,
)
from fairpair.api.path_params import PAIRING, PairingPath
from fairpair.api.write_request import Organiser, Player, Scorekeeper, write_router
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


@routes.put(f"{PAIRING}/result", summary="Enter a result")
def put_result(request: Scorekeeper, match: PairingPath, body: ResultRequest) -> CommandResult:
    """While the round is in progress, a result can be overwritten. In a completed round this
    returns 403 unless an organiser sends `correction` with a `reason`.
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
    return command_result(request.run(edits.enter_result, entry, by_id=True))


@routes.put(f"{PAIRING}/rating-result", summary="Correct a game for the rating report only")
def put_rating_result(
    request: Organiser, match: PairingPath, body: RatingResultRequest
) -> CommandResult:
    """The report file has this result or these colours; points, ranks and pairings stay. Also in
    rounds that are too old to be corrected.
    """
    command = c.CorrectForRating(
        match, body.outcome(), body.reason, body.swap_colours, body.seats()
    )
    return command_result(request.run(edits.run_by_id, command))


@routes.post(f"{PAIRING}/colours", summary="Correct the colours of a game")
def correct_colours(request: Organiser, match: PairingPath, body: ColoursRequest) -> CommandResult:
    """White and Black are exchanged; the result stays the same for both players."""
    command = c.CorrectColours(match, body.reason)
    return command_result(request.run(edits.run_by_id, command))


@routes.delete(f"{PAIRING}/result", summary="Clear a result")
def clear_result(
    request: Scorekeeper,
    match: PairingPath,
    reason: Annotated[str, Query(max_length=1000)] = "",
    void_later: Annotated[bool, Query()] = False,
) -> CommandResult:
    """Only while the round is in progress. The match then has no result. `void_later` works as in
    `PUT`.
    """
    command = c.ClearResult(match, reason, void_later=void_later)
    return command_result(request.run(edits.clear_result, command, by_id=True))


@routes.post(f"{PAIRING}/report", summary="Report your own result")
def report_result(request: Player, match: PairingPath, body: ReportRequest) -> ReportedResult:
    """Needs a player key, and the rule `player_reports`. The result is recorded when both players
    report the same result, or one confirms the other's report. If the reports differ, staff decide
    by entering the result.
    """
    if request.grant.player is None:
        raise ForbiddenError("not-a-player")
    command = c.ReportResult(match, request.grant.player, body.outcome(), body.seats())
    return reported_result(request.run(edits.report_result, command), match)
