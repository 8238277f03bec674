"""Is the server well? For people who watch over it and for load balancers."""

from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Depends, Response
from prometheus_client import CONTENT_TYPE_LATEST

from fairpair import __version__
from fairpair.api.openapi import problems
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.http.authentication import require_role
from fairpair.http.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Health:
    """The process is up."""

    status: Literal["ok"] = "ok"
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Readiness:
    """The process can work."""

    status: Literal["ready"] = "ready"


def router(service: Service, metrics: Metrics) -> APIRouter:
    """The routes; the numbers are for the administrator."""
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

    @routes.get(
        "/metrics",
        operation_id="serverMetrics",
        summary="Numbers for Prometheus",
        description="Requests, commands, open streams and webhook deliveries of this server.",
        response_class=Response,
        responses={
            200: {
                "description": "The text format of Prometheus.",
                "content": {"text/plain": {"schema": {"type": "string"}}},
            },
            **problems(401, 403, 429, 503),
        },
        dependencies=[Depends(require_role(Role.ADMIN))],
    )
    def server_metrics() -> Response:
        return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return routes
