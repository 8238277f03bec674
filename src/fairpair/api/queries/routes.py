"""How a reading route is described: what it shows, and what it can answer with."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response

from fairpair.api.openapi import problems
from fairpair.api.path_params import Here
from fairpair.app.access.grants import Grant, Role
from fairpair.core.ids import TournamentId
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import CacheKey, Make, ResponseCache

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
TAG = {"schema": {"type": "string"}, "description": "The version; send it as If-None-Match."}
NOT_CHANGED = {"description": "Not changed: what you have is still true.", "headers": {"ETag": TAG}}


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who may read here, and who gives the answer."""

    request: Request
    tournament: TournamentId
    grant: Grant
    cache: ResponseCache

    async def view(self, name: str, view: Callable[..., object], *details: Hashable) -> Response:
        """What `view(tournament, version, *details)` shows."""
        what = CacheKey(name, details)
        return await self.give(what, lambda log: view(log.tournament, log.version, *details))

    async def give(self, what: CacheKey, make: Make) -> Response:
        """What is made from the log."""
        return await self.cache.give(self.request, self.tournament, self.grant, what, make)


def reader(cache: ResponseCache, guard: Guard, least: Role = Role.PUBLIC) -> Any:
    """The dependency of a route that shows something to this role and those above it."""

    async def reads(
        request: Request, tournament: Here, grant: Annotated[Grant, Depends(guard.may(least))]
    ) -> Reader:
        return Reader(request, TournamentId(tournament), grant, cache)

    return Depends(reads)


class Routes:
    """Collects GET routes, and adds HEAD for each when all are there."""

    def __init__(self, tag: str) -> None:
        self._router = APIRouter(tags=[tag])
        self._heads: list[tuple[str, Callable[..., Any]]] = []

    def get(
        self, path: str, shape: Any, operation_id: str, summary: str, **more: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """A route that shows something of this shape; the docstring describes it."""
        return self._adding(path, operation_id, summary, more, response_model=shape)

    def file(
        self, path: str, media_type: str, operation_id: str, summary: str
    ) -> Callable[[Endpoint], Endpoint]:
        """A route that gives a file of this type."""
        content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
        more = {"content": content}
        return self._adding(path, operation_id, summary, more, response_class=Response)

    def _adding(
        self, path: str, operation_id: str, summary: str, more: Mapping[str, Any], **how: Any
    ) -> Callable[[Endpoint], Endpoint]:
        def add(endpoint: Endpoint) -> Endpoint:
            ok = {"description": summary, "headers": {"ETag": TAG}, **more}
            self._router.add_api_route(
                path,
                endpoint,
                methods=["GET"],
                operation_id=operation_id,
                summary=summary,
                responses={200: ok, 304: NOT_CHANGED, **problems(401, 403, 404, 422, 429, 503)},
                **how,
            )
            self._heads.append((path, endpoint))
            return endpoint

        return add

    def finished(self) -> APIRouter:
        """The routes; HEAD stands behind them, as it is asked for less often."""
        for path, endpoint in self._heads:
            self._router.add_api_route(path, endpoint, methods=["HEAD"], include_in_schema=False)
        return self._router
