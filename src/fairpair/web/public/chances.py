"""Guarantees and odds for everybody, where the organiser shows them."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.core.errors import ForbiddenError
from fairpair.http.late_route import page_router
from fairpair.web.chances import odds_data, search_text
from fairpair.web.public.pages import PublicPages, PublicRequest


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/outlook", methods=["GET", "HEAD"])
    async def outlook(request: Request) -> Response:
        """Who is surely among the first players, and for whom a win or a draw is enough."""
        return await pages.page(request, _outlook, "q", "page")

    @routes.api_route("/t/{tournament}/odds", methods=["GET", "HEAD"])
    async def odds(request: Request) -> Response:
        """Everybody's estimated chances."""
        return await pages.page(request, _odds, "q", "page")

    return routes


def _outlook(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    if not sight.t.rules.show_outlook:
        raise ForbiddenError("outlook-not-public")
    view = sight.outlook
    part = sight.part(view.players, search_text) if view else None
    return "public/outlook.html", {"view": view, "part": part}


def _odds(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    if not sight.t.rules.show_odds:
        raise ForbiddenError("odds-not-public")
    state = sight.odds()
    shown = state.odds if state else None
    return "public/odds.html", odds_data(
        state, sight.part(shown.players, search_text) if shown else None
    )
