"""Ranks, players and numbers for everybody: standings, cross table, final ranking, statistics."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.people import person, search_key
from fairpair.app.views.player_rounds import cross_rows
from fairpair.app.views.players import player_lines, player_view
from fairpair.app.views.ranking import rank_course, ranking_view
from fairpair.app.views.standings import table_view
from fairpair.app.views.statistics import statistics
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.http.late_route import page_router
from fairpair.web.chances import chances_of
from fairpair.web.lists import person_text
from fairpair.web.plots import bars_of, courses_of, stacked_bar
from fairpair.web.public.pages import PublicPages, PublicRequest
from fairpair.web.ranks import player_results, ranked_rows
from fairpair.web.view_cache import current_standings

LEADERS = 8
"""The number of lines that can be told apart."""


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/standings", methods=["GET", "HEAD"])
    async def standings(request: Request) -> Response:
        """Every rank; `until` a round, `at` the page with this player."""
        return await pages.page(request, standings_page, "until", "q", "page", "at")

    @routes.api_route("/t/{tournament}/crosstable", methods=["GET", "HEAD"])
    async def crosstable(request: Request) -> Response:
        """Every player's rounds beside each other."""
        return await pages.page(request, _crosstable, "q", "page")

    @routes.api_route("/t/{tournament}/ranking", methods=["GET", "HEAD"])
    async def ranking(request: Request) -> Response:
        """The knock-out first, then the others."""
        return await pages.page(request, _ranking, "q", "page")

    @routes.api_route("/t/{tournament}/players", methods=["GET", "HEAD"])
    async def players(request: Request) -> Response:
        """Everybody, by name."""
        return await pages.page(request, all_players, "q", "page")

    @routes.api_route("/t/{tournament}/players/{player:int}", methods=["GET", "HEAD"])
    async def one_player(request: Request, player: int) -> Response:
        """Every round so far: opponent, colour, result, points."""
        return await pages.page(request, lambda sight: _player(sight, player))

    @routes.api_route("/t/{tournament}/statistics", methods=["GET", "HEAD"])
    async def numbers(request: Request) -> Response:
        """Results by colour, upsets, how the scores are spread, ranks over the rounds."""
        return await pages.page(request, _statistics)

    return routes


def standings_page(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """A page of the standings."""
    until, at = sight.number("until"), sight.number("at")
    standings = sight.view(current_standings, until)
    part = sight.part(
        standings.rows,
        lambda row: _entrant_text(sight.t, row.player),
        None if at is None else lambda row: row.player == at,
    )
    view = table_view(sight.t, sight.version, standings, part.rows)
    ranked = ranked_rows(standings, view, sight.ranks_after(view.round - 1))
    rounds = [ref.round_no for ref in sorted(sight.t.rounds) if ref.stage == 1]
    return "public/standings.html", {
        "view": view,
        "part": part.with_rows(ranked),
        "until": until,
        "rounds_played": rounds,
    }


def _crosstable(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    standings = sight.view(current_standings, None)
    part = sight.part(standings.rows, lambda row: _entrant_text(sight.t, row.player))
    view = cross_rows(sight.t, sight.version, standings, part.rows)
    return "public/crosstable.html", {"view": view, "part": part.with_rows(view.players)}


def _ranking(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """Everybody's place as it would be now, or as it is."""
    view = sight.view(ranking_view)
    return "public/ranking.html", {"view": view, "part": sight.part(view.players, person_text)}


def _entrant_text(t: Tournament, player: PlayerId) -> str:
    return person_text(person(t, player))


def all_players(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """The list of players by name."""
    part = sight.part(sight.view(names_in_order), partial(_entrant_text, sight.t))
    lines = player_lines(sight.t, sight.view(current_standings, None), part.rows)
    return "public/players.html", {"part": part.with_rows(lines)}


def names_in_order(t: Tournament, _version: int) -> list[PlayerId]:
    """Everybody, by name."""
    return sorted(t.entries, key=lambda p: (search_key(t.entries[p].entrant.name), p))


def _player(sight: PublicRequest, number: int) -> tuple[str, Mapping[str, Any]]:
    standings = sight.view(current_standings, None)
    view = player_view(sight.t, sight.version, number, standings)
    results = player_results(sight.t, standings, view.id, sight.ranks_after)
    chances = chances_of(sight.outlook, sight.odds(), view.id)
    return "public/player.html", {
        "player": view,
        "rating": sight.rating(view.id),
        **results,
        **chances,
    }


def _statistics(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    numbers = sight.view(statistics)
    course = rank_course(sight.t, sight.version, sight.ranks_after)
    leaders = course.players[:LEADERS]
    first = numbers.first_named
    return "public/statistics.html", {
        "numbers": numbers,
        "leaders": leaders,
        "courses": courses_of([one.ranks for one in leaders]),
        "rounds_complete": course.rounds,
        "outcomes": (first.wins, first.draws, first.losses),
        "scores": bars_of([(one.points, one.players) for one in numbers.scores]),
        "stacked_bar": stacked_bar,
        "live": None,
    }
