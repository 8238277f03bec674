"""Files to take away: tables, the whole tournament, and reports for other programs."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.transfer.exports import EXPORTS
from fairpair.app.views.audience import published
from fairpair.web.public.frame import frame_of
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """The route."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/desk/{tournament}/files")
    def page(request: Request) -> Response:
        """Everything in the register that the visitor may have, at its address in the API."""
        visit = site.visit(request, Role.SCOREKEEPER)
        t = published(visit.t)
        mine = [x for x in EXPORTS if visit.grant.role.reaches(x.least) and x.fits(t)]
        frame = frame_of(t, visit.version)
        tables: dict[str, list[str]] = {}
        for one in mine:
            if one.ending in ("csv", "xlsx"):
                tables.setdefault(one.what, []).append(one.ending)
        others = [one.path for one in mine if one.ending not in ("csv", "xlsx")]
        return site.page(visit, "desk/files.html", frame=frame, tables=tables, others=others)

    return routes
