"""A tournament as a whole: the document, where it stands, its rules, its history, its file."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from fairpair.api.path_params import HERE
from fairpair.api.queries.routes import Reader, Routes, reader
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.transfer.archives import export_tournament
from fairpair.app.views.document import document
from fairpair.app.views.history import History, history
from fairpair.app.views.recommendation import RecommendationView, recommendation_view
from fairpair.app.views.rules import RulesView, rules_view
from fairpair.app.views.status import Status, status
from fairpair.core.ids import TournamentId
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import CacheKey, ResponseCache
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


def router(service: Service, cache: ResponseCache, guard: Guard) -> APIRouter:
    """All about the whole."""
    routes = Routes("tournaments")
    anybody = reader(cache, guard)
    staff = reader(cache, guard, Role.SCOREKEEPER)
    organiser = reader(cache, guard, Role.ORGANISER)

    def whole(tournament: TournamentId, log: Journal) -> dict[str, Any]:
        return {"id": tournament, "version": log.version, **document(log.tournament)}

    @routes.get(HERE, dict[str, Any], "readTournament", "The whole tournament")
    async def read(reads: Annotated[Reader, anybody]) -> Response:
        """Who plays, all rounds of the plan with their matches, and the standings.

        Rounds that are not there yet are `locked`, with what they wait for; matches of a knock-out
        have seeds until their players are known.
        """
        return await reads.give(CacheKey("document"), lambda log: whole(reads.tournament, log))

    @routes.get(f"{HERE}/status", Status, "readStatus", "Where it stands")
    async def standing(reads: Annotated[Reader, anybody]) -> Response:
        """The round that is played, what is pending, what comes next and what that waits for."""
        return await reads.view("status", status)

    @routes.get(f"{HERE}/rules", RulesView, "readRules", "The rules with what they mean")
    async def rules(reads: Annotated[Reader, anybody]) -> Response:
        """Every key with its value, default and meaning; `config` can be sent back changed."""
        return await reads.view("rules", rules_view)

    @routes.get(
        f"{HERE}/recommendation", RecommendationView, "recommend", "How many rounds, which cut"
    )
    async def recommend(reads: Annotated[Reader, anybody], players: Field = None) -> Response:
        """What the tables of the game say for this field, and what is odd about the plan."""
        return await reads.view("recommendation", recommendation_view, players)

    @routes.get(f"{HERE}/history", History, "readHistory", "Who did what, and when")
    async def audit(
        reads: Annotated[Reader, staff], after: After = 0, limit: Limit = 500
    ) -> Response:
        """Every fact in its order, taken back or not: for scorekeepers and organisers."""
        return await reads.give(
            CacheKey("history", (after, limit)),
            lambda log: history(log, service.store.load(reads.tournament), after, limit),
        )

    @routes.get(f"{HERE}/export", dict[str, Any], "exportTournament", "The tournament as a file")
    async def export(reads: Annotated[Reader, organiser], form: Form = "archive") -> Response:
        """An archive has the whole log with a checksum: any Fairpair can import it."""
        here = reads.tournament
        ending = "fairpair.json" if form == "archive" else "json"

        def file(log: Journal) -> object:
            if form == "archive":
                return export_tournament(service, here).encode()
            return whole(here, log)

        what = CacheKey("export", (form,), file_name=f"{here}.{ending}")
        return await reads.give(what, file)

    return routes.finished()
