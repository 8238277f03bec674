"""Slim pages for frames on other sites: pairings, standings or bracket, without a menu.

`static/widget.js` builds such a frame, and `static/embed.js` tells it how high the page is.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.core.errors import NotFoundError
from fairpair.http.late_route import page_router
from fairpair.web.public.pages import PublicPages, PublicRequest, TemplateFactory, frame_of
from fairpair.web.public.rounds import bracket_page, round_page
from fairpair.web.public.standings import standings_page
from fairpair.web.site import THEMES

_LAYOUT = "public/embed.html"


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/embed/{show}", methods=["GET", "HEAD"])
    async def embed(request: Request, show: str) -> Response:
        """What a frame shows; `theme` is light or dark, else the one of the reader's device."""
        if show not in EMBEDS:
            raise NotFoundError("no-page")
        return await pages.page(request, lambda sight: _embedded(sight, EMBEDS[show]), "theme")

    return routes


def _embedded(sight: PublicRequest, make: TemplateFactory) -> tuple[str, Mapping[str, Any]]:
    """The page for everybody in the layout for frames."""
    template, data = make(sight)
    theme = sight.query.get("theme", "")
    chosen = {"theme": theme} if theme in THEMES else {}
    return template, {**data, **chosen, "layout": _LAYOUT}


def _pairings(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """The round that is played, or the first one to come."""
    frame = sight.view(frame_of)
    line = frame.now or next(iter(frame.rounds), None)
    return (_LAYOUT, {}) if line is None else round_page(sight, line.stage, line.round)


EMBEDS: Mapping[str, TemplateFactory] = {
    "pairings": _pairings,
    "standings": standings_page,
    "bracket": bracket_page,
}
"""What can be embedded, by its name in addresses."""
