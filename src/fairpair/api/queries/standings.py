"""Standings and all that is made of them."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from fairpair.api.path_params import HERE, PlayerNo
from fairpair.api.queries.routes import Reader, Routes, reader
from fairpair.app.views.crosstable import CrossTable, cross_table
from fairpair.app.views.rank_explanation import RankReasons, rank_reasons
from fairpair.app.views.ranking import RankingView, ranking_view
from fairpair.app.views.standings import StandingsView, standings_view
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache

Until = Annotated[
    int | None, Query(ge=1, le=999, description="After this round; without it after the last one.")
]


def router(cache: ResponseCache, guard: Guard) -> APIRouter:
    """All about ranks."""
    routes = Routes("standings")
    anybody = reader(cache, guard)

    @routes.get(f"{HERE}/standings", StandingsView, "readStandings", "The standings")
    async def standings(reads: Annotated[Reader, anybody], until: Until = None) -> Response:
        """Every rank with its record, games, tie-breaks and opponents, results so far included."""
        return await reads.view("standings", standings_view, until)

    @routes.get(f"{HERE}/standings/{{player}}/why", RankReasons, "explainRank", "Why this rank")
    async def why(
        reads: Annotated[Reader, anybody], player: PlayerNo, until: Until = None
    ) -> Response:
        """Every tie-break with the sum behind it, and what parts the player from the neighbours."""
        return await reads.view("rank-why", rank_reasons, player, until)

    @routes.get(f"{HERE}/crosstable", CrossTable, "readCrossTable", "The cross table")
    async def crosstable(reads: Annotated[Reader, anybody]) -> Response:
        """Every player's rounds beside each other, best first."""
        return await reads.view("crosstable", cross_table)

    @routes.get(f"{HERE}/ranking", RankingView, "readRanking", "The final ranking")
    async def ranking(reads: Annotated[Reader, anybody]) -> Response:
        """The knock-out first, then the rounds for everybody; before the end as it stands."""
        return await reads.view("ranking", ranking_view)

    @routes.get(f"{HERE}/statistics", Statistics, "readStatistics", "Numbers about it")
    async def numbers(reads: Annotated[Reader, anybody]) -> Response:
        """Results by colour, upsets, how the scores are spread, and each round in numbers."""
        return await reads.view("statistics", statistics)

    return routes.finished()
