"""Files to take away, and sheets to print: everything there is of a tournament."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.printing import SHEETS
from fairpair.app.transfer.exports import EXPORTS
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.header import report_notices
from fairpair.http.reach import reach_of
from fairpair.paper import Paper
from fairpair.web.public.pages import frame_of
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/desk/{tournament}/files")
    def files(request: Request) -> Response:
        """Everything in the register that the visitor may have, at its address in the API."""
        visit = site.visit(request, Role.SCOREKEEPER)
        t = redact_for_public(visit.t)
        mine = [x for x in EXPORTS if visit.grant.role.reaches(x.least) and x.fits(t)]
        frame = frame_of(t, visit.version)
        tables: dict[str, list[str]] = {}
        for one in mine:
            if one.ending in ("csv", "xlsx"):
                tables.setdefault(one.what, []).append(one.ending)
        others = [one.path for one in mine if one.ending not in ("csv", "xlsx")]
        return site.page(
            visit,
            "desk/files.html",
            frame=frame,
            tables=tables,
            others=others,
            notices=list(report_notices(visit.t)),
        )

    @routes.get("/desk/{tournament}/print")
    def sheets(request: Request) -> Response:
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
            reach=reach_of(request),
        )

    return routes


_NEEDS = {"standings": "standings", "crosstable": "standings", "bracket": "bracket"}
"""Sheets that stay off the page until the public pages have the same."""
