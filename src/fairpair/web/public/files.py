"""What makes the pages an app on a phone: the manifests, and the worker that keeps copies."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from fairpair.app.access.grants import NOBODY, Role
from fairpair.app.views.audience import redact_for_public
from fairpair.http.late_route import page_router
from fairpair.web.assets import asset
from fairpair.web.identity import identity_of
from fairpair.web.public.pages import frame_of
from fairpair.web.rendering import THEME_COLOUR, static, translate
from fairpair.web.site import PageRequest, Site

_JAVASCRIPT = "text/javascript; charset=utf-8"
_SHORTCUTS = {"standings": "Standings", "bracket": "Bracket", "players": "Players"}
"""Pages that a long press on the icon offers, once the public pages have them."""


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/worker.js", methods=["GET", "HEAD"])
    def worker() -> Response:
        """The service worker: from the root, because it looks after pages below it."""
        text = asset("worker.js")
        return Response(text, media_type=_JAVASCRIPT, headers={"Cache-Control": "no-cache"})

    @routes.get("/offline")
    def offline(request: Request) -> Response:
        """What the worker shows without a network; the same whoever is logged in."""
        return site.page(PageRequest(request, NOBODY), "offline.html")

    @routes.get("/manifest.webmanifest")
    def manifest() -> Response:
        """How the whole server looks on a home screen, for the staff."""
        new = {"name": translate("New tournament"), "url": "/new"}
        return _manifest("Fairpair", "/", [new])

    @routes.get("/t/{tournament}/manifest.webmanifest")
    def event_manifest(request: Request) -> Response:
        """How the tournament looks on a home screen; `?me` opens the player's own page."""
        visit = site.visit(request, Role.PUBLIC)
        base = f"/t/{visit.here}"
        start = f"{base}/me" if "me" in request.query_params else base
        colour = identity_of(visit.here, visit.t).colour
        return _manifest(visit.t.name, start, list(_shortcuts(visit, base)), colour)

    return routes


def _shortcuts(visit: PageRequest, base: str) -> Iterator[Mapping[str, str]]:
    menu = frame_of(redact_for_public(visit.t), visit.version).menu
    yield {"name": translate("My page"), "url": f"{base}/me"}
    for place, title in _SHORTCUTS.items():
        if place in menu:
            yield {"name": translate(title), "url": f"{base}/{place}"}


def _manifest(
    name: str, start: str, shortcuts: list[Mapping[str, str]], colour: str = THEME_COLOUR
) -> Response:
    found: dict[str, Any] = {
        "id": start,
        "name": name,
        "short_name": name[:30],
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4f5f3",
        "theme_color": colour,
        "icons": [
            *(_icon(f"icon-{size}.png", size, "any") for size in (192, 512)),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
        "shortcuts": shortcuts,
    }
    headers = {"Cache-Control": "no-cache"}
    return JSONResponse(found, media_type="application/manifest+json", headers=headers)


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
