"""Rounds, and why they were paired as they were."""

from fastapi import APIRouter, Depends, Request, Response

from fairpair.api.answers import Answers, What
from fairpair.api.guard import Guard
from fairpair.api.reads.routes import HERE, Here, Player, Round, Routes, Stage
from fairpair.app.access import Grant, Role
from fairpair.app.views.rounds import RoundList, RoundView, round_list, round_view
from fairpair.app.views.why import PlayerReasons, RoundReasons, player_reasons, round_reasons


def router(answers: Answers, guard: Guard) -> APIRouter:
    """All about rounds."""
    routes = Routes("rounds")
    anybody = Depends(guard.may(Role.PUBLIC))

    @routes.get(f"{HERE}/rounds", RoundList, "listRounds", "All rounds of the plan")
    async def rounds(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Those that are not there yet are `locked`; so is a draft, but for the staff."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("rounds"),
            lambda log: round_list(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/rounds/{{n}}", RoundView, "readRound", "One round with its pairings")
    async def one_round(
        request: Request, tournament: Here, n: Round, stage: Stage = 1, grant: Grant = anybody
    ) -> Response:
        """Tables with players, points before the round, colours and results; byes; what is pending.

        A round that is not published is 404 `not-published` for everybody but the staff, who see
        the draft with what it breaks.
        """
        return await answers.give(
            request,
            tournament,
            grant,
            What("round", (stage, n)),
            lambda log: round_view(log.tournament, log.version, stage, n),
        )

    @routes.get(f"{HERE}/rounds/{{n}}/why", RoundReasons, "explainRound", "Why this round")
    async def why(
        request: Request, tournament: Here, n: Round, stage: Stage = 1, grant: Grant = anybody
    ) -> Response:
        """Why each pair, float, bye and colour; score groups, colours and byes before it."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("why", (stage, n)),
            lambda log: round_reasons(log.tournament, log.version, stage, n),
        )

    @routes.get(
        f"{HERE}/rounds/{{n}}/why/{{player}}",
        PlayerReasons,
        "explainPairing",
        "Why this opponent, colour or bye",
    )
    async def why_player(  # noqa: PLR0913, PLR0917  what the address has
        request: Request,
        tournament: Here,
        n: Round,
        player: Player,
        stage: Stage = 1,
        grant: Grant = anybody,
    ) -> Response:
        """The same for one player: quicker, as only what concerns the player is looked at."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("why-player", (stage, n, player)),
            lambda log: player_reasons(log.tournament, log.version, (stage, n), player),
        )

    return routes.finished()
