"""Health, readiness and metrics, for operators and load balancers."""

import time
from typing import Literal

from fastapi import APIRouter, Depends, Response
from prometheus_client import CONTENT_TYPE_LATEST

from fairpair import __version__
from fairpair.api.openapi import problems
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.http.authentication import require_role
from fairpair.http.late_route import LateRoute
from fairpair.http.metrics import Metrics

_CHECKED_FOR = 1.0
"""For how many seconds a good answer holds: the check writes to the database."""


@dataclass(frozen=True, slots=True)
class Health:
    """The process is running."""

    status: Literal["ok"] = "ok"
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Readiness:
    """The server can handle requests."""

    status: Literal["ready"] = "ready"


def router(service: Service, metrics: Metrics) -> APIRouter:
    """The routes; the metrics are for the administrator."""
    routes = APIRouter(tags=["server"], route_class=LateRoute)
    checked = [-_CHECKED_FOR]  # when it was last found ready

    @routes.get(
        "/api/health",
        operation_id="serverHealth",
        summary="Liveness check",
        description="Checks no dependencies. If it responds, the process is alive.",
    )
    async def health() -> Health:
        return Health()

    @routes.get(
        "/api/ready",
        operation_id="serverReadiness",
        summary="Readiness check",
        description="Returns 503 with a code if the database does not respond, has a different"
        " schema, cannot be written to, or changes from other processes do not arrive.",
        responses=problems(503),
    )
    def ready() -> Readiness:
        if time.monotonic() - checked[0] > _CHECKED_FOR:
            service.store.check()
            checked[0] = time.monotonic()
        return Readiness()

    @routes.get(
        "/metrics",
        operation_id="serverMetrics",
        summary="Prometheus metrics",
        description="Requests, commands, open streams and webhook deliveries of this server.",
        response_class=Response,
        responses={
            200: {
                "description": "Metrics in the Prometheus text format.",
                "content": {"text/plain": {"schema": {"type": "string"}}},
            },
            **problems(401, 403, 429, 503),
        },
        dependencies=[Depends(require_role(Role.ADMIN))],
    )
    def server_metrics() -> Response:
        return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return routes
