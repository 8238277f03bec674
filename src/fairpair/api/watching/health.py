"""Is the server well? For people who watch over it and for load balancers."""

from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter

from fairpair import __version__
from fairpair.api.documented import problems
from fairpair.app.service import Service


@dataclass(frozen=True, slots=True)
class Health:
    """The process is up."""

    status: Literal["ok"] = "ok"
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Readiness:
    """The process can work."""

    status: Literal["ready"] = "ready"


def router(service: Service) -> APIRouter:
    """The routes, working on this service."""
    routes = APIRouter(tags=["server"])

    @routes.get(
        "/api/health",
        operation_id="serverHealth",
        summary="Is the process up?",
        description="It asks nothing and nobody: who gets an answer needs no restart.",
    )
    async def health() -> Health:
        return Health()

    @routes.get(
        "/api/ready",
        operation_id="serverReadiness",
        summary="Can the server work?",
        description="Not (503, with the reason) while the database does not answer, has another"
        " schema, or what other processes write does not come through.",
        responses=problems(503),
    )
    def ready() -> Readiness:
        service.store.check()
        return Readiness()

    return routes
