"""The big screen in the hall: pairings and standings that turn their pages by themselves."""

import hashlib
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.views.rounds import by_name, round_view
from fairpair.app.views.standings import standings_view
from fairpair.http.reach import reach_of
from fairpair.web.public.pages import PublicPages, PublicRequest, frame_of
from fairpair.web.qr import qr_svg

SHOWS = ("both", "pairings", "standings")
_SECONDS = range(3, 121)
_ROWS = range(4, 41)


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/t/{tournament}/screen", methods=["GET", "HEAD"])
    async def screen(request: Request) -> Response:
        """`show` what (both, pairings, standings), `seconds` a page, `rows` a page, pairings `by`
        table or name.
        """
        return await pages.page(request, _screen, "show", "seconds", "rows", "by")

    @routes.api_route("/t/{tournament}/qr.svg", methods=["GET", "HEAD"])
    def code(request: Request, tournament: str) -> Response:
        """The address of the public page, to be read with a camera."""
        pages.site.guard.check(request, Role.PUBLIC)
        picture = qr_svg(reach_of(request).url(f"/t/{tournament}"))
        tag = f'"{hashlib.sha256(picture).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(picture, media_type="image/svg+xml", headers=headers)

    return routes


def _screen(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    wanted = sight.query.get("show", "")
    show = wanted if wanted in SHOWS else "both"
    frame = sight.view(frame_of)
    seconds, rows = sight.number("seconds"), sight.number("rows")
    view = None
    if frame.now is not None:
        view = sight.view(round_view, frame.now.stage, frame.now.round)
    names = sight.query.get("by") == "name"
    ranked = frame.now is not None and show != "pairings"
    return "public/screen.html", {
        "round": view if show != "standings" else None,
        "names": by_name(sight.t, view) if view and names else None,
        "clock": getattr(view, "clock", None),
        "standings": sight.view(standings_view, None) if ranked else None,
        "seconds": seconds if seconds in _SECONDS else 10,
        "rows": rows if rows in _ROWS else 0,
    }
