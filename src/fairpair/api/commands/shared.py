"""What all writing operations share: how they are described, carried out and answered."""

from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import Depends, Response

from fairpair.api.openapi import answers
from fairpair.api.write_request import WriteRequest, write_request
from fairpair.app.access.grants import Role
from fairpair.app.service import Outcome, Service
from fairpair.app.use_cases.command_results import CommandResult, CreatedTournament, done
from fairpair.core.ids import TournamentId
from fairpair.http.authentication import Guard
from fairpair.log.commands import Command


class Writer:
    """Carries out what is asked for and tells it."""

    def __init__(self, service: Service, guard: Guard) -> None:
        self.service = service
        self.guard = guard

    def role(self, least: Role) -> Any:
        """The dependency of a route for this role and those above it."""
        return Depends(write_request(least))

    def execute(self, asked: WriteRequest, command: Command) -> Response:
        """One command, as it is."""
        return self.tell(asked, self.service.run_command(asked.order, command))

    def tell(
        self,
        asked: WriteRequest,
        outcome: Outcome,
        view: Callable[[Service, TournamentId, Outcome], CommandResult] = done,
        status: int = 200,
    ) -> Response:
        """The answer that says what was done."""
        return json_response(view(self.service, asked.here, outcome), outcome.repeated, status)


def json_response(
    view: CommandResult | CreatedTournament, repeated: bool = False, status: int = 200
) -> Response:
    """A view as JSON, with the version as its ETag."""
    headers = {"ETag": f'"{view.version}"', "Cache-Control": "no-store"}
    if repeated:
        headers["Idempotency-Replayed"] = "true"
    return Response(msgspec.json.encode(view), status, headers, "application/json")


def operation(
    name: str, summary: str, tag: str, model: type = CommandResult, status: int = 200, **more: Any
) -> dict[str, Any]:
    """The description of one operation; its function's docstring says the rest."""
    return {
        "operation_id": name,
        "summary": summary,
        "tags": [tag],
        "status_code": status,
        "response_class": Response,
        "responses": answers(status, "Done, and safe on disk.", model),
        **more,
    }
