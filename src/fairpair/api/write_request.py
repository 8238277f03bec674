"""Write requests: who acts, where, and how a repeat is recognised."""

import hashlib
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Concatenate, ParamSpec

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import Field

from fairpair.api.bodies import invalid_fields_error
from fairpair.api.json_route import JsonRoute
from fairpair.api.openapi import operation_id, problems
from fairpair.api.path_params import Here
from fairpair.app.access.grants import Grant, Role
from fairpair.app.requests import CommandContext, Outcome, Steps
from fairpair.app.service import Service
from fairpair.app.views.command_results import Execution, build_execution
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.http.authentication import require_role
from fairpair.language.message import Message
from fairpair.log.commands import Command

LONGEST_KEY = 200
P = ParamSpec("P")

Confirm = Annotated[
    list[Annotated[str, Field(max_length=40)]] | None,
    Query(
        max_length=20,
        description="Codes of warnings that you confirm, as the answer 409 `needs-confirmation` or"
        " `fide-locked` names them in `confirm`. Can be repeated.",
    ),
]
ConfirmationToken = Annotated[
    str,
    Query(
        alias="token",
        max_length=100,
        description="The `token` of that answer, if a warning must be confirmed twice.",
    ),
]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="Only change this version (the ETag you last read); otherwise 412.",
        examples=['"42"'],
    ),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="A unique ID for this request, up to 200 printable characters. Repeating it"
        " returns the first response and changes nothing.",
        examples=["5b0e2c4e-round-3"],
    ),
]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A permitted request to change a tournament."""

    context: CommandContext
    grant: Grant
    service: Service
    response: Response

    @property
    def here(self) -> TournamentId:
        """The tournament in the address."""
        return self.context.tournament

    def confirming(self, codes: Sequence[str]) -> "WriteRequest":
        """The same with further warnings confirmed, those in its body."""
        confirmed = (*self.context.confirmed, *codes)
        return replace(self, context=replace(self.context, confirmed=confirmed))

    def run(
        self,
        use_case: Callable[Concatenate[Tournament, P], Steps],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Execution:
        """Carry out a use case."""
        return self.report(self.service.run(self.context, use_case, *args, **kwargs))

    def execute(self, command: Command) -> Execution:
        """Carry out one command, as it is."""
        return self.report(self.service.run_command(self.context, command))

    def report(self, outcome: Outcome) -> Execution:
        """What was done, for the response."""
        add_headers(self.response, outcome.version, repeated=outcome.repeated)
        return build_execution(self.service, self.here, outcome)


def repeatable_request(least: Role) -> Callable[..., WriteRequest]:
    """For `Depends`: a write request by a caller with at least this role, for any version."""

    def build(  # noqa: PLR0913, PLR0917  what a request can have
        request: Request,
        response: Response,
        grant: Annotated[Grant, Depends(require_role(least))],
        tournament: Here,
        idempotency_key: IdempotencyKey = None,
        confirm: Confirm = None,
        token: ConfirmationToken = "",
    ) -> WriteRequest:
        context = CommandContext(
            tournament,
            command_id_of(idempotency_key, grant),
            grant.audit_name,
            confirmed=tuple(confirm or ()),
            token=token,
        )
        return WriteRequest(context, grant, request.app.state.service, response)

    return build


def write_request(least: Role) -> Callable[..., WriteRequest]:
    """For `Depends`: a write request for the version of `If-Match`, if there is one."""

    def build(
        write: Annotated[WriteRequest, Depends(repeatable_request(least))],
        if_match: IfMatch = None,
    ) -> WriteRequest:
        expected = version_of(if_match)
        if expected is None:
            return write
        return replace(write, context=replace(write.context, expected=expected))

    return build


Admin = Annotated[Grant, Depends(require_role(Role.ADMIN))]
OrganiserOfAnyVersion = Annotated[WriteRequest, Depends(repeatable_request(Role.ORGANISER))]
"""For what is kept beside the log and does not change the tournament: keys, webhooks."""
Organiser = Annotated[WriteRequest, Depends(write_request(Role.ORGANISER))]
Scorekeeper = Annotated[WriteRequest, Depends(write_request(Role.SCOREKEEPER))]
Player = Annotated[WriteRequest, Depends(write_request(Role.PLAYER))]


def write_router(tag: str) -> APIRouter:
    """A router whose operations change something."""
    return APIRouter(
        tags=[tag],
        route_class=JsonRoute,
        responses=problems(),
        generate_unique_id_function=operation_id,
    )


def add_headers(response: Response, version: int, *, repeated: bool) -> None:
    """Add the version as `ETag`, and whether the request is a repeat."""
    response.headers["ETag"] = f'"{version}"'
    response.headers["Cache-Control"] = "no-store"
    if repeated:
        response.headers["Idempotency-Replayed"] = "true"


def command_id_of(key: str | None, grant: Grant) -> CommandId:
    """The ID of the command: the caller's Idempotency-Key, or a new one.

    The IDs of players are kept apart from all others, so that nobody can use somebody else's.
    """
    if key is None:
        return CommandId(uuid.uuid4().hex)
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        text = Message("request.idempotency-key", longest=LONGEST_KEY)
        raise invalid_fields_error([FieldProblem("Idempotency-Key", text)])
    if grant.player is not None:
        digest = hashlib.sha256(key.encode()).hexdigest()
        return CommandId(f"player-{grant.player}-{digest[:40]}")
    return CommandId(key)


def version_of(if_match: str | None) -> int | None:
    """The version that `If-Match` names: the number before the first hyphen of an ETag."""
    if if_match is None or if_match.strip() == "*":
        return None
    found = re.fullmatch(r'(?:W/)?"([0-9]{1,15})(?:-[^"]*)?"', if_match.strip(), re.ASCII)
    if found is None:
        raise invalid_fields_error([FieldProblem("If-Match", Message("request.if-match"))])
    return int(found[1])
