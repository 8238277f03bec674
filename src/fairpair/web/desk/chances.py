"""Guarantees and odds at the desk: for any number of places, and whether the public sees them."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.odds.jobs import OddsKey, OddsState
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import configure
from fairpair.app.views.odds import OddsOptions, OddsView
from fairpair.app.views.people import Person
from fairpair.core.errors import DomainError
from fairpair.engine.outlook.verdicts import default_top
from fairpair.http.late_route import page_router
from fairpair.language.message import Message
from fairpair.web.chances import is_open, odds_data, search_text, staff_guarantees
from fairpair.web.desk.round_forms import HERE
from fairpair.web.lists import Part, part_of
from fairpair.web.site import Page, PageRequest, Site

_MOST_PLACES = 10_000


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()
    _add(routes, site, "outlook", _outlook_page(site))
    _add(routes, site, "odds", _odds_page(site))
    return routes


def _add(routes: APIRouter, site: Site, name: str, page: Page) -> None:
    @routes.get(f"{HERE}/standings/{name}")
    def show(request: Request) -> Response:
        """The page."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post(f"{HERE}/standings/{name}/public")
    async def publish(request: Request) -> Response:
        """Show it to everybody, or stop."""

        def act(visit: PageRequest) -> Outcome:
            changes = {f"show_{name}": visit.form.get("public") == "yes"}
            reason = visit.form.get("reason", "")
            return site.service.run(visit.command_context, configure, None, changes, reason)

        return await site.act(request, Role.ORGANISER, act, page)


def _outlook_page(site: Site) -> Page:
    def page(visit: PageRequest, **data: Any) -> Response:
        top = _top(visit)
        view = staff_guarantees(site.views, visit.here, visit.t, visit.version, top)
        data |= {"view": view, "part": _part(visit, view.players) if view else None}
        return site.page(visit, "desk/outlook.html", **_frame(visit), **data)

    return page


def _odds_page(site: Site) -> Page:
    def page(visit: PageRequest, **data: Any) -> Response:
        state, refused = None, None
        if is_open(visit.t) and visit.request.query_params.get("go"):
            try:
                state = _ask(site, visit)
            except DomainError as refusal:
                refused = refusal.text
        view = state.odds if state else None
        shown = odds_data(state, _part(visit, view.players) if view else None)
        data |= {"refused": refused, "model": _model(visit), "why_engine": _why(view), **shown}
        return site.page(visit, "desk/odds.html", **_frame(visit), **data)

    return page


def _ask(site: Site, visit: PageRequest) -> OddsState:
    options = OddsOptions(_top(visit), _model(visit))
    return site.odds.ask(OddsKey(visit.here, True, options), visit.t, visit.version)


def _why(view: OddsView | None) -> Message | None:
    """Why the fast kernel was not used, if it was not."""
    why = view.why_engine if view else None
    return None if why is None else Message(f"odds.why-{why.value.replace('_', '-')}")


def _model(visit: PageRequest) -> str:
    return "equal" if visit.request.query_params.get("model") == "equal" else "rating"


def _frame(visit: PageRequest) -> dict[str, Any]:
    return {
        "rules": visit.t.rules,
        "runs": visit.grant.may(Role.ORGANISER, visit.tournament),
        "open": is_open(visit.t),
        "top": _top(visit) or default_top(visit.t),
    }


def _top(visit: PageRequest) -> int | None:
    """The number of places that is asked for; none for the usual one."""
    text = visit.request.query_params.get("top", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0
    usual = default_top(visit.t)
    return number if 0 < number <= _MOST_PLACES and number != usual else None


def _part(visit: PageRequest, rows: Any) -> Part[Person]:
    asked = visit.request.query_params
    return part_of(rows, search_text, asked.get("q", "").strip()[:100], asked.get("page", ""))
