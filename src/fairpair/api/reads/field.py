"""Who plays: players, teams, and the knock-out tree."""

from fastapi import APIRouter, Depends, Request, Response

from fairpair.api.answers import Answers, What
from fairpair.api.guard import Guard
from fairpair.api.reads.routes import HERE, Here, Player, Routes
from fairpair.app.access import Grant, Role
from fairpair.app.views.bracket import BracketView, bracket_view
from fairpair.app.views.players import (
    PlayerList,
    PlayerView,
    TeamList,
    player_list,
    player_view,
    team_list,
)


def router(answers: Answers, guard: Guard) -> APIRouter:
    """All about those who play."""
    routes = Routes("players")
    anybody = Depends(guard.may(Role.PUBLIC))

    @routes.get(f"{HERE}/players", PlayerList, "listPlayers", "All players and teams")
    async def players(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """In order of registration, with points, rank and whether they are still there."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("players"),
            lambda log: player_list(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/players/{{player}}", PlayerView, "readPlayer", "One player or team")
    async def one_player(
        request: Request, tournament: Here, player: Player, grant: Grant = anybody
    ) -> Response:
        """With every round so far: opponent, colour, result, points and the sum of them."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("player", (player,)),
            lambda log: player_view(log.tournament, log.version, player),
        )

    @routes.get(f"{HERE}/teams", TeamList, "listTeams", "All teams with their members")
    async def teams(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Members in board order; without teams the list is empty."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("teams"),
            lambda log: team_list(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/bracket", BracketView, "readBracket", "The knock-out tree")
    async def bracket(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Known from the start: seeds before the cut, then players, and what each seat waits for.

        A tournament without a knock-out is 404 `no-bracket`.
        """
        return await answers.give(
            request,
            tournament,
            grant,
            What("bracket"),
            lambda log: bracket_view(log.tournament, log.version),
        )

    return routes.finished()
