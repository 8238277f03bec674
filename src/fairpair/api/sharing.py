"""Sharing a running server on the network: see, start, stop."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from fairpair.api.bodies import RequestBody, examples
from fairpair.api.json_route import JsonRoute
from fairpair.api.openapi import operation_id, problems
from fairpair.app.access.grants import Role
from fairpair.http.authentication import require_role
from fairpair.http.sharing import Sharing, SharingView

routes = APIRouter(
    tags=["server"],
    route_class=JsonRoute,
    generate_unique_id_function=operation_id,
    responses=problems(401, 403, 429, 503),
    dependencies=[Depends(require_role(Role.ADMIN))],
)


class ShareRequest(RequestBody, json_schema_extra=examples({}, {"address": "192.168.1.5"})):
    """At which address of this computer to share the server; by default the likeliest."""

    address: str = Field("", max_length=64)


def _sharing(request: Request) -> Sharing:
    sharing: Sharing = request.app.state.sharing
    return sharing


Shared = Annotated[Sharing, Depends(_sharing)]


@routes.get("/api/sharing", summary="See whether the server is shared")
def sharing_state(sharing: Shared) -> SharingView:
    """Where other devices on the network reach this server, and where they could."""
    return sharing.view()


@routes.put("/api/sharing", summary="Share the server", responses=problems(400, 409, 413, 415, 422))
def start_sharing(sharing: Shared, body: ShareRequest) -> SharingView:
    """The running server listens on the network too, until it stops or sharing is stopped. Links
    and QR codes begin with `url` from then on.
    """
    sharing.start(body.address)
    return sharing.view()


@routes.delete("/api/sharing", summary="Stop sharing the server")
def stop_sharing(sharing: Shared) -> SharingView:
    """Only this computer can reach the server again; connections from others end."""
    sharing.stop()
    return sharing.view()
