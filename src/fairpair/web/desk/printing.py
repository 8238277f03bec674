"""What can be printed: the public pages, which leave menus and buttons out on paper."""

from fastapi import APIRouter, Request, Response

from fairpair.app.grants import Role
from fairpair.app.views.audience import published
from fairpair.web.public.frame import frame_of
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """The route."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/desk/{tournament}/print")
    def page(request: Request) -> Response:
        """Where to find what is put on paper most."""
        visit = site.visit(request, Role.SCOREKEEPER)
        frame = frame_of(published(visit.t), visit.version)
        return site.page(visit, "desk/print.html", frame=frame)

    return routes
