"""Numbers for everybody, as plots and as tables."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.rank_course import rank_course
from fairpair.app.views.statistics import statistics
from fairpair.web.public.pages import PublicPages, Sight
from fairpair.web.public.plots import bars_of, courses_of


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.api_route("/t/{tournament}/statistics", methods=["GET", "HEAD"])
    async def numbers(request: Request) -> Response:
        """Results by colour, upsets, how the scores are spread, ranks over the rounds."""
        return await pages.page(request, _statistics)

    return routes


def _statistics(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    numbers = sight.view(statistics)
    course = sight.view(rank_course)
    first = numbers.first_named
    return "public/statistics.html", {
        "numbers": numbers,
        "course": course,
        "outcomes": (first.wins, first.draws, first.losses),
        "scores": bars_of([(one.points, one.players) for one in numbers.scores]),
        "courses": courses_of([(str(one.rank), one.ranks) for one in course.players]),
        "bars_of": bars_of,
        "live": None,
    }
