"""Ranks, players and numbers for everybody: standings, cross table, final ranking, statistics."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.people import person
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.players import PlayerView, player_lines, player_view
from fairpair.app.views.ranking import rank_course, ranking_view
from fairpair.app.views.results import own_side_first
from fairpair.app.views.rounds import search_key
from fairpair.app.views.standings import table_view
from fairpair.app.views.statistics import statistics
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.language.message import Message
from fairpair.web.lists import columns_of, person_text
from fairpair.web.public.pages import PublicPages, PublicRequest
from fairpair.web.public.plots import bars_of, courses_of
from fairpair.web.view_cache import current_standings


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False)

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


def _standings(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    until, at = sight.number("until"), sight.number("at")
    standings = sight.view(current_standings, until)
    part = sight.part(
        standings.rows,
        lambda row: _entrant_text(sight.t, row.player),
        None if at is None else lambda row: row.player == at,
    )
    view = table_view(sight.t, sight.version, standings, part.rows)
    rounds = [ref.round_no for ref in sorted(sight.t.rounds) if ref.stage == 1]
    return "public/standings.html", {
        "view": view,
        "part": part.with_rows(view.players),
        "until": until,
        "columns": columns_of(sight.t),
        "rounds_played": rounds,
    }


def _crosstable(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(cross_table)
    return "public/crosstable.html", {"view": view, "part": sight.part(view.players, person_text)}


def final_places(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """Everybody's place as it would be now, or as it is."""
    view = sight.view(ranking_view)
    return "public/ranking.html", {"view": view, "part": sight.part(view.players, person_text)}


def _entrant_text(t: Tournament, player: PlayerId) -> str:
    return person_text(person(t, player))


def all_players(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """The list of players by name."""
    part = sight.part(sight.view(names_in_order), partial(_entrant_text, sight.t))
    lines = player_lines(sight.t, sight.view(current_standings, None), part.rows)
    return "public/players.html", {"part": part.with_rows(lines), "columns": columns_of(sight.t)}


def names_in_order(t: Tournament, _version: int) -> list[PlayerId]:
    """Everybody, by name."""
    return sorted(t.entries, key=lambda p: (search_key(t.entries[p].entrant.name), p))


def _player(sight: PublicRequest, number: int) -> tuple[str, Mapping[str, Any]]:
    standings = sight.view(current_standings, None)
    view = player_view(sight.t, sight.version, number, standings)
    return "public/player.html", {"player": view, "results": own_results(sight.t, view)}


def own_results(t: Tournament, view: PlayerView) -> dict[str, Message | str]:
    """The results of a player by the table's id, the player's score first."""
    found = {}
    for one in view.rounds:
        if one.pairing and one.table:
            pairing = t.rounds[RoundRef(one.stage, one.round)].pairings[one.table]
            if pairing.result is not None:
                own = own_side_first(pairing.result, pairing.seats.index(view.id))
                found[one.pairing] = result_text(own, t.rules)
    return found


def _statistics(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
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
