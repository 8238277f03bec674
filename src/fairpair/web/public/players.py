"""Who plays, for everybody: the list, and one player's way through the rounds."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.players import PlayerView, player_list, player_view
from fairpair.app.views.results import own
from fairpair.app.views.rounds import plain
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.web.public.lists import part_of
from fairpair.web.public.pages import PublicPages, Sight
from fairpair.web.public.standings import person_text


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.api_route("/t/{tournament}/players", methods=["GET", "HEAD"])
    async def players(request: Request) -> Response:
        """Everybody, by name."""
        return await pages.page(request, all_players, "q", "page")

    @routes.api_route("/t/{tournament}/players/{player:int}", methods=["GET", "HEAD"])
    async def one_player(request: Request, player: int) -> Response:
        """Every round so far: opponent, colour, result, points."""
        return await pages.page(request, lambda sight: _player(sight, player))

    return routes


def all_players(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    """The list of players by name."""
    found = sorted(sight.view(player_list).players, key=lambda one: (plain(one.name), one.id))
    asked = (sight.query.get("q", ""), sight.number("page"))
    return "public/players.html", {"part": part_of(found, person_text, *asked)}


def _player(sight: Sight, number: int) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(player_view, number)
    return "public/player.html", {"player": view, "results": own_results(sight.t, view)}


def own_results(t: Tournament, view: PlayerView) -> dict[str, str]:
    """The results of a player by the id of the table, the own part first."""
    found = {}
    for one in view.rounds:
        if one.pairing and one.result and one.table:
            seats = t.rounds[RoundRef(one.stage, one.round)].pairings[one.table].seats
            found[one.pairing] = own(one.result, seats.index(view.id))
    return found
