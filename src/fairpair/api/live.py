"""Live updates: a stream that sends the version of a tournament whenever it changes."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Response
from starlette.types import Receive, Scope, Send

from fairpair.api.openapi import problems
from fairpair.api.path_params import HERE, Here
from fairpair.app.access.grants import Role
from fairpair.app.journals import no_tournament
from fairpair.app.version_tracker import VersionTracker
from fairpair.core.ids import TournamentId
from fairpair.http.authentication import require_role
from fairpair.http.late_route import LateRoute
from fairpair.http.streams import Hub

_STREAM = {
    "description": "An event stream that stays open.",
    "content": {
        "text/event-stream": {
            "schema": {"type": "string"},
            "example": 'id: 42\nevent: version\ndata: {"version": 42}\n\n',
        }
    },
}


class _EventStream(Response):
    """Hands the connection to the hub."""

    def __init__(self, hub: Hub, tournament: TournamentId) -> None:
        super().__init__(media_type="text/event-stream")
        self._hub = hub
        self._tournament = tournament

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client disconnects."""
        await self._hub.stream(self._tournament, receive, send)


def router(hub: Hub, live: VersionTracker) -> APIRouter:
    """The route of the streams."""
    routes = APIRouter(tags=["live"], route_class=LateRoute)

    @routes.get(
        f"{HERE}/events",
        operation_id="followTournament",
        summary="Stream tournament changes",
        status_code=200,
        response_class=_EventStream,
        responses={200: _STREAM, **problems(401, 403, 404, 429, 503)},
        dependencies=[Depends(require_role(Role.PUBLIC))],
    )
    def events(
        tournament: Here,
        last_event_id: Annotated[  # noqa: ARG001  it changes nothing, as the text below says
            str | None, Header(description="Sent by browsers when they reconnect.")
        ] = None,
    ) -> _EventStream:
        """Server-Sent Events that carry only the current version of the tournament.

        The current version is sent at once on every connection, including to a client that
        reconnects with `Last-Event-ID`, so no change can be missed. Several changes in quick
        succession are sent as one event with the latest version. Read what has changed with the
        other operations; `If-None-Match` avoids transferring what has not. Lines that start with
        a colon keep the connection alive. Clients that cannot keep a stream open can poll instead.
        """
        name = TournamentId(tournament)
        if not live.version(name):
            raise no_tournament(tournament)
        return _EventStream(hub, name)

    return routes
