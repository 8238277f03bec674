"""The history: who did what, when and why, with undo and redo on everything."""

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.views.history import actions
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.http.late_route import page_router
from fairpair.log.commands import Redo, Undo
from fairpair.log.undo import last_action
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of the history."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        number = visit.request.query_params.get("page", "")
        found = actions(
            visit.journal,
            lambda after: site.service.store.load(visit.here, after=after),
            int(number) if number.isdecimal() and len(number) < 9 else 1,
        )
        last = _last_action(visit)
        return site.page(visit, "desk/history.html", history=found, last=last, **data)

    @routes.get("/desk/{tournament}/history")
    def history(request: Request) -> Response:
        """Everything that was done."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post("/desk/{tournament}/undo")
    async def undo(request: Request) -> Response:
        """Take one action back; without a number the last one."""

        def act(visit: PageRequest) -> Outcome:
            command = Undo(_action(visit), visit.form.get("reason", ""))
            return site.service.run_command(visit.command_context, command)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post("/desk/{tournament}/redo")
    async def redo(request: Request) -> Response:
        """Bring one action back; without a number the one that was undone last."""

        def act(visit: PageRequest) -> Outcome:
            return site.service.run_command(visit.command_context, Redo(_action(visit)))

        return await site.act(request, Role.ORGANISER, act, page)

    return routes


def _last_action(visit: PageRequest) -> int | None:
    """The one that is undone first: what comes in after the page was opened is not meant."""
    with suppress(InvalidStateError):
        return last_action(visit.journal)
    return None


def _action(visit: PageRequest) -> int | None:
    text = visit.form.get("action", "")
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 10):
        raise InvalidInputError("bad-action")
    return int(text)
