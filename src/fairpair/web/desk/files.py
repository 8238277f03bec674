"""Files to take away, and sheets to print: everything there is of a tournament."""

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.printing import SHEETS
from fairpair.app.transfer.exports import EXPORTS
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.header import report_notices
from fairpair.app.views.rounds import LOCKED, RoundLine
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.paper import Paper
from fairpair.web.public.embed import EMBEDS
from fairpair.web.public.pages import frame_of
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()

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
            embeds=[name for name in EMBEDS if name != "bracket" or name in frame.menu],
            hidden=visit.t.rules.hidden,
            widget=reach_of(request).url("/static/widget.js"),
        )

    @routes.get("/desk/{tournament}/print")
    def sheets(request: Request) -> Response:
        """A link to every PDF of a round, the latest if none is asked for, and of the whole event;
        `?paper=letter` for the other size of pages.
        """
        visit = site.visit(request, Role.SCOREKEEPER)
        frame = frame_of(visit.t, visit.version)
        rounds = [one for one in frame.rounds if one.status != LOCKED]
        asked = request.query_params.get("paper")
        there = [
            one.name
            for one in SHEETS.values()
            if _NEEDS.get(one.name, "") in ("", *frame.menu) and one.fits(visit.t)
        ]
        return site.page(
            visit,
            "desk/print.html",
            rounds=rounds,
            chosen=_chosen_round(rounds, request.query_params),
            paper=asked if asked in list(Paper) else Paper.A4.value,
            of_round=[name for name in there if SHEETS[name].of_round],
            whole=[name for name in there if not SHEETS[name].of_round and name != _NOW],
            added={name: SHEETS[name] for name in SHEETS.added},
            players=frame.players,
            reach=reach_of(request),
        )

    return routes


def _chosen_round(rounds: Sequence[RoundLine], asked: Mapping[str, str]) -> RoundLine | None:
    wanted = (asked.get("stage", "1"), asked.get("round"))
    latest = rounds[-1] if rounds else None
    return next((one for one in rounds if (str(one.stage), str(one.round)) == wanted), latest)


_NOW = "now"
"""The sheet behind the main button."""
_NEEDS = {"standings": "standings", "crosstable": "standings", "bracket": "bracket"}
"""Sheets that stay off the page until the public pages have the same."""
