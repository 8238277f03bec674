"""Everything that can be read."""

from fastapi import APIRouter

from fairpair.api.queries import catalogues, exports, players, prints, rounds, standings, tournament
from fairpair.app.service import Service
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import ResponseCache


def router(service: Service, guard: Guard, cache: ResponseCache) -> APIRouter:
    """All reading routes; answers about tournaments come from `cache`."""
    routes = APIRouter()
    routes.include_router(rounds.router(cache, guard))
    routes.include_router(standings.router(cache, guard))
    routes.include_router(players.router(cache, guard))
    routes.include_router(tournament.router(service, cache, guard))
    routes.include_router(prints.router(service, cache, guard))
    routes.include_router(exports.router(service, cache, guard))
    routes.include_router(catalogues.router(service, guard))
    return routes
