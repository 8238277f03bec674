"""The pages of the help: contents, one document, and what a search finds."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import NOBODY
from fairpair.core.errors import NotFoundError
from fairpair.http.late_route import page_router
from fairpair.web.help.documents import CONTENTS, document, section_of
from fairpair.web.help.search import search
from fairpair.web.site import PageRequest, Site

_LONGEST_QUERY = 100


def router(site: Site) -> APIRouter:
    """The routes of this site."""
    routes = page_router()

    @routes.get("/help")
    def contents(request: Request, q: str = "") -> Response:
        """The table of contents, or what is found."""
        return _page(site, request, CONTENTS, q.strip()[:_LONGEST_QUERY])

    @routes.get("/help/{name:path}")
    def read(request: Request, name: str) -> Response:
        """One page."""
        return _page(site, request, name)

    return routes


def _page(site: Site, request: Request, name: str, query: str = "") -> Response:
    page = document(name)
    if page is None:
        raise NotFoundError("no-page")
    visit = PageRequest(request, site.guard.authenticate(request, None) or NOBODY)
    section, hits = section_of(name), search(query)
    related = [found for one in (section.names if section else ()) if (found := document(one))]
    return site.page(
        visit,
        "help.html",
        page=page,
        query=query,
        hits=hits,
        near=[] if hits else search(query, every=False),
        section=section,
        related=related,
    )
