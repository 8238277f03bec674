"""A tournament among others: its name, the archive, a copy, and its rules as a preset."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.own_presets import save_preset
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.copies import copy_tournament
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.web.new import first_key, welcome
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes: what makes something new on the server is for the administrator."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        return site.page(
            visit, "desk/manage.html", t=visit.t, form=visit.form, **{"saved": None, **data}
        )

    @routes.get("/desk/{tournament}/manage")
    def manage(request: Request) -> Response:
        """What can be done with the tournament as a whole."""
        return page(site.visit(request, Role.ORGANISER), saved=request.query_params.get("saved"))

    def add(path: str, least: Role, doing: Callable[[Site, PageRequest], Any]) -> None:
        @routes.post(f"/desk/{{tournament}}/manage/{path}")
        async def route(request: Request) -> Response:
            return await site.act(request, least, lambda visit: doing(site, visit), page)

    add("rename", Role.ORGANISER, _rename)
    add("archive", Role.ORGANISER, _archive)
    add("unarchive", Role.ORGANISER, _unarchive)
    add("copy", Role.ADMIN, _copy)
    add("preset", Role.ADMIN, _save_preset)
    return routes


def _rename(site: Site, visit: PageRequest) -> Outcome:
    command = c.RenameTournament(visit.form.get("name", ""))
    return site.service.run_command(visit.command_context, command)


def _archive(site: Site, visit: PageRequest) -> Outcome:
    return site.service.run_command(visit.command_context, c.ArchiveTournament())


def _unarchive(site: Site, visit: PageRequest) -> Outcome:
    return site.service.run_command(visit.command_context, c.UnarchiveTournament())


def _copy(site: Site, visit: PageRequest) -> Response:
    """A new tournament like this one."""
    order, players = visit.command_context, visit.form.get("players") == "yes"
    made = copy_tournament(
        site.service,
        visit.here,
        visit.form.get("copy", ""),
        order.command_id,
        order.by,
        first_key(site, visit),
        players=players,
    )
    entries = len(site.service.journal(made.tournament).tournament.entries)
    return welcome(site, PageRequest(visit.request, visit.grant), made, entries)


def _save_preset(site: Site, visit: PageRequest) -> str:
    """Its rules under a name, for new tournaments."""
    replace = visit.form.get("replace") == "yes"
    save_preset(site.service, visit.form.get("preset", ""), visit.t.rules, replace=replace)
    return f"/desk/{visit.here}/manage?saved=yes"
