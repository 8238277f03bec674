"""Who plays: players, teams, and the knock-out tree."""

from typing import Annotated

from fastapi import APIRouter, Response

from fairpair.api.path_params import HERE, PlayerNo
from fairpair.api.queries.routes import Reader, Routes, reader
from fairpair.app.views.bracket import BracketView, bracket_view
from fairpair.app.views.players import (
    PlayerList,
    PlayerView,
    TeamList,
    player_list,
    player_view,
    team_list,
)
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache


def router(cache: ResponseCache, guard: Guard) -> APIRouter:
    """All about those who play."""
    routes = Routes("players")
    anybody = reader(cache, guard)

    @routes.get(f"{HERE}/players", PlayerList, "listPlayers", "All players and teams")
    async def players(reads: Annotated[Reader, anybody]) -> Response:
        """In order of registration, with points, rank and whether they are still there."""
        return await reads.view("players", player_list)

    @routes.get(f"{HERE}/players/{{player}}", PlayerView, "readPlayer", "One player or team")
    async def one_player(reads: Annotated[Reader, anybody], player: PlayerNo) -> Response:
        """With every round so far: opponent, colour, result, points and the sum of them."""
        return await reads.view("player", player_view, player)

    @routes.get(f"{HERE}/teams", TeamList, "listTeams", "All teams with their members")
    async def teams(reads: Annotated[Reader, anybody]) -> Response:
        """Members in board order; without teams the list is empty."""
        return await reads.view("teams", team_list)

    @routes.get(f"{HERE}/bracket", BracketView, "readBracket", "The knock-out tree")
    async def bracket(reads: Annotated[Reader, anybody]) -> Response:
        """Known from the start: seeds before the cut, then players, and what each seat waits for.

        A tournament without a knock-out is 404 `no-bracket`.
        """
        return await reads.view("bracket", bracket_view)

    return routes.finished()
