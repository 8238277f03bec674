"""The page about the tournament itself: when, where, by whom."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.draw import has_public_proof
from fairpair.app.views.info import info_view
from fairpair.http.late_route import page_router
from fairpair.web.markdown import render_markdown
from fairpair.web.public.pages import PublicPages, PublicRequest


def router(pages: PublicPages) -> APIRouter:
    """The route."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/info", methods=["GET", "HEAD"])
    async def info(request: Request) -> Response:
        """Dates, place, officials, time control and the organiser's description."""
        return await pages.page(request, _info)

    return routes


def _info(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    view = info_view(sight.t)
    return "public/info.html", {
        "info": view,
        "draw": sight.t.draw,
        "proof": has_public_proof(sight.t),
        "description": render_markdown(view.description),
        "regulations": render_markdown(view.regulations),
    }
