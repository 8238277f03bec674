"""Ranks, players and numbers for everybody: standings, cross table, final ranking, statistics."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.people import Person
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.players import PlayerView, player_list, player_view
from fairpair.app.views.ranking import rank_course, ranking_view
from fairpair.app.views.results import own_side_first
from fairpair.app.views.rounds import search_key
from fairpair.app.views.standings import standings_view
from fairpair.app.views.statistics import statistics
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.language.message import Message
from fairpair.web.public.pages import PublicPages, PublicRequest, part_of
from fairpair.web.public.plots import bars_of, courses_of


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
    }


def _crosstable(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(cross_table)
    asked = (sight.query.get("q", ""), sight.number("page"))
    return "public/crosstable.html", {
        "view": view,
        "part": part_of(view.players, person_text, *asked),
    }


def final_places(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
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


def all_players(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """The list of players by name."""
    found = sorted(sight.view(player_list).players, key=lambda one: (search_key(one.name), one.id))
    asked = (sight.query.get("q", ""), sight.number("page"))
    return "public/players.html", {"part": part_of(found, person_text, *asked)}


def _player(sight: PublicRequest, number: int) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(player_view, number)
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
