"""What players and the public see: pages without a login, the player's own, the big screen."""

from fastapi import APIRouter

from fairpair.web.public import (
    bracket,
    files,
    mine,
    players,
    rounds,
    screen,
    standings,
    statistics,
    why,
)
from fairpair.web.public.shown import Shown
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """All of their routes."""
    routes = APIRouter(include_in_schema=False)
    shown = Shown(site)
    for part in (rounds, standings, bracket, players, statistics, why, screen):
        routes.include_router(part.router(shown))
    routes.include_router(mine.router(site))
    routes.include_router(files.router(site))
    return routes
