"""Repair a paired round: who is missing, has come or needs another opponent, and what changes."""

import re
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.repair import RepairRequest, repair_round
from fairpair.app.views.people import player_in
from fairpair.app.views.repair import repair_view
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.http.late_route import page_router
from fairpair.web.desk.round_forms import ROUND, read_number, round_at
from fairpair.web.desk.rounds import frame
from fairpair.web.site import Page, PageRequest, Site

_WHO = ("missing", "arrived", "parted")
_LONGEST = 4000
"""Letters of the names that are typed."""


def router(site: Site) -> APIRouter:
    """The routes of a repair."""
    routes = page_router()
    page = _repair_page(site)

    @routes.get(f"{ROUND}/repair")
    def preview(request: Request) -> Response:
        """Who is concerned, and what would change; nothing is saved."""
        return page(site.visit(request, Role.ORGANISER))

    @routes.post(f"{ROUND}/repair/apply")
    async def repair(request: Request) -> Response:
        """Change the round as little as possible."""

        def act(visit: PageRequest) -> Outcome:
            form = visit.form
            missing, arrived, parted = (_players(visit, form.get(key, "")) for key in _WHO)
            asked = RepairRequest(
                missing,
                arrived,
                parted,
                option=read_number(visit, "option", 1, 9),
                wide=form.get("wide") == "yes",
                reason=form.get("reason", ""),
            )
            return site.service.run(visit.command_context, repair_round, round_at(visit), asked)

        return await site.act(request, Role.ORGANISER, act, page)

    return routes


def _repair_page(site: Site) -> Page:
    def page(visit: PageRequest, **data: Any) -> Response:
        ref = round_at(visit)
        typed = {key: _typed(visit, key) for key in _WHO}
        reason = visit.form.get("reason", "")
        found: dict[str, Any] = {"repair": None, "refused": None, "reason": reason}
        try:
            missing, arrived, parted = (_players(visit, typed[key]) for key in _WHO)
            place, asked = (ref.stage, ref.round_no), RepairRequest(missing, arrived, parted)
            found["repair"] = repair_view(visit.t, visit.version, place, asked)
        except DomainError as refusal:
            found["refused"] = refusal
        data = {**frame(site, visit, ref), **typed, **found, "live": None, **data}
        return site.page(visit, "desk/repair.html", **data)

    return page


def _typed(visit: PageRequest, name: str) -> str:
    """What was typed, in the address or in the form."""
    text = visit.form.get(name) or visit.request.query_params.get(name, "")
    return text[:_LONGEST]


def _players(visit: PageRequest, typed: str) -> tuple[PlayerId, ...]:
    """One player a line, by name or number."""
    lines = (line.strip() for line in re.split(r"[\r\n;]+", typed[:_LONGEST]))
    return tuple(dict.fromkeys(player_in(visit.t, line) for line in lines if line))
