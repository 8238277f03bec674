"""Whether the log is complete and unchanged, and the draw that anyone can verify."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.transfer.exports import stored_archive
from fairpair.app.verification import lines_of, verify_log
from fairpair.app.views.draw import draw_view
from fairpair.http.late_route import page_router
from fairpair.log.commands import CommitDraw, EnterBeacon
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        found = verify_log(stored_archive(site.service.store, visit.here, visit.version))
        draw = draw_view(site.service.store, visit.journal)
        before_start = not visit.t.rounds
        return site.page(
            visit,
            "desk/verify.html",
            found=found,
            lines=lines_of(found),
            draw=draw,
            before_start=before_start,
            form=visit.form,
            **data,
        )

    @routes.get("/desk/{tournament}/verify")
    def verify(request: Request) -> Response:
        """Whether the log is complete and unchanged, and every round what the engine pairs."""
        return page(site.visit(request, Role.ORGANISER))

    @routes.post("/desk/{tournament}/verify/commit")
    async def commit(request: Request) -> Response:
        """Publish the hash of the draw seed, for good."""

        def act(visit: PageRequest) -> Outcome:
            command = CommitDraw(visit.form.get("beacon", ""), visit.form.get("source", ""))
            return site.service.run_command(visit.command_context, command)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post("/desk/{tournament}/verify/value")
    async def value(request: Request) -> Response:
        """Take the public value that was announced."""

        def act(visit: PageRequest) -> Outcome:
            command = EnterBeacon(visit.form.get("value", ""))
            return site.service.run_command(visit.command_context, command)

        return await site.act(request, Role.ORGANISER, act, page)

    return routes
