"""What can be printed: every sheet as a PDF, of every round that is there."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.printing import SHEETS
from fairpair.paper import Paper
from fairpair.web import qr
from fairpair.web.public.frame import frame_of
from fairpair.web.site import Site

_NEEDS = {"standings": "standings", "crosstable": "standings", "bracket": "bracket"}
"""Sheets that stay off the page until the public pages have the same."""


def router(site: Site) -> APIRouter:
    """The route."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/desk/{tournament}/print")
    def page(request: Request) -> Response:
        """A link to every PDF; `?paper=letter` for the other size of pages."""
        visit = site.visit(request, Role.SCOREKEEPER)
        frame = frame_of(visit.t, visit.version)
        asked = request.query_params.get("paper")
        there = [
            one.name for one in SHEETS.values() if _NEEDS.get(one.name, "") in ("", *frame.menu)
        ]
        return site.page(
            visit,
            "desk/print.html",
            frame=frame,
            paper=asked if asked in list(Paper) else Paper.A4.value,
            of_round=[name for name in there if SHEETS[name].of_round],
            whole=[name for name in there if not SHEETS[name].of_round],
            is_loopback=qr.is_loopback(request),
        )

    return routes
