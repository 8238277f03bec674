"""Read requests; every response about a tournament comes from the cache of the application."""

from collections.abc import Callable, Hashable
from copy import copy
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute

from fairpair.api.openapi import DescribedRoute, operation_id, problems
from fairpair.api.path_params import Here
from fairpair.app.access.grants import Grant, Role
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.http.authentication import require_role
from fairpair.http.response_cache import CacheKey, ContentFactory, ResponseCache

_HEADERS = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "The version and the language; send it as If-None-Match.",
    }
}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"headers": _HEADERS},
    304: {"description": "Not modified.", "headers": _HEADERS},
    **problems(401, 403, 404, 422, 429, 503),
}


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A permitted request to read about a tournament."""

    request: Request
    tournament: TournamentId
    grant: Grant

    @property
    def service(self) -> Service:
        """The service of the application."""
        service: Service = self.request.app.state.service
        return service

    async def view(self, view: Callable[..., object], *details: Hashable) -> Response:
        """What `view(tournament, version, *details)` shows, as JSON."""
        key = CacheKey(view.__name__, details)
        return await self.respond(key, lambda log: view(log.tournament, log.version, *details))

    async def explain(self, view: Callable[..., object], *details: Hashable) -> Response:
        """The same for a view that costs much: how many new ones are made is limited."""
        key = CacheKey(view.__name__, details, costly=True)
        return await self.respond(key, lambda log: view(log.tournament, log.version, *details))

    async def respond(self, key: CacheKey, make: ContentFactory) -> Response:
        """What is made from the log."""
        cache: ResponseCache = self.request.app.state.cache
        return await cache.get_response(self.request, self.tournament, self.grant, key, make)


def read_request(least: Role) -> Callable[..., ReadRequest]:
    """For `Depends`: a read request by a caller with at least this role in the tournament."""

    def build(
        request: Request, tournament: Here, grant: Annotated[Grant, Depends(require_role(least))]
    ) -> ReadRequest:
        return ReadRequest(request, tournament, grant)

    return build


Anybody = Annotated[ReadRequest, Depends(read_request(Role.PUBLIC))]
Staff = Annotated[ReadRequest, Depends(read_request(Role.SCOREKEEPER))]
Organiser = Annotated[ReadRequest, Depends(read_request(Role.ORGANISER))]


def read_router(tag: str) -> APIRouter:
    """A router whose operations read something that has an `ETag`."""
    return APIRouter(
        tags=[tag],
        route_class=DescribedRoute,
        responses=_RESPONSES,
        generate_unique_id_function=operation_id,
    )


def file_response(media_type: str, schema: dict[str, str]) -> dict[int | str, dict[str, Any]]:
    """The description of a response that is a file."""
    return {200: {"content": {media_type: {"schema": schema}}, "headers": _HEADERS}}


def add_head(routes: APIRouter) -> None:
    """Allow HEAD wherever GET is allowed; after all others, as it is rarer."""
    for route in tuple(routes.routes):
        if isinstance(route, APIRoute):
            same = copy(route)
            same.methods, same.include_in_schema = {"HEAD"}, False
            routes.routes.append(same)
