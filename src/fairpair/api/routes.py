"""The operations of the API, installed on an application."""

import asyncio
from collections.abc import Iterable

from anyio import CapacityLimiter
from fastapi import APIRouter, FastAPI

from fairpair.api import error_handlers, openapi
from fairpair.app.service import Service
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.http import problems
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache
from fairpair.http.route_table import add_late_routes

COMMANDS_AT_ONCE = 40
"""The threads that carry out commands: however many wait for one, readers have their own."""
PRINTED_AT_ONCE = 4
"""Sheets that are made or waited for at the same time, so that threads remain for others."""


def install(app: FastAPI, service: Service, guard: Guard, cache: ResponseCache) -> None:
    """Add every operation and its description; they find their dependencies in `app.state`."""
    app.state.service, app.state.guard, app.state.cache = service, guard, cache
    app.state.listing = TournamentIndex(service)
    app.state.command_threads = CapacityLimiter(COMMANDS_AT_ONCE)
    app.state.printing = asyncio.Semaphore(PRINTED_AT_ONCE)
    problems.install(app)
    error_handlers.install(app)
    add_late_routes(app, ("/api/", "/login/"), _operations)
    openapi.install(app)


def _operations() -> Iterable[APIRouter]:
    # Here, because many servers only show pages.
    from fairpair.api import access, queries  # noqa: PLC0415
    from fairpair.api.commands import (  # noqa: PLC0415
        management,
        pictures,
        player_requests,
        players,
        rating_lists,
        results,
        rounds,
        ties,
        tournaments,
    )

    parts = (
        tournaments,
        management,
        pictures,
        players,
        player_requests,
        rating_lists,
        rounds,
        results,
        ties,
    )
    every = [part.routes for part in (access, queries, *parts)]
    return [*every, management.server, rating_lists.server]
