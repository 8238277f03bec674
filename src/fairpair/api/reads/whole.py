"""A tournament as a whole: the document, where it stands, its rules, its history, its file."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from fairpair.api.answers import Answers, What
from fairpair.api.guard import Guard
from fairpair.api.reads.routes import HERE, Here, Routes
from fairpair.app.access import Grant, Role
from fairpair.app.archives import export_tournament
from fairpair.app.document import document
from fairpair.app.service import Service
from fairpair.app.views.history import History, history
from fairpair.app.views.recommendation import RecommendationView, recommendation_view
from fairpair.app.views.rules import RulesView, rules_view
from fairpair.app.views.status import Status, status
from fairpair.core.ids import TournamentId
from fairpair.log.journal import Journal

After = Annotated[int, Query(ge=0, le=10**9, description="Facts after this number.")]
Limit = Annotated[int, Query(ge=1, le=5000, description="So many at most.")]
Form = Annotated[
    Literal["archive", "json"],
    Query(
        alias="format",
        description="`archive`: the whole log, to be imported again; `json`: the document.",
    ),
]
Field = Annotated[int | None, Query(ge=0, le=10_000, description="For so many players instead.")]


def router(service: Service, answers: Answers, guard: Guard) -> APIRouter:
    """All about the whole."""
    routes = Routes("tournaments")
    anybody = Depends(guard.may(Role.PUBLIC))
    staff = Depends(guard.may(Role.SCOREKEEPER))
    organiser = Depends(guard.may(Role.ORGANISER))

    def whole(tournament: str, log: Journal) -> dict[str, Any]:
        return {"id": tournament, "version": log.version, **document(log.tournament)}

    @routes.get(HERE, dict[str, Any], "readTournament", "The whole tournament")
    async def read(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Who plays, all rounds of the plan with their matches, and the standings.

        Rounds that are not there yet are `locked`, with what they wait for; matches of a knock-out
        have seeds until their players are known.
        """
        return await answers.give(
            request, tournament, grant, What("document"), lambda log: whole(tournament, log)
        )

    @routes.get(f"{HERE}/status", Status, "readStatus", "Where it stands")
    async def standing(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """The round that is played, what is pending, what comes next and what that waits for."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("status"),
            lambda log: status(log.tournament, log.version),
        )

    @routes.get(f"{HERE}/rules", RulesView, "readRules", "The rules with what they mean")
    async def rules(request: Request, tournament: Here, grant: Grant = anybody) -> Response:
        """Every key with its value, default and meaning; `config` can be sent back changed."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("rules"),
            lambda log: rules_view(log.tournament, log.version),
        )

    @routes.get(
        f"{HERE}/recommendation", RecommendationView, "recommend", "How many rounds, which cut"
    )
    async def recommend(
        request: Request, tournament: Here, players: Field = None, grant: Grant = anybody
    ) -> Response:
        """What the tables of the game say for this field, and what is odd about the plan."""
        return await answers.give(
            request,
            tournament,
            grant,
            What("recommendation", (players,)),
            lambda log: recommendation_view(log.tournament, log.version, players),
        )

    @routes.get(f"{HERE}/history", History, "readHistory", "Who did what, and when")
    async def audit(
        request: Request,
        tournament: Here,
        after: After = 0,
        limit: Limit = 500,
        grant: Grant = staff,
    ) -> Response:
        """Every fact in its order, taken back or not: for scorekeepers and organisers."""
        here = TournamentId(tournament)
        return await answers.give(
            request,
            tournament,
            grant,
            What("history", (after, limit)),
            lambda log: history(log, service.store.load(here), after, limit),
        )

    @routes.get(f"{HERE}/export", dict[str, Any], "exportTournament", "The tournament as a file")
    async def export(
        request: Request,
        tournament: Here,
        form: Form = "archive",
        grant: Grant = organiser,
    ) -> Response:
        """An archive has the whole log with a checksum: any Fairpair can import it."""
        here = TournamentId(tournament)
        ending = "fairpair.json" if form == "archive" else "json"

        def file(log: Journal) -> object:
            if form == "archive":
                return export_tournament(service, here).encode()
            return whole(tournament, log)

        what = What("export", (form,), file_name=f"{tournament}.{ending}")
        return await answers.give(request, tournament, grant, what, file)

    return routes.finished()
