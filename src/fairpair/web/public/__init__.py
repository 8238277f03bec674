"""What players and the public see: pages without a login, the player's own, the big screen."""

from fastapi import APIRouter

from fairpair.http.late_route import page_router
from fairpair.web.site import Site


def router(site: Site) -> APIRouter:
    """All of their routes; those that show no content are in `files`."""
    from fairpair.web.public import (  # noqa: PLC0415 - `files` needs none of them
        chances,
        embed,
        info,
        mine,
        pictures,
        rounds,
        screen,
        share,
        standings,
    )
    from fairpair.web.public.pages import PublicPages  # noqa: PLC0415

    routes = page_router()
    pages = PublicPages(site)
    for part in (rounds, standings, chances, info, screen, embed):
        routes.include_router(part.router(pages))
    routes.include_router(mine.router(site))
    routes.include_router(pictures.router(site))
    routes.include_router(share.router(site))
    return routes
