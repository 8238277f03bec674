"""Results: entered by the staff, or reported by the players themselves."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from fairpair.api.bodies import bad_fields, body
from fairpair.api.commands.result_schemas import ReportRequest, ResultRequest
from fairpair.api.commands.shared import Writer, operation
from fairpair.api.openapi import takes
from fairpair.api.path_params import PAIRING, PairingId, match_ref
from fairpair.api.write_request import WriteRequest
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.use_cases.command_results import ReportedResult, reported
from fairpair.app.use_cases.edits import ResultEntry, clear_result, enter_result
from fairpair.core.errors import FieldProblem, ForbiddenError
from fairpair.http.authentication import Guard
from fairpair.log import commands as c

TAG = "results"


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes, working on this service."""
    routes = APIRouter()
    writer = Writer(service, guard)
    _by_the_staff(routes, writer)
    _by_players(routes, writer)
    return routes


def _by_the_staff(routes: APIRouter, writer: Writer) -> None:
    scorekeeper, service = writer.role(Role.SCOREKEEPER), writer.service

    @routes.put(
        f"{PAIRING}/result",
        **operation(
            "putResult",
            "Enter the result of a match",
            TAG,
            openapi_extra=takes(ResultRequest, *_EXAMPLES),
        ),
    )
    def put(
        asked: Annotated[WriteRequest, scorekeeper],
        pairing: PairingId,
        wanted: Annotated[ResultRequest, Depends(body(ResultRequest))],
    ) -> Response:
        """While the round runs a result can be entered again. In a closed round it is 403, unless
        an organiser sends `correction` with a `reason`.
        """
        result = wanted.outcome()
        if result is None:
            raise bad_fields([FieldProblem("result", "is needed")])
        entry = ResultEntry(
            match_ref(pairing),
            result,
            wanted.seats(),
            wanted.reason if wanted.correction else None,
            closed_too=asked.grant.role.reaches(Role.ORGANISER),
            void_later=wanted.void_later,
        )
        outcome = service.run(asked.order, enter_result, entry)
        return writer.tell(asked, outcome)

    @routes.delete(f"{PAIRING}/result", **operation("clearResult", "Take a result away", TAG))
    def clear(
        asked: Annotated[WriteRequest, scorekeeper],
        pairing: PairingId,
        reason: Annotated[str, Query(max_length=1000)] = "",
        void_later: Annotated[bool, Query()] = False,
    ) -> Response:
        """While the round runs; the match is open again then. `void_later` is as in `PUT`."""
        command = c.ClearResult(match_ref(pairing), reason, void_later=void_later)
        return writer.tell(asked, service.run(asked.order, clear_result, command))


def _by_players(routes: APIRouter, writer: Writer) -> None:
    player = writer.role(Role.PLAYER)

    @routes.post(
        f"{PAIRING}/report",
        **operation(
            "reportResult",
            "Report the result of the own match",
            TAG,
            ReportedResult,
            openapi_extra=takes(ReportRequest, {"games": [2, 1]}, {"confirm": True}),
        ),
    )
    def report(
        asked: Annotated[WriteRequest, player],
        pairing: PairingId,
        wanted: Annotated[ReportRequest, Depends(body(ReportRequest))],
    ) -> Response:
        """With a player's own key, if the rule `player_reports` is set. When both say the same,
        or one confirms what the other said, the result is recorded; if they say different things
        the staff settles it by entering the result.
        """
        who, match = asked.grant.player, match_ref(pairing)
        if who is None:
            raise ForbiddenError(
                "not-a-player",
                "Results are reported with a player's own key.",
                "Enter the result instead.",
            )
        command = c.ReportResult(match, who, wanted.outcome(), wanted.seats())
        outcome = writer.service.run_command(asked.order, command)
        return writer.tell(asked, outcome, partial(reported, match=match))


_EXAMPLES = (
    {"result": "1-0"},
    {"games": [2, 1, 0]},
    {"scores": [{"op": 7, "vp": 120, "ap": 30}, {"op": 3, "vp": 80, "ap": 10}]},
    {"boards": [{"result": "1-0", "members": [1, 2]}, {"result": "1/2-1/2"}]},
    {"result": "0-1", "correction": True, "reason": "the slip was read wrongly"},
)
