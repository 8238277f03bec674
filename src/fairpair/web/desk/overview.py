"""The first page of the desk: where the event stands, the next step, and all rounds."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rounds import round_list
from fairpair.app.views.status import status
from fairpair.app.views.tournaments import state_text
from fairpair.core.tournament import Phase
from fairpair.web import qr
from fairpair.web.desk.next_step import next_step, take_step
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of the overview."""
    routes = APIRouter(include_in_schema=False)

    def page(visit: PageRequest, **data: Any) -> Response:
        t, version = visit.t, visit.version
        planned = recommendation_view(t, version) if t.phase is Phase.SETUP else None
        return site.page(
            visit,
            "desk/overview.html",
            now=status(t, version),
            state=state_text(t),
            step=next_step(t),
            rounds=round_list(t, version).rounds,
            planned=planned,
            rules=t.rules,
            public=qr.absolute(visit.request, f"/t/{visit.here}"),
            is_loopback=qr.is_loopback(visit.request),
            **data,
        )

    @routes.get("/desk/{tournament}")
    def overview(request: Request) -> Response:
        """Where the event stands."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post("/desk/{tournament}/next")
    async def step(request: Request) -> Response:
        """Take the next step."""
        return await site.act(
            request, Role.ORGANISER, lambda visit: take_step(site.service, visit), page
        )

    return routes
