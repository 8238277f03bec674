"""What all big screens show: chosen here, with the announcement for everybody."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import run_idempotent
from fairpair.core.header import SCREEN_SHOWS
from fairpair.engine.stages.progress import plan_for
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.language.message import Phrase
from fairpair.log.commands import ChangeHeader
from fairpair.web.site import PageRequest, Site

_CHOICES = ("screen_show", "screen_by", "screen_seconds")


def _can_show(visit: PageRequest, key: str) -> bool:
    """Whether there is such a thing, and it is for everybody."""
    rules = visit.t.rules
    there = {"outlook": rules.show_outlook, "odds": rules.show_odds}
    return plan_for(visit.t).finals is not None if key == "bracket" else there.get(key, True)


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        header = visit.t.header
        data["shows"] = {
            key: Phrase(title) for key, title in SCREEN_SHOWS.items() if _can_show(visit, key)
        }
        for key in ("announcement", *_CHOICES):
            data[key] = visit.form.get(key, getattr(header, key))
        return site.page(visit, "desk/screen.html", reach=reach_of(visit.request), **data)

    @routes.get("/desk/{tournament}/screen")
    def screen(request: Request) -> Response:
        """The choices."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post("/desk/{tournament}/screen")
    async def choose(request: Request) -> Response:
        """All screens of the tournament follow at once."""

        def act(visit: PageRequest) -> Outcome:
            chosen = {key: visit.form[key] for key in _CHOICES if key in visit.form}
            return site.service.run(visit.command_context, run_idempotent, ChangeHeader(chosen))

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post("/desk/{tournament}/announcement")
    async def announce(request: Request) -> Response:
        """Tell everybody something, or take it back with an empty text."""

        def act(visit: PageRequest) -> Outcome:
            text = visit.form.get("announcement", "").strip()
            change = ChangeHeader({"announcement": text})
            return site.service.run(visit.command_context, run_idempotent, change)

        return await site.act(request, Role.ORGANISER, act, page)

    return routes
