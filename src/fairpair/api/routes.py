"""The operations of the API, installed on an application."""

import asyncio

from anyio import CapacityLimiter
from fastapi import FastAPI

from fairpair.api import access, error_handlers, openapi, queries
from fairpair.api.commands import (
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
from fairpair.api.commands.schemas import EnterPlayerRequest, EnterPlayersRequest
from fairpair.api.queries.files import PRINTED_AT_ONCE
from fairpair.app.rating_lists.jobs import ListImports
from fairpair.app.service import Service
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.http import problems
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache
from fairpair.http.route_table import add_routes

COMMANDS_AT_ONCE = 40
"""The threads that carry out commands: however many wait for one, readers have their own."""


def install(app: FastAPI, service: Service, guard: Guard, cache: ResponseCache) -> None:
    """Add every operation and its description; they find their dependencies in `app.state`."""
    app.state.service, app.state.guard, app.state.cache = service, guard, cache
    app.state.listing = TournamentIndex(service)
    app.state.command_threads = CapacityLimiter(COMMANDS_AT_ONCE)
    app.state.list_imports = ListImports(lambda: service.store.rating_lists, lambda: service.now)
    app.state.printing = asyncio.Semaphore(PRINTED_AT_ONCE)
    problems.install(app)
    error_handlers.install(app)
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
    for part in (access, queries, *parts):
        add_routes(app, part.routes)
    add_routes(app, management.server)
    add_routes(app, rating_lists.server)
    openapi.install(app, EnterPlayersRequest, EnterPlayerRequest)
