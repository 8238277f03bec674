"""Files to take away: everything in the register of exports, each at an address of its own."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from fairpair.api.openapi import problems
from fairpair.api.path_params import HERE, Stage
from fairpair.api.queries.routes import NOT_CHANGED, TAG, Reader, reader
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, Export, Source
from fairpair.core.rounds import RoundRef
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import CacheKey, ResponseCache
from fairpair.log.journal import Journal

RoundWanted = Annotated[
    int | None,
    Query(alias="round", ge=1, le=999, description="Of this round, or up to it; else of all."),
]


def router(service: Service, cache: ResponseCache, guard: Guard) -> APIRouter:
    """A route for each export, open to those who may have it."""
    routes = APIRouter(tags=["exports"])
    endpoints = [(one, _endpoint(service, cache, guard, one)) for one in EXPORTS]
    for one, endpoint in endpoints:
        routes.add_api_route(f"{HERE}/export/{one.path}", endpoint, methods=["GET"], **_words(one))
    for one, endpoint in endpoints:
        path = f"{HERE}/export/{one.path}"
        routes.add_api_route(path, endpoint, methods=["HEAD"], include_in_schema=False)
    return routes


def _words(one: Export) -> dict[str, Any]:
    """How it is described."""
    media_type = one.media_type.partition(";")[0]
    ok = {
        "description": one.title,
        "headers": {"ETag": TAG},
        "content": {media_type: {"schema": {} if one.ending == "json" else {"type": "string"}}},
    }
    return {
        "operation_id": f"export{one.what.title()}{one.ending.title()}",
        "summary": f"{one.title} ({one.ending.upper()})",
        "description": f"The file `{one.path}`; drafts of rounds are only in what the staff sees.",
        "response_class": Response,
        "responses": {200: ok, 304: NOT_CHANGED, **problems(401, 403, 404, 422, 429, 503)},
    }


def _endpoint(
    service: Service, cache: ResponseCache, guard: Guard, one: Export
) -> Callable[..., Any]:
    least = reader(cache, guard, one.least)

    async def give(reads: Reader, ref: RoundRef | None) -> Response:
        here = reads.tournament

        def source(log: Journal) -> Source:
            return Source(here, log, lambda: service.store.load(here)[: log.version], ref)

        named = one.file_name(Source(here, Journal(), tuple, ref))
        what = CacheKey(f"export/{one.path}", (ref,), one.media_type, named)
        return await reads.give(what, lambda log: one.make(source(log)))

    async def whole(reads: Annotated[Reader, least]) -> Response:
        return await give(reads, None)

    async def by_round(
        reads: Annotated[Reader, least], round_no: RoundWanted = None, stage: Stage = 1
    ) -> Response:
        ref = None if round_no is None else RoundRef(stage, round_no)
        return await give(reads, ref)

    return by_round if one.by_round else whole
