"""Standings and all that is made of them."""

from fastapi import APIRouter, Depends, Request, Response

from fairpair.api.answers import Answers, What
from fairpair.api.guard import Guard
from fairpair.api.reads.routes import HERE, Here, Player, Routes, Until
from fairpair.app.access import Grant, Role
from fairpair.app.views.crosstable import CrossTable, cross_table
from fairpair.app.views.rank_why import RankReasons, rank_reasons
from fairpair.app.views.ranking import RankingView, ranking_view
from fairpair.app.views.standings import StandingsView, standings_view
from fairpair.app.views.statistics import Statistics, statistics


def router(answers: Answers, guard: Guard) -> APIRouter:
    """All about ranks."""
    routes = Routes("standings")
    anybody = Depends(guard.may(Role.PUBLIC))

    @routes.get(f"{HERE}/standings", StandingsView, "readStandings", "The standings")
    async def standings(
        request: Request, tournament: Here, until: Until = None, grant: Grant = anybody
    ) -> Response:
        """Every rank with its record, games, tie-breaks and opponents, results so far included."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("standings", (until,)),
            lambda log: standings_view(log.tournament, log.version, until),
        )

    @routes.get(f"{HERE}/standings/{{player}}/why", RankReasons, "explainRank", "Why this rank")
    async def why(
        request: Request,
        tournament: Here,
        player: Player,
        until: Until = None,
        grant: Grant = anybody,
    ) -> Response:
        """Every tie-break with the sum behind it, and what parts the player from the neighbours."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("rank-why", (player, until)),
            lambda log: rank_reasons(log.tournament, log.version, player, until),
        )

    @routes.get(f"{HERE}/crosstable", CrossTable, "readCrossTable", "The cross table")
    async def crosstable(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Every player's rounds beside each other, best first."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("crosstable"),
            lambda log: cross_table(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/ranking", RankingView, "readRanking", "The final ranking")
    async def ranking(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """The knock-out first, then the rounds for everybody; before the end as it stands."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("ranking"),
            lambda log: ranking_view(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/statistics", Statistics, "readStatistics", "Numbers about it")
    async def numbers(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Results by colour, upsets, how the scores are spread, and each round in numbers."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("statistics"),
            lambda log: statistics(log.tournament, log.version),
        )

    return routes.finished()
