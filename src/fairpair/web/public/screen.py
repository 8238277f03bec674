"""The big screen in the hall: pairings and standings that turn their pages by themselves."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.leaders import find_leaders
from fairpair.app.views.rounds import RoundView, by_name, round_view
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import InvalidInputError
from fairpair.core.header import Header
from fairpair.engine.stages.progress import plan_for
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.web.chances import odds_data
from fairpair.web.public.pages import Frame, PublicPages, PublicRequest, frame_of
from fairpair.web.qr import qr_svg
from fairpair.web.tree import Tree, tree_of

_ROWS = range(4, 41)


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/screen", methods=["GET", "HEAD"])
    async def screen(request: Request) -> Response:
        """What was chosen at `/desk/{tournament}/screen`. An address may say something else for one
        screen: `show`, pairings `by` table or name, `seconds` a page, `rows` in each column.
        """
        return await pages.page(request, _screen, "show", "seconds", "rows", "by")

    @routes.api_route("/t/{tournament}/qr.svg", methods=["GET", "HEAD"])
    def code(request: Request, tournament: str) -> Response:
        """The address of the public page, to be read with a camera."""
        pages.site.guard.check(request, Role.PUBLIC)
        picture = qr_svg(reach_of(request), f"/t/{tournament}")
        tag = f'"{hashlib.sha256(picture).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(picture, media_type="image/svg+xml", headers=headers)

    return routes


def _screen(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    chosen = _chosen(sight)
    show = chosen.screen_show
    frame = sight.view(frame_of)
    rows = sight.number("rows")
    view = None
    if frame.now is not None:
        view = sight.view(round_view, frame.now.stage, frame.now.round)
    is_by_name = chosen.screen_by == "name"
    ranked = frame.now is not None and show in ("both", "standings")
    paired = view is not None and show in ("both", "pairings")
    total = len(view.pairings) if isinstance(view, RoundView) else 0
    return "public/screen.html", {
        "round": view if paired else None,
        "names": by_name(sight.t, view) if view and is_by_name else None,
        "clock": getattr(view, "clock", None),
        "standings": sight.view(standings_view, None) if ranked else None,
        "tree": _tree(sight, show),
        "only_clock": show == "clock",
        "outlook": sight.outlook if show == "outlook" else None,
        **odds_data(sight.odds() if show == "odds" else None, None),
        "announcement": sight.t.header.announcement,
        "total": total,
        "done_count": total - (frame.now.pending if frame.now else 0),
        "champion": [*map(sight.t.name_of, find_leaders(sight.t))] if frame.finished else [],
        "of_rounds": _rounds_beside(frame),
        "seconds": chosen.screen_seconds,
        "rows": rows if rows in _ROWS else 0,
    }


def _chosen(sight: PublicRequest) -> Header:
    """What was chosen for the tournament, unless the address says something else that can be."""
    chosen = sight.t.header
    for name in ("show", "by", "seconds"):
        with suppress(InvalidInputError):
            if wanted := sight.query.get(name):
                chosen = chosen.with_values({f"screen_{name}": wanted})
    return chosen


def _rounds_beside(frame: Frame) -> int:
    """How many main rounds are planned, while one of them is played."""
    if frame.now is None or frame.now.stage > 1:
        return 0
    return sum(line.stage == 1 for line in frame.rounds)


def _tree(sight: PublicRequest, show: str) -> Tree | None:
    """The bracket, where it is wanted and there is one."""
    if show != "bracket" or plan_for(sight.t).finals is None or not sight.t.entries:
        return None
    return tree_of(sight.view(bracket_view), reseeded=sight.t.rules.reseed)
