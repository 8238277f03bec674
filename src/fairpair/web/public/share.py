"""Pictures of a tournament for a chat: made once for each version, in the turn of the sheets."""

import asyncio
from typing import cast

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.pictures import find_logo
from fairpair.app.printing import Job, local_time
from fairpair.app.printing.share import render_share, shared_picture
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.http.language import language_of
from fairpair.http.late_route import page_router
from fairpair.http.response_cache import CacheKey
from fairpair.language.languages import Language
from fairpair.log.journal import Journal
from fairpair.web.site import Site

_ENDING = ".png"


def router(site: Site) -> APIRouter:
    """The route."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/share/{file}", methods=["GET", "HEAD"])
    async def share(request: Request, file: str) -> Response:
        """`standings.png`, `podium.png`, `tournament.png` or `round-1-3.png`."""
        grant = await site.guard.grant(request, Role.PUBLIC)
        if not file.endswith(_ENDING):
            raise NotFoundError("no-picture")
        shown = shared_picture(file.removesuffix(_ENDING))
        here = TournamentId(request.path_params["tournament"])
        language = cast("Language", language_of(request.scope))
        service = site.service

        def make(log: Journal) -> bytes:
            at, logo = local_time(service.now), find_logo(service, here, log.tournament)
            job = Job(here, log.tournament, log.version, at, language=language, logo=logo)
            return render_share(shown, job, apart=True)

        look = f"png-{language}"
        key = CacheKey("share", (file, language), "image/png", f"{here}-{file}", look, inline=True)
        turns: asyncio.Semaphore = request.app.state.printing
        async with turns:
            return await site.cache.get_response(request, here, grant, key, make)

    return routes
