"""Ranks for everybody: the standings with all their numbers, the cross table, the final ranking."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.people import Person
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.standings import standings_view
from fairpair.web.public.lists import part_of
from fairpair.web.public.pages import PublicPages, Sight


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.api_route("/t/{tournament}/standings", methods=["GET", "HEAD"])
    async def standings(request: Request) -> Response:
        """Every rank; `until` a round, `at` the page with this player."""
        return await pages.page(request, _standings, "until", "q", "page", "at")

    @routes.api_route("/t/{tournament}/crosstable", methods=["GET", "HEAD"])
    async def crosstable(request: Request) -> Response:
        """Every player's rounds beside each other."""
        return await pages.page(request, _crosstable, "q", "page")

    @routes.api_route("/t/{tournament}/ranking", methods=["GET", "HEAD"])
    async def ranking(request: Request) -> Response:
        """The knock-out first, then the others."""
        return await pages.page(request, final_places, "q", "page")

    return routes


def _standings(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    until, at = sight.number("until"), sight.number("at")
    view = sight.view(standings_view, until)
    part = part_of(
        view.players,
        person_text,
        sight.query.get("q", ""),
        sight.number("page"),
        None if at is None else lambda row: row.id == at,
    )
    rounds = [ref.round_no for ref in sorted(sight.t.rounds) if ref.stage == 1]
    return "public/standings.html", {
        "view": view,
        "part": part,
        "until": until,
        "rounds_played": rounds,
        "games_count": (sight.t.rules.best_of or 1) > 1 and not sight.t.rules.scores,
    }


def _crosstable(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(cross_table)
    asked = (sight.query.get("q", ""), sight.number("page"))
    return "public/crosstable.html", {
        "view": view,
        "part": part_of(view.players, person_text, *asked),
    }


def final_places(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    """Everybody's place as it would be now, or as it is."""
    view = sight.view(ranking_view)
    asked = (sight.query.get("q", ""), sight.number("page"))
    return "public/ranking.html", {
        "view": view,
        "part": part_of(view.players, person_text, *asked),
    }


def person_text(row: Person) -> str:
    """What somebody is found by."""
    return f"{row.name} {row.club} {row.federation} {row.title}"
