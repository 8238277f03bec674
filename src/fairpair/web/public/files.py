"""What makes the pages an app on a phone: the manifest, and the worker that keeps the last copy."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from fairpair.app.access.grants import Role
from fairpair.web.rendering import STATIC, static
from fairpair.web.site import Site

_JAVASCRIPT = "text/javascript; charset=utf-8"


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/worker.js", methods=["GET", "HEAD"])
    def worker() -> Response:
        """The service worker: from the root, because it looks after pages below it."""
        text = (STATIC / "worker.js").read_bytes()
        return Response(text, media_type=_JAVASCRIPT, headers={"Cache-Control": "no-cache"})

    @routes.get("/t/{tournament}/manifest.webmanifest")
    def manifest(request: Request) -> Response:
        """How the tournament looks on a home screen; `?me` opens the player's own page."""
        visit = site.visit(request, Role.PUBLIC)
        mine = "me" in request.query_params
        start = f"/t/{visit.here}/me" if mine else f"/t/{visit.here}"
        found = {
            "id": start,
            "name": visit.t.name,
            "short_name": visit.t.name[:30],
            "start_url": start,
            "scope": "/",
            "display": "standalone",
            "background_color": "#f6f5f2",
            "theme_color": "#0f5581",
            "icons": [
                *(_icon(f"icon-{size}.png", size, "any") for size in (192, 512)),
                _icon("icon-maskable-512.png", 512, "maskable"),
            ],
        }
        headers = {"Cache-Control": "no-cache"}
        return JSONResponse(found, media_type="application/manifest+json", headers=headers)

    return routes


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
