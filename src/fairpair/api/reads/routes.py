"""How a reading route is described: what it shows, and what it can answer with."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Response

from fairpair.api.documented import problems

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
HERE = "/api/tournaments/{tournament}"
TAG = {"schema": {"type": "string"}, "description": "The version; send it as If-None-Match."}
NOT_CHANGED = {"description": "Not changed: what you have is still true.", "headers": {"ETag": TAG}}

Here = Annotated[str, Path(description="The id of the tournament.", examples=["spring-open"])]
Round = Annotated[int, Path(ge=1, le=999, description="The number of the round in its stage.")]
Player = Annotated[int, Path(ge=1, le=10**9, description="The number of the player or team.")]
Stage = Annotated[int, Query(ge=1, le=9, description="1: rounds for everybody; 2: knock-out.")]
Until = Annotated[
    int | None, Query(ge=1, le=999, description="After this round; without it after the last one.")
]


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
