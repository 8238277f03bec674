"""Rounds, and why they were paired as they were."""

from typing import Annotated

from fastapi import APIRouter, Response

from fairpair.api.path_params import HERE, PlayerNo, RoundNo, Stage
from fairpair.api.queries.routes import Reader, Routes, reader
from fairpair.app.views.rounds import RoundList, RoundView, round_list, round_view
from fairpair.app.views.why import PlayerReasons, RoundReasons, player_reasons, round_reasons
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache


def router(cache: ResponseCache, guard: Guard) -> APIRouter:
    """All about rounds."""
    routes = Routes("rounds")
    anybody = reader(cache, guard)

    @routes.get(f"{HERE}/rounds", RoundList, "listRounds", "All rounds of the plan")
    async def rounds(reads: Annotated[Reader, anybody]) -> Response:
        """Those that are not there yet are `locked`; so is a draft, but for the staff."""
        return await reads.view("rounds", round_list)

    @routes.get(f"{HERE}/rounds/{{n}}", RoundView, "readRound", "One round with its pairings")
    async def one_round(
        reads: Annotated[Reader, anybody], n: RoundNo, stage: Stage = 1
    ) -> Response:
        """Tables with players, points before the round, colours and results; byes; what is pending.

        A round that is not published is 404 `not-published` for everybody but the staff, who see
        the draft with what it breaks.
        """
        return await reads.view("round", round_view, stage, n)

    @routes.get(f"{HERE}/rounds/{{n}}/why", RoundReasons, "explainRound", "Why this round")
    async def why(reads: Annotated[Reader, anybody], n: RoundNo, stage: Stage = 1) -> Response:
        """Why each pair, float, bye and colour; score groups, colours and byes before it."""
        return await reads.view("why", round_reasons, stage, n)

    @routes.get(
        f"{HERE}/rounds/{{n}}/why/{{player}}",
        PlayerReasons,
        "explainPairing",
        "Why this opponent, colour or bye",
    )
    async def why_player(
        reads: Annotated[Reader, anybody], n: RoundNo, player: PlayerNo, stage: Stage = 1
    ) -> Response:
        """The same for one player: quicker, as only what concerns the player is looked at."""
        return await reads.view("why-player", player_reasons, (stage, n), player)

    return routes.finished()
