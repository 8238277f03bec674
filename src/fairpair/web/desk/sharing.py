"""Sharing the server on the network from a page of the desk."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The route; for the administrator only."""
    routes = page_router()

    @routes.post("/desk/{tournament}/share")
    async def share(request: Request) -> Response:
        """Start or stop, then go back to where the button was."""
        return await site.act(request, Role.ADMIN, _share, site.refusal_page)

    return routes


def _share(visit: PageRequest) -> None:
    sharing = reach_of(visit.request).sharing
    if visit.form.get("do") == "stop":
        sharing.stop()
    else:
        sharing.start(visit.form.get("address", ""))
